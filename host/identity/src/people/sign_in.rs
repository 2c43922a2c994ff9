//! Sign-in with an email address and a password.
//!
//! The response does not reveal which addresses have an account. A wrong password, an unknown address, a user without a password
//! and a disabled user all get the same message after the same amount of work.

use std::net::IpAddr;

use plumbline_tenancy::{Database, Statement};
use serde::Deserialize;

use super::{NewSession, User, email};
use crate::error::IdentityError;
use crate::{Identity, Platform};

/// The reason why a sign-in failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInRefusal {
    /// The address or the password is wrong.
    Wrong,
    /// There were too many failed attempts.
    Wait {
        /// Seconds until another attempt is accepted.
        seconds: u64,
    },
}

impl SignInRefusal {
    /// Returns the message for the user.
    pub fn message(self) -> String {
        match self {
            Self::Wrong => "Incorrect email address or password.".into(),
            Self::Wait { seconds: 1 } => "Too many failed attempts. Try again in 1 second.".into(),
            Self::Wait { seconds } if seconds < 120 => {
                format!("Too many failed attempts. Try again in {seconds} seconds.")
            }
            Self::Wait { seconds } => {
                format!("Too many failed attempts. Try again in {} minutes.", seconds.div_ceil(60))
            }
        }
    }
}

/// A user and the hash of their password.
#[derive(Deserialize)]
pub(super) struct Account {
    #[serde(flatten)]
    pub(super) user: User,
    #[serde(rename = "password_hash")]
    pub(super) hash: Option<String>,
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Signs a user in. `peer` is the IP address of the client, if known.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn sign_in(
        &self,
        email: &str,
        password: &str,
        peer: Option<IpAddr>,
    ) -> Result<Result<(User, NewSession), SignInRefusal>, IdentityError> {
        // An invalid address counts and costs as much as an unknown one.
        let email = email::normalized(email).unwrap_or_default();
        let attempt = match self.count_attempt(&email, peer).await? {
            Ok(attempt) => attempt,
            Err(seconds) => return Ok(Err(SignInRefusal::Wait { seconds })),
        };
        let account = self.account(&email).await?.filter(|account| account.user.disabled_at.is_none());
        let hash = account.as_ref().and_then(|account| account.hash.as_deref());
        let right = self.is_password(hash, password).await;
        let Some(Account { user, hash: Some(hash) }) = account.filter(|_| right) else {
            return Ok(Err(SignInRefusal::Wrong));
        };
        let hash = self.rehash_if_weak(&user.id, hash, password).await?;
        let Some(session) = self.start_session(&user.id, Some(&hash)).await? else {
            return Ok(Err(SignInRefusal::Wrong));
        };
        self.record_success(&attempt).await?;
        Ok(Ok((user, session)))
    }

