//! Logins of OCI registries: from the configuration, or else those that `docker login` stored for the user that the
//! program runs as.

use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use docker_credential::{CredentialRetrievalError, DockerCredential};
use oci_client::secrets::RegistryAuth;
use plumbline_config::{Publishing, RegistryLogin};

/// The message of credential helpers if a registry has no login (`docker/docker-credential-helpers`).
const NOT_FOUND: &str = "credentials not found";

/// Returns the login of a registry (`host:port`), or anonymous access if there is none.
///
/// # Errors
/// Returns an error if the configured login cannot be used. The message names the registry and the source of the login.
pub(super) async fn for_registry(registry: &str, settings: &Publishing) -> Result<RegistryAuth> {
    if let Some(login) = settings.logins.iter().find(|login| login.registry == registry) {
        return from_settings(login);
    }
    let Some(file) = docker_config() else { return Ok(RegistryAuth::Anonymous) };
    let registry = registry.to_owned();
    // Reads a file and may run a credential helper.
    tokio::task::spawn_blocking(move || from_docker(&file, &registry)).await?
}

fn from_settings(login: &RegistryLogin) -> Result<RegistryAuth> {
    let RegistryLogin { registry, username, password, token } = login;
    match (username, password, token) {
        (Some(username), Some(password), None) => Ok(RegistryAuth::Basic(username.clone(), password.clone())),
        (None, None, Some(token)) => Ok(RegistryAuth::Bearer(token.clone())),
        _ => bail!("publishing.logins: `{registry}` requires either a username and a password, or a token"),
    }
}

fn from_docker(file: &Path, registry: &str) -> Result<RegistryAuth> {
    let opened = match File::open(file) {
        Ok(opened) => opened,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(RegistryAuth::Anonymous),
        Err(error) => return Err(error).with_context(|| format!("cannot read the logins in {}", file.display())),
    };
    match docker_credential::get_credential_from_reader(BufReader::new(opened), registry) {
        Ok(DockerCredential::UsernamePassword(username, password)) => Ok(RegistryAuth::Basic(username, password)),
        Ok(DockerCredential::IdentityToken(_)) => bail!(
            "{} has an identity token for {registry}, which is not supported. Set a username and an access token in \
             publishing.logins",
            file.display()
        ),
        Err(CredentialRetrievalError::NoCredentialConfigured) => Ok(RegistryAuth::Anonymous),
        Err(CredentialRetrievalError::HelperFailure { stdout, .. }) if stdout.contains(NOT_FOUND) => {
            Ok(RegistryAuth::Anonymous)
        }
        Err(error) => Err(error).with_context(|| format!("cannot use the login for {registry} in {}", file.display())),
    }
}

/// Returns the path of the Docker client's configuration.
fn docker_config() -> Option<PathBuf> {
    let folder = std::env::var_os("DOCKER_CONFIG").map(PathBuf::from);
    let folder = folder.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".docker")));
    folder.map(|folder| folder.join("config.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_text(text: &str, registry: &str) -> Result<RegistryAuth> {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("config.json");
        std::fs::write(&file, text).unwrap();
        from_docker(&file, registry)
    }

    #[test]
    fn a_login_that_docker_wrote_is_for_its_registry_alone() {
        // `estimator:secret`.
        let text = r#"{"auths": {"registry.example:5000": {"auth": "ZXN0aW1hdG9yOnNlY3JldA=="}}}"#;
        let found = from_text(text, "registry.example:5000").unwrap();
        assert!(
            matches!(&found, RegistryAuth::Basic(user, password) if user == "estimator" && password == "secret"),
            "{found:?}"
        );
        for other in ["registry.example", "other.example:5000"] {
            assert!(matches!(from_text(text, other).unwrap(), RegistryAuth::Anonymous), "{other}");
        }
        let nowhere = from_docker(Path::new("/nowhere/config.json"), "registry.example").unwrap();
        assert!(matches!(nowhere, RegistryAuth::Anonymous));
    }

    #[test]
    fn a_login_that_cannot_be_used_is_named() {
        for (text, word) in [
            ("{", "cannot use the login"),
            (r#"{"auths": {"a.example": {"auth": "?"}}}"#, "a.example"),
            (r#"{"auths": {"a.example": {"auth": "", "identitytoken": "x"}}}"#, "publishing.logins"),
        ] {
            let error = format!("{:#}", from_text(text, "a.example").unwrap_err());
            assert!(error.contains(word), "{text}: {error}");
        }
        let login = |username: Option<&str>, password: Option<&str>, token: Option<&str>| RegistryLogin {
            registry: "a.example".into(),
            username: username.map(str::to_owned),
            password: password.map(str::to_owned),
            token: token.map(str::to_owned),
        };
        for wrong in [login(None, None, None), login(Some("a"), None, None), login(Some("a"), Some("b"), Some("c"))] {
            let error = from_settings(&wrong).unwrap_err().to_string();
            assert!(error.contains("publishing.logins: `a.example`"), "{error}");
        }
        assert!(matches!(from_settings(&login(None, None, Some("t"))).unwrap(), RegistryAuth::Bearer(_)));
    }
}
