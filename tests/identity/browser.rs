//! The pages in headless Chromium, with a third-party client and OpenID provider: `python/browser.py`.

use anyhow::Result;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Python, chromium, run, target};

use crate::support::{Fixture, PASSWORD, text};

/// The parameters of a browser scenario.
#[derive(Default)]
struct Scenario<'a> {
    /// Role of the user who signs in.
    role: Option<&'a str>,
    /// Email address of the invited user.
    invited: Option<&'a str>,
    /// Whether credits were added and a takeoff was charged.
    has_ledger: bool,
    /// Further flags of the script.
    flags: &'a [&'a str],
}

/// Adds credits to the organization and runs a takeoff.
fn create_ledger_entries(fixture: &Fixture) -> Result<()> {
    fixture.server.admin(&["tenant", "grant", &fixture.tenant, "--credits", "5000", "--reference", "invoice 7"])?;
    let account = fixture.server.key(&fixture.tenant, "production", "all")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    Ok(())
}

/// Runs a scenario on a new server, unless Python or Chromium is missing.
fn run_scenario(name: &str, scenario: &Scenario<'_>) -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    run_scenario_with(&python, name, scenario, &[])
}

fn run_scenario_with(python: &Python, name: &str, scenario: &Scenario<'_>, environment: &[(&str, &str)]) -> Result<()> {
    let Some(chromium) = chromium()? else { return Ok(()) };
    let fixture = Fixture::with_environment(environment)?;
    if scenario.has_ledger {
        create_ledger_entries(&fixture)?;
    }
    let mut command = python.script("browser.py");
    command.args([name, "--origin", &fixture.server.url, "--chromium"]).arg(chromium).args(scenario.flags);
    if let Some(role) = scenario.role {
        command.args(["--email", &fixture.person(role)?.email, "--password", PASSWORD]);
    }
    if let Some(email) = scenario.invited {
        let arguments = ["user", "invite", "--tenant", &fixture.tenant, "--email", email, "--role", "estimator"];
        command.args(["--link", &text(&fixture.server.admin(&arguments)?, "link")?]);
        if scenario.role.is_none() {
            command.args(["--email", email, "--password", PASSWORD]);
        }
    }
    run(&mut command)?;
    Ok(())
}

const WITHOUT_SCRIPTS: &[&str] = &["--without-scripts"];

#[test]
fn a_third_partys_app_is_allowed_works_and_loses_access() -> Result<()> {
    run_scenario("delegated", &Scenario { role: Some("admin"), ..Scenario::default() })
}

#[test]
fn without_scripts_an_app_is_allowed() -> Result<()> {
    run_scenario("delegated", &Scenario { role: Some("admin"), flags: WITHOUT_SCRIPTS, ..Scenario::default() })
}

#[test]
fn a_denied_app_receives_the_denial() -> Result<()> {
    run_scenario("deny", &Scenario { role: Some("admin"), ..Scenario::default() })
}

#[test]
fn a_viewers_consent_withholds_what_a_viewer_may_not() -> Result<()> {
    run_scenario("viewer", &Scenario { role: Some("viewer"), ..Scenario::default() })
}

#[test]
fn a_key_created_on_the_page_works_at_once_and_is_shown_once() -> Result<()> {
    run_scenario("key", &Scenario { role: Some("admin"), ..Scenario::default() })
}

#[test]
fn without_scripts_a_key_is_created() -> Result<()> {
    run_scenario("key", &Scenario { role: Some("admin"), flags: WITHOUT_SCRIPTS, ..Scenario::default() })
}

#[test]
fn a_new_key_and_a_new_link_are_copied_by_a_button() -> Result<()> {
    run_scenario("copy", &Scenario { role: Some("admin"), ..Scenario::default() })
}

#[test]
fn without_scripts_a_new_key_and_a_new_link_are_copied_by_the_keyboard() -> Result<()> {
    run_scenario("copy", &Scenario { role: Some("admin"), flags: WITHOUT_SCRIPTS, ..Scenario::default() })
}

#[test]
fn an_invitation_is_accepted() -> Result<()> {
    run_scenario("invitation", &Scenario { invited: Some("nele@creek.example"), ..Scenario::default() })
}

#[test]
fn without_scripts_an_invitation_is_accepted() -> Result<()> {
    run_scenario(
        "invitation",
        &Scenario { invited: Some("nele@creek.example"), flags: WITHOUT_SCRIPTS, ..Scenario::default() },
    )
}

#[test]
fn signing_out_works() -> Result<()> {
    run_scenario("sign-out", &Scenario { role: Some("viewer"), ..Scenario::default() })
}

#[test]
fn without_scripts_signing_out_works() -> Result<()> {
    run_scenario("sign-out", &Scenario { role: Some("viewer"), flags: WITHOUT_SCRIPTS, ..Scenario::default() })
}

#[test]
fn people_sign_in_with_a_third_party_provider() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let provider = python.serve("upstream.py")?;
    let scenario = Scenario { invited: Some("eve@upstream.example"), ..Scenario::default() };
    let environment = [
        ("PLUMBLINE_IDENTITY__UPSTREAM__ISSUER", provider.url.as_str()),
        ("PLUMBLINE_IDENTITY__UPSTREAM__CLIENT_ID", "plumbline"),
        ("PLUMBLINE_IDENTITY__UPSTREAM__CLIENT_SECRET", "known to both"),
        ("PLUMBLINE_IDENTITY__UPSTREAM__NAME", "Somebody Else"),
        // The provider is on this machine and has no TLS.
        ("PLUMBLINE_FETCH__ALLOW_LOOPBACK", "true"),
    ];
    run_scenario_with(&python, "upstream", &scenario, &environment)
}

#[test]
fn pages_are_accessible_narrow_or_wide_light_or_dark() -> Result<()> {
    let folder = target()?.join("screenshots");
    let flags = ["--screenshots", folder.to_str().unwrap_or_default()];
    let invited = Some("nele@creek.example");
    run_scenario("looks", &Scenario { role: Some("admin"), invited, has_ledger: true, flags: &flags })
}
