//! Signing in and out, here or with an organization's own provider, and accepting an invitation.

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use plumbline_tenancy::Database;

use super::exchange::{Answer, Exchange};
use crate::error::IdentityError;
use crate::people::{PASSWORD_MIN, SignInRefusal, local_path};
use crate::{Identity, Platform, pages};

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `GET /sign-in`.
    pub(super) async fn sign_in_page(&self, exchange: &Exchange) -> Answer {
        let next = exchange.parameter("next");
        if exchange.session().is_some() {
            return Ok(exchange.redirect(local_path(&next)));
        }
        self.show_sign_in(exchange, StatusCode::OK, &next, "", None).await
    }

    /// Handles `POST /sign-in`.
    pub(super) async fn sign_in_form(&self, exchange: &Exchange) -> Answer {
        exchange.check_form()?;
        let (next, email) = (exchange.field("next"), exchange.field("email"));
        match self.sign_in(&email, &exchange.field("password"), exchange.peer).await? {
            Ok((_, session)) => {
                // The browser holds one session. Its previous session would stay valid unnoticed.
                if let Some(old) = exchange.session_secret() {
                    self.sign_out(old).await?;
                }
                Ok(exchange.signed_in(local_path(&next), &session.secret))
            }
            Err(refusal) => {
                let status = match refusal {
                    SignInRefusal::Wrong => StatusCode::UNAUTHORIZED,
                    SignInRefusal::Wait { .. } => StatusCode::TOO_MANY_REQUESTS,
                };
                let words = refusal.message();
                let mut page = self.show_sign_in(exchange, status, &next, &email, Some(&words)).await?;
                if let SignInRefusal::Wait { seconds } = refusal {
                    page.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
                }
                Ok(page)
            }
        }
    }

    async fn show_sign_in(
        &self,
        exchange: &Exchange,
        status: StatusCode,
        next: &str,
        email: &str,
        error: Option<&str>,
    ) -> Answer {
        let next = local_path(next);
        // The page names the app, so that the user knows why to sign in.
        let validated = match next.strip_prefix("/oauth/authorize?") {
            Some(query) => self.validate_authorization(query).await?.ok(),
            None => None,
        };
        let page = pages::SignIn {
            csrf: &exchange.csrf(),
            next,
            email,
            error,
            upstream: self.settings.upstream.as_ref().map(|upstream| upstream.name.as_str()),
            client_name: validated.as_ref().map(|validated| validated.client_name()),
        };
        Ok(exchange.page(status, &page))
    }

    /// Handles `POST /sign-out`.
    pub(super) async fn sign_out_form(&self, exchange: &Exchange) -> Answer {
        exchange.check_form()?;
        if let Some(secret) = exchange.session_secret() {
            self.sign_out(secret).await?;
        }
        Ok(exchange.signed_out("/sign-in"))
    }

    /// Handles `GET /sign-in/upstream`: redirects to the organization's own provider.
    pub(super) async fn upstream_begin(&self, exchange: &Exchange) -> Answer {
        if self.settings.upstream.is_none() {
            let words = "Sign-in with an identity provider is not set up on this server.";
            return Err(IdentityError::NotFound(words.into()).into());
        }
        let next = exchange.parameter("next");
        match self.begin_upstream(exchange.browser(), local_path(&next)).await {
            Ok(url) => Ok(exchange.with_browser(exchange.redirect(&url))),
            Err(IdentityError::External(why)) => Ok(upstream_failed(exchange, &why)),
            Err(error) => Err(error.into()),
        }
    }

    /// Handles `GET /sign-in/upstream/callback`: the return from the provider.
    pub(super) async fn upstream_end(&self, exchange: &Exchange) -> Answer {
        if !exchange.parameter("error").is_empty() {
            let words = "Your identity provider did not sign you in. Try again, or sign in with a password.";
            return Ok(exchange.message(StatusCode::FORBIDDEN, "Sign-in failed", words));
        }
        let (state, code, iss) = (exchange.parameter("state"), exchange.parameter("code"), exchange.parameter("iss"));
        let iss = Some(iss.as_str()).filter(|iss| !iss.is_empty());
        match self.finish_upstream(exchange.browser(), &state, &code, iss).await {
            Ok(Ok((_, session, next))) => Ok(exchange.signed_in(local_path(&next), &session.secret)),
            Ok(Err(refusal)) => Ok(exchange.message(StatusCode::FORBIDDEN, "Sign-in failed", &refusal.to_string())),
            Err(IdentityError::External(why)) => Ok(upstream_failed(exchange, &why)),
            Err(error) => Err(error.into()),
        }
    }

    /// Handles `GET /invitations/{secret}`.
    pub(super) async fn invitation_page(&self, exchange: &Exchange) -> Answer {
        let secret = exchange.invitation();
        self.show_invitation(exchange, StatusCode::OK, secret, "", None).await
    }

    /// Handles `POST /invitations/{secret}`.
    pub(super) async fn invitation_form(&self, exchange: &Exchange) -> Answer {
        let secret = exchange.invitation();
        exchange.check_form()?;
        let name = exchange.field("name");
        match self.accept_invitation(secret, &name, &exchange.field("password")).await {
            Ok((_, session)) => Ok(exchange.signed_in("/account", &session.secret)),
            Err(IdentityError::Invalid(words) | IdentityError::Exists(words)) => {
                self.show_invitation(exchange, StatusCode::UNPROCESSABLE_ENTITY, secret, &name, Some(&words)).await
            }
            Err(IdentityError::NotFound(_)) => Ok(exchange.page(StatusCode::NOT_FOUND, &pages::InvitationGone)),
            Err(error) => Err(error.into()),
        }
    }

    async fn show_invitation(
        &self,
        exchange: &Exchange,
        status: StatusCode,
        secret: &str,
        name: &str,
        error: Option<&str>,
    ) -> Answer {
        let Some(invitation) = self.invitation(secret).await? else {
            return Ok(exchange.page(StatusCode::NOT_FOUND, &pages::InvitationGone));
        };
        let inviter = match &invitation.invited_by {
            Some(id) => self.user(id).await?,
            None => None,
        };
        let page = pages::Invitation {
            csrf: &exchange.csrf(),
            secret,
            organization: &invitation.organization,
            email: &invitation.email,
            role: invitation.role,
            inviter: inviter.as_ref().map(|user| user.name.as_str()),
            name,
            password_min: PASSWORD_MIN,
            error,
            upstream: self.settings.upstream.as_ref().map(|upstream| upstream.name.as_str()),
        };
        Ok(exchange.page(status, &page))
    }
}

fn upstream_failed(exchange: &Exchange, why: &str) -> Response<Bytes> {
    tracing::warn!(why, "the upstream provider failed");
    let words =
        "Your identity provider cannot be reached or sent an unexpected answer. Try again, or sign in with a password.";
    exchange.message(StatusCode::BAD_GATEWAY, "Sign-in failed", words)
}
