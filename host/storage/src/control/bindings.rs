//! Bindings: which component serves a slot, for a tenant or by default. Rows are only ever added, and the newest one
//! applies, so that a rollback is one more row and the history is complete.

use async_recursion::async_recursion as boxed;
use plumbline_host_sql::{query, query_of_parts};
use serde::{Deserialize, Serialize};

use super::Control;
use super::stage::Stage;
use crate::error::StorageError;
use plumbline_tenancy::TenantId;
use plumbline_tenancy::id;

/// A row in the history of a slot.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Binding {
    /// Increases with every change.
    pub sequence: i64,
    /// A tenant's id, or `*` for all tenants without their own binding.
    #[serde(rename = "tenant_id")]
    pub tenant: String,
    /// A class and a name, with a colon in between.
    pub slot: String,
    /// Digest of the component.
    pub digest: String,
    /// JSON object: the component's settings in this slot.
    pub settings: String,
    /// ISO 8601.
    pub bound_at: String,
    /// `bind`, `stage`, `promote`, `rollback` or `unbind`.
    pub kind: String,
    /// The share of calls it serves, if it is a stage.
    pub stage: Option<Stage>,
    /// The actor who made the change.
    pub actor: Option<String>,
    /// The reason for the change, if one was given.
    pub reason: Option<String>,
    /// The origin of the change.
    pub origin: Origin,
}

/// The origin of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The components folder, when a server starts or an operator resets a slot to it.
    Folder,
    /// An operator.
    Operator,
    /// The host, at the end of a stage.
    Host,
}

impl Origin {
    /// Returns the name in the database.
    fn name(self) -> &'static str {
        match self {
            Origin::Folder => "folder",
            Origin::Operator => "operator",
            Origin::Host => "host",
        }
    }
}

/// A counter of changes to bindings and publishers. Neither number ever decreases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Revision {
    /// The sequence of the newest binding.
    bindings: i64,
    /// Number of revoked publishers.
    revocations: i64,
}

/// The actor, reason and origin of a change to a binding.
#[derive(Debug, Clone)]
pub struct Change {
    actor: String,
    reason: Option<String>,
    origin: Origin,
}

impl Change {
    /// Creates an operator's change with a reason.
    pub fn new(actor: &str, reason: &str) -> Self {
        Self { actor: actor.to_owned(), reason: Some(reason.to_owned()), origin: Origin::Operator }
    }

    /// Creates an operator's change without a reason.
    pub fn by(actor: &str) -> Self {
        Self { actor: actor.to_owned(), reason: None, origin: Origin::Operator }
    }

    /// Creates a change by the host itself.
    pub(super) fn by_host(reason: &str) -> Self {
        Self { origin: Origin::Host, ..Self::new("host", reason) }
    }
}

const COLUMNS: &str = "sequence, tenant_id, slot, digest, settings, bound_at, kind, stage, actor, reason, origin";
const STAGE: &str = "stage";
const UNBIND: &str = "unbind";

impl Binding {
    /// The `tenant` of a default binding.
    pub const DEFAULT: &'static str = "*";

    /// Returns whether the row is a stage: another version serves a share of the slot's calls.
    pub fn is_stage(&self) -> bool {
        self.kind == STAGE
    }
}

/// The values of a new row.
struct New<'a> {
    tenant: &'a str,
    slot: &'a str,
    digest: &'a str,
    settings: &'a str,
    kind: &'a str,
    stage: Option<&'a Stage>,
}

impl Control {
    /// Binds a published component to a slot, and ends the slot's stage. `tenant` is an id or [`Binding::DEFAULT`].
    ///
    /// # Errors
    /// Returns an error if the tenant or the component does not exist, the component is for another slot or not for
    /// this tenant, its publisher is no longer trusted, or the settings are not a JSON object.
    #[boxed]
    pub async fn bind(
        &self,
        tenant: &str,
        slot: &str,
        digest: &str,
        settings: &str,
        change: &Change,
    ) -> Result<Binding, StorageError> {
        self.check(tenant, slot, digest, settings).await?;
        self.append(&New { tenant, slot, digest, settings, kind: "bind", stage: None }, change).await
    }

    /// Binds a component from the components folder as a slot's default, unless `newest` is no longer the slot's newest
    /// row: an operator who binds meanwhile wins. `None` means a slot without rows.
    ///
    /// Returns `None` if the slot has changed.
    ///
    /// # Errors
    /// Returns the errors of [`Control::bind`].
    #[boxed]
    pub async fn bind_from_folder(
        &self,
        slot: &str,
        digest: &str,
        actor: &str,
        newest: Option<&Binding>,
    ) -> Result<Option<Binding>, StorageError> {
        let (tenant, settings) = (Binding::DEFAULT, "{}");
        self.check(tenant, slot, digest, settings).await?;
        let change = Change { origin: Origin::Folder, ..Change::by(actor) };
        let after = newest.map_or(0, |newest| newest.sequence);
        self.add(&New { tenant, slot, digest, settings, kind: "bind", stage: None }, &change, Some(after)).await
    }

