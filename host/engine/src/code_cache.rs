//! Machine code of components in a folder. Each file has a seal that only the folder's owner can have made.
//!
//! `Component::deserialize` executes the bytes it is given, so a cached file is used only with a seal: a keyed BLAKE3 hash of its
//! bytes and the component's digest, under a key in the folder. A server verifies a quarter of a gigabyte when it starts, where
//! HMAC-SHA-256 took a sixth of the processor's time. The seal comes after the code, where an ELF reader does not look, so
//! that the file can be mapped: code that no call reaches takes no memory, and processes share the rest. The verified file is
//! mapped through its descriptor. The seal does not protect against the folder's owner, who can read the key.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use sha2::{Digest, Sha256};
use wasmtime::Engine;
use wasmtime::component::Component;

/// Length of the key and of a seal, in bytes.
const SEAL: usize = 32;
/// Layout of a cached file. A file of another layout has another name and is not found.
const LAYOUT: &str = "3-";
/// Bytes of a file that are read at a time.
const READ: usize = 64 * 1024;
/// The name of the key file.
const KEY: &str = "seal.key";

/// A folder of machine code for one environment.
pub(crate) struct CodeCache {
    engine: Engine,
    dir: PathBuf,
    key: [u8; SEAL],
    /// The engine, settings and processor that the files were compiled for.
    compatibility: String,
}

impl CodeCache {
    /// Opens a folder. Creates it and its key if they are missing.
    pub(crate) fn open(engine: &Engine, dir: &Path, environment: &str) -> anyhow::Result<Self> {
        fs::create_dir_all(dir).with_context(|| format!("creating {}", dir.display()))?;
        Ok(Self::with_key(engine, dir, environment, key(&dir.join(KEY))?))
    }

    /// Opens a folder written by another party, for reading. Returns `None` if it has no key, and so no sealed file, or if
    /// this user may not read the key.
    pub(crate) fn open_read_only(engine: &Engine, dir: &Path, environment: &str) -> anyhow::Result<Option<Self>> {
        let path = dir.join(KEY);
        if !path.is_file() || fs::File::open(&path).is_err() {
            return Ok(None);
        }
        Ok(Some(Self::with_key(engine, dir, environment, key(&path)?)))
    }

    fn with_key(engine: &Engine, dir: &Path, environment: &str, key: [u8; SEAL]) -> Self {
        let compatibility = format!("{LAYOUT}{environment}");
        Self { engine: engine.clone(), dir: dir.to_owned(), key, compatibility }
    }

    /// Returns the name of the machine code of the component with this digest: what it was compiled from and for.
    pub(crate) fn name(&self, digest: &str) -> String {
        format!("{digest}-{}.cwasm", self.compatibility)
    }

    /// Returns the path of the machine code of the component with this digest.
    pub(crate) fn path(&self, digest: &str) -> PathBuf {
        self.dir.join(self.name(digest))
    }

    /// Returns the machine code of the component with this digest, without its seal. Reads the whole file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or the folder's owner did not write it.
    pub(crate) fn read(&self, digest: &str) -> anyhow::Result<Vec<u8>> {
        let mut whole = fs::read(self.path(digest))?;
        self.verify(whole.as_slice(), whole.len() as u64, digest)?;
        whole.truncate(whole.len() - SEAL);
        Ok(whole)
    }

    /// Returns the component with this digest if its code is in the folder. Reads the whole file.
    ///
    /// # Errors
    /// Returns an error if the folder's owner did not write the file, or if it does not load.
    pub(crate) fn load(&self, digest: &str) -> anyhow::Result<Option<Component>> {
        self.load_file(&self.path(digest), digest)
    }

    fn load_file(&self, path: &Path, digest: &str) -> anyhow::Result<Option<Component>> {
        let mut file = match fs::File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let Some(opened) = by_descriptor(&file) else {
            // Mapped by its path, it could be a different file from the verified one.
            let mut whole = Vec::new();
            file.read_to_end(&mut whole)?;
            self.verify(whole.as_slice(), whole.len() as u64, digest)?;
            return self.deserialize(&whole[..whole.len() - SEAL]).map(Some);
        };
        let length = file.metadata()?.len();
        self.verify(&mut file, length, digest)?;
        self.map(&opened).map(Some)
    }

