//! The identity of this host: a numbered lock file. A process that holds the lock of a number knows that no other living
//! process on the data directory has that number. So if all hosts have this directory, the leases under the number belong to
//! a dead process and can be reclaimed at once.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::JobsError;

/// Most hosts on one data folder.
const HOSTS: u32 = 1000;

/// A host's number, held until this is dropped. The system frees it when the process dies, for any reason.
#[derive(Debug)]
pub(crate) struct Host {
    /// `host-0/`: the prefix of its leases.
    pub(crate) prefix: String,
    /// `host-0/<random>`: this run of the host.
    pub(crate) name: String,
    _lock: File,
}

impl Host {
    /// Locks the lowest free number.
    pub(crate) fn take(data_dir: &Path) -> Result<Self, JobsError> {
        let folder = data_dir.join("hosts");
        let failed = |path: &Path| {
            let what = path.display().to_string();
            move |source| JobsError::Lock { what, source }
        };
        std::fs::create_dir_all(&folder).map_err(failed(&folder))?;
        for number in 0..HOSTS {
            let path = folder.join(format!("{number}.lock"));
            let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed(&path))?;
            match file.try_lock() {
                Ok(()) => {
                    let prefix = format!("host-{number}/");
                    let name = plumbline_storage::id::random(&prefix);
                    return Ok(Self { prefix, name, _lock: file });
                }
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(source)) => return Err(failed(&path)(source)),
            }
        }
        Err(failed(&folder)(std::io::Error::other(format!("all {HOSTS} host numbers are taken"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_held_by_one_and_then_free_again() {
        let dir = tempfile::tempdir().unwrap();
        let first = Host::take(dir.path()).unwrap();
        let second = Host::take(dir.path()).unwrap();
        assert_eq!((first.prefix.as_str(), second.prefix.as_str()), ("host-0/", "host-1/"));
        let name = first.name.clone();
        drop(first);
        let again = Host::take(dir.path()).unwrap();
        assert_eq!(again.prefix, "host-0/");
        assert_ne!(again.name, name);
    }
}
