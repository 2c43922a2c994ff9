//! What a capability is, and what drives the components of a class. The capabilities themselves are in `capabilities`,
//! and in the crates of programs that add their own.

use std::any::Any;
use std::sync::Arc;

use futures::future::BoxFuture;
use http::Extensions;
use wasmtime::component::{Instance, InstancePre, Linker};
use wasmtime::{Result, Store};

use crate::inspect::Described;
use crate::settings::EngineSettings;
use crate::slot::Class;
use crate::state::State;

/// What the host offers to components of some classes.
pub trait Capability: Send + Sync {
    /// Returns the interfaces that components may import, in the order in which refusals list them.
    fn interfaces(&self) -> Vec<Interface>;

    /// Returns the driver of a class, if this capability calls its components.
    fn driver(&self, _: Class) -> Option<Arc<dyn Driver>> {
        None
    }

    /// Adds the state that calls of all tenants share, when the engine starts. [`crate::Engine::extension`] returns
    /// it.
    fn start(&self, _: &EngineSettings, _: &mut Extensions) {}
}

/// An interface that components of a class may import.
pub struct Interface {
    /// The class.
    pub class: Class,
    /// The beginning of its name.
    pub name: &'static str,
    /// Adds its functions to the linker of the class. An interface without functions is granted too: a component imports
    /// the interfaces whose types it uses.
    pub link: fn(&mut Linker<State>) -> Result<()>,
}

/// Lists interfaces, each as its class, its name, and the modules of bindings whose functions it links:
/// `Worker "plumbline:worker/blobs@1.0.0" => [blobs]`. The state implements them.
#[macro_export]
macro_rules! interfaces {
    ($($class:ident $name:literal => [$($($module:ident)::+),*]),+ $(,)?) => {
        vec![$($crate::Interface {
            class: $crate::Class::$class,
            name: $name,
            link: |_linker| {
                $($($module)::+::add_to_linker::<_, ::wasmtime::component::HasSelf<$crate::State>>(_linker, |state| state)?;)*
                Ok(())
            },
        }),+]
    };
}
pub(crate) use interfaces;

/// The wait for a component's description.
pub type Describing<'a> = BoxFuture<'a, Result<Described>>;

/// Calls the components of a class: it knows the world that they export.
pub trait Driver: Send + Sync {
    /// Checks that a component exports the world of the class, and prepares its instantiation. `exports` are the names
    /// of what it exports.
    ///
    /// # Errors
    /// Returns an error that says what is missing.
    fn prepare(&self, pre: InstancePre<State>, exports: &[&str]) -> Result<Prepared>;

    /// Asks an instance of a component that was prepared for its description.
    ///
    /// # Errors
    /// Returns an error if the instance gives none.
    fn describe<'a>(&'a self, store: &'a mut Store<State>, instance: &'a Instance) -> Describing<'a>;

    /// Returns the name of the custom section in which a component names the format of what the host keeps for it.
    /// Components of one publisher with the same format read each other's. Others read only their own.
    fn format_section(&self) -> Option<&'static str> {
        None
    }
}

/// A component that is ready to be instantiated by its driver.
pub struct Prepared {
    /// The driver's own form of it.
    pub instances: Box<dyn Any + Send + Sync>,
    /// The optional interfaces of its class that it exports.
    pub optional_exports: Vec<&'static str>,
}

/// The registered capabilities, in the order in which refusals list their grants.
pub struct Capabilities(Vec<Box<dyn Capability>>);

impl Capabilities {
    /// Returns these capabilities.
    pub fn new(capabilities: Vec<Box<dyn Capability>>) -> Self {
        Self(capabilities)
    }

    fn interfaces(&self, class: Class) -> impl Iterator<Item = Interface> {
        self.0.iter().flat_map(|capability| capability.interfaces()).filter(move |interface| interface.class == class)
    }

    /// Returns the beginnings of the interfaces that a class is granted by its capabilities.
    pub fn granted(&self, class: Class) -> impl Iterator<Item = &'static str> {
        self.interfaces(class).map(|interface| interface.name)
    }

    /// Returns whether a class may import the interface.
    pub fn may_import(&self, class: Class, interface: &str) -> bool {
        STANDARD.into_iter().chain(self.granted(class)).any(|grant| interface.starts_with(grant))
    }

    /// Adds the functions of all capabilities to the linker of a class.
    pub(crate) fn link(&self, class: Class, linker: &mut Linker<State>) -> Result<()> {
        self.interfaces(class).try_for_each(|interface| (interface.link)(linker))
    }

    /// Returns the driver of a class.
    pub(crate) fn driver(&self, class: Class) -> Option<Arc<dyn Driver>> {
        self.0.iter().find_map(|capability| capability.driver(class))
    }

    /// Returns the state that their calls share.
    pub(crate) fn start(&self, settings: &EngineSettings) -> Extensions {
        let mut shared = Extensions::new();
        for capability in &self.0 {
            capability.start(settings, &mut shared);
        }
        shared
    }
}

/// Interfaces that every class may import, in any version, because the standard libraries of guest languages always
/// import them. No directory is open, so `filesystem` reaches nothing. Sockets are absent.
const STANDARD: [&str; 5] = ["wasi:cli/", "wasi:clocks/", "wasi:io/", "wasi:random/", "wasi:filesystem/"];
