//! The usage record of a call: caller, operation, outcome, latency and requested amount.

use std::sync::Arc;
use std::time::{Instant, SystemTime};

use http::Response;
use percent_encoding::percent_decode_str;
use plumbline_identity::Credential;
use plumbline_tenancy::{Route, Surface, UsageEvent, clock};
use serde::Deserialize;

use crate::problem::ProblemCode;

/// Maximum length of a recorded text in characters: the longest that the contract has, `external_ref` and similar. A component
/// could fill its tenant's database with longer texts.
const TEXT_CHARACTERS: usize = 128;
/// Operation of a call that does not match a route.
const UNMATCHED: &str = "unmatched";

/// A call in progress.
pub(crate) struct Call {
    started_at: Instant,
    occurred_at: SystemTime,
    surface: Surface,
    /// The operation, once it is known.
    pub(crate) route: Option<Arc<Route>>,
}

/// The usage that a component reports in its response.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ResponseUsage {
    units: f64,
    end_customer: Option<String>,
    error_code: Option<String>,
}

#[derive(Deserialize)]
struct Coded {
    code: String,
}

impl ResponseUsage {
    /// Reads the usage from a component's response.
    pub(crate) fn of<B: AsRef<[u8]>>(response: &Response<B>) -> Self {
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        let units = header("x-plumbline-units").and_then(|text| text.parse().ok());
        let end_customer =
            header("x-plumbline-end-customer").map(|text| percent_decode_str(text).decode_utf8_lossy().into_owned());
        let failed = response.status().as_u16() >= 400;
        let error_code = failed
            .then(|| serde_json::from_slice::<Coded>(response.body().as_ref()).ok())
            .flatten()
            .map(|coded| coded.code);
        Self {
            units: units.unwrap_or_default(),
            end_customer: end_customer.map(truncate),
            error_code: error_code.map(truncate),
        }
    }
}

/// Truncates a text to [`TEXT_CHARACTERS`].
fn truncate(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(TEXT_CHARACTERS) {
        text.truncate(end);
    }
    text
}

impl Call {
    /// Starts a call now.
    pub(crate) fn start(surface: Surface) -> Self {
        Self { started_at: Instant::now(), occurred_at: clock::now().into(), surface, route: None }
    }

    /// Returns the usage event of the call, once its response is known.
    pub(crate) fn finish<B>(&self, credential: &Credential, request_id: &str, response: &Response<B>) -> UsageEvent {
        let usage = response.extensions().get::<ResponseUsage>().cloned().unwrap_or_default();
        let own = response.extensions().get::<ProblemCode>().map(|code| code.as_str().to_owned());
        UsageEvent {
            occurred_at: self.occurred_at,
            request_id: request_id.to_owned(),
            client_id: Some(credential.client_id.to_string()),
            user_id: credential.user.clone().map(String::from),
            surface: self.surface,
            agent: credential.agent().map(str::to_owned),
            operation: self.route.as_ref().map_or_else(|| UNMATCHED.to_owned(), |route| route.operation.clone()),
            status_code: Some(response.status().as_u16()),
            error_code: own.or(usage.error_code),
            latency_ms: u64::try_from(self.started_at.elapsed().as_millis()).unwrap_or(u64::MAX),
            units: usage.units,
            end_customer_ref: usage.end_customer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A problem with a code of 200 characters.
    const LONG_CODE: &str = concat!(
        r#"{"code": ""#,
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        r#""}"#
    );

    #[test]
    fn a_component_reports_units_customer_and_code() {
        let answer = |status: u16, body: &'static str, headers: &[(&str, &str)]| {
            let mut builder = Response::builder().status(status);
            for (name, value) in headers {
                builder = builder.header(*name, *value);
            }
            ResponseUsage::of(&builder.body(bytes::Bytes::from_static(body.as_bytes())).unwrap())
        };
        let usage =
            answer(202, "{}", &[("x-plumbline-units", "3"), ("x-plumbline-end-customer", "M%C3%BCller%20%26%20Co")]);
        assert_eq!(usage, ResponseUsage { units: 3.0, end_customer: Some("Müller & Co".into()), error_code: None });
        assert_eq!(answer(409, r#"{"code": "upload_missing"}"#, &[]).error_code.as_deref(), Some("upload_missing"));
        let long = answer(409, LONG_CODE, &[("x-plumbline-end-customer", &"%C3%BC".repeat(500))]);
        assert_eq!(long.error_code.map(|code| code.len()), Some(128));
        assert_eq!(long.end_customer, Some("ü".repeat(128)));
        assert_eq!(answer(409, "no JSON", &[("x-plumbline-units", "many")]), ResponseUsage::default());
    }
}
