//! Request bodies with their required fields. Set other fields with `..`:
//! `ProjectCreate { reference: Some(…), ..ProjectCreate::new("North School") }`.

use crate::types::{
    Discipline, DocumentCreate, DocumentCreateSource, DocumentCreateSourceContentType, ExportCreate, ExportFormat,
    ProjectCreate, TakeoffCreate,
};

impl ProjectCreate {
    /// Returns the body of a project with this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            address: None,
            end_customer_ref: None,
            external_ref: None,
            metadata: None,
            reference: None,
        }
    }
}

impl DocumentCreate {
    /// Returns the body of a drawing.
    pub fn new(project_id: impl Into<String>, filename: impl Into<String>, source: DocumentCreateSource) -> Self {
        Self {
            project_id: project_id.into(),
            filename: filename.into(),
            source,
            discipline_hint: None,
            external_ref: None,
            kind: None,
            metadata: None,
        }
    }
}

impl DocumentCreateSource {
    /// Returns the source of a file that is uploaded next. The media type follows from the extension. For unknown
    /// extensions it is omitted, and the service detects the type from the content.
    pub fn upload(filename: &str, size_bytes: usize) -> Self {
        let extension = filename.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        use DocumentCreateSourceContentType as Type;
        let content_type = match extension.as_deref() {
            Some("pdf") => Some(Type::ApplicationPdf),
            Some("dwg") => Some(Type::ImageVndDwg),
            Some("dxf") => Some(Type::ApplicationDxf),
            Some("png") => Some(Type::ImagePng),
            Some("jpg" | "jpeg") => Some(Type::ImageJpeg),
            _ => None,
        };
        Self::Upload { content_type, size_bytes: u64::try_from(size_bytes).ok() }
    }

    /// Returns the source of a file that the service fetches over HTTPS.
    pub fn url(url: impl Into<String>) -> Self {
        Self::Url { url: url.into() }
    }
}

impl TakeoffCreate {
    /// Returns the body of a takeoff of all pages.
    pub fn new(document_id: impl Into<String>, discipline: Discipline) -> Self {
        Self {
            document_id: document_id.into(),
            discipline,
            external_ref: None,
            metadata: None,
            options: None,
            pages: None,
            scope: None,
        }
    }
}

impl ExportCreate {
    /// Returns the body of an export with default options.
    pub fn new(takeoff_id: impl Into<String>, format: ExportFormat) -> Self {
        Self { takeoff_id: Some(takeoff_id.into()), format, estimate_id: None, external_ref: None, options: None }
    }
}
