//! Settings of traces.

use anyhow::{Context as _, Result, ensure};
use http::Uri;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

/// OpenTelemetry's standard variable for the full address of traces.
const TRACES_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
/// OpenTelemetry's standard variable for the base address of all signals.
const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
/// The path of traces below the base address.
const PATH: &str = "/v1/traces";

/// Traces, which are sent to an OpenTelemetry collector.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(deny_unknown_fields, default)]
pub struct TraceSettings {
    /// Address of an OpenTelemetry collector that accepts OTLP over HTTP with protobuf, such as
    /// `http://127.0.0.1:4318`. Spans are sent to `/v1/traces` below it. If unset, the address is the value of
    /// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or OTEL_EXPORTER_OTLP_ENDPOINT. Without any of them, traces are off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
    /// Share of traces that are recorded, from 0 to 1. The trace id decides, even if the caller began the trace.
    #[default(1.0)]
    pub ratio: f64,
}

impl TraceSettings {
    /// Checks the settings before tracing starts.
    ///
    /// # Errors
    /// Returns an error with the setting and its allowed values.
    pub(super) fn check(&self) -> Result<()> {
        ensure!(
            (0.0..=1.0).contains(&self.ratio),
            "traces.ratio: {} is not valid. Use a number from 0 to 1, for example 0.1 for a tenth of the traces.",
            self.ratio
        );
        self.address(|_| None).map(drop)
    }

    /// Returns the address that spans are sent to, or `None` if traces are off.
    ///
    /// # Errors
    /// Returns an error if the address is not valid. The message names its source.
    pub fn address(&self, variable: impl Fn(&str) -> Option<String>) -> Result<Option<String>> {
        let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let below = |base: &str| format!("{}{PATH}", base.trim_end_matches('/'));
        let (from, address) = if let Some(base) = &self.endpoint {
            ("traces.endpoint", below(base))
        } else if let Some(address) = set(TRACES_ENDPOINT) {
            (TRACES_ENDPOINT, address)
        } else if let Some(base) = set(ENDPOINT) {
            (ENDPOINT, below(&base))
        } else {
            return Ok(None);
        };
        let how = || format!("{from}: `{address}` is not valid. Use an address such as http://127.0.0.1:4318.");
        let uri: Uri = address.parse().with_context(how)?;
        ensure!(matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some(), how());
        Ok(Some(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(endpoint: Option<&str>, variables: &[(&str, &str)]) -> Result<Option<String>> {
        let settings = TraceSettings { endpoint: endpoint.map(str::to_owned), ..TraceSettings::default() };
        settings
            .address(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_address_is_that_of_the_setting_or_of_a_standard_variable() {
        assert_eq!(address(None, &[]).unwrap(), None);
        assert_eq!(address(None, &[(ENDPOINT, " ")]).unwrap(), None);
        let of_all = (ENDPOINT, "http://collector:4318/");
        assert_eq!(address(None, &[of_all]).unwrap().unwrap(), "http://collector:4318/v1/traces");
        let of_traces = (TRACES_ENDPOINT, "https://collector/spans");
        assert_eq!(address(None, &[of_all, of_traces]).unwrap().unwrap(), "https://collector/spans");
        let set = address(Some("http://127.0.0.1:4318"), &[of_all, of_traces]).unwrap();
        assert_eq!(set.unwrap(), "http://127.0.0.1:4318/v1/traces");
        for wrong in ["collector:4318", "ftp://collector", "/v1", "http://"] {
            let error = format!("{:#}", address(Some(wrong), &[]).unwrap_err());
            assert!(error.contains("traces.endpoint") && error.contains("http://127.0.0.1:4318"), "{error}");
        }
    }

    #[test]
    fn a_ratio_is_from_0_to_1() {
        for wrong in [-0.1, 1.1, f64::NAN] {
            let settings = TraceSettings { ratio: wrong, ..TraceSettings::default() };
            assert!(settings.check().unwrap_err().to_string().starts_with("traces.ratio:"));
        }
        assert!(TraceSettings { ratio: 0.0, ..TraceSettings::default() }.check().is_ok());
    }
}
