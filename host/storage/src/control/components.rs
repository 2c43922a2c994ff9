//! Published components: their bytes by digest, and their descriptions.

use std::path::PathBuf;

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::query;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::{ComponentBytes, Control};
use crate::blobs::BlobError;
use crate::error::StorageError;
use crate::files;
use plumbline_tenancy::TenantId;
use plumbline_tenancy::id;

/// A published component.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Component {
    /// Hexadecimal SHA-256 of its bytes.
    pub digest: String,
    /// The slot it serves: a class and a name, with a colon in between.
    pub slot: String,
    /// The component's version.
    pub version: String,
    /// The component's own description, JSON.
    pub description: String,
    /// ISO 8601.
    pub published_at: String,
    /// The publisher's name.
    pub publisher: String,
}

/// The publication of a component: its audience and publisher.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Publication {
    /// A tenant's id, or `*` for all.
    #[serde(rename = "tenant_id")]
    pub tenant: String,
    /// The publisher's name. If the component is signed, it is one of the trusted publishers.
    pub publisher: String,
    /// Base64 of the publisher's ed25519 signature over [`crate::signed_text`].
    pub signature: Option<String>,
    /// The reference that the component was fetched from.
    pub source: Option<String>,
}

impl Publication {
    /// Creates an unsigned publication for all tenants, as the operator makes it.
    pub fn by(publisher: &str) -> Self {
        Self { tenant: "*".to_owned(), publisher: publisher.to_owned(), signature: None, source: None }
    }
}

impl Control {
    /// Returns the digest under which the bytes are published.
    pub fn digest(bytes: &[u8]) -> String {
        hex::encode(Sha256::digest(bytes))
    }

    /// Stores a component that has been checked. Publishing the same bytes for the same slot again changes nothing.
    ///
    /// # Errors
    /// Returns an error if the bytes are already published for another slot, the tenant does not exist, or the signature
    /// is not the publisher's.
    #[boxed]
    pub async fn publish(
        &self,
        slot: &str,
        version: &str,
        description_json: &str,
        publication: &Publication,
        component: &ComponentBytes,
    ) -> Result<Component, StorageError> {
        let digest = component.digest();
        if publication.tenant != "*" {
            self.tenant(&TenantId::parse(&publication.tenant)?).await?;
        }
        self.verify(slot, digest, publication).await?;
        // Bytes first: a row must never name bytes that do not exist.
        if let Some(shared) = &self.shared_components {
            shared.store(digest, component.clone().into()).await.map_err(not_shared(digest))?;
        }
        self.keep_component(component).await?;
        query(
            "INSERT INTO components (digest, slot, version, description, published_at, publisher) VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (digest) DO NOTHING",
        )
        .bind(digest)
        .bind(slot)
        .bind(version)
        .bind(description_json)
        .bind(id::now())
        .bind(&publication.publisher)
        .execute(self.pool())
        .await?;
        let published = self.component(digest).await?;
        if published.slot != slot {
            return Err(StorageError::Exists(format!(
                "slot: this component is already published for `{}` and cannot also serve `{slot}`",
                published.slot
            )));
        }
        // Publishing again may add a signature. The newest publication counts.
        query(
            "INSERT INTO publications (digest, tenant_id, publisher, signature, source, published_at)
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (digest, tenant_id) DO UPDATE SET publisher = excluded.publisher,
             signature = excluded.signature, source = excluded.source, published_at = excluded.published_at",
        )
        .bind(digest)
        .bind(&publication.tenant)
        .bind(&publication.publisher)
        .bind(publication.signature.as_deref())
        .bind(publication.source.as_deref())
        .bind(id::now())
        .execute(self.pool())
        .await?;
        Ok(published)
    }

