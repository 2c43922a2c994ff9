//! Passwords: requirements, hashing and changes.

use std::net::IpAddr;

use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use plumbline_tenancy::{Database, Statement, UserId};
use zxcvbn::{Score, zxcvbn};

use super::SignInRefusal;
use super::sign_in::Account;
use crate::error::IdentityError;
use crate::{Identity, Platform, secrets};

/// Minimum length in characters.
pub(crate) const PASSWORD_MIN: usize = 12;
/// Maximum length in bytes, which bounds the cost of a hash.
const MAX_BYTES: usize = 1024;
/// Minimum strength: at least 10⁸ guesses, with which zxcvbn resists an attacker who has the hash.
const MIN_STRENGTH: Score = Score::Three;
/// A password that everyone knows as a strong one.
const FAMOUS: &str = "correct horse battery staple";

// Argon2id with 19 MiB of memory, two passes and one lane: the OWASP Password Storage Cheat Sheet, section Argon2id.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// A hash that belongs to no account, with the parameters above. Verifying against it takes as long as against a real one.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IQ$AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

/// Checks that a new password is not easy to guess and can be stored.
fn check_new(email: &str, password: &str) -> Result<(), IdentityError> {
    let refuse = |why: &str| Err(IdentityError::Invalid(why.to_owned()));
    if password.chars().count() < PASSWORD_MIN {
        return refuse("Choose a password of at least 12 characters. Three or four unrelated words work well.");
    }
    if password.len() > MAX_BYTES {
        return refuse("Choose a password of at most 1,024 bytes.");
    }
    if password.to_lowercase().trim() == email.to_lowercase() {
        return refuse("Your password cannot be your email address. Choose another password.");
    }
    if zxcvbn(password, &[email, FAMOUS]).score() < MIN_STRENGTH {
        return refuse("This password is too easy to guess. Choose another password.");
    }
    Ok(())
}

fn argon2id() -> Result<Argon2<'static>, IdentityError> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(unusable)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn unusable(error: impl std::fmt::Display) -> IdentityError {
    IdentityError::Invalid(format!("This password cannot be used ({error}). Choose another password."))
}

fn hash(password: &str) -> Result<String, IdentityError> {
    let salt = SaltString::encode_b64(&rand::random::<[u8; 16]>()).map_err(unusable)?;
    Ok(argon2id()?.hash_password(password.as_bytes(), &salt).map_err(unusable)?.to_string())
}

