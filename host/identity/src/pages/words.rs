//! Times, numbers, roles, environments, scopes and ledger entries as text for users.

use std::borrow::Cow;

use plumbline_contract::ExportFormat;
use plumbline_contract::enums::Named as _;
use plumbline_tenancy::{Environment, LedgerEntry, LedgerKind};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::{format_description, offset};

use crate::{Role, scope_entry};

/// Micros per credit.
const MICROS: i64 = 1_000_000;

/// Formats an ISO 8601 time as a day. Returns any other text unchanged.
pub(crate) fn day(text: &str) -> String {
    written(text, |at| at.format(format_description!("[day padding:none] [month repr:long] [year]")))
}

/// Formats an ISO 8601 time as a day and time, to the minute. Returns any other text unchanged.
pub(crate) fn minute(text: &str) -> String {
    written(text, |at| {
        at.format(format_description!("[day padding:none] [month repr:long] [year], [hour]:[minute] UTC"))
    })
}

fn written(text: &str, form: impl Fn(OffsetDateTime) -> Result<String, time::error::Format>) -> String {
    let at = OffsetDateTime::parse(text, &Rfc3339).ok();
    at.and_then(|at| form(at.to_offset(offset!(UTC))).ok()).unwrap_or_else(|| text.to_owned())
}

/// Returns the display name of a role.
pub(crate) const fn role_name(role: &Role) -> &'static str {
    match role {
        Role::Viewer => "Viewer",
        Role::Estimator => "Estimator",
        Role::Admin => "Admin",
    }
}

/// Returns the permissions of a role, as a phrase that follows "can".
pub(crate) const fn role_words(role: &Role) -> &'static str {
    match role {
        Role::Viewer => "view projects, drawings and takeoffs",
        Role::Estimator => "create and update projects, drawings, takeoffs and exports",
        Role::Admin => "do everything that an estimator can, and manage users and API keys",
    }
}

/// Returns the display name of an environment.
pub(crate) const fn environment_name(environment: &Environment) -> &'static str {
    match environment {
        Environment::Sandbox => "Sandbox",
        Environment::Production => "Production",
    }
}

/// Returns the purpose of an environment.
pub(crate) const fn environment_words(environment: &Environment) -> &'static str {
    match environment {
        Environment::Sandbox => "For testing, with free credits",
        Environment::Production => "Your real projects and credits",
    }
}

/// Returns the display name of a scope, or its own name if it is unknown.
pub(crate) fn scope_words(name: &str) -> &str {
    scope_entry(name).map_or(name, |entry| entry.words)
}

/// Formats an amount in credits, with commas between thousands and only the decimals it needs.
pub(crate) fn credits(micros: &i64) -> String {
    let (sign, micros) = (if *micros < 0 { "−" } else { "" }, micros.unsigned_abs());
    let (whole, part) = (micros / MICROS.unsigned_abs(), micros % MICROS.unsigned_abs());
    let digits = whole.to_string();
    let mut text = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if part > 0 {
        text.push('.');
        text.push_str(format!("{part:06}").trim_end_matches('0'));
    }
    text
}

/// Formats a price of the rate card.
pub(crate) fn price(credits: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "prices are small and have few decimals")]
    let micros = (credits * MICROS as f64).round() as i64;
    if micros == 0 { "Free".to_owned() } else { self::credits(&micros) }
}

/// Returns the description of an operation of the rate card, or `None` if it is not available yet.
pub(crate) fn operation_words(operation: &str) -> Option<&'static str> {
    Some(match operation {
        "document.ingest" => "Document upload",
        "takeoff.text_page" => "Takeoff, per vector page",
        "takeoff.page" => "Takeoff, per scanned page",
        "takeoff.job_min" => "Minimum charge per takeoff",
        "takeoff.deep_page" => "Deep takeoff, per page (premium)",
        "export.standard" => "Standard export, such as CSV or XLSX",
        "export.estimating_format" => "Export to an estimating or scheduling package",
        _ => return None,
    })
}

/// Returns the description of a ledger entry.
pub(crate) fn entry_words(entry: &LedgerEntry) -> String {
    let job = job_words(entry);
    match entry.kind {
        LedgerKind::Grant if entry.is_trial() => "Trial credits".to_owned(),
        LedgerKind::Grant => "Credits added".to_owned(),
        LedgerKind::Hold => format!("Hold for {job}"),
        LedgerKind::Release => format!("Unused hold released, {job}"),
        LedgerKind::Charge if entry.note.ends_with("cancelled") => format!("Charge for {job}, canceled"),
        LedgerKind::Charge => format!("Charge for {job}"),
    }
}

