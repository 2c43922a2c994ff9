//! `plumbline:worker/extraction` over `plumbline:extractor`: one survey per sheet and extractor, then pages in
//! parallel.
//!
//! Every page gets its own instance (30 µs), so that a page leaves nothing behind for the next one and memory is free
//! between pages. The instance that surveyed a page also extracts it if it may be kept that long (`idle_extractors`).
//!
//! Permits are acquired per page, so that a set of 2,000 pages does not keep another tenant's single sheet waiting.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use http::Extensions;
use plumbline_engine::{
    CallError, Capability, Class, Described, Describing, Details, Driver, Engine, EngineSettings, Interface,
    JobServices, Prepared, Running, ServingVersion, Slot, State, Task,
};
use plumbline_storage::{BlobError, Blobs, Scope};
use tokio::sync::mpsc;
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre, Resource};

use self::bindings::extraction::{self, Component, Host, HostSession, PageRequest, PageResult};
use crate::bindings::drawing::quantities::{Discipline, Findings};
use crate::bindings::drawing::sheets::Sheet;
use crate::bindings::extractor::api::{Failure, FailureCode};
use crate::bindings::extractor::plumbline::extractor::progress::{self, Host as ProgressHost};
use crate::bindings::extractor::{ExtractorComponent, ExtractorComponentPre};
use crate::describing::options;
use crate::idle_extractors::{IdleExtractor, IdleExtractors};
use crate::sheets;

/// Generated from the WIT.
#[allow(unreachable_pub, reason = "generated")]
mod bindings {
    plumbline_engine::bindgen_worker!({
        inline: "
            package plumbline:host-extraction;
            world driving-extractors { import plumbline:worker/extraction@1.0.0; }
        ",
        world: "plumbline:host-extraction/driving-extractors",
        imports: { default: async | trappable },
        with: {
            "plumbline:drawing/quantities@1.0.0": crate::bindings::drawing::quantities,
            "plumbline:drawing/sheets@1.0.0": crate::bindings::drawing::sheets,
            "plumbline:drawing/describing@1.0.0": crate::bindings::drawing::describing,
            "plumbline:extractor/extractor@1.0.0": crate::bindings::extractor_types,
            "plumbline:worker/extraction.session": crate::extraction::Session,
        },
    });
    pub use plumbline::worker::extraction;
}

/// Extractors, for workers.
pub(crate) struct Extraction;

impl Capability for Extraction {
    fn interfaces(&self) -> Vec<Interface> {
        plumbline_engine::interfaces![
            Worker "plumbline:worker/extraction@1.0.0" => [extraction],
            Extractor "plumbline:extractor/progress@1.0.0" => [progress],
        ]
    }

    fn driver(&self, class: Class) -> Option<Arc<dyn Driver>> {
        (class == Class::Extractor).then(|| Arc::new(ExtractorDriver) as Arc<dyn Driver>)
    }

    fn start(&self, settings: &EngineSettings, shared: &mut Extensions) {
        shared.insert(IdleExtractors::new(settings.limits.of(Class::Extractor).memory_bytes));
    }
}

struct ExtractorDriver;

impl Driver for ExtractorDriver {
    fn prepare(&self, pre: InstancePre<State>, _: &[&str]) -> wasmtime::Result<Prepared> {
        let extractor = ExtractorComponentPre::new(pre)?;
        Ok(Prepared { instances: Box::new(extractor), optional_exports: Vec::new() })
    }

    fn describe<'a>(&'a self, store: &'a mut Store<State>, instance: &'a Instance) -> Describing<'a> {
        Box::pin(describe(store, instance))
    }

    /// Surveys of one format are read by every extractor that names it. Without the section, an extractor reads only
    /// its own.
    fn format_section(&self) -> Option<&'static str> {
        Some("plumbline:survey")
    }
}

/// Bytes of the surveys of one extraction session, over all its sheets. The host holds them for the whole session, and
/// each extraction gets all of them. Ours are some kB per sheet, and a session has up to 2,000 sheets.
const SURVEYS_BYTES: usize = 64 << 20;

impl ProgressHost for State {
    fn report(&mut self, percent: u32) {
        tracing::trace!(percent, "extractor");
    }
}

/// Returns the contract's name of a discipline, which is also the name of its extractor's slot.
pub(crate) fn discipline_name(discipline: Discipline) -> &'static str {
    match discipline {
        Discipline::Electrical => "electrical",
        Discipline::Mechanical => "mechanical",
        Discipline::Plumbing => "plumbing",
        Discipline::FireProtection => "fire_protection",
        Discipline::Process => "process",
        Discipline::Structural => "structural",
        Discipline::MultiDiscipline => "multi_discipline",
    }
}

