//! Tests of the creation, rotation and removal of keys.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::testing::{Memory, TestPlatform, fixture};
use crate::tokens::testing::{Counting, TokenFixture, another_host};

const MINUTE: Duration = Duration::from_secs(60);

async fn kids<D: Database>(identity: &Identity<D, TestPlatform>, purpose: Purpose) -> Vec<String> {
    let set = identity.jwks(purpose).await.unwrap();
    let mut kids: Vec<String> =
        set["keys"].as_array().unwrap().iter().map(|key| key["kid"].as_str().unwrap().to_owned()).collect();
    kids.sort();
    kids
}

fn sorted<const N: usize>(kids: [&str; N]) -> Vec<String> {
    let mut kids: Vec<String> = kids.iter().map(|kid| (*kid).to_owned()).collect();
    kids.sort();
    kids
}

#[tokio::test]
async fn a_key_is_made_at_first_need_and_kept_sealed() {
    let f = fixture();
    assert_eq!(f.identity.jwks(Purpose::Delegated).await.unwrap(), json!({ "keys": [] }));
    let key = f.identity.signing_key(Purpose::Delegated).await.unwrap();
    let again = f.identity.signing_key(Purpose::Delegated).await.unwrap();
    assert_eq!(key.kid(), again.kid());
    let elsewhere = another_host(&f).signing_key(Purpose::Delegated).await.unwrap();
    assert_eq!(elsewhere.kid(), key.kid());
    assert_ne!(f.identity.signing_key(Purpose::Service).await.unwrap().kid(), key.kid());

    let rows = Statement::new("SELECT private_key FROM signing_keys WHERE kid = ?").bind(key.kid());
    let kept = f.identity.database.query(rows).await.unwrap()[0].bytes("private_key").unwrap().to_owned();
    assert!(SigningKey::read("", &kept).is_err(), "it is sealed");
    // Sealed for its own row, it does not open under another name.
    let swap = Statement::new("UPDATE signing_keys SET kid = 'key_other' WHERE kid = ?").bind(key.kid());
    f.identity.database.write(vec![swap]).await.unwrap();
    let error = another_host(&f).signing_key(Purpose::Delegated).await.unwrap_err();
    assert!(error.to_string().contains("key_other"), "{error}");
}

#[tokio::test]
async fn a_key_set_has_public_members_only() {
    let f = fixture();
    let kid = f.identity.signing_key(Purpose::Service).await.unwrap().kid().to_owned();
    // Other members of the stored key are not published.
    let spoil = Statement::new("UPDATE signing_keys SET public_jwk = REPLACE(public_jwk, '{', '{\"d\":\"secret\",')");
    f.identity.database.write(vec![spoil]).await.unwrap();
    f.clock.advance(RELOADED_EVERY);
    let set = f.identity.jwks(Purpose::Service).await.unwrap();
    let members: Vec<&str> = set["keys"][0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, ["alg", "e", "kid", "kty", "n", "use"]);
    assert_eq!((&set["keys"][0]["kid"], &set["keys"][0]["alg"]), (&json!(kid), &json!("RS256")));
}

#[tokio::test]
async fn two_hosts_that_make_a_first_key_at_once_leave_two_valid_ones() {
    let f = fixture();
    let other = another_host(&f);
    // The other host has found no key and is creating one when this host does the same.
    let (change, insert) = other.generate_key(Purpose::Delegated, f.clock.text()).await.unwrap();
    let first = f.identity.signing_key(Purpose::Delegated).await.unwrap();
    other.database.write(vec![insert]).await.unwrap();
    f.clock.advance(RELOADED_EVERY);
    for host in [&f.identity, &other] {
        assert_eq!(kids(host, Purpose::Delegated).await, sorted([first.kid(), &change.kid]));
    }
    let agreed = f.identity.signing_key(Purpose::Delegated).await.unwrap();
    assert_eq!(other.signing_key(Purpose::Delegated).await.unwrap().kid(), agreed.kid());
}

#[tokio::test]
async fn a10_every_live_key_is_served_while_one_takes_over_from_another() {
    let tokens = TokenFixture::new().await;
    let (f, purpose) = (&tokens.f, Purpose::Delegated);
    let old = tokens.key.kid();
    let before = tokens.token().await;
    let new = f.identity.rotate_signing_key(purpose, false).await.unwrap().kid;

    // The new key is published immediately, but signs only when every verifier has it.
    let both = sorted([old, &new]);
    assert_eq!(kids(&f.identity, purpose).await, both);
    f.clock.advance(PUBLISHED_BEFORE - MINUTE);
    assert_eq!(f.identity.signing_key(purpose).await.unwrap().kid(), old);
    let last = tokens.token().await;
    f.clock.advance(2 * MINUTE);
    let key = f.identity.signing_key(purpose).await.unwrap();
    assert_eq!(key.kid(), new);
    assert!(tokens.verified(&before).await.is_ok() && tokens.verified(&last).await.is_ok());
    assert!(tokens.verified(&key.token(&tokens.claims()).unwrap()).await.is_ok());

    // The old key is served until its last token has expired and verifiers have fetched the set again.
    f.clock.advance(ACCESS_TOKEN_LIFE);
    assert_eq!(kids(&f.identity, purpose).await, both);
    f.clock.advance(KEY_SET_LIFE);
    assert_eq!(kids(&f.identity, purpose).await, sorted([&new]));
    f.identity.rotate_due_keys().await.unwrap();
    let rows = f.identity.database.query(Statement::new("SELECT kid FROM signing_keys")).await.unwrap();
    assert_eq!(rows.len(), 1, "upkeep forgets it");
}

