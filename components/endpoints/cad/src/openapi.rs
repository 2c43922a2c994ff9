//! The operations of this component, described.

use plumbline_contract::cad::{CadFile, CadStatus};
use plumbline_contract::{IdKind, ProblemCode as P};
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};

use crate::{ROUTES, files};

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| {
        Operation::new(ROUTES, (name, id), Area::Cad, Cut::Core, summary)
            .id("document_id", IdKind::Document)
            .problems(&[P::ConsentRequired, P::DocumentNotReady])
    };
    vec![
        operation("cad.status", "getCadStatus", "Get the CAD status of a document")
            .about(
                "Shows whether a drawing can be converted to CAD, and the prices. Requires the token of a signed-in \
                 user. Nothing is converted or charged.",
            )
            .response(ResponseSpec::ok::<CadStatus>("The status and the prices.").example(example("status"))),
        operation("cad.convert", "createCadFile", "Convert a drawing to CAD")
            .about(
                "Requires the token of a signed-in user. Without `pay`, nothing is charged. Send `pay` only after \
                 the user has agreed to the price.",
            )
            .body("CadFileCreate", files::read)
            .example("A DXF file", example("convert"))
            .response(ResponseSpec::ok::<CadFile>("The file, or its price.").example(example("purchase_required")))
            .problem(P::NotEnabled),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
