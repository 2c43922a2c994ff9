//! Slots, to which components are bound, and their classes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The kind of component that a slot takes. The class decides the world it must export, its permitted imports and its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Answers HTTP requests of one tenant (`wit/endpoint`).
    Endpoint,
    /// Does one kind of job (`wit/worker`).
    Worker,
    /// Reads files of one format (`wit/reader`).
    Reader,
    /// Finds something in what readers read (`wit/extractor`).
    Extractor,
    /// Writes results to a file of one format (`wit/exporter`).
    Exporter,
}

impl Class {
    /// All classes, in the order of the documentation.
    pub const ALL: [Class; 5] = [Class::Endpoint, Class::Worker, Class::Reader, Class::Extractor, Class::Exporter];

    /// Returns the word before the colon of a slot.
    pub fn word(self) -> &'static str {
        match self {
            Class::Endpoint => "endpoint",
            Class::Worker => "worker",
            Class::Reader => "reader",
            Class::Extractor => "extractor",
            Class::Exporter => "exporter",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A place to which a component can be bound: a class and a name, written `class:name`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slot {
    /// The class.
    pub class: Class,
    /// The name within the class.
    pub name: String,
}

impl Slot {
    /// Creates the slot `class:name`. The name is not checked; [`Slot::from_str`] checks it.
    pub fn new(class: Class, name: impl Into<String>) -> Self {
        Self { class, name: name.into() }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.class, self.name)
    }
}

/// A text that is not a slot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a valid slot. Use class:name, where the class is endpoint, worker, reader, extractor or exporter, \
     and the name has lower-case letters, digits, dashes and underscores"
)]
pub struct SlotError(pub String);

impl FromStr for Slot {
    type Err = SlotError;

    fn from_str(text: &str) -> Result<Self, SlotError> {
        let wrong = || SlotError(text.to_owned());
        let (word, name) = text.split_once(':').ok_or_else(wrong)?;
        let class = Class::ALL.into_iter().find(|class| class.word() == word).ok_or_else(wrong)?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(wrong());
        }
        Ok(Slot::new(class, name))
    }
}

impl TryFrom<String> for Slot {
    type Error = SlotError;

    fn try_from(text: String) -> Result<Self, SlotError> {
        text.parse()
    }
}

impl From<Slot> for String {
    fn from(slot: Slot) -> Self {
        slot.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes_and_refuses_the_rest() {
        let slot: Slot = "exporter:ms_project".parse().unwrap();
        assert_eq!(slot, Slot::new(Class::Exporter, "ms_project"));
        assert_eq!(slot.to_string(), "exporter:ms_project");
        for wrong in ["", "csv", "exporter:", "printer:csv", "exporter:C SV", "exporter:../csv"] {
            assert!(wrong.parse::<Slot>().is_err(), "{wrong}");
        }
    }
}
