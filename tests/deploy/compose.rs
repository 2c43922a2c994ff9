//! The compose file.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::program;
use serde_json::Value;
use url::Url;

use crate::{assert_plain_image, container, file, read_with, settings};

/// Services that run the program.
const OF_THE_PROGRAM: [&str; 3] = ["host-a", "host-b", "migrate"];

fn compose() -> Result<Option<Value>> {
    read_with("read_compose.py", &[file("compose.yaml").as_os_str()])
}

/// Returns the environment of a service.
fn environment(service: &Value) -> Result<BTreeMap<String, String>> {
    let variables = service["environment"].as_object().context("no environment")?;
    let text = |value: &Value| value.as_str().map(str::to_owned).context("a value that is not text");
    variables.iter().map(|(name, value)| Ok((name.clone(), text(value)?))).collect()
}

#[test]
fn the_file_is_valid_and_names_no_registry() -> Result<()> {
    let Some(compose) = compose()? else { return Ok(()) };
    let services = compose["services"].as_object().context("no services")?;
    ensure!(services.len() > 5, "{services:?}");
    for service in services.values() {
        assert_plain_image(service["image"].as_str().context("no image")?);
    }
    Ok(())
}

#[test]
fn two_hosts_differ_only_in_their_data() -> Result<()> {
    let Some(mut compose) = compose()? else { return Ok(()) };
    let hosts = ["host-a", "host-b"].map(|name| {
        let host = compose["services"][name].as_object_mut()?;
        let volumes = host.remove("volumes")?;
        Some((volumes, host.clone()))
    });
    let [Some((first, a)), Some((second, b))] = hosts else { anyhow::bail!("a host has no volumes") };
    assert_eq!(a, b);
    assert_ne!(first, second);
    let targets: Vec<_> = a["secrets"].as_array().into_iter().flatten().map(|one| one["target"].clone()).collect();
    assert_eq!(targets, ["/data/signing.key", "/data/admin.token"]);
    // The image has no other program that could ask.
    let check = serde_json::json!(["CMD", container::entry_point()?, "status", "--ready"]);
    assert_eq!(a["healthcheck"]["test"], check);
    Ok(())
}

#[test]
fn the_program_runs_without_privileges_and_with_settings_that_exist() -> Result<()> {
    let Some(compose) = compose()? else { return Ok(()) };
    let image = container::environment()?;
    for name in OF_THE_PROGRAM {
        let service = &compose["services"][name];
        assert_eq!(service["read_only"], true, "{name}");
        assert_eq!(service["user"], container::argument("USER")?, "{name}");
        assert_eq!(service["cap_drop"], serde_json::json!(["ALL"]), "{name}");
        assert_eq!(service["security_opt"], serde_json::json!(["no-new-privileges:true"]), "{name}");
        let mut variables = image.clone();
        variables.extend(environment(service)?);
        settings::check(&variables).context(name)?;
    }
    Ok(())
}

#[test]
fn hosts_accept_the_store_and_look_for_the_bucket_under_its_name() -> Result<()> {
    let Some(compose) = compose()? else { return Ok(()) };
    let mut variables = environment(&compose["services"]["host-a"])?;
    variables.retain(|name, _| name.starts_with("AWS_") || name.starts_with("PLUMBLINE_BLOBS__"));
    let mut address: Url = variables["AWS_ENDPOINT_URL"].parse()?;
    let (name, port) = (address.host_str().context("no name")?.to_owned(), address.port().context("no port")?);
    let store = &compose["services"]["store"];
    assert_eq!(store["networks"]["default"]["aliases"], serde_json::json!([name]));
    assert_eq!(store["ports"], serde_json::json!([format!("127.0.0.1:{port}:{port}")]));

    // Nothing listens at this port, so the host ends with the address at which it looked for the bucket.
    address.set_port(Some(1)).ok().context("no port")?;
    variables.insert("AWS_ENDPOINT_URL".into(), address.to_string());
    let folder = tempfile::tempdir()?;
    let mut host = Command::new(program()?);
    host.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(folder.path()).env_clear().envs(&variables);
    let output = host.output()?;
    let printed = String::from_utf8_lossy(&output.stderr);
    ensure!(!output.status.success(), "a store listens at port 1");
    assert!(printed.contains(&format!("PUT http://{name}:1/plumbline/staging/")), "{printed}");
    Ok(())
}

#[test]
fn mounted_files_exist() -> Result<()> {
    let Some(compose) = compose()? else { return Ok(()) };
    let services = compose["services"].as_object().context("no services")?;
    let volumes = services.values().flat_map(|service| service["volumes"].as_array().into_iter().flatten());
    let mut checked = 0;
    for volume in volumes {
        let source = volume.as_str().and_then(|text| text.split(':').next()).or_else(|| volume["source"].as_str());
        if let Some(path) = source.and_then(|source| source.strip_prefix("./")) {
            assert!(file(path).is_file(), "{path}");
            checked += 1;
        }
    }
    assert_eq!(checked, 4);
    Ok(())
}
