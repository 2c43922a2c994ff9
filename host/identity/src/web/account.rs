//! The page of the user's own account: profile, password, and connected apps.

use http::StatusCode;
use plumbline_tenancy::{Database, Environment};

use super::exchange::{Answer, Exchange, Halt};
use crate::error::IdentityError;
use crate::people::{PASSWORD_MIN, Session};
use crate::{Identity, Platform, pages};

/// The notice at the top of a page about the last action.
#[derive(Default, Clone, Copy)]
pub(super) struct Notice<'a> {
    pub(super) message: Option<&'a str>,
    pub(super) error: Option<&'a str>,
}

impl<'a> Notice<'a> {
    /// Creates the notice of a completed action.
    pub(super) fn done(message: &'a str) -> Self {
        Self { message: Some(message), error: None }
    }

    /// Creates the notice of a failed action.
    pub(super) fn failed(error: &'a str) -> Self {
        Self { message: None, error: Some(error) }
    }

    pub(super) fn status(self) -> StatusCode {
        if self.error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }
    }

    pub(super) fn frame(self, session: &'a Session) -> pages::Frame<'a> {
        pages::Frame {
            user: &session.user,
            organization: &session.organization,
            csrf: &session.csrf,
            message: self.message,
            error: self.error,
        }
    }
}

/// Returns the session, or a redirect to the sign-in page if the user is not signed in.
pub(super) fn signed_in(exchange: &Exchange) -> Result<&Session, Halt> {
    exchange.session().ok_or_else(|| exchange.to_sign_in().into())
}

/// Returns the session of the user who sent a form, or the response that refuses it.
pub(super) fn sender(exchange: &Exchange) -> Result<&Session, Halt> {
    exchange.check_form()?;
    exchange.session().ok_or_else(|| exchange.redirect("/sign-in").into())
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `GET /account`.
    pub(super) async fn account_page(&self, exchange: &Exchange) -> Answer {
        self.show_account(exchange, signed_in(exchange)?, Notice::default()).await
    }

    /// Handles `POST /account/password`.
    pub(super) async fn password_form(&self, exchange: &Exchange) -> Answer {
        let session = sender(exchange)?;
        let Some(secret) = exchange.session_secret() else { return Ok(exchange.redirect("/sign-in")) };
        let (current, new) = (exchange.field("current_password"), exchange.field("new_password"));
        match self.change_password(secret, &current, &new, exchange.peer).await {
            Ok(Ok(())) => {
                let done = Notice::done("Password changed. You were signed out everywhere else.");
                self.show_account(exchange, session, done).await
            }
            Ok(Err(refusal)) => self.show_account(exchange, session, Notice::failed(&refusal.message())).await,
            Err(IdentityError::Invalid(words)) => self.show_account(exchange, session, Notice::failed(&words)).await,
            Err(error) => Err(error.into()),
        }
    }

    /// Handles `POST /account/apps/revoke`.
    pub(super) async fn app_form(&self, exchange: &Exchange) -> Answer {
        let session = sender(exchange)?;
        let environment: Environment = exchange.field("environment").parse().map_err(IdentityError::from)?;
        self.revoke_app(&session.user, &exchange.field("client_id"), environment).await?;
        self.show_account(exchange, session, Notice::done("Access revoked.")).await
    }

    async fn show_account(&self, exchange: &Exchange, session: &Session, notice: Notice<'_>) -> Answer {
        let apps = self.apps(&session.user).await?;
        let catalog = self.scopes().await;
        let page = pages::Account {
            frame: notice.frame(session),
            scopes: catalog.of(&session.user.tenant),
            has_password: self.has_password(&session.user.id).await?,
            password_min: PASSWORD_MIN,
            apps: apps
                .iter()
                .map(|app| pages::App {
                    client_id: &app.client_id,
                    client_name: &app.name,
                    environment: app.environment,
                    scopes: app.scopes.iter().map(String::as_str).collect(),
                    since: &app.since,
                    last_used_at: Some(&app.used_at),
                })
                .collect(),
        };
        Ok(exchange.page(notice.status(), &page))
    }
}
