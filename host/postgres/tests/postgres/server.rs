//! A PostgreSQL server of a test, in a temporary folder and on a free port. It is stopped when it is dropped.

use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use plumbline_tests::ReservedPort;
use tempfile::TempDir;

/// Where Debian keeps the programs that are not on the path.
const DEBIAN: &str = "/usr/lib/postgresql/15/bin";

pub(crate) struct Server {
    folder: TempDir,
    pub(crate) port: u16,
    _reserved: ReservedPort,
    options: String,
}

impl Server {
    /// Starts a server with these options beside the usual ones, `-c name=value`. Returns `None` and reports the test as
    /// skipped if PostgreSQL is missing.
    pub(crate) fn start(options: &str) -> Option<Self> {
        Self::start_with(options, &[])
    }

    /// Starts a server whose folder of data also has these files.
    pub(crate) fn start_with(options: &str, files: &[(&str, &str)]) -> Option<Self> {
        if program("initdb").is_none() || program("pg_ctl").is_none() {
            plumbline_tests::report_missing("PostgreSQL", "`apt-get install postgresql` installs it on Debian")
                .unwrap();
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        belongs_to_user(folder.path());
        let reserved = ReservedPort::reserve().unwrap();
        let server = Self { folder, port: reserved.number(), _reserved: reserved, options: options.to_owned() };
        let data = server.data();
        run("initdb", &["-D", &data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
        for (name, content) in files {
            let path = Path::new(&data).join(name);
            std::fs::write(&path, content).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
            belongs_to_user(&path);
        }
        server.resume();
        Some(server)
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    /// Starts the server again and waits until it answers.
    pub(crate) fn resume(&self) {
        let folder = self.folder.path().display();
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c shared_buffers=16MB -c fsync=off \
             -c max_connections=60 {}",
            self.port, self.options
        );
        run("pg_ctl", &["start", "-w", "-D", &self.data(), "-l", &format!("{folder}/log"), "-o", &options]);
    }

    /// Stops the server as a crash would.
    pub(crate) fn crash(&self) {
        run("pg_ctl", &["stop", "-w", "-m", "immediate", "-D", &self.data()]);
    }

    /// Returns the address of a database as a role.
    pub(crate) fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}:secret@127.0.0.1:{}/{database}", self.port)
    }

    /// Returns the address of a database as a role, by the server's socket of Unix.
    pub(crate) fn socket_url(&self, role: &str, database: &str) -> String {
        let folder = self.folder.path().display();
        format!("postgres://{role}:secret@/{database}?host={folder}&port={}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let stop = ["stop", "-m", "immediate", "-D", &self.data()];
        let _ = command("pg_ctl").args(stop).output();
    }
}

/// Returns the path of a program.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([DEBIAN.into(), "/usr/sbin".into()]);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Returns a command that does not run as root, which these programs refuse.
pub(crate) fn command(name: &str) -> Command {
    let mut command = Command::new(program(name).unwrap());
    if let Some((user, group)) = user() {
        command.uid(user).gid(group);
    }
    command.current_dir("/");
    command
}

/// Gives a file to the user as whom [`command`] runs.
pub(crate) fn belongs_to_user(path: &Path) {
    if let Some((user, group)) = user() {
        chown(path, Some(user), Some(group)).unwrap();
    }
}

/// Returns the user and group `postgres`, if this process is root.
fn user() -> Option<(u32, u32)> {
    let id = |arguments: &[&str]| -> Option<u32> {
        let output = Command::new("id").args(arguments).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    if id(&["-u"])? != 0 {
        return None;
    }
    Some((id(&["-u", "postgres"])?, id(&["-g", "postgres"])?))
}

fn run(name: &str, arguments: &[&str]) {
    // Without pipes, which the server would inherit and keep open.
    let log = tempfile::tempfile().unwrap();
    let status = command(name).args(arguments).stdout(log.try_clone().unwrap()).stderr(log).status().unwrap();
    assert!(status.success(), "{name} {arguments:?}: {status}");
}
