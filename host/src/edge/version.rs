//! What every answer of a deprecated version says (H5): `Deprecation` (RFC 9745), `Sunset` (RFC 8594), `Link`.

use http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::config::Deprecation;

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// The headers, made once.
pub(super) struct Announcement(Vec<(HeaderName, HeaderValue)>);

impl Announcement {
    /// The announcement of a version's end; nothing when there is none.
    pub(super) fn new(deprecation: Option<&Deprecation>) -> Self {
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
        // Addresses were checked when the configuration was read.
        Self(headers.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::try_from(value).ok()?))).collect())
    }

    /// Adds them to an answer.
    pub(super) fn tell(&self, headers: &mut HeaderMap) {
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
    fn h5_the_end_of_a_version_is_announced() {
        let deprecation = Deprecation {
            since: datetime!(2027-01-01 0:00 UTC),
            sunset: datetime!(2028-06-30 23:59:59 UTC),
            policy: "https://example.test/moving".into(),
            successor: "https://example.test/partner/v2".into(),
        };
        let mut headers = HeaderMap::new();
        Announcement::new(None).tell(&mut headers);
        assert!(headers.is_empty());
        Announcement::new(Some(&deprecation)).tell(&mut headers);
        assert_eq!(headers["deprecation"], "@1798761600");
        assert_eq!(headers["sunset"], "Fri, 30 Jun 2028 23:59:59 GMT");
        assert_eq!(
            headers["link"],
            "<https://example.test/moving>; rel=\"deprecation\"; type=\"text/html\", <https://example.test/moving>; \
             rel=\"sunset\"; type=\"text/html\", <https://example.test/partner/v2>; rel=\"successor-version\""
        );
    }
}
