//! Turns a component into machine code: from a folder delivered with the program, from this host's cache, from the hosts'
//! common store, or by compiling it.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use plumbline_storage::{ComponentBytes, SharedCode};
use tokio::runtime::Handle;
use wasmtime::Engine;
use wasmtime::component::Component;

use crate::code_cache::{CodeCache, environment};
use crate::compiler_process::{ChildCompiler, CompileError};
use crate::settings::{Compile, EngineSettings, portable_environment};

/// Compiles components and keeps the results.
pub(crate) struct Compiler {
    engine: Engine,
    cache: CodeCache,
    /// Code delivered with the program, for any processor of the portable level and for this one.
    prebuilt: Vec<CodeCache>,
    /// Code that all hosts share.
    shared: Option<SharedCode>,
    /// Compiles in separate processes. Without it, this process compiles.
    child: Option<ChildCompiler>,
    /// The number of compiled components, and the microseconds they took.
    compiled: AtomicU64,
    micros: AtomicU64,
}

impl Compiler {
    /// Opens the cache. Creates its directory and key if they are missing.
    pub(crate) fn open(engine: &Engine, settings: &EngineSettings, shared: Option<SharedCode>) -> anyhow::Result<Self> {
        let mut prebuilt = Vec::new();
        if let Some(folder) = &settings.prebuilt_dir {
            // An archive has code for any processor, a build code for the one it ran on.
            for compatible in [portable_environment()?, environment(engine)] {
                prebuilt.extend(CodeCache::open_read_only(engine, folder, &compatible)?);
            }
        }
        Ok(Self {
            engine: engine.clone(),
            cache: CodeCache::open(engine, &settings.cache_dir, &environment(engine))?,
            prebuilt,
            shared,
            child: match &settings.compile {
                Compile::InProcess => None,
                Compile::Child(settings) => Some(ChildCompiler::new(settings.clone())),
            },
            compiled: AtomicU64::new(0),
            micros: AtomicU64::new(0),
        })
    }

    /// Returns the component of these bytes, from a folder or the hosts' store, or else compiled and added to both. This
    /// takes from milliseconds to a minute of all cores, so call it from a blocking thread of the runtime.
    pub(crate) fn component(&self, bytes: &ComponentBytes) -> Result<Component, CompileError> {
        let digest = bytes.digest();
        if let Some(component) = self.cached(digest) {
            return Ok(component);
        }
        if let Some(component) = self.fetch(digest) {
            return Ok(component);
        }
        let store = |code: &mut _| self.compile(bytes, code);
        let not_cached = match self.cache.store(digest, CompileError::Output, store) {
            Ok(()) => match self.cache.load(digest) {
                Ok(Some(component)) => {
                    self.share(digest);
                    return Ok(component);
                }
                Ok(None) => anyhow::anyhow!("the file no longer exists"),
                Err(error) => error,
            },
            Err(CompileError::Output(error)) => error.into(),
            Err(refused) => return Err(refused),
        };
        // A cache that cannot be written only costs time at the next start and memory until then.
        tracing::warn!(digest, "the compiled component is not cached: {not_cached:#}");
        let mut code = Vec::new();
        self.compile(bytes, &mut code)?;
        self.cache.deserialize(&code).map_err(|error| CompileError::NotAComponent(format!("{error:#}")))
    }

    /// Fetches the code of a component from the hosts' store into the cache. Returns `None` if the store does not have it,
    /// does not answer, or has code that none of the hosts wrote.
    fn fetch(&self, digest: &str) -> Option<Component> {
        let shared = self.shared.as_ref()?;
        let fetched = || -> anyhow::Result<Option<Component>> {
            let Some(code) = Handle::current().block_on(shared.fetch(&self.cache.name(digest)))? else {
                return Ok(None);
            };
            self.cache.store(digest, |error| error, |sealing| sealing.write_all(&code))?;
            self.cache.load(digest)?.context("the file no longer exists").map(Some)
        };
        fetched().unwrap_or_else(|error| {
            tracing::warn!(%digest, "the compiled component of the hosts' store is not usable and is compiled again: {error:#}");
            None
        })
    }

