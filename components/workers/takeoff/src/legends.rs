//! Sheets of a project's other documents that explain its drawings, because a legend may be in a separate file.

use plumbline_database::{Db, DbResult, Row, params};
use plumbline_notation::language::legend;

/// Most sheets of other documents to read. A project has a few that explain the others.
const MAX_SHEETS: usize = 12;

/// Maximum length, in pages, of a document that is recognized as a legend by its file name alone.
const MAX_PAGES: i64 = 3;

/// Returns the keys of sheets in the project's other documents that have a word for a legend in their title, or in the
/// name of a short file. The newest document comes first.
pub(crate) fn of_other_documents(db: &Db, document_id: &str) -> DbResult<Vec<String>> {
    let rows = db.query(
        "SELECT p.sheet_key, p.sheet_title, d.filename, d.page_count FROM document_pages p \
         JOIN documents d ON d.id = p.document_id JOIN documents own ON own.project_id = d.project_id \
         WHERE own.id = ? AND d.id <> own.id AND d.status = 'ready' AND p.sheet_key IS NOT NULL \
         ORDER BY d.created_at DESC, d.id, p.number",
        params![document_id],
    )?;
    let mut out = Vec::new();
    for row in &rows {
        if is_legend(row)? {
            out.extend(row.opt_text("sheet_key")?);
        }
        if out.len() == MAX_SHEETS {
            break;
        }
    }
    Ok(out)
}

fn is_legend(row: &Row) -> DbResult<bool> {
    let has_word = |text: &str| {
        let text = text.to_lowercase();
        legend::TITLE_PART.all().any(|word| text.contains(word))
    };
    let short = row.opt_int("page_count")?.is_none_or(|pages| pages <= MAX_PAGES);
    Ok(row.opt_text("sheet_title")?.is_some_and(|title| has_word(&title)) || short && has_word(&row.text("filename")?))
}

/// Returns the keys of the sheets to survey: the document's own, then its first one again, then those of other
/// documents. The repeated key shows the extractor where its own document ends.
pub(crate) fn keys(own: Vec<String>, others: Vec<String>) -> Vec<String> {
    let (false, Some(first)) = (others.is_empty(), own.first().cloned()) else { return own };
    own.into_iter().chain(std::iter::once(first)).chain(others).collect()
}
