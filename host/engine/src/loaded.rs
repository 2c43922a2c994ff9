//! A loaded component: what the host knows of it, its code, and its warm instances.

use std::sync::Arc;

use plumbline_storage::{Component, Publication};

use crate::bindings::provenance::components::ComponentRef;
use crate::code::Code;
use crate::description::Description;
use crate::error::CallError;
use crate::http_instances::HttpInstances;
use crate::log::ComponentLog;
use crate::slot::Slot;
use crate::trust::Trust;
use crate::warm_instances::WarmInstances;

/// A bound and checked component.
pub struct Loaded {
    /// The slot it is bound to.
    pub slot: Slot,
    /// Hexadecimal SHA-256 of its bytes.
    pub digest: String,
    /// The component's description.
    pub description: Description,
    /// The binding's settings, which the component sees as environment variables.
    pub settings: Vec<(String, String)>,
    /// The name of the format of what the host keeps for the component, if not its digest. Components with the same
    /// name and the same settings read each other's.
    pub(crate) format: Option<String>,
    pub(crate) trust: Arc<Trust>,
    /// The log that receives its output.
    pub(crate) log: Arc<ComponentLog>,
    pub(crate) code: Code,
    /// Warm instances by tenant of an endpoint with the plain function, dropped with this.
    pub(crate) warm: WarmInstances,
    /// The same for an endpoint that supports only HTTP.
    pub(crate) http: HttpInstances,
}

impl Loaded {
    /// Returns whether this is the component with this digest and these settings.
    pub(crate) fn is_of(&self, slot: &Slot, digest: &str, settings: &[(String, String)]) -> bool {
        self.slot == *slot && self.digest == digest && self.settings == settings
    }

    /// Returns the component's version.
    pub fn version(&self) -> &str {
        &self.description.version
    }

    /// Returns the component as the provenance of a job names it.
    pub fn component_ref(&self) -> ComponentRef {
        ComponentRef {
            role: self.slot.class.word().to_owned(),
            id: self.description.id.clone(),
            version: self.description.version.clone(),
            digest: self.digest.clone(),
        }
    }

    /// Returns the name under which the host keeps what the component made for later calls: its format, or else its
    /// digest.
    pub fn format(&self) -> &str {
        self.format.as_deref().unwrap_or(&self.digest)
    }

    /// Returns whether it exports an optional interface of its class.
    pub fn has_optional_export(&self, interface: &str) -> bool {
        self.code.has_optional_export(interface)
    }

    /// Checks that its publisher is still trusted.
    ///
    /// # Errors
    /// Returns [`CallError::Withdrawn`] if the publisher was revoked.
    pub fn check_trust(&self) -> Result<(), CallError> {
        self.trust.check(&self.slot)
    }

    /// Returns whether it was taken out of service because its publisher was revoked. Its calls are refused.
    pub fn is_withdrawn(&self) -> bool {
        self.trust.is_revoked()
    }

    /// Creates a placeholder without code for a component that is out of service. Calls are refused with the reason.
    /// With an empty slot, the default would serve a tenant that chose another component.
    pub(crate) fn withdrawn(
        slot: &Slot,
        component: &Component,
        settings: Vec<(String, String)>,
        by: &Publication,
    ) -> Option<Self> {
        let trust = Trust::of(by.clone());
        trust.revoke();
        Some(Self {
            slot: slot.clone(),
            digest: component.digest.clone(),
            description: serde_json::from_str(&component.description).ok()?,
            settings,
            format: None,
            trust: Arc::new(trust),
            log: Arc::new(ComponentLog::new(slot.to_string())),
            code: Code::withdrawn(by.clone()),
            warm: WarmInstances::default(),
            http: HttpInstances::default(),
        })
    }
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("slot", &self.slot).field("digest", &self.digest).finish_non_exhaustive()
    }
}
