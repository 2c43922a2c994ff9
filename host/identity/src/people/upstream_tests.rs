//! Tests of sign-in with a provider that vouches for the user.

use serde_json::{Value, json};

use super::testing::{ann, set_up, sign_in};
use super::{Actor, Role, UpstreamRefusal};

#[tokio::test]
async fn a_user_with_a_verified_address_is_linked_and_signed_in() {
    let f = set_up();
    let ann = ann(&f).await;
    let (user, session, next) = sign_in(&f, "/account/keys?a=b", |_| {}).await.unwrap();
    assert_eq!((user, next.as_str()), (ann.clone(), "/account/keys?a=b"));
    assert_eq!(f.identity.session(&session.secret).await.unwrap().unwrap().user, ann);

    // From now on the subject identifies the user, even if the address changes.
    let other = |claims: &mut Value| {
        claims["email"] = json!("ann.lee@elsewhere.example");
        claims["email_verified"] = json!(false);
    };
    assert_eq!(sign_in(&f, "//evil.example", other).await.unwrap().0, ann);
}

#[tokio::test]
async fn an_address_that_is_not_verified_opens_no_account() {
    let f = set_up();
    ann(&f).await;
    f.identity.invite(Actor::Operator, &f.tenant, "bob@a.example", Role::Viewer).await.unwrap();
    let wrong: [fn(&mut Value); 4] = [
        |claims| claims["email_verified"] = json!(false),
        |claims| {
            claims.as_object_mut().unwrap().remove("email_verified");
        },
        |claims| {
            claims.as_object_mut().unwrap().remove("email");
        },
        |claims| {
            claims["email"] = json!("bob@a.example");
            claims["email_verified"] = json!(false);
        },
    ];
    for change in wrong {
        assert_eq!(sign_in(&f, "/", change).await.unwrap_err(), UpstreamRefusal::NotVerified);
    }
}

#[tokio::test]
async fn a_stranger_is_told_how_to_come_in() {
    let f = set_up();
    let refused = sign_in(&f, "/", |_| {}).await.unwrap_err();
    assert_eq!(refused, UpstreamRefusal::NoAccount("ann@a.example".into()));
    let words = refused.to_string();
    assert!(words.contains("ann@a.example") && words.contains("for an invitation"), "{words}");
}

#[tokio::test]
async fn someone_invited_comes_in() {
    let f = set_up();
    f.identity.invite(Actor::Operator, &f.tenant, "ann@a.example", Role::Estimator).await.unwrap();
    let (user, session, _) = sign_in(&f, "/", |_| {}).await.unwrap();
    assert_eq!((user.name.as_str(), user.role, &user.tenant), ("Ann Lee", Role::Estimator, &f.tenant));
    assert!(f.identity.session(&session.secret).await.unwrap().is_some());
    assert!(f.identity.invitations(Actor::Operator, &f.tenant).await.unwrap().is_empty());
    assert_eq!(sign_in(&f, "/", |_| {}).await.unwrap().0, user);
    assert!(f.identity.sign_in("ann@a.example", "", None).await.unwrap().is_err(), "there is no password");
}

#[tokio::test]
async fn of_several_invitations_the_one_whose_link_was_opened_is_accepted() {
    let f = set_up();
    let other = f.identity.database.tenant("Other");
    f.identity.invite(Actor::Operator, &other, "ann@a.example", Role::Viewer).await.unwrap();
    let new = f.identity.invite(Actor::Operator, &f.tenant, "ann@a.example", Role::Viewer).await.unwrap();
    let several = UpstreamRefusal::SeveralInvitations("ann@a.example".into());
    assert_eq!(sign_in(&f, "/", |_| {}).await.unwrap_err(), several);
    let page = format!("/invitations/{}", new.secret);
    let bob = |claims: &mut Value| claims["email"] = json!("bob@a.example");
    assert_eq!(sign_in(&f, &page, bob).await.unwrap_err(), UpstreamRefusal::NoAccount("bob@a.example".into()));
    let nameless = |claims: &mut Value| claims["name"] = json!(" \n");
    let (user, _, next) = sign_in(&f, &page, nameless).await.unwrap();
    assert_eq!((user.tenant, user.name.as_str(), next.as_str()), (f.tenant.clone(), "ann@a.example", "/account"));
}

#[tokio::test]
async fn who_is_shut_out_stays_out() {
    let f = set_up();
    let user = f.identity.create_user(&f.tenant, "ann@a.example", "Ann", Role::Viewer, None).await.unwrap();
    let disabled = UpstreamRefusal::Disabled("ann@a.example".into());
    f.identity.disable_user(Actor::Operator, &user.id).await.unwrap();
    assert_eq!(sign_in(&f, "/", |_| {}).await.unwrap_err(), disabled, "before the link");
    f.identity.enable_user(Actor::Operator, &user.id).await.unwrap();
    sign_in(&f, "/", |_| {}).await.unwrap();
    f.identity.disable_user(Actor::Operator, &user.id).await.unwrap();
    assert_eq!(sign_in(&f, "/", |_| {}).await.unwrap_err(), disabled, "and after it");
}

#[tokio::test]
async fn an_address_given_to_another_person_does_not_take_the_account_with_it() {
    let f = set_up();
    let user = ann(&f).await;
    sign_in(&f, "/", |_| {}).await.unwrap();
    let successor = |claims: &mut Value| claims["sub"] = json!("another person");
    assert_eq!(
        sign_in(&f, "/", successor).await.unwrap_err(),
        UpstreamRefusal::LinkedElsewhere("ann@a.example".into())
    );
    f.identity.unlink_upstream(&user.id).await.unwrap();
    assert_eq!(sign_in(&f, "/", successor).await.unwrap().0, user);
}
