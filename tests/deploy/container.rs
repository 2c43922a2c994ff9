//! The container file.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Python, run};

use crate::{assert_plain_image, file, read, settings};

/// Returns the instructions with their arguments. Continued lines are joined, comments are left out.
fn instructions(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let joined = lines.join("\n").replace("\\\n", " ");
    let parts = joined.lines().filter_map(|line| line.trim().split_once(' '));
    parts.map(|(name, rest)| (name.to_owned(), rest.trim().to_owned())).collect()
}

/// Returns the instructions of the last stage.
fn last_stage() -> Result<Vec<(String, String)>> {
    let all = instructions(&read("Containerfile")?);
    let from = all.iter().rposition(|(name, _)| name == "FROM").context("no FROM")?;
    Ok(all[from..].to_vec())
}

/// Returns the argument of an instruction that the last stage has once.
pub(crate) fn argument(name: &str) -> Result<String> {
    let found: Vec<_> = last_stage()?.into_iter().filter(|(one, _)| one == name).collect();
    ensure!(found.len() == 1, "{} times {name}", found.len());
    Ok(found[0].1.clone())
}

/// Returns the environment that the image sets.
pub(crate) fn environment() -> Result<BTreeMap<String, String>> {
    let variables = argument("ENV")?;
    let pairs = variables.split_whitespace().map(|one| one.split_once('=').context("ENV without a value"));
    pairs.map(|pair| pair.map(|(name, value)| (name.to_owned(), value.to_owned()))).collect()
}

#[test]
fn the_linter_of_container_files_finds_nothing() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    run(python.program("hadolint").args(["--failure-threshold", "style"]).arg(file("Containerfile"))).map(drop)
}

#[test]
fn the_image_runs_as_a_numbered_user_and_needs_no_writable_root() -> Result<()> {
    let user = argument("USER")?;
    let numbers: Vec<u32> = user.split(':').map(str::parse).collect::<Result<_, _>>()?;
    assert!(numbers.len() == 2 && !numbers.contains(&0), "{user}");
    assert_eq!(argument("VOLUME")?, environment()?["PLUMBLINE_DATA_DIR"]);
    let bases = instructions(&read("Containerfile")?).into_iter().filter(|(name, _)| name == "ARG");
    let bases: Vec<_> = bases.filter_map(|(_, one)| Some(one.split_once("BASE=")?.1.to_owned())).collect();
    assert_eq!(bases.len(), 1, "{bases:?}");
    assert_plain_image(&bases[0]);
    Ok(())
}

#[test]
fn the_image_has_no_distribution() -> Result<()> {
    assert_eq!(argument("FROM")?, "scratch");
    let commands: Vec<_> = last_stage()?.into_iter().filter(|(name, _)| name == "RUN").collect();
    assert!(commands.is_empty(), "there is nothing to run them: {commands:?}");
    Ok(())
}

/// Returns the program that the image runs.
pub(crate) fn entry_point() -> Result<String> {
    let words: Vec<String> = serde_json::from_str(&argument("ENTRYPOINT")?)?;
    words.into_iter().next().context("no program")
}

#[test]
fn the_images_settings_exist_and_its_port_is_exposed() -> Result<()> {
    let variables = environment()?;
    settings::check(&variables)?;
    let port = variables["PLUMBLINE_HTTP__LISTEN"].rsplit(':').next().map(str::to_owned);
    assert_eq!(Some(argument("EXPOSE")?), port);
    Ok(())
}
