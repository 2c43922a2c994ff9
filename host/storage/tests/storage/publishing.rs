//! The rules of publishing, and versions that serve a share of the calls at first.

use crate::common::*;
use plumbline_storage::{Binding, Change, Control, Counts, Publication, Side, SigningKey, Stage, StorageError};

const SLOT: &str = "exporter:acme";

fn us() -> Change {
    Change::by("us")
}

async fn publish(control: &Control, bytes: &'static [u8], publication: &Publication) -> Result<String, StorageError> {
    control.publish(SLOT, "1.0.0", "{}", publication, &bytes.into()).await.map(|component| component.digest)
}

on_both_databases! {
    a_signature_is_looked_at_when_published_and_when_loaded,
    publishers_are_named_once,
    what_is_published_for_one_tenant_is_not_there_for_another,
    a_stage_can_be_promoted_or_rolled_back,
    a_failing_stage_is_rolled_back_once,
}

async fn a_signature_is_looked_at_when_published_and_when_loaded(fixture: Fixture) {
    let control = &fixture.storage.control;
    let tenant = fixture.scope.tenant.as_str();
    let (key, other) = (SigningKey::generate(), SigningKey::generate());
    control.trust("acme", &key.public_key(), Some(tenant)).await.unwrap();
    let digest = Control::digest(b"one");
    let signed = |tenant: &str, by: &str, signature: String| Publication {
        tenant: tenant.into(),
        signature: Some(signature),
        ..Publication::by(by)
    };
    for (wrong, why) in [
        (signed(tenant, "acme", other.sign(SLOT, &digest)), "another's key"),
        (signed(tenant, "acme", key.sign("exporter:csv", &digest)), "another slot"),
        (signed(tenant, "acme", key.sign(SLOT, &Control::digest(b"two"))), "other bytes"),
        (signed(tenant, "acme", "c2hvcnQ=".into()), "no signature"),
        (signed("*", "acme", key.sign(SLOT, &digest)), "for all, where the publisher may for one"),
        (signed(tenant, "nobody", key.sign(SLOT, &digest)), "an unknown publisher"),
    ] {
        let error = publish(control, b"one", &wrong).await.unwrap_err();
        assert!(error.to_string().starts_with("signature: "), "{why}: {error}");
    }
    publish(control, b"one", &signed(tenant, "acme", key.sign(SLOT, &digest))).await.unwrap();
    assert_eq!(control.bytes_to_load(tenant, SLOT, &digest).await.unwrap().1.as_ref(), b"one");

    control.revoke_publisher("acme").await.unwrap();
    assert!(control.bytes_to_load(tenant, SLOT, &digest).await.is_err());
    assert!(control.revoke_publisher("acme").await.is_err());
}

#[tokio::test]
async fn a_key_goes_through_its_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("acme.key");
    let key = SigningKey::generate();
    key.write(&path).unwrap();
    assert!(key.write(&path).is_err(), "an existing key is never overwritten");
    assert_eq!(SigningKey::read(&path).unwrap().public_key(), key.public_key());
    std::fs::write(&path, "-----BEGIN NONSENSE-----").unwrap();
    assert!(SigningKey::read(&path).is_err());
}

async fn publishers_are_named_once(fixture: Fixture) {
    let control = &fixture.storage.control;
    let key = SigningKey::generate().public_key();
    control.trust("acme", &key, None).await.unwrap();
    for (name, key, tenant) in [
        ("acme", SigningKey::generate().public_key().as_str(), None),
        ("other", key.as_str(), None),
        ("Acme Ltd", SigningKey::generate().public_key().as_str(), None),
        ("new", "AAAA", None),
        ("new", SigningKey::generate().public_key().as_str(), Some("ten_aaaaaaaaaaaaaaaaaaaaaa")),
    ] {
        assert!(control.trust(name, key, tenant).await.is_err(), "{name}");
    }
    assert_eq!(control.publishers().await.unwrap().len(), 1);
}

async fn what_is_published_for_one_tenant_is_not_there_for_another(fixture: Fixture) {
    let control = &fixture.storage.control;
    let tenant = fixture.scope.tenant.as_str();
    let other = control.create_tenant("Another").await.unwrap();
    let mine = Publication { tenant: tenant.into(), ..Publication::by("us") };
    let digest = publish(control, b"one", &mine).await.unwrap();
    control.bind(tenant, SLOT, &digest, "{}", &us()).await.unwrap();
    for elsewhere in ["*", other.id.as_str()] {
        assert!(control.bind(elsewhere, SLOT, &digest, "{}", &us()).await.is_err(), "{elsewhere}");
        assert!(control.bytes_to_load(elsewhere, SLOT, &digest).await.is_err(), "{elsewhere}");
    }
    let theirs = Publication { tenant: other.id.to_string(), ..Publication::by("them") };
    publish(control, b"one", &theirs).await.unwrap();
    control.bind(other.id.as_str(), SLOT, &digest, "{}", &us()).await.unwrap();
    assert_eq!(control.publications(&digest).await.unwrap().len(), 2);
}

