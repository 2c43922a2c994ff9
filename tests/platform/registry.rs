//! A component out of an OCI registry and out of a folder of packages, by reference.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use plumbline_tests::{agent, components, send};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::operators::Desk;

/// The registry of Debian's package `docker-registry`; killed when dropped.
struct Registry {
    child: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl Registry {
    /// Starts one; `None` where the machine has none.
    fn start() -> Result<Option<Self>> {
        let folder = tempfile::tempdir()?;
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let settings = folder.path().join("registry.yml");
        let root = folder.path().join("images");
        std::fs::write(
            &settings,
            format!(
                "version: 0.1\nlog: {{level: error}}\nstorage: {{filesystem: {{rootdirectory: '{}'}}}}\nhttp: {{addr: '{address}'}}\n",
                root.display()
            ),
        )?;
        let mut command = Command::new("docker-registry");
        command.arg("serve").arg(&settings).stdout(Stdio::null()).stderr(Stdio::null());
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let registry = Self { child, address, _folder: folder };
        let begun = Instant::now();
        while send(&agent(), "GET", &format!("http://{}/v2/", registry.address), &[], &[]).is_err() {
            anyhow::ensure!(begun.elapsed() < Duration::from_secs(30), "the registry does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(Some(registry))
    }

    fn put(&self, path: &str, bytes: &[u8], media_type: &str) -> Result<()> {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("http://{}{path}", self.address) };
        send(&agent(), "PUT", &url, bytes, &[("content-type", media_type)])?.expect(201);
        Ok(())
    }

    fn blob(&self, repository: &str, bytes: &[u8]) -> Result<String> {
        let digest = format!("sha256:{}", hex(&Sha256::digest(bytes)));
        let begin = format!("http://{}/v2/{repository}/blobs/uploads/", self.address);
        let slot = send(&agent(), "POST", &begin, &[], &[])?.expect(202);
        let place = slot.header("location").to_owned();
        let separator = if place.contains('?') { '&' } else { '?' };
        self.put(&format!("{place}{separator}digest={digest}"), bytes, "application/octet-stream")?;
        Ok(digest)
    }

    /// Pushes an image of one layer, as the layout of Wasm in OCI registries has it.
    fn push(&self, repository: &str, tag: &str, layer_type: &str, bytes: &[u8]) -> Result<()> {
        let config = json!({"architecture": "wasm", "os": "wasip2"}).to_string();
        let manifest = json!({
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": {"mediaType": "application/vnd.wasm.config.v0+json",
                       "digest": self.blob(repository, config.as_bytes())?, "size": config.len()},
            "layers": [{"mediaType": layer_type, "digest": self.blob(repository, bytes)?, "size": bytes.len()}],
        });
        let path = format!("/v2/{repository}/manifests/{tag}");
        self.put(&path, manifest.to_string().as_bytes(), "application/vnd.oci.image.manifest.v1+json")
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        // The test is over.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_component_comes_out_of_a_registry() -> Result<()> {
    let Some(registry) = Registry::start()? else {
        eprintln!("skipped: docker-registry is not installed");
        return Ok(());
    };
    let csv = std::fs::read(components()?.join("exporter-csv.wasm"))?;
    registry.push("acme/csv", "1.0.0", "application/wasm", &csv)?;
    registry.push("acme/text", "1.0.0", "text/plain", b"hello")?;
    let list = format!("[\"{}\"]", registry.address);
    let desk = Desk::open(&[("PLUMBLINE_PUBLISHING__INSECURE_REGISTRIES", &list)])?;
    let reference = |name: &str| format!("oci://{}/{name}", registry.address);
    let body = |name: &str| json!({"slot": "exporter:csv", "reference": reference(name)});
    let published = desk.post("/components", body("acme/csv:1.0.0"))?.expect(201).json;
    let digest = published["digest"].as_str().context("no digest")?;
    assert_eq!(digest, hex(&Sha256::digest(&csv)));
    let kept = desk.get(&format!("/components/{digest}"))?.expect(200).json;
    let source = kept["publications"][0]["source"].as_str().context("no source")?;
    assert!(source.starts_with(&reference("acme/csv@sha256:")), "{source}");
    for wrong in ["acme/csv:2.0.0", "acme/nothing:1.0.0", "acme/text:1.0.0"] {
        let answer = desk.post("/components", body(wrong))?.expect_problem(422, "validation_failed");
        assert!(answer.text("detail").starts_with("reference:"), "{}", answer.text("detail"));
    }
    // The same on the command line.
    let name = reference("acme/csv:1.0.0");
    let again = desk.server.admin(&["component", "publish", &name, "--slot", "exporter:csv"])?;
    assert_eq!((again["digest"].as_str(), again["source"].as_str()), (Some(digest), Some(source)));
    Ok(())
}

#[test]
fn a_component_comes_out_of_a_folder_of_packages() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let package = folder.path().join("acme/csv");
    std::fs::create_dir_all(&package)?;
    std::fs::copy(components()?.join("exporter-csv.wasm"), package.join("1.0.0.wasm"))?;
    let path = folder.path().to_str().context("path")?;
    let desk = Desk::open(&[("PLUMBLINE_PUBLISHING__PACKAGES", path)])?;
    let published =
        desk.post("/components", json!({"slot": "exporter:csv", "reference": "acme:csv"}))?.expect(201).json;
    let kept = desk.get(&format!("/components/{}", published["digest"].as_str().context("no digest")?))?.expect(200);
    // What the program came with has the same bytes; the newest publication is told.
    assert_eq!(kept.json["publications"][0]["source"], "acme:csv@1.0.0");
    desk.post("/components", json!({"slot": "exporter:csv", "reference": "acme:csv@9.0.0"}))?
        .expect_problem(422, "validation_failed");
    Ok(())
}
