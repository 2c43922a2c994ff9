//! Components from an OCI registry and from a folder of packages, by reference.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use plumbline_tests::{ReservedPort, agent, components, report_missing, send};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::operators::Operator;

/// The registry of Debian's package `docker-registry`. Dropping it kills the process.
struct Registry {
    child: Child,
    address: String,
    /// The `Authorization` header of the only user, if the registry requires a login.
    authorization: Option<String>,
    _port: ReservedPort,
    _folder: tempfile::TempDir,
}

/// The user of a registry that requires a login, and the line of the password for `htpasswd` (bcrypt).
const USER: (&str, &str) = ("estimating", "let-me-in");
const USER_LINE: &str = "estimating:$2b$05$abcdefghijklmnopqrstuu3Jd./u/rH1RxB6auX5v7gLP6uWhKCgG\n";

impl Registry {
    /// Starts a registry without a login. Returns `None` and reports the test as skipped if none is installed.
    fn start() -> Result<Option<Self>> {
        Self::start_with(tempfile::tempdir()?, "", None)
    }

    /// Starts a registry with a login for its only user.
    fn start_with_login() -> Result<Option<Self>> {
        let folder = tempfile::tempdir()?;
        let users = folder.path().join("htpasswd");
        std::fs::write(&users, USER_LINE)?;
        let settings = format!("auth: {{htpasswd: {{realm: plans, path: '{}'}}}}\n", users.display());
        let authorization = format!("Basic {}", BASE64_STANDARD.encode(format!("{}:{}", USER.0, USER.1)));
        Self::start_with(folder, &settings, Some(authorization))
    }

