//! Trusted publishers, and their signatures: ed25519 over slot and digest.

use std::path::Path;

use async_recursion::async_recursion as boxed;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _};
use ed25519_dalek::{Signature, Signer as _, VerifyingKey};
use plumbline_host_sql::query;
use plumbline_tenancy::{TenantId, id};
use serde::{Deserialize, Serialize};

use super::Control;
use super::components::Publication;
use crate::error::StorageError;
use crate::files;

/// A publisher that is or was trusted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Publisher {
    /// The publisher's name, used by publications.
    pub name: String,
    /// Base64 of the 32 bytes of its public key.
    pub public_key: String,
    /// The only tenant it may publish for. `None` means any tenant, and all of them.
    #[serde(rename(deserialize = "tenant_id"))]
    pub tenant: Option<String>,
    /// ISO 8601.
    pub created_at: String,
    /// When the trust was revoked, ISO 8601.
    pub revoked_at: Option<String>,
}

/// Returns the text that a publisher signs. It includes the slot, so that a component signed for one slot cannot be
/// published for another.
pub fn signed_text(slot: &str, digest: &str) -> String {
    format!("plumbline component 1\n{slot}\n{digest}\n")
}

/// A publisher's private key, which only the publisher has.
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// Generates a new key.
    pub fn generate() -> Self {
        Self(ed25519_dalek::SigningKey::from_bytes(&rand::random()))
    }

    /// Reads a key from a PEM file (PKCS #8), as written by `openssl genpkey -algorithm ed25519` and
    /// [`SigningKey::write`].
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or does not contain such a key.
    pub fn read(path: &Path) -> Result<Self, StorageError> {
        let pem =
            std::fs::read_to_string(path).map_err(StorageError::io(format!("reading the key {}", path.display())))?;
        let key = ed25519_dalek::SigningKey::from_pkcs8_pem(&pem).map_err(|error| {
            StorageError::Invalid(format!("key: {} is not an ed25519 key in PEM (PKCS #8): {error}", path.display()))
        })?;
        Ok(Self(key))
    }

    /// Writes the key to a new file that only its owner can read.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), StorageError> {
        let damaged = |error: ed25519_dalek::pkcs8::Error| StorageError::Damaged(format!("the key: {error}"));
        let pem = self.0.to_pkcs8_pem(LineEnding::LF).map_err(damaged)?;
        match files::create_private(path, pem.as_bytes())? {
            true => Ok(()),
            false => Err(StorageError::Exists(format!("key: the file {} already exists", path.display()))),
        }
    }

    /// Returns the public key in base64.
    pub fn public_key(&self) -> String {
        BASE64_STANDARD.encode(self.0.verifying_key().as_bytes())
    }

    /// Signs a component for a slot. Returns the signature in base64.
    pub fn sign(&self, slot: &str, digest: &str) -> String {
        BASE64_STANDARD.encode(self.0.sign(signed_text(slot, digest).as_bytes()).to_bytes())
    }
}

impl Control {
    /// Trusts a publisher's key, for one tenant or for all.
    ///
    /// # Errors
    /// Returns an error if the name or the key is taken or not valid, or the tenant does not exist.
    #[boxed]
    pub async fn trust(&self, name: &str, public_key: &str, tenant: Option<&str>) -> Result<Publisher, StorageError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
            return Err(StorageError::Invalid(format!(
                "publisher: `{name}` is not valid. It must be 1–64 lower-case letters, digits, dashes and underscores"
            )));
        }
        key(public_key)?;
        if let Some(tenant) = tenant {
            self.tenant(&TenantId::parse(tenant)?).await?;
        }
        let publisher: Option<Publisher> = query(
            "INSERT INTO publishers (name, public_key, tenant_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
             RETURNING name, public_key, tenant_id, created_at, revoked_at",
        )
        .bind(name)
        .bind(public_key)
        .bind(tenant)
        .bind(id::now())
        .fetch_optional(self.pool())
        .await?;
        publisher.ok_or_else(|| {
            StorageError::Exists(format!(
                "publisher: `{name}` or its key is already in use. Choose another name or create a new key"
            ))
        })
    }

    /// Returns all publishers, sorted by name.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn publishers(&self) -> Result<Vec<Publisher>, StorageError> {
        let select = "SELECT name, public_key, tenant_id, created_at, revoked_at FROM publishers ORDER BY name";
        Ok(query(select).fetch_all(self.pool()).await?)
    }

    /// Revokes the trust in a publisher. Its components can no longer be published, bound or loaded, and hosts stop
    /// serving the bound ones within a second.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no trusted publisher with this name.
    #[boxed]
    pub async fn revoke_publisher(&self, name: &str) -> Result<(), StorageError> {
        let changed = query("UPDATE publishers SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL")
            .bind(id::now())
            .bind(name)
            .execute(self.pool())
            .await?;
        if changed == 0 {
            return Err(StorageError::NotFound(format!(
                "publisher: `{name}` was not found or is already revoked. See `plumbline publisher list`"
            )));
        }
        Ok(())
    }

    /// Checks a publication's signature, if it has one.
    ///
    /// # Errors
    /// [`StorageError::Invalid`] if the publisher is not trusted, may not publish for this tenant, or did not sign this
    /// component.
    #[boxed]
    pub async fn verify(&self, slot: &str, digest: &str, publication: &Publication) -> Result<(), StorageError> {
        let Some(signature) = &publication.signature else { return Ok(()) };
        let name = &publication.publisher;
        let publisher: Option<Publisher> =
            query("SELECT name, public_key, tenant_id, created_at, revoked_at FROM publishers WHERE name = ?")
                .bind(name)
                .fetch_optional(self.pool())
                .await?;
        let publisher = require_permitted(publisher.as_ref(), publication)?;
        let bytes = BASE64_STANDARD.decode(signature).ok().and_then(|bytes| Signature::from_slice(&bytes).ok());
        let signature = bytes.ok_or_else(|| invalid_signature("must be 64 bytes in base64".into()))?;
        // Strict verification rejects signatures that are valid for more than one text.
        key(&publisher.public_key)?
            .verify_strict(signed_text(slot, digest).as_bytes(), &signature)
            .map_err(|_| invalid_signature(format!("does not match the key of `{name}` for {slot} and {digest}")))
    }
}

fn invalid_signature(why: String) -> StorageError {
    StorageError::Invalid(format!("signature: {why}"))
}

/// Returns the publisher of a publication, if it may still publish for the publication's tenant.
pub(super) fn require_permitted<'a>(
    publisher: Option<&'a Publisher>,
    publication: &Publication,
) -> Result<&'a Publisher, StorageError> {
    let name = &publication.publisher;
    let Some(publisher) = publisher else {
        return Err(invalid_signature(format!(
            "the publisher `{name}` is not trusted. An operator adds it with `plumbline publisher trust`"
        )));
    };
    if publisher.revoked_at.is_some() {
        return Err(invalid_signature(format!(
            "the publisher `{name}` is no longer trusted. Publish the component again, signed by a trusted publisher"
        )));
    }
    if publisher.tenant.as_ref().is_some_and(|tenant| *tenant != publication.tenant) {
        return Err(invalid_signature(format!("the publisher `{name}` is only trusted for another tenant")));
    }
    Ok(publisher)
}

fn key(base64: &str) -> Result<VerifyingKey, StorageError> {
    let bytes = BASE64_STANDARD.decode(base64).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
    bytes.and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok()).ok_or_else(|| {
        StorageError::Invalid(format!("public key: `{base64}` is not an ed25519 key (32 bytes in base64)"))
    })
}
