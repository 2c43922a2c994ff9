//! The test runner.

use std::process::Command;

use crate::build::WITHOUT_BENCHES;
use crate::workspace::{Workspace, cargo};

/// Arguments for the build of tests, run in the workspace's folder.
pub(crate) const PROFILE_ARGS: [&str; 2] = ["--config", "tests/profile.toml"];

/// The test runner's variable with the number of tests that run at once.
const TEST_THREADS: &str = "NEXTEST_TEST_THREADS";

/// Creates a command that runs the test runner on the existing build.
pub(crate) fn command(workspace: &Workspace) -> Command {
    let mut command = cargo();
    command.args(["nextest", "run", "--release", "--workspace"]).args(WITHOUT_BENCHES).args(PROFILE_ARGS);
    command.current_dir(&workspace.root);
    // Tests wait for their servers and for the disk much of the time.
    if std::env::var_os(TEST_THREADS).is_none() {
        let cores = std::thread::available_parallelism().map_or(2, |cores| cores.get());
        command.env(TEST_THREADS, (cores + 1).to_string());
    }
    command
}
