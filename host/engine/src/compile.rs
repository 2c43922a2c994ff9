//! From the bytes of a component to machine code, kept in a cache that only this host can have written.
//!
//! `Component::deserialize` runs what it is given, so a cached file is taken only with a seal: an HMAC over its bytes and
//! the component's digest, under a key made on this machine. The seal stands behind the code, where an ELF reader does not
//! look, so that the file can be mapped: code that no call reaches takes no memory, and processes share the rest. The file
//! that was verified is mapped by its descriptor. The seal does not protect against the folder's owner, who can read the key.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use tokio::runtime::Handle;
use wasmtime::Engine;
use wasmtime::component::Component;

use crate::compiler_process::{ChildCompiler, CompileError};
use crate::settings::Compile;

/// Length of the key and of a seal, in bytes.
const SEAL: usize = 32;
/// How a cached file is laid out: a file of another layout is not looked at.
const LAYOUT: &str = "2-";
/// How many bytes of a file are read at a time.
const READ: usize = 64 * 1024;

/// Compiles components and keeps the results.
pub(crate) struct Compiler {
    engine: Engine,
    dir: PathBuf,
    key: [u8; SEAL],
    /// Says for which engine, settings and processor a cached file was made.
    compatibility: String,
    /// Compiles in processes of their own; without it this process does.
    child: Option<ChildCompiler>,
    /// How many components were compiled, and for how many microseconds.
    compiled: AtomicU64,
    micros: AtomicU64,
}

impl Compiler {
    /// Opens the cache, making its directory and key when they are missing.
    pub(crate) fn open(engine: &Engine, dir: &Path, way: &Compile) -> anyhow::Result<Self> {
        fs::create_dir_all(dir).with_context(|| format!("creating {}", dir.display()))?;
        Ok(Self {
            engine: engine.clone(),
            dir: dir.to_owned(),
            key: key(&dir.join("seal.key"))?,
            compatibility: format!("{LAYOUT}{}", environment(engine)),
            child: match way {
                Compile::InProcess => None,
                Compile::Child(settings) => Some(ChildCompiler::new(settings.clone())),
            },
            compiled: AtomicU64::new(0),
            micros: AtomicU64::new(0),
        })
    }

    /// The component of these bytes: from the cache, else compiled and put there. Takes milliseconds to a minute of all
    /// cores, so call it from a blocking thread of the runtime.
    pub(crate) fn component(&self, bytes: &[u8]) -> Result<Component, CompileError> {
        let digest = digest(bytes);
        if let Some(component) = self.cached(&digest) {
            return Ok(component);
        }
        let not_cached = match self.store(bytes, &digest) {
            Ok(()) => match self.load(&self.path(&digest), &digest) {
                Ok(Some(component)) => return Ok(component),
                Ok(None) => anyhow::anyhow!("the file has gone"),
                Err(error) => error,
            },
            Err(CompileError::Output(error)) => error.into(),
            Err(refused) => return Err(refused),
        };
        // A cache that cannot be written costs time at the next start and memory until then, nothing else.
        tracing::warn!(%digest, "the compiled component is not cached: {not_cached:#}");
        let mut code = Vec::new();
        self.compile(bytes, &mut code)?;
        self.deserialize(&code).map_err(|error| CompileError::NotAComponent(format!("{error:#}")))
    }

    /// How many components were compiled, and how long it took in all.
    pub(crate) fn compilations(&self) -> (u64, Duration) {
        let micros = Duration::from_micros(self.micros.load(Ordering::Relaxed));
        (self.compiled.load(Ordering::Relaxed), micros)
    }

    /// The component with this digest, if its code is in the cache and usable. Reads all of the file.
    pub(crate) fn cached(&self, digest: &str) -> Option<Component> {
        self.load(&self.path(digest), digest).unwrap_or_else(|error| {
            tracing::warn!(%digest, "the cached component is not usable and is made anew: {error:#}");
            None
        })
    }

    /// Whether there is a file for the component with this digest.
    pub(crate) fn has(&self, digest: &str) -> bool {
        self.path(digest).is_file()
    }

    /// Where the machine code of the component with this digest is kept.
    pub(crate) fn path(&self, digest: &str) -> PathBuf {
        self.dir.join(format!("{digest}-{}.cwasm", self.compatibility))
    }

    /// Writes machine code for this engine, as `Component::deserialize` takes it, and counts it.
    fn compile(&self, bytes: &[u8], code: &mut impl Write) -> Result<(), CompileError> {
        let begun = Instant::now();
        match &self.child {
            Some(child) => Handle::current().block_on(child.compile(bytes, &environment(&self.engine), code))?,
            None => {
                let compiled = self.engine.precompile_component(bytes);
                let compiled = compiled.map_err(|error| CompileError::NotAComponent(format!("{error:#}")))?;
                code.write_all(&compiled).map_err(CompileError::Output)?;
            }
        }
        self.compiled.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
        Ok(())
    }

    fn load(&self, path: &Path, digest: &str) -> anyhow::Result<Option<Component>> {
        let mut file = match fs::File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let Some(opened) = by_descriptor(&file) else {
            // Mapped by its path it could be another file than the one that was verified.
            let mut whole = Vec::new();
            file.read_to_end(&mut whole)?;
            self.verify(whole.as_slice(), whole.len() as u64, digest)?;
            return self.deserialize(&whole[..whole.len() - SEAL]).map(Some);
        };
        let length = file.metadata()?.len();
        self.verify(&mut file, length, digest)?;
        self.map(&opened).map(Some)
    }

