//! The usage record of answered requests.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::SystemTime;

use serde::Serialize;

/// One answered request, as in the contract's usage event. Its charge is found through its id.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UsageEvent {
    /// Arrival time of the request.
    pub occurred_at: SystemTime,
    /// Id of the request. A second event with the same id is not written.
    pub request_id: String,
    /// Id of the credential, `pc_…` or `oc_…`.
    pub client_id: Option<String>,
    /// The signed-in user, if the credential acts for one.
    pub user_id: Option<String>,
    /// API through which the request arrived.
    pub surface: Surface,
    /// Program that acts for the user.
    pub agent: Option<String>,
    /// Operation, as in the route table, for example `orders.create`.
    pub operation: String,
    /// HTTP status, or `None` if no response could be sent.
    pub status_code: Option<u16>,
    /// Code of the problem.
    pub error_code: Option<String>,
    /// Time from the first byte of the request to the response, in milliseconds.
    pub latency_ms: u64,
    /// Requested amount, as reported by the component. A value that is not finite counts as 0.
    pub units: f64,
    /// The caller's own customer for whom the request was made.
    pub end_customer_ref: Option<String>,
}

impl UsageEvent {
    /// Inserts events as single rows: the fields in the order of the columns, [`Self::COLUMNS`] for each event.
    const INSERT: &str = "INSERT INTO usage_events (request_id, occurred_at, client_id, user_id, surface, agent, operation, \
         status_code, error_code, latency_ms, units, end_customer_ref) VALUES {} ON CONFLICT (request_id) DO NOTHING";
    /// Number of values of an event in [`UsageEvent::insert`].
    pub const COLUMNS: usize = 12;

    /// Returns the statement that inserts `events` events. Their values are bound event by event.
    pub fn insert(events: usize) -> String {
        rows(Self::INSERT, Self::COLUMNS, events)
    }

    /// Returns whether the event needs its own row. The final charge of an accepted job is found by the id of its request.
    /// All other events are only added up, also accepted requests that start nothing that is charged. Those have no units.
    pub fn starts_a_job(&self) -> bool {
        self.status_code == Some(ACCEPTED) && self.units > 0.0
    }

    /// Removes the fields that distinguish requests of one credential and operation, so that they share sums.
    pub fn coarsen(&mut self) {
        (self.user_id, self.agent, self.end_customer_ref) = (None, None, None);
    }

    /// Returns whether the request failed.
    fn is_error(&self) -> bool {
        self.error_code.is_some() || self.status_code.is_some_and(|status| status >= 400)
    }
}

/// Status of a request that started a job.
const ACCEPTED: u16 = 202;
/// Significant digits of a latency: exact up to 255 ms, within 1 % beyond.
const LATENCY_DIGITS: u8 = 2;

/// The fields by which requests are added up: everything that the usage report groups by.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct UsageKey {
    /// Day in UTC, for example `2026-11-24`.
    pub day: String,
    /// As in [`UsageEvent`]. This and the other texts are empty if the event has no value.
    pub client_id: String,
    /// As in [`UsageEvent`].
    pub user_id: String,
    /// As in [`UsageEvent`].
    pub surface: &'static str,
    /// As in [`UsageEvent`].
    pub agent: String,
    /// As in [`UsageEvent`].
    pub operation: String,
    /// As in [`UsageEvent`].
    pub end_customer_ref: String,
    /// Upper bound of the latencies counted together, in milliseconds.
    pub latency_ms: u64,
}

/// The sums of requests with the same [`UsageKey`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct UsageSum {
    /// Number of requests.
    pub requests: u64,
    /// Number of failed requests.
    pub errors: u64,
    /// Sum of the requested amounts.
    pub units: f64,
}

/// Events that are not written yet: sums, and rows for events that need their own. The size of the sums depends on the number of
/// different keys, not on the number of requests.
#[derive(Debug, Default, Clone)]
pub struct UsageBatch {
    sums: HashMap<UsageKey, UsageSum>,
    rows: Vec<UsageEvent>,
    events: u64,
    /// Day of the last event, as days since 1970 and as the text of [`UsageKey::day`].
    last_day: Option<(u64, String)>,
}

