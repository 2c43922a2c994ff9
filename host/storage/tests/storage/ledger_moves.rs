//! Random writes to the ledger, for property tests of its rules on each database. The test of the schema on PostgreSQL
//! includes this file too.

use proptest::prelude::*;

/// The conflict clauses that a component can use.
pub(crate) const CLAUSES: [&str; 8] = [
    "",
    "OR IGNORE",
    "OR REPLACE",
    "OR FAIL",
    "OR ABORT",
    "OR ROLLBACK",
    "ON CONFLICT DO NOTHING",
    "ON CONFLICT DO UPDATE SET micros = 0",
];

/// The relation through which an entry is written. Released components use the view, in credits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Form {
    Credits,
    Micros,
}

/// Returns a statement in SQLite's dialect.
pub(crate) fn insert(clause: &str, form: Form, job: &str, kind: &str, credits: f64) -> String {
    let (before, after) = if clause.starts_with("ON") { ("", clause) } else { (clause, "") };
    match form {
        Form::Credits => {
            format!("INSERT {before} INTO ledger VALUES ('{job}', '{kind}', {credits:?}, '', '') {after}")
        }
        Form::Micros => {
            let micros = (credits * 1e6).round();
            format!("INSERT {before} INTO ledger_entries VALUES ('{job}', '{kind}', {micros:.0}, '', '') {after}")
        }
    }
}

/// A write to the ledger. Amounts are in tenths of a credit.
#[derive(Debug, Clone)]
pub(crate) enum Move {
    Grant(u32),
    Write { job: u8, kind: &'static str, tenths: u32, connection: usize, clause: &'static str, form: Form },
}

/// Up to sixty writes of few jobs, from three connections.
pub(crate) fn moves() -> impl Strategy<Value = Vec<Move>> {
    let kind = prop::sample::select(vec!["hold", "release", "charge"]);
    let clause = prop::sample::select(CLAUSES.to_vec());
    let form = prop::sample::select(vec![Form::Credits, Form::Micros]);
    // Sometimes far more than is available.
    let tenths = prop_oneof![8 => 0_u32..1200, 1 => 1_000_000_u32..2_000_000_000];
    let write =
        (0_u8..6, kind, tenths, 0_usize..3, clause, form).prop_map(|(job, kind, tenths, connection, clause, form)| {
            Move::Write { job, kind, tenths, connection, clause, form }
        });
    let one = prop_oneof![1 => (1_u32..500).prop_map(Move::Grant), 12 => write];
    prop::collection::vec(one, 1..60)
}
