//! The document in the database: the data that the job reads, and the records of its steps.

use crate::disciplines::trade_of_sheet;
use plumbline_contract::timestamp::now;
use plumbline_database::{Db, DbResult, Row, params};
use plumbline_worker::Problem;
use plumbline_worker::host::{Blobs, ComponentRef, Page};
use serde::Deserialize;
use std::collections::BTreeSet;

/// A document that is being ingested.
#[derive(Deserialize)]
pub(crate) struct Document {
    pub(crate) id: String,
    pub(crate) filename: String,
    pub(crate) content_type: Option<String>,
    pub(crate) source_url: Option<String>,
    pub(crate) blob_key: String,
    /// Maximum size of a fetched file in bytes, if the quota allows less than the largest file.
    pub(crate) reserved_bytes: Option<u64>,
}

impl Document {
    /// Loads the document if it still waits for this job: not deleted, not ready, not failed.
    pub(crate) fn ingesting(db: &Db, id: &str) -> DbResult<Option<Self>> {
        let row = db.query_opt(
            "SELECT id, filename, content_type, source_url, blob_key, reserved_bytes FROM documents \
             WHERE id = ? AND status = 'ingesting'",
            params![id],
        )?;
        row.map(Row::read).transpose()
    }

    /// Returns the key of a page's sheet.
    pub(crate) fn sheet_key(&self, page_number: u32) -> String {
        format!("documents/{}/sheets/{page_number}", self.id)
    }

    /// Returns the numbers of the pages that are already recorded.
    pub(crate) fn recorded_pages(&self, db: &Db) -> DbResult<BTreeSet<u32>> {
        let rows = db.query("SELECT number FROM document_pages WHERE document_id = ?", params![&self.id])?;
        rows.iter().map(|row| row.count("number")).collect()
    }

    /// Records the size of a fetched file, which counts against the quota even if the document fails.
    pub(crate) fn record_size(&self, db: &Db, size_bytes: u64) -> DbResult<()> {
        let size = i64::try_from(size_bytes).unwrap_or(i64::MAX);
        db.execute("UPDATE documents SET size_bytes = ? WHERE id = ?", params![size, &self.id])?;
        Ok(())
    }

    /// Records a page that was read.
    pub(crate) fn record_page(&self, db: &Db, number: u32, page: &Page) -> DbResult<()> {
        let trade = page.sheet_number.as_deref().and_then(trade_of_sheet);
        self.insert_page(db, number, Some(page), trade, None)
    }

    /// Records a page that could not be read, with the reason.
    pub(crate) fn record_unreadable_page(&self, db: &Db, number: u32, problem: &str) -> DbResult<()> {
        self.insert_page(db, number, None, None, Some(problem))
    }

    fn insert_page(
        &self,
        db: &Db,
        number: u32,
        page: Option<&Page>,
        trade: Option<&str>,
        problem: Option<&str>,
    ) -> DbResult<()> {
        // The document may have been deleted in the meantime. Then nothing is recorded, and the foreign key is not
        // violated.
        db.execute(
            "INSERT INTO document_pages (document_id, number, sheet_number, sheet_title, has_text, has_vectors, \
             rotation, width_pt, height_pt, disciplines, sheet_key, problem) \
             SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM documents WHERE id = ? \
             ON CONFLICT (document_id, number) DO NOTHING",
            params![
                number,
                page.and_then(|p| p.sheet_number.as_deref()),
                page.and_then(|p| p.sheet_title.as_deref()),
                page.is_some_and(|p| p.has_text),
                page.is_some_and(|p| p.has_vectors),
                page.map_or(0, |p| p.rotation),
                page.map_or(0.0, |p| f64::from(p.width)),
                page.map_or(0.0, |p| f64::from(p.height)),
                trade.map(|trade| format!("[\"{trade}\"]")),
                page.map(|_| self.sheet_key(number)),
                problem,
                &self.id,
            ],
        )?;
        Ok(())
    }

    /// Returns the problem of the first page if no page could be read.
    pub(crate) fn problem_of_all_pages(&self, db: &Db) -> DbResult<Option<String>> {
        let row = db.query_opt(
            "SELECT problem FROM document_pages WHERE document_id = ? AND problem IS NOT NULL AND NOT EXISTS \
             (SELECT 1 FROM document_pages WHERE document_id = ? AND sheet_key IS NOT NULL) ORDER BY number LIMIT 1",
            params![&self.id, &self.id],
        )?;
        row.map(|row| row.text("problem")).transpose()
    }

    /// Marks the document as ready, and records its reader and the bytes of the file and of its sheets.
    pub(crate) fn ready(
        &self,
        db: &Db,
        media_type: &str,
        page_count: u32,
        (size_bytes, sheet_bytes): (u64, u64),
        reader: Option<&ComponentRef>,
    ) -> DbResult<()> {
        let [size, sheets] = [size_bytes, sheet_bytes].map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX));
        db.execute(
            "UPDATE documents SET status = 'ready', content_type = ?, page_count = ?, size_bytes = ?, sheet_bytes = ?, ready_at = ?, \
             reader = ? \
             WHERE id = ? AND status = 'ingesting'",
            params![media_type, page_count, size, sheets, now(), reader.map(as_json), &self.id],
        )?;
        Ok(())
    }
}

fn as_json(component: &ComponentRef) -> String {
    serde_json::json!(component).to_string()
}

/// Marks a document as failed, unless it has already ended. Records the bytes of its sheets, which stay until the
/// document is deleted.
pub(crate) fn fail(db: &Db, blobs: &impl Blobs, id: &str, problem: &Problem) -> DbResult<()> {
    let sheets = db.query(
        "SELECT sheet_key FROM document_pages WHERE document_id = ? AND sheet_key IS NOT NULL ORDER BY number",
        params![id],
    )?;
    let mut sheet_bytes = 0;
    for row in &sheets {
        // A sheet that cannot be found does not use space.
        sheet_bytes += blobs.size(&row.text("sheet_key")?).unwrap_or_default();
    }
    db.execute(
        "UPDATE documents SET status = 'failed', failure_code = ?, failure_message = ?, sheet_bytes = ? \
         WHERE id = ? AND status = 'ingesting'",
        params![problem.code.as_str(), problem.message.as_str(), i64::try_from(sheet_bytes).unwrap_or(i64::MAX), id],
    )?;
    Ok(())
}