    /// Stages a published component: it serves a share of a slot's calls, next to the current version.
    ///
    /// # Errors
    /// Returns the errors of [`Control::bind`], and an error if the share is not valid or no component serves the other
    /// calls.
    #[boxed]
    pub async fn stage(
        &self,
        tenant: &str,
        slot: &str,
        digest: &str,
        settings: &str,
        stage: &Stage,
        change: &Change,
    ) -> Result<Binding, StorageError> {
        stage.check()?;
        self.check(tenant, slot, digest, settings).await?;
        let serves = |binding: &Binding| binding.slot == slot && [tenant, Binding::DEFAULT].contains(&&*binding.tenant);
        if !self.current().await?.iter().any(serves) {
            return Err(StorageError::Invalid(format!(
                "slot: `{slot}` does not have a binding for `{tenant}`. Bind the component instead of staging it"
            )));
        }
        self.append(&New { tenant, slot, digest, settings, kind: STAGE, stage: Some(stage) }, change).await
    }

    /// Promotes the staged version of a slot: it serves all calls.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no stage. Also returns an error if the stage's publisher is no longer
    /// trusted.
    #[boxed]
    pub async fn promote(&self, tenant: &str, slot: &str, change: &Change) -> Result<Binding, StorageError> {
        let staged = self.staged_at(tenant, slot).await?;
        let staged =
            staged.ok_or_else(|| StorageError::NotFound(format!("slot: `{slot}` has no stage for `{tenant}`")))?;
        self.check_publication(tenant, slot, &staged.digest).await?;
        let ended = self.end_stage(&staged, true, change).await?;
        ended.ok_or_else(|| {
            StorageError::Exists(format!("slot: the stage of `{slot}` has just ended. Check the slot and try again"))
        })
    }

    /// Rolls back a stage, if there is one. Otherwise restores the component and settings that served the slot before
    /// the current ones, with one more row. Rolling back twice restores the current ones.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if nothing else has ever served the slot. Also returns an error if the publisher of
    /// the earlier component is no longer trusted.
    #[boxed]
    pub async fn rollback(&self, tenant: &str, slot: &str, change: &Change) -> Result<Binding, StorageError> {
        if let Some(staged) = self.staged_at(tenant, slot).await?
            && let Some(ended) = self.end_stage(&staged, false, change).await?
        {
            return Ok(ended);
        }
        let history = self.history(tenant, slot).await?;
        let mut served = history.iter().filter(|binding| !binding.is_stage());
        let present = served.next();
        let earlier = served.find(|b| {
            present
                .is_some_and(|p| (&p.digest, &p.settings, p.is_unbound()) != (&b.digest, &b.settings, b.is_unbound()))
        });
        let Some(earlier) = earlier else {
            return Err(StorageError::NotFound(format!(
                "slot: `{slot}` does not have an earlier binding for `{tenant}`"
            )));
        };
        if !earlier.is_unbound() {
            self.check_publication(tenant, slot, &earlier.digest).await?;
        }
        let kind = if earlier.is_unbound() { UNBIND } else { "rollback" };
        let (digest, settings) = (&earlier.digest, &earlier.settings);
        self.append(&New { tenant, slot, digest, settings, kind, stage: None }, change).await
    }

    /// Removes a tenant's own binding of a slot. The default, if there is one, serves the slot again.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if the tenant does not have one.
    #[boxed]
    pub async fn unbind(&self, tenant: &str, slot: &str, change: &Change) -> Result<Binding, StorageError> {
        let present = self.history(tenant, slot).await?.into_iter().next().filter(|binding| !binding.is_unbound());
        let present = present
            .ok_or_else(|| StorageError::NotFound(format!("slot: `{tenant}` does not have a binding of `{slot}`")))?;
        let (digest, settings) = (&present.digest, &present.settings);
        self.append(&New { tenant, slot, digest, settings, kind: UNBIND, stage: None }, change).await
    }

    /// Ends a stage, if it has not ended meanwhile. Its version then serves all calls or none.
    pub(super) async fn end_stage(
        &self,
        staged: &Binding,
        promoted: bool,
        change: &Change,
    ) -> Result<Option<Binding>, StorageError> {
        let Binding { tenant, slot, .. } = staged;
        let history = self.history(tenant, slot).await?;
        let before = history.iter().find(|binding| !binding.is_stage()).filter(|binding| !binding.is_unbound());
        let (kind, serving) = match (promoted, before) {
            (true, _) => ("promote", staged),
            (false, Some(before)) => ("rollback", before),
            // The stage was next to the default, which serves all calls again.
            (false, None) => (UNBIND, staged),
        };
        let (digest, settings) = (&serving.digest, &serving.settings);
        self.add(&New { tenant, slot, digest, settings, kind, stage: None }, change, Some(staged.sequence)).await
    }

