//! Facts from the rest of the document, without which `A-12` or `F1` is ambiguous.

use std::collections::BTreeSet;

/// The names that the document's schedules, legends and lists of notes explain.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DocumentContext {
    panels: BTreeSet<String>,
    /// The panels in capitals with their dashes: `LP1-3` may be a circuit if `LP-13` is a panel.
    written_panels: BTreeSet<String>,
    tags: BTreeSet<String>,
    keynotes: BTreeSet<String>,
    letters: BTreeSet<String>,
    /// Whether the sheet uses feet and inches; `None` if unknown.
    pub(crate) imperial: Option<bool>,
    /// Whether circuits are written with a word or with their panel, so that a bare `12a` is lamp 12 of switch `a`.
    pub(crate) named_circuits: bool,
}

/// Returns only the letters and digits of a name, in capitals: `EF-1`, `ef 1` and `EF1` are one name.
pub(crate) fn canonical(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// Returns a name in capitals without spaces.
fn written(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect()
}

fn put(set: &mut BTreeSet<String>, names: impl IntoIterator<Item = impl AsRef<str>>) {
    set.extend(names.into_iter().map(|n| canonical(n.as_ref())).filter(|n| !n.is_empty()));
}

impl DocumentContext {
    /// Creates an empty set of names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds names of panels.
    #[must_use]
    pub fn with_panels(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        for name in names {
            self.written_panels.insert(written(name.as_ref()));
            put(&mut self.panels, [name]);
        }
        self
    }

    /// Adds the tags of schedules' rows: equipment, luminaires, fixtures.
    #[must_use]
    pub fn with_tags(mut self, tags: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        put(&mut self.tags, tags);
        self
    }

    /// Adds the numbers of keynotes.
    #[must_use]
    pub fn with_keynotes(mut self, numbers: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        put(&mut self.keynotes, numbers);
        self
    }

    /// Adds the letters in or beside a legend's symbols.
    #[must_use]
    pub fn with_letters(mut self, letters: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        put(&mut self.letters, letters);
        self
    }

    /// Sets whether the sheet uses feet and inches, or meters.
    #[must_use]
    pub fn with_imperial(mut self, imperial: bool) -> Self {
        self.imperial = Some(imperial);
        self
    }

    /// Expects circuits with a word or with their panel, such as `C-12`. A bare `12a` is then lamp 12 of switch `a`,
    /// not a circuit.
    #[must_use]
    pub fn with_named_circuits(mut self) -> Self {
        self.named_circuits = true;
        self
    }

    /// Returns whether a text names a panel.
    pub fn is_panel(&self, text: &str) -> bool {
        self.panels.contains(&canonical(text))
    }

    /// Returns whether a text is the name of a panel exactly as its schedule writes it.
    pub fn is_exact_panel_name(&self, text: &str) -> bool {
        self.written_panels.contains(&written(text))
    }

    /// Returns whether a text is the tag of a schedule's row.
    pub fn is_tag(&self, text: &str) -> bool {
        self.tags.contains(&canonical(text))
    }

    /// Returns whether a text is the number of a keynote.
    pub fn is_keynote(&self, text: &str) -> bool {
        self.keynotes.contains(&canonical(text))
    }

    /// Returns whether a text is the text at one of a legend's symbols.
    pub fn is_letter(&self, text: &str) -> bool {
        self.letters.contains(&canonical(text))
    }
}
