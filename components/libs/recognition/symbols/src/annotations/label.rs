//! The labels that a text near a symbol can express.

/// The information in a text, or a part of one, about the symbol that it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub enum Label {
    /// `C-1`, `LP1-3,5`, `TD-1:C-3`: the circuits that feed the symbol.
    Circuit {
        /// The panel, as written; `None` for `C-1`, a circuit of an unnamed panel.
        panel: Option<String>,
        /// The circuits' numbers, as written.
        numbers: Vec<String>,
    },
    /// `FACP:SLC1•M:011`: the address of a device on a loop or a line.
    Address {
        /// As written.
        text: String,
        /// The text before the first separator: the panel.
        panel: String,
    },
    /// `EF-1`, `WC-2`, or a name from a schedule.
    Equipment {
        /// As written, but without spaces.
        tag: String,
    },
    /// The number of a note.
    Keynote {
        /// As written.
        number: String,
    },
    /// `15cd`, `2x32W`, `3P-100A`, `350 CFM`.
    Rating {
        /// The number before the unit.
        value: f64,
        /// The unit in its usual spelling: `cd`, `W`, `kW`, `VA`, `kVA`, `A`, `V`, `HP`, `CFM`, `L/s`, `m³/h`, `GPM`,
        /// `kAIC`, `IP`, `°F` and so on.
        unit: &'static str,
        /// `2` for `2x32W`, otherwise 1.
        times: u32,
        /// `3` for `3P-100A`.
        poles: Option<u32>,
    },
    /// `24x12`, `ø200`, `3/4"`, `DN25`.
    Size(Size),
    /// `+48"`, `h=1.20`, `@ 7'-0" AFF`: the height above the floor.
    Mounting {
        /// Meters above the floor.
        height_m: f64,
        /// As written.
        text: String,
    },
    /// `NPT 9.73`, `EL 100.0`: a level of the building, not of a symbol.
    Level {
        /// The value, in the unit in which it is written.
        value: f64,
        /// As written.
        text: String,
    },
    /// `a`, `S(b,c)`: the lamps that a switch serves, or the switch that serves a lamp.
    SwitchLeg {
        /// The letters, as written.
        legs: Vec<String>,
    },
    /// `(3)`, `x4`, `2@`: a mark that represents several.
    Count {
        /// The number of items.
        number: u32,
    },
    /// `TYP`, `TYP. OF 6`: the note applies to others too.
    Typical {
        /// The total number, if stated.
        of: Option<u32>,
    },
    /// Letters and digits such as `A-12` or `F1` that may be a tag but that the document does not explain.
    Mark {
        /// As written, but without spaces.
        text: String,
    },
}

/// A size in meters.
#[derive(Debug, Clone, PartialEq)]
pub struct Size {
    /// The diameter or the width.
    pub width_m: f64,
    /// The depth of a rectangular size.
    pub depth_m: Option<f64>,
    /// The third number, if there is one.
    pub third_m: Option<f64>,
    /// Whether the width is a diameter, nominal or real.
    pub round: bool,
    /// As written.
    pub text: String,
}

/// The kind of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "as the labels of the same names")]
pub enum Kind {
    Equipment,
    Address,
    Circuit,
    Mark,
    Keynote,
    Rating,
    Size,
    Mounting,
    SwitchLeg,
    Count,
    Typical,
    Level,
}

impl Label {
    /// Returns the kind.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Circuit { .. } => Kind::Circuit,
            Self::Address { .. } => Kind::Address,
            Self::Equipment { .. } => Kind::Equipment,
            Self::Keynote { .. } => Kind::Keynote,
            Self::Rating { .. } => Kind::Rating,
            Self::Size(_) => Kind::Size,
            Self::Mounting { .. } => Kind::Mounting,
            Self::Level { .. } => Kind::Level,
            Self::SwitchLeg { .. } => Kind::SwitchLeg,
            Self::Count { .. } => Kind::Count,
            Self::Typical { .. } => Kind::Typical,
            Self::Mark { .. } => Kind::Mark,
        }
    }

    /// Returns whether both labels state the same property of a symbol, so that it can have only one of them.
    pub fn same_property(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Rating { unit: a, .. }, Self::Rating { unit: b, .. }) => a == b,
            (Self::Keynote { .. }, _) | (Self::Typical { .. }, _) => false,
            // A speaker with a strobe has an address on a line of each of two panels.
            (Self::Address { panel: a, .. }, Self::Address { panel: b, .. }) => a.eq_ignore_ascii_case(b),
            _ => self.kind() == other.kind(),
        }
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u16);

impl Kinds {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Every kind but levels, which do not belong to a symbol.
    pub const ALL: Self = Self(!(1 << Kind::Level as u16));

    /// Creates the set of the listed kinds.
    pub const fn of(kinds: &[Kind]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < kinds.len() {
            bits |= 1 << kinds[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// Returns whether the set contains a kind.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u16) != 0
    }

    /// Returns the set with a kind added.
    #[must_use]
    pub const fn and(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind as u16)
    }

    /// Returns the set with a kind removed.
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind as u16))
    }
}

/// A label read at the beginning of a text, and the number of bytes read.
pub(crate) type Read = Option<(usize, Label)>;
