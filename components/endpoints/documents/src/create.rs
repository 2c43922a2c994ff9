//! Create a document, from an address or by an upload.

use plumbline_contract::enums::Named;
use plumbline_contract::{
    Discipline, Document, DocumentKind, DocumentStatus, DocumentWithUpload, IdKind, Metadata, Problem, Upload, new_id,
    upload_types,
};
use plumbline_db::{outbox, params};
use plumbline_endpoint::owned::{self, Referenced};
use plumbline_endpoint::{Context, Failed, Fields, Outcome, Query, Request, Response, idempotent, validate};
use serde_json::json;

/// Where the bytes come from.
enum Source {
    Url(String),
    Upload { content_type: Option<String> },
}

/// The two forms of a source.
#[derive(Clone, Copy)]
enum SourceType {
    Url,
    Upload,
}

impl Named for SourceType {
    const NAMES: &'static [&'static str] = &["url", "upload"];

    fn named(name: &str) -> Option<Self> {
        match name {
            "url" => Some(Self::Url),
            "upload" => Some(Self::Upload),
            _ => None,
        }
    }
}

/// A media type that may be declared.
struct ContentType(String);

impl Named for ContentType {
    const NAMES: &'static [&'static str] = upload_types::CONTENT_TYPES;

    fn named(name: &str) -> Option<Self> {
        Self::NAMES.contains(&name).then(|| Self(name.to_owned()))
    }
}

struct NewDocument {
    project_id: String,
    filename: String,
    source: Option<Source>,
    kind: DocumentKind,
    discipline_hint: Option<Discipline>,
    external_ref: Option<String>,
    metadata: Metadata,
}

/// `POST /documents`
pub(crate) fn create(context: &Context<'_>, request: &Request) -> Outcome {
    Query::none(request)?;
    let new = validate(request, |fields| NewDocument {
        project_id: fields.required_text("project_id", 0, 128),
        filename: fields.required_text("filename", 1, 255),
        source: fields.required_object("source", source).flatten(),
        kind: fields.name("kind").unwrap_or(DocumentKind::Drawing),
        discipline_hint: fields.name("discipline_hint"),
        external_ref: fields.text("external_ref", 1, 128),
        metadata: fields.metadata().unwrap_or_default(),
    })?;
    let Some(source) = &new.source else { return Err(Failed::Internal("a source passed validation".to_owned())) };
    idempotent(context, request, |tx| {
        if tx.one("SELECT id FROM projects WHERE id = ?", params![&new.project_id])?.is_none() {
            return Err(Problem::not_found().into());
        }
        let id = new_id(IdKind::Document);
        owned::require_free_ref(tx, Referenced::Documents, &id, new.external_ref.as_deref())?;
        let blob_key = format!("documents/{id}/original");
        let upload = match source {
            Source::Url(_) => None,
            Source::Upload { content_type } => Some(context.host.sign_upload(
                &blob_key,
                content_type.as_deref(),
                upload_types::MAX_BYTES,
                upload_types::SLOT_SECONDS,
            )),
        };
        let status = if upload.is_some() { DocumentStatus::AwaitingUpload } else { DocumentStatus::Ingesting };
        let document = Document {
            id,
            project_id: new.project_id.clone(),
            filename: new.filename.clone(),
            kind: new.kind,
            status,
            external_ref: new.external_ref.clone(),
            page_count: None,
            pages: None,
            size_bytes: None,
            failure: None,
            metadata: new.metadata.clone(),
            created_at: context.now.clone(),
            ready_at: None,
            retain_until: None,
        };
        let (content_type, source_url) = match source {
            Source::Url(url) => (None, Some(url)),
            Source::Upload { content_type } => (content_type.as_ref(), None),
        };
        tx.execute(
            "INSERT INTO documents (id, project_id, filename, kind, status, discipline_hint, external_ref, content_type, \
             source_url, blob_key, metadata, upload_expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                &document.id,
                &document.project_id,
                &document.filename,
                document.kind.as_str(),
                status.as_str(),
                new.discipline_hint.map(Discipline::as_str),
                document.external_ref.as_ref(),
                content_type,
                source_url,
                &blob_key,
                serde_json::to_string(&document.metadata).map_err(|error| Failed::Internal(error.to_string()))?,
                upload.as_ref().map(|upload| &upload.expires_at),
                &context.now,
            ],
        )?;
        let location = context.url(&format!("/documents/{}", document.id));
        match upload {
            Some(upload) => {
                let upload = Upload {
                    url: upload.url,
                    method: "PUT",
                    headers: upload.headers.into_iter().collect(),
                    expires_at: upload.expires_at,
                };
                Response::created(location, &DocumentWithUpload { document, upload })
            }
            None => {
                outbox::enqueue(
                    tx,
                    &new_id(IdKind::Job),
                    "ingest",
                    &json!({"document_id": document.id}),
                    &context.now,
                )?;
                Response::accepted(location, &document)
            }
        }
    })
}

fn source(fields: &mut Fields<'_>) -> Option<Source> {
    match fields.required_name("type") {
        Some(SourceType::Url) => {
            let url = fields.required_text("url", 1, 2048);
            if !url.is_empty() && !may_be_fetched(&url) {
                fields.fail("url", "must be an absolute https address");
            }
            Some(Source::Url(url))
        }
        Some(SourceType::Upload) => {
            let size = fields.integer("size_bytes", 1);
            if size.is_some_and(|size| size.unsigned_abs() > upload_types::MAX_BYTES) {
                fields.fail("size_bytes", format!("must be at most {} bytes (50 MB)", upload_types::MAX_BYTES));
            }
            let content_type: Option<ContentType> = fields.name("content_type");
            Some(Source::Upload { content_type: content_type.map(|ContentType(name)| name) })
        }
        None => {
            // Without its type nothing is known of the rest: it is not called wrong as well.
            for name in ["url", "size_bytes", "content_type"] {
                fields.skip(name);
            }
            None
        }
    }
}

/// Whether an address may be asked for: https, or http on this very machine, which the host refuses unless it is set up
/// for development. The host checks what the address resolves to.
fn may_be_fetched(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once(':').map_or(authority, |(host, port)| {
        if port.bytes().all(|byte| byte.is_ascii_digit()) { host } else { authority }
    });
    let plain = url.bytes().all(|byte| byte.is_ascii_graphic() && !br#""<>\^`{|}"#.contains(&byte));
    let known = scheme.eq_ignore_ascii_case("https")
        || (scheme.eq_ignore_ascii_case("http") && matches!(host, "localhost" | "127.0.0.1" | "[::1]"));
    known && plain && !host.is_empty() && !authority.contains('@')
}

#[cfg(test)]
mod tests {
    use super::may_be_fetched;

    #[test]
    fn only_https_addresses_of_other_machines() {
        for url in [
            "https://example.test/a.pdf?x=1",
            "HTTPS://example.test",
            "http://127.0.0.1:8000/a.pdf",
            "https://[2001:db8::1]/a",
        ] {
            assert!(may_be_fetched(url), "{url}");
        }
        for url in [
            "http://example.test/a.pdf",
            "ftp://example.test/a",
            "https://",
            "https:///a",
            "example.test/a.pdf",
            "file:///etc/passwd",
            "https://user:secret@example.test/",
            "https://example.test/a b",
            "http://127.0.0.1.example.test/",
        ] {
            assert!(!may_be_fetched(url), "{url}");
        }
    }
}
