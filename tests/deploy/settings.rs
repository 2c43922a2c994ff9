//! The settings in deployment files, as environment variables and in comments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use plumbline_tests::{program, run, workspace};

/// Texts that look like settings.
const NOT_SETTINGS: [&str; 1] = ["admin.token"];

/// Prints the program's settings, with these variables and no others.
fn print(variables: &BTreeMap<String, String>) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let mut command = Command::new(program()?);
    command.arg("config").env_clear().envs(variables).current_dir(folder.path());
    Ok(String::from_utf8(run(&mut command)?)?)
}

/// Checks that the program accepts the variables, and that each that begins with `PLUMBLINE_` is a setting.
pub(crate) fn check(variables: &BTreeMap<String, String>) -> Result<()> {
    let printed = print(variables)?;
    for name in variables.keys().filter(|name| name.starts_with("PLUMBLINE_")) {
        ensure!(printed.contains(&format!("# environment {name}")), "{name} is not a setting");
    }
    Ok(())
}

/// Returns the paths of all settings, and the names of their tables.
fn known() -> Result<(BTreeSet<String>, BTreeSet<String>)> {
    let printed = print(&BTreeMap::new())?;
    let (mut table, mut paths, mut tables) = (String::new(), BTreeSet::new(), BTreeSet::new());
    for line in printed.lines().map(|line| line.trim_start_matches("# ")) {
        if let Some(header) = line.strip_prefix('[') {
            header.trim_start_matches('[').split(']').next().unwrap_or_default().clone_into(&mut table);
            tables.insert(table.split('.').next().unwrap_or_default().to_owned());
            paths.insert(table.clone());
        } else if let Some((name, _)) = line.split_once(" = ").or_else(|| line.split_once(" is not set")) {
            paths.insert(if table.is_empty() { name.to_owned() } else { format!("{table}.{name}") });
        }
    }
    Ok((paths, tables))
}

/// Collects the files of a folder and its folders.
fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

#[test]
fn settings_named_in_the_files_exist() -> Result<()> {
    let (paths, tables) = known()?;
    ensure!(paths.contains("http.shutdown_grace_seconds"), "{paths:?}");
    let mut all = Vec::new();
    files(&workspace().join("deploy"), &mut all)?;
    let mut checked = BTreeSet::new();
    for file in all {
        // Keys of installations are in `deploy/secrets`, and need not be text.
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_.-/".contains(letter);
        for word in text.split(|letter: char| !is_part(letter)).map(|word| word.trim_end_matches('.')) {
            let table = word.split_once('.').map(|(table, _)| table);
            if table.is_some_and(|table| tables.contains(table)) && !NOT_SETTINGS.contains(&word) {
                assert!(paths.contains(word), "{}: {word} is not a setting", file.display());
                checked.insert(word.to_owned());
            }
        }
    }
    assert!(checked.len() > 2, "{checked:?}");
    Ok(())
}
