//! The registry: which component serves a slot for a tenant. Bindings are rows in the control database. This is their
//! copy in memory, which is replaced as a whole. A call keeps the component it started with.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use arc_swap::ArcSwap;
use async_recursion::async_recursion as boxed;
use plumbline_storage::{Binding, Publication, Revision, TenantId, TrustStore};

use crate::canary::{CallKey, CanaryStats, ServingVersion, Staged};
use crate::code_cache::digest;
use crate::error::CallError;
use crate::loaded::Loaded;
use crate::loading;
use crate::runtime::Runtime;
use crate::slot::{Class, Slot};
use crate::trust::Trust;

/// The tenant of a binding that applies to every tenant without its own.
pub const DEFAULT_TENANT: &str = "*";

/// The bindings of one tenant, or of the default tenant.
#[derive(Default)]
struct Slots {
    stable: HashMap<Slot, Arc<Loaded>>,
    staged: HashMap<Slot, Staged>,
}

impl Slots {
    /// Returns all components, including staged ones.
    fn all(&self) -> impl Iterator<Item = &Arc<Loaded>> {
        self.stable.values().chain(self.staged.values().map(|staged| &staged.loaded))
    }
}

/// A bound component that could not be loaded on this host. It is tried again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotLoaded {
    /// A tenant's id, or [`DEFAULT_TENANT`].
    pub tenant: String,
    /// The slot it is bound to.
    pub slot: Slot,
    /// Hexadecimal SHA-256 of its bytes.
    pub digest: String,
    /// The cause.
    pub cause: String,
    /// Whether the previously bound version serves the slot meanwhile.
    pub is_replaced: bool,
}

impl NotLoaded {
    /// Returns the error of a call that needs the component.
    pub fn error(&self) -> CallError {
        CallError::NotLoaded { slot: self.slot.clone(), cause: self.cause.clone() }
    }
}

/// What the last refresh read.
#[derive(Default)]
struct Seen {
    revision: Option<Revision>,
    /// When to retry components that could not be loaded, and the length of that wait.
    retry: Option<(Instant, Duration)>,
}

/// Wait before the second attempt to load a component; it doubles with each further one.
const FIRST_RETRY: Duration = Duration::from_secs(1);
/// The longest wait between such attempts.
const LAST_RETRY: Duration = Duration::from_secs(60);

/// The bound components of all tenants.
pub struct Registry {
    runtime: Arc<Runtime>,
    tenants: ArcSwap<HashMap<String, Slots>>,
    generation: AtomicU64,
    stages: CanaryStats,
    /// Whether any stage is in progress. If not, calls check nothing further.
    staged: AtomicBool,
    /// The trust state of every loaded component that is still referenced.
    trusts: Mutex<Vec<Weak<Trust>>>,
    /// Bound components that could not be loaded.
    not_loaded: ArcSwap<Vec<NotLoaded>>,
    /// What was read last. The lock serializes refreshes.
    seen: tokio::sync::Mutex<Seen>,
}

impl Registry {
    /// Creates a registry without bindings, before the first [`Registry::refresh`].
    pub(crate) fn new(runtime: Arc<Runtime>) -> Self {
        Self {
            runtime,
            tenants: ArcSwap::default(),
            generation: AtomicU64::default(),
            stages: CanaryStats::default(),
            staged: AtomicBool::default(),
            trusts: Mutex::default(),
            not_loaded: ArcSwap::default(),
            seen: tokio::sync::Mutex::default(),
        }
    }

    /// Returns the component bound to a slot: the tenant's own binding, or else the default. Stages are ignored.
    pub fn resolve(&self, tenant: &TenantId, slot: &Slot) -> Option<Arc<Loaded>> {
        let tenants = self.tenants.load();
        let of = |tenant: &str| tenants.get(tenant).and_then(|slots| slots.stable.get(slot)).cloned();
        of(tenant.as_str()).or_else(|| of(DEFAULT_TENANT))
    }

    /// Returns the component that serves a call: the bound version or the staged one.
    pub fn choose(&self, tenant: &TenantId, slot: &Slot, key: &CallKey) -> Option<ServingVersion> {
        self.during_stage(tenant, slot, key).or_else(|| self.resolve(tenant, slot).map(ServingVersion::only))
    }

