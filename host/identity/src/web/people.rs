//! The users of an organization: listing, invitations, roles, and disabling.

use plumbline_tenancy::{Database, UserId};

use super::account::{Notice, sender, signed_in};
use super::exchange::{Answer, Exchange};
use crate::error::IdentityError;
use crate::people::{Actor, Role, Session};
use crate::{Identity, Platform, pages};

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `GET /account/people`.
    pub(super) async fn people_page(&self, exchange: &Exchange) -> Answer {
        self.show_people(exchange, signed_in(exchange)?, Notice::default(), Invited::default()).await
    }

    /// Handles `POST /account/people`.
    pub(super) async fn invite_form(&self, exchange: &Exchange) -> Answer {
        let session = sender(exchange)?;
        let (email, role) = (exchange.field("email"), exchange.field("role"));
        let role: Role = match role.parse() {
            Ok(role) => role,
            Err(error) => {
                return self.refused(exchange, session, error.into(), Invited::form(&email, Role::SUGGESTED)).await;
            }
        };
        let user = &session.user;
        match self.invite(Actor::User(user), &user.tenant, &email, role).await {
            Ok(invited) => {
                let link = self.invitation_link(&invited.secret);
                let invited = Invited { email: &email, role, link: Some(&link) };
                let done = Notice::done("Invitation created. The link works once and expires in 7 days.");
                self.show_people(exchange, session, done, invited).await
            }
            Err(error) => self.refused(exchange, session, error, Invited::form(&email, role)).await,
        }
    }

    /// Handles `POST /account/people/withdraw`: cancels an invitation.
    pub(super) async fn withdraw_form(&self, exchange: &Exchange) -> Answer {
        let session = sender(exchange)?;
        let user = &session.user;
        self.withdraw_invitation(Actor::User(user), &user.tenant, &exchange.field("email")).await?;
        self.changed_people(exchange, session, "Invitation canceled.").await
    }

    /// Handles `POST /account/people/role`.
    pub(super) async fn role_form(&self, exchange: &Exchange) -> Answer {
        let session = sender(exchange)?;
        let done = match exchange.field("role").parse() {
            Ok(role) => {
                let id = UserId::stored(exchange.field("id"));
                self.set_role(Actor::User(&session.user), &id, role).await
            }
            Err(error) => Err(IdentityError::from(error)),
        };
        match done {
            Ok(()) => self.changed_people(exchange, session, "Role changed.").await,
            Err(error) => self.refused(exchange, session, error, Invited::default()).await,
        }
    }

    /// Handles `POST /account/people/disable`: disables a user, or enables them again.
    pub(super) async fn disable_form(&self, exchange: &Exchange) -> Answer {
        let session = sender(exchange)?;
        let (actor, id) = (Actor::User(&session.user), UserId::stored(exchange.field("id")));
        let enable = exchange.field("disabled") == "no";
        let done = if enable { self.enable_user(actor, &id).await } else { self.disable_user(actor, &id).await };
        match done {
            Ok(()) if enable => self.changed_people(exchange, session, "User enabled.").await,
            Ok(()) => {
                let words = "User disabled. They were signed out, and their connected apps lost access.";
                self.changed_people(exchange, session, words).await
            }
            Err(error) => self.refused(exchange, session, error, Invited::default()).await,
        }
    }

    /// Shows the page after a change, if the user may still see it. They may have changed their own role.
    async fn changed_people(&self, exchange: &Exchange, session: &Session, words: &str) -> Answer {
        match self.user(&session.user.id).await? {
            Some(user) if user.role == Role::Admin && user.disabled_at.is_none() => {
                self.show_people(exchange, session, Notice::done(words), Invited::default()).await
            }
            _ => Ok(exchange.redirect("/account")),
        }
    }

    async fn refused(
        &self,
        exchange: &Exchange,
        session: &Session,
        error: IdentityError,
        invited: Invited<'_>,
    ) -> Answer {
        match error {
            IdentityError::Invalid(words) | IdentityError::Exists(words) => {
                self.show_people(exchange, session, Notice::failed(&words), invited).await
            }
            error => Err(error.into()),
        }
    }

    async fn show_people(
        &self,
        exchange: &Exchange,
        session: &Session,
        notice: Notice<'_>,
        invited: Invited<'_>,
    ) -> Answer {
        let (actor, tenant) = (Actor::User(&session.user), &session.user.tenant);
        let (people, pending) = (self.users(actor, tenant).await?, self.invitations(actor, tenant).await?);
        let page = pages::People {
            frame: notice.frame(session),
            people: &people,
            pending: pending
                .iter()
                .map(|invitation| pages::Invite {
                    email: &invitation.email,
                    role: invitation.role,
                    expires_at: &invitation.expires_at,
                })
                .collect(),
            form: match invited.link {
                Some(_) => pages::InviteForm::default(),
                None => pages::InviteForm { email: invited.email, role: invited.role },
            },
            new_link: invited.link.map(|link| pages::NewLink { email: invited.email, link }),
        };
        if page.new_link.is_some() {
            return Ok(exchange.page_with_script(notice.status(), &page));
        }
        Ok(exchange.page(notice.status(), &page))
    }

    /// Returns the URL of the invitation with this secret.
    pub fn invitation_link(&self, secret: &str) -> String {
        format!("{}/invitations/{secret}", self.settings.auth_url)
    }
}

/// The values of the invitation form, or the invitation that was just created.
#[derive(Clone, Copy)]
struct Invited<'a> {
    email: &'a str,
    role: Role,
    link: Option<&'a str>,
}

impl<'a> Invited<'a> {
    fn form(email: &'a str, role: Role) -> Self {
        Self { email, role, link: None }
    }
}

impl Default for Invited<'_> {
    fn default() -> Self {
        Self::form("", Role::SUGGESTED)
    }
}
