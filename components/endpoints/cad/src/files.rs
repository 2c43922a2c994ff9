//! A CAD file of a document.

use plumbline_contract::{CadFormat, CadPayment, ProblemCode};
use plumbline_endpoint::{Context, Fields, OperationError, Outcome, Request, validate};

use crate::status;
use crate::user::require_user;

/// The requested conversion.
pub(crate) struct NewCadFile {
    format: CadFormat,
    pay: Option<CadPayment>,
}

/// Reads the body.
pub(crate) fn read(fields: &mut Fields<'_>) -> NewCadFile {
    NewCadFile { format: fields.name_or("format", CadFormat::Dxf), pay: fields.name("pay") }
}

/// Handles `POST /documents/{document_id}/cad-files`. This server does not have a writer of CAD files yet, so requests
/// that are otherwise valid are refused as not enabled, before anything is charged.
pub(crate) fn create(context: &Context<'_>, request: &Request) -> Outcome {
    require_user(context)?;
    let new = validate(request, read)?;
    let found = status::find(context, &context.id("document_id")?)?;
    let payment = new.pay.map_or("nothing", CadPayment::as_str);
    Err(OperationError::problem(
        ProblemCode::NotEnabled,
        format!(
            "Conversion to {} is not installed on this server. {} was not converted, and nothing was charged \
             (requested payment: {payment}). See `cad` in GET /capabilities.",
            new.format, found.filename
        ),
    ))
}
