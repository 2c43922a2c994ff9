//! Alerts, and the metric that scales hosts.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{run, workspace};

use crate::{file, has_optional, read_with};

/// Labels that Prometheus adds.
const ADDED_LABELS: [&str; 4] = ["job", "instance", "namespace", "pod"];

#[test]
fn prometheus_accepts_the_alerts_and_they_fire() -> Result<()> {
    if !has_optional("promtool") {
        return Ok(());
    }
    run(Command::new("promtool").args(["check", "rules"]).arg(file("prometheus/alerts.yaml")))?;
    run(Command::new("promtool").args(["test", "rules"]).arg(file("prometheus/alerts_test.yaml"))).map(drop)
}

/// A selector of a query: the metric, and its labels with their values or patterns.
type Selector = (String, BTreeMap<String, String>);

/// `platform::metrics` compares the document with what the program exports.
#[test]
fn alerts_are_on_metrics_labels_and_values_that_exist() -> Result<()> {
    let (alerts, adapter) = (file("prometheus/alerts.yaml"), file("prometheus/adapter.yaml"));
    let Some(selectors) = read_with("read_alerts.py", &[alerts.as_os_str(), adapter.as_os_str()])? else {
        return Ok(());
    };
    let selectors: Vec<Selector> = serde_json::from_value(selectors)?;
    ensure!(selectors.len() > 20, "{selectors:?}");
    let document = std::fs::read_to_string(workspace().join("docs/operating-metrics.md"))?;
    let rows = document.lines().filter_map(|line| {
        let (metric, rest) = line.strip_prefix("| `")?.split_once('`')?;
        Some((metric, rest.split('|').nth(1)?))
    });
    let labels: BTreeMap<&str, &str> = rows.collect();
    for (metric, matched) in selectors.iter().filter(|(metric, _)| metric != "up") {
        let family = metric.trim_end_matches("_bucket");
        let documented = labels.get(family).with_context(|| format!("{metric} is not in the document"))?;
        for (label, pattern) in matched.iter().filter(|(label, _)| !ADDED_LABELS.contains(&label.as_str())) {
            ensure!(documented.contains(&format!("`{label}`")), "{metric} has no label {label}");
            // The document describes the classes of statuses by an example.
            for value in pattern.split('|').filter(|_| label != "status") {
                ensure!(document.contains(&format!("`{value}`")), "{metric}: {label} is never {value}");
            }
        }
    }
    Ok(())
}
