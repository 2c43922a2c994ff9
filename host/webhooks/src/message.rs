//! A message: the body of an event, and the headers that sign it.

use plumbline_storage::{Delivery, Scope, Storage, Target, id};
use serde::Serialize;
use standardwebhooks::Webhook;
use time::OffsetDateTime;

/// The purpose for which components seal secrets (`webhook::SECRET_PURPOSE` of the API's contract).
const SECRET_PURPOSE: &str = "webhook-secret";

/// The body: `WebhookPayload` of the API's contract.
#[derive(Serialize)]
struct Body<'a> {
    environment: &'a str,
    id: &'a str,
    r#type: &'a str,
    timestamp: &'a str,
    resource_type: &'a str,
    resource_id: &'a str,
    project_id: Option<&'a str>,
    data: serde_json::Value,
}

/// Returns the body of a delivery, or `None` if its event is no longer in the log.
pub(crate) fn body(scope: &Scope, delivery: &Delivery) -> Option<Vec<u8>> {
    let body = Body {
        environment: scope.environment.as_str(),
        id: &delivery.event_id,
        r#type: &delivery.kind,
        timestamp: &delivery.created_at,
        resource_type: delivery.resource_type.as_deref()?,
        resource_id: delivery.resource_id.as_deref()?,
        project_id: delivery.project_id.as_deref(),
        data: serde_json::from_str(delivery.data.as_deref()?).ok()?,
    };
    serde_json::to_vec(&body).ok()
}

/// The signers of an endpoint: one for its secret, and one for the secret before, while that signs too.
pub(crate) struct Signers(Vec<Webhook>);

impl Signers {
    /// Opens the secrets of an endpoint.
    ///
    /// # Errors
    /// Returns an error if the secret was not sealed by this installation.
    pub(crate) fn open(storage: &Storage, scope: &Scope, target: &Target) -> Result<Self, String> {
        let previous = target
            .previous_secret
            .iter()
            .filter(|_| target.previous_secret_until.as_deref().is_some_and(|until| *until > *id::now()));
        let open = |sealed: &String| {
            let secret = storage.sealer.open(scope, SECRET_PURPOSE, sealed);
            let secret = secret.ok_or("its secret was sealed with another key. Rotate it.")?;
            Webhook::new(&secret).map_err(|error| error.to_string())
        };
        let signers: Result<Vec<_>, String> = std::iter::once(&target.secret).chain(previous).map(open).collect();
        Ok(Self(signers?))
    }

    /// Returns the headers of a message. The id is the same at each attempt, the time is the attempt's.
    ///
    /// # Errors
    /// Returns an error if the body cannot be signed.
    pub(crate) fn headers(
        &self,
        id: &str,
        now: OffsetDateTime,
        body: &[u8],
    ) -> Result<Vec<(&'static str, String)>, String> {
        let seconds = now.unix_timestamp();
        let sign = |signer: &Webhook| signer.sign(id, seconds, body).map_err(|error| error.to_string());
        let signatures: Result<Vec<_>, String> = self.0.iter().map(sign).collect();
        Ok(vec![
            ("webhook-id", id.to_owned()),
            ("webhook-timestamp", seconds.to_string()),
            ("webhook-signature", signatures?.join(" ")),
        ])
    }
}
