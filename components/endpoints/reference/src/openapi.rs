//! The operations of this component, described.

use plumbline_contract::event::EventKindEntry;
use plumbline_contract::reference::{DisciplineEntry, ExportFormatEntry, WholeList};
use plumbline_contract::taxonomy::{Taxonomy, VERSION};
use plumbline_contract::units::Unit;
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};
use serde_json::Value;

use crate::ROUTES;

/// Returns the example `taxonomy` with the present version of the taxonomy.
fn taxonomy_example() -> Value {
    let mut example = example("taxonomy");
    example["version"] = VERSION.into();
    example
}

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    let operation = |name, id, cut, (summary, description), response| {
        Operation::new(ROUTES, (name, id), Area::Reference, cut, summary)
            .about(description)
            .response(response)
            .if_none_match()
    };
    let list = "The whole list.";
    vec![
        operation(
            "reference.units",
            "listUnits",
            Cut::Core,
            ("List units", "The values of `unit`, each with its system and its factor to the SI unit."),
            ResponseSpec::ok::<WholeList<Unit>>(list).example(example("units")),
        ),
        operation(
            "reference.taxonomy",
            "getTaxonomy",
            Cut::Core,
            ("Get the taxonomy", "Trades, their categories and the types of items in them."),
            ResponseSpec::ok::<Taxonomy>("The whole taxonomy.").example(taxonomy_example()),
        ),
        operation(
            "reference.disciplines",
            "listDisciplines",
            Cut::Core,
            (
                "List disciplines",
                "The values of `discipline` of a takeoff. Capabilities list those that this server takes off.",
            ),
            ResponseSpec::ok::<WholeList<DisciplineEntry>>(list).example(example("disciplines")),
        ),
        operation(
            "reference.export_formats",
            "listExportFormats",
            Cut::Core,
            ("List export formats", "The values of `format` of an export, each with its price in credits."),
            ResponseSpec::ok::<WholeList<ExportFormatEntry>>("The formats that are installed.")
                .example(example("export_formats")),
        ),
        operation(
            "reference.event_kinds",
            "listEventKinds",
            Cut::Beta,
            ("List event kinds", "The kinds of events, each with its meaning."),
            ResponseSpec::ok::<WholeList<EventKindEntry>>(list).example(example("event_kinds")),
        ),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