/// Returns an extractor's description.
async fn describe(store: &mut Store<State>, instance: &Instance) -> wasmtime::Result<Described> {
    let extractor = ExtractorComponent::new(&mut *store, instance)?;
    let description = extractor.plumbline_extractor_extractor().call_describe(store).await?;
    let details = Details::Extractor {
        subject: discipline_name(description.discipline).to_owned(),
        options: options(description.options),
    };
    Ok(Described { id: description.id, version: description.version, name: description.name, details })
}

pub(crate) async fn instantiate(
    store: &mut Store<State>,
    linked: &ExtractorComponentPre<State>,
) -> wasmtime::Result<ExtractorComponent> {
    linked.instantiate_async(store).await
}

/// The largest survey that a task holds until the session takes it. Larger ones are read from their blob then, because
/// tasks run ahead of the session, which knows what remains of its budget.
const HELD_BYTES: usize = 1 << 20;

/// A sheet's survey.
enum Survey {
    Held(Vec<u8>),
    /// The bytes of a survey that is only in its blob.
    Stored(usize),
}

impl Survey {
    fn bytes(&self) -> usize {
        match self {
            Self::Held(survey) => survey.len(),
            Self::Stored(bytes) => *bytes,
        }
    }
}

/// The reason for which a page has no result.
enum PageError {
    /// The page fails, and the worker records it.
    Failed(Failure),
    /// The file store did not respond. The job ends and is tried again, because a takeoff without this page would be
    /// taken for a whole one.
    Store(BlobError),
}

impl From<Failure> for PageError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<BlobError> for PageError {
    fn from(error: BlobError) -> Self {
        match error {
            BlobError::Unavailable(_) => Self::Store(error),
            other => Self::Failed(internal(&other)),
        }
    }
}

/// A sheet's survey with the instance that made it, if that may be kept.
type Surveyed = (Survey, Option<IdleExtractor>);

/// An extractor and the blobs it works on.
struct Extractor {
    engine: Engine,
    loaded: ServingVersion,
    blobs: Blobs,
    scope: Scope,
}

/// The state that the pages of a session share.
struct Work {
    extractor: Arc<Extractor>,
    surveys: Vec<Vec<u8>>,
    /// Bytes that more surveys may take.
    left: usize,
    /// Sheets whose surveys exceeded [`SURVEYS_BYTES`].
    beyond: HashSet<String>,
    waiting: Mutex<VecDeque<PageRequest>>,
    /// The instances that surveyed pages, by the page's sheet, until they extract it.
    idle: Mutex<HashMap<String, IdleExtractor>>,
}

/// An extractor at work on one document.
#[allow(unreachable_pub, reason = "the bindings export it")]
pub struct Session {
    work: Arc<Work>,
    /// Pages that were started and that `next` has not yet returned, without the pages that `stop` dropped.
    outstanding: usize,
    /// At most one result waits for the worker, so that extractors do not run ahead of what it records.
    results: mpsc::Receiver<Result<PageResult, BlobError>>,
    report: mpsc::Sender<Result<PageResult, BlobError>>,
    tasks: Vec<Task<()>>,
}

impl Extractor {
    async fn sheet(&self, key: &str) -> Result<Sheet, PageError> {
        let size = self.blobs.size(&self.scope, key).await?;
        let bytes = self.blobs.read(&self.scope, key, 0..size).await?;
        Ok(sheets::decode(&bytes).map_err(|error| internal(&format_args!("{key} is not a sheet: {error}")))?)
    }

    /// Returns the key of a sheet's survey. Half of the format's digest tells formats apart, and keeps the key short enough
    /// for stores whose objects are files.
    fn survey_key(&self, sheet_key: &str) -> String {
        let format = self.loaded.format();
        format!("{sheet_key}.survey.{}", format.get(..32).unwrap_or(format))
    }

    /// Reads a survey of this size from its blob.
    async fn stored_survey(&self, sheet_key: &str, bytes: usize) -> Result<Vec<u8>, BlobError> {
        self.blobs.read(&self.scope, &self.survey_key(sheet_key), 0..bytes as u64).await.map(Vec::from)
    }

