//! The disciplines that a sheet may have, with the names of the contract.

use serde::{Deserialize, Serialize};

/// The discipline of a sheet, with the names of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Discipline {
    Electrical,
    Mechanical,
    Plumbing,
    FireProtection,
    Process,
    Structural,
    Architectural,
    Civil,
    Multi,
}

impl Discipline {
    /// Returns its name in the contract.
    pub fn name(self) -> &'static str {
        match self {
            Self::Electrical => "electrical",
            Self::Mechanical => "mechanical",
            Self::Plumbing => "plumbing",
            Self::FireProtection => "fire_protection",
            Self::Process => "process",
            Self::Structural => "structural",
            Self::Architectural => "architectural",
            Self::Civil => "civil",
            Self::Multi => "multi",
        }
    }

    /// Returns whether a sheet of this discipline is commonly taken off under another one: fire alarm is the
    /// electrician's, gas and heating the plumber's or the mechanical contractor's.
    pub fn covers(self, asked: Self) -> bool {
        use Discipline as D;
        self == asked
            || self == D::Multi
            || asked == D::Multi
            || matches!(
                (self, asked),
                (D::FireProtection, D::Electrical | D::Plumbing | D::Mechanical)
                    | (D::Plumbing, D::Mechanical | D::Process | D::FireProtection)
                    | (D::Mechanical, D::Plumbing | D::Process)
                    | (D::Process, D::Plumbing | D::Mechanical)
            )
    }
}
