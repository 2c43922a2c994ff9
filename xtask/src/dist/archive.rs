//! A `.tar.gz` whose bytes depend only on its contents, not on the user or the time of the build.

use anyhow::{Context as _, Result};
use flate2::{Compression, GzBuilder, write::GzEncoder};
use std::fs::File;
use std::path::{Path, PathBuf};

/// An archive that is being written. All its files are in one folder.
pub(super) struct Archive {
    tar: tar::Builder<GzEncoder<File>>,
    folder: PathBuf,
    /// Modification time of all entries, in seconds since 1970.
    time: u64,
}

impl Archive {
    /// Creates an archive whose files are in `folder`.
    pub(super) fn create(file: &Path, folder: &str, time: u64) -> Result<Self> {
        crate::workspace::create_parent_dir(file)?;
        let out = File::create(file).with_context(|| format!("cannot write {}", file.display()))?;
        let gzip = GzBuilder::new().mtime(0).write(out, Compression::default());
        Ok(Self { tar: tar::Builder::new(gzip), folder: folder.into(), time })
    }

    /// Adds a program.
    pub(super) fn add_program(&mut self, name: &str, file: &Path) -> Result<()> {
        self.add(name, file, 0o755)
    }

    /// Adds a file.
    pub(super) fn add_file(&mut self, name: &str, file: &Path) -> Result<()> {
        self.add(name, file, 0o644)
    }

    /// Adds a text file.
    pub(super) fn add_text(&mut self, name: &str, text: &str) -> Result<()> {
        self.append(name, text.len() as u64, 0o644, text.as_bytes())
    }

    /// Adds files to a folder.
    pub(super) fn add_folder(&mut self, name: &str, files: &[PathBuf]) -> Result<()> {
        for file in files {
            let own = file.file_name().and_then(|own| own.to_str()).context("a file whose name is not UTF-8")?;
            self.add_file(&format!("{name}/{own}"), file)?;
        }
        Ok(())
    }

    /// Finishes the archive. Without this, it is truncated.
    pub(super) fn finish(self) -> Result<()> {
        let mut file = self.tar.into_inner()?.finish()?;
        std::io::Write::flush(&mut file)?;
        Ok(())
    }

    fn add(&mut self, name: &str, file: &Path, mode: u32) -> Result<()> {
        let context = || format!("cannot read {}", file.display());
        let open = File::open(file).with_context(context)?;
        let length = open.metadata().with_context(context)?.len();
        self.append(name, length, mode, open)
    }

    fn append(&mut self, name: &str, length: u64, mode: u32, bytes: impl std::io::Read) -> Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(length);
        header.set_mode(mode);
        header.set_mtime(self.time);
        self.tar.append_data(&mut header, self.folder.join(name), bytes)?;
        Ok(())
    }
}
