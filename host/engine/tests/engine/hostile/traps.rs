//! A panic in every export of every class.

use plumbline_engine::{JobOutcome, JobRequest};

use super::descriptions::changed;
use super::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_describe_is_a_refusal() {
    let stage = Stage::start().await;
    for (slot, guest) in
        [("reader:text", "reader"), ("extractor:electrical", "extractor"), ("exporter:lines", "exporter")]
    {
        let refusal = stage.host.engine.inspect(&slot.parse().unwrap(), changed(guest, "trap")).await.unwrap_err();
        let said = refusal.to_string();
        assert!(matches!(refusal, plumbline_engine::Refusal::Call(_)) && said.contains("trapped"), "{slot}: {said}");
    }
    let refusal = stage.host.engine.inspect(&"reader:text".parse().unwrap(), changed("reader", "loop")).await;
    assert!(refusal.unwrap_err().to_string().contains("did not answer"));
    stage.others_are_served("panics in describe").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_a_worker_ends_its_job() {
    let stage = Stage::start_with_workers().await;
    assert_eq!(stage.job("trap").await.unwrap_err().code(), "component_trapped");
    assert_eq!(stage.job("loop").await.unwrap_err().code(), "component_timeout");
    let request = JobRequest { id: "j".into(), payload: "trap".into(), attempt: 9, lease: None };
    let error = stage.host.engine.abandon(&stage.bad, "test", request, "trap").await.unwrap_err();
    assert_eq!(error.code(), "component_trapped");
    assert_eq!(stage.job("store").await.unwrap().0, JobOutcome::Done);
    stage.others_are_served("panics in a worker").await;
}

/// A page that panics takes no other page with it. `jobs.rs` tests the cases of pages.
#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_what_a_worker_drives_is_told_to_it() {
    let stage = Stage::start_with_workers().await;
    let blobs = &stage.host.storage.blobs;
    blobs.write(&stage.bad, "file", "open-trap".into()).await.unwrap();
    let (outcome, _) = stage.job("ingest").await.unwrap();
    assert!(matches!(&outcome, JobOutcome::Failed { message, .. } if message.contains("Unreadable")), "{outcome:?}");

    blobs.write(&stage.bad, "file", "trap\x0cextract-trap\x0csurvey-trap\x0cplan".into()).await.unwrap();
    let (_, report) = stage.job("ingest").await.unwrap();
    assert!(report.starts_with("1 FailureCode::DocumentUnreadable\n2 E-102"), "{report}");
    blobs.write(&stage.bad, "file", "plan\x0cextract-trap\x0csurvey-trap".into()).await.unwrap();
    stage.job("ingest").await.unwrap();
    let (_, report) = stage.job("takeoff 3").await.unwrap();
    assert_eq!(report, "1.0.0\n1 plan \n2 FailureCode::Internal\n3 survey-trap ");

    for project in ["trap", "flood"] {
        let (outcome, _) = stage.job(&format!("export {project}")).await.unwrap();
        assert!(matches!(outcome, JobOutcome::Failed { .. }), "{project}: {outcome:?}");
        assert!(blobs.size(&stage.bad, "export").await.is_err(), "{project} left a file");
    }
    stage.others_are_served("panics in readers, extractors and exporters").await;
}
