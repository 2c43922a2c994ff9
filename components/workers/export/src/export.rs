//! The export in the database: its options, and how it ends.

use crate::filename::filename;
use plumbline_contract::timestamp::now;
use plumbline_contract::{Discipline, ExportFormat, UnitSystem};
use plumbline_database::{Db, DbError, DbResult, ledger, params, usage};
use plumbline_worker::Problem;
use plumbline_worker::host::{ComponentRef, Header, Written};

/// An export that waits for this job or was started by an earlier attempt.
pub(crate) struct Export {
    pub(crate) id: String,
    pub(crate) format: String,
    pub(crate) header: Header,
    pub(crate) units: UnitSystem,
    pub(crate) accepted_only: bool,
    pub(crate) created_at: String,
    pub(crate) blob_key: String,
    pub(crate) takeoff_completed: bool,
    /// The components that made the takeoff.
    pub(crate) makers: Vec<ComponentRef>,
    pub(crate) document: Document,
    /// The sheet's number, if the takeoff covers one page.
    sheet_number: Option<String>,
    /// The request that started it.
    request_id: Option<String>,
}

/// The document of the takeoff.
pub(crate) struct Document {
    pub(crate) id: String,
    /// Key of the original file.
    pub(crate) blob_key: String,
    /// Media type found from the file's bytes; empty if unknown.
    pub(crate) media_type: String,
    /// The pages that the takeoff covers, in order.
    pub(crate) pages: Vec<u32>,
}

impl Export {
    /// Loads the export. Returns `None` if it has ended or was deleted.
    pub(crate) fn unfinished(db: &Db, id: &str) -> DbResult<Option<Self>> {
        let row = db.query_opt(
            "SELECT e.format, e.created_at, e.accepted_only, e.include_evidence, e.units, e.document_url, e.blob_key, e.request_id, t.id AS takeoff_id, \
             t.status AS takeoff_status, t.discipline, t.completed_at, t.component, t.makers, t.pages, t.document_id, \
             p.name AS project_name, p.reference, p.address, d.filename, d.blob_key AS document_key, d.content_type \
             FROM exports e JOIN takeoffs t ON t.id = e.takeoff_id JOIN projects p ON p.id = t.project_id \
             JOIN documents d ON d.id = t.document_id WHERE e.id = ? AND e.status IN ('queued', 'processing')",
            params![id],
        )?;
        let Some(row) = row else { return Ok(None) };
        let document = Document {
            id: row.text("document_id")?,
            blob_key: row.text("document_key")?,
            media_type: row.opt_text("content_type")?.unwrap_or_default(),
            pages: row.json("pages")?,
        };
        let sheet_number = match document.pages.as_slice() {
            [only] => sheet_number(db, &document.id, *only)?,
            _ => None,
        };
        let format = row.text("format")?;
        // Formats that show pages mark the positions of the evidence.
        let shows_pages = ExportFormat::parse(&format).is_some_and(ExportFormat::shows_pages);
        let include_evidence = row.flag("include_evidence")? || shows_pages;
        let units: UnitSystem = row.name("units")?;
        Ok(Some(Self {
            id: id.to_string(),
            format,
            units,
            accepted_only: row.flag("accepted_only")?,
            created_at: row.text("created_at")?,
            blob_key: row.text("blob_key")?,
            takeoff_completed: row.text("takeoff_status")? == "completed",
            makers: row.opt_json("makers")?.unwrap_or_default(),
            document,
            sheet_number,
            request_id: row.opt_text("request_id")?,
            header: Header {
                takeoff_id: row.text("takeoff_id")?,
                project_name: row.text("project_name")?,
                project_reference: row.opt_text("reference")?,
                project_address: row.opt_text("address")?,
                document_filename: row.text("filename")?,
                discipline: row.name::<Discipline>("discipline")?.into(),
                completed_at: row.opt_text("completed_at")?.unwrap_or_default(),
                units: units.into(),
                include_evidence,
                document_url: row.opt_text("document_url")?,
                component: row.opt_text("component")?.unwrap_or_default(),
            },
        }))
    }

    /// Marks it as started. Returns `false` if it was deleted in the meantime.
    pub(crate) fn begin(&self, db: &Db) -> DbResult<bool> {
        let changed = db.execute(
            "UPDATE exports SET status = 'processing' WHERE id = ? AND status IN ('queued', 'processing')",
            params![&self.id],
        )?;
        Ok(changed > 0)
    }

    /// Records the file and charges the hold of the export, if any.
    pub(crate) fn complete(&self, db: &Db, written: &Written) -> DbResult<()> {
        let name = filename(
            &self.header.project_name,
            self.sheet_number.as_deref(),
            &self.header.document_filename,
            &written.extension,
        );
        let size = i64::try_from(written.size).unwrap_or(i64::MAX);
        db.transaction(|tx| {
            let held = ledger::outstanding(tx.db(), &self.id)?;
            let changed = tx.execute(
                "UPDATE exports SET status = 'completed', filename = ?, media_type = ?, size_bytes = ?, \
                 credits_charged = ?, completed_at = ?, component = ? WHERE id = ? AND status = 'processing'",
                params![name, &written.media_type, size, held, now(), &written.component, &self.id],
            )?;
            if changed > 0 && held > 0.0 {
                ledger::charge(tx, &self.id, held, "export completed", &now())?;
                usage::record_charge(tx, self.request_id.as_deref(), &self.id, held, &now())?;
            }
            Ok::<(), DbError>(())
        })
    }
}

/// Fails the export without a charge. Does nothing if it has already ended.
pub(crate) fn fail(db: &Db, id: &str, problem: &Problem) -> DbResult<()> {
    db.transaction(|tx| {
        let changed = tx.execute(
            "UPDATE exports SET status = 'failed', failure_code = ?, failure_message = ?, credits_charged = 0, \
             completed_at = ? WHERE id = ? AND status IN ('queued', 'processing')",
            params![problem.code.as_str(), &problem.message, now(), id],
        )?;
        if changed > 0 {
            ledger::release(tx, id, "the export failed", &now())?;
        }
        Ok::<(), DbError>(())
    })
}

/// Releases the hold of an export that no longer exists.
pub(crate) fn release_orphan(db: &Db, id: &str) -> DbResult<()> {
    db.transaction(|tx| {
        if tx.query_opt("SELECT id FROM exports WHERE id = ?", params![id])?.is_none() {
            ledger::release(tx, id, "the export was deleted", &now())?;
        }
        Ok::<(), DbError>(())
    })
}

fn sheet_number(db: &Db, document_id: &str, page: u32) -> DbResult<Option<String>> {
    let row = db.query_opt(
        "SELECT sheet_number FROM document_pages WHERE document_id = ? AND number = ?",
        params![document_id, page],
    )?;
    row.map_or(Ok(None), |row| row.opt_text("sheet_number"))
}
