//! Tests of requests to an endpoint component: it answers, and each kind of misbehavior ends in its own error, after
//! which the next request is answered.

use std::sync::Arc;

use crate::common::{Host, settings};
use plumbline_storage::{Change, Environment, Scope};

#[tokio::test(flavor = "multi_thread")]
async fn answers_and_shares_instances() {
    let host = Host::start().await;
    assert_eq!(host.get("/hello").await.unwrap(), (200, "hello".into()));
    assert_eq!(host.get("/nothing").await.unwrap().0, 404);
    let mut highest = 0;
    for _ in 0..20 {
        highest = highest.max(host.get("/served").await.unwrap().1.parse::<u32>().unwrap());
    }
    assert!(highest > 10, "instances are used again: {highest}");
    let description = &host.endpoint().description;
    assert_eq!(description.routes()[0].operation, "test.get");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_misdeed_ends_in_its_own_error_and_the_next_request_works() {
    let host = Host::start().await;
    for (path, code, status) in [
        ("/trap", "component_trapped", 500),
        ("/loop", "component_timeout", 504),
        ("/wait", "component_timeout", 504),
        ("/memory", "component_out_of_memory", 500),
        ("/flood", "component_output_too_large", 500),
    ] {
        let error = host.get(path).await.unwrap_err();
        assert_eq!((error.code(), error.status()), (code, status), "{path}: {error}");
        assert_eq!(host.get("/hello").await.unwrap(), (200, "hello".into()), "after {path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_misdeed_hurts_no_other_tenant() {
    let host = Arc::new(Host::start().await);
    let other = host.storage.control.create_tenant("Other").await.unwrap();
    let other = Scope::new(other.id, Environment::Production);
    host.get_for(&other, "/hello").await.unwrap();
    let loops: Vec<_> = (0..4)
        .map(|_| {
            let host = Arc::clone(&host);
            tokio::spawn(async move { host.get("/loop").await.unwrap_err().code() })
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(host.get_for(&other, "/hello").await.unwrap().0, 200);
    }
    for looping in loops {
        assert_eq!(looping.await.unwrap(), "component_timeout");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn when_all_turns_are_taken_the_caller_is_told() {
    let mut settings = settings();
    settings.limits.endpoint.concurrent = 1;
    settings.limits.endpoint.wait = std::time::Duration::from_millis(50);
    let host = Arc::new(Host::start_with(settings).await);
    let mut calls = host.two_calls_for_one_permit();
    let refused = calls.join_next().await.unwrap().unwrap().unwrap_err();
    assert_eq!((refused.code(), refused.status()), ("unavailable", 503));
    assert!(calls.join_next().await.unwrap().unwrap().is_err());
    assert_eq!(host.get("/hello").await.unwrap().0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn bindings_are_swapped_while_requests_run() {
    let host = Arc::new(Host::start().await);
    let tenant = host.scope.tenant.to_string();
    let generation = host.engine.registry().generation();
    let running = tokio::spawn({
        let host = Arc::clone(&host);
        async move { host.get("/async-transaction").await }
    });
    for greeting in ["one", "two"] {
        host.bind(&tenant, "endpoint:test", "endpoint", &format!("{{\"greeting\":\"{greeting}\"}}")).await;
        assert_eq!(host.get("/setting").await.unwrap().1, greeting);
    }
    assert!(running.await.unwrap().is_ok());
    assert!(host.engine.registry().generation() >= generation + 2);
    host.storage.control.rollback(&tenant, "endpoint:test", &Change::by("test")).await.unwrap();
    host.engine.registry().refresh().await.unwrap();
    assert_eq!(host.get("/setting").await.unwrap().1, "one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_binding_made_elsewhere_is_seen_within_a_second() {
    let host = Host::start().await;
    let digest = host.endpoint().digest.clone();
    host.storage
        .control
        .bind("*", "endpoint:test", &digest, r#"{"greeting":"seen"}"#, &Change::by("test"))
        .await
        .unwrap();
    let seen = tokio::time::timeout(std::time::Duration::from_secs(1), async {
        while host.get("/setting").await.unwrap().1 != "seen" {
            tokio::task::yield_now().await;
        }
    });
    seen.await.unwrap();
}