    /// Returns the user of a normalized address, with the hash of the password.
    pub(super) async fn account(&self, email: &str) -> Result<Option<Account>, IdentityError> {
        let select = concat!("SELECT ", user_columns!(), ", u.password_hash FROM users u WHERE u.email = ?");
        self.fetch_optional(Statement::new(select).bind(email)).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use super::*;
    use crate::people::{Actor, Role};
    use crate::testing::{Fixture, fixture};

    const PASSWORD: &str = "seven lamps in a hall";

    async fn ann(f: &Fixture) -> User {
        f.identity.create_user(&f.tenant, "ann@a.example", "Ann", Role::Admin, Some(PASSWORD)).await.unwrap()
    }

    fn home() -> Option<IpAddr> {
        Some("192.0.2.7".parse().unwrap())
    }

    #[tokio::test]
    async fn the_right_password_opens_a_session() {
        let f = fixture();
        let ann = ann(&f).await;
        let (user, session) = f.identity.sign_in(" Ann@A.example", PASSWORD, home()).await.unwrap().unwrap();
        assert_eq!(user, ann);
        assert_eq!(f.identity.session(&session.secret).await.unwrap().unwrap().user, ann);
    }

    #[tokio::test]
    async fn nobody_learns_who_has_an_account() {
        let f = fixture();
        ann(&f).await;
        let upstream = f.identity.create_user(&f.tenant, "up@a.example", "Up", Role::Viewer, None).await.unwrap();
        let out =
            f.identity.create_user(&f.tenant, "out@a.example", "Out", Role::Viewer, Some(PASSWORD)).await.unwrap();
        f.identity.disable_user(Actor::Operator, &out.id).await.unwrap();
        let gone = f.identity.database.tenant("Gone");
        f.identity.create_user(&gone, "gone@a.example", "Gone", Role::Viewer, Some(PASSWORD)).await.unwrap();
        let revoke = Statement::new("UPDATE tenants SET revoked_at = '2026' WHERE id = ?").bind(gone.as_str());
        f.identity.database.write(vec![revoke]).await.unwrap();
        let long = "x".repeat(5000);
        let attempts = [
            ("ann@a.example", "not this one at all"),
            ("ann@a.example", ""),
            ("ann@a.example", long.as_str()),
            ("nobody@a.example", PASSWORD),
            ("nobody@a.example", ""),
            (upstream.email.as_str(), PASSWORD),
            (upstream.email.as_str(), ""),
            (out.email.as_str(), PASSWORD),
            ("gone@a.example", PASSWORD),
            ("no address", PASSWORD),
            ("", ""),
        ];
        for (email, password) in attempts {
            let before = f.platform.works.load(Ordering::Relaxed);
            let refused = f.identity.sign_in(email, password, home()).await.unwrap().unwrap_err();
            assert_eq!(refused, SignInRefusal::Wrong, "{email} {password}");
            assert_eq!(f.platform.works.load(Ordering::Relaxed) - before, 1, "{email} {password}");
        }
    }

    #[tokio::test]
    async fn an_unknown_address_is_throttled_like_a_known_one() {
        let f = fixture();
        ann(&f).await;
        // Enough attempts that the wait is longer than the hashing in this test takes.
        for _ in 0..15 {
            f.clock.advance(Duration::from_secs(900));
            for email in ["ann@a.example", "nobody@a.example"] {
                f.identity.count_attempt(email, home()).await.unwrap().unwrap();
            }
        }
        let before = f.platform.works.load(Ordering::Relaxed);
        for (email, password) in [
            ("ann@a.example", "not this one at all"),
            ("nobody@a.example", "not this one at all"),
            ("ann@a.example", PASSWORD),
        ] {
            let refused = f.identity.sign_in(email, password, home()).await.unwrap().unwrap_err();
            assert!(matches!(refused, SignInRefusal::Wait { seconds: 850..=900 }), "{email} {password} {refused:?}");
        }
        assert_eq!(f.platform.works.load(Ordering::Relaxed), before, "who has to wait costs nothing");
        f.clock.advance(Duration::from_secs(900));
        f.identity.sign_in("ann@a.example", PASSWORD, home()).await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn a_wrong_password_counts_and_the_right_one_takes_it_back() {
        let f = fixture();
        ann(&f).await;
        let counted = async || {
            let select = Statement::new("SELECT failures FROM sign_in_failures WHERE failures > 0");
            f.identity.database.query(select).await.unwrap().len()
        };
        f.identity.sign_in("ann@a.example", PASSWORD, home()).await.unwrap().unwrap();
        assert_eq!(counted().await, 0);
        f.identity.sign_in("ann@a.example", "not this one at all", home()).await.unwrap().unwrap_err();
        assert_eq!(counted().await, 3);
    }

    #[tokio::test]
    async fn a_secret_planted_before_the_sign_in_opens_nothing_after_it() {
        let f = fixture();
        let user = ann(&f).await;
        let planted = crate::secrets::new("plses_");
        assert!(f.identity.session(&planted).await.unwrap().is_none());
        let older = f.identity.start_session(&user.id, None).await.unwrap().unwrap();
        let (_, one) = f.identity.sign_in(&user.email, PASSWORD, home()).await.unwrap().unwrap();
        let (_, two) = f.identity.sign_in(&user.email, PASSWORD, home()).await.unwrap().unwrap();
        assert!(one.secret != two.secret && ![&one.secret, &two.secret].contains(&&older.secret));
        assert!(f.identity.session(&planted).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_password_changed_meanwhile_begins_no_session() {
        let f = fixture();
        let user = ann(&f).await;
        let old = f.identity.account(&user.email).await.unwrap().unwrap().hash.unwrap();
        f.identity.reset_password(&user.id, "four doors and a window").await.unwrap();
        assert!(f.identity.start_session(&user.id, Some(&old)).await.unwrap().is_none());
    }

    #[test]
    fn a_wait_is_said_in_words() {
        assert!(SignInRefusal::Wait { seconds: 1 }.message().ends_with("in 1 second."));
        assert!(SignInRefusal::Wait { seconds: 64 }.message().ends_with("in 64 seconds."));
        assert!(SignInRefusal::Wait { seconds: 900 }.message().ends_with("in 15 minutes."));
    }
}
