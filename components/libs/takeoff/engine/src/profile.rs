//! The profile of a discipline: its words, trade and routes.

use crate::bindings::quantities::{Discipline, Trade};
use crate::vocabulary::{Class, Kind, Lexicon, lexicon};
use plumbline_measurement::routes::RouteSystem;

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
        Self { discipline, words: lexicon(discipline.into()) }
    }

    /// Returns the trade of routes without another trade.
    pub(crate) fn trade(self) -> Trade {
        crate::vocabulary::Discipline::from(self.discipline).trade().map_or(Trade::Other, Trade::from)
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