    fn start_with(folder: tempfile::TempDir, more: &str, authorization: Option<String>) -> Result<Option<Self>> {
        let port = ReservedPort::reserve()?;
        let address = port.address().to_string();
        let settings = folder.path().join("registry.yml");
        let root = folder.path().join("images");
        std::fs::write(
            &settings,
            format!(
                "version: 0.1\nlog: {{level: error}}\nstorage: {{filesystem: {{rootdirectory: '{}'}}}}\nhttp: {{addr: '{address}'}}\n{more}",
                root.display()
            ),
        )?;
        let mut command = Command::new("docker-registry");
        command.arg("serve").arg(&settings).stdout(Stdio::null()).stderr(Stdio::null());
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                report_missing(
                    "docker-registry",
                    "`cargo xtask setup` installs it on Debian, as does `apt-get install docker-registry`",
                )?;
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let registry = Self { child, address, authorization, _port: port, _folder: folder };
        let begun = Instant::now();
        while send(&agent(), "GET", &format!("http://{}/v2/", registry.address), &[], &[]).is_err() {
            anyhow::ensure!(begun.elapsed() < Duration::from_secs(30), "the registry does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(Some(registry))
    }

    fn send(&self, method: &str, url: &str, bytes: &[u8], media_type: &str) -> Result<plumbline_tests::Response> {
        let mut headers = vec![("content-type", media_type)];
        headers.extend(self.authorization.as_deref().map(|value| ("authorization", value)));
        send(&agent(), method, url, bytes, &headers)
    }

    fn put(&self, path: &str, bytes: &[u8], media_type: &str) -> Result<()> {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("http://{}{path}", self.address) };
        self.send("PUT", &url, bytes, media_type)?.expect(201);
        Ok(())
    }

    fn push_blob(&self, repository: &str, bytes: &[u8]) -> Result<String> {
        let digest = format!("sha256:{}", hex(&Sha256::digest(bytes)));
        let begin = format!("http://{}/v2/{repository}/blobs/uploads/", self.address);
        let slot = self.send("POST", &begin, &[], "application/octet-stream")?.expect(202);
        let place = slot.header("location").to_owned();
        let separator = if place.contains('?') { '&' } else { '?' };
        self.put(&format!("{place}{separator}digest={digest}"), bytes, "application/octet-stream")?;
        Ok(digest)
    }

    /// Pushes an image of one layer in the layout of Wasm in OCI registries.
    fn push(&self, repository: &str, tag: &str, layer_type: &str, bytes: &[u8]) -> Result<()> {
        let config = json!({"architecture": "wasm", "os": "wasip2"}).to_string();
        let manifest = json!({
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": {"mediaType": "application/vnd.wasm.config.v0+json",
                       "digest": self.push_blob(repository, config.as_bytes())?, "size": config.len()},
            "layers": [{"mediaType": layer_type, "digest": self.push_blob(repository, bytes)?, "size": bytes.len()}],
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
fn a_component_is_published_from_a_registry() -> Result<()> {
    let Some(registry) = Registry::start()? else { return Ok(()) };
    let csv = std::fs::read(components()?.join("exporter-csv.wasm"))?;
    registry.push("acme/csv", "1.0.0", "application/wasm", &csv)?;
    registry.push("acme/text", "1.0.0", "text/plain", b"hello")?;
    let list = format!("[\"{}\"]", registry.address);
    let operator = Operator::start(&[("PLUMBLINE_PUBLISHING__INSECURE_REGISTRIES", &list)])?;
    let reference = |name: &str| format!("oci://{}/{name}", registry.address);
    let body = |name: &str| json!({"slot": "exporter:csv", "reference": reference(name)});
    let published = operator.post("/components", body("acme/csv:1.0.0"))?.expect(201).json;
    let digest = published["digest"].as_str().context("no digest")?;
    assert_eq!(digest, hex(&Sha256::digest(&csv)));
    let kept = operator.get(&format!("/components/{digest}"))?.expect(200).json;
    let source = kept["publications"][0]["source"].as_str().context("no source")?;
    assert!(source.starts_with(&reference("acme/csv@sha256:")), "{source}");
    for wrong in ["acme/csv:2.0.0", "acme/nothing:1.0.0", "acme/text:1.0.0"] {
        let answer = operator.post("/components", body(wrong))?.expect_problem(422, "validation_failed");
        assert!(answer.text("detail").starts_with("reference:"), "{}", answer.text("detail"));
    }
    // The same through the command line.
    let name = reference("acme/csv:1.0.0");
    let again = operator.server.admin(&["component", "publish", &name, "--slot", "exporter:csv"])?;
    assert_eq!((again["digest"].as_str(), again["source"].as_str()), (Some(digest), Some(source)));
    Ok(())
}

#[test]
fn a_registry_that_needs_a_login_gets_it_from_the_settings_or_from_docker() -> Result<()> {
    let Some(registry) = Registry::start_with_login()? else { return Ok(()) };
    let csv = std::fs::read(components()?.join("exporter-csv.wasm"))?;
    registry.push("acme/csv", "1.0.0", "application/wasm", &csv)?;
    let (address, list) = (&registry.address, format!("[\"{}\"]", registry.address));
    let body = json!({"slot": "exporter:csv", "reference": format!("oci://{address}/acme/csv:1.0.0")});
    let login =
        |password: &str| format!("[{{registry=\"{address}\",username=\"{}\",password=\"{password}\"}}]", USER.0);
    // An empty Docker configuration, so that the logins of the user who runs the tests are not used.
    let docker = tempfile::tempdir()?;
    let folder = docker.path().to_str().context("path")?;
    let open = |logins: &str| {
        let insecure = ("PLUMBLINE_PUBLISHING__INSECURE_REGISTRIES", list.as_str());
        Operator::start(&[insecure, ("PLUMBLINE_PUBLISHING__LOGINS", logins), ("DOCKER_CONFIG", folder)])
    };
    let operator = open("[]")?;
    let refused = operator.post("/components", body.clone())?.expect_problem(422, "validation_failed");
    assert!(refused.text("detail").contains(&format!("docker login {address}")), "{}", refused.text("detail"));
    let auth = BASE64_STANDARD.encode(format!("{}:{}", USER.0, USER.1));
    std::fs::write(docker.path().join("config.json"), json!({"auths": {address: {"auth": auth}}}).to_string())?;
    operator.post("/components", body.clone())?.expect(201);
    // The settings take precedence over Docker's configuration.
    let operator = open(&login("wrong"))?;
    let refused = operator.post("/components", body.clone())?.expect_problem(422, "validation_failed");
    assert!(refused.text("detail").contains("does not accept the login"), "{}", refused.text("detail"));
    std::fs::remove_file(docker.path().join("config.json"))?;
    let operator = open(&login(USER.1))?;
    operator.post("/components", body)?.expect(201);
    let shown = operator.server.admin(&["config"])?.to_string();
    assert!(shown.contains(USER.0) && !shown.contains(USER.1), "{shown}");
    Ok(())
}

/// Starts a registry whose responses to paths with `endless` never end. Its only layer has ten bytes according to its manifest.
/// Counts the bytes it could send.
fn endless_registry(endless: &'static str) -> Result<(String, Arc<AtomicU64>)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let (address, sent) = (listener.local_addr()?.to_string(), Arc::new(AtomicU64::new(0)));
    let counter = Arc::clone(&sent);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let counter = Arc::clone(&counter);
            // The thread ends when the other side closes the connection.
            std::thread::spawn(move || answer_endlessly(stream, endless, &counter));
        }
    });
    Ok((address, sent))
}

fn answer_endlessly(mut stream: TcpStream, endless: &str, sent: &AtomicU64) -> std::io::Result<()> {
    let mut head = String::new();
    let mut lines = BufReader::new(stream.try_clone()?);
    while lines.read_line(&mut head)? > 2 {}
    let digest = format!("sha256:{}", hex(&Sha256::digest(b"0123456789")));
    if !head.contains(endless) {
        let layer = json!({"mediaType": "application/wasm", "digest": digest, "size": 10});
        let config = json!({"mediaType": "application/vnd.wasm.config.v0+json", "digest": digest, "size": 10});
        let media_type = "application/vnd.oci.image.manifest.v1+json";
        let manifest =
            json!({"schemaVersion": 2, "mediaType": media_type, "config": config, "layers": [layer]}).to_string();
        let length = manifest.len();
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {media_type}\r\ncontent-length: {length}\r\n");
        return stream.write_all(format!("{head}connection: close\r\n\r\n{manifest}").as_bytes());
    }
    stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")?;
    let piece = [0; 64 * 1024];
    loop {
        stream.write_all(&piece)?;
        sent.fetch_add(piece.len() as u64, Ordering::Relaxed);
    }
}

#[test]
fn a_layer_is_cut_at_the_limit_while_it_streams() -> Result<()> {
    const LIMIT: u64 = 1 << 20;
    let (address, sent) = endless_registry("/blobs/")?;
    let list = format!("[\"{address}\"]");
    let limit = LIMIT.to_string();
    let operator = Operator::start(&[
        ("PLUMBLINE_PUBLISHING__INSECURE_REGISTRIES", &list),
        ("PLUMBLINE_PUBLISHING__MAX_BYTES", &limit),
    ])?;
    let body = json!({"slot": "exporter:csv", "reference": format!("oci://{address}/acme/csv:1.0.0")});
    let refused = operator.post("/components", body)?.expect_problem(422, "validation_failed");
    let detail = refused.text("detail");
    assert!(detail.contains(&limit) && detail.contains("publishing.max_bytes"), "{detail}");
    // Beyond the limit, only data in the buffers of both sides was sent.
    let sent = sent.load(Ordering::Relaxed);
    assert!((LIMIT / 2..LIMIT + (32 << 20)).contains(&sent), "{sent}");
    Ok(())
}

#[test]
fn a_manifest_is_cut_at_the_limit_while_it_streams() -> Result<()> {
    const LIMIT: u64 = 4 << 20;
    let (address, sent) = endless_registry("/manifests/")?;
    let list = format!("[\"{address}\"]");
    let operator = Operator::start(&[("PLUMBLINE_PUBLISHING__INSECURE_REGISTRIES", &list)])?;
    let body = json!({"slot": "exporter:csv", "reference": format!("oci://{address}/acme/csv:1.0.0")});
    let refused = operator.post("/components", body)?.expect_problem(422, "validation_failed");
    let detail = refused.text("detail");
    assert!(detail.contains(&format!("manifest exceeds the limit of {LIMIT} bytes")), "{detail}");
    // Beyond the limit, only data in the buffers of both sides was sent.
    let sent = sent.load(Ordering::Relaxed);
    assert!((LIMIT / 2..LIMIT + (32 << 20)).contains(&sent), "{sent}");
    Ok(())
}

#[test]
fn a_component_is_published_from_a_folder_of_packages() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let package = folder.path().join("acme/csv");
    std::fs::create_dir_all(&package)?;
    std::fs::copy(components()?.join("exporter-csv.wasm"), package.join("1.0.0.wasm"))?;
    let path = folder.path().to_str().context("path")?;
    let operator = Operator::start(&[("PLUMBLINE_PUBLISHING__PACKAGES", path)])?;
    let published =
        operator.post("/components", json!({"slot": "exporter:csv", "reference": "acme:csv"}))?.expect(201).json;
    let kept =
        operator.get(&format!("/components/{}", published["digest"].as_str().context("no digest")?))?.expect(200);
    // A component that came with the program has the same bytes. The newest publication is reported.
    assert_eq!(kept.json["publications"][0]["source"], "acme:csv@1.0.0");
    operator
        .post("/components", json!({"slot": "exporter:csv", "reference": "acme:csv@9.0.0"}))?
        .expect_problem(422, "validation_failed");
    Ok(())
}
