//! The claims of a token (RFC 7519), and the checks that apply to every issuer's tokens.

use serde::Deserialize;
use serde_json::Value;
use time::OffsetDateTime;

use crate::Refusal;

/// The claims that are read. Claims whose form differs between issuers are parsed where they are needed.
#[derive(Deserialize)]
pub(super) struct Claims {
    pub(super) iss: String,
    pub(super) sub: Option<String>,
    aud: Audience,
    // RFC 7519, section 2: seconds, possibly with a fraction.
    exp: f64,
    nbf: Option<f64>,
    iat: Option<f64>,
    pub(super) client_id: Option<String>,
    azp: Option<String>,
    appid: Option<String>,
    scope: Option<Value>,
    idtyp: Option<String>,
}

/// The differences between the issuer's clock and ours that are permitted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leeway {
    /// How long before its time a token is accepted.
    pub(super) early: time::Duration,
    /// How long after its expiry.
    pub(super) late: time::Duration,
}

/// The audience (RFC 7519, section 4.1.3): one or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Claims {
    /// Returns whether the token is for one of these audiences.
    pub(super) fn is_for(&self, audiences: &[&str]) -> bool {
        match &self.aud {
            Audience::One(one) => audiences.contains(&one.as_str()),
            Audience::Several(several) => several.iter().any(|one| audiences.contains(&one.as_str())),
        }
    }

    /// Returns the end of the token's validity if it is valid now.
    pub(super) fn valid_until(&self, now: OffsetDateTime, leeway: Leeway) -> Result<OffsetDateTime, Refusal> {
        let (early, late) = (leeway.early.as_seconds_f64(), leeway.late.as_seconds_f64());
        let seconds_now = (now - OffsetDateTime::UNIX_EPOCH).as_seconds_f64();
        let left = self.exp + late - seconds_now;
        if left <= 0.0 {
            return Err(Refusal::Expired);
        }
        if [self.nbf, self.iat].into_iter().flatten().any(|from| from - early > seconds_now) {
            return Err(Refusal::NotYet);
        }
        // Verified tokens are cached for at most a day, so a later expiry does not matter.
        Ok(now + time::Duration::seconds_f64(left.min(86_400.0)))
    }

    /// Returns whether the token has a time of issue.
    pub(super) fn is_dated(&self) -> bool {
        self.iat.is_some()
    }

    /// Returns the granted scopes (RFC 8693, section 4.2).
    pub(super) fn scopes(&self) -> Vec<String> {
        crate::scope_text::words(self.scope.as_ref().and_then(Value::as_str).unwrap_or_default())
    }

    /// Returns the client of a service token, from the claim that its issuer uses for it. Returns `None` if the token is declared
    /// to be a user's.
    pub(super) fn service_client(&self) -> Option<&str> {
        // In Entra ID, `idtyp` distinguishes tokens of applications and users.
        if self.idtyp.as_deref().is_some_and(|kind| kind != "app") {
            return None;
        }
        let names = [&self.azp, &self.appid, &self.client_id, &self.sub];
        names.into_iter().flatten().map(String::as_str).find(|name| !name.is_empty())
    }
}
