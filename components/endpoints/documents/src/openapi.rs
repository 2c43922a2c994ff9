//! The operations of this component, described.

use plumbline_contract::{Document, DocumentWithUpload, IdKind, Page, ProblemCode as P};
use plumbline_endpoint::operation::{Area, Cut, Header, Operation, ResponseSpec};
use plumbline_endpoint::picture::read_area;

use crate::{ROUTES, create, documents};

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| Operation::new(ROUTES, (name, id), Area::Documents, Cut::Core, summary);
    let one = |name, id, summary| operation(name, id, summary).id("document_id", IdKind::Document);
    vec![
        operation("documents.create", "createDocument", "Create a document")
            .about(
                "With a `source` of type `upload`, send the file with an HTTP PUT to `upload.url` within 15 minutes, with \
                 every header of `upload.headers`. Then complete the upload. With a `source` of type `url`, the service \
                 fetches the file over HTTPS, at most 50 MB. PDF, DWG, DXF, PNG and JPEG files are supported.",
            )
            .body("DocumentCreate", create::read)
            .example("Upload a file", example("create_upload"))
            .example("Fetch a file from an address", example("create_url"))
            .response(
                ResponseSpec::created::<DocumentWithUpload>("The document, and where to upload its file.")
                    .example(example("with_upload"))
                    .link("documents.get", "document_id", "/document/id")
                    .link("documents.complete", "document_id", "/document/id")
                    .link("documents.delete", "document_id", "/document/id"),
            )
            .response(
                ResponseSpec::accepted::<Document>("The document, while its file is being fetched.")
                    .example(example("ingesting"))
                    .link("documents.get", "document_id", "/id"),
            )
            .idempotent()
            .problems(&[P::NotFound, P::ExternalRefConflict, P::SourceUnreachable, P::QuotaExceeded]),
        operation("documents.list", "listDocuments", "List documents")
            .about("Newest first. Documents of a list come without their `pages`.")
            .list(documents::read_filter)
            .response(ResponseSpec::ok::<Page<Document>>("A page of documents.").example(example("list"))),
        one("documents.get", "getDocument", "Get a document")
            .about("`pages` is present when the document is ready.")
            .response(ResponseSpec::ok::<Document>("The document.").example(example("ready")))
            .if_none_match(),
        one("documents.delete", "deleteDocument", "Delete a document")
            .about("Also deletes its takeoffs and their exports.")
            .response(ResponseSpec::empty(204, "The document is deleted.")),
        one("documents.complete", "completeUpload", "Complete the upload")
            .about("Starts reading the uploaded file. Repeated calls have no further effect.")
            .response(
                ResponseSpec::accepted::<Document>("The document, while it is being read.")
                    .example(example("ingesting"))
                    .link("documents.get", "document_id", "/id"),
            )
            .problems(&[P::UploadMissing, P::UploadExpired]),
        one("documents.download", "downloadDocument", "Download the original file")
            .about("Redirects to the file as it was uploaded or fetched. The signed address needs no credential.")
            .response(
                ResponseSpec::empty(302, "The file is at the signed URL, which is valid for 10 minutes.")
                    .header(Header::Location),
            )
            .problems(&[P::DocumentNotReady, P::UploadMissing, P::UploadExpired]),
        one("documents.picture", "getPagePicture", "Get a picture of a page")
            .about(
                "Draws the page, or a part of it, at 200 dots per inch. The longer side has at most 1,568 pixels, so show a \
                 part to read small text. Pages of DXF and DWG files are drawn with another font.",
            )
            .page_number("page_number")
            .query(read_area)
            .response(ResponseSpec::picture("The picture."))
            .if_none_match()
            .problems(&[P::DocumentNotReady, P::NotEnabled]),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
