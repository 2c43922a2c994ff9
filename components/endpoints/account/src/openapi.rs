//! The operations of this component, described.

use plumbline_contract::billing::{Credits, UsageReport};
use plumbline_endpoint::operation::{Answer, Area, Cut, Operation};

use crate::{ROUTES, usage};

/// Every operation, described.
pub fn operations() -> Vec<Operation> {
    vec![
        Operation::of(ROUTES, "credits.get", Area::Billing, Cut::Core, "Read the credits and the rate card")
            .answer(Answer::ok::<Credits>("The account's credits.")),
        Operation::of(ROUTES, "usage.report", Area::Usage, Cut::Core, "Report what was used")
            .about("At most 366 days, those of UTC. `format` `csv` answers the rows as a table with a header row.")
            .query(usage::read_filter)
            .answer(
                Answer::ok::<UsageReport>("The report.")
                    .also("text/csv", |generator| generator.subschema_for::<String>()),
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
