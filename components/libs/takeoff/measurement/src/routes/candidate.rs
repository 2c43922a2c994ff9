//! A run of lines that may be a route, and the reason why.

use plumbline_geometry::Point;

use crate::routes::course::Course;
use crate::routes::duct::facts::Facts;
use crate::routes::lines::ClassKey;
use crate::routes::model::{LineType, RouteSystem};
use crate::routes::scale::Measure;

/// The reason why a run is a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Basis {
    /// Its class has a name from a layer, a legend or the caller.
    Named,
    /// A label on it states its system or its size.
    Labeled,
    /// Its color or pen, and its line type.
    Drawn,
    /// It is solid, in the color of routes or in a color that nothing else has.
    Loose,
    /// It has symbols at its ends.
    Ends,
    /// None yet. A label may still name it.
    Pending,
}

/// A run with its facts, before it has a key.
#[derive(Debug, Clone)]
pub(crate) struct CandidateRun {
    pub(crate) course: Course,
    pub(crate) key: ClassKey,
    pub(crate) system: RouteSystem,
    pub(crate) description: Option<String>,
    /// The text of another legend row that fits equally well.
    pub(crate) rival: Option<String>,
    pub(crate) basis: Basis,
    pub(crate) linetype: LineType,
    pub(crate) tips: Vec<Point>,
    /// The points where it rises or drops, at arrows that were removed.
    pub(crate) risers: Vec<Point>,
    pub(crate) measure: Measure,
    /// The facts about a duct with both its edges.
    pub(crate) duct: Option<Facts>,
}
