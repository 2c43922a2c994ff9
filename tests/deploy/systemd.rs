//! The systemd unit.

use std::process::Command;

use anyhow::{Context as _, Result};
use plumbline_tests::{program, run};

use crate::{has_optional, read};

const UNIT: &str = "systemd/plumbline.service";
/// Maximum exposure that `systemd-analyze security` may find, in tenths. A unit without protections has 96.
const MAX_EXPOSURE: &str = "20";

/// Writes the unit to a folder, with the program under test in place of the installed one.
fn unit(folder: &tempfile::TempDir) -> Result<std::path::PathBuf> {
    let program = program()?;
    let text = read(UNIT)?.replace("/opt/plumbline/plumbline", program.to_str().context("the program's path")?);
    let path = folder.path().join("plumbline.service");
    std::fs::write(&path, text)?;
    Ok(path)
}

#[test]
fn systemd_accepts_the_unit_and_finds_it_protected() -> Result<()> {
    if !has_optional("systemd-analyze") {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let unit = unit(&folder)?;
    let verified = Command::new("systemd-analyze").arg("verify").arg(&unit).output()?;
    let said = String::from_utf8_lossy(&verified.stderr);
    assert!(verified.status.success() && said.is_empty(), "{said}");
    let mut security = Command::new("systemd-analyze");
    security.args(["security", "--offline=true", "--threshold", MAX_EXPOSURE, "--no-pager"]).arg(&unit);
    run(&mut security).map(drop)
}

#[test]
fn the_unit_waits_for_calls_and_jobs() -> Result<()> {
    let text = read(UNIT)?;
    let seconds = text.lines().find_map(|line| line.strip_prefix("TimeoutStopSec=")).context("no TimeoutStopSec")?;
    let printed = String::from_utf8(run(Command::new(program()?).arg("config").env_clear())?)?;
    let grace = printed.lines().find_map(|line| line.strip_prefix("shutdown_grace_seconds = "));
    let grace: u32 = grace.and_then(|rest| rest.split(' ').next()).context("no grace")?.parse()?;
    assert!(seconds.parse::<u32>()? >= 2 * grace + 5, "{seconds} s, and {grace} s of grace");
    Ok(())
}
