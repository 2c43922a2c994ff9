//! The operations of this component, described.

use plumbline_contract::{Export, IdKind, ProblemCode as P};
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};

use crate::{ROUTES, create};

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, summary| Operation::new(ROUTES, (name, id), Area::Exports, Cut::Core, summary);
    vec![
        operation("exports.create", "createExport", "Export a takeoff")
            .about(
                "`accepted_only` exports accepted items only, not those that an agent accepted and nobody has confirmed. `include_evidence` adds the place of each item on its page. \
                 Credits are held at once and charged when the file is written. Links in the file lead to the original \
                 drawing. They are signed for 7 days and open without signing in. The file has links only if the \
                 credential has the scope `documents:read`.",
            )
            .body("ExportCreate", |fields| create::read(fields, &[]))
            .example("An Excel workbook of the accepted items", example("create"))
            .response(
                ResponseSpec::accepted::<Export>("The queued export.")
                    .example(example("queued"))
                    .link("exports.get", "export_id", "/id"),
            )
            .idempotent()
            .problems(&[
                P::NotFound,
                P::InsufficientCredits,
                P::TakeoffNotCompleted,
                P::ExternalRefConflict,
                P::NotEnabled,
                P::QuotaExceeded,
            ]),
        operation("exports.get", "getExport", "Get an export")
            .about("`download` is present when the export is completed.")
            .id("export_id", IdKind::Export)
            .response(ResponseSpec::ok::<Export>("The export.").example(example("completed")))
            .if_none_match(),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
