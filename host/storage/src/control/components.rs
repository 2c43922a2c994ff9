//! Published components: their bytes by digest, and what they said of themselves.

use std::path::PathBuf;

use bytes::Bytes;
use sha2::{Digest as _, Sha256};

use super::Control;
use crate::error::StorageError;
use crate::files;
use plumbline_tenancy::TenantId;
use plumbline_tenancy::id;
use plumbline_tenancy::id::hex;

/// A published component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Hexadecimal SHA-256 of its bytes.
    pub digest: String,
    /// What it can serve: `endpoint:projects`, `reader:pdf`.
    pub slot: String,
    /// Its own version.
    pub version: String,
    /// JSON: what it said of itself.
    pub description: String,
    /// ISO 8601.
    pub published_at: String,
    /// Who published it.
    pub publisher: String,
}

/// For whom a component is published, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// A tenant's id, or `*` for all.
    pub tenant: String,
    /// Who publishes it: one of the trusted publishers where it is signed.
    pub publisher: String,
    /// Base64 of the publisher's ed25519 signature over [`crate::signed_text`].
    pub signature: Option<String>,
    /// The reference it was fetched by.
    pub source: Option<String>,
}

impl Publication {
    /// For all tenants, unsigned: what the operator does.
    pub fn by(publisher: &str) -> Self {
        Self { tenant: "*".to_owned(), publisher: publisher.to_owned(), signature: None, source: None }
    }
}

type Row = (String, String, String, String, String, String);

impl From<Row> for Component {
    fn from((digest, slot, version, description, published_at, publisher): Row) -> Self {
        Self { digest, slot, version, description, published_at, publisher }
    }
}

impl Control {
    /// The digest under which these bytes are published.
    pub fn digest(bytes: &[u8]) -> String {
        hex(&Sha256::digest(bytes))
    }

    /// Keeps a component that was checked. Publishing the same bytes for the same slot again changes nothing.
    ///
    /// # Errors
    /// Returns an error if the digest is not that of the bytes, the bytes are published for another slot already, the tenant is not
    /// there, or the signature is not the publisher's.
    pub async fn publish(
        &self,
        digest: &str,
        slot: &str,
        version: &str,
        description_json: &str,
        publication: &Publication,
        bytes: Bytes,
    ) -> Result<Component, StorageError> {
        if Self::digest(&bytes) != digest {
            return Err(StorageError::Invalid(format!("digest: `{digest}` is not the SHA-256 of the component")));
        }
        if publication.tenant != "*" {
            self.tenant(&TenantId::parse(&publication.tenant)?).await?;
        }
        self.verify(slot, digest, publication).await?;
        let path = self.component_path(digest)?;
        // Bytes first: a row must never name bytes that are not there.
        tokio::task::spawn_blocking(move || files::replace(&path, &bytes))
            .await
            .map_err(|e| StorageError::Damaged(e.to_string()))??;
        sqlx::query(
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
        let component = self.component(digest).await?;
        if component.slot != slot {
            return Err(StorageError::Exists(format!(
                "slot: this component is published for `{}` already and cannot also serve `{slot}`",
                component.slot
            )));
        }
        // Published again, perhaps with a signature now: the newest counts.
        sqlx::query(
            "INSERT INTO publications (digest, tenant_id, publisher, signature, source, published_at)
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (digest, tenant_id) DO UPDATE SET publisher = excluded.publisher,
             signature = excluded.signature, source = excluded.source, published_at = excluded.published_at",
        )
        .bind(digest)
        .bind(&publication.tenant)
        .bind(&publication.publisher)
        .bind(&publication.signature)
        .bind(&publication.source)
        .bind(id::now())
        .execute(self.pool())
        .await?;
        Ok(component)
    }

    /// The publication by which a tenant has a component: its own, else the one for all.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn publication(&self, digest: &str, tenant: &str) -> Result<Option<Publication>, StorageError> {
        type Row = (String, String, Option<String>, Option<String>);
        let row: Option<Row> = sqlx::query_as(
            "SELECT tenant_id, publisher, signature, source FROM publications
             WHERE digest = ?1 AND tenant_id IN (?2, '*') ORDER BY tenant_id = '*' LIMIT 1",
        )
        .bind(digest)
        .bind(tenant)
        .fetch_optional(self.pool())
        .await?;
        Ok(row.map(|(tenant, publisher, signature, source)| Publication { tenant, publisher, signature, source }))
    }