impl UsageBatch {
    /// Adds to the stored sums: the values of [`UsageKey`] and [`UsageSum`] in order.
    const ADD: &str = "INSERT INTO usage_totals (day, client_id, user_id, surface, agent, operation, end_customer_ref, latency_ms, \
         requests, errors, units) VALUES {} \
         ON CONFLICT (day, client_id, user_id, surface, agent, operation, end_customer_ref, latency_ms) DO UPDATE SET \
         requests = usage_totals.requests + excluded.requests, errors = usage_totals.errors + excluded.errors, \
         units = usage_totals.units + excluded.units";
    /// Number of values of a sum in [`UsageBatch::add_sums`].
    pub const COLUMNS: usize = 11;

    /// Adds an event.
    pub fn add(&mut self, event: UsageEvent) {
        self.events += 1;
        let event = UsageEvent { units: if event.units.is_finite() { event.units } else { 0.0 }, ..event };
        if event.starts_a_job() {
            self.rows.push(event);
            return;
        }
        let day = self.day(event.occurred_at);
        let (is_error, units) = (event.is_error(), event.units);
        let key = UsageKey {
            day,
            client_id: event.client_id.unwrap_or_default(),
            user_id: event.user_id.unwrap_or_default(),
            surface: event.surface.as_str(),
            agent: event.agent.unwrap_or_default(),
            operation: event.operation,
            end_customer_ref: event.end_customer_ref.unwrap_or_default(),
            latency_ms: latency_bucket(event.latency_ms),
        };
        let sum = self.sums.entry(key).or_default();
        sum.requests += 1;
        sum.errors += u64::from(is_error);
        sum.units += units;
    }

    /// Returns the day of a moment in UTC. Most events have the same day as the previous one, so the last day is cached.
    fn day(&mut self, moment: SystemTime) -> String {
        const SECONDS: u64 = 86_400;
        let number = moment.duration_since(SystemTime::UNIX_EPOCH).map(|passed| passed.as_secs() / SECONDS).ok();
        if let (Some(number), Some((last, day))) = (number, &self.last_day)
            && number == *last
        {
            return day.clone();
        }
        let mut day = crate::id::at(moment.into());
        day.truncate("2026-11-24".len());
        self.last_day = number.map(|number| (number, day.clone()));
        day
    }

    /// Returns the number of events added.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Returns the number of database rows that the batch changes.
    pub fn changes(&self) -> usize {
        self.sums.len() + self.rows.len()
    }

    /// Returns the sums in arbitrary order.
    pub fn sums(&self) -> impl Iterator<Item = (&UsageKey, &UsageSum)> {
        self.sums.iter()
    }

    /// Returns the events that need their own row, in order of arrival.
    pub fn rows(&self) -> &[UsageEvent] {
        &self.rows
    }

    /// Returns the statement that adds `sums` sums to the stored ones. Their values are bound sum by sum.
    pub fn add_sums(sums: usize) -> String {
        rows(Self::ADD, Self::COLUMNS, sums)
    }
}

/// Returns the upper bound of the latencies that are counted together with this one.
fn latency_bucket(milliseconds: u64) -> u64 {
    static SCALE: OnceLock<Option<hdrhistogram::Histogram<u8>>> = OnceLock::new();
    let scale = SCALE.get_or_init(|| hdrhistogram::Histogram::new(LATENCY_DIGITS).ok());
    scale.as_ref().map_or(milliseconds, |scale| scale.highest_equivalent(milliseconds))
}

/// Inserts the placeholders for `rows` rows into a statement.
fn rows(statement: &str, columns: usize, rows: usize) -> String {
    let row = format!("({})", vec!["?"; columns].join(", "));
    statement.replacen("{}", &vec![row; rows].join(", "), 1)
}

/// The API through which a request arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// The REST API.
    Rest,
    /// The Model Context Protocol.
    Mcp,
}

