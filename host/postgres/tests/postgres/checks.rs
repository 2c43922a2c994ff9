//! Runs the checks of `values`, `sessions` and `transactions`, which hold for every way to reach the server.

use crate::fixture::{Fixture, Mode};
use crate::{sessions, transactions, values};

/// Runs all checks, each with tenants of its own.
pub(crate) async fn all(fixture: &Fixture) {
    values::round_trips(fixture).await;
    values::numbers_of_the_server_are_those_of_sqlite(fixture).await;
    sessions::scopes_are_separate(fixture).await;
    sessions::errors_are_those_of_sqlite(fixture).await;
    sessions::limits_hold(fixture).await;
    sessions::columns_are_named_without_rows(fixture).await;
    transactions::states(fixture).await;
    transactions::a_failed_statement_leaves_the_transaction_open(fixture).await;
    transactions::begin_reads_one_snapshot(fixture).await;
    transactions::writers_take_turns(fixture).await;
    transactions::a_waiting_writer_gives_up(fixture).await;
    transactions::an_expired_transaction_is_rolled_back(fixture).await;
    transactions::a_dropped_call_is_cancelled(fixture).await;
    transactions::commits_of_the_outbox_are_announced(fixture).await;
    transactions::commits_report_a_setting(fixture).await;
    transactions::the_host_reads_and_writes_all_scopes(fixture).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_prepared_statements() {
    let Some(fixture) = Fixture::start(Mode::Prepared).await else { return };
    all(&fixture).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_prepared_statements() {
    let Some(fixture) = Fixture::start(Mode::Unprepared).await else { return };
    all(&fixture).await;
}