    /// For whom a component is published.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn publications(&self, digest: &str) -> Result<Vec<Publication>, StorageError> {
        type Row = (String, String, Option<String>, Option<String>);
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT tenant_id, publisher, signature, source FROM publications WHERE digest = ? ORDER BY tenant_id",
        )
        .bind(digest)
        .fetch_all(self.pool())
        .await?;
        let publication = |(tenant, publisher, signature, source)| Publication { tenant, publisher, signature, source };
        Ok(rows.into_iter().map(publication).collect())
    }

    /// The bytes of a component that is to be loaded for a tenant, its signature checked once more.
    ///
    /// # Errors
    /// As [`Control::component_bytes`]; also when it is not published for the tenant, or its publisher is not trusted
    /// any more.
    pub async fn bytes_to_load(
        &self,
        tenant: &str,
        slot: &str,
        digest: &str,
    ) -> Result<(Publication, Bytes), StorageError> {
        let publication = self.publication(digest, tenant).await?;
        let publication = publication.ok_or_else(|| {
            StorageError::Invalid(format!("tenant: the component `{digest}` is not published for `{tenant}`"))
        })?;
        self.verify(slot, digest, &publication).await?;
        let bytes = self.component_bytes(digest).await?;
        Ok((publication, bytes))
    }

    /// All components, newest first; only those of a slot when one is named.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn components(&self, slot: Option<&str>) -> Result<Vec<Component>, StorageError> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT digest, slot, version, description, published_at, publisher FROM components
             WHERE ?1 IS NULL OR slot = ?1 ORDER BY published_at DESC, digest",
        )
        .bind(slot)
        .fetch_all(self.pool())
        .await?;
        Ok(rows.into_iter().map(Component::from).collect())
    }

    /// A component by its digest.
    ///
    /// # Errors
    /// [`StorageError::NotFound`].
    pub async fn component(&self, digest: &str) -> Result<Component, StorageError> {
        let row: Option<Row> = sqlx::query_as(
            "SELECT digest, slot, version, description, published_at, publisher FROM components WHERE digest = ?",
        )
        .bind(digest)
        .fetch_optional(self.pool())
        .await?;
        row.map(Component::from).ok_or_else(|| {
            StorageError::NotFound(format!("component: there is no `{digest}`; `plumbline component list` shows them"))
        })
    }

    /// The component's bytes.
    ///
    /// # Errors
    /// Returns an error if they are not there, or are not what was published.
    pub async fn component_bytes(&self, digest: &str) -> Result<Bytes, StorageError> {
        let path = self.component_path(digest)?;
        let bytes =
            tokio::fs::read(&path).await.map_err(StorageError::io(format!("reading component {}", path.display())))?;
        if Self::digest(&bytes) != digest {
            return Err(StorageError::Damaged(format!("{} is not the component it is named for", path.display())));
        }
        Ok(bytes.into())
    }

    /// Where the component's bytes are, `components/<digest>.wasm`; the engine keeps what it compiled beside it.
    ///
    /// # Errors
    /// Returns an error if the digest is not one.
    pub fn component_path(&self, digest: &str) -> Result<PathBuf, StorageError> {
        if digest.len() != 64 || !digest.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
            return Err(StorageError::Invalid(format!(
                "digest: `{digest}` is not 64 hexadecimal digits in lower case"
            )));
        }
        Ok(self.components_dir.join(format!("{digest}.wasm")))
    }
}
