//! The servers of a data directory that are currently running, for commands in other processes.
//!
//! A server keeps a file `serving/PID.json` locked while it runs. The operating system releases the lock when the
//! process ends for any reason. The next server to start removes the file of a server that was killed.

use std::fs::{DirBuilder, File, TryLockError};
use std::io::Write as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use plumbline_config::Config;
use serde::{Deserialize, Serialize};

/// The folder's name in the data directory.
const FOLDER: &str = "serving";

/// A running server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunningServer {
    /// The server's process id.
    pub pid: u32,
    /// The program's version.
    pub version: String,
    /// The listener's address, `http://ADDRESS`.
    pub listening: String,
    /// Address that clients use, without a path.
    pub public_url: String,
    /// Whether the server is not ready yet.
    #[serde(default)]
    pub starting: bool,
    /// When the server became ready, or began to start.
    pub since: String,
}

/// The file of a running server. Dropping it removes the file.
#[derive(Debug)]
pub(crate) struct ServerAnnouncement {
    path: PathBuf,
    /// Holds the lock.
    _file: File,
}

impl Drop for ServerAnnouncement {
    fn drop(&mut self) {
        // If the file remains, its missing lock shows that no server uses it.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Announces that a server is starting or running, until the returned value is dropped.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(crate) fn announce(data_dir: &Path, serving: &RunningServer) -> Result<ServerAnnouncement> {
    let folder = data_dir.join(FOLDER);
    let context = || format!("cannot write into {}", folder.display());
    // A server announces itself before it opens its storage, so the data directory may be created here. It is private.
    DirBuilder::new().recursive(true).mode(0o700).create(&folder).with_context(context)?;
    for path in files(&folder).with_context(context)? {
        if is_stale(&path) {
            let _ = std::fs::remove_file(path);
        }
    }
    let path = folder.join(format!("{}.json", serving.pid));
    let mut file = File::create(&path).with_context(context)?;
    file.try_lock().with_context(context)?;
    file.write_all(&serde_json::to_vec_pretty(serving)?).with_context(context)?;
    Ok(ServerAnnouncement { path, _file: file })
}

/// Returns the servers of a data directory, the most recently started first.
pub(crate) fn running_servers(data_dir: &Path) -> Vec<RunningServer> {
    let read = |path: PathBuf| {
        let serving: RunningServer = serde_json::from_slice(&std::fs::read(&path).ok()?).ok()?;
        (!is_stale(&path)).then_some(serving)
    };
    // A folder that is missing or cannot be read has no servers.
    let mut found: Vec<RunningServer> =
        files(&data_dir.join(FOLDER)).unwrap_or_default().into_iter().filter_map(read).collect();
    found.sort_by(|a, b| b.since.cmp(&a.since));
    found
}

/// Returns the address that clients use: that of a running server, or else as configured, or else that of the
/// configured listener. A running server may have been started with other settings than this command.
pub(crate) fn public_url(config: &Config) -> String {
    let running = running_servers(&config.data_dir).into_iter().next().map(|serving| serving.public_url);
    let url =
        running.or_else(|| config.http.public_url.clone()).unwrap_or_else(|| format!("http://{}", config.http.listen));
    url.trim_end_matches('/').to_owned()
}

fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = folder.read_dir()?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    Ok(entries.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect())
}

/// Returns whether no process holds the lock of a file.
fn is_stale(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serving(pid: u32, since: &str) -> RunningServer {
        RunningServer {
            pid,
            version: "1".into(),
            listening: format!("http://127.0.0.1:{pid}"),
            public_url: format!("https://{pid}.example"),
            starting: false,
            since: since.into(),
        }
    }

    #[test]
    fn running_servers_are_found_and_ended_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(running_servers(folder.path()), []);
        assert!(!folder.path().join(FOLDER).exists(), "looking writes nothing");
        let (first, second) = (serving(1, "2026-01-01"), serving(2, "2026-01-02"));
        let announced = announce(folder.path(), &first).unwrap();
        // A file as a killed process leaves it.
        std::fs::write(folder.path().join("serving/3.json"), serde_json::to_vec(&serving(3, "2026-01-03")).unwrap())
            .unwrap();
        assert_eq!(running_servers(folder.path()), std::slice::from_ref(&first));
        let newer = announce(folder.path(), &second).unwrap();
        assert!(!folder.path().join("serving/3.json").exists());
        assert_eq!(running_servers(folder.path()), [second, first]);
        drop((announced, newer));
        assert_eq!(running_servers(folder.path()), []);
    }
}
