//! `plumbline edge key`: sets up an application's database, variables, and a key.

use std::path::Path;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use plumbline_config::{Config, Spin};
use plumbline_storage::{Environment, Scope, Storage, Tenant};
use plumbline_terminal as output;
use serde_json::json;

use crate::{app, identity};

/// Spin's folder in an application's folder, and its database.
const SPIN: &str = ".spin";
const DATABASE: &str = "sqlite_db.db";
/// Names in Spin's folder: the host's files and keys, and its configuration.
const DATA: &str = "plumbline";
const CONFIGURATION: &str = "plumbline.toml";
/// The file next to the manifest from which Spin reads variables.
const VARIABLES: &str = ".env";
/// Name of a new tenant.
const TENANT: &str = "Edge";

/// Creates the database, variables and configuration if they are missing, then prints a new key.
pub(super) async fn run(
    mut config: Config,
    application: &Path,
    environment: Environment,
    as_program: bool,
) -> Result<()> {
    let spin = application.join(SPIN);
    config.data_dir = spin.join(DATA);
    config.spin = Some(Spin { database: spin.join(DATABASE), environment });
    let storage = app::storage(&config).await?;
    let tenant = tenant(&storage).await?;
    // Creates the tenant's tables and grants the trial credits.
    storage.tenant(&Scope::new(tenant.id.clone(), environment)).await?;
    let identity = identity::for_command(&config, &storage)?;
    let scopes = identity.parse_scopes(&tenant.id, "all").await?;
    let created = identity.create_key(&tenant.id, "edge", environment, &scopes, None).await?;
    let secret = std::fs::read(config.data_dir.join("signing.key")).context("cannot read the secret")?;
    let variables = [
        ("TENANT", tenant.id.to_string()),
        ("ENVIRONMENT", environment.to_string()),
        ("SECRET", URL_SAFE_NO_PAD.encode(secret)),
    ];
    set_variables(&application.join(VARIABLES), &variables)?;
    let configuration = spin.join(CONFIGURATION);
    write_private(&configuration, &configuration_of(&config)?)?;
    let shown = json!({
        "tenant": tenant.id.as_str(), "environment": environment.as_str(), "key": created.key.id, "secret": created.secret,
        "configuration": configuration,
    });
    output::show(as_program, &shown, |_| {
        format!(
            "Tenant: {} ({environment})\nSecret (shown only once): {}\nStart the application: spin up\n\
             Start the central server, for files and jobs: plumbline serve --config {}",
            tenant.id,
            created.secret,
            configuration.display()
        )
    })
}

/// Returns the application's tenant, creating it if there is none.
async fn tenant(storage: &Storage) -> Result<Tenant> {
    match storage.control.tenants().await?.into_iter().next() {
        Some(tenant) => Ok(tenant),
        None => Ok(storage.control.create_tenant(TENANT).await?),
    }
}

/// Returns the configuration for `plumbline serve` on the application's data.
fn configuration_of(config: &Config) -> Result<String> {
    let whole =
        |path: &Path| std::path::absolute(path).with_context(|| format!("cannot resolve the path {}", path.display()));
    let mut table = toml::Table::new();
    table.insert("data_dir".into(), toml::Value::try_from(whole(&config.data_dir)?)?);
    if let Some(spin) = &config.spin {
        let spin = Spin { database: whole(&spin.database)?, environment: spin.environment };
        table.insert("spin".into(), toml::Value::try_from(spin)?);
    }
    Ok(table.to_string())
}

/// Sets variables in a file of `NAME=value` lines, and keeps the others.
fn set_variables(path: &Path, variables: &[(&str, String)]) -> Result<()> {
    const PREFIX: &str = "SPIN_VARIABLE_";
    let old = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let is_ours = |line: &str| {
        let name = line.split('=').next().unwrap_or_default().trim();
        variables.iter().any(|(own, _)| name.strip_prefix(PREFIX) == Some(own))
    };
    let mut lines: Vec<String> = old.lines().filter(|line| !is_ours(line)).map(str::to_owned).collect();
    lines.extend(variables.iter().map(|(name, value)| format!("{PREFIX}{name}={value}")));
    lines.push(String::new());
    write_private(path, &lines.join("\n"))
}

/// Writes a file that only its owner can read.
fn write_private(path: &Path, text: &str) -> Result<()> {
    use std::io::Write as _;

    let mut options = std::fs::File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_set_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".env");
        std::fs::write(&path, "# mine\nOTHER=1\nSPIN_VARIABLE_TENANT=old\n").unwrap();
        set_variables(&path, &[("TENANT", "ten_1".into()), ("SECRET", "abc".into())]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, "# mine\nOTHER=1\nSPIN_VARIABLE_TENANT=ten_1\nSPIN_VARIABLE_SECRET=abc\n");
    }
}
