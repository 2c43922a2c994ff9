//! The chart, rendered by Helm's own library and checked by the schemas of Kubernetes (`tests/python/render_chart.py`).

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Server, agent, program, run, send};
use serde_json::{Value, json};

use crate::{assert_plain_image, container, file, read, read_with, settings};

/// The manifests of a chart with these values.
struct Manifests(Vec<Value>);

impl Manifests {
    /// Renders the chart. Returns `None` and reports the test as skipped without Python.
    fn render(more: Value) -> Result<Option<Self>> {
        let mut values = json!({"publicUrl": "https://takeoff.example.com", "store": {"url": "s3://plumbline"}});
        let all = values.as_object_mut().context("values are an object")?;
        all.extend(more.as_object().context("values are an object")?.clone());
        let chart = file("helm/plumbline");
        let values = values.to_string();
        let rendered = read_with("render_chart.py", &[chart.as_os_str(), OsStr::new(&values)])?;
        let Some(rendered) = rendered else { return Ok(None) };
        Ok(Some(Self(serde_json::from_value(rendered)?)))
    }

    fn get(&self, kind: &str) -> Result<&Value> {
        let mut found = self.0.iter().filter(|manifest| manifest["kind"] == kind);
        let first = found.next().with_context(|| format!("no {kind}"))?;
        ensure!(found.next().is_none(), "several {kind}");
        Ok(first)
    }

    /// Returns the pods' templates: of the hosts, and of the migration.
    fn pods(&self) -> Result<[&Value; 2]> {
        Ok([&self.get("Deployment")?["spec"]["template"]["spec"], &self.get("Job")?["spec"]["template"]["spec"]])
    }
}

/// Returns the value that a secret's key has in these tests.
fn secret(name: &str, key: &str) -> Result<&'static str> {
    Ok(match (name, key) {
        ("plumbline-database", "host-url") => "postgres://plumbline_host:secret@db:5432/plumbline",
        ("plumbline-database", "components-url") => "postgres://plumbline_components:secret@db:5432/plumbline",
        ("plumbline-database", "owner-url") => "postgres://plumbline_owner:secret@db:5432/plumbline",
        ("plumbline-store", "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY") => "secret",
        _ => anyhow::bail!("docs/operating-many-hosts.md does not say that {name} has {key}"),
    })
}

/// Returns the environment of a container, on top of the image's.
fn environment(container: &Value) -> Result<BTreeMap<String, String>> {
    let mut variables = container::environment()?;
    for variable in container["env"].as_array().context("no environment")? {
        let name = variable["name"].as_str().context("no name")?;
        let value = match variable["value"].as_str() {
            Some(value) => value,
            None => {
                let reference = &variable["valueFrom"]["secretKeyRef"];
                let text = |key: &str| reference[key].as_str().with_context(|| format!("{name} has no value"));
                secret(text("name")?, text("key")?)?
            }
        };
        variables.insert(name.to_owned(), value.to_owned());
    }
    Ok(variables)
}

#[test]
fn the_chart_is_valid_with_all_kinds_of_values() -> Result<()> {
    let everything = json!({
        "ingress": {"enabled": true, "className": "nginx", "host": "takeoff.example.com", "tlsSecret": "tls"},
        "metrics": {"podMonitor": true},
        "networkPolicy": {"clients": [{"matchLabels": {"name": "ingress"}}], "egressPorts": [4318, 443]},
        "settings": {"PLUMBLINE_LOG": "info,access=off"},
        "imagePullSecrets": [{"name": "registry"}],
        "nodeSelector": {"kubernetes.io/arch": "amd64"},
        "tolerations": [{"key": "takeoff", "operator": "Exists"}],
        "podAnnotations": {"example.com/team": "platform"},
        "supportEmail": "support@example.com",
    });
    let fixed = json!({"autoscaling": {"enabled": false}, "networkPolicy": {"enabled": false}});
    for (values, kinds) in [(json!({}), 7), (everything, 9), (fixed, 5)] {
        let Some(manifests) = Manifests::render(values.clone())? else { return Ok(()) };
        assert_eq!(manifests.0.len(), kinds, "{values}");
        assert!(manifests.get("Secret").is_err(), "secrets are only referred to");
    }
    Ok(())
}

#[test]
fn values_that_are_missing_or_misspelled_are_refused() -> Result<()> {
    for (values, named) in [
        (json!({"publicUrl": ""}), "publicUrl"),
        (json!({"publicUrl": "https://takeoff.example.com/"}), "publicUrl"),
        (json!({"store": {"url": ""}}), "store"),
        (json!({"replicas": 3}), "replicas"),
    ] {
        match Manifests::render(values) {
            Ok(None) => return Ok(()),
            Ok(Some(_)) => anyhow::bail!("{named} was accepted"),
            Err(error) => assert!(format!("{error:#}").contains(named), "{error:#}"),
        }
    }
    Ok(())
}

