//! Browser sessions of users, and the CSRF protection of their forms.

use std::time::Duration;

use plumbline_tenancy::{Database, Statement, UserId};
use serde::Deserialize;

use super::User;
use crate::error::IdentityError;
use crate::{Identity, Platform, secrets};

/// Prefix of the secrets of sessions.
const PREFIX: &str = "plses_";
/// Prefix of the secrets of browsers that are not signed in.
const FORM_PREFIX: &str = "plfrm_";
/// Time after which an unused session ends.
pub(super) const IDLE: Duration = Duration::from_secs(12 * 3600);
/// Maximum lifetime of a session.
const LIFE: Duration = Duration::from_secs(7 * 24 * 3600);

/// A new session with its secret, which is only known at creation.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Secret that the browser stores in its cookie.
    pub secret: String,
    /// Time at which the session ends at the latest, ISO 8601.
    pub expires_at: String,
}

/// The session of a signed-in user.
#[derive(Debug, Clone)]
pub struct Session {
    /// Current state of the user.
    pub user: User,
    /// Name of the organization.
    pub organization: String,
    /// CSRF token of every form of this session.
    pub csrf: String,
}

/// A row of a session.
#[derive(Deserialize)]
struct SessionRow {
    #[serde(flatten)]
    user: User,
    organization: String,
    seen_at: String,
}

/// Creates a secret for a browser that is not signed in, so that its forms are protected too.
pub(crate) fn form_cookie() -> String {
    secrets::new(FORM_PREFIX)
}

/// Returns whether a cookie has the format of one from [`form_cookie`].
pub(crate) fn is_form_cookie(secret: &str) -> bool {
    secrets::well_formed(FORM_PREFIX, secret)
}

