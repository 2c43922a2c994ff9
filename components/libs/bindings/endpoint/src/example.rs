//! Values shared by the examples of the API's description, so that all examples show the same project.

use plumbline_contract::IdKind;

/// The characters after the prefix of every example id.
const RANDOM: &str = "4fKq0ZtB7mWc2XyR9sLd1A";

/// Returns the id of a kind that examples use.
pub fn id(kind: IdKind) -> String {
    format!("{}{RANDOM}", kind.prefix())
}

/// Returns the id of another resource of the kind. Each number gives a different id.
pub fn another_id(kind: IdKind, number: u8) -> String {
    format!("{}{number:02}{}", kind.prefix(), &RANDOM[2..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_ids_are_valid_and_differ() {
        assert!(IdKind::Document.is_valid(&id(IdKind::Document)));
        assert!(IdKind::Item.is_valid(&another_id(IdKind::Item, 2)));
        assert_ne!(another_id(IdKind::Item, 2), another_id(IdKind::Item, 3));
    }
}
