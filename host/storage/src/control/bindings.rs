//! Which component serves a slot, for a tenant or by default. Rows are only ever added; the newest counts, so that going
//! back is one more row and the history is whole.

use serde::Serialize;
use sqlx::FromRow as _;
use sqlx::sqlite::SqliteRow;

use super::Control;
use super::stages::Stage;
use crate::error::StorageError;
use plumbline_tenancy::TenantId;
use plumbline_tenancy::id;

/// A row of the history of a slot.
#[derive(Debug, Clone, PartialEq)]
pub struct Binding {
    /// Grows with every change.
    pub sequence: i64,
    /// A tenant's id, or `*` for all that have none of their own.
    pub tenant: String,
    /// `endpoint:projects`, `reader:pdf`, …
    pub slot: String,
    /// Which component.
    pub digest: String,
    /// JSON object: settings of the component in this place.
    pub settings: String,
    /// ISO 8601.
    pub bound_at: String,
    /// `bind`, `stage`, `promote`, `rollback` or `unbind`.
    pub kind: String,
    /// Which part it serves, if it is a stage.
    pub stage: Option<Stage>,
    /// Who did it.
    pub actor: Option<String>,
    /// Why, if that was said.
    pub reason: Option<String>,
    /// What made it.
    pub origin: Origin,
}

/// What makes a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The components folder, when a server starts or an operator returns a slot to it.
    Folder,
    /// An operator.
    Operator,
    /// The host, at the end of a stage.
    Host,
}

impl Origin {
    const ALL: [Origin; 3] = [Origin::Folder, Origin::Operator, Origin::Host];

    /// The name in the database.
    fn name(self) -> &'static str {
        match self {
            Origin::Folder => "folder",
            Origin::Operator => "operator",
            Origin::Host => "host",
        }
    }
}

/// How often what may serve was changed. Neither number ever falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision {
    /// The newest binding.
    bindings: i64,
    /// Publishers that were revoked.
    revocations: i64,
}

/// Who changes a binding, and why.
#[derive(Debug, Clone)]
pub struct Change {
    actor: String,
    reason: Option<String>,
    origin: Origin,
}

impl Change {
    /// An operator's change with a reason.
    pub fn new(actor: &str, reason: &str) -> Self {
        Self { actor: actor.to_owned(), reason: Some(reason.to_owned()), origin: Origin::Operator }
    }

    /// An operator's change without a reason.
    pub fn by(actor: &str) -> Self {
        Self { actor: actor.to_owned(), reason: None, origin: Origin::Operator }
    }

    /// A change by the host itself.
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

    fn of(row: &SqliteRow) -> Result<Self, StorageError> {
        type Row = (
            i64,
            String,
            String,
            String,
            String,
            String,
            String,
            Option<String>,
            Option<String>,
            Option<String>,
            String,
        );
        let (sequence, tenant, slot, digest, settings, bound_at, kind, stage, actor, reason, origin) =
            Row::from_row(row)?;
        let stage = stage.map(|json| serde_json::from_str(&json)).transpose();
        let stage = stage.map_err(|error| StorageError::Damaged(format!("stage of binding {sequence}: {error}")))?;
        let origin = Origin::ALL
            .into_iter()
            .find(|known| known.name() == origin)
            .ok_or_else(|| StorageError::Damaged(format!("origin of binding {sequence}: `{origin}` is not known")))?;
        Ok(Self { sequence, tenant, slot, digest, settings, bound_at, kind, stage, actor, reason, origin })
    }

    /// Whether it is a stage: the part of a slot's calls that tries another version.
    pub fn is_stage(&self) -> bool {
        self.kind == STAGE
    }
}

/// What a new row says.
struct New<'a> {
    tenant: &'a str,
    slot: &'a str,
    digest: &'a str,
    settings: &'a str,
    kind: &'a str,
    stage: Option<&'a Stage>,
}

impl Control {
    /// Lets a published component serve a slot. `tenant` is an id or [`Binding::DEFAULT`]. A stage of the slot ends.
    ///
    /// # Errors
    /// Returns an error if the tenant or the component is not there, the component is for another slot or not for this tenant, its
    /// publisher is not trusted any more, or the settings are not a JSON object.
    pub async fn bind(
        &self,
        tenant: &str,
        slot: &str,
        digest: &str,
        settings: &str,
        change: &Change,
    ) -> Result<Binding, StorageError> {
        self.check(tenant, slot, digest, settings).await?;
        self.add(&New { tenant, slot, digest, settings, kind: "bind", stage: None }, change, None).await.map(added)?
    }

