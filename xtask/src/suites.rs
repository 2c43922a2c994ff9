//! The tests of a running server in other surroundings than files on one host: at the edge, on PostgreSQL and an S3
//! store, on two hosts, through a pooler.

use std::ffi::OsStr;

use anyhow::Result;

use crate::edge;
use crate::nextest;
use crate::outcome::SkippedParts;
use crate::workspace::{self, Workspace};

/// Where the tests run. The variables are those of `tests/src/lib.rs`.
#[derive(Debug)]
pub(crate) struct Surroundings {
    /// The step, as it is announced.
    pub(crate) step: &'static str,
    variables: &'static [(&'static str, &'static str)],
    /// The binaries of tests that run there.
    binaries: &'static [&'static str],
    /// Tests that cannot pass there.
    excluded: &'static [&'static [&'static str]],
}

/// What every implementation of the contract passes.
const CONTRACT: &[&str] = &["auth", "contract"];
/// All tests that talk to a running server. Those that need files of a server, or start servers of their own, do it there too.
const BLACK_BOX: &[&str] = &["auth", "contract", "faults", "formats", "identity", "platform"];

/// Contract tests that an edge application cannot pass, because it serves one environment of one tenant.
const UNSUPPORTED_AT_EDGE: [&str; 8] = [
    // Another tenant.
    "http::a_client_cannot_speak_for_the_host",
    "lists::wrong_limits_cursors_and_parameters_are_refused",
    "projects::an_external_ref_belongs_to_one_project",
    // Production in addition to the sandbox.
    "account::a_credential_learns_what_it_is_and_may_do",
    "account::a_takeoff_is_held_charged_and_in_the_usage_report",
    "account::credits_that_do_not_suffice_hold_nothing",
    "takeoffs::credits_that_do_not_suffice_hold_nothing",
    "matrix::e6_nobody_else_sees_a_tenants_production_data",
];

/// Tests of data that PostgreSQL and an S3 store keep by their own means.
const OF_FILES: [&str; 10] = [
    // PostgreSQL and the store have backups of their own, and the release before had neither.
    "backup::a_backup_of_a_busy_server_is_restored_as_a_working_server",
    "backup::a_damaged_or_unfinished_backup_is_refused_and_nothing_is_left",
    "backup::an_existing_empty_folder_is_filled_and_not_replaced",
    "upgrade::an_upgrade_keeps_all_data_and_finishes_pending_jobs",
    "upgrade::data_lost_by_a_migration_is_detected",
    // Uploads and downloads are between the client and the store.
    "connections::a_stalled_download_is_cut_and_a_slow_one_is_not",
    "connections::a_stalled_upload_is_refused_and_a_slow_one_is_not",
    "uploads::a_stalled_or_dribbling_upload_ends",
    "uploads::an_almost_full_disk_accepts_no_files_but_serves_requests",
    "uploads::the_newer_of_two_concurrent_uploads_wins_and_a_complete_file_stays",
];

/// Tests of what `moto` does not do: it checks no signature and shows no files.
const UNSUPPORTED_BY_MOTO: [&str; 2] =
    ["documents::a_signed_address_takes_only_what_was_signed", "limits::sheets_and_surveys_count_as_stored_bytes"];

/// Tests of what each host counts, remembers or logs by itself (docs/operating-many-hosts.md). They would see half of it.
const OF_ONE_HOST: [&str; 4] =
    ["limits::r2_a_rate_limited_credential_is_told_when_to_retry", "log::", "metrics::", "refusals::"];

/// Under the harness, on SQLite.
pub(crate) const AT_THE_EDGE: Surroundings = Surroundings {
    step: "the contract at the edge",
    variables: &[("TEST_EDGE", "harness")],
    binaries: CONTRACT,
    excluded: &[&UNSUPPORTED_AT_EDGE],
};

