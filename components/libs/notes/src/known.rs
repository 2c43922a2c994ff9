//! What the document says elsewhere, without which `A-12` or `F1` mean nothing.

use std::collections::BTreeSet;

/// Names that the document's schedules, legends and lists of notes explain.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    panels: BTreeSet<String>,
    /// The same in capitals with their dashes: `LP1-3` may be a circuit where `LP-13` is a panel.
    written_panels: BTreeSet<String>,
    tags: BTreeSet<String>,
    keynotes: BTreeSet<String>,
    letters: BTreeSet<String>,
    /// Whether the sheet speaks feet and inches; `None` when nobody knows.
    pub(crate) imperial: Option<bool>,
    /// Whether a number by itself beside a device, as `12`, is its circuit.
    pub(crate) bare_circuits: bool,
    /// Whether circuits are written with a word or with their panel, so that a bare `12a` is the twelfth lamp of switch `a`.
    pub(crate) named_circuits: bool,
}

/// Letters and digits of a name alone, in capitals: `EF-1`, `ef 1` and `EF1` are one name.
pub(crate) fn canonical(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// A name in capitals without blanks.
fn written(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect()
}

fn put(set: &mut BTreeSet<String>, names: impl IntoIterator<Item = impl AsRef<str>>) {
    set.extend(names.into_iter().map(|n| canonical(n.as_ref())).filter(|n| !n.is_empty()));
}

impl Known {
    /// Nothing is known.
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

    /// Adds the letters that a legend writes in or beside its symbols.
    #[must_use]
    pub fn with_letters(mut self, letters: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        put(&mut self.letters, letters);
        self
    }

    /// Says whether the sheet speaks feet and inches, or metres.
    #[must_use]
    pub fn with_imperial(mut self, imperial: bool) -> Self {
        self.imperial = Some(imperial);
        self
    }

    /// Says that a number by itself beside a device, as `12`, is its circuit.
    #[must_use]
    pub fn with_bare_circuits(mut self) -> Self {
        self.bare_circuits = true;
        self
    }

    /// Says that circuits are written with a word or with their panel, as in `C-12`. A bare `12a` is then the twelfth lamp
    /// of switch `a`, not a circuit.
    #[must_use]
    pub fn with_named_circuits(mut self) -> Self {
        self.named_circuits = true;
        self
    }

    /// Whether a text names a panel.
    pub fn is_panel(&self, text: &str) -> bool {
        self.panels.contains(&canonical(text))
    }

    /// Whether a text is the name of a panel as its schedule writes it.
    pub fn is_panel_alone(&self, text: &str) -> bool {
        self.written_panels.contains(&written(text))
    }

    /// Whether a text is the tag of a row of a schedule.
    pub fn is_tag(&self, text: &str) -> bool {
        self.tags.contains(&canonical(text))
    }

    /// Whether a text is the number of a keynote.
    pub fn is_keynote(&self, text: &str) -> bool {
        self.keynotes.contains(&canonical(text))
    }

    /// Whether a text is what a legend writes at one of its symbols.
    pub fn is_letter(&self, text: &str) -> bool {
        self.letters.contains(&canonical(text))
    }
}
