//! `cargo xtask plugins`: the plugin templates as a partner uses them. Each is created by `plumbline plugin new`, tested
//! and built with the commands that it prints, and tried by `plumbline plugin test`. All exporters write the same format,
//! so their files are compared.

use crate::build;
use crate::outcome::SkippedParts;
use crate::setup::is_installed;
use crate::workspace::{self, Workspace};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde::Deserialize;
use std::path::PathBuf;
use std::process::Command;

/// A template, and the program that is required to build it.
struct Template {
    kind: &'static str,
    language: &'static str,
    tool: &'static str,
    /// Whether the template is also built without `--full`. An interpreter of some megabytes takes a minute to fetch and compile.
    quick: bool,
}

const TEMPLATES: [Template; 4] = [
    Template { kind: "exporter", language: "rust", tool: "cargo", quick: true },
    Template { kind: "extractor", language: "rust", tool: "cargo", quick: true },
    Template { kind: "exporter", language: "javascript", tool: "npm", quick: false },
    Template { kind: "exporter", language: "python", tool: "python3", quick: false },
];

/// Arguments of `plugins`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Include the templates that bundle an interpreter
    #[arg(long)]
    full: bool,
}

/// The output of `plumbline plugin new`.
#[derive(Deserialize)]
struct NewPlugin {
    next: Vec<String>,
}

/// Checks the templates with the existing build.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut skipped = SkippedParts::from_env();
    check(&Workspace::find()?, arguments.full, &mut skipped)?;
    skipped.print();
    Ok(())
}

/// Creates, tests, builds and tries the templates.
pub(crate) fn check(workspace: &Workspace, full: bool, skipped: &mut SkippedParts) -> Result<()> {
    let mut written: Option<(String, Vec<u8>)> = None;
    for template in &TEMPLATES {
        let Template { kind, language, tool, quick } = template;
        let name = format!("{kind}-{language}");
        if !full && !quick {
            println!("      {name}: skipped without --full");
            continue;
        }
        if !is_installed(tool, &["--version"]) {
            skipped.add_missing(&name, &format!("{tool} is not installed"))?;
            continue;
        }
        println!("      {name}");
        let out = check_template(workspace, template, &name)?;
        if *kind != "exporter" {
            continue;
        }
        let file = std::fs::read(&out).with_context(|| format!("cannot read {}", out.display()))?;
        match &written {
            Some((first, bytes)) if *bytes != file => {
                bail!("{name} writes another file than {first}: {}", out.display())
            }
            _ => written = Some((name, file)),
        }
    }
    Ok(())
}

/// Checks one template. Returns the file that its exporter writes, if it is an exporter.
fn check_template(workspace: &Workspace, template: &Template, name: &str) -> Result<PathBuf> {
    let folder = workspace.target.join("plugins");
    let project = folder.join(name);
    if project.exists() {
        std::fs::remove_dir_all(&project).with_context(|| format!("cannot remove {}", project.display()))?;
    }
    let mut new = build::host_command(workspace);
    new.args(["plugin", "new", "--json", "--kind", template.kind, "--language", template.language]).arg(&project);
    let plugin: NewPlugin =
        serde_json::from_str(&workspace::output(&mut new)?).context("`plugin new` answered something unknown")?;
    let Some((last, commands)) = plugin.next.split_last() else { bail!("`plugin new` named no command") };
    // Crates that the templates share stay built between runs.
    let cargo = folder.join("cargo");
    for command in commands {
        let mut words = command.split(' ');
        let program = words.next().unwrap_or_default();
        let mut command = if program == "cargo" { workspace::cargo() } else { Command::new(program) };
        workspace::run(command.args(words).current_dir(&project).env("CARGO_TARGET_DIR", &cargo))?;
    }
    let component = last.rsplit(' ').next().unwrap_or_default();
    let component = match component.strip_prefix("target/") {
        Some(built) => cargo.join(built),
        None => project.join(component),
    };
    let out = folder.join(format!("{name}.written"));
    let mut test = build::host_command(workspace);
    workspace::run(test.args(["plugin", "test"]).arg(&component).arg("--out").arg(&out))?;
    Ok(out)
}
