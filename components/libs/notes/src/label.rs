//! What a text near a symbol can say.

/// What a text, or a part of it, says about the symbol it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub enum Label {
    /// `C-1`, `LP1-3,5`, `TD-1:C-3`: the circuits that feed it.
    Circuit {
        /// The panel, as written; `None` for `C-1`, a circuit of whatever panel.
        panel: Option<String>,
        /// The circuits' numbers, as written.
        numbers: Vec<String>,
    },
    /// `FACP:SLC1•M:011`: the address of a device on a loop or a line.
    Address {
        /// As written.
        text: String,
        /// What stands before the first separator: the panel.
        panel: String,
    },
    /// `EF-1`, `WC-2`, or what a schedule calls it.
    Equipment {
        /// As written, but for blanks.
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
        /// The unit in its usual spelling: `cd`, `W`, `kW`, `VA`, `kVA`, `A`, `V`, `HP`, `CFM`, `L/s`, `m³/h`, `GPM`, `kAIC`,
        /// `IP`, `°F` and so on.
        unit: &'static str,
        /// `2` for `2x32W`, otherwise 1.
        times: u32,
        /// `3` for `3P-100A`.
        poles: Option<u32>,
    },
    /// `24x12`, `ø200`, `3/4"`, `DN25`.
    Size(Size),
    /// `+48"`, `h=1.20`, `@ 7'-0" AFF`: how high above the floor.
    Mounting {
        /// Metres above the floor.
        height_m: f64,
        /// As written.
        text: String,
    },
    /// `NPT 9.73`, `EL 100.0`: a level of the building, not of a symbol.
    Level {
        /// In the unit in which it is written.
        value: f64,
        /// As written.
        text: String,
    },
    /// `a`, `S(b,c)`: the lamps a switch serves, or the switch that serves a lamp.
    SwitchLeg {
        /// Letters as written.
        legs: Vec<String>,
    },
    /// `(3)`, `x4`, `2@`: one mark for several.
    Count {
        /// How many.
        number: u32,
    },
    /// `TYP`, `TYP. OF 6`: the same holds for others.
    Typical {
        /// For how many in all, when that is said.
        of: Option<u32>,
    },
    /// Letters and digits such as `A-12` or `F1` that may be the tag of anything and that the document does not explain.
    Mark {
        /// As written, but for blanks.
        text: String,
    },
}

/// A size in metres.
#[derive(Debug, Clone, PartialEq)]
pub struct Size {
    /// Diameter or width.
    pub width_m: f64,
    /// Depth, of what is rectangular.
    pub depth_m: Option<f64>,
    /// The third number, where there is one.
    pub third_m: Option<f64>,
    /// Whether the width is a diameter, nominal or real.
    pub round: bool,
    /// As written.
    pub text: String,
}

/// The kinds of labels.
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
    /// Its kind.
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

    /// Whether both say the same thing of a symbol, so that it can have only one of them.
    pub fn same_matter(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Rating { unit: a, .. }, Self::Rating { unit: b, .. }) => a == b,
            (Self::Keynote { .. }, _) | (Self::Typical { .. }, _) => false,
            // A speaker with a strobe is on a line of each of two panels.
            (Self::Address { panel: a, .. }, Self::Address { panel: b, .. }) => a.eq_ignore_ascii_case(b),
            _ => self.kind() == other.kind(),
        }
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u16);

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);

    /// Every kind but levels, which belong to no symbol.
    pub const ALL: Self = Self(!(1 << Kind::Level as u16));

    /// The kinds of a list.
    pub const fn of(kinds: &[Kind]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < kinds.len() {
            bits |= 1 << kinds[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// Whether a kind is among them.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u16) != 0
    }

    /// These and one more.
    #[must_use]
    pub const fn and(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind as u16)
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind as u16))
    }
}
