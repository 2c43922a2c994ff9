//! What follows an attempt: success, another attempt, or the end.

use std::time::Duration;

use plumbline_storage::{Answer, Next, id};
use time::OffsetDateTime;

/// How events are sent.
#[derive(Debug, Clone)]
pub struct WebhookSettings {
    /// Waits between attempts.
    pub schedule: Schedule,
    /// How long an attempt may take.
    pub timeout: Duration,
    /// Allows `http` and loopback addresses, for development.
    pub allow_loopback: bool,
}

/// The waits before the second and each further attempt. After the last attempt, the delivery has failed and its endpoint is
/// disabled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule(Vec<Duration>);

/// The longest wait that a receiver may ask for with `Retry-After`: that of the schedule's last attempt.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(24 * 3600);

impl Schedule {
    /// Creates a schedule.
    pub fn new(waits: Vec<Duration>) -> Self {
        Self(waits)
    }

    /// Returns the wait after the attempt with this number, from 1, with up to a fifth more, so that deliveries that failed
    /// together are not tried together. `None` after the last attempt.
    fn wait_after(&self, attempt: u32) -> Option<Duration> {
        let index = usize::try_from(attempt).ok()?.checked_sub(1)?;
        self.0.get(index).map(|wait| wait.mul_f64(1.0 + rand::random::<f64>() / 5.0))
    }
}

/// The result of an attempt, and whether the endpoint is disabled for it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) next: Next,
    pub(crate) disables: Option<&'static str>,
    /// Why the attempt failed.
    pub(crate) error: Option<String>,
}

/// Judges the attempt with this number, from 1.
pub(crate) fn judge(
    schedule: &Schedule,
    attempt: u32,
    answer: &Result<Answer, String>,
    now: OffsetDateTime,
) -> Verdict {
    let (error, asked) = match answer {
        Ok(Answer { status: 200..=299, .. }) => return Verdict { next: Next::Delivered, disables: None, error: None },
        Ok(Answer { status: 410, .. }) => {
            let error = Some("the endpoint answered 410, which disables it".to_owned());
            return Verdict { next: Next::Failed, disables: Some("gone"), error };
        }
        Ok(Answer { status: status @ 300..=399, .. }) => {
            (format!("the endpoint answered {status}; redirects are not followed"), None)
        }
        Ok(Answer { status, retry_after, .. }) => {
            let heeds = matches!(status, 429 | 502..=504);
            (format!("the endpoint answered {status}"), retry_after.filter(|_| heeds).map(Duration::from_secs))
        }
        Err(reason) => (reason.clone(), None),
    };
    match schedule.wait_after(attempt) {
        Some(wait) => {
            let wait = asked.map_or(wait, |asked| asked.min(RETRY_AFTER_MAX).max(wait));
            Verdict { next: Next::Retry(id::at(now + wait)), disables: None, error: Some(error) }
        }
        None => Verdict { next: Next::Failed, disables: Some("failing"), error: Some(error) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: OffsetDateTime = time::macros::datetime!(2026-11-21 08:00 UTC);

    fn judged(attempt: u32, status: u16, retry_after: Option<u64>) -> Verdict {
        let schedule = Schedule::new(vec![Duration::from_secs(5), Duration::from_secs(300)]);
        judge(&schedule, attempt, &Ok(Answer { status, retry_after, body: Vec::new() }), NOW)
    }

    fn wait(verdict: &Verdict) -> f64 {
        let Next::Retry(at) = &verdict.next else { panic!("{verdict:?}") };
        (id::parse(at).unwrap() - NOW).as_seconds_f64()
    }

    #[test]
    fn only_2xx_is_a_success() {
        for status in [200, 204, 299] {
            assert_eq!(judged(1, status, None).next, Next::Delivered);
        }
        for status in [301, 302, 308, 400, 404, 500] {
            let verdict = judged(1, status, None);
            assert!((5.0..=6.0).contains(&wait(&verdict)) && verdict.disables.is_none(), "{status}: {verdict:?}");
        }
    }

    #[test]
    fn a_receiver_may_ask_for_a_longer_wait() {
        for status in [429, 502, 503, 504] {
            assert_eq!(wait(&judged(1, status, Some(60))).round(), 60.0);
            assert!(wait(&judged(2, status, Some(60))) >= 300.0);
            assert_eq!(wait(&judged(1, status, Some(1 << 40))), 86_400.0);
        }
        assert!(wait(&judged(1, 500, Some(60))) <= 6.0);
    }

    #[test]
    fn each_wait_is_up_to_a_fifth_longer_by_chance() {
        for (attempt, shortest) in [(1, 5.0), (2, 300.0)] {
            let mut waits: Vec<f64> = (0..100).map(|_| wait(&judged(attempt, 500, None))).collect();
            waits.sort_by(f64::total_cmp);
            let (first, last) = (waits[0], waits[99]);
            // Times have milliseconds.
            assert!(first >= shortest - 0.001 && last <= shortest * 1.2, "{first} to {last}");
            // A hundred draws within a half of the range have a probability of 2^-93.
            assert!(last - first > shortest * 0.1, "{first} to {last}");
        }
    }

    #[test]
    fn lasting_failure_and_410_disable() {
        let last = judged(3, 500, Some(1));
        assert_eq!((last.next, last.disables), (Next::Failed, Some("failing")));
        let gone = judged(1, 410, None);
        assert_eq!((gone.next, gone.disables), (Next::Failed, Some("gone")));
    }
}
