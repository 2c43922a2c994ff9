//! Components whose publisher is revoked while they are in use: warm instances, replaced versions, stages.

use crate::common::{Host, guest, request};
use plumbline_engine::{CallKey, Slot};
use plumbline_storage::{Change, Control, Publication, SigningKey, Stage};

/// Publishes a guest for one tenant or all, signed by a newly trusted publisher. Returns its digest.
async fn publish_signed(host: &Host, publisher: &str, tenant: &str, slot: &str, name: &str) -> String {
    let key = SigningKey::generate();
    host.storage.control.trust(publisher, &key.public_key(), None).await.unwrap();
    let bytes = guest(name);
    let signature = Some(key.sign(slot, &Control::digest(&bytes)));
    let publication = Publication { tenant: tenant.to_owned(), signature, ..Publication::by(publisher) };
    host.engine.publish(&slot.parse().unwrap(), bytes, &publication).await.unwrap().digest
}

async fn revoke(host: &Host, publisher: &str) {
    host.storage.control.revoke_publisher(publisher).await.unwrap();
    host.engine.registry().refresh().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn warm_instances_and_replaced_versions_of_a_revoked_publisher_are_refused() {
    const SLOT: &str = "endpoint:test";
    // Over HTTP, and through the plain function.
    for (name, path) in [("endpoint", "/hello"), ("plain", "/hello")] {
        let host = Host::start().await;
        let (control, tenant, by) = (&host.storage.control, host.scope.tenant.to_string(), Change::by("test"));
        let digest = publish_signed(&host, "acme", &tenant, SLOT, name).await;
        control.bind(&tenant, SLOT, &digest, "{}", &by).await.unwrap();
        host.engine.registry().refresh().await.unwrap();
        let held = host.endpoint();
        assert_eq!(held.digest, digest);
        host.engine.http(&host.scope, &held, request(path), &[]).await.unwrap();

        // Replaced, so that no binding refers to it. A call may still hold it.
        control.bind(&tenant, SLOT, &digest, r#"{"greeting":"newer"}"#, &by).await.unwrap();
        host.engine.registry().refresh().await.unwrap();
        let bound = host.endpoint();
        host.engine.http(&host.scope, &bound, request(path), &[]).await.unwrap();
        host.engine.http(&host.scope, &held, request(path), &[]).await.unwrap();

        revoke(&host, "acme").await;
        for component in [&held, &bound, &host.endpoint()] {
            let refused = host.engine.http(&host.scope, component, request(path), &[]).await.unwrap_err();
            assert_eq!(refused.code(), "unavailable");
            assert!(refused.to_string().contains("its publisher `acme` is no longer trusted"), "{refused}");
        }
        control.unbind(&tenant, SLOT, &by).await.unwrap();
        host.engine.registry().refresh().await.unwrap();
        assert_eq!(host.get("/hello").await.unwrap().1, "hello", "the default serves again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_publisher_of_a_component_is_revoked_and_the_other_is_not() {
    const SLOT: &str = "endpoint:test";
    let host = Host::start().await;
    let control = &host.storage.control;
    let other = control.create_tenant("Another").await.unwrap();
    for (publisher, tenant) in [("acme", host.scope.tenant.as_str()), ("best", other.id.as_str())] {
        let digest = publish_signed(&host, publisher, tenant, SLOT, "endpoint").await;
        control.bind(tenant, SLOT, &digest, "{}", &Change::by("test")).await.unwrap();
    }
    host.engine.registry().refresh().await.unwrap();
    revoke(&host, "acme").await;
    let slot: Slot = SLOT.parse().unwrap();
    let is_withdrawn = |tenant| host.engine.registry().resolve(tenant, &slot).unwrap().is_withdrawn();
    assert!(is_withdrawn(&host.scope.tenant));
    assert!(!is_withdrawn(&other.id));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stage_of_a_revoked_publisher_serves_nothing_and_is_not_promoted() {
    const SLOT: &str = "exporter:lines";
    let host = Host::start().await;
    host.bind("*", SLOT, "exporter", "{}").await;
    let control = &host.storage.control;
    let tenant = host.scope.tenant.to_string();
    let digest = publish_signed(&host, "acme", &tenant, SLOT, "exporter").await;
    let stage = Stage { percent: 99, ..Stage::default() };
    control.stage(&tenant, SLOT, &digest, r#"{"version":"2"}"#, &stage, &Change::by("test")).await.unwrap();
    let registry = host.engine.registry();
    registry.refresh().await.unwrap();
    let slot: Slot = SLOT.parse().unwrap();
    let staged = || {
        let key = |n: usize| CallKey { id: format!("job_{n}"), subjects: vec![] };
        (0..100).filter(|n| !registry.choose(&host.scope.tenant, &slot, &key(*n)).unwrap().settings.is_empty()).count()
    };
    assert!(staged() > 50);
    revoke(&host, "acme").await;
    assert_eq!(staged(), 0, "what is bound serves all");
    let refused = control.promote(&tenant, SLOT, &Change::by("test")).await.unwrap_err().to_string();
    assert!(refused.contains("`acme` is no longer trusted"), "{refused}");
}
