//! Values shared by the examples of the API's description, so that all examples show the same project.

use plumbline_contract::IdKind;
use serde_json::{Map, Value};

/// The characters after the prefix of every example id.
const RANDOM: &str = "4fKq0ZtB7mWc2XyR9sLd1A";

/// Returns the id of a kind that examples use.
pub fn id(kind: IdKind) -> String {
    format!("{}{RANDOM}", kind.prefix())
}

/// Returns an example of a component's `examples.json`, an object of examples by name. Only the native program that
/// writes the API's description calls it.
///
/// # Panics
/// Panics if the file is not a JSON object or has no example of this name.
pub fn named(file: &str, name: &str) -> Value {
    let mut examples: Map<String, Value> =
        serde_json::from_str(file).unwrap_or_else(|error| panic!("the examples are not a JSON object: {error}"));
    examples.remove(name).unwrap_or_else(|| panic!("no example is named `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_ids_are_valid() {
        assert!(IdKind::Document.is_valid(&id(IdKind::Document)));
    }
}
