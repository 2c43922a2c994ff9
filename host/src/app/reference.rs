//! References to components: a file, a folder of packages, or an OCI registry.
//!
//! Folders have the layout of `wkg`, `<namespace>/<name>/<version>.wasm`. Images in registries are those of `wkg oci
//! push`: one layer of type `application/wasm` (the CNCF's Wasm OCI Artifact layout).

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use bytes::{Bytes, BytesMut};
use futures::TryStreamExt as _;
use oci_client::client::{ClientConfig, ClientProtocol};
use oci_client::errors::OciDistributionError;
use oci_client::manifest::{IMAGE_MANIFEST_MEDIA_TYPE, OCI_IMAGE_MEDIA_TYPE, OciImageManifest, OciManifest};
use oci_client::secrets::RegistryAuth;
use oci_client::{Reference, RegistryOperation};
use plumbline_config::Publishing;
use plumbline_storage::Control;
use reqwest::StatusCode;
use reqwest::header::ACCEPT;
use semver::Version;

use super::login;

/// Time limit for a connection to a registry.
const CONNECT: Duration = Duration::from_secs(10);
/// Time limit for a pause of a registry's response.
const SILENCE: Duration = Duration::from_secs(30);
/// Maximum size of a manifest, in bytes. Registries must accept this size (OCI Distribution Specification 1.1, "Pushing
/// Manifests").
const MANIFEST_BYTES: usize = 4 << 20;
/// Media type of the layer that contains a component.
const LAYER: &str = "application/wasm";
/// Prefix of a reference to a registry.
const OCI: &str = "oci://";

/// A component's bytes, and the reference to record.
pub(crate) struct Fetched {
    pub(crate) bytes: Bytes,
    /// `None` for a plain file, whose path has no meaning elsewhere.
    pub(crate) source: Option<String>,
}

/// Fetches a component: `oci://host/repository:tag`, `namespace:name@version` from the folder of packages (the newest
/// version if none is given), or a file.
///
/// # Errors
/// Returns an error if the component does not exist, is larger than allowed, or is not the image of a component. The
/// message names the reference.
pub(crate) async fn fetch(reference: &str, settings: &Publishing) -> Result<Fetched> {
    let failed = || format!("component: cannot fetch `{reference}`");
    if let Some(image) = reference.strip_prefix(OCI) {
        return from_registry(image, settings).await.with_context(failed);
    }
    if let (false, Some((namespace, name))) = (Path::new(reference).is_file(), reference.split_once(':')) {
        return from_folder(namespace, name, settings).with_context(failed);
    }
    let bytes = read(Path::new(reference), settings.max_bytes).with_context(failed)?;
    Ok(Fetched { bytes, source: None })
}

fn read(path: &Path, max_bytes: u64) -> Result<Bytes> {
    let size = std::fs::metadata(path)?.len();
    if size > max_bytes {
        bail!("the file has {size} bytes. The limit is {max_bytes} (publishing.max_bytes)");
    }
    Ok(std::fs::read(path)?.into())
}

fn from_folder(namespace: &str, name: &str, settings: &Publishing) -> Result<Fetched> {
    let folder = settings
        .packages
        .as_ref()
        .context("publishing.packages is not set. Set it, or give a file or oci://host/repository:tag")?;
    let (name, version) = match name.split_once('@') {
        Some((name, version)) => {
            (name, Some(version.parse::<Version>().context("the version is not a semantic version")?))
        }
        None => (name, None),
    };
    let plain = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    if !plain(namespace) || !plain(name) {
        bail!("the package name is not valid. Use, for example, `acme:exporter@1.0.0`");
    }
    let package = folder.join(namespace).join(name);
    let version = match version {
        Some(version) => version,
        None => versions(&package)?
            .into_iter()
            .max()
            .with_context(|| format!("{} does not contain a version", package.display()))?,
    };
    let path: PathBuf = package.join(format!("{version}.wasm"));
    let bytes = read(&path, settings.max_bytes).with_context(|| path.display().to_string())?;
    Ok(Fetched { bytes, source: Some(format!("{namespace}:{name}@{version}")) })
}

fn versions(package: &Path) -> Result<Vec<Version>> {
    let mut versions = Vec::new();
    for entry in std::fs::read_dir(package).with_context(|| package.display().to_string())? {
        let path = entry?.path();
        let stem =
            path.file_stem().and_then(|stem| stem.to_str()).filter(|_| path.extension().is_some_and(|e| e == "wasm"));
        versions.extend(stem.and_then(|stem| stem.parse::<Version>().ok()));
    }
    Ok(versions)
}

async fn from_registry(image: &str, settings: &Publishing) -> Result<Fetched> {
    let image: Reference = image.parse().context("use oci://host/repository:tag or …@sha256:…")?;
    let client = oci_client::Client::new(ClientConfig {
        protocol: ClientProtocol::HttpsExcept(settings.insecure_registries.clone()),
        connect_timeout: Some(CONNECT),
        read_timeout: Some(SILENCE),
        ..ClientConfig::default()
    });
    let login = login::for_registry(image.registry(), settings).await?;
    let (manifest, digest) = pull_manifest(&client, &image, &login, settings).await?;
    let [layer] = manifest.layers.as_slice() else {
        bail!("the image has {} layers. An image of a component has exactly one", manifest.layers.len());
    };
    if layer.media_type != LAYER {
        bail!("the image's layer is {}, not {LAYER}. Push it with `wkg oci push`", layer.media_type);
    }
    let size = u64::try_from(layer.size).unwrap_or(u64::MAX);
    if size > settings.max_bytes {
        bail!("the image has {size} bytes. The limit is {} (publishing.max_bytes)", settings.max_bytes);
    }
    // The library checks the layer against its digest at the end. A registry may send more than the manifest states.
    let mut layer = client.pull_blob_stream(&image, layer).await?;
    let mut bytes = BytesMut::new();
    while let Some(piece) = layer.try_next().await? {
        if (bytes.len() + piece.len()) as u64 > settings.max_bytes {
            bail!("the image's layer exceeds the limit of {} bytes (publishing.max_bytes)", settings.max_bytes);
        }
        bytes.extend_from_slice(&piece);
    }
    let named = format!("{OCI}{}/{}@{digest}", image.registry(), image.repository());
    Ok(Fetched { bytes: bytes.freeze(), source: Some(named) })
}

