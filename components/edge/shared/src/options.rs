//! Limits and addresses that an operator may set, as JSON in the variable `options`.

use plumbline_identity::{BuiltInProvider, Provider, Settings};
use plumbline_pipeline::{Deprecation, Tiers};
use serde::{Deserialize, Serialize};

/// The operator's options. The defaults are the same as the host's.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Contact address for callers that request access.
    pub support_email: String,
    /// Maximum size of a call's body, in bytes.
    pub max_body_bytes: usize,
    /// Limits by tier.
    pub tiers: Tiers,
    /// Issuer of access tokens. Defaults to the central host's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_url: Option<String>,
    /// Set once the end of this version of the API is announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecation: Option<Deprecation>,
    /// Audience of service tokens that the central host's built-in provider issues.
    pub service_audience: String,
    /// Whether service tokens of the built-in provider are accepted: `off`, `sandbox` or `all`.
    pub built_in: BuiltInProvider,
    /// Identity providers whose service tokens are accepted. The application must be allowed to reach them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub providers: Vec<Provider>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            support_email: "support@localhost".into(),
            max_body_bytes: 1024 * 1024,
            tiers: Tiers::default(),
            auth_url: None,
            deprecation: None,
            service_audience: "api://plumbline".into(),
            built_in: BuiltInProvider::Sandbox,
            providers: Vec::new(),
        }
    }
}

impl Options {
    /// Reads the variable. Returns the defaults if it is empty.
    ///
    /// # Errors
    /// Returns the variable's name and the problem with its value.
    pub fn read(text: Option<&str>) -> Result<Self, String> {
        match text.map(str::trim) {
            None | Some("") => Ok(Self::default()),
            Some(text) => serde_json::from_str(text).map_err(|error| format!("variable options: {error}")),
        }
    }

    /// Returns the settings of identity. The default issuer is the central host at the given address.
    pub fn identity(&self, central_url: &str) -> Settings {
        // Tokens are issued by the central host and for the central host's address.
        let mut settings = Settings::new(self.auth_url.as_deref().unwrap_or(central_url));
        settings.service_audience.clone_from(&self.service_audience);
        settings.built_in = self.built_in;
        settings.providers.clone_from(&self.providers);
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_is_the_default_and_a_wrong_name_is_told() {
        assert_eq!(Options::read(None).unwrap().support_email, "support@localhost");
        let set = Options::read(Some(r#"{"tiers": {"sandbox": {"read": {"per_minute": 6, "burst": 2}}}}"#)).unwrap();
        assert_eq!(set.tiers.sandbox.read.burst.get(), 2);
        assert_eq!(set.tiers.standard.read.burst.get(), 300);
        assert!(Options::read(Some(r#"{"tier": 1}"#)).unwrap_err().starts_with("variable options: unknown field"));
        let provider = r#"{"built_in": "off", "providers": [{"issuer": "https://id.example", "audience": "api://a"}]}"#;
        let settings = Options::read(Some(provider)).unwrap().identity("https://api.example");
        assert_eq!((settings.providers.len(), settings.built_in), (1, BuiltInProvider::Off));
        assert_eq!(settings.auth_url, "https://api.example");
    }
}
