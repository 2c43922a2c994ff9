//! The tenant, addresses and secret of a Spin application.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use plumbline_seals::Secret;
use plumbline_tenancy::{Scope, TenantId};

/// A Spin application's parsed variables.
#[derive(Debug, Clone)]
pub struct Application {
    /// The tenant and environment that the application serves.
    pub scope: Scope,
    /// Its public address, without a path or a final slash.
    pub public_url: String,
    /// The central host's address, without a final slash; `None` without a central host.
    pub central_url: Option<String>,
    /// The central host's secret.
    pub secret: Secret,
}

/// A variable that is missing or invalid, with a hint on what to set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidVariable(pub String);

impl std::fmt::Display for InvalidVariable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidVariable {}

impl Application {
    /// Reads the variables.
    ///
    /// # Errors
    /// [`InvalidVariable`] with the variable's name.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, InvalidVariable> {
        let set = |name: &str| variable(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let required = |name: &str, what: &str| {
            set(name).ok_or_else(|| InvalidVariable(format!("variable {name}: not set; it must be {what}")))
        };
        let invalid = |name: &str, why: &dyn std::fmt::Display| InvalidVariable(format!("variable {name}: {why}"));
        let tenant = required("tenant", "the id of the tenant that this application serves")?;
        let environment = required("environment", "`sandbox` or `production`")?;
        let secret = required("secret", "the central server's `signing.key`, as base64url")?;
        let address = |text: String| text.trim_end_matches('/').to_owned();
        Ok(Self {
            scope: Scope::new(
                TenantId::parse(tenant).map_err(|error| invalid("tenant", &error))?,
                environment.parse().map_err(|error| invalid("environment", &error))?,
            ),
            public_url: address(required("public_url", "the address that callers use, without a path")?),
            central_url: set("centre_url").map(address),
            secret: URL_SAFE_NO_PAD
                .decode(secret.trim_end_matches('='))
                .ok()
                .and_then(|bytes| Secret::new(&bytes))
                .ok_or_else(|| invalid("secret", &format!("it is not the base64url of {} bytes", Secret::BYTES)))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(changed: &str, value: &str) -> Result<Application, InvalidVariable> {
        Application::read(|name| {
            if name == changed {
                return Some(value.to_owned());
            }
            let text = match name {
                "tenant" => "ten_1111111111111111111111".to_owned(),
                "environment" => "sandbox".to_owned(),
                "public_url" => "https://edge.example.test/".to_owned(),
                "centre_url" => "https://api.example.test".to_owned(),
                "secret" => URL_SAFE_NO_PAD.encode([7; 32]),
                _ => return None,
            };
            Some(text)
        })
    }

    #[test]
    fn variables_say_whose_edge_it_is() {
        let application = read("", "").unwrap();
        assert_eq!(application.scope.to_string(), "ten_1111111111111111111111/sandbox");
        assert_eq!(application.public_url, "https://edge.example.test");
        assert_eq!(application.central_url.as_deref(), Some("https://api.example.test"));
        assert_eq!(read("centre_url", " ").unwrap().central_url, None);
        let scope = &application.scope;
        let sealed = Secret::new(&[7; 32]).unwrap().sealer().seal(scope, "cursor", "prj_1").unwrap();
        assert_eq!(application.secret.sealer().open(scope, "cursor", &sealed).as_deref(), Some("prj_1"));
    }

    #[test]
    fn a_variable_that_cannot_be_used_is_named() {
        for (name, value) in
            [("tenant", ""), ("tenant", "acme"), ("environment", "test"), ("secret", "short"), ("public_url", "")]
        {
            let InvalidVariable(text) = read(name, value).unwrap_err();
            assert!(text.starts_with(&format!("variable {name}: ")), "{text}");
        }
    }
}