    /// Whether a file of this length ends with this host's seal of what goes before.
    fn verify(&self, mut file: impl Read, length: u64, digest: &str) -> anyhow::Result<()> {
        let mut mac = self.mac(digest);
        let mut left = length.checked_sub(SEAL as u64).context("the file is cut off")?;
        let mut buffer = vec![0; READ];
        while left > 0 {
            let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let read = file.read(&mut buffer[..most])?;
            anyhow::ensure!(read > 0, "the file is cut off");
            mac.update(&buffer[..read]);
            left -= read as u64;
        }
        let mut seal = [0; SEAL];
        file.read_exact(&mut seal)?;
        mac.verify_slice(&seal).context("its seal is not this host's")
    }

    /// Compiles a component into the cache. The code passes through and is not held.
    fn store(&self, bytes: &[u8], digest: &str) -> Result<(), CompileError> {
        // Written aside and renamed, so that no reader sees half a file; only its owner may read and write it.
        let aside = tempfile::NamedTempFile::new_in(&self.dir).map_err(CompileError::Output)?;
        let mut sealing = Sealing { file: aside, mac: self.mac(digest) };
        self.compile(bytes, &mut sealing)?;
        let Sealing { mut file, mac } = sealing;
        let mut finish = || -> io::Result<()> {
            file.write_all(&mac.clone().finalize().into_bytes())?;
            file.as_file().sync_all()
        };
        finish().map_err(CompileError::Output)?;
        file.persist(self.path(digest)).map_err(|error| CompileError::Output(error.error))?;
        Ok(())
    }

    /// Begins the seal of a component's code, which is to be fed to it.
    fn mac(&self, digest: &str) -> Hmac<Sha256> {
        // HMAC takes keys of any length.
        #[allow(clippy::expect_used, reason = "HMAC-SHA256 has no wrong key length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes any key");
        mac.update(digest.as_bytes());
        mac.update(self.compatibility.as_bytes());
        mac
    }

    #[allow(unsafe_code, reason = "compiled code is trusted here and in `map` alone; see the safety comment")]
    fn deserialize(&self, code: &[u8]) -> anyhow::Result<Component> {
        // SAFETY: `code` came from Wasmtime's compiler in this process or in a child of this program, or from a file whose
        // seal held, see `map`.
        unsafe { Component::deserialize(&self.engine, code) }.map_err(|error| anyhow::anyhow!("{error:#}"))
    }

    /// Maps the code of an open file whose seal held.
    #[allow(unsafe_code, reason = "compiled code is trusted here and in `deserialize` alone; see the safety comment")]
    fn map(&self, opened: &Path) -> anyhow::Result<Component> {
        // SAFETY: the seal says that this host's key was there when the file was written, which only this user may do;
        // files of the cache are replaced, never written to.
        let component = unsafe { Component::deserialize_file(&self.engine, opened) };
        component.map_err(|error| anyhow::anyhow!("{error:#}"))
    }
}

/// A file that is written and the seal of what went into it.
struct Sealing {
    file: tempfile::NamedTempFile,
    mac: Hmac<Sha256>,
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

/// What machine code of this engine depends on, as text of a fixed length: Wasmtime's version, its settings, the processor.
pub(crate) fn environment(engine: &Engine) -> String {
    let mut hasher = DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// A path to the open file itself, whatever is put at its own path; where the system has such paths.
fn by_descriptor(file: &fs::File) -> Option<PathBuf> {
    #[cfg(target_os = "linux")]
    let path = Some(PathBuf::from(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file))));
    #[cfg(not(target_os = "linux"))]
    let path = None;
    path.filter(|path| path.exists())
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
        let compiler = Compiler::open(&engine, dir.path(), &Compile::InProcess).unwrap();
        let bytes = wat::parse_str("(component)").unwrap();
        compiler.component(&bytes).unwrap();
        let digest = digest(&bytes);
        let path = compiler.path(&digest);
        assert!(compiler.load(&path, &digest).unwrap().is_some());
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600, "its owner's alone");
        }

        // Another component's code under this name, a changed byte, another host's key.
        assert!(compiler.load(&path, "0000").is_err());
        let whole = fs::read(&path).unwrap();
        for changed in [0, whole.len() / 2, whole.len() - 1] {
            let mut file = whole.clone();
            file[changed] ^= 1;
            fs::remove_file(&path).unwrap();
            fs::write(&path, &file).unwrap();
            assert!(compiler.load(&path, &digest).is_err());
        }
        for length in [0, SEAL - 1, SEAL, whole.len() - 1] {
            fs::remove_file(&path).unwrap();
            fs::write(&path, &whole[..length]).unwrap();
            assert!(compiler.load(&path, &digest).is_err());
        }
        compiler.component(&bytes).unwrap();
        assert!(compiler.load(&path, &digest).unwrap().is_some(), "an unusable file is made anew");
        fs::remove_file(dir.path().join("seal.key")).unwrap();
        let other = Compiler::open(&engine, dir.path(), &Compile::InProcess).unwrap();
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
