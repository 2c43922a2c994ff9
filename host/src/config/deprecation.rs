//! The end of an API version, once it is announced.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Months that the contract promises between deprecation and end, as the shortest twelve months there are.
const OVERLAP: time::Duration = time::Duration::days(365);

/// When and by what a version is replaced. Announced, every answer of the version carries `Deprecation` (RFC 9745),
/// `Sunset` (RFC 8594) and `Link`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deprecation {
    /// Since when the version is deprecated, e.g. `2027-01-01T00:00:00Z`.
    #[serde(with = "time::serde::rfc3339")]
    pub since: OffsetDateTime,
    /// When it stops answering; at least twelve months later.
    #[serde(with = "time::serde::rfc3339")]
    pub sunset: OffsetDateTime,
    /// Address of a page about what changes and how to move.
    pub policy: String,
    /// Base address of the version that follows.
    pub successor: String,
}

impl Deprecation {
    /// Refuses what breaks the contract's promise, or cannot stand in a header.
    ///
    /// # Errors
    /// Names the setting.
    pub(crate) fn check(&self) -> Result<()> {
        ensure!(
            self.sunset - self.since >= OVERLAP,
            "http.deprecation.sunset must be at least twelve months after http.deprecation.since"
        );
        for (name, address) in [("policy", &self.policy), ("successor", &self.successor)] {
            let fits = address.parse::<http::Uri>().is_ok_and(|uri| uri.scheme().is_some());
            ensure!(fits, "http.deprecation.{name} must be a whole address, like https://example.com/v2");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn h5_versions_overlap_twelve_months_at_least() {
        let deprecation = |sunset| Deprecation {
            since: datetime!(2027-01-01 0:00 UTC),
            sunset,
            policy: "https://example.test/v2-guide".into(),
            successor: "https://example.test/partner/v2".into(),
        };
        assert!(deprecation(datetime!(2028-01-01 0:00 UTC)).check().is_ok());
        assert!(deprecation(datetime!(2027-12-31 0:00 UTC)).check().unwrap_err().to_string().contains("sunset"));
        let relative = Deprecation { successor: "/v2".into(), ..deprecation(datetime!(2029-01-01 0:00 UTC)) };
        assert!(relative.check().unwrap_err().to_string().contains("successor"));
    }
}
