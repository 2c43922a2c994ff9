//! Resident memory of the server with every component loaded, before and after its first requests.

use anyhow::{Context as _, Result};
use plumbline_tests::Server;

pub(crate) fn run() -> Result<()> {
    let server = Server::start()?;
    let fresh = resident_mib(&server)?;
    let account = server.account("Bench")?;
    let project = account.project("North School")?;
    for _ in 0..100 {
        account.get(&format!("/projects/{project}"))?.expect(200);
    }
    println!(
        "memory: server at rest {fresh:.0} MiB, after its first hundred requests {:.0} MiB",
        resident_mib(&server)?
    );
    Ok(())
}

fn resident_mib(server: &Server) -> Result<f64> {
    status_mib(server, "VmRSS:")
}

/// Reads a figure of the server's `/proc/PID/status`, in MiB.
pub(crate) fn status_mib(server: &Server, field: &str) -> Result<f64> {
    process_mib(server.pid().context("the server is gone")?, field)
}

/// Returns the resident memory of a process and its descendants, in MiB.
pub(crate) fn process_tree_mib(pid: u32) -> Result<f64> {
    let own = process_mib(pid, "VmRSS:")?;
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))?;
    children.split_whitespace().try_fold(own, |all, child| Ok(all + process_tree_mib(child.parse()?)?))
}

fn process_mib(pid: u32, field: &str) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(field)).context("no such field")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<f64>()? / 1024.0)
}
