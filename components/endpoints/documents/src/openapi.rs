//! The operations of this component, described.

use plumbline_contract::{Document, DocumentWithUpload, IdKind, Page, ProblemCode as P};
use plumbline_endpoint::operation::{Answer, Area, Cut, Header, Operation};

use crate::{ROUTES, create, documents};

/// Every operation, described.
pub fn operations() -> Vec<Operation> {
    let operation = |name, summary| Operation::of(ROUTES, name, Area::Documents, Cut::Core, summary);
    let one = |name, summary| operation(name, summary).id("document_id", IdKind::Document);
    vec![
        operation("documents.create", "Create a document")
            .about(
                "With a `source` of type `url` the service fetches the file over HTTPS, at most 50 MB. With type `upload` \
                 the caller sends the bytes with an HTTP PUT to `upload.url` within 15 minutes, with every header of \
                 `upload.headers`, and then calls the complete operation. PDF, DWG, DXF, PNG and JPEG are taken.",
            )
            .body("DocumentCreate", create::read)
            .answer(
                Answer::created::<DocumentWithUpload>("The document, and the slot for its bytes.")
                    .then("documents.get", "document_id", "/document/id")
                    .then("documents.complete", "document_id", "/document/id")
                    .then("documents.delete", "document_id", "/document/id"),
            )
            .answer(
                Answer::accepted::<Document>("The document, whose file is being fetched.")
                    .then("documents.get", "document_id", "/id"),
            )
            .idempotent()
            .problems(&[P::NotFound, P::ExternalRefConflict, P::SourceUnreachable, P::QuotaExceeded]),
        operation("documents.list", "List documents, newest first")
            .list(documents::read_filter)
            .answer(Answer::ok::<Page<Document>>("A page of documents, without their `pages`.")),
        one("documents.get", "Read a document, with its pages when it is ready")
            .answer(Answer::ok::<Document>("The document."))
            .unless_matched(),
        one("documents.delete", "Delete a document and its takeoffs")
            .answer(Answer::empty(204, "The document is gone.")),
        one("documents.complete", "Complete the upload")
            .about("Completing an upload again changes nothing.")
            .answer(
                Answer::accepted::<Document>("The document, being read.").then("documents.get", "document_id", "/id"),
            )
            .problems(&[P::UploadMissing, P::UploadExpired]),
        one("documents.download", "Download the original file")
            .answer(
                Answer::empty(302, "The file is at the signed address, for 10 minutes.").header(Header::Location),
            )
            .problems(&[P::DocumentNotReady, P::UploadMissing, P::UploadExpired]),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_is_described() {
        assert_eq!(plumbline_endpoint::operation::gaps(super::ROUTES, &super::operations()), [""; 0]);
    }
}