async fn a_stage_can_be_promoted_or_rolled_back(fixture: Fixture) {
    let control = &fixture.storage.control;
    let tenant = fixture.scope.tenant.as_str();
    let one = publish(control, b"one", &Publication::by("us")).await.unwrap();
    let two = publish(control, b"two", &Publication::by("us")).await.unwrap();
    let stage = Stage { percent: 5, ..Stage::default() };
    assert!(control.stage(tenant, SLOT, &two, "{}", &stage, &us()).await.is_err(), "nothing serves the rest");
    control.bind("*", SLOT, &one, "{}", &us()).await.unwrap();

    // Next to the default. After a rollback, the default serves all calls again.
    control.stage(tenant, SLOT, &two, "{}", &stage, &us()).await.unwrap();
    let of_tenant = |bindings: Vec<Binding>| bindings.into_iter().find(|binding| binding.tenant == tenant);
    assert_eq!(of_tenant(control.staged().await.unwrap()).unwrap().digest, two);
    assert!(of_tenant(control.current().await.unwrap()).is_none());
    assert_eq!(control.rollback(tenant, SLOT, &us()).await.unwrap().kind, "unbind");
    assert!(control.staged().await.unwrap().is_empty());
    assert!(of_tenant(control.current().await.unwrap()).is_none());

    // Promoted, it is the tenant's own binding. After a rollback, the default serves again.
    control.stage(tenant, SLOT, &two, "{}", &stage, &us()).await.unwrap();
    assert_eq!(control.promote(tenant, SLOT, &us()).await.unwrap().kind, "promote");
    assert_eq!(of_tenant(control.current().await.unwrap()).unwrap().digest, two);
    assert!(control.promote(tenant, SLOT, &us()).await.is_err());
    control.rollback(tenant, SLOT, &us()).await.unwrap();
    assert!(of_tenant(control.current().await.unwrap()).is_none());

    // Next to the tenant's own binding, which continues after a rollback.
    control.bind(tenant, SLOT, &one, "{}", &us()).await.unwrap();
    control.stage(tenant, SLOT, &two, "{}", &stage, &us()).await.unwrap();
    assert_eq!(of_tenant(control.current().await.unwrap()).unwrap().digest, one);
    let taken_back = control.rollback(tenant, SLOT, &Change::new("me", "it was slow")).await.unwrap();
    assert_eq!((taken_back.digest.as_str(), taken_back.reason.as_deref()), (one.as_str(), Some("it was slow")));
    control.unbind(tenant, SLOT, &us()).await.unwrap();
    assert!(of_tenant(control.current().await.unwrap()).is_none());
    assert_eq!(control.history(tenant, SLOT).await.unwrap().len(), 9);
}

async fn a_failing_stage_is_rolled_back_once(fixture: Fixture) {
    let control = &fixture.storage.control;
    let one = publish(control, b"one", &Publication::by("us")).await.unwrap();
    let two = publish(control, b"two", &Publication::by("us")).await.unwrap();
    control.bind("*", SLOT, &one, "{}", &us()).await.unwrap();
    let stage = Stage { percent: 5, promote_after: Some(50), ..Stage::default() };
    let staged = control.stage("*", SLOT, &two, "{}", &stage, &us()).await.unwrap();
    // Two hosts count, each its own calls.
    control.add_outcomes(staged.sequence, Side::Staged, Counts { calls: 10, failures: 1 }).await.unwrap();
    assert_eq!(control.evaluate_stage(&staged).await.unwrap(), None);
    control.add_outcomes(staged.sequence, Side::Stable, Counts { calls: 200, failures: 2 }).await.unwrap();
    control.add_outcomes(staged.sequence, Side::Staged, Counts { calls: 10, failures: 1 }).await.unwrap();
    let ended = control.evaluate_stage(&staged).await.unwrap().unwrap();
    assert_eq!((ended.kind.as_str(), ended.digest.as_str()), ("rollback", one.as_str()));
    assert!(ended.reason.unwrap().contains("2 of 20 calls failed (10.0 %)"));
    assert_eq!(control.evaluate_stage(&staged).await.unwrap(), None, "it ended already");

    let staged = control.stage("*", SLOT, &two, "{}", &stage, &us()).await.unwrap();
    control.add_outcomes(staged.sequence, Side::Staged, Counts { calls: 50, failures: 1 }).await.unwrap();
    assert_eq!(control.evaluate_stage(&staged).await.unwrap().unwrap().kind, "promote");
    assert_eq!(control.current().await.unwrap()[0].digest, two);
}
