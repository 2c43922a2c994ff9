//! The discovery documents of the authorization server (RFC 8414) and the protected resources, the REST API and the surface for
//! agents (RFC 9728).

use serde_json::{Value, json};

use crate::Scopes;
use crate::settings::Settings;

/// Returns the document at `/.well-known/oauth-authorization-server`.
pub(crate) fn authorization_server(settings: &Settings, scopes: &Scopes) -> Value {
    let auth_url = &settings.auth_url;
    json!({
        "issuer": auth_url,
        "authorization_endpoint": format!("{auth_url}/oauth/authorize"),
        "token_endpoint": format!("{auth_url}/oauth/token"),
        "registration_endpoint": format!("{auth_url}/oauth/register"),
        "revocation_endpoint": format!("{auth_url}/oauth/revoke"),
        "jwks_uri": format!("{auth_url}/.well-known/jwks.json"),
        "scopes_supported": supported(scopes),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
        "client_id_metadata_document_supported": true,
        "protected_resources": [settings.base_url, settings.mcp_url],
        "service_documentation": format!("{}/docs", settings.base_url),
    })
}

/// Returns the metadata of the protected resource at `path`. The well-known part comes before the resource's own path or after it.
pub(crate) fn protected_resource(settings: &Settings, scopes: &Scopes, path: &str) -> Option<Value> {
    const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
    let resource = [&settings.base_url, &settings.mcp_url, &settings.auth_url].into_iter().find(|resource| {
        let own = resource.strip_prefix(settings.auth_url.as_str()).unwrap_or_default();
        path == format!("{WELL_KNOWN}{own}") || path == format!("{own}{WELL_KNOWN}")
    })?;
    let is_for_agents = *resource == settings.mcp_url;
    // A client asks for all that it finds here, so agents find only what their tools need.
    let for_agents: Vec<&str> =
        scopes.offered().filter(|entry| entry.for_agents).map(|entry| entry.name.as_str()).collect();
    Some(json!({
        "resource": resource,
        "resource_name": if is_for_agents { "Plumbline for agents" } else { "Plumbline REST API" },
        "authorization_servers": [settings.auth_url],
        "scopes_supported": if is_for_agents && !for_agents.is_empty() { for_agents } else { supported(scopes) },
        "bearer_methods_supported": ["header"],
        "resource_documentation": format!("{}/docs", settings.base_url),
    }))
}

fn supported(scopes: &Scopes) -> Vec<&str> {
    scopes.offered().map(|entry| entry.name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a1_the_metadata_says_what_is_offered_and_nothing_else() {
        let metadata = authorization_server(&Settings::new("https://plumbline.example/"), Scopes::built_in());
        assert_eq!(metadata["issuer"], "https://plumbline.example");
        assert_eq!(metadata["code_challenge_methods_supported"], json!(["S256"]));
        assert_eq!(metadata["authorization_response_iss_parameter_supported"], true);
        assert_eq!(metadata["client_id_metadata_document_supported"], true);
        let scopes = metadata["scopes_supported"].as_array().unwrap();
        assert!(scopes.contains(&json!("takeoffs:run")) && !scopes.contains(&json!("bim:generate")));
        let resources = json!(["https://plumbline.example/partner/v1", "https://plumbline.example/mcp"]);
        assert_eq!(metadata["protected_resources"], resources);
        for absent in ["device_authorization_endpoint", "introspection_endpoint"] {
            assert!(metadata.get(absent).is_none(), "{absent}");
        }
    }

    #[test]
    fn o4_the_resources_are_described_at_both_places() {
        let settings = Settings::new("https://plumbline.example");
        let at = |path: &str| {
            let document = protected_resource(&settings, Scopes::built_in(), path)?;
            Some(document["resource"].as_str()?.to_owned())
        };
        for path in
            ["/.well-known/oauth-protected-resource/partner/v1", "/partner/v1/.well-known/oauth-protected-resource"]
        {
            assert_eq!(at(path).as_deref(), Some("https://plumbline.example/partner/v1"), "{path}");
        }
        for path in ["/.well-known/oauth-protected-resource/mcp", "/mcp/.well-known/oauth-protected-resource"] {
            assert_eq!(at(path).as_deref(), Some("https://plumbline.example/mcp"), "{path}");
        }
        assert_eq!(at("/.well-known/oauth-protected-resource").as_deref(), Some("https://plumbline.example"));
        assert_eq!(at("/.well-known/oauth-protected-resource/other"), None);
    }
}