#[test]
fn pods_follow_the_restricted_security_standard() -> Result<()> {
    let Some(manifests) = Manifests::render(json!({}))? else { return Ok(()) };
    let user = container::argument("USER")?;
    for pod in manifests.pods()? {
        let security = &pod["securityContext"];
        assert_eq!(security["runAsNonRoot"], true);
        assert_eq!(format!("{}:{}", security["runAsUser"], security["runAsGroup"]), user);
        assert_eq!(security["seccompProfile"]["type"], "RuntimeDefault");
        assert_eq!(pod["automountServiceAccountToken"], false);
        // A service called `plumbline` would set variables that the program takes for settings.
        assert_eq!(pod["enableServiceLinks"], false);
        let own = &pod["containers"][0];
        assert_eq!(own["securityContext"]["readOnlyRootFilesystem"], true);
        assert_eq!(own["securityContext"]["allowPrivilegeEscalation"], false);
        assert_eq!(own["securityContext"]["capabilities"], json!({"drop": ["ALL"]}));
        assert_plain_image(own["image"].as_str().context("no image")?);
        let names = |list: &Value| -> BTreeSet<String> {
            list.as_array().into_iter().flatten().map(|one| one["name"].to_string()).collect()
        };
        assert_eq!(names(&own["volumeMounts"]), names(&pod["volumes"]));
        let mounts = own["volumeMounts"].as_array().context("no mounts")?;
        for writable in ["/data", "/tmp"] {
            assert!(mounts.iter().any(|mount| mount["mountPath"] == writable), "{writable} cannot be written to");
        }
    }
    Ok(())
}

#[test]
fn every_setting_exists() -> Result<()> {
    let store = json!({"url": "s3://plumbline", "endpoint": "https://store.example.com"});
    // A comment of values.yaml names this one.
    let named = json!({"PLUMBLINE_BLOBS__ALLOW_UNENCRYPTED": "true"});
    let more = json!({"store": store, "supportEmail": "support@example.com", "settings": named});
    let Some(manifests) = Manifests::render(more)? else { return Ok(()) };
    for pod in manifests.pods()? {
        settings::check(&environment(&pod["containers"][0])?)?;
    }
    Ok(())
}

#[test]
fn the_migration_is_a_command_of_the_program() -> Result<()> {
    let Some(manifests) = Manifests::render(json!({}))? else { return Ok(()) };
    let arguments = &manifests.pods()?[1]["containers"][0]["args"];
    let arguments: Vec<String> = serde_json::from_value(arguments.clone())?;
    run(Command::new(program()?).args(arguments).arg("--help"))?;
    let job = manifests.get("Job")?;
    assert_eq!(job["metadata"]["annotations"]["helm.sh/hook"], "pre-install,pre-upgrade");
    Ok(())
}

#[test]
fn probes_and_ports_are_those_of_the_program() -> Result<()> {
    let Some(manifests) = Manifests::render(json!({}))? else { return Ok(()) };
    let host = &manifests.pods()?[0]["containers"][0];
    let server = Server::start()?;
    for (probe, path) in [("startupProbe", "/healthz"), ("livenessProbe", "/healthz"), ("readinessProbe", "/readyz")] {
        let request = &host[probe]["httpGet"];
        assert_eq!((&request["path"], &request["port"]), (&json!(path), &json!("http")), "{probe}");
        send(&agent(), "GET", &format!("{}{path}", server.url), &[], &[])?.expect(200);
    }
    let variables = environment(host)?;
    for (port, variable) in [("http", "PLUMBLINE_HTTP__LISTEN"), ("admin", "PLUMBLINE_ADMIN__LISTEN")] {
        let declared = host["ports"].as_array().into_iter().flatten().find(|one| one["name"] == port);
        let number = declared.with_context(|| format!("no port {port}"))?["containerPort"].to_string();
        assert_eq!(variables[variable], format!("0.0.0.0:{number}"), "{port}");
    }
    assert_eq!(manifests.get("Service")?["spec"]["ports"][0]["targetPort"], "http");
    Ok(())
}

#[test]
fn a_stopped_host_has_time_for_calls_and_then_jobs() -> Result<()> {
    for (pause, grace) in [(5, 20), (10, 120)] {
        let drain = json!({"drain": {"preStopSeconds": pause, "graceSeconds": grace}});
        let Some(manifests) = Manifests::render(drain)? else { return Ok(()) };
        let pod = manifests.pods()?[0];
        let host = &pod["containers"][0];
        assert_eq!(environment(host)?["PLUMBLINE_HTTP__SHUTDOWN_GRACE_SECONDS"], grace.to_string());
        assert_eq!(host["lifecycle"]["preStop"], json!({"sleep": {"seconds": pause}}));
        let period = pod["terminationGracePeriodSeconds"].as_u64().context("no period")?;
        assert!(period >= pause + 2 * grace + 10, "{period}");
    }
    Ok(())
}

#[test]
fn hosts_are_scaled_by_the_queue_and_disrupted_one_at_a_time() -> Result<()> {
    let Some(manifests) = Manifests::render(json!({}))? else { return Ok(()) };
    let scaler = &manifests.get("HorizontalPodAutoscaler")?["spec"];
    let deployment = manifests.get("Deployment")?;
    assert_eq!(scaler["scaleTargetRef"]["name"], deployment["metadata"]["name"]);
    assert!(deployment["spec"].get("replicas").is_none(), "an upgrade would undo the scaling");
    let metric = scaler["metrics"][0]["external"]["metric"]["name"].as_str().context("no metric")?;
    assert!(read("prometheus/adapter.yaml")?.contains(&format!("name: {{as: {metric}}}")), "{metric}");
    let budget = &manifests.get("PodDisruptionBudget")?["spec"];
    assert_eq!(budget["maxUnavailable"], 1);
    let labels = &deployment["spec"]["template"]["metadata"]["labels"];
    for (kind, selector) in [
        ("PodDisruptionBudget", "/spec/selector/matchLabels"),
        ("Service", "/spec/selector"),
        ("NetworkPolicy", "/spec/podSelector/matchLabels"),
        ("Deployment", "/spec/selector/matchLabels"),
    ] {
        let selected = manifests.get(kind)?.pointer(selector).and_then(Value::as_object).context(kind)?;
        for (label, value) in selected {
            assert_eq!(&labels[label], value, "{kind} selects {label}");
        }
    }
    Ok(())
}
