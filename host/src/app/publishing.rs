//! Publishing under the operator's policy: the size limit, and which components need a signature.

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use plumbline_config::{Publishing, Signatures};
use plumbline_engine::{Engine, Published, Slot};
use plumbline_storage::{Publication, TenantId};

/// A request to publish a component.
pub(crate) struct Request {
    /// The slot that it can be bound to.
    pub(crate) slot: Slot,
    /// The component's bytes.
    pub(crate) bytes: Bytes,
    /// The audience, the publisher and the signature.
    pub(crate) publication: Publication,
}

/// Checks the request against the policy and publishes the component: compiles it, checks imports and exports against the
/// slot's world, calls `describe`, seals it, and records it.
///
/// # Errors
/// Returns the reason for which it cannot be published, with the name of the field.
pub(crate) async fn publish(engine: &Engine, policy: &Publishing, request: Request) -> Result<Published> {
    let Request { slot, bytes, publication } = request;
    let size = bytes.len() as u64;
    if size > policy.max_bytes {
        bail!("component: the file has {size} bytes. The limit is {} (publishing.max_bytes)", policy.max_bytes);
    }
    let tenant = publication.tenant.as_str();
    if tenant != "*" {
        tenant.parse::<TenantId>().context("tenant: must be a tenant's id (`ten_…`), or `*` for all tenants")?;
    }
    let needed = match policy.signatures {
        Signatures::All => true,
        Signatures::Tenants => tenant != "*",
        Signatures::None => false,
    };
    if needed && publication.signature.is_none() {
        bail!(
            "signature: a component published for {} must be signed by a trusted publisher (publishing.signatures = \
             \"{}\"). Sign it with `--key`. See `plumbline publisher`",
            if tenant == "*" { "all tenants" } else { "a tenant" },
            policy.signatures.word()
        );
    }
    engine.publish(&slot, bytes, &publication).await
}
