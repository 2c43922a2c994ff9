//! Sign-in with an organization's own OpenID Connect provider.

use std::time::Duration;

use plumbline_tenancy::{Database, DatabaseError, Statement, UserId, checked_name};

use super::provider::{Callback, Person};
use super::{Invitation, NewSession, User, email, local_path};
use crate::error::IdentityError;
use crate::{Identity, Platform, secrets};

/// Time within which a sign-in must return.
const ATTEMPT_LIFE: Duration = Duration::from_secs(600);
/// Path prefix of the invitation page. A sign-in started there accepts that invitation.
const INVITATIONS: &str = "/invitations/";

/// The reason why a sign-in with the provider failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamRefusal {
    /// This browser did not start the sign-in, started it too long ago, or already finished it.
    #[error("This sign-in started in another browser or more than 10 minutes ago. Sign in again.")]
    UnknownAttempt,
    /// The provider's response is not valid.
    #[error(
        "The identity provider's response is not valid. Sign in again. If this happens again, contact the administrator of the identity provider."
    )]
    NotTrusted,
    /// The provider has not verified the user's email address.
    #[error("The identity provider has not verified your email address. Verify it there, then sign in again.")]
    NotVerified,
    /// The address has no account and no invitation.
    #[error("`{0}` does not have an account. Ask an admin of your organization for an invitation.")]
    NoAccount(String),
    /// Several organizations have invited this address.
    #[error("Several organizations have invited `{0}`. Open the link of the invitation that you want to accept.")]
    SeveralInvitations(String),
    /// The account is linked to another person at this provider.
    #[error(
        "The account of `{0}` is linked to another person at the identity provider. Ask the operator of this server to \
             unlink it."
    )]
    LinkedElsewhere(String),
    /// The user is disabled, or the organization is revoked.
    #[error("The account of `{0}` is disabled. Ask an admin of your organization to enable it.")]
    Disabled(String),
}

type Answer<T> = Result<Result<T, UpstreamRefusal>, IdentityError>;

impl<D: Database, P: Platform> Identity<D, P> {
    /// Starts a sign-in with the provider and returns the URL to redirect to. The sign-in is bound to this browser by the secret
    /// in its cookie, and continues to `next` when it returns.
    ///
    /// # Errors
    /// Returns an error if no provider is set up or the provider does not respond.
    pub async fn begin_upstream(&self, browser_secret: &str, next: &str) -> Result<String, IdentityError> {
        let redirect = self.authorization_redirect().await?;
        let insert = Statement::new(
            "INSERT INTO upstream_attempts (state_hash, browser_hash, nonce, verifier, next_page, expires_at)
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(secrets::hash(&redirect.state))
        .bind(secrets::hash(browser_secret))
        .bind(redirect.nonce)
        .bind(redirect.verifier)
        .bind(local_path(next))
        .bind(self.clock.text_in(ATTEMPT_LIFE));
        self.database.write(vec![insert]).await?;
        Ok(redirect.url)
    }

    /// Signs in the user who returns from the provider with `state`, `code` and, from most providers, `iss`. Also returns the
    /// page to continue to.
    ///
    /// # Errors
    /// Returns an error if no provider is set up or the provider does not respond.
    pub async fn finish_upstream(
        &self,
        browser_secret: &str,
        state: &str,
        code: &str,
        iss: Option<&str>,
    ) -> Answer<(User, NewSession, String)> {
        let delete = Statement::new(
            "DELETE FROM upstream_attempts WHERE state_hash = ? AND browser_hash = ? AND expires_at > ?
             RETURNING nonce, verifier, next_page",
        )
        .bind(secrets::hash(state))
        .bind(secrets::hash(browser_secret))
        .bind(self.clock.text());
        let rows = self.database.query(delete).await?;
        let Some(row) = rows.first() else { return Ok(Err(UpstreamRefusal::UnknownAttempt)) };
        let next = row.text("next_page")?;
        let callback = Callback { code, iss, nonce: row.text("nonce")?, verifier: row.text("verifier")? };
        let person = match self.verify_callback(callback).await? {
            Ok(person) => person,
            Err(why) => {
                tracing::warn!(reason = why.0, "a sign-in at the identity provider was refused");
                return Ok(Err(UpstreamRefusal::NotTrusted));
            }
        };
        let invitation = next.strip_prefix(INVITATIONS).map(secrets::hash);
        // The invitation is accepted, so its page has nothing left to do.
        let next = if invitation.is_some() { local_path("").to_owned() } else { next };
        let signed_in = self.sign_in_person(&person, invitation.as_deref()).await?;
        Ok(signed_in.map(|(user, session)| (user, session, next)))
    }

    /// Unlinks a user from the provider, for an operator. The next sign-in there with the user's address links them
    /// again.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unlink_upstream(&self, user: &UserId) -> Result<(), IdentityError> {
        let delete = Statement::new("DELETE FROM upstream_identities WHERE user_id = ?").bind(user);
        self.database.write(vec![delete]).await?;
        Ok(())
    }