#[tokio::test]
async fn rotations_in_a_row_leave_no_moment_without_a_key() {
    let f = fixture();
    let purpose = Purpose::Service;
    let one = f.identity.signing_key(purpose).await.unwrap().kid().to_owned();
    let two = f.identity.rotate_signing_key(purpose, false).await.unwrap().kid;
    f.clock.advance(MINUTE);
    let three = f.identity.rotate_signing_key(purpose, false).await.unwrap().kid;
    let mut signed = Vec::new();
    for _ in 0..12 {
        signed.push(f.identity.signing_key(purpose).await.unwrap().kid().to_owned());
        f.clock.advance(MINUTE);
    }
    signed.dedup();
    assert_eq!(signed, [one, two, three]);
}

#[tokio::test]
async fn two_hosts_that_rotate_at_once_rotate_once() {
    let f = fixture();
    let other = another_host(&f);
    f.identity.signing_key(Purpose::Service).await.unwrap();
    let seen = other.ring(Duration::ZERO).await.unwrap();
    let change = f.identity.rotate_signing_key(Purpose::Service, false).await.unwrap();
    assert_eq!(other.insert_successor(&seen, Purpose::Service, false).await.unwrap(), None);
    assert_eq!(kids(&f.identity, Purpose::Service).await.len(), 2);
    assert_eq!(other.ring(Duration::ZERO).await.unwrap().newest(Purpose::Service).unwrap().kid(), change.kid);
}

#[tokio::test]
async fn keys_that_somebody_else_may_have_are_replaced_at_once() {
    let tokens = TokenFixture::new().await;
    let token = tokens.token().await;
    let service = tokens.f.identity.signing_key(Purpose::Service).await.unwrap();
    let other = another_host(&tokens.f);
    assert!(other.verify_token(&token).await.unwrap().is_ok());
    let new = tokens.f.identity.replace_signing_keys(Purpose::Delegated).await.unwrap().kid;
    assert!(tokens.verified(&token).await.is_err());
    assert_eq!(tokens.f.identity.signing_key(Purpose::Delegated).await.unwrap().kid(), new);
    assert_eq!(kids(&tokens.f.identity, Purpose::Delegated).await, sorted([&new]));
    assert_eq!(kids(&tokens.f.identity, Purpose::Service).await, sorted([service.kid()]), "the other purpose's stay");
    // Another host's cache is up to half a minute old, but the database check already refuses the token.
    assert!(other.authenticate(&token).await.unwrap().is_err());
    tokens.f.clock.advance(RELOADED_EVERY);
    assert!(other.verify_token(&token).await.unwrap().is_err());
}

#[tokio::test]
async fn keys_rotate_by_themselves_when_they_are_old() {
    let f = fixture();
    assert_eq!(f.identity.rotate_due_keys().await.unwrap(), [], "a purpose that never signed has no key to rotate");
    let old = f.identity.signing_key(Purpose::Service).await.unwrap();
    f.clock.advance(ROTATED_AFTER - MINUTE);
    assert_eq!(f.identity.rotate_due_keys().await.unwrap(), []);
    f.clock.advance(2 * MINUTE);
    let changes = f.identity.rotate_due_keys().await.unwrap();
    assert_eq!(changes.len(), 1);
    assert_eq!(f.identity.rotate_due_keys().await.unwrap(), [], "once");
    assert_eq!(kids(&f.identity, Purpose::Service).await, sorted([old.kid(), &changes[0].kid]));
}

#[tokio::test]
async fn a_flood_of_unknown_keys_does_not_flood_the_database() {
    let f = fixture();
    let asked = Arc::new(AtomicUsize::new(0));
    let database = Counting(f.identity.database.clone(), Arc::clone(&asked));
    let identity = Identity::new(database, TestPlatform::default(), f.identity.settings.clone(), f.clock.clone());
    let begun = std::time::Instant::now();
    for number in 0..500 {
        assert!(identity.own_key(Purpose::Delegated, &format!("key_{number}")).await.unwrap().is_none());
    }
    let at_most = 2 + usize::try_from(begun.elapsed().as_secs()).unwrap();
    assert!(asked.load(Ordering::Relaxed) <= at_most, "{} of {at_most}", asked.load(Ordering::Relaxed));

    // A key that another host has created since is still found.
    let key = f.identity.signing_key(Purpose::Delegated).await.unwrap();
    f.clock.advance(RELOADED_AT_MOST_EVERY);
    assert!(identity.own_key(Purpose::Delegated, key.kid()).await.unwrap().is_some());
}

#[tokio::test]
async fn the_key_set_does_not_grow_without_end() {
    let f = fixture();
    f.identity.signing_key(Purpose::Service).await.unwrap();
    for number in 0..MAX_PUBLISHED {
        let copy = Statement::new(
            "INSERT INTO signing_keys SELECT ?, purpose, private_key, public_jwk, created_at, signs_from, retired_at
             FROM signing_keys WHERE kid NOT LIKE 'copy%'",
        );
        f.identity.database.write(vec![copy.bind(format!("copy{number}"))]).await.unwrap();
    }
    let error = f.identity.rotate_signing_key(Purpose::Service, false).await.unwrap_err();
    assert!(error.to_string().contains("Wait"), "{error}");
}

#[test]
fn the_futures_may_move_between_threads() {
    fn moves(_: impl Send) {}
    let f = fixture();
    let i: &Identity<Memory, TestPlatform> = &f.identity;
    moves(i.authenticate(""));
    moves(i.signing_key(Purpose::Service));
    moves(i.rotate_due_keys());
    moves(i.replace_signing_keys(Purpose::Service));
    let headers = http::HeaderMap::new();
    moves(i.service_token(&headers, b""));
}
