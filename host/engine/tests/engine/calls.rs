//! Tests of requests to an endpoint component through its plain function: they are answered as over HTTP, and each kind
//! of misbehavior ends in its own error, after which the next request is answered.

use std::time::Duration;

use bytes::Bytes;
use plumbline_engine::{CallError, EngineSettings};

use crate::common::{Host, settings};

async fn host(settings: EngineSettings) -> Host {
    let host = Host::start_with(settings).await;
    host.bind("*", "endpoint:test", "plain", "{}").await;
    host
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_comes_as_it_is_and_instances_are_used_again() {
    let host = host(settings()).await;
    let request = http::Request::post("http://localhost/echo?a=%20b&c")
        .header("x-plumbline-client", "Müller")
        .header("x-b", "1")
        .header("x-b", "2")
        .body(Bytes::from_static(b"body"))
        .unwrap();
    let answer = host.engine.http(&host.scope, &host.endpoint(), request, &[]).await.unwrap();
    assert_eq!(&**answer.body(), "POST|a=%20b&c|x-plumbline-client=Müller,x-b=1,x-b=2|body".as_bytes());
    assert_eq!(answer.headers().get_all("x-a").iter().collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(host.get("/nothing").await.unwrap(), (404, "/nothing".into()));
    for number in 3..20 {
        assert_eq!(host.get("/served").await.unwrap().1, number.to_string());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instance_is_replaced_after_so_many_requests_and_when_nobody_asks() {
    let idle = Duration::from_millis(100);
    let host = host(EngineSettings { requests_per_instance: 3, idle_instance: idle, ..settings() }).await;
    let served = async || host.get("/served").await.unwrap().1;
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(served().await);
    }
    assert_eq!(seen, ["1", "2", "3", "1"]);
    let gone = tokio::time::timeout(Duration::from_secs(10), async {
        loop {
            tokio::time::sleep(3 * idle).await;
            if served().await == "1" {
                break;
            }
        }
    });
    gone.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn each_misdeed_ends_in_its_own_error_and_the_next_request_works() {
    let mut settings = settings();
    settings.limits.endpoint.deadline = Duration::from_secs(5);
    let host = host(settings).await;
    for (path, code, status) in [
        ("/trap", "component_trapped", 500),
        ("/exit", "component_trapped", 500),
        ("/recursion", "component_trapped", 500),
        ("/loop", "component_timeout", 504),
        ("/wait", "component_timeout", 504),
        ("/memory", "component_out_of_memory", 500),
        ("/flood", "component_output_too_large", 500),
        ("/headers", "component_trapped", 500),
        ("/long-headers", "component_trapped", 500),
        ("/status", "component_trapped", 500),
        ("/continue", "component_trapped", 500),
        ("/split", "component_trapped", 500),
        ("/length", "component_trapped", 500),
        ("/connection", "component_trapped", 500),
    ] {
        let error = host.get(path).await.unwrap_err();
        assert_eq!((error.code(), error.status()), (code, status), "{path}: {error}");
        plumbline_tests::record_problem_code(code);
        assert_eq!(host.get("/hello").await.unwrap(), (200, "hello".into()), "after {path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_ends_with_its_request() {
    let host = host(settings()).await;
    for path in ["/forget?a", "/leak?a"] {
        assert_eq!(host.get(path).await.unwrap().0, 200);
        assert_eq!(host.get("/count").await.unwrap().1, "0", "after {path}");
    }
    assert_eq!(host.get("/transaction?b").await.unwrap().0, 201);
    // A transaction that waits in the middle, and whose caller leaves.
    let left = tokio::time::timeout(Duration::from_millis(300), host.get("/dawdle?c")).await;
    assert!(left.is_err());
    // Well before the deadline of the call.
    let next = tokio::time::timeout(Duration::from_secs(5), host.get("/transaction?d")).await;
    assert_eq!(next.unwrap().unwrap().0, 201);
    assert_eq!(host.get("/count").await.unwrap().1, "2");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_calls_of_one_tenant_leave_room_for_others() {
    let mut settings = settings();
    settings.limits.endpoint.concurrent = 8;
    settings.limits.endpoint.wait = Duration::from_millis(100);
    let host = std::sync::Arc::new(host(settings).await);
    let mut slow = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let host = std::sync::Arc::clone(&host);
        slow.spawn(async move { host.get("/wait").await });
    }
    // As many calls run as may, and the others are refused.
    for _ in 0..26 {
        let refused = slow.join_next().await.unwrap().unwrap().unwrap_err();
        assert!(matches!(refused, CallError::Busy { .. }), "{refused}");
    }
    for name in ["Second", "Third"] {
        let tenant = host.storage.control.create_tenant(name).await.unwrap();
        let scope = plumbline_storage::Scope::new(tenant.id, host.scope.environment);
        for _ in 0..20 {
            assert_eq!(host.get_for(&scope, "/hello").await.unwrap().0, 200, "{name}");
        }
    }
    assert_eq!(slow.len(), 4, "half of the permits are in use");
    slow.abort_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_finds_no_place_for_an_instance_is_told() {
    let mut settings = settings();
    settings.limits.endpoint.concurrent = 1;
    settings.limits.endpoint.wait = Duration::from_millis(50);
    let host = std::sync::Arc::new(host(settings).await);
    let mut calls = host.two_calls_for_one_permit();
    let refused = calls.join_next().await.unwrap().unwrap().unwrap_err();
    assert!(matches!(refused, CallError::Busy { .. }), "{refused}");
    calls.abort_all();
    assert!(calls.join_next().await.unwrap().unwrap_err().is_cancelled());
    // The permit of the aborted call is free.
    assert_eq!(host.get("/hello").await.unwrap().0, 200);
}
