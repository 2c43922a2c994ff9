//! Tests of workers and the components they drive: readers, extractors, exporters.

use crate::common::{Host, guest, settings};
use plumbline_engine::{CallError, CallKey, EngineSettings, JobOutcome, JobRequest, Slot};
use plumbline_storage::host_sql::query;
use plumbline_storage::{Change, Control, JobLease, Publication, SigningKey, Stage};

async fn host() -> Host {
    let host = Host::start().await;
    host.bind_workers().await;
    host
}

async fn put(host: &Host, text: &str) {
    host.storage.blobs.write(&host.scope, "file", text.to_owned().into()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_uses_blobs_and_the_database() {
    let host = host().await;
    let (outcome, report) = host.job("store").await.unwrap();
    assert_eq!((outcome, report.as_str()), (JobOutcome::Done, "stored"));
    assert_eq!(host.get("/count").await.unwrap().1, "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_writes_only_while_its_job_is_under_its_lease() {
    let host = host().await;
    let scope = &host.scope;
    let lease = JobLease { scope: scope.clone(), job: "j".into(), host: "host-0/a".into(), fence: 1 };
    let insert =
        "INSERT INTO jobs (tenant_id, environment, id, kind, payload, state, due_at, queued_at, leased_by, lease_until,
                                    fence)
                  VALUES (?, ?, 'j', 'test', 'store', 'running', '', '', 'host-0/a', '9999-01-01T00:00:00.000Z', 2)";
    let insert = query(insert).bind(scope.tenant.as_str()).bind(scope.environment.as_str());
    insert.execute(host.storage.control.pool()).await.unwrap();
    let job = async |fence| {
        let lease = Some(JobLease { fence, ..lease.clone() });
        let request = JobRequest { id: "j".into(), payload: "store".into(), attempt: 1, lease };
        host.engine.job(scope, "test", request).await.unwrap()
    };
    // The job was claimed again since.
    let JobOutcome::Failed { message, .. } = job(1).await else { panic!("it wrote") };
    assert!(message.contains("the lease of the job was lost"), "{message}");
    assert_eq!(host.get("/count").await.unwrap().1, "0");
    assert_eq!(job(2).await, JobOutcome::Done);
    assert_eq!(host.get("/count").await.unwrap().1, "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workers_end_is_told_from_its_failure() {
    let host = host().await;
    let (outcome, _) = host.job("fail later").await.unwrap();
    assert_eq!(outcome, JobOutcome::Failed { message: "later".into(), retryable: true });
    assert_eq!(host.job("trap").await.unwrap_err().code(), "component_trapped");
    assert_eq!(host.job("loop").await.unwrap_err().code(), "component_timeout");
    let request = JobRequest { id: "j".into(), payload: "trap".into(), attempt: 3, lease: None };
    assert_eq!(host.engine.abandon(&host.scope, "test", request.clone(), "no more").await.unwrap(), JobOutcome::Done);
    assert_eq!(host.blob("report").await.unwrap(), "abandoned: no more");
    assert_eq!(host.engine.job(&host.scope, "nothing", request).await.unwrap_err().code(), "not_enabled");
}

#[tokio::test(flavor = "multi_thread")]
async fn code_that_has_gone_from_the_cache_is_made_anew_by_the_first_call() {
    let cache = tempfile::tempdir().unwrap();
    let settings = EngineSettings { cache_dir: cache.path().to_owned(), ..settings() };
    let host = Host::start_as(settings).await;
    host.bind_workers().await;
    put(&host, "first\x0clast").await;
    let compiled = || -> Vec<_> {
        let files = std::fs::read_dir(cache.path()).unwrap().map(|file| file.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|end| end == "cwasm")).collect()
    };
    let before = compiled();
    assert_eq!(before.len(), 5, "an endpoint, a worker, a reader, an extractor, an exporter");
    before.iter().for_each(|path| std::fs::remove_file(path).unwrap());
    let (outcome, report) = host.job("ingest").await.unwrap();
    assert_eq!((outcome, report.lines().count()), (JobOutcome::Done, 2));
    assert_eq!(compiled().len(), 2, "the worker and the reader, which the job needed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_of_a_publisher_who_was_revoked_is_not_loaded_by_its_first_call() {
    const SLOT: &str = "worker:test";
    let host = Host::start().await;
    let control = &host.storage.control;
    let key = SigningKey::generate();
    control.trust("acme", &key.public_key(), None).await.unwrap();
    let bytes = guest("worker");
    let signature = key.sign(SLOT, &Control::digest(&bytes));
    let publication = Publication { signature: Some(signature), ..Publication::by("acme") };
    let published = host.engine.publish(&SLOT.parse().unwrap(), bytes, &publication).await.unwrap();
    control.bind("*", SLOT, &published.digest, "{}", &Change::by("test")).await.unwrap();
    host.engine.registry().refresh().await.unwrap();
    control.revoke_publisher("acme").await.unwrap();
    let refused = host.job("store").await.unwrap_err();
    assert_eq!(refused.code(), "unavailable");
    assert!(refused.to_string().contains("no longer trusted"), "{refused}");
}

/// Publishes a guest and binds it, but moves its bytes aside, so that it cannot be loaded.
async fn bind_without_bytes(host: &Host, slot: &str, name: &str) {
    let control = &host.storage.control;
    let published = host.engine.publish(&slot.parse().unwrap(), guest(name), &Publication::by("test")).await.unwrap();
    let bytes = control.component_path(&published.digest).unwrap();
    std::fs::rename(&bytes, bytes.with_extension("aside")).unwrap();
    control.bind("*", slot, &published.digest, "{}", &Change::by("test")).await.unwrap();
    host.engine.registry().refresh().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bound_reader_or_extractor_that_cannot_be_loaded_is_an_internal_failure() {
    let host = Host::start().await;
    host.bind("*", "worker:test", "worker", "{}").await;
    put(&host, "first").await;
    let failure = async |payload: &str| match host.job(payload).await.unwrap().0 {
        JobOutcome::Failed { message, .. } => message,
        JobOutcome::Done => panic!("{payload} is done"),
    };
    assert!(failure("ingest").await.contains("UnsupportedContent"));
    assert!(failure("takeoff 1").await.contains("The discipline `electrical` is not installed"));
    bind_without_bytes(&host, "reader:text", "reader").await;
    bind_without_bytes(&host, "extractor:electrical", "extractor").await;
    assert_eq!(host.engine.registry().not_loaded().len(), 2);
    assert!(failure("ingest").await.contains("Internal"));
    assert!(failure("takeoff 1").await.contains("an internal error"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bound_exporter_that_cannot_be_loaded_ends_the_attempt() {
    let host = Host::start().await;
    host.bind("*", "worker:test", "worker", "{}").await;
    let (outcome, _) = host.job("export fine").await.unwrap();
    let message = "The format `lines` is not installed on this server.".to_owned();
    assert_eq!(outcome, JobOutcome::Failed { message, retryable: false });
    bind_without_bytes(&host, "exporter:lines", "exporter").await;
    let error = host.job("export fine").await.unwrap_err();
    assert!(matches!(error, CallError::Unavailable { .. }), "{error:?}");
    assert!(error.to_string().contains("exporter:lines cannot be loaded"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exporter_whose_code_and_bytes_are_gone_ends_the_attempt() {
    let cache = tempfile::tempdir().unwrap();
    let host = Host::start_as(EngineSettings { cache_dir: cache.path().to_owned(), ..settings() }).await;
    host.bind_workers().await;
    let slot: Slot = "exporter:lines".parse().unwrap();
    let digest = host.engine.registry().resolve(&host.scope.tenant, &slot).unwrap().digest.clone();
    let bytes = host.storage.control.component_path(&digest).unwrap();
    std::fs::rename(&bytes, bytes.with_extension("aside")).unwrap();
    for file in std::fs::read_dir(cache.path()).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|end| end == "cwasm") {
            std::fs::remove_file(file).unwrap();
        }
    }
    let error = host.job("export fine").await.unwrap_err();
    assert!(matches!(error, CallError::Unavailable { .. }), "{error:?}");
    std::fs::rename(bytes.with_extension("aside"), &bytes).unwrap();
    assert_eq!(host.job("export fine").await.unwrap().0, JobOutcome::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_brings_the_reader_down_fails_alone() {
    let host = host().await;
    put(&host, "first\x0ctrap\x0cunreadable\x0cloop\x0cbomb\x0clast").await;
    let (outcome, report) = host.job("ingest").await.unwrap();
    assert_eq!(outcome, JobOutcome::Done);
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "1 E-101 true");
    for broken in [1, 3, 4] {
        assert!(lines[broken].contains("DocumentUnreadable"), "{}", lines[broken]);
    }
    assert!(lines[2].contains("UnsupportedContent"));
    assert_eq!(lines[5], "6 E-106 true");
    let blobs = &host.storage.blobs;
    assert!(blobs.size(&host.scope, "sheets/1").await.is_ok());
    assert!(blobs.size(&host.scope, "sheets/2").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_extracted_with_all_surveys_and_fail_alone() {
    let host = host().await;
    put(&host, "plan\x0clegend A;\x0cextract-trap\x0cextract-failure\x0csurvey-trap\x0clegend B;\x0cextract-loop")
        .await;
    host.job("ingest").await.unwrap();
    let (outcome, report) = host.job("takeoff 7").await.unwrap();
    assert_eq!(outcome, JobOutcome::Done);
    let expected = [
        "1.0.0",
        "1 plan legend A;legend B;",
        "2 legend A; legend A;legend B;",
        "3 FailureCode::Internal",
        "4 FailureCode::UnsupportedContent",
        "5 survey-trap legend A;legend B;",
        "6 legend B; legend A;legend B;",
        "7 FailureCode::Capacity",
    ];
    assert_eq!(report.lines().collect::<Vec<_>>(), expected);

    // Surveys are stored beside the sheets. A changed stored survey is used, so the extractor is not called again.
    let digest = {
        let slot = "extractor:electrical".parse().unwrap();
        host.engine.registry().resolve(&host.scope.tenant, &slot).unwrap().digest.clone()
    };
    let kept = format!("sheets/2.survey.{}", &digest[..32]);
    assert_eq!(host.blob(&kept).await.unwrap(), "legend A;");
    host.storage.blobs.write(&host.scope, &kept, "kept;".into()).await.unwrap();
    let (_, report) = host.job("takeoff 1").await.unwrap();
    assert_eq!(report.lines().last().unwrap(), "1 plan ");
    let (_, report) = host.job("takeoff 2").await.unwrap();
    assert_eq!(report.lines().nth(1).unwrap(), "1 plan kept;");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_surveys_of_a_document_are_bounded_together() {
    let host = host().await;
    put(&host, "legend A;\x0csurvey-large\x0csurvey-large\x0csurvey-large\x0cplan").await;
    host.job("ingest").await.unwrap();
    let expected = [
        "1.0.0",
        "1 legend A; legend A;",
        "2 survey-large legend A;",
        "3 survey-large legend A;",
        "4 FailureCode::Capacity",
        "5 plan legend A;",
    ];
    // The second time, the surveys come from the blobs.
    for _ in 0..2 {
        let (outcome, report) = host.job("takeoff 5").await.unwrap();
        assert_eq!(outcome, JobOutcome::Done);
        assert_eq!(report.lines().collect::<Vec<_>>(), expected);
    }
}

/// The repeated first survey shows an extractor where its own document ends. If it cannot be repeated, the surveys of other
/// documents are left out, and no page fails for it.
#[tokio::test(flavor = "multi_thread")]
async fn surveys_of_other_documents_follow_the_repeated_first_survey() {
    let host = host().await;
    for (text, expected) in [
        (
            "legend A;\x0cplan\x0clegend B;",
            ["1 legend A; legend A;legend A;legend B;", "2 plan legend A;legend A;legend B;"],
        ),
        ("survey-large\x0csurvey-large\x0clegend B;", ["1 survey-large ", "2 survey-large "]),
        ("survey-trap\x0clegend A;\x0clegend B;", ["1 survey-trap legend A;", "2 legend A; legend A;"]),
        ("plan\x0clegend A;\x0clegend B;", ["1 plan legend A;legend B;", "2 legend A; legend A;legend B;"]),
    ] {
        host.storage.blobs.delete_prefix(&host.scope, "sheets/").await.unwrap();
        put(&host, text).await;
        host.job("ingest").await.unwrap();
        let (outcome, report) = host.job("takeoff-with-other 2").await.unwrap();
        assert_eq!(outcome, JobOutcome::Done);
        assert_eq!(report.lines().skip(1).collect::<Vec<_>>(), expected, "{text:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_instance_that_surveyed_a_page_extracts_it() {
    let host = host().await;
    put(&host, "plan\x0cremember").await;
    host.job("ingest").await.unwrap();
    let (_, report) = host.job("takeoff 2").await.unwrap();
    assert_eq!(report.lines().collect::<Vec<_>>(), ["1.0.0", "1 plan ", "2 remember surveyed page 2"]);
    // The survey is stored now, so no instance surveys again.
    let (_, report) = host.job("takeoff 2").await.unwrap();
    assert_eq!(report.lines().last().unwrap(), "2 remember surveyed page 0");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_extractor_with_other_settings_surveys_for_itself() {
    let host = host().await;
    put(&host, "remember").await;
    host.job("ingest").await.unwrap();
    let mut bytes = guest("extractor").to_vec();
    section(&mut bytes, "plumbline:survey", "text-1");
    let slot = "extractor:electrical";
    let published = host.engine.publish(&slot.parse().unwrap(), bytes, &Publication::by("us")).await.unwrap();
    let surveyed = async |settings: &str| {
        host.storage.control.bind("*", slot, &published.digest, settings, &Change::by("test")).await.unwrap();
        host.engine.registry().refresh().await.unwrap();
        let (_, report) = host.job("takeoff 1").await.unwrap();
        report.ends_with("surveyed page 1")
    };
    assert!(surveyed("{}").await);
    assert!(surveyed(r#"{"words.electrical.power.receptacle": "toma estabilizada"}"#).await, "other settings");
    assert!(!surveyed("{}").await, "the survey without settings is still stored");
}

#[tokio::test(flavor = "multi_thread")]
async fn extractors_of_one_publisher_read_each_others_surveys_by_their_name() {
    let host = host().await;
    put(&host, "remember").await;
    host.job("ingest").await.unwrap();
    // Returns whether the page was surveyed for this version of the extractor. Otherwise an earlier survey was used.
    let surveyed = async |sections: &[(&str, &str)], by: &str| {
        let mut bytes = guest("extractor").to_vec();
        sections.iter().for_each(|(name, text)| section(&mut bytes, name, text));
        let slot = "extractor:electrical";
        let published = host.engine.publish(&slot.parse().unwrap(), bytes, &Publication::by(by)).await.unwrap();
        host.storage.control.bind("*", slot, &published.digest, "{}", &Change::by("test")).await.unwrap();
        host.engine.registry().refresh().await.unwrap();
        let (_, report) = host.job("takeoff 1").await.unwrap();
        report.ends_with("surveyed page 1")
    };
    let named = ("plumbline:survey", "text-1");
    assert!(surveyed(&[named], "us").await);
    assert!(!surveyed(&[named, ("other", "code")], "us").await, "another version with surveys of the same name");
    assert!(surveyed(&[("plumbline:survey", "text-2")], "us").await, "another name");
    assert!(surveyed(&[named, ("other", "publisher")], "them").await, "another publisher");
    assert!(surveyed(&[("other", "without a name")], "us").await, "none but its own");

    let mut wrong = guest("extractor").to_vec();
    section(&mut wrong, "plumbline:survey", "two words");
    let refusal = host.engine.inspect(&"extractor:electrical".parse().unwrap(), wrong).await.unwrap_err().to_string();
    assert!(refusal.contains("plumbline:survey"), "{refusal}");
}

/// Appends a custom section to a component.
fn section(component: &mut Vec<u8>, name: &str, text: &str) {
    let length = |text: &str| u8::try_from(text.len()).ok().filter(|length| *length < 64).expect("a short text");
    component.extend([0, length(name) + length(text) + 1, length(name)]);
    component.extend([name.as_bytes(), text.as_bytes()].concat());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_session_ends_with_the_pages_that_were_begun() {
    let host = host().await;
    put(&host, &vec!["page"; 60].join("\x0c")).await;
    host.job("ingest").await.unwrap();
    let (outcome, report) = host.job("takeoff-first 60").await.unwrap();
    assert_eq!(outcome, JobOutcome::Done);
    let pages = report.lines().count() - 1;
    // The result that the worker received, the one that waits for it, and the page of each extractor at work.
    let most = 2 + settings().limits.extractor.concurrent;
    assert!((1..=most).contains(&pages), "{pages} of at most {most}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_stored_whole_or_not_at_all() {
    let host = host().await;
    let (outcome, report) = host.job("export fine").await.unwrap();
    assert_eq!(outcome, JobOutcome::Done);
    let file = host.blob("export").await.unwrap();
    assert_eq!(file.lines().count(), 30);
    assert_eq!(file.lines().last().unwrap(), "itm_29 item 29");
    assert_eq!(report, format!("{} text/plain txt lines@1.0.0", file.len()));

    host.storage.blobs.delete(&host.scope, "export").await.unwrap();
    for (project, says) in [("trap", "failed"), ("refuse", "not this one"), ("flood", "larger than")] {
        let (outcome, _) = host.job(&format!("export {project}")).await.unwrap();
        let JobOutcome::Failed { message, .. } = outcome else { panic!("{project}: {outcome:?}") };
        assert!(message.contains(says), "{project}: {message}");
        assert!(host.blob("export").await.is_none(), "{project} left a file");
    }
    assert_eq!(host.job("export fine").await.unwrap().0, JobOutcome::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_in_the_wrong_slot_is_refused_with_the_reason() {
    let host = Host::start().await;
    for (slot, name, says) in [
        ("reader:text", "worker", "which is not allowed"),
        ("worker:test", "reader", "which is not allowed"),
        ("extractor:electrical", "exporter", "which is not allowed"),
        ("extractor:plumbing", "extractor", "extractor:electrical"),
        ("exporter:csv", "exporter", "exporter:lines"),
        ("reader:pdf", "reader", "reader:text"),
    ] {
        let refusal = host.engine.inspect(&slot.parse().unwrap(), guest(name)).await.unwrap_err().to_string();
        assert!(refusal.contains(says), "{slot}: {refusal}");
    }
    let error = host.engine.inspect(&"reader:pdf".parse().unwrap(), "no component").await.unwrap_err();
    assert!(matches!(error, plumbline_engine::Refusal::NotAComponent(_)), "{error}");
    let empty = wat::parse_str("(component)").unwrap();
    let error = host.engine.inspect(&"reader:pdf".parse().unwrap(), empty).await.unwrap_err();
    assert!(matches!(error, plumbline_engine::Refusal::World { .. }), "{error}");
}

#[tokio::test]
async fn a_staged_version_that_fails_more_often_is_taken_back_by_the_host() {
    let host = Host::start().await;
    host.bind("*", "exporter:lines", "exporter", "{}").await;
    let (slot, tenant): (Slot, _) = ("exporter:lines".parse().unwrap(), &host.scope.tenant);
    let bound = host.engine.registry().resolve(tenant, &slot).unwrap();
    let stage = Stage { percent: 50, min_calls: 10, ..Stage::default() };
    let (control, by) = (&host.storage.control, Change::by("test"));
    control.stage("*", "exporter:lines", &bound.digest, r#"{"version":"2"}"#, &stage, &by).await.unwrap();
    let registry = host.engine.registry();
    registry.refresh().await.unwrap();
    let key = |n: usize| CallKey { id: format!("job_{n}"), subjects: vec![] };
    let is_staged = |n: usize| !registry.choose(tenant, &slot, &key(n)).unwrap().settings.is_empty();
    let staged = (0..200).filter(|n| is_staged(*n)).count();
    assert!((60..140).contains(&staged), "{staged} of 200 went to the staged version");
    assert!((0..200).all(|n| is_staged(n) == is_staged(n)), "a call that is tried again meets the same version");
    for n in 0..200 {
        let chosen = registry.choose(tenant, &slot, &key(n)).unwrap();
        chosen.record_outcome(!chosen.settings.is_empty());
    }
    // The host records the counts and judges the stage at its next look at the bindings.
    while registry.has_stages() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!((0..200).all(|n| !is_staged(n)));
    let last = control.history("*", "exporter:lines").await.unwrap().remove(0);
    assert_eq!((last.kind.as_str(), last.actor.as_deref()), ("rollback", Some("host")));
    assert!(last.reason.unwrap().contains("(100.0 %)"));
}
