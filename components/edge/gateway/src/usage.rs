//! The usage record: written behind the answers, several events in one statement.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plumbline_tenancy::{DatabaseError, UsageEvent, id};
use spin_sdk::sqlite::wit::sqlite::Value;

use crate::tables;

/// How long after the first of them events are written. An instance that ends sooner than that loses them, as a host does that
/// is killed.
const DELAY: Duration = Duration::from_millis(50);
/// The most events of a statement.
const MOST: usize = 64;
/// How often a write is tried.
const TRIES: usize = 5;

/// Events that are not written yet.
static WAITING: Mutex<Vec<UsageEvent>> = Mutex::new(Vec::new());

/// Writes an event soon.
pub(crate) fn record(event: UsageEvent) {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    waiting.push(event);
    if waiting.len() == 1 {
        spin_sdk::wit_bindgen::spawn(async {
            spin_sdk::time::sleep(DELAY).await;
            let events = std::mem::take(&mut *WAITING.lock().unwrap_or_else(PoisonError::into_inner));
            for events in events.chunks(MOST) {
                write_or_say(events);
            }
        });
    }
}

fn write_or_say(events: &[UsageEvent]) {
    let mut result = write(events);
    for _ in 1..TRIES {
        match &result {
            // Another connection writes; the database waits for it each time.
            Err(error) if tables::is_locked(error) => result = write(events),
            _ => break,
        }
    }
    if let Err(error) = result {
        eprintln!("usage records cannot be written: {error}; lost: {events:?}");
    }
}

/// Inserts events with one statement. One that is there already stays.
fn write(events: &[UsageEvent]) -> Result<(), DatabaseError> {
    let values: Vec<Value> = events.iter().flat_map(values).collect();
    tables::open()?.execute(&UsageEvent::insert_many(events.len()), &values).map(|_| ()).map_err(tables::failed)
}

fn values(event: &UsageEvent) -> [Value; 12] {
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
        Value::Integer(i64::try_from(event.latency_ms).unwrap_or(i64::MAX)),
        Value::Real(if event.units.is_finite() { event.units } else { 0.0 }),
        text(&event.end_customer_ref),
    ]
}