    /// Like [`Registry::choose`], but returns `None` if no stage concerns the tenant. A stage of the default binding
    /// does not concern a tenant that has its own.
    pub fn during_stage(&self, tenant: &TenantId, slot: &Slot, key: &CallKey) -> Option<ServingVersion> {
        if !self.has_stages() {
            return None;
        }
        let tenants = self.tenants.load();
        let (own, default) = (tenants.get(tenant.as_str()), tenants.get(DEFAULT_TENANT));
        let stable = |slots: Option<&Slots>| slots.and_then(|slots| slots.stable.get(slot)).cloned();
        if let Some(staged) = own.and_then(|slots| slots.staged.get(slot)) {
            return staged.choose(stable(own).or_else(|| stable(default)), key);
        }
        if stable(own).is_some() {
            return None;
        }
        default.and_then(|slots| slots.staged.get(slot))?.choose(stable(default), key)
    }

    /// Returns every component bound for a tenant, ordered by slot.
    pub fn slots(&self, tenant: &TenantId) -> Vec<Arc<Loaded>> {
        let tenants = self.tenants.load();
        let mut slots: HashMap<&Slot, &Arc<Loaded>> = HashMap::new();
        for tenant in [DEFAULT_TENANT, tenant.as_str()] {
            slots.extend(tenants.get(tenant).into_iter().flat_map(|slots| &slots.stable));
        }
        let mut slots: Vec<Arc<Loaded>> = slots.into_values().cloned().collect();
        slots.sort_by_cached_key(|loaded| loaded.slot.to_string());
        slots
    }

    /// Returns every bound component, once for each binding, including stages.
    pub(crate) fn all(&self) -> Vec<Arc<Loaded>> {
        self.tenants.load().values().flat_map(Slots::all).map(Arc::clone).collect()
    }

    /// Returns the kinds of jobs that have a bound worker, for any tenant.
    pub fn job_kinds(&self) -> std::collections::BTreeSet<String> {
        let tenants = self.tenants.load();
        let bound = tenants.values().flat_map(|slots| slots.stable.keys());
        bound.filter(|slot| slot.class == Class::Worker).map(|slot| slot.name.clone()).collect()
    }

    /// Returns whether any endpoint serves tenants without bindings of their own.
    pub fn has_endpoints(&self) -> bool {
        let tenants = self.tenants.load();
        let serves = |loaded: &Arc<Loaded>| loaded.slot.class == Class::Endpoint && !loaded.is_withdrawn();
        tenants.get(DEFAULT_TENANT).is_some_and(|slots| slots.stable.values().any(serves))
    }

    /// Returns whether any tenant has a staged version.
    pub fn has_stages(&self) -> bool {
        self.staged.load(Ordering::Acquire)
    }

    /// Returns a number that grows with every change. State derived from the bindings is rebuilt when it has changed.
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Returns the default slots whose component is out of service, in order.
    pub fn withdrawn(&self) -> Vec<Slot> {
        let tenants = self.tenants.load();
        let bound = tenants.get(DEFAULT_TENANT).into_iter().flat_map(|slots| slots.stable.values());
        let mut slots: Vec<Slot> =
            bound.filter(|loaded| loaded.is_withdrawn()).map(|loaded| loaded.slot.clone()).collect();
        slots.sort_by_cached_key(Slot::to_string);
        slots
    }

    /// Returns the bound components that could not be loaded.
    pub fn not_loaded(&self) -> Arc<Vec<NotLoaded>> {
        self.not_loaded.load_full()
    }

    /// Returns the components bound for a tenant, or by default, that could not be loaded while nothing else serves
    /// their slots.
    pub(crate) fn unserved(&self, tenant: &TenantId) -> Vec<NotLoaded> {
        let concerns = |one: &&NotLoaded| {
            (one.tenant == DEFAULT_TENANT || one.tenant == tenant.as_str()) && self.resolve(tenant, &one.slot).is_none()
        };
        let not_loaded = self.not_loaded();
        not_loaded.iter().filter(concerns).cloned().collect()
    }

