//! The operations of this component, described.

use plumbline_contract::billing::{Credits, UsageReport};
use plumbline_endpoint::operation::{Area, Cut, Operation, ResponseSpec};

use crate::{ROUTES, usage};

/// The report of the example `usage` as a table.
const USAGE_CSV: &str = "key,requests,errors,units,credits,p95_ms\r\ntakeoffs.create,1,0,1,10,12\r\n";

/// Returns the descriptions of the operations.
pub fn operations() -> Vec<Operation> {
    vec![
        Operation::new(ROUTES, ("credits.get", "getCredits"), Area::Billing, Cut::Core, "Get credits")
            .about("Returns the balance and the rate card.")
            .response(ResponseSpec::ok::<Credits>("The credits of the account.").example(example("credits"))),
        Operation::new(ROUTES, ("usage.report", "getUsageReport"), Area::Usage, Cut::Core, "Get a usage report")
            .about("Covers at most 366 days in UTC. `format` `csv` gives the rows as a table with a header row.")
            .query(usage::read_filter)
            .response(
                ResponseSpec::ok::<UsageReport>("The report.")
                    .example(example("usage"))
                    .media_type("text/csv", |generator| generator.subschema_for::<String>())
                    .example(USAGE_CSV),
            ),
    ]
}

plumbline_endpoint::examples!();
plumbline_endpoint::test_descriptions!();
