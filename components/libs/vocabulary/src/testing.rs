//! What the tests of several files need.

use plumbline_contract::Trade as Contract;

use crate::kinds::{Class, Trade};

/// The contract's trade.
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

/// The item type of a class, or `mark`, or `-`.
pub(crate) fn code(class: Option<Class>) -> &'static str {
    match class {
        Some(Class::Item(kind)) => kind.item_type,
        Some(Class::Line(line)) => line.item_type,
        Some(Class::Mark) => "mark",
        None => "-",
    }
}
