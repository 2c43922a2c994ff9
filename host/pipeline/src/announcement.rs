//! The announced end of a version of the API (H5). Every response of the version then carries `Deprecation` (RFC 9745),
//! `Sunset` (RFC 8594) and `Link`.

use http::{HeaderMap, HeaderName, HeaderValue, header};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// Time that the contract promises between deprecation and end: twelve months, at their shortest.
const OVERLAP: time::Duration = time::Duration::days(365);

/// The deprecation of a version and its successor. If it is configured, every response of the version carries
/// `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Deprecation {
    /// Time from which the version is deprecated, e.g. `2027-01-01T00:00:00Z`.
    #[serde(with = "time::serde::rfc3339")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub since: OffsetDateTime,
    /// Time at which the version stops responding, at least twelve months later.
    #[serde(with = "time::serde::rfc3339")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub sunset: OffsetDateTime,
    /// URL of a page that describes the changes and how to migrate.
    pub policy: String,
    /// Base URL of the next version.
    pub successor: String,
}

impl Deprecation {
    /// Checks that the contract's promise is kept and that the URLs are absolute.
    ///
    /// # Errors
    /// Returns an error message that names the setting.
    pub fn check(&self) -> Result<(), String> {
        if self.sunset - self.since < OVERLAP {
            return Err("http.deprecation.sunset must be at least twelve months after http.deprecation.since".into());
        }
        for (name, address) in [("policy", &self.policy), ("successor", &self.successor)] {
            let fits = address.parse::<http::Uri>().is_ok_and(|uri| uri.scheme().is_some());
            if !fits {
                return Err(format!("http.deprecation.{name} must be a whole address, like https://example.com/v2"));
            }
        }
        Ok(())
    }
}

/// The response headers that announce the end of a version, built once.
#[derive(Debug, Default)]
pub struct Announcement(Vec<(HeaderName, HeaderValue)>);

impl Announcement {
    /// Creates the headers, or none if the version is not deprecated.
    pub fn new(deprecation: Option<&Deprecation>) -> Self {
        let Some(Deprecation { since, sunset, policy, successor }) = deprecation else { return Self(Vec::new()) };
        let link = format!(
            "<{policy}>; rel=\"deprecation\"; type=\"text/html\", <{policy}>; rel=\"sunset\"; type=\"text/html\", \
             <{successor}>; rel=\"successor-version\""
        );
        let headers = [
            (DEPRECATION, format!("@{}", since.unix_timestamp())),
            (SUNSET, httpdate::fmt_http_date((*sunset).into())),
            (header::LINK, link),
        ];
        // The URLs were checked when the configuration was read.
        Self(headers.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::try_from(value).ok()?))).collect())
    }

    /// Adds the headers to a response.
    pub(crate) fn write_headers(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.0 {
            headers.append(name.clone(), value.clone());
        }
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
        assert!(deprecation(datetime!(2027-12-31 0:00 UTC)).check().unwrap_err().contains("sunset"));
        let relative = Deprecation { successor: "/v2".into(), ..deprecation(datetime!(2029-01-01 0:00 UTC)) };
        assert!(relative.check().unwrap_err().contains("successor"));
    }

    #[test]
    fn h5_the_end_of_a_version_is_announced() {
        let deprecation = Deprecation {
            since: datetime!(2027-01-01 0:00 UTC),
            sunset: datetime!(2028-06-30 23:59:59 UTC),
            policy: "https://example.test/moving".into(),
            successor: "https://example.test/partner/v2".into(),
        };
        let mut headers = HeaderMap::new();
        Announcement::new(None).write_headers(&mut headers);
        assert!(headers.is_empty());
        Announcement::new(Some(&deprecation)).write_headers(&mut headers);
        assert_eq!(headers["deprecation"], "@1798761600");
        assert_eq!(headers["sunset"], "Fri, 30 Jun 2028 23:59:59 GMT");
        assert_eq!(
            headers["link"],
            "<https://example.test/moving>; rel=\"deprecation\"; type=\"text/html\", <https://example.test/moving>; \
             rel=\"sunset\"; type=\"text/html\", <https://example.test/partner/v2>; rel=\"successor-version\""
        );
    }
}