    async fn check(&self, tenant: &str, slot: &str, digest: &str, settings: &str) -> Result<(), StorageError> {
        if tenant != Binding::DEFAULT {
            self.tenant(&TenantId::parse(tenant)?).await?;
        }
        let component = self.component(digest).await?;
        if component.slot != slot {
            return Err(StorageError::Invalid(format!(
                "slot: the component serves `{}`, not `{slot}`",
                component.slot
            )));
        }
        self.check_publication(tenant, slot, digest).await?;
        if !matches!(serde_json::from_str(settings), Ok(serde_json::Value::Object(_))) {
            return Err(StorageError::Invalid("settings: must be a JSON object. Use `{}` for no settings".into()));
        }
        Ok(())
    }

    /// Checks whether a component is published for a tenant, and whether its publisher is still trusted.
    pub(super) async fn check_publication(&self, tenant: &str, slot: &str, digest: &str) -> Result<(), StorageError> {
        let publication = self.publication(digest, tenant).await?.ok_or_else(|| {
            StorageError::Invalid(format!(
                "tenant: this component is not published for `{tenant}`. Publish it for that tenant or for all tenants"
            ))
        })?;
        self.verify(slot, digest, &publication).await
    }

    /// Adds a row and returns it.
    async fn append(&self, new: &New<'_>, change: &Change) -> Result<Binding, StorageError> {
        let added = self.add(new, change, None).await?;
        added.ok_or_else(|| StorageError::Damaged("a binding was not written".into()))
    }

    /// Adds a row. With `after`, only if that is the newest row of the slot. 0 means a slot without rows.
    async fn add(&self, new: &New<'_>, change: &Change, after: Option<i64>) -> Result<Option<Binding>, StorageError> {
        let stage = new.stage.map(serde_json::to_string).transpose();
        let stage = stage.map_err(|error| StorageError::Invalid(format!("stage: {error}")))?;
        let sql = format!(
            "INSERT INTO bindings (tenant_id, slot, digest, settings, bound_at, kind, stage, actor, reason, origin)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?11
             WHERE (SELECT COALESCE(MAX(sequence), 0) FROM bindings WHERE tenant_id = ?1 AND slot = ?2) = ?10 OR ?10 IS NULL
             RETURNING {COLUMNS}"
        );
        let binding = query_of_parts(sql)
            .bind(new.tenant)
            .bind(new.slot)
            .bind(new.digest)
            .bind(new.settings)
            .bind(id::now())
            .bind(new.kind)
            .bind(stage)
            .bind(&change.actor)
            .bind(change.reason.as_deref())
            .bind(after)
            .bind(change.origin.name())
            .fetch_optional(self.pool())
            .await?;
        Ok(binding)
    }

    /// Returns all bindings of a slot for this tenant (or by default), newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn history(&self, tenant: &str, slot: &str) -> Result<Vec<Binding>, StorageError> {
        let rest = "WHERE tenant_id = ? AND slot = ? ORDER BY sequence DESC";
        let sql = format!("SELECT {COLUMNS} FROM bindings {rest}");
        Ok(query_of_parts(sql).bind(tenant).bind(slot).fetch_all(self.pool()).await?)
    }

    /// Returns the revision, which changes with every bind and every revoked publisher. Reads one end of an index and
    /// one small table.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn revision(&self) -> Result<Revision, StorageError> {
        let sql = "SELECT (SELECT COALESCE(MAX(sequence), 0) FROM bindings) AS bindings, (SELECT COUNT(revoked_at) FROM publishers) AS revocations";
        Ok(query(sql).fetch_one(self.pool()).await?)
    }

    /// Returns the current bindings, without stages: the newest of each tenant and slot.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn current(&self) -> Result<Vec<Binding>, StorageError> {
        self.newest("WHERE kind <> 'stage'", "kind <> 'unbind'").await
    }

    /// Returns the active stages.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn staged(&self) -> Result<Vec<Binding>, StorageError> {
        self.newest("", "kind = 'stage'").await
    }

    /// Returns the newest row of each default slot, including stages and unbound slots.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[boxed]
    pub async fn newest_defaults(&self) -> Result<Vec<Binding>, StorageError> {
        self.newest("WHERE tenant_id = '*'", "TRUE").await
    }

    async fn staged_at(&self, tenant: &str, slot: &str) -> Result<Option<Binding>, StorageError> {
        Ok(self.history(tenant, slot).await?.into_iter().next().filter(Binding::is_stage))
    }

    /// Returns the newest row of each tenant and slot among the rows that match `among`, if it matches `of`.
    async fn newest(&self, among: &str, of: &str) -> Result<Vec<Binding>, StorageError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM bindings
             WHERE sequence IN (SELECT MAX(sequence) FROM bindings {among} GROUP BY tenant_id, slot) AND {of}
             ORDER BY tenant_id, slot"
        );
        Ok(query_of_parts(sql).fetch_all(self.pool()).await?)
    }
}

impl Binding {
    fn is_unbound(&self) -> bool {
        self.kind == UNBIND
    }
}
