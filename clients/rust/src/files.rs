//! Files: document uploads, export downloads and pictures.

use std::path::Path;

use crate::call::Request;
use crate::types::{Document, DocumentCreate, DocumentCreateSource, Export};
use crate::{Client, Error, operations};

/// The status of a PUT to a signed address that has its file already.
const PRECONDITION_FAILED: u16 = 412;

impl Client {
    /// Uploads a drawing as a document of a project and waits until it is ready. PDF, DWG, DXF, PNG and JPEG files are
    /// supported.
    ///
    /// # Errors
    /// [`Error::File`] if the file cannot be read, [`Error::Failed`] if the service cannot read the drawing.
    pub async fn upload(&self, project_id: &str, path: impl AsRef<Path>) -> Result<Document, Error> {
        let path = path.as_ref();
        let file = |source| Error::File { path: path.to_owned(), source };
        let name = path.file_name().ok_or_else(|| file(std::io::ErrorKind::IsADirectory.into()))?;
        let bytes = tokio::fs::read(path).await.map_err(file)?;
        self.upload_bytes(project_id, &name.to_string_lossy(), bytes).await
    }

    /// Uploads a drawing from memory, like [`Client::upload`].
    ///
    /// # Errors
    /// See [`Client::upload`].
    pub async fn upload_bytes(&self, project_id: &str, filename: &str, bytes: Vec<u8>) -> Result<Document, Error> {
        let source = DocumentCreateSource::upload(filename, bytes.len());
        let body = DocumentCreate::new(project_id, filename, source);
        let document = self.upload_document(&body, bytes).await?;
        self.wait(&document).await
    }

    /// Creates a document with a `source` of type `upload`, sends its file and completes the upload. Returns the document
    /// while the service reads it; [`Client::wait`] waits until it is ready.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn upload_document(&self, body: &DocumentCreate, bytes: Vec<u8>) -> Result<Document, Error> {
        let created = self.call(operations::create_document(body)).await?;
        let operations::CreateDocumentAnswer::DocumentWithUpload(slot) = created else {
            return Err(Error::Unexpected {
                what: format!("document {}", body.filename),
                why: "the answer has no address for the upload; use a source of type `upload`".to_owned(),
            });
        };
        let request = Request {
            method: "PUT",
            url: slot.upload.url,
            headers: slot.upload.headers.into_iter().collect(),
            body: Some(bytes),
            repeatable: true,
            authorized: false,
        };
        match self.transfer(&request).await {
            // The response to an earlier attempt was lost, but the file has arrived. A file store says so with the
            // status alone.
            Err(error) if error.status() == Some(PRECONDITION_FAILED) => {}
            sent => drop(sent?),
        }
        self.call(operations::complete_upload(&slot.document.id).repeatable()).await
    }

    /// Returns the file of a completed export.
    ///
    /// # Errors
    /// [`Error::Unexpected`] if the export has no file yet. [`Client::wait`] waits for it.
    pub async fn download(&self, export: &Export) -> Result<Vec<u8>, Error> {
        let link = export.download.as_ref().ok_or_else(|| Error::Unexpected {
            what: format!("export {}", export.id),
            why: format!("it is {} and has no file", export.status),
        })?;
        self.transfer(&get(link.url.clone(), false)).await
    }

    /// Returns the original file of a document.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn download_document(&self, document_id: &str) -> Result<Vec<u8>, Error> {
        // The response redirects to a signed address. Credentials are sent only to the host they are for.
        let path = crate::call::segment(document_id);
        self.transfer(&get(format!("{}/documents/{path}/download", self.base()), true)).await
    }

    /// Returns a picture of a page as a PNG, or of a part of it: `[x_min, y_min, x_max, y_max]`, normalized to the page, origin
    /// top-left. Its longer side has at most 1,568 pixels.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn page_picture(
        &self,
        document_id: &str,
        page_number: u32,
        area: Option<[f64; 4]>,
    ) -> Result<Vec<u8>, Error> {
        let area = area.map(|corners| format!("?area={}", corners.map(|corner| format!("{corner:.9}")).join(",")));
        let path = crate::call::segment(document_id);
        let path = format!("documents/{path}/pages/{page_number}/picture{}", area.unwrap_or_default());
        self.transfer(&get(format!("{}/{path}", self.base()), true)).await
    }

    /// Returns a picture of the place where an item was found, as a PNG. The place is outlined.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn item_picture(&self, takeoff_id: &str, item_id: &str) -> Result<Vec<u8>, Error> {
        let [takeoff, item] = [takeoff_id, item_id].map(crate::call::segment);
        self.transfer(&get(format!("{}/takeoffs/{takeoff}/items/{item}/picture", self.base()), true)).await
    }

    /// Writes the file of a completed export to `path`.
    ///
    /// # Errors
    /// [`Error::File`] if the file cannot be written. See also [`Client::download`].
    pub async fn download_to(&self, export: &Export, path: impl AsRef<Path>) -> Result<(), Error> {
        let bytes = self.download(export).await?;
        let path = path.as_ref();
        tokio::fs::write(path, bytes).await.map_err(|source| Error::File { path: path.to_owned(), source })
    }
}

fn get(url: String, authorized: bool) -> Request {
    Request { method: "GET", url, headers: Vec::new(), body: None, repeatable: true, authorized }
}
