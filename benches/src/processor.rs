//! Processor time of a process, user and system together.

use anyhow::{Context as _, Result};

/// Ticks per second of the times in `/proc`: 100 for every Linux program, regardless of the kernel's own clock.
const TICKS: f64 = 100.0;

/// Returns the processor time that a process has used in seconds, from `/proc/PID/stat`. The resolution is 10 ms.
///
/// # Errors
/// Returns an error if the process does not exist.
pub(crate) fn seconds(pid: u32) -> Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The second field is the program's name in parentheses. It may contain spaces, so fields are counted after it.
    let (_, fields) = stat.rsplit_once(") ").context("no program name")?;
    let mut times = fields.split(' ').skip(11).map(str::parse::<u64>);
    let mut next = || anyhow::Ok(times.next().context("no time")??);
    let (user, system) = (next()?, next()?);
    Ok((user + system) as f64 / TICKS)
}
