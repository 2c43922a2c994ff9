//! The credits page: its figures equal the API's, before and after a takeoff.

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::Account;

use crate::support::{Fixture, Page, Visitor};

/// Returns the figures of an environment: available, on hold, used.
fn figures(page: &Page, environment: &str) -> Vec<String> {
    page.find(&format!("#{environment} ~ .figures dd"))
}

/// Returns the lines of an environment's ledger, with runs of blanks collapsed.
fn ledger_lines(page: &Page, environment: &str) -> Vec<String> {
    let found = page.find(&format!("section[aria-labelledby={environment}] .ledger .line"));
    found.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Returns a number of the API as the page writes it. These tests stay below a thousand.
fn displayed_number(account: &Account, field: &str) -> Result<String> {
    let number = account.get("/credits")?.expect(200).json[field].as_f64().with_context(|| format!("no {field}"))?;
    anyhow::ensure!(number < 1000.0, "{number} would have a separator");
    Ok(number.to_string())
}

#[test]
fn the_page_shows_the_balance_before_and_after_a_takeoff() -> Result<()> {
    let fixture = Fixture::with_environment(&[("PLUMBLINE_SUPPORT_EMAIL", "credits@creek.example")])?;
    let visitor = fixture.sign_in(&fixture.person("admin")?)?;
    let before = visitor.get("/account/credits")?.expect(200);
    assert_eq!(figures(&before, "production"), ["200", "0", "0"]);
    assert_eq!(figures(&before, "sandbox"), ["1,000", "0", "0"], "thousands are apart");
    assert_eq!(ledger_lines(&before, "production"), ["Trial credits +200 credits"]);
    assert_eq!(before.find("a[href='mailto:credits@creek.example']").len(), 1, "{}", before.text());

    let account = fixture.server.key(&fixture.tenant, "production", "all")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    let charged = done["result_summary"]["credits_charged"].as_f64().context("no charge")?;

    let after = visitor.get("/account/credits")?.expect(200);
    let api = ["available", "held", "consumed_total"].map(|field| displayed_number(&account, field));
    assert_eq!(figures(&after, "production"), api.into_iter().collect::<Result<Vec<_>>>()?);
    assert_eq!(figures(&after, "production")[0], (200.0 - charged).to_string());
    assert_eq!(figures(&after, "sandbox"), figures(&before, "sandbox"), "the environments are apart");
    let shown = ledger_lines(&after, "production");
    assert!(shown.contains(&format!("Charge for electrical takeoff −{charged} credits")), "{shown:?}");
    assert!(shown.iter().any(|line| line.starts_with("Hold for electrical takeoff ")), "{shown:?}");
    let text = after.text();
    assert!(text.contains("E-101.pdf") && text.contains(&takeoff.id), "{text}");
    Ok(())
}

#[test]
fn the_page_has_the_prices_of_the_api_for_what_can_be_used() -> Result<()> {
    let fixture = Fixture::new()?;
    let page = fixture.sign_in(&fixture.person("viewer")?)?.get("/account/credits")?.expect(200);
    let prices: Vec<Vec<String>> = page
        .find(".prices tbody tr")
        .iter()
        .map(|row| row.split_whitespace().rev().take(2).map(str::to_owned).collect())
        .collect();
    let card =
        fixture.server.key(&fixture.tenant, "sandbox", "all")?.get("/credits")?.expect(200).json["rate_card"].clone();
    let card = card.as_array().context("no rate card")?;
    assert!(prices.len() >= 7, "{prices:?}");
    for row in &prices {
        let [price, operation] = row.as_slice() else { anyhow::bail!("{row:?}") };
        let rate = card.iter().find(|rate| rate["operation"] == operation.as_str());
        let credits = rate.with_context(|| format!("{operation} has no rate"))?["credits"].as_f64().unwrap_or(-1.0);
        assert_eq!(*price, if credits == 0.0 { "Free".to_owned() } else { credits.to_string() }, "{operation}");
    }
    for planned in ["estimate.generate", "bim.generate", "document.cad_convert"] {
        assert!(!page.text().contains(planned), "{planned} is offered");
    }
    Ok(())
}

#[test]
fn another_organizations_credits_are_not_shown_and_a_visitor_signs_in_first() -> Result<()> {
    let fixture = Fixture::new()?;
    fixture.server.admin(&["tenant", "grant", &fixture.tenant, "--credits", "5000", "--reference", "invoice 7"])?;
    let own = fixture.sign_in(&fixture.person("estimator")?)?.get("/account/credits")?.expect(200);
    assert_eq!(figures(&own, "production"), ["5,200", "0", "0"]);
    assert!(ledger_lines(&own, "production").contains(&"Credits added +5,000 credits".to_owned()), "{}", own.text());
    assert!(own.text().contains("invoice 7"), "{}", own.text());
    let elsewhere = crate::support::text(&fixture.server.admin(&["tenant", "create", "Another"])?, "id")?;
    let other = fixture.sign_in(&fixture.person_in(&elsewhere, "admin")?)?.get("/account/credits")?.expect(200);
    assert_eq!(figures(&other, "production"), ["200", "0", "0"], "E6");
    let stranger = Visitor::new(&fixture.server).get("/account/credits")?;
    assert!(stranger.is_redirect() && stranger.location().contains("/sign-in"), "{}", stranger.location());
    Ok(())
}
