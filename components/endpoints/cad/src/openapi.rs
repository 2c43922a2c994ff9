//! The operations of this component, described.

use plumbline_contract::cad::{CadFile, CadStatus};
use plumbline_contract::{IdKind, ProblemCode as P};
use plumbline_endpoint::operation::{Answer, Area, Cut, Operation};

use crate::{ROUTES, files};

/// Every operation, described.
pub fn operations() -> Vec<Operation> {
    let operation = |name, summary| {
        Operation::of(ROUTES, name, Area::Cad, Cut::Core, summary)
            .id("document_id", IdKind::Document)
            .problems(&[P::ConsentRequired, P::DocumentNotReady])
    };
    vec![
        operation("cad.status", "Read whether a drawing can become CAD, and at what price")
            .about("Needs the token of a signed-in user. Converts and charges nothing.")
            .answer(Answer::ok::<CadStatus>("What can be had, and for how much.")),
        operation("cad.convert", "Convert a drawing to CAD")
            .about(
                "Needs the token of a signed-in user. Without `pay` nothing is charged; send it only after the user has agreed \
                 to the price.",
            )
            .body("CadFileCreate", files::read)
            .answer(Answer::ok::<CadFile>("The file, or what it costs."))
            .problem(P::NotEnabled),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_is_described() {
        assert_eq!(plumbline_endpoint::operation::gaps(super::ROUTES, &super::operations()), [""; 0]);
    }
}
