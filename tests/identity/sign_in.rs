//! Guessing: passwords, and who has an account.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::support::{House, PASSWORD, Visitor};

/// Nobody mistypes a password so often.
const MOST_TRIES: usize = 40;

/// Status and words of each answer to a wrong password, up to the first 429; with it the seconds to wait.
fn guess(house: &House, email: &str) -> Result<(Vec<(u16, String)>, u64)> {
    let visitor = Visitor::new(&house.server);
    let mut answers = Vec::new();
    for number in 0..MOST_TRIES {
        let page = visitor.try_password("/account", email, &format!("guess number {number}"))?;
        assert!(!page.is_redirect() && !visitor.is_signed_in()?, "{email} with a wrong password");
        answers.push((page.answer.status, page.text().replace(email, "EMAIL")));
        if page.answer.status == 429 {
            let wait = page.answer.header("retry-after").parse().context("R2: no Retry-After")?;
            return Ok((answers, wait));
        }
    }
    anyhow::bail!("{MOST_TRIES} guesses were let through")
}

#[test]
fn guessing_is_slowed_and_does_not_tell_who_has_an_account() -> Result<()> {
    // Two servers, so that the tries of one address do not count for the other.
    let (known, unknown) = (House::new()?, House::new()?);
    let person = known.person("admin")?;
    let (of_known, wait) = guess(&known, &person.email)?;
    let (of_unknown, _) = guess(&unknown, "nobody@creek.example")?;
    assert!(wait > 0 && wait <= 3600, "{wait}");
    assert!(of_known.len() > 3, "a person may mistype: {of_known:?}");
    let statuses = |answers: &[(u16, String)]| answers.iter().map(|(status, _)| *status).collect::<Vec<_>>();
    assert_eq!(statuses(&of_known), statuses(&of_unknown), "the status tells who has an account");
    let words = |answers: &[(u16, String)]| answers.first().map(|(_, words)| words.clone());
    assert_eq!(words(&of_known), words(&of_unknown), "the words tell who has an account");

    // The right password does not help now, or one could go on guessing and see.
    let visitor = Visitor::new(&known.server);
    let page = visitor.try_password("/account", &person.email, PASSWORD)?;
    assert_eq!(page.answer.status, 429, "{}", page.text());
    assert!(!visitor.is_signed_in()?);
    Ok(())
}

#[test]
fn an_unknown_address_takes_as_long_as_a_wrong_password() -> Result<()> {
    let house = House::new()?;
    let person = house.person("viewer")?;
    let fastest = |email: &str| -> Result<Duration> {
        let visitor = Visitor::new(&house.server);
        let mut fastest = Duration::MAX;
        for _ in 0..3 {
            let form =
                visitor.open("/sign-in")?.form("/sign-in")?.set("email", email).set("password", "wrong password");
            let begun = Instant::now();
            visitor.submit(&form)?;
            fastest = fastest.min(begun.elapsed());
        }
        Ok(fastest)
    };
    let (known, unknown) = (fastest(&person.email)?, fastest("nobody@creek.example")?);
    // A hash takes tens of milliseconds, a look into the database less than one.
    assert!(unknown * 3 > known, "{unknown:?} for nobody, {known:?} for somebody");
    Ok(())
}

#[test]
fn the_right_password_after_a_few_wrong_ones_signs_in() -> Result<()> {
    let house = House::new()?;
    let person = house.person("viewer")?;
    let visitor = Visitor::new(&house.server);
    for _ in 0..2 {
        visitor.try_password("/account", &person.email, "wrong password")?;
    }
    let page = visitor.try_password("/account", &person.email.to_uppercase(), PASSWORD)?;
    assert!(page.is_redirect(), "{}", page.text());
    assert!(visitor.is_signed_in()?);
    Ok(())
}
