//! The page of the user's own account: profile, password, and connected apps.

use bytes::Bytes;
use http::{Response, StatusCode};
use plumbline_tenancy::Database;

use super::exchange::Exchange;
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
pub(super) fn signed_in(exchange: &Exchange) -> Result<&Session, Box<Response<Bytes>>> {
    exchange.session().ok_or_else(|| Box::new(exchange.to_sign_in()))
}

/// Returns the session of the user who sent a form, or the response that refuses it.
pub(super) fn sender(exchange: &Exchange) -> Result<&Session, Box<Response<Bytes>>> {
    exchange.check_form()?;
    exchange.session().ok_or_else(|| Box::new(exchange.redirect("/sign-in")))
}

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `GET /account`.
    pub(super) async fn account_page(&self, exchange: &Exchange) -> Result<Response<Bytes>, IdentityError> {
        match signed_in(exchange) {
            Ok(session) => self.show_account(exchange, session, Notice::default()).await,
            Err(answer) => Ok(*answer),
        }
    }

    /// Handles `POST /account/password`.
    pub(super) async fn password_form(&self, exchange: &Exchange) -> Result<Response<Bytes>, IdentityError> {
        let (session, secret) = match (sender(exchange), exchange.session_secret()) {
            (Ok(session), Some(secret)) => (session, secret),
            (Ok(_), None) => return Ok(exchange.redirect("/sign-in")),
            (Err(answer), _) => return Ok(*answer),
        };
        let (current, new) = (exchange.field("current_password"), exchange.field("new_password"));
        match self.change_password(secret, &current, &new, exchange.peer).await {
            Ok(Ok(())) => {
                let done = Notice::done("Password changed. You were signed out everywhere else.");
                self.show_account(exchange, session, done).await
            }
            Ok(Err(refusal)) => self.show_account(exchange, session, Notice::failed(&refusal.words())).await,
            Err(IdentityError::Invalid(words)) => self.show_account(exchange, session, Notice::failed(&words)).await,
            Err(error) => Err(error),
        }
    }

    /// Handles `POST /account/apps/revoke`.
    pub(super) async fn app_form(&self, exchange: &Exchange) -> Result<Response<Bytes>, IdentityError> {
        let session = match sender(exchange) {
            Ok(session) => session,
            Err(answer) => return Ok(*answer),
        };
        let environment = exchange.field("environment").parse()?;
        self.revoke_app(&session.user, &exchange.field("client_id"), environment).await?;
        self.show_account(exchange, session, Notice::done("Access revoked.")).await
    }

    async fn show_account(
        &self,
        exchange: &Exchange,
        session: &Session,
        notice: Notice<'_>,
    ) -> Result<Response<Bytes>, IdentityError> {
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