    /// Signs in a person that the provider vouches for: the linked user, or else the user with their address, or else an
    /// invited user.
    async fn sign_in_person(&self, person: &Person, invitation: Option<&str>) -> Answer<(User, NewSession)> {
        if let Some(user) = self.linked(person).await? {
            let session = self.start_session(&user.id, None).await?;
            return Ok(session.map(|session| (user.clone(), session)).ok_or(UpstreamRefusal::Disabled(user.email)));
        }
        let address = person.email.as_deref().filter(|_| person.email_verified).map(email::normalized);
        let Some(Ok(address)) = address else { return Ok(Err(UpstreamRefusal::NotVerified)) };
        if let Some(user) = self.user_by_email(&address).await? {
            return self.link(person, user).await;
        }
        let mut open = self.invitations_of(&address).await?;
        if let Some(secret_hash) = invitation {
            open.retain(|invitation| invitation.secret_hash == secret_hash);
        }
        match open.as_slice() {
            [] => Ok(Err(UpstreamRefusal::NoAccount(address))),
            [invitation] => self.accept_for_person(person, invitation).await,
            _ => Ok(Err(UpstreamRefusal::SeveralInvitations(address))),
        }
    }

    /// Returns the user linked to this person at the provider.
    async fn linked(&self, person: &Person) -> Result<Option<User>, IdentityError> {
        let select = Statement::new(concat!(
            "SELECT ",
            user_columns!(),
            " FROM upstream_identities l JOIN users u ON u.id = l.user_id WHERE l.issuer = ? AND l.subject = ?"
        ))
        .bind(&person.issuer)
        .bind(&person.subject);
        self.fetch_optional(select).await
    }

    /// Links a user to this person and signs them in. A user already linked to another person at the provider is left alone,
    /// so an address that the provider reassigns to another person does not take the account with it.
    async fn link(&self, person: &Person, user: User) -> Answer<(User, NewSession)> {
        let (session, begin) = self.new_session(&user.id, None);
        let [guard, begin] = begin;
        match self.database.write(vec![guard, self.link_to(person, &user), begin]).await {
            Ok(true) => Ok(Ok((user, session))),
            Ok(false) => {
                let select = Statement::new("SELECT 1 FROM upstream_identities WHERE issuer = ? AND user_id = ?");
                let links = self.database.query(select.bind(&person.issuer).bind(&user.id)).await?;
                let why = if links.is_empty() { UpstreamRefusal::Disabled } else { UpstreamRefusal::LinkedElsewhere };
                Ok(Err(why(user.email)))
            }
            // The same person is being linked in another window.
            Err(DatabaseError::UniqueViolation) => Ok(Err(UpstreamRefusal::UnknownAttempt)),
            Err(error) => Err(error.into()),
        }
    }

    /// Accepts an invitation for this person.
    async fn accept_for_person(&self, person: &Person, invitation: &Invitation) -> Answer<(User, NewSession)> {
        let given = person.name.as_deref().and_then(|name| checked_name(name).ok());
        let name = given.unwrap_or(&invitation.email).to_owned();
        let accepted = self.accept(invitation, &name, None, |user| vec![self.link_to(person, user)]).await;
        match accepted {
            Ok(accepted) => Ok(accepted.ok_or_else(|| UpstreamRefusal::NoAccount(invitation.email.clone()))),
            Err(IdentityError::Exists(_)) => Ok(Err(UpstreamRefusal::UnknownAttempt)),
            Err(error) => Err(error),
        }
    }

    /// Links a user to this person, unless the user is linked to another person at this provider.
    fn link_to(&self, person: &Person, user: &User) -> Statement {
        Statement::new(
            "INSERT INTO upstream_identities (issuer, subject, user_id, linked_at)
             SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM upstream_identities WHERE issuer = ? AND user_id = ?)",
        )
        .bind(&person.issuer)
        .bind(&person.subject)
        .bind(&user.id)
        .bind(self.clock.text())
        .bind(&person.issuer)
        .bind(&user.id)
        .expect_rows(1)
    }
}
