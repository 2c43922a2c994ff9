//! Helpers shared by the tests of several files.

use crate::vocabulary::kinds::Class;

/// Returns the item type of a class, or `mark`, or `-`.
pub(crate) fn code(class: Option<Class>) -> &'static str {
    match class {
        Some(Class::Item(kind)) => kind.item_type,
        Some(Class::Line(line)) => line.item_type,
        Some(Class::Mark) => "mark",
        None => "-",
    }
}
