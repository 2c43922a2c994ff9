//! Helpers shared by the tests of several files.

use plumbline_contract::Trade as Contract;

use crate::kinds::{Class, Trade};

/// Converts a trade to the contract's type.
pub(crate) fn contract(trade: Trade) -> Contract {
    match trade {
        Trade::Electrical => Contract::Electrical,
        Trade::Mechanical => Contract::Mechanical,
        Trade::Plumbing => Contract::Plumbing,
        Trade::FireProtection => Contract::FireProtection,
        Trade::Structural => Contract::Structural,
        Trade::Architectural => Contract::Architectural,
        Trade::Civil => Contract::Civil,
        Trade::Process => Contract::Process,
        Trade::Other => Contract::Other,
    }
}

/// Returns the item type of a class, or `mark`, or `-`.
pub(crate) fn code(class: Option<Class>) -> &'static str {
    match class {
        Some(Class::Item(kind)) => kind.item_type,
        Some(Class::Line(line)) => line.item_type,
        Some(Class::Mark) => "mark",
        None => "-",
    }
}
