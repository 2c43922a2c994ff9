//! Publications that are still trusted, which a host checks again while components run.

use std::collections::HashMap;

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::query;
use serde::Deserialize;

use super::bindings::Binding;
use super::components::Publication;
use super::publishers::Publisher;
use super::{Control, publishers};
use crate::error::StorageError;

/// A snapshot of the publications of everything that was ever bound, and of all publishers.
#[derive(Debug, Default)]
pub struct TrustStore {
    /// By digest and tenant.
    publications: HashMap<(String, String), Publication>,
    publishers: HashMap<String, Publisher>,
}

/// A publication with the component it is of.
#[derive(Deserialize)]
struct Published {
    digest: String,
    #[serde(flatten)]
    publication: Publication,
}

impl TrustStore {
    /// Returns the publication that makes a component available to a tenant: the tenant's own, or else the one for all
    /// tenants.
    pub fn publication(&self, digest: &str, tenant: &str) -> Option<&Publication> {
        let of = |tenant: &str| self.publications.get(&(digest.to_owned(), tenant.to_owned()));
        of(tenant).or_else(|| of(Binding::DEFAULT))
    }

    /// Checks whether the publisher of a component is still trusted. The signature itself was verified when the
    /// component was loaded, and cannot change.
    ///
    /// # Errors
    /// [`StorageError::Invalid`] with the name of the publisher.
    pub fn check(&self, publication: &Publication) -> Result<(), StorageError> {
        if publication.signature.is_none() {
            return Ok(());
        }
        publishers::require_permitted(self.publishers.get(&publication.publisher), publication)?;
        Ok(())
    }
}

impl Control {
    /// Reads the publications and publishers.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn trust_store(&self) -> Result<TrustStore, StorageError> {
        let published: Vec<Published> = query(
            "SELECT digest, tenant_id, publisher, signature, source FROM publications
             WHERE digest IN (SELECT digest FROM bindings)",
        )
        .fetch_all(self.pool())
        .await?;
        let by_key = |row: Published| ((row.digest, row.publication.tenant.clone()), row.publication);
        let publishers = self.publishers().await?;
        Ok(TrustStore {
            publications: published.into_iter().map(by_key).collect(),
            publishers: publishers.into_iter().map(|one| (one.name.clone(), one)).collect(),
        })
    }

    /// Returns the current bindings and stages of a publisher's signed components.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn bindings_by_publisher(&self, publisher: &str) -> Result<Vec<Binding>, StorageError> {
        let trust = self.trust_store().await?;
        let mut bound = self.current().await?;
        bound.extend(self.staged().await?);
        bound.retain(|binding| {
            trust
                .publication(&binding.digest, &binding.tenant)
                .is_some_and(|one| one.publisher == publisher && one.signature.is_some())
        });
        Ok(bound)
    }
}