    /// Returns the publication that makes a component available to a tenant: the tenant's own, or else the one for all
    /// tenants.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn publication(&self, digest: &str, tenant: &str) -> Result<Option<Publication>, StorageError> {
        let publication = query(
            "SELECT tenant_id, publisher, signature, source FROM publications
             WHERE digest = ?1 AND tenant_id IN (?2, '*') ORDER BY tenant_id = '*' LIMIT 1",
        );
        Ok(publication.bind(digest).bind(tenant).fetch_optional(self.pool()).await?)
    }

    /// Returns the publications of a component.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn publications(&self, digest: &str) -> Result<Vec<Publication>, StorageError> {
        let select =
            "SELECT tenant_id, publisher, signature, source FROM publications WHERE digest = ? ORDER BY tenant_id";
        Ok(query(select).bind(digest).fetch_all(self.pool()).await?)
    }

    /// Returns the bytes of a component to load for a tenant, after verifying its signature again.
    ///
    /// # Errors
    /// Returns the errors of [`Control::component_bytes`], and an error if the component is not published for the
    /// tenant or its publisher is no longer trusted.
    #[boxed]
    pub async fn bytes_to_load(
        &self,
        tenant: &str,
        slot: &str,
        digest: &str,
    ) -> Result<(Publication, ComponentBytes), StorageError> {
        let publication = self.publication(digest, tenant).await?;
        let publication = publication.ok_or_else(|| {
            StorageError::Invalid(format!("tenant: the component `{digest}` is not published for `{tenant}`"))
        })?;
        self.verify(slot, digest, &publication).await?;
        let bytes = self.component_bytes(digest).await?;
        Ok((publication, bytes))
    }

    /// Returns all components, or those of one slot, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn components(&self, slot: Option<&str>) -> Result<Vec<Component>, StorageError> {
        let components = query(
            "SELECT digest, slot, version, description, published_at, publisher FROM components
             WHERE slot = ?1 OR ?1 IS NULL ORDER BY published_at DESC, digest",
        );
        Ok(components.bind(slot).fetch_all(self.pool()).await?)
    }

    /// Returns a component by its digest.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no such component.
    #[boxed]
    pub async fn component(&self, digest: &str) -> Result<Component, StorageError> {
        let component: Option<Component> = query(
            "SELECT digest, slot, version, description, published_at, publisher FROM components WHERE digest = ?",
        )
        .bind(digest)
        .fetch_optional(self.pool())
        .await?;
        component.ok_or_else(|| {
            StorageError::NotFound(format!("component: `{digest}` was not found. See `plumbline component list`"))
        })
    }

    /// Returns a component's bytes.
    ///
    /// # Errors
    /// Returns an error if they are missing or do not match the digest.
    #[boxed]
    pub async fn component_bytes(&self, digest: &str) -> Result<ComponentBytes, StorageError> {
        let path = self.component_path(digest)?;
        let read = tokio::fs::read(&path).await;
        let is_missing = read.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
        let fetched = match &self.shared_components {
            Some(shared) if is_missing => shared.fetch(digest).await.map_err(not_shared(digest))?,
            _ => None,
        };
        let is_fetched = fetched.is_some();
        let component: ComponentBytes = match fetched {
            Some(bytes) => bytes.into(),
            None => read.map_err(StorageError::io(format!("reading component {}", path.display())))?.into(),
        };
        if component.digest() != digest {
            return Err(StorageError::Damaged(format!("{} does not match the digest in its name", path.display())));
        }
        if is_fetched {
            self.keep_component(&component).await?;
        }
        Ok(component)
    }

    /// Writes a component's bytes to the folder of this host.
    async fn keep_component(&self, component: &ComponentBytes) -> Result<(), StorageError> {
        let (path, bytes) = (self.component_path(component.digest())?, component.clone());
        tokio::task::spawn_blocking(move || files::replace(&path, &bytes))
            .await
            .map_err(|error| StorageError::Damaged(error.to_string()))?
    }

    /// Removes a component's bytes for all hosts. Hosts that have a copy keep it, although nothing refers to it.
    ///
    /// # Errors
    /// Returns an error if they cannot be removed.
    pub(crate) async fn remove_component(&self, digest: &str) -> Result<(), StorageError> {
        if let Some(shared) = &self.shared_components {
            shared.remove(digest).await.map_err(not_shared(digest))?;
        }
        match std::fs::remove_file(self.component_path(digest)?) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(StorageError::io("deleting a component")(error))
            }
            _ => Ok(()),
        }
    }

    /// Returns the path of a component's bytes, `components/<digest>.wasm`. The engine stores the compiled component
    /// next to it.
    ///
    /// # Errors
    /// Returns an error if the digest is not valid.
    pub fn component_path(&self, digest: &str) -> Result<PathBuf, StorageError> {
        if digest.len() != 64 || !digest.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
            return Err(StorageError::Invalid(format!(
                "digest: `{digest}` is not valid. Use 64 lower-case hexadecimal digits"
            )));
        }
        Ok(self.components_dir.join(format!("{digest}.wasm")))
    }
}

/// Returns a function that converts an error of the store that hosts share.
fn not_shared(digest: &str) -> impl FnOnce(BlobError) -> StorageError + '_ {
    move |error| StorageError::io(format!("component {digest} in the store"))(std::io::Error::other(error))
}