    /// Reads the bindings if their revision has changed, or if a component that could not be loaded is due for a retry.
    /// Loaded components are kept. A component that cannot be loaded is reported and leaves its slot as it was. A
    /// component whose publisher was revoked is taken out of service: its slot refuses calls, and a stage of it ends
    /// here. Returns whether anything changed.
    ///
    /// # Errors
    /// Returns an error if the control database cannot be read.
    #[boxed]
    pub async fn refresh(&self) -> anyhow::Result<bool> {
        let control = &self.runtime.storage.control;
        let mut seen = self.seen.lock().await;
        let now = control.revision().await?;
        let has_moved = seen.revision != Some(now);
        if !has_moved && seen.retry.is_none_or(|(at, _)| Instant::now() < at) {
            return Ok(false);
        }
        let mut bindings = control.current().await?;
        bindings.extend(control.staged().await?);
        let trust = control.trust_store().await?;
        self.review(&trust);
        let before = self.tenants.load_full();
        let mut tenants: HashMap<String, Slots> = HashMap::new();
        let mut not_loaded = Vec::new();
        for binding in bindings {
            let slot: Slot = match binding.slot.parse() {
                Ok(slot) => slot,
                Err(error) => {
                    tracing::error!("skipped an invalid binding: {error}");
                    continue;
                }
            };
            let publication = trust.publication(&binding.digest, &binding.tenant);
            if let Some(by) = publication
                && let Err(error) = trust.check(by)
            {
                if has_moved {
                    let (tenant, digest) = (&binding.tenant, &binding.digest);
                    tracing::error!(%slot, tenant, digest, "the bound component is out of service: {error}");
                }
                if !binding.is_stage()
                    && let Some(loaded) = self.withdraw(&before, &slot, &binding, by).await?
                {
                    tenants.entry(binding.tenant).or_default().stable.insert(slot, loaded);
                }
                continue;
            }
            let previous = before.get(&binding.tenant).and_then(|slots| slots.stable.get(&slot));
            let previous = previous.filter(|previous| !previous.is_withdrawn());
            match self.load(&before, &tenants, &slot, &binding, publication).await {
                Ok(loaded) if binding.is_stage() => {
                    let staged = self.stages.open(loaded, binding.clone());
                    tenants.entry(binding.tenant).or_default().staged.insert(slot, staged);
                }
                Ok(loaded) => {
                    tenants.entry(binding.tenant).or_default().stable.insert(slot, loaded);
                }
                Err(error) => {
                    if has_moved {
                        tracing::error!(%slot, digest = %binding.digest, "the bound component cannot be loaded: {error:#}");
                    }
                    let previous = previous.filter(|_| !binding.is_stage()).map(Arc::clone);
                    not_loaded.push(NotLoaded {
                        tenant: binding.tenant.clone(),
                        slot: slot.clone(),
                        digest: binding.digest,
                        cause: format!("{error:#}"),
                        is_replaced: previous.is_some(),
                    });
                    if let Some(previous) = previous {
                        tenants.entry(binding.tenant).or_default().stable.insert(slot, previous);
                    }
                }
            }
        }
        seen.revision = Some(now);
        seen.retry = (!not_loaded.is_empty()).then(|| {
            let waited = seen.retry.filter(|_| !has_moved).map(|(_, wait)| wait);
            let wait = waited.map_or(FIRST_RETRY, |wait| (wait * 2).min(LAST_RETRY));
            (Instant::now() + wait, wait)
        });
        if !has_moved && not_loaded.len() == self.not_loaded.load().len() {
            return Ok(false);
        }
        self.not_loaded.store(Arc::new(not_loaded));
        self.staged.store(tenants.values().any(|slots| !slots.staged.is_empty()), Ordering::Release);
        self.tenants.store(Arc::new(tenants));
        self.generation.fetch_add(1, Ordering::AcqRel);
        Ok(true)
    }

    /// Records how calls of stages ended on this host, and ends the stages with enough outcomes for a decision.
    ///
    /// # Errors
    /// Returns an error if the control database cannot be used. The outcomes are kept for the next time.
    pub(crate) async fn judge_stages(&self) -> anyhow::Result<()> {
        let control = &self.runtime.storage.control;
        let mut changed = false;
        for mut outcomes in self.stages.take() {
            while let Some((side, counts)) = outcomes.sides.pop() {
                if let Err(error) = control.add_outcomes(outcomes.stage.sequence, side, counts).await {
                    outcomes.sides.push((side, counts));
                    self.stages.restore(&outcomes);
                    return Err(error.into());
                }
            }
            if let Some(binding) = control.evaluate_stage(&outcomes.stage).await? {
                let (kind, reason) = (&binding.kind, binding.reason.as_deref().unwrap_or_default());
                tracing::warn!(slot = binding.slot, tenant = binding.tenant, kind, reason, "a stage ended");
                changed = true;
            }
        }
        if changed {
            self.refresh().await?;
        }
        Ok(())
    }

