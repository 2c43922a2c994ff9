//! What a token says (RFC 7519), and the checks of it that every issuer's tokens go through.

use serde::Deserialize;
use serde_json::Value;
use time::OffsetDateTime;

use crate::Refusal;

/// The claims that are looked at. Those that issuers shape differently are read where they are needed.
#[derive(Deserialize)]
pub(super) struct Claims {
    pub(super) iss: String,
    pub(super) sub: Option<String>,
    aud: Audience,
    // RFC 7519 2: seconds, perhaps with a fraction.
    exp: f64,
    nbf: Option<f64>,
    iat: Option<f64>,
    pub(super) client_id: Option<String>,
    azp: Option<String>,
    appid: Option<String>,
    scope: Option<Value>,
    idtyp: Option<String>,
}

/// RFC 7519 4.1.3: one or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Claims {
    /// Whether the token is meant for one of these.
    pub(super) fn is_for(&self, audiences: &[&str]) -> bool {
        match &self.aud {
            Audience::One(one) => audiences.contains(&one.as_str()),
            Audience::Several(several) => several.iter().any(|one| audiences.contains(&one.as_str())),
        }
    }

    /// Whether the token is valid now, by clocks that may be so far apart; until when it is.
    pub(super) fn valid_until(&self, now: OffsetDateTime, leeway: time::Duration) -> Result<OffsetDateTime, Refusal> {
        let leeway = leeway.as_seconds_f64();
        let seconds_now = (now - OffsetDateTime::UNIX_EPOCH).as_seconds_f64();
        let left = self.exp + leeway - seconds_now;
        if left <= 0.0 {
            return Err(Refusal::Expired);
        }
        if [self.nbf, self.iat].into_iter().flatten().any(|from| from - leeway > seconds_now) {
            return Err(Refusal::NotYet);
        }
        // No token is remembered for longer than a day, so what it says beyond that does not matter.
        Ok(now + time::Duration::seconds_f64(left.min(86_400.0)))
    }

    /// Whether it says when it was issued.
    pub(super) fn is_dated(&self) -> bool {
        self.iat.is_some()
    }

    /// The granted scopes (RFC 8693 4.2).
    pub(super) fn scopes(&self) -> Vec<String> {
        crate::keys::words(self.scope.as_ref().and_then(Value::as_str).unwrap_or_default())
    }

    /// The client of a service token, under the name that its issuer has for it; none for a token that says it is a
    /// user's.
    pub(super) fn service_client(&self) -> Option<&str> {
        // Entra ID says in `idtyp` whether an application or a user is behind a token.
        if self.idtyp.as_deref().is_some_and(|kind| kind != "app") {
            return None;
        }
        let names = [&self.azp, &self.appid, &self.client_id, &self.sub];
        names.into_iter().flatten().map(String::as_str).find(|name| !name.is_empty())
    }
}
