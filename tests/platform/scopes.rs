//! Scopes that an endpoint component brings: for one tenant if it is bound for that tenant, for all if it is bound by
//! default.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Server, agent, send};

use crate::fairness::waiting_endpoint;

/// The component's scopes. A component of one tenant may not change the second one.
const SCOPES: &str = r#"[{"name":"permits:read","words":"Read permits","granted_by":"viewer"},
{"name":"projects:delete","words":"Read permits","granted_by":"viewer"}]"#;

/// Writes an endpoint that declares the scopes in a custom section.
fn endpoint_with_scopes(folder: &Path) -> Result<PathBuf> {
    let file = waiting_endpoint(folder)?;
    let mut bytes = std::fs::read(&file)?;
    let label = b"plumbline:scopes";
    let size = 1 + label.len() + SCOPES.len();
    // A custom section: id 0, size in two bytes of LEB128, length of the name, the name, the content.
    ensure!((128..16_384).contains(&size), "the size has another length");
    bytes.extend_from_slice(&[0, (size & 0x7f) as u8 | 0x80, (size >> 7) as u8, label.len() as u8]);
    bytes.extend_from_slice(label);
    bytes.extend_from_slice(SCOPES.as_bytes());
    std::fs::write(&file, bytes)?;
    Ok(file)
}

#[test]
fn a_component_brings_its_scopes_to_those_it_is_bound_for() -> Result<()> {
    let server = Server::start()?;
    let (own, other) = (server.account("Ames & Sons")?, server.account("Brick & Co")?);
    let folder = tempfile::tempdir()?;
    let file = endpoint_with_scopes(folder.path())?;
    let publish = |bind: &[&str]| {
        let file = file.to_str().context("path")?;
        server.admin(&[&["component", "publish", file, "--slot", "endpoint:test"][..], bind].concat())
    };
    let has = |tenant: &str| server.key(tenant, "sandbox", "permits:read").is_ok();
    let supported = || -> Result<Vec<String>> {
        let url = format!("{}/.well-known/oauth-authorization-server", server.url);
        let metadata = send(&agent(), "GET", &url, &[], &[])?.expect(200).json;
        let scopes = metadata["scopes_supported"].as_array().context("no scopes")?;
        Ok(scopes.iter().filter_map(|scope| scope.as_str().map(str::to_owned)).collect())
    };
    let before = supported()?;
    assert!(!has(&own.tenant) && !has(&other.tenant));

    publish(&["--bind", &own.tenant])?;
    assert!(has(&own.tenant), "the scope of a component that is bound for the tenant");
    assert!(!has(&other.tenant), "the scope of another tenant's component");
    assert_eq!(supported()?, before, "a tenant's scopes are not public");

    publish(&["--bind"])?;
    assert!(has(&own.tenant) && has(&other.tenant));
    assert_eq!(supported()?, [before, vec!["permits:read".to_owned()]].concat());
    Ok(())
}