fn job_words(entry: &LedgerEntry) -> Cow<'static, str> {
    if let Some(format) = &entry.format {
        let title = ExportFormat::named(format).map(ExportFormat::title);
        return format!("export to {}", title.unwrap_or(format)).into();
    }
    match &entry.discipline {
        Some(discipline) => format!("{} takeoff", discipline.replace('_', " ")).into(),
        None if entry.job.starts_with("exp_") => "export".into(),
        None => "takeoff".into(),
    }
}

/// Returns the amount of an entry with its unit. The amount has a sign if the entry adds or spends credits, and none if it only
/// holds or releases them.
pub(crate) fn signed_credits(entry: &LedgerEntry) -> String {
    let amount = match entry.kind {
        LedgerKind::Grant => format!("+{}", credits(&entry.micros)),
        LedgerKind::Charge if entry.micros > 0 => credits(&-entry.micros),
        LedgerKind::Charge | LedgerKind::Hold | LedgerKind::Release => credits(&entry.micros),
    };
    let unit = if entry.micros == MICROS { "credit" } else { "credits" };
    format!("{amount} {unit}")
}

#[cfg(test)]
mod tests {
    use plumbline_contract::rates::RATE_CARD;

    use super::*;

    #[test]
    fn times_are_read_in_utc_and_other_texts_are_kept() {
        assert_eq!(day("2026-05-03T09:07:00.000Z"), "3 May 2026");
        assert_eq!(minute("2026-05-03T23:07:00.000Z"), "3 May 2026, 23:07 UTC");
        assert_eq!(minute("2026-05-03T23:07:00-02:00"), "4 May 2026, 01:07 UTC");
        assert_eq!((day("soon"), minute("")), ("soon".to_owned(), String::new()));
    }

    #[test]
    fn a_scope_that_is_not_known_goes_by_its_name() {
        assert_eq!(scope_words("projects:read"), "Read projects");
        assert_eq!(scope_words("old:scope"), "old:scope");
    }

    #[test]
    fn amounts_have_separators_and_only_the_decimals_they_need() {
        let written =
            [0, 999_000_000, 1_000_000_000, 1_234_567_500_000, 12_500_000, 1, -20_000_000].map(|n| credits(&n));
        assert_eq!(written, ["0", "999", "1,000", "1,234,567.5", "12.5", "0.000001", "−20"]);
        assert_eq!((price(0.0), price(0.2), price(100.0)), ("Free".into(), "0.2".into(), "100".into()));
    }

    #[test]
    fn operations_that_are_served_have_words() {
        let named: Vec<_> = RATE_CARD.iter().filter(|(name, _)| operation_words(name).is_some()).collect();
        assert_eq!(named.len(), 7, "an operation of the rate card has another name now: {named:?}");
    }

    #[test]
    fn entries_say_what_they_were_for() {
        let entry = |kind, job: &str, note: &str| LedgerEntry {
            at: String::new(),
            kind,
            micros: 12_500_000,
            job: job.into(),
            note: note.into(),
            discipline: None,
            format: None,
            document: None,
        };
        let said = |entry: &LedgerEntry| (entry_words(entry), signed_credits(entry));
        let says = |words: &str, amount: &str| (words.to_owned(), amount.to_owned());
        assert_eq!(said(&entry(LedgerKind::Grant, "trial", "trial credits")), says("Trial credits", "+12.5 credits"));
        assert_eq!(said(&entry(LedgerKind::Grant, "invoice 7", "granted")), says("Credits added", "+12.5 credits"));
        assert_eq!(said(&entry(LedgerKind::Hold, "tko_1", "takeoff")), says("Hold for takeoff", "12.5 credits"));
        let takeoff =
            LedgerEntry { discipline: Some("fire_protection".into()), ..entry(LedgerKind::Charge, "tko_1", "") };
        assert_eq!(said(&takeoff), says("Charge for fire protection takeoff", "−12.5 credits"));
        let export = LedgerEntry { format: Some("ms_project".into()), ..entry(LedgerKind::Release, "exp_1", "") };
        assert_eq!(entry_words(&export), "Unused hold released, export to Microsoft Project (MSPDI XML)");
        assert_eq!(entry_words(&entry(LedgerKind::Charge, "exp_1", "export completed")), "Charge for export");
        assert_eq!(
            entry_words(&entry(LedgerKind::Charge, "tko_1", "takeoff cancelled")),
            "Charge for takeoff, canceled"
        );
    }
}
