//! The takeoff and its document, as read from the database.

use crate::legends;
use crate::scale::declared_scale;
use plumbline_contract::timestamp::now;
use plumbline_contract::{Depth, Discipline, Metadata, UnitSystem};
use plumbline_database::{Db, DbResult, Row, params};
use plumbline_worker::host::{Component, ComponentRef, Options, PageRequest};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A takeoff that waits for this job or was started by an earlier attempt.
#[derive(Deserialize)]
pub(crate) struct Takeoff {
    pub(crate) id: String,
    pub(crate) discipline: Discipline,
    /// Requested page numbers, in order.
    pub(crate) pages: Vec<u32>,
    /// Key and media type of the document's file.
    pub(crate) blob_key: String,
    pub(crate) media_type: String,
    document_id: String,
    include_schedules: bool,
    units: UnitSystem,
    pub(crate) depth: Depth,
    metadata: Metadata,
    document_metadata: Metadata,
    /// The component that read the document.
    reader: Option<ComponentRef>,
}

/// A page as recorded by ingestion.
#[derive(Clone, Default, Deserialize)]
pub(crate) struct Sheet {
    pub(crate) number: Option<String>,
    pub(crate) title: Option<String>,
    /// Key of the parsed sheet; `None` if the page could not be read.
    pub(crate) key: Option<String>,
    pub(crate) problem: Option<String>,
}

impl Takeoff {
    /// Loads the takeoff. Returns `None` if it has ended or was deleted.
    pub(crate) fn unfinished(db: &Db, id: &str) -> DbResult<Option<Self>> {
        let row = db.query_opt(
            "SELECT t.id, t.document_id, t.discipline, t.pages, t.include_schedules, t.units, t.depth, t.metadata, \
             d.metadata AS document_metadata, d.blob_key, COALESCE(d.content_type, '') AS media_type, d.reader \
             FROM takeoffs t JOIN documents d ON d.id = t.document_id \
             WHERE t.id = ? AND t.status IN ('queued', 'processing')",
            params![id],
        )?;
        row.map(Row::read).transpose()
    }

    /// Marks it as started. Returns `false` if it was cancelled or deleted in the meantime.
    pub(crate) fn begin(&self, db: &Db) -> DbResult<bool> {
        let changed = db.execute(
            "UPDATE takeoffs SET status = 'processing', started_at = COALESCE(started_at, ?) \
             WHERE id = ? AND status IN ('queued', 'processing')",
            params![now(), &self.id],
        )?;
        Ok(changed > 0)
    }

    /// Records the extractor, and all components that took part. If pages are finished, the components of the attempts
    /// that finished them stay recorded: another extractor may have been bound since.
    pub(crate) fn record_components(
        &self,
        db: &Db,
        component: &Component,
        used: Vec<ComponentRef>,
        has_finished_pages: bool,
    ) -> DbResult<()> {
        let text = format!("{}@{} ({})", component.id, component.version, component.digest);
        let recorded = db.query_opt("SELECT makers FROM takeoffs WHERE id = ?", params![&self.id])?;
        let recorded: Option<Vec<ComponentRef>> = recorded.map(|row| row.opt_json("makers")).transpose()?.flatten();
        let earlier = recorded.filter(|_| has_finished_pages).unwrap_or_default();
        let mut makers: Vec<ComponentRef> = self.reader.iter().cloned().collect();
        for component_ref in earlier.into_iter().chain(used) {
            if !makers.contains(&component_ref) {
                makers.push(component_ref);
            }
        }
        let makers = serde_json::json!(makers).to_string();
        db.execute("UPDATE takeoffs SET component = ?, makers = ? WHERE id = ?", params![text, makers, &self.id])?;
        Ok(())
    }

    /// Returns all pages of the document by number.
    pub(crate) fn sheets(&self, db: &Db) -> DbResult<BTreeMap<u32, Sheet>> {
        let rows = db.query(
            "SELECT number AS page_number, sheet_number AS number, sheet_title AS title, sheet_key AS key, problem \
             FROM document_pages WHERE document_id = ? ORDER BY page_number",
            params![&self.document_id],
        )?;
        rows.into_iter().map(|row| Ok((row.count("page_number")?, row.read()?))).collect()
    }

    /// Adds the size of a new sheet to the stored bytes of its document, which the quota limits.
    pub(crate) fn add_sheet_bytes(&self, db: &Db, bytes: u64) -> DbResult<()> {
        db.execute(
            "UPDATE documents SET sheet_bytes = COALESCE(sheet_bytes, 0) + ? WHERE id = ?",
            params![i64::try_from(bytes).unwrap_or(i64::MAX), &self.document_id],
        )?;
        Ok(())
    }

    /// Returns the prefix of the keys of the document's sheets, as ingestion names them.
    pub(crate) fn sheets_prefix(&self) -> String {
        format!("documents/{}/sheets/", self.document_id)
    }

    /// Records the bytes of all sheets and surveys of the document, which the quota limits.
    pub(crate) fn record_sheet_bytes(&self, db: &Db, bytes: u64) -> DbResult<()> {
        db.execute(
            "UPDATE documents SET sheet_bytes = ? WHERE id = ?",
            params![i64::try_from(bytes).unwrap_or(i64::MAX), &self.document_id],
        )?;
        Ok(())
    }

    /// Returns the sheets of the project's other documents that may contain the legend of this one.
    pub(crate) fn other_legends(&self, db: &Db) -> DbResult<Vec<String>> {
        legends::of_other_documents(db, &self.document_id)
    }

    /// Returns the numbers of the finished pages.
    pub(crate) fn finished_pages(&self, db: &Db) -> DbResult<BTreeSet<u32>> {
        let rows = db.query("SELECT page_number FROM takeoff_pages WHERE takeoff_id = ?", params![&self.id])?;
        rows.iter().map(|row| row.count("page_number")).collect()
    }

    /// Creates the extractor's request for a page.
    pub(crate) fn page_request(&self, page_number: u32, sheet_key: &str) -> PageRequest {
        PageRequest {
            page_number,
            sheet_key: sheet_key.to_string(),
            options: Options {
                include_schedules: self.include_schedules,
                units: self.units.into(),
                depth: self.depth.into(),
                declared_scale: declared_scale(&self.metadata, &self.document_metadata, page_number),
            },
        }
    }
}

/// The next step of a running job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JobState {
    Continue,
    /// The caller requested cancellation.
    Cancel,
    /// The takeoff was deleted or has already ended.
    Gone,
}

/// Reads from the database whether the takeoff should continue.
pub(crate) fn job_state(db: &Db, id: &str) -> DbResult<JobState> {
    let row = db.query_opt("SELECT status, cancel_requested FROM takeoffs WHERE id = ?", params![id])?;
    Ok(match row {
        Some(row) if row.text("status")? == "processing" => {
            if row.flag("cancel_requested")? {
                JobState::Cancel
            } else {
                JobState::Continue
            }
        }
        _ => JobState::Gone,
    })
}
