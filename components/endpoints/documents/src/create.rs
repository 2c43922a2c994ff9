//! Create a document, from an address or by an upload.

use plumbline_contract::enums::Named;
use plumbline_contract::{
    Discipline, Document, DocumentKind, DocumentStatus, DocumentWithUpload, IdKind, Metadata, Problem, Upload, new_id,
    upload_types,
};
use plumbline_db::{outbox, params};
use plumbline_endpoint::owned::{self, Referenced};
use plumbline_endpoint::validate::Form;
use plumbline_endpoint::{Context, Failed, Fields, Outcome, Query, Request, Response, idempotent, validate};
use serde_json::json;

/// Where the bytes come from.
enum Source {
    Url(String),
    Upload { content_type: Option<String> },
}

/// A media type that may be declared.
struct ContentType(String);

impl Named for ContentType {
    const NAMES: &'static [&'static str] = upload_types::CONTENT_TYPES;

    fn named(name: &str) -> Option<Self> {
        Self::NAMES.contains(&name).then(|| Self(name.to_owned()))
    }
}

/// Body of a creation.
pub(crate) struct NewDocument {
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
    let new = validate(request, read)?;
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

/// Reads the body.
pub(crate) fn read(fields: &mut Fields<'_>) -> NewDocument {
    NewDocument {
        project_id: fields.required_id("project_id", IdKind::Project),
        filename: fields.required_text("filename", 1, 255),
        source: fields.required_object("source", source).flatten(),
        kind: fields.name_or("kind", DocumentKind::Drawing),
        discipline_hint: fields.name("discipline_hint"),
        external_ref: fields.text("external_ref", 1, 128),
        metadata: fields.metadata().unwrap_or_default(),
    }
}

fn source(fields: &mut Fields<'_>) -> Option<Source> {
    fields.forms("type", &[Form { name: "url", read: url }, Form { name: "upload", read: upload }])
}

fn url(fields: &mut Fields<'_>) -> Source {
    let check = |url: &str| {
        if may_be_fetched(url) { Ok(()) } else { Err("must be an absolute https address".to_owned()) }
    };
    Source::Url(fields.required_url("url", 2048, check))
}

fn upload(fields: &mut Fields<'_>) -> Source {
    fields.integer("size_bytes", 1, upload_types::MAX_BYTES.cast_signed());
    let content_type: Option<ContentType> = fields.name("content_type");
    Source::Upload { content_type: content_type.map(|ContentType(name)| name) }
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