impl Surface {
    /// Returns the name used in the database and the contract.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rest => "rest",
            Self::Mcp => "mcp",
        }
    }
}

#[cfg(any(test, feature = "testing"))]
impl UsageEvent {
    /// Returns an event for tests: a read that was answered in 7 ms.
    pub fn sample(request_id: impl Into<String>) -> Self {
        Self {
            occurred_at: SystemTime::UNIX_EPOCH + std::time::Duration::from_millis(1_795_000_000_123),
            request_id: request_id.into(),
            client_id: Some("pc_0000000000000000000001".into()),
            user_id: None,
            surface: Surface::Rest,
            agent: None,
            operation: "orders.get".into(),
            status_code: Some(200),
            error_code: None,
            latency_ms: 7,
            units: 0.0,
            end_customer_ref: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn event() -> UsageEvent {
        UsageEvent::sample("req_1")
    }

    #[test]
    fn events_of_a_kind_add_up_and_jobs_keep_their_row() {
        let mut batch = UsageBatch::default();
        batch.add(event());
        batch.add(UsageEvent { units: 2.5, request_id: "req_2".into(), ..event() });
        batch.add(UsageEvent { status_code: Some(404), units: f64::NAN, ..event() });
        batch.add(UsageEvent { latency_ms: 8, ..event() });
        batch.add(UsageEvent { status_code: Some(202), units: 12.0, ..event() });
        assert_eq!((batch.events(), batch.changes(), batch.rows().len()), (5, 3, 1));
        assert_eq!(batch.rows()[0].units, 12.0);
        let mut sums: Vec<_> = batch.sums().map(|(key, sum)| (key.latency_ms, *sum)).collect();
        sums.sort_unstable_by_key(|(latency, _)| *latency);
        assert_eq!(sums[0], (7, UsageSum { requests: 3, errors: 1, units: 2.5 }));
        assert_eq!(sums[1].1.requests, 1);
        assert_eq!(batch.sums().next().unwrap().0.day, "2026-11-18");
    }

    #[test]
    fn accepted_requests_without_units_add_up() {
        let mut batch = UsageBatch::default();
        for units in [0.0, f64::NAN, f64::INFINITY] {
            batch.add(UsageEvent { status_code: Some(202), units, ..event() });
        }
        assert_eq!((batch.changes(), batch.rows().len()), (1, 0));
        assert_eq!(batch.sums().next().unwrap().1.units, 0.0);
    }

    #[test]
    fn each_event_counts_for_the_day_it_came_on() {
        let mut batch = UsageBatch::default();
        // The last and the first millisecond of two days, alternating: responses do not finish in the order of their requests.
        let midnight = SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_046_400);
        for occurred_at in [midnight - Duration::from_millis(1), midnight, midnight - Duration::from_secs(1), midnight]
        {
            batch.add(UsageEvent { occurred_at, ..event() });
        }
        let mut days: Vec<_> = batch.sums().map(|(key, sum)| (key.day.as_str(), sum.requests)).collect();
        days.sort_unstable();
        assert_eq!(days, [("2026-11-18", 2), ("2026-11-19", 2)]);
    }

    #[test]
    fn latencies_are_exact_where_people_look_and_within_a_percent_beyond() {
        assert!((0..256).all(|latency| latency_bucket(latency) == latency));
        for latency in (256..2_000_000).step_by(997) {
            let shown = latency_bucket(latency);
            assert!(shown >= latency && (shown - latency) as f64 <= latency as f64 * 0.01, "{latency}: {shown}");
        }
        // The duration of a request is limited, but a clock can jump.
        let _ = latency_bucket(u64::MAX);
    }

    #[test]
    fn statements_have_a_place_for_each_value() {
        for (sql, values) in
            [(UsageEvent::insert(3), 3 * UsageEvent::COLUMNS), (UsageBatch::add_sums(2), 2 * UsageBatch::COLUMNS)]
        {
            assert_eq!(sql.matches('?').count(), values, "{sql}");
            assert_eq!(sql.matches("), (").count(), sql.matches("(?").count() - 1);
        }
    }
}