    /// Returns the loaded component of a binding: an existing one with the same bytes and settings, or else a new one.
    async fn load(
        &self,
        before: &HashMap<String, Slots>,
        now: &HashMap<String, Slots>,
        slot: &Slot,
        binding: &Binding,
        publication: Option<&Publication>,
    ) -> anyhow::Result<Arc<Loaded>> {
        let settings = settings(&binding.settings)?;
        let mut all = before.values().chain(now.values()).flat_map(Slots::all);
        let same = all.find(|loaded| {
            loaded.is_of(slot, &binding.digest, &settings)
                && !loaded.is_withdrawn()
                && publication.is_some_and(|by| loaded.trust.is_by(by))
        });
        if let Some(loaded) = same {
            return Ok(Arc::clone(loaded));
        }
        let control = &self.runtime.storage.control;
        let (by, bytes) = control.bytes_to_load(&binding.tenant, &binding.slot, &binding.digest).await?;
        let mut loaded = loading::load(&self.runtime, slot, bytes, settings).await?;
        loaded.format = format_of(&by, &loaded);
        loaded.trust = Arc::new(Trust::of(by.clone()));
        self.trusts().push(Arc::downgrade(&loaded.trust));
        loaded.code.unload(&self.runtime, slot, &loaded.digest, by);
        Ok(Arc::new(loaded))
    }

    /// Takes components out of service if their publisher was revoked, including versions that only a running job still
    /// holds.
    fn review(&self, store: &TrustStore) {
        self.trusts().retain(|trust| {
            let Some(trust) = trust.upgrade() else { return false };
            trust.review(store);
            true
        });
    }

    fn trusts(&self) -> std::sync::MutexGuard<'_, Vec<Weak<Trust>>> {
        self.trusts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the placeholder for a component that is out of service, or `None` if its description cannot be read.
    async fn withdraw(
        &self,
        before: &HashMap<String, Slots>,
        slot: &Slot,
        binding: &Binding,
        by: &Publication,
    ) -> anyhow::Result<Option<Arc<Loaded>>> {
        let Ok(settings) = settings(&binding.settings) else { return Ok(None) };
        let current = before.get(&binding.tenant).and_then(|slots| slots.stable.get(slot)).filter(|current| {
            current.is_of(slot, &binding.digest, &settings) && current.code.is_withdrawn() && current.trust.is_by(by)
        });
        if let Some(current) = current {
            return Ok(Some(Arc::clone(current)));
        }
        let component = self.runtime.storage.control.component(&binding.digest).await?;
        Ok(Loaded::withdrawn(slot, &component, settings, by).map(Arc::new))
    }
}

/// Returns the name of the format of what the host keeps for a component, or `None` for its digest. Components of one
/// publisher never share data with another's, even if both use the same name for the format. Nor do components with
/// different settings, which may change what they make.
fn format_of(by: &Publication, loaded: &Loaded) -> Option<String> {
    let (format, settings) = match (&loaded.format, loaded.settings.as_slice()) {
        (None, []) => return None,
        (Some(format), []) => (format, String::new()),
        (format, settings) => (format.as_ref().unwrap_or(&loaded.digest), format!(" {settings:?}")),
    };
    let signed = if by.signature.is_some() { "signed" } else { "unsigned" };
    Some(digest(format!("{signed} {} {format}{settings}", by.publisher).as_bytes()))
}

/// Returns a binding's settings as environment variables: strings as they are, everything else as JSON.
///
/// # Errors
/// Returns an error if the settings are not a JSON object.
pub fn settings(json: &str) -> anyhow::Result<Vec<(String, String)>> {
    let object: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(json).context("the settings of a binding must be a JSON object")?;
    let text = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(object.into_iter().map(|(key, value)| (key, text(value))).collect())
}
