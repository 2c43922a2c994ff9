//! Limits and addresses that an operator may set, as JSON in the variable `options`.

use plumbline_pipeline::Tiers;
use serde::{Deserialize, Serialize};

/// The options. Defaults are those of the host.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Address for callers that ask for access.
    pub support_email: String,
    /// Largest body of a call, in bytes.
    pub max_body_bytes: usize,
    /// Limits by tier.
    pub tiers: Tiers,
    /// Issuer of access tokens. Defaults to the centre's address.
    pub auth_url: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            support_email: "support@localhost".into(),
            max_body_bytes: 1024 * 1024,
            tiers: Tiers::default(),
            auth_url: None,
        }
    }
}

impl Options {
    /// Reads the variable; the defaults where it is empty.
    ///
    /// # Errors
    /// Returns the variable's name and what is wrong with its value.
    pub fn read(text: Option<&str>) -> Result<Self, String> {
        match text.map(str::trim) {
            None | Some("") => Ok(Self::default()),
            Some(text) => serde_json::from_str(text).map_err(|error| format!("variable options: {error}")),
        }
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
    }
}
