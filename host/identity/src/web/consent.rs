//! Consent to an app: the request is validated, then the user signs in and decides.

use bytes::Bytes;
use http::{Response, StatusCode};
use plumbline_tenancy::{Database, Environment};

use super::exchange::Exchange;
use crate::error::IdentityError;
use crate::oauth::authorize::{Asked, NotAsked};
use crate::people::Session;
use crate::{Identity, Platform, pages};

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `GET /oauth/authorize`.
    pub(super) async fn consent_page(&self, exchange: &Exchange) -> Result<Response<Bytes>, IdentityError> {
        let asked = match self.asked(exchange.query()).await? {
            Ok(asked) => asked,
            Err(not_asked) => return Ok(stay_or_go(exchange, &not_asked)),
        };
        match exchange.session() {
            Some(session) => Ok(ask(exchange, &asked, session)),
            None => Ok(exchange.to_sign_in()),
        }
    }

    /// Handles `POST /oauth/authorize`: the user's decision, with the original request.
    pub(super) async fn consent_form(&self, exchange: &Exchange) -> Result<Response<Bytes>, IdentityError> {
        let Some(session) = exchange.session() else {
            let words = "Your session has expired. Go back to the app and try again.";
            return Ok(exchange.message(StatusCode::FORBIDDEN, "Sign in again", words));
        };
        if let Err(refused) = exchange.check_form() {
            return Ok(*refused);
        }
        let asked = match self.asked(&exchange.fields_but(&pages::Consent::OWN_FIELDS)).await? {
            Ok(asked) => asked,
            Err(not_asked) => return Ok(stay_or_go(exchange, &not_asked)),
        };
        let location = match exchange.field("decision").as_str() {
            "allow" => match exchange.field("environment").parse::<Environment>() {
                Ok(environment) => self.allow(asked, &session.user, environment).await?,
                Err(_) => return Ok(ask(exchange, &asked, session)),
            },
            _ => asked.denied(),
        };
        Ok(exchange.redirect(&location))
    }
}

fn ask(exchange: &Exchange, asked: &Asked, session: &Session) -> Response<Bytes> {
    let grantable = asked.grantable(&session.user);
    let csrf = exchange.csrf();
    let host = asked.goes_to();
    let page = pages::Consent {
        csrf: &csrf,
        client_name: asked.client_name(),
        client_id: asked.client_id(),
        client_host: host.as_deref().unwrap_or("an app on this computer"),
        origin: if asked.is_document() { pages::Origin::Document } else { pages::Origin::Registered },
        organization: &session.organization,
        user_email: &session.user.email,
        scopes: grantable.granted,
        withheld: grantable.withheld,
        environment: Environment::Production,
        request: asked.parameters(),
    };
    exchange.page_sending_to(StatusCode::OK, &page, asked.form_target().as_deref())
}

fn stay_or_go(exchange: &Exchange, not_asked: &NotAsked) -> Response<Bytes> {
    match not_asked {
        NotAsked::Stay(words) => exchange.message(StatusCode::BAD_REQUEST, "This app cannot connect", words),
        NotAsked::Redirect(location) => exchange.redirect(location),
    }
}
