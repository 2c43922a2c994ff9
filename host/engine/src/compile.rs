//! From the bytes of a component to machine code, kept in a cache that only this host can have written.
//!
//! `Component::deserialize` runs what it is given, so a cached file is taken only with a seal: an HMAC over its bytes and
//! the component's digest, under a key made on this machine. The bytes that were verified are the bytes that are loaded.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use wasmtime::Engine;
use wasmtime::component::Component;

/// Length of the key and of a seal, in bytes.
const SEAL: usize = 32;

/// Compiles components and keeps the results.
pub(crate) struct Compiler {
    engine: Engine,
    dir: PathBuf,
    key: [u8; SEAL],
    /// Says for which engine, settings and processor a cached file was made.
    compatibility: String,
}

impl Compiler {
    /// Opens the cache, making its directory and key when they are missing.
    pub(crate) fn open(engine: &Engine, dir: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(dir).with_context(|| format!("creating {}", dir.display()))?;
        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        Ok(Self {
            engine: engine.clone(),
            dir: dir.to_owned(),
            key: key(&dir.join("seal.key"))?,
            compatibility: format!("{:016x}", hasher.finish()),
        })
    }

    /// The component of these bytes: from the cache, else compiled and put there. Takes milliseconds to a minute of all
    /// cores, so call it from a blocking thread.
    pub(crate) fn component(&self, bytes: &[u8]) -> anyhow::Result<Component> {
        let digest = digest(bytes);
        let path = self.path(&digest);
        match self.load(&path, &digest) {
            Ok(Some(component)) => return Ok(component),
            Ok(None) => {}
            Err(error) => tracing::warn!(%digest, "the cached component is not usable and is made anew: {error:#}"),
        }
        let code = self.precompile(bytes)?;
        // A cache that cannot be written costs time at the next start, nothing else.
        if let Err(error) = self.store(&path, &digest, &code) {
            tracing::warn!(%digest, "the compiled component is not cached: {error:#}");
        }
        self.deserialize(&code)
    }

    /// Where the machine code of the component with this digest is kept.
    pub(crate) fn path(&self, digest: &str) -> PathBuf {
        self.dir.join(format!("{digest}-{}.cwasm", self.compatibility))
    }

    /// Machine code for this engine, as `Component::deserialize` takes it.
    pub(crate) fn precompile(&self, bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
        self.engine.precompile_component(bytes).map_err(|error| anyhow::anyhow!("{error:#}"))
    }

    fn load(&self, path: &Path, digest: &str) -> anyhow::Result<Option<Component>> {
        let sealed = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let (seal, code) = sealed.split_at_checked(SEAL).context("the file is cut off")?;
        self.mac(digest, code).verify_slice(seal).context("its seal is not this host's")?;
        self.deserialize(code).map(Some)
    }

    fn store(&self, path: &Path, digest: &str, code: &[u8]) -> anyhow::Result<()> {
        let seal = self.mac(digest, code).finalize().into_bytes();
        // Written aside and renamed, so that no reader sees half a file.
        let aside = path.with_extension(format!("{:016x}", rand::random::<u64>()));
        let mut file = fs::File::create(&aside)?;
        file.write_all(&seal)?;
        file.write_all(code)?;
        file.sync_all()?;
        fs::rename(&aside, path)?;
        Ok(())
    }

    fn mac(&self, digest: &str, code: &[u8]) -> Hmac<Sha256> {
        // HMAC takes keys of any length.
        #[allow(clippy::expect_used, reason = "HMAC-SHA256 has no wrong key length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes any key");
        mac.update(digest.as_bytes());
        mac.update(self.compatibility.as_bytes());
        mac.update(code);
        mac
    }

    #[allow(unsafe_code, reason = "the one place where compiled code is trusted; see the safety comment")]
    fn deserialize(&self, code: &[u8]) -> anyhow::Result<Component> {
        // SAFETY: `code` came from `precompile_component` of this process, or from a file whose seal says that this
        // host's key was there when it did.
        unsafe { Component::deserialize(&self.engine, code) }.map_err(|error| anyhow::anyhow!("{error:#}"))
    }
}

/// Hex SHA-256: how components are named.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The key of this folder's seals. A new one is written aside and linked, so that a process that starts at the same time
/// reads all of it or makes the link fail.
fn key(path: &Path) -> anyhow::Result<[u8; SEAL]> {
    let name = || format!("reading the seal key {}; delete it to have a new one made", path.display());
    let existing = || -> anyhow::Result<[u8; SEAL]> { fs::read(path)?.as_slice().try_into().with_context(name) };
    match fs::metadata(path) {
        Ok(_) => return existing(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(name),
    }
    let key: [u8; SEAL] = rand::random();
    let folder = path.parent().context("the seal key has no folder")?;
    // Only its owner may read it, as `tempfile` makes all its files.
    let mut aside = tempfile::NamedTempFile::new_in(folder).with_context(name)?;
    aside.write_all(&key).with_context(name)?;
    aside.as_file().sync_all().with_context(name)?;
    match aside.persist_noclobber(path) {
        Ok(_) => Ok(key),
        // Another process made it in between.
        Err(lost) if lost.error.kind() == std::io::ErrorKind::AlreadyExists => existing(),
        Err(lost) => Err(lost.error).with_context(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{EngineSettings, engine_config};

    #[test]
    fn a_cached_file_is_taken_only_with_its_seal() {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::new(&engine_config(&EngineSettings::default()).unwrap()).unwrap();
        let compiler = Compiler::open(&engine, dir.path()).unwrap();
        let bytes = wat::parse_str("(component)").unwrap();
        compiler.component(&bytes).unwrap();
        let digest = digest(&bytes);
        let path = compiler.path(&digest);
        assert!(compiler.load(&path, &digest).unwrap().is_some());

        // Another component's code under this name, a changed byte, another host's key.
        assert!(compiler.load(&path, "0000").is_err());
        let mut file = fs::read(&path).unwrap();
        let last = file.len() - 1;
        file[last] ^= 1;
        fs::write(&path, &file).unwrap();
        assert!(compiler.load(&path, &digest).is_err());
        compiler.component(&bytes).unwrap();
        assert!(compiler.load(&path, &digest).unwrap().is_some(), "an unusable file is made anew");
        fs::remove_file(dir.path().join("seal.key")).unwrap();
        let other = Compiler::open(&engine, dir.path()).unwrap();
        assert!(other.load(&path, &digest).is_err());
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
