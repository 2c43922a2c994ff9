//! The usage record: aggregated, and written after the responses.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use plumbline_tenancy::{DatabaseError, UsageBatch, UsageEvent, UsageKey, UsageSum, id};
use spin_sdk::sqlite::wit::sqlite::Value;

use crate::tables;

/// Delay between the first event of a batch and its write. If the instance ends sooner, its events are lost, as on a
/// host that is killed.
const WRITE_DELAY: Duration = Duration::from_millis(50);
/// The most rows in a statement.
const MAX_ROWS: usize = 64;
/// Attempts to write.
const MAX_ATTEMPTS: usize = 5;

/// Events that are not yet written.
static PENDING: LazyLock<Mutex<UsageBatch>> = LazyLock::new(Mutex::default);

/// Queues an event, to be written after [`WRITE_DELAY`].
pub(crate) fn record(event: UsageEvent) {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    pending.add(event);
    if pending.events() == 1 {
        spin_sdk::wit_bindgen::spawn(async {
            spin_sdk::time::sleep(WRITE_DELAY).await;
            let batch = std::mem::take(&mut *PENDING.lock().unwrap_or_else(PoisonError::into_inner));
            write_batch(&batch);
        });
    }
}

/// Writes a batch in several statements. A statement that fails because of a lock writes nothing and can be retried.
fn write_batch(batch: &UsageBatch) {
    let sums: Vec<_> = batch.sums().collect();
    for sums in sums.chunks(MAX_ROWS) {
        write_or_log(&UsageBatch::add_sums(sums.len()), sums, |(key, sum)| sum_values(key, sum).into());
    }
    for events in batch.rows().chunks(MAX_ROWS) {
        write_or_log(&UsageEvent::insert(events.len()), events, |event| event_values(event).into());
    }
}

fn write_or_log<T: std::fmt::Debug>(sql: &str, rows: &[T], values: impl Fn(&T) -> Vec<Value>) {
    let values: Vec<Value> = rows.iter().flat_map(values).collect();
    let write = || tables::open()?.execute(sql, &values).map(|_| ()).map_err(tables::database_error);
    let mut result: Result<(), DatabaseError> = write();
    for _ in 1..MAX_ATTEMPTS {
        match &result {
            // Another connection is writing. The database waits for it on each attempt.
            Err(error) if tables::is_locked(error) => result = write(),
            _ => break,
        }
    }
    if let Err(error) = result {
        eprintln!("usage cannot be written: {error}; lost: {rows:?}");
    }
}

fn integer(number: u64) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

fn sum_values(key: &UsageKey, sum: &UsageSum) -> [Value; UsageBatch::COLUMNS] {
    [
        Value::Text(key.day.clone()),
        Value::Text(key.client_id.clone()),
        Value::Text(key.user_id.clone()),
        Value::Text(key.surface.to_owned()),
        Value::Text(key.agent.clone()),
        Value::Text(key.operation.clone()),
        Value::Text(key.end_customer_ref.clone()),
        integer(key.latency_ms),
        integer(sum.requests),
        integer(sum.errors),
        Value::Real(sum.units),
    ]
}

fn event_values(event: &UsageEvent) -> [Value; UsageEvent::COLUMNS] {
    let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::Text);
    [
        Value::Text(event.request_id.clone()),
        Value::Text(id::at(event.occurred_at.into())),
        text(&event.client_id),
        text(&event.user_id),
        Value::Text(event.surface.as_str().to_owned()),
        text(&event.agent),
        Value::Text(event.operation.clone()),
        event.status_code.map_or(Value::Null, |status| Value::Integer(status.into())),
        text(&event.error_code),
        integer(event.latency_ms),
        Value::Real(event.units),
        text(&event.end_customer_ref),
    ]
}
