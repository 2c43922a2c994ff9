//! The profile of a discipline: its words, trade and routes.

use plumbline_guest_extractor::quantities::{Discipline, Trade};
use plumbline_routes::RouteSystem;
use plumbline_vocabulary::{Class, Kind, Lexicon, lexicon};

/// A discipline, with what the steps of a takeoff need to know about it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Profile {
    /// The requested discipline.
    pub(crate) discipline: Discipline,
    /// The words of the discipline.
    pub(crate) words: &'static Lexicon,
}

impl Profile {
    /// Returns the profile of a discipline.
    pub(crate) fn of(discipline: Discipline) -> Self {
        use plumbline_vocabulary::Discipline as Words;
        let words = match discipline {
            Discipline::Electrical => Words::Electrical,
            Discipline::Mechanical => Words::Mechanical,
            Discipline::Plumbing => Words::Plumbing,
            Discipline::FireProtection => Words::FireProtection,
            Discipline::Process => Words::Process,
            Discipline::Structural => Words::Structural,
            Discipline::MultiDiscipline => Words::Multi,
        };
        Self { discipline, words: lexicon(words) }
    }

    /// Returns the trade of routes without another trade.
    pub(crate) fn trade(self) -> Trade {
        match self.discipline {
            Discipline::Electrical => Trade::Electrical,
            Discipline::Mechanical => Trade::Mechanical,
            Discipline::Plumbing => Trade::Plumbing,
            Discipline::FireProtection => Trade::FireProtection,
            Discipline::Process => Trade::Process,
            Discipline::Structural => Trade::Structural,
            Discipline::MultiDiscipline => Trade::Other,
        }
    }

    /// Returns the system of lines without a name, or `None` if such lines are wiring or nothing.
    pub(crate) fn default_system(self) -> Option<RouteSystem> {
        match self.discipline {
            Discipline::Mechanical => Some(RouteSystem::Duct),
            Discipline::Plumbing | Discipline::FireProtection | Discipline::Process => Some(RouteSystem::Pipe),
            Discipline::Electrical | Discipline::Structural | Discipline::MultiDiscipline => None,
        }
    }

    /// Returns the counted kind that a class names, if it belongs to the discipline.
    pub(crate) fn own(self, class: Option<Class>) -> Option<Kind> {
        match class {
            Some(Class::Item(kind)) if self.words.reports(&Class::Item(kind)) => Some(kind),
            _ => None,
        }
    }
}

/// Converts the vocabulary's trade to the contract's.
pub(crate) fn trade(trade: plumbline_vocabulary::Trade) -> Trade {
    use plumbline_vocabulary::Trade as Words;
    match trade {
        Words::Electrical => Trade::Electrical,
        Words::Mechanical => Trade::Mechanical,
        Words::Plumbing => Trade::Plumbing,
        Words::FireProtection => Trade::FireProtection,
        Words::Structural => Trade::Structural,
        Words::Architectural => Trade::Architectural,
        Words::Civil => Trade::Civil,
        Words::Process => Trade::Process,
        Words::Other => Trade::Other,
    }
}