/// Returns whether the password matches the hash. The hash includes its own parameters.
fn verify(hash: &str, password: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// Returns whether a hash is cheaper to attack than a new one would be.
fn is_weak(hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return true };
    let Ok(params) = Params::try_from(&hash) else { return true };
    hash.algorithm != Algorithm::Argon2id.ident() || params.m_cost() < MEMORY_KIB || params.t_cost() < PASSES
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Hashes a new password if it is accepted.
    pub(super) async fn new_hash(&self, email: &str, password: &str) -> Result<String, IdentityError> {
        check_new(email, password)?;
        self.hashed(password).await
    }

    async fn hashed(&self, password: &str) -> Result<String, IdentityError> {
        let password = password.to_owned();
        self.platform.work(move || hash(&password)).await
    }

    /// Returns whether the password is that of the account. If there is no account or it has no password, the same work is
    /// done.
    pub(super) async fn is_password(&self, account: Option<&str>, password: &str) -> bool {
        // A password that is too long was never accepted, so it is not worth hashing.
        let (real, password) = match account {
            Some(hash) if password.len() <= MAX_BYTES => (Some(hash.to_owned()), password.to_owned()),
            _ => (None, String::new()),
        };
        let known = real.is_some();
        self.platform.work(move || verify(real.as_deref().unwrap_or(DUMMY_HASH), &password)).await && known
    }

    /// Returns the account's hash, recomputed if it is weaker than current ones. The password must have been verified.
    pub(super) async fn rehash_if_weak(
        &self,
        user: &UserId,
        old: String,
        password: &str,
    ) -> Result<String, IdentityError> {
        if !is_weak(&old) {
            return Ok(old);
        }
        let new = self.hashed(password).await?;
        let update = Statement::new("UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?")
            .bind(&new)
            .bind(user)
            .bind(&old)
            .expect_rows(1);
        // If the password was changed meanwhile, the old hash is no longer the account's, and starting the session fails.
        Ok(if self.database.write(vec![update]).await? { new } else { old })
    }

    /// Changes the password of the user signed in with this session. The session stays valid, and the user's other sessions end.
    ///
    /// # Errors
    /// Returns an error if the session has expired, the user has no password, or the new one is not accepted.
    pub async fn change_password(
        &self,
        session_secret: &str,
        current: &str,
        new: &str,
        peer: Option<IpAddr>,
    ) -> Result<Result<(), SignInRefusal>, IdentityError> {
        let Some(session) = self.session(session_secret).await? else {
            return Err(IdentityError::Forbidden("Your session has expired. Sign in again.".into()));
        };
        let user = session.user;
        let account = self.account(&user.email).await?;
        let Some(Account { hash: Some(old), .. }) = account else {
            return Err(IdentityError::Invalid(
                "You sign in with your identity provider, so you do not have a password to change.".into(),
            ));
        };
        // An attacker at an unattended session must not guess faster than at the sign-in page.
        let attempt = match self.count_attempt(&user.email, peer).await? {
            Ok(attempt) => attempt,
            Err(seconds) => return Ok(Err(SignInRefusal::Wait { seconds })),
        };
        if !self.is_password(Some(&old), current).await {
            return Ok(Err(SignInRefusal::Wrong));
        }
        self.record_success(&attempt).await?;
        let hash = self.new_hash(&user.email, new).await?;
        let update = Statement::new("UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?")
            .bind(hash)
            .bind(&user.id)
            .bind(old)
            .expect_rows(1);
        let others = Statement::new("DELETE FROM sessions WHERE user_id = ? AND secret_hash <> ?")
            .bind(&user.id)
            .bind(secrets::hash(session_secret));
        // If another change came first, the current password is not the one that was typed.
        Ok(if self.database.write(vec![update, others]).await? { Ok(()) } else { Err(SignInRefusal::Wrong) })
    }

    /// Returns whether a user has a password. Other users sign in with an upstream provider only.
    pub(crate) async fn has_password(&self, user: &UserId) -> Result<bool, IdentityError> {
        let select = Statement::new("SELECT 1 FROM users WHERE id = ? AND password_hash IS NOT NULL").bind(user);
        Ok(!self.database.query(select).await?.is_empty())
    }

    /// Sets a new password for a user who asked an operator for it. All sessions of the user end.
    ///
    /// # Errors
    /// Returns [`IdentityError::NotFound`] if the user does not exist, or another error if the password is not accepted.
    pub async fn reset_password(&self, user: &UserId, password: &str) -> Result<(), IdentityError> {
        let Some(user) = self.user(user).await? else {
            return Err(IdentityError::NotFound(format!("The user `{user}` was not found.")));
        };
        let hash = self.new_hash(&user.email, password).await?;
        let update = Statement::new("UPDATE users SET password_hash = ? WHERE id = ?").bind(hash).bind(&user.id);
        let sessions = Statement::new("DELETE FROM sessions WHERE user_id = ?").bind(&user.id);
        self.database.write(vec![update, sessions]).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::people::{Role, User};
    use crate::testing::{Fixture, fixture};

    const GOOD: &str = "seven lamps in a hall";

    async fn ann(f: &Fixture) -> User {
        f.identity.create_user(&f.tenant, "ann@a.example", "Ann", Role::Admin, Some(GOOD)).await.unwrap()
    }

    async fn stored(f: &Fixture) -> String {
        f.identity.account("ann@a.example").await.unwrap().unwrap().hash.unwrap()
    }

    #[test]
    fn a_password_that_is_guessed_first_is_refused() {
        let long = format!("{GOOD}{}", "x".repeat(1025 - GOOD.len()));
        let refused = [
            "",
            "short",
            "eleven char",
            "Ann@A.example",
            "PASSWORD1234",
            "aaaaaaaaaaaaaaaa",
            "121212121212",
            &long,
            "correct horse battery staple",
            "password1password1",
            "qwertyuiop1234567890",
        ];
        for password in refused {
            let why = check_new("ann@a.example", password).unwrap_err().to_string();
            assert!(why.contains("password"), "{password}: {why}");
        }
        for password in [GOOD, "zwölf Zeichen", "密码密码一二三四五六七八", &long[1..]] {
            check_new("ann@a.example", password).unwrap();
        }
    }

    #[test]
    fn a_hash_has_todays_parameters_and_a_salt_of_its_own() {
        let (one, two) = (hash(GOOD).unwrap(), hash(GOOD).unwrap());
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two);
        assert!(verify(&one, GOOD) && !verify(&one, "seven lamps in a hal") && !verify("broken", GOOD));
        assert!(!is_weak(&one) && !is_weak(DUMMY_HASH) && is_weak("broken"));
        assert!(DUMMY_HASH.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let digest = |hash: &str| PasswordHash::new(hash).unwrap().hash.unwrap().len();
        assert_eq!(digest(DUMMY_HASH), digest(&one));
    }

    #[tokio::test]
    async fn a_weak_hash_is_made_anew_at_sign_in() {
        let f = fixture();
        let user = ann(&f).await;
        let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 1, 1, None).unwrap())
            .hash_password(GOOD.as_bytes(), &SaltString::encode_b64(&[7; 16]).unwrap())
            .unwrap()
            .to_string();
        assert!(is_weak(&weak));
        let update = Statement::new("UPDATE users SET password_hash = ?").bind(&weak);
        f.identity.database.write(vec![update]).await.unwrap();
        assert!(f.identity.sign_in(&user.email, "not this one at all", None).await.unwrap().is_err());
        assert_eq!(stored(&f).await, weak, "a wrong password changes nothing");
        f.identity.sign_in(&user.email, GOOD, None).await.unwrap().unwrap();
        let strong = stored(&f).await;
        assert!(!is_weak(&strong) && verify(&strong, GOOD));
        f.identity.sign_in(&user.email, GOOD, None).await.unwrap().unwrap();
        assert_eq!(stored(&f).await, strong, "once");
    }

    #[tokio::test]
    async fn changing_the_password_needs_the_current_one_and_ends_other_sessions() {
        let f = fixture();
        let user = ann(&f).await;
        let (_, mine) = f.identity.sign_in(&user.email, GOOD, None).await.unwrap().unwrap();
        let (_, other) = f.identity.sign_in(&user.email, GOOD, None).await.unwrap().unwrap();
        let new = "four doors and a window";
        let change = |current: &'static str, new: &'static str| {
            let (identity, secret) = (f.identity.clone(), mine.secret.clone());
            async move { identity.change_password(&secret, current, new, None).await }
        };
        assert_eq!(change("not this one at all", new).await.unwrap(), Err(SignInRefusal::Wrong));
        assert!(change(GOOD, "short").await.unwrap_err().to_string().contains("password"));
        assert!(f.identity.session(&other.secret).await.unwrap().is_some());
        change(GOOD, new).await.unwrap().unwrap();
        assert!(f.identity.session(&mine.secret).await.unwrap().is_some());
        assert!(f.identity.session(&other.secret).await.unwrap().is_none());
        assert!(f.identity.sign_in(&user.email, GOOD, None).await.unwrap().is_err());
        f.identity.sign_in(&user.email, new, None).await.unwrap().unwrap();
        assert!(f.identity.change_password(&other.secret, new, GOOD, None).await.is_err(), "a session that is over");
    }

    #[tokio::test]
    async fn guesses_at_a_session_left_open_are_throttled() {
        let f = fixture();
        let user = ann(&f).await;
        let session = f.identity.start_session(&user.id, None).await.unwrap().unwrap();
        let change = async |current: &str| {
            f.identity.change_password(&session.secret, current, "four doors and a window", None).await.unwrap()
        };
        assert_eq!(change("a guess").await, Err(SignInRefusal::Wrong));
        for _ in 0..15 {
            f.clock.advance(Duration::from_secs(900));
            f.identity.count_attempt(&user.email, None).await.unwrap().unwrap();
        }
        let waits = change(GOOD).await;
        assert!(matches!(waits, Err(SignInRefusal::Wait { .. })), "{waits:?}");
        f.clock.advance(Duration::from_secs(900));
        change(GOOD).await.unwrap();
    }

    #[tokio::test]
    async fn an_operator_resets_a_password() {
        let f = fixture();
        let user = ann(&f).await;
        let session = f.identity.start_session(&user.id, None).await.unwrap().unwrap();
        assert!(f.identity.reset_password(&UserId::random(), GOOD).await.is_err());
        f.identity.reset_password(&user.id, "four doors and a window").await.unwrap();
        assert!(f.identity.session(&session.secret).await.unwrap().is_none());
        f.identity.sign_in(&user.email, "four doors and a window", None).await.unwrap().unwrap();
    }
}
