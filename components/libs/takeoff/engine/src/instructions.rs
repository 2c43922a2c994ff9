//! Recognizes instructions to the contractor. A list of instructions with marks is a list of notes. Such a mark on the
//! plan shows where the note applies and is not a device.

use plumbline_notation::language::notes;

/// Fewest words of an instruction. `REMOVE EXISTING LUMINAIRE` describes a symbol of a demolition plan.
const FEWEST: usize = 6;

/// Returns whether a text is an instruction.
pub(crate) fn instructs(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let begins = words.next().is_some_and(|first| notes::INSTRUCTION.contains(&first.to_uppercase()));
    begins && words.count() + 1 >= FEWEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_begin_with_a_verb_are_instructions() {
        for text in [
            "REMOVE EXISTING ROOF DRAIN AND HATCHED PIPE AS SHOWN.",
            "1. Provide new 4\" floor drain and connect to sanitary.",
            "RETIRAR LUMINARIA EXISTENTE Y ENTREGAR AL PROPIETARIO",
        ] {
            assert!(instructs(text), "{text}");
        }
        for text in [
            "REMOVE EXISTING LUMINAIRE",
            "ROOF DRAIN",
            "CAP",
            "LUMINAIRE, CONNECT TO EMERGENCY CIRCUIT AS SHOWN ON PLAN",
        ] {
            assert!(!instructs(text), "{text}");
        }
    }
}