    /// Adds the code of a component from the cache to the hosts' store. Another host that fails to find it compiles the
    /// component itself.
    fn share(&self, digest: &str) {
        let Some(shared) = &self.shared else { return };
        let stored = || -> anyhow::Result<()> {
            let code = self.cache.read(digest)?;
            Ok(Handle::current().block_on(shared.store(&self.cache.name(digest), code.into()))?)
        };
        if let Err(error) = stored() {
            tracing::warn!(%digest, "the compiled component is not shared with other hosts: {error:#}");
        }
    }

    /// Returns how many components were compiled, and how long that took in total.
    pub(crate) fn compilations(&self) -> (u64, Duration) {
        let micros = Duration::from_micros(self.micros.load(Ordering::Relaxed));
        (self.compiled.load(Ordering::Relaxed), micros)
    }

    /// Returns the component with this digest if its code is in a folder and usable. Reads the whole file.
    pub(crate) fn cached(&self, digest: &str) -> Option<Component> {
        let own = self.cache.load(digest).unwrap_or_else(|error| {
            tracing::warn!(%digest, "the cached component is not usable and is compiled again: {error:#}");
            None
        });
        own.or_else(|| {
            self.prebuilt.iter().find_map(|prebuilt| {
                prebuilt.load(digest).unwrap_or_else(|error| {
                    tracing::warn!(%digest, "the compiled component that came with the program is not usable: {error:#}");
                    None
                })
            })
        })
    }

    /// Returns whether there is a file for the component with this digest.
    pub(crate) fn has(&self, digest: &str) -> bool {
        std::iter::once(&self.cache).chain(&self.prebuilt).any(|cache| cache.path(digest).is_file())
    }

    /// Returns the path where the machine code of the component with this digest is stored after compilation.
    pub(crate) fn path(&self, digest: &str) -> PathBuf {
        self.cache.path(digest)
    }

    /// Writes machine code for this engine, in the form that `Component::deserialize` takes, and counts the compilation.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{EngineSettings, Target, engine_config};

    #[test]
    fn an_unusable_file_is_made_anew() {
        let dir = tempfile::tempdir().unwrap();
        let settings = EngineSettings { cache_dir: dir.path().to_owned(), ..EngineSettings::default() };
        let engine = Engine::new(&engine_config(&settings).unwrap()).unwrap();
        let compiler = Compiler::open(&engine, &settings, None).unwrap();
        let bytes = ComponentBytes::from(wat::parse_str("(component)").unwrap());
        compiler.component(&bytes).unwrap();
        assert_eq!(compiler.compilations().0, 1);
        std::fs::write(compiler.path(bytes.digest()), "no code").unwrap();
        compiler.component(&bytes).unwrap();
        assert_eq!(compiler.compilations().0, 2);
        assert!(compiler.cached(bytes.digest()).is_some());
    }

    #[test]
    fn code_that_came_with_the_program_is_taken_and_never_written() {
        for target in [Target::Portable, Target::Native] {
            let (prebuilt, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let bytes = ComponentBytes::from(wat::parse_str("(component)").unwrap());
            let build = EngineSettings { cache_dir: prebuilt.path().to_owned(), target, ..EngineSettings::default() };
            let engine = Engine::new(&engine_config(&build).unwrap()).unwrap();
            Compiler::open(&engine, &build, None).unwrap().component(&bytes).unwrap();
            let files = || std::fs::read_dir(prebuilt.path()).unwrap().count();
            let before = files();

            let settings = EngineSettings {
                cache_dir: own.path().to_owned(),
                prebuilt_dir: Some(prebuilt.path().to_owned()),
                ..EngineSettings::default()
            };
            let engine = Engine::new(&engine_config(&settings).unwrap()).unwrap();
            let compiler = Compiler::open(&engine, &settings, None).unwrap();
            assert!(compiler.has(bytes.digest()));
            compiler.component(&bytes).unwrap();
            let other = ComponentBytes::from(wat::parse_str("(component (component))").unwrap());
            compiler.component(&other).unwrap();
            assert_eq!(compiler.compilations().0, 1, "the other alone");
            assert_eq!(files(), before);
        }
    }
}