/// Pulls an image's manifest and returns it with its digest. The library's own function reads a response of any size.
async fn pull_manifest(
    client: &oci_client::Client,
    image: &Reference,
    login: &RegistryAuth,
    settings: &Publishing,
) -> Result<(OciImageManifest, String)> {
    let refuse = |error| refused(error, image.registry(), login);
    let token = client.auth(image, login, RegistryOperation::Pull).await.map_err(refuse)?;
    let registry = image.resolve_registry();
    let is_insecure = settings.insecure_registries.iter().any(|insecure| insecure == registry);
    let scheme = if is_insecure { "http" } else { "https" };
    let version = image.digest().or(image.tag()).unwrap_or("latest");
    let url = format!("{scheme}://{registry}/v2/{}/manifests/{version}", image.repository());
    let http = reqwest::Client::builder().connect_timeout(CONNECT).read_timeout(SILENCE).build()?;
    let request = http.get(&url).header(ACCEPT, format!("{OCI_IMAGE_MEDIA_TYPE}, {IMAGE_MANIFEST_MEDIA_TYPE}"));
    let request = match (&token, login) {
        (Some(token), _) => request.bearer_auth(token),
        (None, RegistryAuth::Basic(user, password)) => request.basic_auth(user, Some(password)),
        (None, _) => request,
    };
    let mut response = request.send().await?;
    match response.status() {
        StatusCode::OK => {}
        StatusCode::UNAUTHORIZED => return Err(refuse(OciDistributionError::UnauthorizedError { url })),
        status => bail!("the registry responded with {status} to {url}"),
    }
    let mut body = BytesMut::new();
    while let Some(piece) = response.chunk().await? {
        if body.len() + piece.len() > MANIFEST_BYTES {
            bail!("the image's manifest exceeds the limit of {MANIFEST_BYTES} bytes");
        }
        body.extend_from_slice(&piece);
    }
    let digest = format!("sha256:{}", Control::digest(&body));
    if let Some(expected) = image.digest().filter(|expected| *expected != digest) {
        bail!("the registry returned the manifest {digest} for {expected}");
    }
    match serde_json::from_slice::<OciManifest>(&body).context("the image's manifest is not valid")? {
        OciManifest::Image(manifest) => Ok((manifest, digest)),
        OciManifest::ImageIndex(_) => bail!("the reference names an image index. Use the digest of one of its images"),
    }
}

/// Adds advice to the error if a registry requires a login, or a different one.
fn refused(error: OciDistributionError, registry: &str, login: &RegistryAuth) -> anyhow::Error {
    let wants_login = matches!(
        error,
        OciDistributionError::UnauthorizedError { .. } | OciDistributionError::AuthenticationFailure(_)
    );
    let error = anyhow::Error::from(error);
    match (wants_login, login) {
        (false, _) => error,
        (true, RegistryAuth::Anonymous) => error.context(format!(
            "the registry {registry} requires a login. Set one in publishing.logins, or run `docker login {registry}` as \
             the user that runs Plumbline"
        )),
        (true, _) => error.context(format!(
            "the registry {registry} does not accept the login. Check publishing.logins or run `docker login` again"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(folder: &Path) -> Publishing {
        Publishing { packages: Some(folder.to_owned()), max_bytes: 8, ..Publishing::default() }
    }

    #[tokio::test]
    async fn a_folder_gives_the_version_asked_for_or_the_newest() {
        let dir = tempfile::tempdir().unwrap();
        let package = dir.path().join("acme/exporter");
        std::fs::create_dir_all(&package).unwrap();
        for version in ["0.9.0", "0.10.0", "0.10.0-rc.1", "notes"] {
            std::fs::write(package.join(format!("{version}.wasm")), version).unwrap();
        }
        let settings = settings(dir.path());
        let newest = fetch("acme:exporter", &settings).await.unwrap();
        assert_eq!(newest.source.as_deref(), Some("acme:exporter@0.10.0"));
        assert_eq!(fetch("acme:exporter@0.9.0", &settings).await.unwrap().bytes.as_ref(), b"0.9.0");
        for wrong in ["acme:exporter@1.0.0", "acme:exporter@latest", "acme:../exporter", "acme:", "other:exporter"] {
            assert!(fetch(wrong, &settings).await.is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_file_may_not_be_larger_than_allowed() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("x.wasm");
        std::fs::write(&file, "123456789").unwrap();
        let error = fetch(file.to_str().unwrap(), &settings(dir.path())).await.err().unwrap();
        assert!(format!("{error:#}").contains("publishing.max_bytes"), "{error:#}");
    }
}
