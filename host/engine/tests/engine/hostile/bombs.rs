//! Guests that exhaust resources: time, memory, stack, tables, handles, output.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumbline_engine::JobOutcome;
use plumbline_storage::{Change, Publication};

use super::stage::Stage;

/// Grows its table by a thousand elements at a time. Succeeds only if it got more than an instance may have.
const TABLE_BOMB: &str = include_str!("table_bomb.wat");

/// Calls the good tenant's endpoint repeatedly while `misdeeds` run.
pub(super) async fn while_others_are_served(stage: &Arc<Stage>, misdeeds: impl Future<Output = ()>) {
    let over = Arc::new(AtomicBool::new(false));
    let good = tokio::spawn({
        let (stage, over) = (Arc::clone(stage), Arc::clone(&over));
        async move {
            let mut calls = 0;
            while !over.load(Ordering::Relaxed) {
                stage.others_are_served("any of it").await;
                calls += 1;
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
            calls
        }
    });
    misdeeds.await;
    over.store(true, Ordering::Relaxed);
    assert!(good.await.unwrap() > 0);
}

async fn each_ends_with(misdeeds: &[(&str, &str)]) {
    let stage = Stage::start().await;
    while_others_are_served(&stage, async {
        for (path, code) in misdeeds {
            stage.ask("/served").await.unwrap();
            let error = stage.ask(path).await.unwrap_err();
            assert_eq!(error.code(), *code, "{path}: {error}");
            stage.assert_new_instance(path).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_memory_and_stack_end_the_call_alone() {
    each_ends_with(&[
        ("/loop", "component_timeout"),
        ("/memory", "component_out_of_memory"),
        ("/memory-steps", "component_out_of_memory"),
        ("/recursion", "component_trapped"),
        ("/trap", "component_trapped"),
        ("/exit", "component_trapped"),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn handles_end_the_call_alone() {
    each_ends_with(&[
        ("/fields", "component_trapped"),
        ("/streams", "component_trapped"),
        ("/futures", "component_trapped"),
        ("/tasks", "component_trapped"),
    ])
    .await;
}

/// A body is collected before it is passed on, so an endless one reaches the size limit, and a dripping one the deadline.
#[tokio::test(flavor = "multi_thread")]
async fn answers_without_end_are_cut() {
    let stage = Stage::start().await;
    while_others_are_served(&stage, async {
        for (path, code) in [("/text", "component_output_too_large"), ("/flood", "component_output_too_large")] {
            let error = stage.ask(path).await.unwrap_err();
            assert_eq!(error.code(), code, "{path}: {error}");
        }
        // 1 MB of headers. Whichever side refuses it, it is not a response.
        let error = stage.ask("/headers").await.unwrap_err();
        assert_eq!((error.code(), error.status()), ("component_trapped", 500), "{error}");
        let error = stage.ask("/drip").await.unwrap_err();
        assert_eq!((error.code(), error.status()), ("component_timeout", 504), "{error}");
    })
    .await;
}

/// Connections are refused one by one. Those a request left open are dropped with its instance, not with the request.
#[tokio::test(flavor = "multi_thread")]
async fn connections_of_an_instance_are_bounded() {
    let stage = Stage::start().await;
    let (_, said) = stage.ask("/connections").await.unwrap();
    assert!(said.starts_with("64 ") && said.contains("connections are open"), "{said}");
    stage.others_are_served("many connections").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn randomness_comes_in_bounded_pieces() {
    let stage = Stage::start().await;
    let (_, bytes) = stage.ask_with("/random", &(1u64 << 40).to_string()).await.unwrap();
    assert!(bytes.parse::<usize>().unwrap() <= 1 << 20, "{bytes}");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_bounded() {
    let stage = Stage::start().await;
    let (host, slot) = (&stage.host, "worker:test");
    let bytes = wat::parse_str(TABLE_BOMB).unwrap();
    let published = host.engine.publish(&slot.parse().unwrap(), bytes, &Publication::by("test")).await.unwrap();
    let (tenant, digest) = (stage.bad.tenant.as_str(), &published.digest);
    host.storage.control.bind(tenant, slot, digest, "{}", &Change::by("test")).await.unwrap();
    host.engine.registry().refresh().await.unwrap();
    let error = stage.job("grow").await.unwrap_err();
    assert_eq!(error.code(), "component_trapped", "{error}");
    stage.others_are_served("a table bomb").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workers_hoard_and_huge_blob_end_alone() {
    let stage = Stage::start_with_workers().await;
    // Each export has three files on disk, so exports have their own limit.
    let (outcome, _) = stage.job("sessions").await.unwrap();
    assert!(
        matches!(&outcome, JobOutcome::Failed { message, .. } if message.contains("sessions are open")),
        "{outcome:?}"
    );
    let (_, said) = stage.job(&format!("write-large {}", 65 << 20)).await.unwrap();
    assert!(said.contains("TooLarge"), "{said}");
    assert!(stage.host.storage.blobs.size(&stage.bad, "large").await.is_err());
    // A worker's message goes to the log and to the queue's table.
    let (outcome, _) = stage.job("fail-long").await.unwrap();
    assert!(matches!(&outcome, JobOutcome::Failed { message, .. } if message.len() < 10_000));
    stage.others_are_served("a worker's hoard").await;
}