    /// Verifies that a file of this length ends with this host's seal of the bytes before it.
    fn verify(&self, mut file: impl Read, length: u64, digest: &str) -> anyhow::Result<()> {
        let mut mac = self.mac(digest);
        let mut left = length.checked_sub(SEAL as u64).context("the file is truncated")?;
        let mut buffer = vec![0; READ];
        while left > 0 {
            let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let read = file.read(&mut buffer[..most])?;
            anyhow::ensure!(read > 0, "the file is truncated");
            mac.update(&buffer[..read]);
            left -= read as u64;
        }
        let mut seal = [0; SEAL];
        file.read_exact(&mut seal)?;
        // Compared in constant time.
        anyhow::ensure!(mac.finalize() == seal, "the seal does not match this host");
        Ok(())
    }

    /// Stores the code of a component that `compile` writes. The code is streamed and not held in memory.
    ///
    /// # Errors
    /// Returns the errors of `compile`, and file system errors converted by `wrap`.
    pub(crate) fn store<E>(
        &self,
        digest: &str,
        wrap: impl Fn(io::Error) -> E,
        compile: impl FnOnce(&mut Sealing) -> Result<(), E>,
    ) -> Result<(), E> {
        // Written to a temporary file and renamed, so that no reader sees half a file. Only its owner may read and write it.
        let aside = tempfile::NamedTempFile::new_in(&self.dir).map_err(&wrap)?;
        let mut sealing = Sealing { file: aside, mac: self.mac(digest) };
        compile(&mut sealing)?;
        let Sealing { mut file, mac } = sealing;
        let mut finish = || -> io::Result<()> {
            file.write_all(mac.finalize().as_bytes())?;
            file.as_file().sync_all()
        };
        finish().map_err(&wrap)?;
        file.persist(self.path(digest)).map_err(|error| wrap(error.error))?;
        Ok(())
    }

    /// Starts the seal of a component's code, which the caller then adds.
    fn mac(&self, digest: &str) -> blake3::Hasher {
        let mut mac = blake3::Hasher::new_keyed(&self.key);
        mac.update(digest.as_bytes());
        mac.update(self.compatibility.as_bytes());
        mac
    }

    #[allow(unsafe_code, reason = "compiled code is trusted here and in `map` alone; see the safety comment")]
    pub(crate) fn deserialize(&self, code: &[u8]) -> anyhow::Result<Component> {
        // SAFETY: `code` came from Wasmtime's compiler in this process or in a child of this program, or from a file whose
        // seal was valid, see `map`.
        unsafe { Component::deserialize(&self.engine, code) }.map_err(|error| anyhow::anyhow!("{error:#}"))
    }

    /// Maps the code of an open file whose seal was valid.
    #[allow(unsafe_code, reason = "compiled code is trusted here and in `deserialize` alone; see the safety comment")]
    fn map(&self, opened: &Path) -> anyhow::Result<Component> {
        // SAFETY: the seal proves that the file was written with this host's key, which only this user can read. Files of the
        // cache are replaced, never modified.
        let component = unsafe { Component::deserialize_file(&self.engine, opened) };
        component.map_err(|error| anyhow::anyhow!("{error:#}"))
    }
}

/// A file that is being written, and the seal of the bytes so far.
pub(crate) struct Sealing {
    file: tempfile::NamedTempFile,
    mac: blake3::Hasher,
}

impl Write for Sealing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.mac.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns what machine code of this engine depends on, as text of a fixed length: Wasmtime's version, settings, processor.
pub(crate) fn environment(engine: &Engine) -> String {
    let mut hasher = DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Returns a path to the open file itself, even if its own path is replaced. `None` if the system has no such paths.
fn by_descriptor(file: &fs::File) -> Option<PathBuf> {
    #[cfg(target_os = "linux")]
    let path = Some(PathBuf::from(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file))));
    #[cfg(not(target_os = "linux"))]
    let path = None;
    path.filter(|path| path.exists())
}

