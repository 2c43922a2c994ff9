//! Invitations, by which users join an organization.

use std::time::Duration;

use plumbline_tenancy::{Database, Statement, TenantId, UserId, checked_name};
use serde::Deserialize;

use super::users::email_taken;
use super::{Actor, NewSession, Role, User, email};
use crate::error::IdentityError;
use crate::{Identity, Platform, secrets};

/// Prefix of the secrets of invitations.
const PREFIX: &str = "plinv_";
/// Time for which an invitation is open.
const OPEN: Duration = Duration::from_secs(7 * 24 * 3600);
/// Time after which an invitation is deleted.
pub(super) const RETENTION: Duration = Duration::from_secs(30 * 24 * 3600);

/// An open invitation.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Invitation {
    /// Email address of the invited user.
    pub email: String,
    /// Organization to join.
    #[serde(rename = "tenant_id")]
    pub tenant: TenantId,
    /// Name of the organization.
    pub organization: String,
    /// Role that the user will have.
    pub role: Role,
    /// User who sent the invitation, `usr_…`, or `None` for an operator.
    pub invited_by: Option<UserId>,
    /// Time of creation, ISO 8601.
    pub created_at: String,
    /// Time of expiry, ISO 8601.
    pub expires_at: String,
    /// Hash by which the invitation is looked up.
    pub(super) secret_hash: String,
}

/// A new invitation with its secret, which is only known at creation.
#[derive(Debug, Clone)]
pub struct NewInvitation {
    /// The invitation.
    pub invitation: Invitation,
    /// Secret at the end of the link, `/invitations/{secret}`. It cannot be shown again.
    pub secret: String,
}

/// Selects open invitations, with the columns of an [`Invitation`].
macro_rules! select_open {
    ($where:literal) => {
        concat!(
            "SELECT i.email, i.tenant_id, t.name AS organization, i.role, i.invited_by, i.created_at, i.expires_at, i.secret_hash
             FROM invitations i JOIN tenants t ON t.id = i.tenant_id
             WHERE i.expires_at > ? AND t.revoked_at IS NULL AND ",
            $where,
            " ORDER BY i.created_at, i.email"
        )
    };
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Invites a user to an organization. Replaces an invitation of the same address to the same organization.
    ///
    /// # Errors
    /// Returns [`IdentityError::Forbidden`] if `actor` may not manage the organization, or another error if the tenant does not
    /// exist or is revoked, the address is not valid, or its owner already is a user.
    pub async fn invite(
        &self,
        actor: Actor<'_>,
        tenant: &TenantId,
        email: &str,
        role: Role,
    ) -> Result<NewInvitation, IdentityError> {
        actor.check(tenant)?;
        let email = email::normalized(email)?;
        self.require_tenant(tenant).await?;
        if self.user_by_email(&email).await?.is_some() {
            return Err(email_taken(&email));
        }
        let secret = secrets::new(PREFIX);
        let insert = Statement::new(
            "INSERT INTO invitations (secret_hash, tenant_id, email, role, invited_by, created_at, expires_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(secrets::hash(&secret))
        .bind(tenant.as_str())
        .bind(&email)
        .bind(role.as_str())
        .bind(actor.user_id())
        .bind(self.clock.text())
        .bind(self.clock.text_in(OPEN));
        self.database.write(vec![withdrawal(tenant, &email), insert]).await?;
        let invitation = self.invitation(&secret).await?.ok_or_else(invitation_not_valid)?;
        Ok(NewInvitation { invitation, secret })
    }

    /// Returns the open invitations to an organization, oldest first.
    ///
    /// # Errors
    /// Returns [`IdentityError::Forbidden`] if `actor` may not manage the organization.
    pub async fn invitations(&self, actor: Actor<'_>, tenant: &TenantId) -> Result<Vec<Invitation>, IdentityError> {
        actor.check(tenant)?;
        let select = Statement::new(select_open!("i.tenant_id = ?")).bind(self.clock.text()).bind(tenant.as_str());
        self.fetch_all(select).await
    }

    /// Cancels an invitation.
    ///
    /// # Errors
    /// Returns [`IdentityError::Forbidden`] if `actor` may not manage the organization, or [`IdentityError::NotFound`] if there
    /// is no such invitation.
    pub async fn withdraw_invitation(
        &self,
        actor: Actor<'_>,
        tenant: &TenantId,
        email: &str,
    ) -> Result<(), IdentityError> {
        actor.check(tenant)?;
        let email = email::normalized(email)?;
        if self.database.write(vec![withdrawal(tenant, &email).expect_rows(1)]).await? {
            return Ok(());
        }
        Err(IdentityError::NotFound(format!("An invitation for `{email}` was not found in this organization.")))
    }

    /// Returns the open invitation with this secret.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn invitation(&self, secret: &str) -> Result<Option<Invitation>, IdentityError> {
        if !secrets::well_formed(PREFIX, secret) {
            return Ok(None);
        }
        let select = Statement::new(select_open!("i.secret_hash = ?"));
        let select = select.bind(self.clock.text()).bind(secrets::hash(secret));
        self.fetch_optional(select).await
    }

    /// Returns the open invitations of an address to any organization.
    pub(super) async fn invitations_of(&self, email: &str) -> Result<Vec<Invitation>, IdentityError> {
        let select = Statement::new(select_open!("i.email = ?")).bind(self.clock.text()).bind(email);
        self.fetch_all(select).await
    }

    /// Creates the invited user and signs them in. An invitation works once.
    ///
    /// # Errors
    /// Returns [`IdentityError::NotFound`] if the invitation is not open, or another error if the name or the password is not
    /// accepted or the address now belongs to a user.
    pub async fn accept_invitation(
        &self,
        secret: &str,
        name: &str,
        password: &str,
    ) -> Result<(User, NewSession), IdentityError> {
        let invitation = self.invitation(secret).await?.ok_or_else(invitation_not_valid)?;
        let name = checked_name(name)?;
        let hash = self.new_hash(&invitation.email, password).await?;
        self.accept(&invitation, name, Some(&hash), |_| Vec::new()).await?.ok_or_else(invitation_not_valid)
    }

    /// Creates the invited user and starts a session, together with `more` statements about the user, in one transaction.
    /// Returns `None` if the invitation is not open.
    pub(super) async fn accept(
        &self,
        invitation: &Invitation,
        name: &str,
        password_hash: Option<&str>,
        more: impl FnOnce(&User) -> Vec<Statement>,
    ) -> Result<Option<(User, NewSession)>, IdentityError> {
        let user = self.new_user(&invitation.tenant, invitation.email.clone(), name, invitation.role);
        let (session, begin) = self.new_session(&user.id, password_hash);
        let take = Statement::new("DELETE FROM invitations WHERE secret_hash = ? AND expires_at > ?")
            .bind(&invitation.secret_hash)
            .bind(self.clock.text())
            .expect_rows(1);
        let mut statements = vec![take, user.insert(password_hash), user.close_invitations()];
        statements.extend(more(&user));
        statements.extend(begin);
        Ok(self.write_user(&user, statements).await?.then_some((user, session)))
    }
}

