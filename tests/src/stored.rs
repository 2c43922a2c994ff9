//! What a server has stored, wherever it stores it: traces of a text, and the bytes of a component.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::server::Server;

impl Server {
    /// Returns the places that contain the text: files of the data directory and of the store, by path or content, and lines of
    /// a dump of the database.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or the database cannot be dumped.
    pub fn find_traces(&self, text: &str) -> Result<Vec<String>> {
        let mut found = Vec::new();
        for path in self.stored_files()? {
            let named = path.to_string_lossy().contains(text);
            if named || std::fs::read(&path)?.windows(text.len()).any(|part| part == text.as_bytes()) {
                found.push(path.display().to_string());
            }
        }
        if let Some(database) = self.database() {
            found.extend(database.dump()?.lines().filter(|line| line.contains(text)).map(str::to_owned));
        }
        Ok(found)
    }

    /// Moves the bytes of a component aside, wherever the server and its second host have them.
    ///
    /// # Errors
    /// Returns an error if there are none, or a file cannot be moved.
    pub fn hide_component(&self, digest: &str) -> Result<HiddenBytes> {
        let mut hidden = HiddenBytes(Vec::new());
        for path in self.stored_files()? {
            if path.file_name().is_some_and(|name| name.to_string_lossy().contains(digest)) {
                std::fs::rename(&path, aside(&path))?;
                hidden.0.push(path);
            }
        }
        ensure!(!hidden.0.is_empty(), "the component {digest} has no bytes");
        Ok(hidden)
    }

    /// Returns the files of the data directories and of the store whose path contains the text.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be read.
    pub fn files_of(&self, text: &str) -> Result<Vec<PathBuf>> {
        Ok(self.stored_files()?.into_iter().filter(|path| path.to_string_lossy().contains(text)).collect())
    }

    /// Returns the files of the data directories and of the store.
    fn stored_files(&self) -> Result<Vec<PathBuf>> {
        let peer = self.peer().map(|peer| peer.data_dir().to_owned());
        let mut folders = vec![self.data_dir().to_owned()];
        folders.extend(peer.into_iter().chain(self.store().map(plumbline_test_s3::S3Server::bucket)));
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder)? {
                let entry = entry?;
                match entry.file_type()? {
                    kind if kind.is_dir() => folders.push(entry.path()),
                    kind if kind.is_file() => files.push(entry.path()),
                    _ => {}
                }
            }
        }
        Ok(files)
    }
}

/// Bytes of a component that are moved aside.
#[derive(Debug)]
#[must_use]
pub struct HiddenBytes(Vec<PathBuf>);

impl HiddenBytes {
    /// Moves the bytes back.
    ///
    /// # Errors
    /// Returns an error if a file cannot be moved.
    pub fn put_back(self) -> Result<()> {
        self.0.iter().try_for_each(|path| std::fs::rename(aside(path), path))?;
        Ok(())
    }
}

fn aside(path: &Path) -> PathBuf {
    path.with_extension("aside")
}
