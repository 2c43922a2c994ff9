//! Settings of webhooks.

use std::time::Duration;

use anyhow::{Result, ensure};
use plumbline_webhooks::Schedule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// The waits before the second and each further attempt, as Standard Webhooks 1.0.0 recommends: 5 s, 5 min, 30 min, 2, 5, 10,
/// 14, 20 and 24 h.
const RETRY_SECONDS: [u32; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// Most seconds that an attempt may take: a batch of a job must end before its turn does.
const TIMEOUT_MAX: u64 = 30;

/// Events that are sent to webhook endpoints. `fetch.allow_loopback` allows endpoints on this machine.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct WebhookSettings {
    /// Seconds that an endpoint may take to answer, at most 30.
    #[default(15)]
    pub timeout_seconds: u64,
    /// Seconds to wait before the second and each further attempt. Up to a fifth is added. After the last attempt, the
    /// endpoint is disabled.
    #[default(RETRY_SECONDS.to_vec())]
    pub retry_seconds: Vec<u32>,
}

impl WebhookSettings {
    /// Checks the values.
    ///
    /// # Errors
    /// Returns an error with the setting and its allowed values.
    pub(super) fn check(&self) -> Result<()> {
        ensure!(
            (1..=TIMEOUT_MAX).contains(&self.timeout_seconds),
            "webhooks.timeout_seconds: {} is not valid. Use 1 to {TIMEOUT_MAX}.",
            self.timeout_seconds
        );
        Ok(())
    }

    /// Returns the sender's settings.
    pub fn settings(&self, allow_loopback: bool) -> plumbline_webhooks::WebhookSettings {
        plumbline_webhooks::WebhookSettings {
            schedule: Schedule::new(
                self.retry_seconds.iter().map(|wait| Duration::from_secs((*wait).into())).collect(),
            ),
            timeout: Duration::from_secs(self.timeout_seconds),
            allow_loopback,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_tried_for_three_days_by_default() {
        let defaults = WebhookSettings::default();
        assert_eq!(defaults.timeout_seconds, 15);
        let (minute, hour): (u32, u32) = (60, 3_600);
        let waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
        assert_eq!(defaults.retry_seconds, waits);
        let sent = defaults.settings(false);
        assert_eq!(sent.timeout, Duration::from_secs(15));
        assert_eq!(sent.schedule, Schedule::new(waits.map(|wait| Duration::from_secs(wait.into())).to_vec()));
        let days = f64::from(waits.iter().sum::<u32>()) / f64::from(24 * hour);
        // Up to a fifth is added.
        assert!(days > 3.0 && days * 1.2 < 4.0, "{days}");
    }
}
