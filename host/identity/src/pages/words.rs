//! Times, numbers, environments, scopes and ledger entries as text for users.

use plumbline_contract::access;
use plumbline_contract::ledger::Job;
use plumbline_tenancy::{Environment, LedgerEntry, LedgerKind, Role};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::{format_description, offset};

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
        Environment::Production => access::PRODUCTION,
    }
}

/// Returns the permissions of a role, as a phrase that follows "can".
pub(crate) fn role_words(role: &Role) -> &'static str {
    access::role_words(role.as_str())
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

/// Returns the description of a ledger entry.
pub(crate) fn entry_words(entry: &LedgerEntry) -> String {
    let job = Job::of(&entry.details).words(&entry.job);
    match entry.kind {
        LedgerKind::Grant if entry.is_trial() => "Trial credits".to_owned(),
        LedgerKind::Grant => "Credits added".to_owned(),
        LedgerKind::Hold => format!("Hold for {job}"),
        LedgerKind::Release => format!("Unused hold released, {job}"),
        LedgerKind::Charge if entry.note.ends_with("cancelled") => format!("Charge for {job}, canceled"),
        LedgerKind::Charge => format!("Charge for {job}"),
    }
}

/// Returns the name of the document that the entry's job worked on, if it is known.
pub(crate) fn document(entry: &LedgerEntry) -> Option<&str> {
    Job::of(&entry.details).document
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
    use super::*;

    #[test]
    fn times_are_read_in_utc_and_other_texts_are_kept() {
        assert_eq!(day("2026-05-03T09:07:00.000Z"), "3 May 2026");
        assert_eq!(minute("2026-05-03T23:07:00.000Z"), "3 May 2026, 23:07 UTC");
        assert_eq!(minute("2026-05-03T23:07:00-02:00"), "4 May 2026, 01:07 UTC");
        assert_eq!((day("soon"), minute("")), ("soon".to_owned(), String::new()));
    }

    #[test]
    fn every_role_has_words() {
        assert!(Role::ALL.iter().all(|role| !role_words(role).is_empty()));
    }

    #[test]
    fn amounts_have_separators_and_only_the_decimals_they_need() {
        let written =
            [0, 999_000_000, 1_000_000_000, 1_234_567_500_000, 12_500_000, 1, -20_000_000].map(|n| credits(&n));
        assert_eq!(written, ["0", "999", "1,000", "1,234,567.5", "12.5", "0.000001", "−20"]);
        assert_eq!((price(0.0), price(0.2), price(100.0)), ("Free".into(), "0.2".into(), "100".into()));
    }

    #[test]
    fn entries_say_what_they_were_for() {
        let entry = |kind, job: &str, note: &str| LedgerEntry {
            at: String::new(),
            kind,
            micros: 12_500_000,
            job: job.into(),
            note: note.into(),
            details: Vec::new(),
        };
        let said = |entry: &LedgerEntry| (entry_words(entry), signed_credits(entry));
        let says = |words: &str, amount: &str| (words.to_owned(), amount.to_owned());
        assert_eq!(said(&entry(LedgerKind::Grant, "trial", "trial credits")), says("Trial credits", "+12.5 credits"));
        assert_eq!(said(&entry(LedgerKind::Grant, "invoice 7", "granted")), says("Credits added", "+12.5 credits"));
        assert_eq!(said(&entry(LedgerKind::Hold, "tko_1", "takeoff")), says("Hold for takeoff", "12.5 credits"));
        let of = |details: [Option<&str>; 3]| details.map(|detail| detail.map(str::to_owned)).to_vec();
        let takeoff = LedgerEntry {
            details: of([Some("fire_protection"), None, None]),
            ..entry(LedgerKind::Charge, "tko_1", "")
        };
        assert_eq!(said(&takeoff), says("Charge for fire protection takeoff", "−12.5 credits"));
        let export =
            LedgerEntry { details: of([None, Some("ms_project"), None]), ..entry(LedgerKind::Release, "exp_1", "") };
        assert_eq!(entry_words(&export), "Unused hold released, export to Microsoft Project (MSPDI XML)");
        assert_eq!(entry_words(&entry(LedgerKind::Charge, "exp_1", "export completed")), "Charge for export");
        assert_eq!(
            entry_words(&entry(LedgerKind::Charge, "tko_1", "takeoff cancelled")),
            "Charge for takeoff, canceled"
        );
    }
}
