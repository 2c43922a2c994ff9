//! `plumbline edge build`: composes endpoint groups for Spin, from a folder or from a tenant's bindings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use plumbline_composition::{Application, Data, Group, Origin, Parts, Version, compose, manifest};
use plumbline_config::Config;
use plumbline_edge::{Bound, Options};
use plumbline_engine::{Class, Slot, endpoint_routes, endpoint_scopes};
use plumbline_storage::{Control, Environment, Route, Storage, shared_schema};
use plumbline_terminal as output;
use serde_json::{Value, json};

use super::tenant;

/// File name of an application's manifest.
pub(super) const MANIFEST: &str = "spin.toml";
/// Name of the file next to the composed files that lists the paths of each.
const PATHS: &str = "paths.json";
/// The port of an address of PostgreSQL that names none.
const POSTGRES_PORT: u16 = 5432;

/// An endpoint group to compose.
struct Source {
    slot: Slot,
    bytes: Bytes,
    version: Option<String>,
    environment: BTreeMap<String, String>,
}

/// A composed file.
pub(super) struct Composed {
    group: Group,
    path: PathBuf,
    bytes: usize,
    routes: Vec<Route>,
}

/// The folder of the gateway and adapters, the output folder, and the location of the data.
pub(super) struct Build<'a> {
    pub(super) parts: &'a Path,
    pub(super) output: &'a Path,
    pub(super) data: Data,
}

impl Build<'_> {
    /// Composes the endpoint groups of a folder, and writes their manifest if requested.
    pub(super) fn of_folder(&self, components: &Path, to: Option<&Path>) -> Result<Vec<Composed>> {
        let slots = slots(components)?;
        let names: Vec<String> = slots.iter().map(|(slot, _)| slot.to_string()).collect();
        let source = |(slot, path): (Slot, PathBuf)| {
            let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok(Source { slot, bytes: bytes.into(), version: None, environment: BTreeMap::new() })
        };
        let endpoints = slots.into_iter().filter(|(slot, _)| slot.class == Class::Endpoint);
        let sources: Vec<Source> = endpoints.map(source).collect::<Result<_>>()?;
        if sources.is_empty() {
            bail!(
                "{} does not contain an endpoint. Endpoint files are named `endpoint-<name>.wasm`",
                components.display()
            );
        }
        let made = self.compose(sources, &names, |path| path.display().to_string())?;
        if let Some(path) = to {
            write_manifest(&Application { data: self.data, ..Application::default() }, &made, path)?;
        }
        Ok(made)
    }

    /// Composes the endpoint groups bound for a tenant, and writes the application's manifest next to them.
    pub(super) async fn of_tenant(
        &self,
        config: &Config,
        storage: &Storage,
        tenant: &str,
        environment: Environment,
        leave_to_central_host: bool,
    ) -> Result<Vec<Composed>> {
        let tenant = storage.control.find_tenant(tenant).await?;
        let bound = tenant::read(storage, &tenant, leave_to_central_host).await?;
        let source = |group: tenant::BoundGroup| Source {
            slot: group.slot,
            bytes: group.bytes,
            version: Some(group.component.version),
            environment: group.environment,
        };
        let sources: Vec<Source> = bound.groups.into_iter().map(source).collect();
        if sources.is_empty() {
            bail!(
                "{} does not have an endpoint that runs at the edge. See its bindings with `plumbline component list`",
                tenant.id
            );
        }
        // The manifest is in the same folder.
        let beside = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let made = self.compose(sources, &bound.slots, beside)?;
        let mut defaults = BTreeMap::from([
            ("tenant".to_owned(), tenant.id.to_string()),
            ("environment".to_owned(), environment.to_string()),
            ("options".to_owned(), serde_json::to_string(&options(config))?),
        ]);
        if let Some(url) = &config.http.public_url {
            defaults.insert("centre_url".to_owned(), url.clone());
        }
        if let Some(host) =
            config.database.url.as_deref().filter(|_| self.data == Data::Postgres).and_then(database_host)
        {
            defaults.insert("postgres_host".to_owned(), host);
        }
        let origin = Origin {
            tenant: tenant.id.to_string(),
            environment: environment.to_string(),
            left_to_central_host: bound.left,
        };
        let outbound = provider_hosts(config)?;
        let application = Application { data: self.data, origin: Some(origin), defaults, outbound };
        write_manifest(&application, &made, &self.output.join(MANIFEST))?;
        Ok(made)
    }

    fn compose(
        &self,
        sources: Vec<Source>,
        slots: &[String],
        as_found: impl Fn(&Path) -> String,
    ) -> Result<Vec<Composed>> {
        let parts = Parts::read(self.parts)
            .context("cannot read the gateway and adapters (build them with `cargo xtask edge`)")?;
        let folder = self.output;
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        // The central host migrates a shared PostgreSQL.
        let schema = if self.data == Data::Sqlite { shared_schema() } else { Vec::new() };
        let mut made = Vec::new();
        for Source { slot, bytes, version, environment } in sources {
            let routes = endpoint_routes(&slot, &bytes)?;
            let scopes = endpoint_scopes(&slot, &bytes)?;
            let bound = Bound { routes, scopes, slots: slots.to_vec(), schema: schema.clone(), has_calls: false };
            let file = compose(&parts, self.data, &bytes, &bound).with_context(|| slot.to_string())?;
            let path = folder.join(format!("{}.wasm", slot.name));
            std::fs::write(&path, &file).with_context(|| format!("cannot write {}", path.display()))?;
            let version = version.map(|version| Version {
                slot: slot.to_string(),
                version,
                digest: Control::digest(&bytes),
                file: Control::digest(&file),
            });
            let group = Group {
                name: slot.name,
                source: as_found(&path),
                paths: bound.routes.iter().map(|route| route.path.clone()).collect(),
                version,
                environment,
            };
            made.push(Composed { group, path, bytes: file.len(), routes: bound.routes });
        }
        let paths: BTreeMap<&str, &BTreeSet<String>> =
            made.iter().map(|one| (one.group.name.as_str(), &one.group.paths)).collect();
        let path = folder.join(PATHS);
        std::fs::write(&path, serde_json::to_vec_pretty(&paths)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(made)
    }
}

