//! Publishing as the operator's policy has it: how large a component may be, and whose need a signature.

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use plumbline_engine::{Engine, Published, Slot};
use plumbline_storage::{Publication, TenantId};

use crate::config::{Publishing, Signatures};

/// A component that is to be published.
pub(crate) struct Request {
    /// Where it can be bound.
    pub(crate) slot: Slot,
    /// Its bytes.
    pub(crate) bytes: Bytes,
    /// For whom, by whom, and the signature.
    pub(crate) publication: Publication,
}

/// Checks the request against the policy and publishes: imports and exports against the slot's world, `describe`, compiled
/// and sealed, recorded.
///
/// # Errors
/// The reason it may not be published, naming the field.
pub(crate) async fn publish(engine: &Engine, policy: &Publishing, request: Request) -> Result<Published> {
    let Request { slot, bytes, publication } = request;
    let size = bytes.len() as u64;
    if size > policy.max_bytes {
        bail!("component: it has {size} bytes, more than the {} that publishing.max_bytes allows", policy.max_bytes);
    }
    let tenant = publication.tenant.as_str();
    if tenant != "*" {
        tenant.parse::<TenantId>().context("tenant: name a tenant's id (`ten_…`), or `*` for all")?;
    }
    let needed = match policy.signatures {
        Signatures::All => true,
        Signatures::Tenants => tenant != "*",
        Signatures::None => false,
    };
    if needed && publication.signature.is_none() {
        bail!(
            "signature: a component published for {} must be signed by a trusted publisher (publishing.signatures = \
             \"{}\"); sign with `--key`, and see `plumbline publisher`",
            if tenant == "*" { "all" } else { "a tenant" },
            policy.signatures.word()
        );
    }
    engine.publish(&slot, bytes, &publication).await
}
