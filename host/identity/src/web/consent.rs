//! Consent to an app: the request is validated, then the user signs in and decides.

use bytes::Bytes;
use http::{Response, StatusCode};
use plumbline_tenancy::{Database, Environment};

use super::exchange::{Answer, Exchange};
use crate::oauth::authorize::{RejectedRequest, ValidatedRequest};
use crate::people::Session;
use crate::{Identity, Platform, pages};

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `GET /oauth/authorize`.
    pub(super) async fn consent_page(&self, exchange: &Exchange) -> Answer {
        let validated = match self.validate_authorization(exchange.query()).await? {
            Ok(validated) => validated,
            Err(rejected) => return Ok(rejection_response(exchange, &rejected)),
        };
        match exchange.session() {
            Some(session) => Ok(self.render_consent(exchange, &validated, session).await),
            None => Ok(exchange.to_sign_in()),
        }
    }

    /// Handles `POST /oauth/authorize`: the user's decision, with the original request.
    pub(super) async fn consent_form(&self, exchange: &Exchange) -> Answer {
        let Some(session) = exchange.session() else {
            let words = "Your session has expired. Go back to the app and try again.";
            return Ok(exchange.message(StatusCode::FORBIDDEN, "Sign in again", words));
        };
        exchange.check_form()?;
        let validated = match self.validate_authorization(&exchange.fields_except(&pages::Consent::OWN_FIELDS)).await? {
            Ok(validated) => validated,
            Err(rejected) => return Ok(rejection_response(exchange, &rejected)),
        };
        let location = match exchange.field("decision").as_str() {
            "allow" => match exchange.field("environment").parse::<Environment>() {
                Ok(environment) => self.allow(validated, &session.user, environment).await?,
                Err(_) => return Ok(self.render_consent(exchange, &validated, session).await),
            },
            _ => validated.denied(),
        };
        Ok(exchange.redirect(&location))
    }

    async fn render_consent(
        &self,
        exchange: &Exchange,
        validated: &ValidatedRequest,
        session: &Session,
    ) -> Response<Bytes> {
        let catalog = self.scopes().await;
        let grantable = validated.grantable(catalog.of(&session.user.tenant), &session.user);
        let csrf = exchange.csrf();
        let host = validated.redirect_host();
        let page = pages::Consent {
            csrf: &csrf,
            client_name: validated.client_name(),
            client_id: validated.client_id(),
            client_host: host.as_deref().unwrap_or("an app on this computer"),
            origin: if validated.is_document() { pages::Origin::Document } else { pages::Origin::Registered },
            organization: &session.organization,
            user_email: &session.user.email,
            scopes: grantable.granted,
            withheld: grantable.withheld,
            environment: Environment::Production,
            request: validated.parameters(),
        };
        exchange.page_with_form_target(StatusCode::OK, &page, validated.form_target().as_deref())
    }
}

fn rejection_response(exchange: &Exchange, rejected: &RejectedRequest) -> Response<Bytes> {
    match rejected {
        RejectedRequest::ShowError(words) => {
            exchange.message(StatusCode::BAD_REQUEST, "This app cannot connect", words)
        }
        RejectedRequest::Redirect(location) => exchange.redirect(location),
    }
}