/// On hosts that keep their data in PostgreSQL and an S3 store. Tests that need files are skipped there.
pub(crate) const ON_POSTGRES: Surroundings = Surroundings {
    step: "the contract on PostgreSQL and S3",
    variables: &[("TEST_DATABASE", "postgres"), ("TEST_BLOBS", "s3")],
    binaries: CONTRACT,
    excluded: &[],
};

/// Further surroundings, for `--full`.
pub(crate) const OTHERS: [Surroundings; 5] = [
    Surroundings {
        step: "the contract on PostgreSQL and another store",
        variables: &[("TEST_DATABASE", "postgres"), ("TEST_BLOBS", "moto")],
        binaries: CONTRACT,
        excluded: &[&UNSUPPORTED_BY_MOTO],
    },
    Surroundings {
        step: "the contract at the edge on PostgreSQL",
        variables: &[("TEST_EDGE", "harness"), ("TEST_DATABASE", "postgres")],
        binaries: CONTRACT,
        excluded: &[&UNSUPPORTED_AT_EDGE],
    },
    Surroundings {
        step: "all tests of a server on PostgreSQL and S3",
        variables: &[("TEST_DATABASE", "postgres"), ("TEST_BLOBS", "s3")],
        binaries: BLACK_BOX,
        excluded: &[&OF_FILES],
    },
    Surroundings {
        step: "all tests of a server on two hosts",
        variables: &[("TEST_DATABASE", "postgres"), ("TEST_BLOBS", "s3"), ("TEST_HOSTS", "2")],
        binaries: BLACK_BOX,
        excluded: &[&OF_FILES, &OF_ONE_HOST],
    },
    Surroundings {
        step: "all tests of a server through PgBouncer",
        variables: &[("TEST_DATABASE", "postgres"), ("TEST_BLOBS", "s3"), ("TEST_POOLER", "pgbouncer")],
        binaries: BLACK_BOX,
        excluded: &[&OF_FILES],
    },
];

impl Surroundings {
    /// Runs the tests there.
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<()> {
        self.run_with(workspace, &[])
    }

    fn run_with(&self, workspace: &Workspace, variables: &[(&str, &OsStr)]) -> Result<()> {
        let mut command = nextest::command(workspace);
        command.args(self.binaries.iter().flat_map(|binary| ["--test", binary])).arg("--no-fail-fast");
        if !self.excluded.is_empty() {
            command.args(["-E", &self.filter()]);
        }
        workspace::run(command.envs(self.variables.iter().copied()).envs(variables.iter().copied()))
    }

    fn filter(&self) -> String {
        let excluded: Vec<String> = self
            .excluded
            .iter()
            .copied()
            .flatten()
            .map(|name| if name.ends_with("::") { format!("test(/^{name}/)") } else { format!("test(={name})") })
            .collect();
        format!("not ({})", excluded.join(" | "))
    }

    /// Returns the command that runs the tests alone.
    pub(crate) fn alone(&self) -> String {
        let variables: Vec<String> = self.variables.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let binaries: Vec<String> = self.binaries.iter().map(|name| format!("binary({name})")).collect();
        let tests = format!("({})", binaries.join(" | "));
        let filter = if self.excluded.is_empty() { tests } else { format!("{tests} & {}", self.filter()) };
        format!("`{} cargo xtask check tests -E '{filter}'`", variables.join(" "))
    }
}

/// Runs the tests at the edge: under the harness, and under Spin if there is one.
pub(crate) fn run_at_the_edge(workspace: &Workspace, skipped: &mut SkippedParts) -> Result<()> {
    AT_THE_EDGE.run(workspace)?;
    match edge::find_spin() {
        Ok(spin) => {
            AT_THE_EDGE.run_with(workspace, &[("TEST_EDGE", spin.as_os_str())])?;
            let mut command = nextest::command(workspace);
            command.args(["--test", "edge", "--no-fail-fast"]);
            workspace::run(command.env("SPIN", spin))
        }
        // Spin has no package that every machine can install, so `CI` does not demand it.
        Err(why) => {
            skipped.add("Spin itself", &why);
            Ok(())
        }
    }
}
