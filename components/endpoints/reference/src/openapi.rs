//! The operations of this component, described.

use plumbline_contract::reference::{DisciplineEntry, EventKindEntry, ExportFormatEntry, WholeList};
use plumbline_contract::taxonomy::Taxonomy;
use plumbline_contract::units::Unit;
use plumbline_endpoint::operation::{Answer, Area, Cut, Operation};

use crate::ROUTES;

/// Every operation, described.
pub fn operations() -> Vec<Operation> {
    let operation = |name, cut, summary, answer| {
        Operation::of(ROUTES, name, Area::Reference, cut, summary).answer(answer).unless_matched()
    };
    let list = "Every entry.";
    vec![
        operation("reference.units", Cut::Core, "List units", Answer::ok::<WholeList<Unit>>(list)),
        operation("reference.taxonomy", Cut::Core, "Read the taxonomy", Answer::ok::<Taxonomy>("The whole taxonomy.")),
        operation(
            "reference.disciplines",
            Cut::Core,
            "List disciplines",
            Answer::ok::<WholeList<DisciplineEntry>>(list),
        ),
        operation(
            "reference.export_formats",
            Cut::Core,
            "List export formats that are installed",
            Answer::ok::<WholeList<ExportFormatEntry>>(list),
        ),
        operation(
            "reference.event_kinds",
            Cut::Beta,
            "List kinds of event",
            Answer::ok::<WholeList<EventKindEntry>>(list),
        ),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_is_described() {
        assert_eq!(plumbline_endpoint::operation::gaps(super::ROUTES, &super::operations()), [""; 0]);
    }
}