/// Returns the CSRF token for a browser. It is derived from the secret in its cookie, which another site cannot read.
pub(crate) fn csrf_of(secret: &str) -> String {
    // The label separates this hash from the one by which a session is looked up.
    secrets::hash(&format!("csrf\n{secret}"))
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Returns the session with this secret, or `None` if it has ended, its user is disabled or its organization revoked.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn session(&self, secret: &str) -> Result<Option<Session>, IdentityError> {
        if !secrets::well_formed(PREFIX, secret) {
            return Ok(None);
        }
        let hash = secrets::hash(secret);
        let select = Statement::new(concat!(
            "SELECT ",
            user_columns!(),
            ", t.name AS organization, s.seen_at
             FROM sessions s JOIN users u ON u.id = s.user_id JOIN tenants t ON t.id = u.tenant_id
             WHERE s.secret_hash = ? AND s.expires_at > ? AND s.seen_at > ?
             AND u.disabled_at IS NULL AND t.revoked_at IS NULL"
        ))
        .bind(&hash)
        .bind(self.clock.text())
        .bind(self.clock.text_ago(IDLE));
        let Some(row) = self.fetch_optional::<SessionRow>(select).await? else { return Ok(None) };
        let SessionRow { user, organization, seen_at } = row;
        let update = Statement::new("UPDATE sessions SET seen_at = ? WHERE secret_hash = ?");
        self.record_use(update, Some(&seen_at), &hash).await?;
        Ok(Some(Session { user, organization, csrf: csrf_of(secret) }))
    }

    /// Ends a session. Does nothing if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn sign_out(&self, secret: &str) -> Result<(), IdentityError> {
        let delete = Statement::new("DELETE FROM sessions WHERE secret_hash = ?").bind(secrets::hash(secret));
        self.database.write(vec![delete]).await?;
        Ok(())
    }

    /// Starts a session for an authenticated user. Returns `None` if the user is disabled, their organization is revoked, or the
    /// hash of their password differs from `password_hash`.
    pub(super) async fn start_session(
        &self,
        user: &UserId,
        password_hash: Option<&str>,
    ) -> Result<Option<NewSession>, IdentityError> {
        let (session, statements) = self.new_session(user, password_hash);
        Ok(self.database.write(statements.into()).await?.then_some(session))
    }

    /// Creates a session and the statements that store it. Its secret is always new, so a secret planted in the browser before
    /// the sign-in is useless after it.
    pub(super) fn new_session(&self, user: &UserId, password_hash: Option<&str>) -> (NewSession, [Statement; 2]) {
        let session = NewSession { secret: secrets::new(PREFIX), expires_at: self.clock.text_in(LIFE) };
        let now = self.clock.text();
        // This statement changes nothing, but locks the user's row until the session is stored. Disabling the user or changing
        // the password concurrently either happens before and is seen here, or happens after and deletes this session too.
        let guard = Statement::new(
            "UPDATE users SET disabled_at = NULL WHERE id = ? AND disabled_at IS NULL
             AND COALESCE(password_hash, '') = COALESCE(?, password_hash, '')
             AND tenant_id IN (SELECT id FROM tenants WHERE revoked_at IS NULL)",
        )
        .bind(user)
        .bind(password_hash)
        .expect_rows(1);
        let insert = Statement::new(
            "INSERT INTO sessions (secret_hash, user_id, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(secrets::hash(&session.secret))
        .bind(user)
        .bind(&now)
        .bind(&now)
        .bind(&session.expires_at);
        (session, [guard, insert])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::Role;
    use crate::testing::{Fixture, fixture};

    const MINUTE: Duration = Duration::from_secs(60);
    const HOUR: Duration = Duration::from_secs(3600);

    async fn begun() -> (Fixture, User, NewSession) {
        let f = fixture();
        let user = f.identity.create_user(&f.tenant, "ann@a.example", "Ann", Role::Admin, None).await.unwrap();
        let session = f.identity.start_session(&user.id, None).await.unwrap().unwrap();
        (f, user, session)
    }

    async fn seen_at(f: &Fixture) -> String {
        f.identity.database.query(Statement::new("SELECT seen_at FROM sessions")).await.unwrap()[0]
            .text("seen_at")
            .unwrap()
    }

    #[tokio::test]
    async fn a_session_says_who_until_it_is_signed_out() {
        let (f, user, begun) = begun().await;
        let session = f.identity.session(&begun.secret).await.unwrap().unwrap();
        assert_eq!((session.user, session.organization.as_str()), (user.clone(), "Hidden Creek Electric"));
        assert_eq!(csrf_of(&begun.secret), session.csrf);
        let other = f.identity.start_session(&user.id, None).await.unwrap().unwrap();
        f.identity.sign_out(&begun.secret).await.unwrap();
        f.identity.sign_out(&begun.secret).await.unwrap();
        assert!(f.identity.session(&begun.secret).await.unwrap().is_none());
        assert!(f.identity.session(&other.secret).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn an_idle_session_ends_and_a_used_one_lives_on() {
        let (f, _, begun) = begun().await;
        for _ in 0..3 {
            f.clock.advance(IDLE - MINUTE);
            assert!(f.identity.session(&begun.secret).await.unwrap().is_some());
        }
        f.clock.advance(IDLE);
        assert!(f.identity.session(&begun.secret).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_session_ends_after_seven_days_however_much_it_is_used() {
        let (f, _, begun) = begun().await;
        for _ in 0..16 {
            f.clock.advance(10 * HOUR);
            assert!(f.identity.session(&begun.secret).await.unwrap().is_some());
        }
        f.clock.advance(8 * HOUR);
        assert!(f.identity.session(&begun.secret).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn use_is_noted_once_a_minute() {
        let (f, _, begun) = begun().await;
        let first = seen_at(&f).await;
        f.clock.advance(MINUTE / 2);
        f.identity.session(&begun.secret).await.unwrap().unwrap();
        assert_eq!(seen_at(&f).await, first);
        f.clock.advance(MINUTE);
        f.identity.session(&begun.secret).await.unwrap().unwrap();
        assert!(seen_at(&f).await > first);
    }

    #[tokio::test]
    async fn the_secret_is_not_in_the_database_and_no_other_text_opens_a_session() {
        let (f, _, begun) = begun().await;
        let rows = f.identity.database.query(Statement::new("SELECT * FROM sessions")).await.unwrap();
        assert!(!format!("{rows:?}").contains(&begun.secret));
        let kept = secrets::hash(&begun.secret);
        for other in [kept.as_str(), "", "plses_", &begun.secret[..begun.secret.len() - 1], &secrets::new(PREFIX)] {
            assert!(f.identity.session(other).await.unwrap().is_none(), "{other}");
        }
    }

    #[tokio::test]
    async fn a_revoked_organization_has_no_sessions() {
        let (f, user, begun) = begun().await;
        f.identity.database.write(vec![Statement::new("UPDATE tenants SET revoked_at = '2026'")]).await.unwrap();
        assert!(f.identity.session(&begun.secret).await.unwrap().is_none());
        assert!(f.identity.start_session(&user.id, None).await.unwrap().is_none());
    }

    #[test]
    fn a_form_is_bound_to_the_secret_of_its_browser() {
        let (one, other) = (form_cookie(), form_cookie());
        assert!(is_form_cookie(&one) && !is_form_cookie("plfrm_x") && !is_form_cookie(&secrets::new(PREFIX)));
        assert_eq!(csrf_of(&one), csrf_of(&one));
        assert!(csrf_of(&one) != csrf_of(&other) && csrf_of(&one) != one);
        assert_ne!(csrf_of(&one), secrets::hash(&one), "the hash that is stored is not what a form carries");
    }
}