fn withdrawal(tenant: &TenantId, email: &str) -> Statement {
    Statement::new("DELETE FROM invitations WHERE tenant_id = ? AND email = ?").bind(tenant.as_str()).bind(email)
}

fn invitation_not_valid() -> IdentityError {
    IdentityError::NotFound(
        "This invitation is not valid: it was used, canceled or replaced, or it expired after 7 days. Ask an admin \
         of the organization for a new one."
            .into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, fixture};

    const PASSWORD: &str = "seven lamps in a hall";

    async fn invited(f: &Fixture) -> NewInvitation {
        f.identity.invite(Actor::Operator, &f.tenant, " Bob@A.example", Role::Estimator).await.unwrap()
    }

    async fn accept(f: &Fixture, secret: &str) -> Result<(User, NewSession), IdentityError> {
        f.identity.accept_invitation(secret, "Bob", PASSWORD).await
    }

    #[tokio::test]
    async fn accepting_makes_a_user_and_signs_in() {
        let f = fixture();
        let new = invited(&f).await;
        assert!(new.secret.starts_with("plinv_"));
        assert_eq!(f.identity.invitation(&new.secret).await.unwrap(), Some(new.invitation.clone()));
        assert_eq!(new.invitation.organization, "Hidden Creek Electric");
        let (user, session) = accept(&f, &new.secret).await.unwrap();
        assert_eq!((user.email.as_str(), user.role, &user.tenant), ("bob@a.example", Role::Estimator, &f.tenant));
        assert_eq!(f.identity.session(&session.secret).await.unwrap().unwrap().user, user);
        f.identity.sign_in("bob@a.example", PASSWORD, None).await.unwrap().unwrap();
        assert!(f.identity.invitations(Actor::Operator, &f.tenant).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn an_invitation_works_once() {
        let f = fixture();
        let new = invited(&f).await;
        let both = futures::join!(accept(&f, &new.secret), accept(&f, &new.secret));
        assert_eq!([both.0.is_ok(), both.1.is_ok()].iter().filter(|done| **done).count(), 1);
        let again = accept(&f, &new.secret).await.unwrap_err();
        assert!(matches!(again, IdentityError::NotFound(_)), "{again}");
        assert_eq!(f.identity.users(Actor::Operator, &f.tenant).await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn an_invitation_taken_between_look_and_use_gives_nothing() {
        let f = fixture();
        let new = invited(&f).await;
        f.identity.withdraw_invitation(Actor::Operator, &f.tenant, "bob@a.example").await.unwrap();
        assert!(f.identity.accept(&new.invitation, "Bob", None, |_| Vec::new()).await.unwrap().is_none());
        assert!(f.identity.users(Actor::Operator, &f.tenant).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn a_mistake_does_not_use_an_invitation_up() {
        let f = fixture();
        let new = invited(&f).await;
        assert!(f.identity.accept_invitation(&new.secret, " ", PASSWORD).await.is_err());
        assert!(f.identity.accept_invitation(&new.secret, "Bob", "short").await.is_err());
        accept(&f, &new.secret).await.unwrap();
    }

    #[tokio::test]
    async fn an_invitation_is_open_for_seven_days() {
        let f = fixture();
        let new = invited(&f).await;
        f.clock.advance(OPEN - Duration::from_secs(60));
        assert!(f.identity.invitation(&new.secret).await.unwrap().is_some());
        f.clock.advance(Duration::from_secs(61));
        assert!(f.identity.invitation(&new.secret).await.unwrap().is_none());
        assert!(f.identity.invitations(Actor::Operator, &f.tenant).await.unwrap().is_empty());
        assert!(matches!(accept(&f, &new.secret).await, Err(IdentityError::NotFound(_))));
    }

    #[tokio::test]
    async fn a_second_invitation_replaces_the_first_and_a_withdrawn_one_is_gone() {
        let f = fixture();
        let (first, second) = (invited(&f).await, invited(&f).await);
        assert!(f.identity.invitation(&first.secret).await.unwrap().is_none());
        let open = f.identity.invitations(Actor::Operator, &f.tenant).await.unwrap();
        assert_eq!(open.iter().collect::<Vec<_>>(), [&second.invitation]);
        f.identity.withdraw_invitation(Actor::Operator, &f.tenant, "BOB@a.example").await.unwrap();
        assert!(f.identity.invitation(&second.secret).await.unwrap().is_none());
        let again = f.identity.withdraw_invitation(Actor::Operator, &f.tenant, "bob@a.example").await;
        assert!(matches!(again, Err(IdentityError::NotFound(_))));
    }

    #[tokio::test]
    async fn only_an_admin_of_the_organization_invites() {
        let f = fixture();
        let other = f.identity.database.tenant("Other");
        let make = |tenant: &TenantId, email: &'static str, role| {
            let (identity, tenant) = (f.identity.clone(), tenant.clone());
            async move { identity.create_user(&tenant, email, "A", role, None).await.unwrap() }
        };
        let admin = make(&f.tenant, "ann@a.example", Role::Admin).await;
        let estimator = make(&f.tenant, "est@a.example", Role::Estimator).await;
        let stranger = make(&other, "eve@e.example", Role::Admin).await;
        for actor in [Actor::User(&estimator), Actor::User(&stranger)] {
            let refused = f.identity.invite(actor, &f.tenant, "bob@a.example", Role::Viewer).await;
            assert!(matches!(refused, Err(IdentityError::Forbidden(_))));
            assert!(matches!(f.identity.invitations(actor, &f.tenant).await, Err(IdentityError::Forbidden(_))));
            let refused = f.identity.withdraw_invitation(actor, &f.tenant, "bob@a.example").await;
            assert!(matches!(refused, Err(IdentityError::Forbidden(_))));
        }
        let new = f.identity.invite(Actor::User(&admin), &f.tenant, "bob@a.example", Role::Viewer).await.unwrap();
        assert_eq!(new.invitation.invited_by, Some(admin.id.clone()));
        let taken = f.identity.invite(Actor::User(&admin), &f.tenant, "EVE@e.example", Role::Viewer).await.unwrap_err();
        assert!(matches!(&taken, IdentityError::Exists(words) if words.contains("eve@e.example")), "{taken}");
    }

    #[tokio::test]
    async fn an_address_that_came_in_elsewhere_cannot_come_in_twice() {
        let f = fixture();
        let other = f.identity.database.tenant("Other");
        let here = invited(&f).await;
        let there = f.identity.invite(Actor::Operator, &other, "bob@a.example", Role::Viewer).await.unwrap();
        assert_eq!(
            f.identity.invitations_of("bob@a.example").await.unwrap().len(),
            2,
            "one does not replace the other"
        );
        accept(&f, &there.secret).await.unwrap();
        assert!(accept(&f, &here.secret).await.is_err());
        let late = f.identity.accept(&here.invitation, "Bob", None, |_| Vec::new()).await;
        assert!(late.is_err() || late.unwrap().is_none());
        assert!(f.identity.users(Actor::Operator, &f.tenant).await.unwrap().is_empty());
    }
}