/// Returns the hexadecimal SHA-256, which identifies components.
pub(crate) fn digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Returns the key of this folder's seals. A new key is written to a temporary file and linked, so that a process that
/// starts at the same time reads all of it or fails to link its own.
fn key(path: &Path) -> anyhow::Result<[u8; SEAL]> {
    let name = || format!("cannot read the seal key {} (delete it to create a new one)", path.display());
    let existing = || -> anyhow::Result<[u8; SEAL]> { fs::read(path)?.as_slice().try_into().with_context(name) };
    match fs::metadata(path) {
        Ok(_) => return existing(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(name),
    }
    let key: [u8; SEAL] = rand::random();
    let folder = path.parent().context("the path of the seal key does not have a folder")?;
    // Only its owner may read it: `tempfile` creates all files so.
    let mut aside = tempfile::NamedTempFile::new_in(folder).with_context(name)?;
    aside.write_all(&key).with_context(name)?;
    aside.as_file().sync_all().with_context(name)?;
    match aside.persist_noclobber(path) {
        Ok(_) => Ok(key),
        // Another process created it meanwhile.
        Err(lost) if lost.error.kind() == std::io::ErrorKind::AlreadyExists => existing(),
        Err(lost) => Err(lost.error).with_context(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{EngineSettings, engine_config};

    fn engine() -> Engine {
        Engine::new(&engine_config(&EngineSettings::default()).unwrap()).unwrap()
    }

    fn store(cache: &CodeCache, engine: &Engine, bytes: &[u8]) -> String {
        let digest = digest(bytes);
        let code = engine.precompile_component(bytes).unwrap();
        cache.store(&digest, |error| error, |sealing| sealing.write_all(&code)).unwrap();
        digest
    }

    #[test]
    fn a_cached_file_is_taken_only_with_its_seal() {
        let dir = tempfile::tempdir().unwrap();
        let engine = engine();
        let cache = CodeCache::open(&engine, dir.path(), &environment(&engine)).unwrap();
        let digest = store(&cache, &engine, &wat::parse_str("(component)").unwrap());
        let path = cache.path(&digest);
        assert!(cache.load(&digest).unwrap().is_some());
        assert!(cache.load("0000").unwrap().is_none());
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600, "its owner's alone");
        }

        // Another component's code under this name, a changed byte, another host's key.
        assert!(cache.load_file(&path, "0000").is_err());
        let whole = fs::read(&path).unwrap();
        for changed in [0, whole.len() / 2, whole.len() - 1] {
            let mut file = whole.clone();
            file[changed] ^= 1;
            fs::remove_file(&path).unwrap();
            fs::write(&path, &file).unwrap();
            assert!(cache.load(&digest).is_err());
        }
        for length in [0, SEAL - 1, SEAL, whole.len() - 1] {
            fs::remove_file(&path).unwrap();
            fs::write(&path, &whole[..length]).unwrap();
            assert!(cache.load(&digest).is_err());
        }
        fs::write(&path, &whole).unwrap();
        assert!(cache.load(&digest).unwrap().is_some());
        fs::remove_file(dir.path().join(KEY)).unwrap();
        let other = CodeCache::open(&engine, dir.path(), &environment(&engine)).unwrap();
        assert!(other.load(&digest).is_err());
    }

    /// Between the check of the seal and the mapping, another file may take the path.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_verified_file_is_mapped_even_if_its_path_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let engine = engine();
        let cache = CodeCache::open(&engine, dir.path(), &environment(&engine)).unwrap();
        let digest = store(&cache, &engine, &wat::parse_str("(component)").unwrap());
        let path = cache.path(&digest);
        let verified = fs::read(&path).unwrap();
        let file = fs::File::open(&path).unwrap();
        let opened = by_descriptor(&file).unwrap();
        let other = dir.path().join("other");
        fs::write(&other, "not verified").unwrap();
        fs::rename(&other, &path).unwrap();
        assert!(fs::read(&opened).unwrap() == verified);
        assert!(cache.map(&opened).is_ok());
        assert!(cache.load(&digest).is_err());
    }

    #[test]
    fn a_folder_without_a_key_delivers_nothing_and_gets_none() {
        let dir = tempfile::tempdir().unwrap();
        let engine = engine();
        assert!(CodeCache::open_read_only(&engine, dir.path(), "any").unwrap().is_none());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn processes_that_start_together_have_one_key() {
        for _ in 0..50 {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("seal.key");
            let keys: Vec<_> = std::thread::scope(|scope| {
                let starts: Vec<_> = (0..8).map(|_| scope.spawn(|| key(&path).unwrap())).collect();
                starts.into_iter().map(|start| start.join().unwrap()).collect()
            });
            assert!(keys.iter().all(|key| *key == keys[0]));
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "what was written aside is gone");
        }
    }
}
