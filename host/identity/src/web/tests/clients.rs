//! Tests of clients that anyone can create: they are deleted if unused, and fetches of their documents are limited.

use std::sync::atomic::Ordering;
use std::time::Duration;

use plumbline_tenancy::{Database as _, Statement};

use super::*;

const HOUR: Duration = Duration::from_secs(3600);
const DOCUMENT: &str = "https://app.example/client.json";

fn publish(f: &Fixture, id: &str) {
    let document = json!({
        "client_id": id, "client_name": "Documented Assistant", "redirect_uris": [REDIRECT],
        "token_endpoint_auth_method": "none",
    });
    f.platform.set(id, 200, document.to_string());
}

/// Requests authorization without a session. Returns the status and the page of the response.
async fn ask(f: &Fixture, client_id: &str) -> (StatusCode, String) {
    let path = format!("/oauth/authorize?{}", query(&request(client_id, "projects:read")));
    let answer = Browser::new(f).get(&path).await;
    (answer.status(), text(&answer))
}

async fn is_kept(f: &Fixture, client_id: &str) -> bool {
    let select = Statement::new("SELECT 1 FROM oauth_clients WHERE id = ?").bind(client_id);
    !f.identity.database.query(select).await.unwrap().is_empty()
}

#[tokio::test]
async fn a_client_that_nobody_consented_to_is_forgotten_after_a_day() {
    let f = with_user(Role::Admin).await;
    publish(&f, DOCUMENT);
    let (unused, used) = (client(&f).await, client(&f).await);
    assert_eq!(ask(&f, DOCUMENT).await.0, StatusCode::SEE_OTHER);
    let mut browser = Browser::new(&f);
    browser.sign_in(EMAIL, PASSWORD).await;
    browser.allow(&query(&request(&used, "projects:read"))).await;

    f.clock.advance(23 * HOUR);
    f.identity.sweep_oauth().await.unwrap();
    assert!(is_kept(&f, &unused).await && is_kept(&f, &used).await && is_kept(&f, DOCUMENT).await);
    f.clock.advance(2 * HOUR);
    f.identity.sweep_oauth().await.unwrap();
    assert!(!is_kept(&f, &unused).await && !is_kept(&f, DOCUMENT).await);
    assert!(is_kept(&f, &used).await, "its code was never exchanged, but somebody wanted it");
    assert_eq!(ask(&f, &unused).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_known_document_holds_while_too_many_are_fetched() {
    let f = with_user(Role::Admin).await;
    let unknown = "https://other.example/client.json";
    publish(&f, DOCUMENT);
    publish(&f, unknown);
    assert_eq!(ask(&f, DOCUMENT).await.0, StatusCode::SEE_OTHER);
    f.clock.advance(2 * HOUR);
    f.platform.busy.store(true, Ordering::Relaxed);
    assert_eq!(ask(&f, DOCUMENT).await.0, StatusCode::SEE_OTHER);
    let (status, page) = ask(&f, unknown).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(page.contains("Try again in a minute"), "{page}");
    f.clock.advance(24 * HOUR);
    assert_eq!(ask(&f, DOCUMENT).await.0, StatusCode::BAD_REQUEST, "not for ever");
    f.platform.busy.store(false, Ordering::Relaxed);
    assert_eq!(ask(&f, DOCUMENT).await.0, StatusCode::SEE_OTHER);
    assert_eq!((f.platform.times(DOCUMENT), f.platform.times(unknown)), (2, 0));
}