/// Returns the settings of this host that also apply at its edges.
fn options(config: &Config) -> Options {
    Options {
        support_email: config.support_email.clone(),
        max_body_bytes: usize::try_from(config.http.max_body_bytes).unwrap_or(usize::MAX),
        tiers: config.tiers.clone(),
        auth_url: None,
        deprecation: config.http.deprecation.clone(),
        service_audience: config.identity.service_audience.clone(),
        built_in: config.identity.built_in,
        providers: config.identity.providers.clone(),
    }
}

/// Returns the host and port of a database's address, or `None` if it does not name them.
fn database_host(address: &str) -> Option<String> {
    let address: http::Uri = address.parse().ok()?;
    Some(format!("{}:{}", address.host()?, address.port_u16().unwrap_or(POSTGRES_PORT)))
}

/// Returns the servers that provide the keys of identity providers.
fn provider_hosts(config: &Config) -> Result<Vec<String>> {
    let addresses =
        config.identity.providers.iter().flat_map(|provider| [Some(&provider.issuer), provider.jwks_url.as_ref()]);
    let host = |address: &String| {
        let uri: http::Uri = address.parse().with_context(|| format!("identity.providers: {address}"))?;
        let (scheme, authority) =
            uri.scheme_str().zip(uri.authority()).context("identity.providers: missing host in the address")?;
        Ok(format!("{scheme}://{authority}"))
    };
    let hosts: BTreeSet<String> = addresses.flatten().map(host).collect::<Result<_>>()?;
    Ok(hosts.into_iter().collect())
}

fn write_manifest(application: &Application, made: &[Composed], path: &Path) -> Result<()> {
    let groups: Vec<Group> = made.iter().map(|one| one.group.clone()).collect();
    let text = manifest(application, &groups)?;
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Prints composed files.
pub(super) fn show(made: &[Composed], as_program: bool) -> Result<()> {
    output::rows(as_program, made, as_json, &["GROUP", "OPERATIONS", "KILOBYTES", "FILE"], |one| {
        vec![
            one.group.name.clone(),
            one.routes.len().to_string(),
            (one.bytes / 1000).to_string(),
            one.path.display().to_string(),
        ]
    })
}

fn as_json(one: &Composed) -> Value {
    let version =
        one.group.version.as_ref().map(|version| json!({ "version": version.version, "digest": version.digest }));
    json!({
        "group": one.group.name, "operations": one.routes.len(), "bytes": one.bytes, "file": one.path, "bound": version,
    })
}

/// Returns the components of a folder, with slots from their file names.
fn slots(folder: &Path) -> Result<Vec<(Slot, PathBuf)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if path.extension().is_none_or(|extension| extension != "wasm") {
            continue;
        }
        let slot: Option<Slot> = stem.split_once('-').and_then(|(class, name)| format!("{class}:{name}").parse().ok());
        let slot =
            slot.with_context(|| format!("{} does not have a valid name. Use `<class>-<name>.wasm`", path.display()))?;
        found.push((slot, path));
    }
    found.sort_by_key(|(slot, _)| slot.to_string());
    Ok(found)
}
