//! The input and the output. All geometry is in points of the sheet as displayed, with y down.

pub use plumbline_domain::{RouteEndpointType as EndKind, RouteSystem};
use plumbline_geometry::{Point, Rect};
use plumbline_sheet::Scale;
use serde::{Deserialize, Serialize};

use plumbline_notation::DuctSize;

/// The confidence in a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Confidence {
    /// Geometry only: solid lines in the color of routes, ducts without a size.
    Low,
    /// One kind of evidence: a name for the line class, the color and line type of services, a label with a name, or
    /// two known ends.
    Medium,
    /// The line class has a name, an end is known or a label names the system, and the lines are clean.
    High,
}

/// The line type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the words say it")]
pub enum LineType {
    Continuous,
    Dashed,
    DashDot,
    Dotted,
}

impl LineType {
    /// Returns the value of the attribute `linetype`.
    pub fn name(self) -> &'static str {
        match self {
            LineType::Continuous => "continuous",
            LineType::Dashed => "dashed",
            LineType::DashDot => "dash-dot",
            LineType::Dotted => "dotted",
        }
    }
}

/// A symbol found on the sheet where routes may end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SymbolBox {
    /// The key of the item, returned in [`Endpoint::key`].
    pub key: String,
    /// The kind of the symbol.
    pub kind: EndKind,
    /// The tag of the symbol.
    pub tag: Option<String>,
    /// The box: x-min, y-min, x-max, y-max.
    pub area: Rect,
}

/// A class of lines that the legend or the caller names. A field that is `None` fits every line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineClass {
    /// The system of the lines.
    pub system: RouteSystem,
    /// The text of the legend.
    pub description: Option<String>,
    /// The stroke color 0xRRGGBB.
    pub color: Option<u32>,
    /// The full layer name, ignoring case.
    pub layer: Option<String>,
    /// The line type.
    pub linetype: Option<LineType>,
    /// The line width in points, ±20 %.
    pub width: Option<f32>,
}

/// A line from a text to the object that it describes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Leader {
    /// The text, its lines joined with spaces.
    pub text: String,
    /// The font height in points.
    pub size: f32,
    /// The boxes of the lines of text: x-min, y-min, x-max, y-max.
    pub lines: Vec<Rect>,
    /// The path from the tip to the text, at least 2 points.
    pub path: Vec<Point>,
    /// Whether the tip has an arrow, a dot or another mark.
    pub headed: bool,
}

/// The facts that the caller knows about the sheet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RouteOptions {
    /// The scales to measure with. If several apply to a route's place, a declared one wins, then the one with the
    /// smallest area. If there are none, nothing is measured and there are no routes.
    pub scales: Vec<Scale>,
    /// The symbols on the plan.
    pub symbols: Vec<SymbolBox>,
    /// Areas without routes (legend, schedules, title block). A run that is at least half inside is not a route.
    pub excluded: Vec<Rect>,
    /// The named line classes.
    pub classes: Vec<LineClass>,
    /// Bubbles of the grid, and marks of sections and details. Straight lines that end at one are not routes.
    pub marks: Vec<Rect>,
    /// The leaders. A run along one is not a route, and its text belongs to the route at its tip.
    pub leaders: Vec<Leader>,
    /// The system that the takeoff measures, and the system of lines that have known ends but no name (`Other` if
    /// absent). Layers of pipes count only if this is `Pipe`, layers of ducts only if it is `Duct`, and layers of
    /// wiring (conduit, feeders, circuits, cable tray) in all other cases.
    pub default_system: Option<RouteSystem>,
}

/// The units of lengths, with the codes of the units reference list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Meters, `M`.
    Meter,
    /// Feet, `FT`.
    Foot,
}

impl Unit {
    /// Returns the code.
    pub fn code(self) -> &'static str {
        match self {
            Unit::Meter => "M",
            Unit::Foot => "FT",
        }
    }
}

/// One end of a route.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Endpoint {
    /// The kind of the end.
    pub kind: EndKind,
    /// The tag of the symbol.
    pub tag: Option<String>,
    /// The key of the symbol.
    pub key: Option<String>,
    /// The position in points.
    pub at: Point,
}

/// A vertical length that the plan does not show, read from marks at a route's ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drop {
    /// The length in the unit of the route, or `None` if a riser is marked without heights.
    pub length: Option<f64>,
    /// The marks as written (`+18" AFF`, `h=1.10m`, `UP`, `FROM 2ND FLOOR`).
    pub reason: String,
}

/// A callout such as `3 x CAT6`, which states several cables for one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callout {
    /// The text as written.
    pub text: String,
    /// The number of cables or conduits on the line.
    pub count: u32,
    /// The number of this one, from 1.
    pub number: u32,
}

/// A measured run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Route {
    /// A key that is unique on the page and the same each time the page is processed.
    pub key: String,
    /// The system.
    pub system: RouteSystem,
    /// Whether the layer, the legend or a label names the system. Otherwise, it is the takeoff's default.
    pub named: bool,
    /// The legend's text for the line class.
    pub description: Option<String>,
    /// The text of another legend row that fits equally well. Nothing on the sheet distinguishes the two.
    pub rival: Option<String>,
    /// The real length in `unit`.
    pub length: f64,
    /// The unit of `length`.
    pub unit: Unit,
    /// The scale used: real length divided by length on paper.
    pub ratio: f64,
    /// The course from end to end, as x and y in points. It has at least 2 points. Curves are flattened within 0.1 pt.
    pub points: Vec<Point>,
    /// The key of the trunk, for the trunk and all branches of a run with forks.
    pub network: Option<String>,
    /// The number of straight pieces and arcs, without the gaps of dashes.
    pub segments: u32,
    /// The stroke color `0xRRGGBB`. [`Route::color_name`] returns it as `#rrggbb`.
    pub color: u32,
    /// The layer name.
    pub layer: Option<String>,
    /// The line type.
    pub linetype: LineType,
    /// The line width on paper in millimeters.
    pub width_mm: f64,
    /// The letters on the line that name its system, as written (`CW`, `SAN`, `CHWS`).
    pub label: Option<String>,
    /// The size label beside the line, as written (`3/4"C`, `Ø20`, `DN25`, `24x12`).
    pub size: Option<String>,
    /// The size of a duct, read from its label or from the label of the run that it belongs to.
    pub duct_size: Option<DuctSize>,
    /// Whether the size comes from adjacent routes, because this one has no label.
    pub size_inferred: bool,
    /// The real width of a run drawn with both edges, in millimeters, at `ratio`.
    pub plan_width_mm: Option<f64>,
    /// The vertical length at the ends, which is not part of `length`.
    pub drop: Option<Drop>,
    /// The callout of a line with several cables or conduits, if this is one of them.
    pub callout: Option<Callout>,
    /// The conductors inside, as written (`2-#12, 1-#12G IN 3/4"C`).
    pub wires: Option<String>,
    /// The circuit label at the line, as written (`LP1-1,3,5`).
    pub circuit: Option<String>,
    /// The first end.
    pub starts_at: Endpoint,
    /// The other end.
    pub ends_at: Endpoint,
    /// The confidence in the route.
    pub confidence: Confidence,
}

impl Route {
    /// Returns the value of the attribute `color`.
    pub fn color_name(&self) -> String {
        format!("#{:06x}", self.color & 0xff_ffff)
    }
}
