//! The operations of this component, described.

use plumbline_contract::{Export, IdKind, ProblemCode as P};
use plumbline_endpoint::operation::{Answer, Area, Cut, Operation};

use crate::{ROUTES, create};

/// Every operation, described.
pub fn operations() -> Vec<Operation> {
    let operation = |name, summary| Operation::of(ROUTES, name, Area::Exports, Cut::Core, summary);
    vec![
        operation("exports.create", "Export a takeoff")
            .about(
                "`accepted_only` limits the export to accepted items; `include_evidence` adds where on its page each item \
                 is proved. The credits are held at once and charged when the file is written.",
            )
            .body("ExportCreate", |fields| create::read(fields, &[]))
            .answer(Answer::accepted::<Export>("The export, queued.").then("exports.get", "export_id", "/id"))
            .idempotent()
            .problems(&[
                P::NotFound,
                P::InsufficientCredits,
                P::TakeoffNotCompleted,
                P::ExternalRefConflict,
                P::NotEnabled,
                P::QuotaExceeded,
            ]),
        operation("exports.get", "Read an export, with its download link when it is completed")
            .id("export_id", IdKind::Export)
            .answer(Answer::ok::<Export>("The export."))
            .unless_matched(),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_is_described() {
        assert_eq!(plumbline_endpoint::operation::gaps(super::ROUTES, &super::operations()), [""; 0]);
    }
}
