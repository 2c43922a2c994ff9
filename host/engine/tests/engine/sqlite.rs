//! Tests of the tenant's database through a component: both forms of `spin:sqlite`, and transactions of requests that share
//! an instance.

use std::sync::Arc;

use crate::common::{Host, settings};
use plumbline_storage::{Environment, Scope};

#[tokio::test(flavor = "multi_thread")]
async fn both_forms_read_and_write_the_tenants_own_database() {
    let host = Host::start().await;
    assert_eq!(host.get("/insert?one").await.unwrap().0, 201);
    let again = host.get("/insert?one").await.unwrap();
    assert_eq!(again.0, 409);
    assert!(again.1.contains("UNIQUE constraint failed"), "{}", again.1);
    assert_eq!(host.get("/count").await.unwrap().1, "1");
    assert_eq!(host.get("/async-rows").await.unwrap(), (200, "500500".into()));
    let (status, error) = host.get("/forbidden-sql").await.unwrap();
    assert_eq!(status, 409, "{error}");

    let sandbox = Scope::new(host.scope.tenant.clone(), Environment::Sandbox);
    assert_eq!(host.get_for(&sandbox, "/count").await.unwrap().1, "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_transaction_is_rolled_back_with_its_request() {
    let host = Host::start().await;
    assert_eq!(host.get("/forget?a").await.unwrap().0, 200);
    assert_eq!(host.get("/insert?b").await.unwrap().0, 201);
    assert_eq!(host.get("/count").await.unwrap().1, "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaked_transaction_ends_with_its_instance_and_blocks_no_one_for_long() {
    let mut settings = settings();
    settings.idle_instance = std::time::Duration::from_millis(200);
    let host = Host::start_with(settings).await;
    assert_eq!(host.get("/leak?a").await.unwrap().0, 200);
    let kept = tokio::time::timeout(std::time::Duration::from_secs(5), async {
        let mut number = 0;
        loop {
            number += 1;
            match host.get(&format!("/insert?b{number}")).await {
                Ok((201, _)) => break,
                // In the instance with the leak, the writer fails at once. In a new instance, it waits to write.
                Ok((409, error)) => assert!(error.contains("locked") || error.contains("busy"), "{error}"),
                other => panic!("{other:?}"),
            }
            // Requests keep an instance warm, so only a pause longer than its idle time lets it end.
            tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        }
    });
    kept.await.unwrap();
    assert_eq!(host.get("/count").await.unwrap().1, "1");
}

/// Sends the requests concurrently and returns their responses in order.
async fn at_once(host: &Arc<Host>, paths: impl Iterator<Item = String>) -> Vec<(u16, String)> {
    let send = |path: String| {
        let host = Arc::clone(host);
        tokio::spawn(async move { host.get(&path).await })
    };
    let requests: Vec<_> = paths.map(send).collect();
    let mut answers = Vec::new();
    for request in requests {
        answers.push(request.await.unwrap().unwrap());
    }
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn transactions_of_many_requests_at_once_are_each_whole() {
    let host = Arc::new(Host::start().await);
    for (status, error) in at_once(&host, (0..200).map(|number| format!("/transaction?k{number}"))).await {
        assert_eq!(status, 201, "{error}");
    }
    assert_eq!(host.get("/count").await.unwrap().1, "200");
}

#[tokio::test(flavor = "multi_thread")]
async fn async_transactions_of_one_instance_wait_for_each_other() {
    let host = Arc::new(Host::start().await);
    host.get("/hello").await.unwrap();
    for (status, error) in at_once(&host, (0..50).map(|_| "/async-transaction".to_owned())).await {
        assert_eq!(status, 200, "{error}");
    }
}

/// Blocking and async transactions in one instance cannot both wait. The blocking one fails, and nothing deadlocks.
#[tokio::test(flavor = "multi_thread")]
async fn a_mix_of_both_forms_ends_in_answers() {
    let host = Arc::new(Host::start().await);
    let path = |number: u32| {
        if number.is_multiple_of(3) { "/async-transaction".to_owned() } else { format!("/insert?k{number}") }
    };
    let mut kept = 0;
    for (status, error) in at_once(&host, (0..24).map(path)).await {
        match status {
            200 => {}
            201 => kept += 1,
            _ => assert!(error.contains("locked"), "{error}"),
        }
    }
    assert_eq!(host.get("/count").await.unwrap().1, kept.to_string());
}

/// A component that awaits inside a transaction must not block the other requests of its instance until the deadline.
/// They fail, and the transaction continues.
#[tokio::test(flavor = "multi_thread")]
async fn awaiting_inside_a_transaction_stops_no_one() {
    let host = Arc::new(Host::start().await);
    host.get("/hello").await.unwrap();
    let begun = std::time::Instant::now();
    let slow = tokio::spawn({
        let host = Arc::clone(&host);
        async move { host.get("/await-inside?slow").await }
    });
    let others: Vec<_> = (0..8)
        .map(|number| {
            let host = Arc::clone(&host);
            tokio::spawn(async move { host.get(&format!("/insert?other{number}")).await })
        })
        .collect();
    assert_eq!(slow.await.unwrap().unwrap(), (201, "kept".into()));
    let mut kept = 1;
    for other in others {
        match other.await.unwrap().unwrap() {
            (201, _) => kept += 1,
            (409, error) => assert!(error.contains("locked"), "{error}"),
            unexpected => panic!("{unexpected:?}"),
        }
    }
    assert!(begun.elapsed() < std::time::Duration::from_secs(8));
    assert_eq!(host.get("/count").await.unwrap().1, kept.to_string());
}