    /// Binds a component of the components folder as a slot's default, unless the slot's newest row is not `newest` any
    /// more: an operator who binds meanwhile wins. `None` stands for a slot without rows.
    ///
    /// Returns `None` when the slot has changed.
    ///
    /// # Errors
    /// As [`Control::bind`].
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

    /// Lets a published component serve a part of a slot's calls, beside what serves it now.
    ///
    /// # Errors
    /// As [`Control::bind`]; also when the part makes no sense or nothing serves the rest.
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
                "slot: nothing serves `{slot}` for `{tenant}` beside which a stage could stand; bind the component"
            )));
        }
        self.add(&New { tenant, slot, digest, settings, kind: STAGE, stage: Some(stage) }, change, None)
            .await
            .map(added)?
    }

    /// Lets the staged version of a slot serve all its calls.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is no stage; also when its publisher is not trusted any more.
    pub async fn promote(&self, tenant: &str, slot: &str, change: &Change) -> Result<Binding, StorageError> {
        let staged = self.staged_at(tenant, slot).await?;
        let staged =
            staged.ok_or_else(|| StorageError::NotFound(format!("slot: `{slot}` of `{tenant}` has no stage")))?;
        self.check_publication(tenant, slot, &staged.digest).await?;
        let ended = self.end_stage(&staged, true, change).await?;
        ended.ok_or_else(|| {
            StorageError::Exists(format!("slot: the stage of `{slot}` ended at this moment; look again"))
        })
    }

    /// Takes a stage back, if there is one; else goes back to what served the slot before the present component and
    /// settings did, by one more row. Rolling back twice goes forward again.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if nothing else ever served it; also when the publisher of what served it before is not
    /// trusted any more.
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
            present.is_some_and(|p| (&p.digest, &p.settings, p.is_gone()) != (&b.digest, &b.settings, b.is_gone()))
        });
        let Some(earlier) = earlier else {
            return Err(StorageError::NotFound(format!("slot: nothing served `{slot}` for `{tenant}` before")));
        };
        if !earlier.is_gone() {
            self.check_publication(tenant, slot, &earlier.digest).await?;
        }
        let kind = if earlier.is_gone() { UNBIND } else { "rollback" };
        let (digest, settings) = (&earlier.digest, &earlier.settings);
        self.add(&New { tenant, slot, digest, settings, kind, stage: None }, change, None).await.map(added)?
    }

    /// Takes a tenant's own binding of a slot away: the default serves it again, if there is one.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is none.
    pub async fn unbind(&self, tenant: &str, slot: &str, change: &Change) -> Result<Binding, StorageError> {
        let present = self.history(tenant, slot).await?.into_iter().next().filter(|binding| !binding.is_gone());
        let present = present
            .ok_or_else(|| StorageError::NotFound(format!("slot: nothing of `{tenant}`'s own serves `{slot}`")))?;
        let (digest, settings) = (&present.digest, &present.settings);
        self.add(&New { tenant, slot, digest, settings, kind: UNBIND, stage: None }, change, None).await.map(added)?
    }

    /// Ends a stage, if it has not ended meanwhile: its version serves all from now on, or nothing.
    pub(super) async fn end_stage(
        &self,
        staged: &Binding,
        promoted: bool,
        change: &Change,
    ) -> Result<Option<Binding>, StorageError> {
        let Binding { tenant, slot, .. } = staged;
        let history = self.history(tenant, slot).await?;
        let before = history.iter().find(|binding| !binding.is_stage()).filter(|binding| !binding.is_gone());
        let (kind, goes_on) = match (promoted, before) {
            (true, _) => ("promote", staged),
            (false, Some(before)) => ("rollback", before),
            // It stood beside the default, which serves all again.
            (false, None) => (UNBIND, staged),
        };
        let (digest, settings) = (&goes_on.digest, &goes_on.settings);
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
            return Err(StorageError::Invalid("settings: not a JSON object; `{}` for none".into()));
        }
        Ok(())
    }

    /// Checks whether a component is published for a tenant, and whether its signer is still trusted.
    pub(super) async fn check_publication(&self, tenant: &str, slot: &str, digest: &str) -> Result<(), StorageError> {
        let publication = self.publication(digest, tenant).await?.ok_or_else(|| {
            StorageError::Invalid(format!(
                "tenant: this component was not published for `{tenant}`; publish it for that tenant, or for all"
            ))
        })?;
        self.verify(slot, digest, &publication).await
    }

    /// Adds a row; with `after`, only while that is the newest of the slot, 0 standing for none.
    async fn add(&self, new: &New<'_>, change: &Change, after: Option<i64>) -> Result<Option<Binding>, StorageError> {
        let stage = new.stage.map(serde_json::to_string).transpose();
        let stage = stage.map_err(|error| StorageError::Invalid(format!("stage: {error}")))?;
        let sql = format!(
            "INSERT INTO bindings (tenant_id, slot, digest, settings, bound_at, kind, stage, actor, reason, origin)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?11 WHERE ?10 IS NULL
             OR ?10 = (SELECT COALESCE(MAX(sequence), 0) FROM bindings WHERE tenant_id = ?1 AND slot = ?2)
             RETURNING {COLUMNS}"
        );
        let row = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(new.tenant)
            .bind(new.slot)
            .bind(new.digest)
            .bind(new.settings)
            .bind(id::now())
            .bind(new.kind)
            .bind(stage)
            .bind(&change.actor)
            .bind(&change.reason)
            .bind(after)
            .bind(change.origin.name())
            .fetch_optional(self.pool())
            .await?;
        row.as_ref().map(Binding::of).transpose()
    }

    /// All that served a slot for this tenant (or by default), newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn history(&self, tenant: &str, slot: &str) -> Result<Vec<Binding>, StorageError> {
        let rest = "WHERE tenant_id = ? AND slot = ? ORDER BY sequence DESC";
        let sql = format!("SELECT {COLUMNS} FROM bindings {rest}");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(tenant).bind(slot).fetch_all(self.pool()).await?;
        rows.iter().map(Binding::of).collect()
    }

    /// Changes with every bind and every revoked publisher; one look at the end of an index and one at a small table.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn revision(&self) -> Result<Revision, StorageError> {
        let sql =
            "SELECT (SELECT COALESCE(MAX(sequence), 0) FROM bindings), (SELECT COUNT(revoked_at) FROM publishers)";
        let (bindings, revocations) = sqlx::query_as(sql).fetch_one(self.pool()).await?;
        Ok(Revision { bindings, revocations })
    }

    /// What serves now, stages left out: the newest binding of each tenant and slot.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn current(&self) -> Result<Vec<Binding>, StorageError> {
        self.newest("WHERE kind <> 'stage'", "kind <> 'unbind'").await
    }

    /// The stages that are on.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn staged(&self) -> Result<Vec<Binding>, StorageError> {
        self.newest("", "kind = 'stage'").await
    }

    /// The newest row of each default slot, including stages and unbound slots.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn newest_defaults(&self) -> Result<Vec<Binding>, StorageError> {
        self.newest("WHERE tenant_id = '*'", "TRUE").await
    }

    async fn staged_at(&self, tenant: &str, slot: &str) -> Result<Option<Binding>, StorageError> {
        Ok(self.history(tenant, slot).await?.into_iter().next().filter(Binding::is_stage))
    }

    /// The newest row of each tenant and slot among some, if it is of a kind.
    async fn newest(&self, among: &str, of: &str) -> Result<Vec<Binding>, StorageError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM bindings
             WHERE sequence IN (SELECT MAX(sequence) FROM bindings {among} GROUP BY tenant_id, slot) AND {of}
             ORDER BY tenant_id, slot"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(self.pool()).await?;
        rows.iter().map(Binding::of).collect()
    }
}

impl Binding {
    fn is_gone(&self) -> bool {
        self.kind == UNBIND
    }
}

/// Without a condition a row is always added.
fn added(row: Option<Binding>) -> Result<Binding, StorageError> {
    row.ok_or_else(|| StorageError::Damaged("a binding was not written".into()))
}