    /// Returns a sheet's survey, which informs the other pages, from its blob. If it is not there, calls the extractor
    /// and stores the result. In that case also returns the instance that was called, if it may be kept.
    async fn survey(&self, sheet_key: &str) -> Result<Surveyed, PageError> {
        let key = self.survey_key(sheet_key);
        match self.blobs.size(&self.scope, &key).await {
            Ok(size) => {
                let bytes = usize::try_from(size).unwrap_or(usize::MAX);
                let survey = match bytes <= HELD_BYTES {
                    true => Survey::Held(self.stored_survey(sheet_key, bytes).await?),
                    false => Survey::Stored(bytes),
                };
                return Ok((survey, None));
            }
            Err(BlobError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
        let started = self.engine.start_driven(&self.loaded, Some(&self.scope.tenant), instantiate).await;
        let mut running = started.map_err(|error| to_failure(&error))?;
        // Read only with a permit, so that waiting pages hold no memory.
        let sheet = self.sheet(sheet_key).await?;
        let survey = running
            .call(async |store, extractor| extractor.plumbline_extractor_extractor().call_survey(store, &sheet).await)
            .await;
        let survey = self.record_outcome(survey)??;
        let limit = self.engine.limits(Class::Extractor).output_bytes;
        if survey.len() as u64 > limit {
            return Err(PageError::Failed(Failure {
                code: FailureCode::Capacity,
                message: format!("The survey of this page exceeds {limit} bytes."),
            }));
        }
        let returned = match survey.len() <= HELD_BYTES {
            true => Survey::Held(survey.clone()),
            false => Survey::Stored(survey.len()),
        };
        self.blobs.write(&self.scope, &key, survey.into()).await?;
        let idle = self.engine.extension::<IdleExtractors>().and_then(|idle| idle.keep(running));
        Ok((returned, idle))
    }

    /// Returns a page's findings, from the instance that surveyed it if there is one.
    async fn extract(
        &self,
        page: &PageRequest,
        surveys: &[Vec<u8>],
        idle: Option<IdleExtractor>,
    ) -> Result<Findings, PageError> {
        if let Some(idle) = idle {
            let mut running = idle.resume().await.map_err(|error| to_failure(&error))?;
            match self.extract_in(&mut running, page, surveys).await? {
                // Memory left over from the survey may have exceeded the limit, so retry in a new instance.
                Err(CallError::Memory { .. }) => {}
                findings => return Ok(self.record_outcome(findings)??),
            }
        }
        let started = self.engine.start_driven(&self.loaded, Some(&self.scope.tenant), instantiate).await;
        let mut running = started.map_err(|error| to_failure(&error))?;
        let findings = self.extract_in(&mut running, page, surveys).await?;
        Ok(self.record_outcome(findings)??)
    }

    async fn extract_in(
        &self,
        running: &mut Running<ExtractorComponent>,
        page: &PageRequest,
        surveys: &[Vec<u8>],
    ) -> Result<Result<Result<Findings, Failure>, CallError>, PageError> {
        let sheet = self.sheet(&page.sheet_key).await?;
        let called = running
            .call(async |store, extractor| {
                let extractor = extractor.plumbline_extractor_extractor();
                extractor.call_extract(store, &sheet, surveys, &page.options).await
            })
            .await;
        Ok(called)
    }

    /// Records how a call ended, for the canary of its version, if any.
    fn record_outcome<T>(&self, called: Result<T, CallError>) -> Result<T, Failure> {
        self.loaded.record_outcome(called.is_err());
        called.map_err(|error| to_failure(&error))
    }
}

impl Work {
    fn new(extractor: Arc<Extractor>) -> Self {
        Self {
            extractor,
            surveys: Vec::new(),
            left: SURVEYS_BYTES,
            beyond: HashSet::new(),
            waiting: Mutex::default(),
            idle: Mutex::default(),
        }
    }

    /// Adds a sheet's survey, or an empty one if there is none or it exceeds the budget. Returns whether the survey
    /// itself was added.
    async fn add(&mut self, key: String, surveyed: Option<Surveyed>) -> Result<bool, BlobError> {
        let Some((survey, idle)) = surveyed else {
            self.surveys.push(Vec::new());
            return Ok(false);
        };
        let (bytes, left) = (survey.bytes(), self.left);
        let Some(rest) = left.checked_sub(bytes) else {
            tracing::warn!(key, bytes, left, "a survey is beyond what those of one document may take");
            self.surveys.push(Vec::new());
            self.beyond.insert(key);
            return Ok(false);
        };
        self.left = rest;
        let survey = match survey {
            Survey::Held(survey) => Some(survey),
            Survey::Stored(bytes) => match self.extractor.stored_survey(&key, bytes).await {
                Err(error @ BlobError::Unavailable(_)) => return Err(error),
                stored => stored.ok(),
            },
        };
        let is_there = survey.is_some();
        self.surveys.push(survey.unwrap_or_default());
        self.idle().extend(idle.map(|idle| (key, idle)));
        Ok(is_there)
    }

    /// Adds the first survey again, if the budget allows it. Returns whether it was added.
    fn repeat_first(&mut self) -> bool {
        let rest = self.surveys.first().and_then(|first| self.left.checked_sub(first.len()));
        if let Some(rest) = rest {
            self.left = rest;
            self.surveys.extend_from_within(..1);
        }
        rest.is_some()
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, VecDeque<PageRequest>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, HashMap<String, IdleExtractor>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Extracts pages until none waits.
    async fn drain(self: Arc<Self>, report: mpsc::Sender<Result<PageResult, BlobError>>) {
        loop {
            let Some(page) = self.waiting().pop_front() else { return };
            let idle = self.idle().remove(&page.sheet_key);
            let outcome = match self.beyond.contains(&page.sheet_key) {
                true => Err(beyond_budget().into()),
                false => self.extractor.extract(&page, &self.surveys, idle).await,
            };
            let outcome = match outcome {
                Ok(findings) => Ok(Ok(findings)),
                Err(PageError::Failed(failure)) => Ok(Err(failure)),
                Err(PageError::Store(error)) => Err(error),
            };
            let result = outcome.map(|outcome| PageResult { page_number: page.page_number, outcome });
            if report.send(result).await.is_err() {
                return;
            }
        }
    }
}

/// Surveys all sheets, as many at once as extractors may run. A page that cannot be surveyed contributes nothing to the
/// others. If it cannot be extracted either, it fails then. A page whose survey exceeds the budget fails, so that
/// the takeoff reports what it may be missing.
///
/// If the first sheet is listed again, the sheets after it are those of other documents. Its survey, repeated, shows
/// the extractor where its own document ends. Without it, the extractor would take the other sheets for pages of its
/// own document, so they are left out.
///
/// # Errors
/// Returns the error if the file store does not answer.
async fn survey_all(extractor: Extractor, sheet_keys: Vec<String>) -> Result<Work, BlobError> {
    use futures::stream::StreamExt as _;
    let extractor = Arc::new(extractor);
    let width = extractor.engine.limits(Class::Extractor).concurrent.max(1);
    let first = sheet_keys.first().cloned();
    let surveys = sheet_keys.into_iter().enumerate().map(|(index, key)| {
        let is_repeated = index > 0 && first.as_ref() == Some(&key);
        let task = (!is_repeated).then(|| survey_or_warn(Arc::clone(&extractor), key.clone()));
        let engine = extractor.engine.clone();
        async move {
            let surveyed = engine.spawn_compute(task?).join().await;
            Some((key, surveyed.unwrap_or(Ok(None))))
        }
    });
    let mut done = std::pin::pin!(futures::stream::iter(surveys).buffered(width));
    let mut work = Work::new(Arc::clone(&extractor));
    let mut has_first = false;
    while let Some(next) = done.next().await {
        let Some((key, surveyed)) = next else {
            if has_first && work.repeat_first() {
                continue;
            }
            tracing::warn!("the sheets of other documents are left out, because the first survey cannot be repeated");
            break;
        };
        let is_first = work.surveys.is_empty();
        has_first |= work.add(key, surveyed?).await? && is_first;
    }
    Ok(work)
}

/// Returns a sheet's survey. If the page fails, logs why.
///
/// # Errors
/// Returns the error if the file store does not answer.
async fn survey_or_warn(extractor: Arc<Extractor>, key: String) -> Result<Option<Surveyed>, BlobError> {
    match extractor.survey(&key).await {
        Ok(surveyed) => Ok(Some(surveyed)),
        Err(PageError::Failed(failure)) => {
            tracing::warn!(key, "a sheet could not be surveyed: {}", failure.message);
            Ok(None)
        }
        Err(PageError::Store(error)) => Err(error),
    }
}

fn beyond_budget() -> Failure {
    let most = SURVEYS_BYTES >> 20;
    Failure {
        code: FailureCode::Capacity,
        message: format!(
            "The surveys of this document's pages exceed {most} MiB. Split the document and upload the parts."
        ),
    }
}

/// Converts a component's failure to the page's.
fn to_failure(error: &CallError) -> Failure {
    let capacity = |message: String| Failure { code: FailureCode::Capacity, message };
    match error {
        CallError::Timeout { seconds, .. } => {
            capacity(format!("Processing this page took longer than {seconds} seconds."))
        }
        CallError::Memory { bytes, .. } => {
            capacity(format!("Processing this page required more than {} MiB of memory.", bytes >> 20))
        }
        CallError::OutputTooLarge { bytes, .. } => {
            capacity(format!("The results of this page exceed {} MiB.", bytes >> 20))
        }
        other => internal(other),
    }
}

fn internal(error: &dyn std::fmt::Display) -> Failure {
    tracing::error!("extracting a page: {error}");
    Failure {
        code: FailureCode::Internal,
        message: "The page could not be processed because of an internal error.".into(),
    }
}

/// Returns the failure of a discipline that no extractor serves. If one is bound that cannot be loaded at the moment,
/// the failure is internal, so that the job is tried again.
fn no_extractor(services: &JobServices, slot: &Slot) -> Failure {
    let unserved = services.unserved();
    match unserved.iter().find(|one| one.slot == *slot) {
        Some(bound) => internal(&bound.error()),
        None => Failure {
            code: FailureCode::UnsupportedContent,
            message: format!("The discipline `{}` is not installed on this server.", slot.name),
        },
    }
}

async fn open(services: &JobServices, discipline: Discipline, sheet_keys: Vec<String>) -> Result<Session, PageError> {
    let slot = Slot::new(Class::Extractor, discipline_name(discipline));
    let loaded = services.choose(&slot).ok_or_else(|| no_extractor(services, &slot))?;
    loaded.check_trust().map_err(|error| Failure { code: FailureCode::UnsupportedContent, message: error.detail() })?;
    let extractor = Extractor {
        engine: services.engine(),
        loaded,
        blobs: services.storage.blobs.clone(),
        scope: services.scope.clone(),
    };
    let work = Arc::new(survey_all(extractor, sheet_keys).await.map_err(PageError::Store)?);
    let (report, results) = mpsc::channel(1);
    Ok(Session { work, outstanding: 0, results, report, tasks: Vec::new() })
}

impl Host for State {}

impl HostSession for State {
    async fn open(
        &mut self,
        discipline: Discipline,
        sheet_keys: Vec<String>,
    ) -> wasmtime::Result<Result<Resource<Session>, Failure>> {
        if let Err(message) = self.reserve_resource() {
            return Ok(Err(Failure { code: FailureCode::Capacity, message }));
        }
        Ok(match open(JobServices::of(self)?, discipline, sheet_keys).await {
            Ok(session) => {
                self.record_use(session.work.extractor.loaded.component_ref());
                Ok(self.table().push(session)?)
            }
            Err(PageError::Failed(failure)) => {
                self.release_resource();
                Err(failure)
            }
            Err(PageError::Store(error)) => return Err(wasmtime::Error::new(error)),
        })
    }

    async fn component(&mut self, session: Resource<Session>) -> wasmtime::Result<Component> {
        let loaded = &self.table().get(&session)?.work.extractor.loaded;
        Ok(Component {
            id: loaded.description.id.clone(),
            version: loaded.description.version.clone(),
            digest: loaded.digest.clone(),
        })
    }

    async fn start(&mut self, session: Resource<Session>, pages: Vec<PageRequest>) -> wasmtime::Result<()> {
        let session = self.table().get_mut(&session)?;
        session.outstanding += pages.len();
        let waiting = {
            let mut waiting = session.work.waiting();
            waiting.extend(pages);
            // The other pages will not be requested, or only much later.
            session.work.idle().retain(|key, _| waiting.iter().any(|page| page.sheet_key == *key));
            waiting.len()
        };
        // Enough tasks to use every permit. More would only wait for one.
        let engine = session.work.extractor.engine.clone();
        let width = engine.limits(Class::Extractor).concurrent.min(waiting);
        for _ in 0..width {
            let drain = Arc::clone(&session.work).drain(session.report.clone());
            session.tasks.push(engine.spawn_compute(drain));
        }
        Ok(())
    }

    async fn next(&mut self, session: Resource<Session>) -> wasmtime::Result<Option<PageResult>> {
        let session = self.table().get_mut(&session)?;
        if session.outstanding == 0 {
            session.tasks.clear();
            return Ok(None);
        }
        let result = session.results.recv().await;
        session.outstanding -= 1;
        result.transpose().map_err(wasmtime::Error::new)
    }

    async fn stop(&mut self, session: Resource<Session>) -> wasmtime::Result<()> {
        let session = self.table().get_mut(&session)?;
        let mut waiting = session.work.waiting();
        let dropped = waiting.len();
        waiting.clear();
        drop(waiting);
        session.outstanding -= dropped;
        Ok(())
    }

    async fn drop(&mut self, session: Resource<Session>) -> wasmtime::Result<()> {
        self.table().delete(session)?;
        self.release_resource();
        Ok(())
    }
}
