//! Guessing of passwords and of accounts.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::support::{Fixture, PASSWORD, Visitor};

/// Maximum number of guesses. No user mistypes a password this often.
const MAX_GUESSES: usize = 40;

/// Status and text of the response to a wrong password.
type Refusal = (u16, String);

/// Tries a wrong password, and returns the response and the seconds to wait.
fn try_wrong_password(fixture: &Fixture, email: &str) -> Result<(Refusal, u64)> {
    let visitor = Visitor::new(&fixture.server);
    let page = visitor.try_password("/account", email, "a wrong password")?;
    assert!(!page.is_redirect() && !visitor.is_signed_in()?, "{email} with a wrong password");
    let wait = match page.response.status {
        429 => page.response.header("retry-after").parse().context("R2: no Retry-After")?,
        _ => 0,
    };
    // The remaining wait depends on the moment of the request.
    let words = page.text().replace(email, "EMAIL").replace(|c: char| c.is_ascii_digit(), "#");
    Ok(((page.response.status, words), wait))
}

/// Guesses until slowed down, and returns the first and last response, the number of guesses that passed, and the seconds to wait.
fn guess(fixture: &Fixture, email: &str) -> Result<([Refusal; 2], usize, u64)> {
    let (first, _) = try_wrong_password(fixture, email)?;
    for number in 1..MAX_GUESSES {
        let (last, wait) = try_wrong_password(fixture, email)?;
        if last.0 == 429 {
            return Ok(([first, last], number, wait));
        }
    }
    anyhow::bail!("{MAX_GUESSES} guesses were let through")
}

#[test]
fn guessing_is_slowed_and_does_not_tell_who_has_an_account() -> Result<()> {
    // Two servers, so that attempts for one email address do not count for the other.
    let (known, unknown) = (Fixture::new()?, Fixture::new()?);
    let person = known.person("admin")?;
    let nobody = "nobody@creek.example";
    let (known_refusals, tries, mut wait) = guess(&known, &person.email)?;
    let (unknown_refusals, ..) = guess(&unknown, nobody)?;
    assert!(tries > 3, "a person may mistype more often than {tries} times");
    assert_eq!(known_refusals, unknown_refusals, "the answer tells who has an account");

    // The right password does not work during the wait either, or an attacker could go on guessing and see. The waits grow.
    // The first may be over before a busy machine has sent the request.
    while wait < 8 {
        assert!(wait > 0, "R2");
        std::thread::sleep(Duration::from_secs(wait));
        try_wrong_password(&known, &person.email)?;
        wait = try_wrong_password(&known, &person.email)?.1;
    }
    let visitor = Visitor::new(&known.server);
    let page = visitor.try_password("/account", &person.email, PASSWORD)?;
    assert_eq!(page.response.status, 429, "{}", page.text());
    assert!(!visitor.is_signed_in()?);
    Ok(())
}

#[test]
fn an_unknown_address_takes_as_long_as_a_wrong_password() -> Result<()> {
    let fixture = Fixture::new()?;
    let person = fixture.person("viewer")?;
    let fastest = |email: &str| -> Result<Duration> {
        let visitor = Visitor::new(&fixture.server);
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
    // A hash takes tens of milliseconds, a database query less than one.
    assert!(unknown * 3 > known, "{unknown:?} for nobody, {known:?} for somebody");
    Ok(())
}

#[test]
fn the_right_password_after_a_few_wrong_ones_signs_in() -> Result<()> {
    let fixture = Fixture::new()?;
    let person = fixture.person("viewer")?;
    let visitor = Visitor::new(&fixture.server);
    for _ in 0..2 {
        visitor.try_password("/account", &person.email, "wrong password")?;
    }
    let page = visitor.try_password("/account", &person.email.to_uppercase(), PASSWORD)?;
    assert!(page.is_redirect(), "{}", page.text());
    assert!(visitor.is_signed_in()?);
    Ok(())
}
