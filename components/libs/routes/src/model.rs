//! What goes in and what comes out. All geometry in points of the sheet as displayed, y down.

use plumbline_sheet::Scale;
use serde::{Deserialize, Serialize};

use plumbline_units::DuctSize;

/// What a route ends at; the contract's endpoint types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the contract's words")]
pub enum EndKind {
    Panel,
    Equipment,
    Device,
    DeviceGroup,
    Junction,
    Riser,
    Unknown,
}

/// The contract's route systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the contract's words")]
pub enum RouteSystem {
    Conduit,
    Feeder,
    BranchCircuit,
    CableTray,
    Duct,
    Pipe,
    Other,
}

/// How sure a route is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Confidence {
    /// Geometry alone: solid lines in the colour of routes, ducts without a size.
    Low,
    /// One kind of evidence: its line class has a name, its colour and line type are those of services, a label names
    /// it, or both its ends are known.
    Medium,
    /// Its line class has a name, an end is known or a label names its system, and its lines are clean.
    High,
}

/// Drawing conventions of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the words say it")]
pub enum LineType {
    Continuous,
    Dashed,
    DashDot,
    Dotted,
}

impl LineType {
    /// The value of the attribute `linetype`.
    pub fn name(self) -> &'static str {
        match self {
            LineType::Continuous => "continuous",
            LineType::Dashed => "dashed",
            LineType::DashDot => "dash-dot",
            LineType::Dotted => "dotted",
        }
    }
}

/// A symbol found on the sheet, at which routes may end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SymbolBox {
    /// The item's key; comes back in [`Endpoint::key`].
    pub key: String,
    /// What it is.
    pub kind: EndKind,
    /// Its tag.
    pub tag: Option<String>,
    /// x-min, y-min, x-max, y-max.
    pub area: [f32; 4],
}

/// A class of lines that the legend, or the caller, has given a name. `None` fits every line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineClass {
    /// What the lines are.
    pub system: RouteSystem,
    /// The legend's text.
    pub description: Option<String>,
    /// Stroke colour 0xRRGGBB.
    pub color: Option<u32>,
    /// Layer name, whole, case ignored.
    pub layer: Option<String>,
    /// Line type.
    pub linetype: Option<LineType>,
    /// Line width in points, ±20 %.
    pub width: Option<f32>,
}

/// A line from a text to the thing that the text describes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Leader {
    /// The text, its lines joined with spaces.
    pub text: String,
    /// Height of the font in points.
    pub size: f32,
    /// The lines of the text: x-min, y-min, x-max, y-max.
    pub lines: Vec<[f32; 4]>,
    /// From the tip to the text, at least 2 points.
    pub path: Vec<[f32; 2]>,
    /// Whether its tip has an arrow, a dot or another mark.
    pub headed: bool,
}

/// What the caller knows about the sheet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RouteOptions {
    /// The scales to measure with; of several that hold for a route's place a declared one wins, then the smallest
    /// area. Empty: nothing is measured and nothing comes out.
    pub scales: Vec<Scale>,
    /// Symbols on the plan.
    pub symbols: Vec<SymbolBox>,
    /// Areas without routes (legend, schedules, title block): what lies in them by half or more is none.
    pub excluded: Vec<[f32; 4]>,
    /// Named line classes.
    pub classes: Vec<LineClass>,
    /// Bubbles of the grid and marks of sections and details: straight lines that end at one are theirs.
    pub marks: Vec<[f32; 4]>,
    /// Leaders. A run along one is not a route, and its text belongs to the route at its tip.
    pub leaders: Vec<Leader>,
    /// What the takeoff is about, and the system of lines that have no name but evident ends (`Other` when absent).
    /// Layers of pipes count only when this is `Pipe`, those of ducts only when it is `Duct`, those of wiring (conduit,
    /// feeders, circuits, cable tray) in all other cases.
    pub default_system: Option<RouteSystem>,
}

/// Codes of the units reference list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Metres, `M`.
    Metre,
    /// Feet, `FT`.
    Foot,
}

impl Unit {
    /// The code.
    pub fn code(self) -> &'static str {
        match self {
            Unit::Metre => "M",
            Unit::Foot => "FT",
        }
    }
}

/// One end of a route.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Endpoint {
    /// What it ends at.
    pub kind: EndKind,
    /// The symbol's tag.
    pub tag: Option<String>,
    /// The symbol's key.
    pub key: Option<String>,
    /// Where, in points.
    pub at: [f32; 2],
}

/// A vertical length that the plan cannot show, read from marks at a route's ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drop {
    /// In the unit of the route; `None` when a riser is marked without heights.
    pub length: Option<f64>,
    /// What says so, as written (`+18" AFF`, `h=1.10m`, `UP`, `FROM 2ND FLOOR`).
    pub reason: String,
}

/// A callout such as `3 x CAT6`, which gives one line several cables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callout {
    /// As written.
    pub text: String,
    /// Number of cables or conduits on the line.
    pub count: u32,
    /// Which of them this is, from 1.
    pub number: u32,
}

/// One measured run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Route {
    /// Unique on the page and the same on every run over it.
    pub key: String,
    /// What it is.
    pub system: RouteSystem,
    /// Whether its layer, the legend or a label names the system. Otherwise it is the takeoff's default.
    pub named: bool,
    /// The legend's text for its line class.
    pub description: Option<String>,
    /// The text of another row of the legend that fits as well; nothing on the sheet tells the two apart.
    pub rival: Option<String>,
    /// Real length in `unit`.
    pub length: f64,
    /// Unit of `length`.
    pub unit: Unit,
    /// Real length divided by length on paper that was used.
    pub ratio: f64,
    /// Its course from end to end, x, y in points, at least 2 points; curves flattened within 0.1 pt.
    pub points: Vec<[f32; 2]>,
    /// The key of the trunk, on the trunk and on all branches of a run that forks.
    pub network: Option<String>,
    /// Straight pieces and arcs it is made of, gaps of dashes not counted.
    pub segments: u32,
    /// Stroke colour `0xRRGGBB`; `#rrggbb` by [`Route::color_name`].
    pub color: u32,
    /// Layer name.
    pub layer: Option<String>,
    /// Line type.
    pub linetype: LineType,
    /// Line width on paper in millimetres.
    pub width_mm: f64,
    /// The letters on it that name its system, as written (`CW`, `SAN`, `CHWS`).
    pub label: Option<String>,
    /// Size label beside it, as written (`3/4"C`, `Ø20`, `DN25`, `24x12`).
    pub size: Option<String>,
    /// The size of a duct, read from its label or from that of the run it belongs to.
    pub duct_size: Option<DuctSize>,
    /// Whether the size is that of the neighbours it continues: it has no label of its own.
    pub size_inferred: bool,
    /// Real width of what is drawn with both edges, in millimetres, as the plan shows it at `ratio`.
    pub plan_width_mm: Option<f64>,
    /// Vertical length at its ends; not part of `length`.
    pub drop: Option<Drop>,
    /// The callout that gives its line several cables or conduits, of which this is one.
    pub callout: Option<Callout>,
    /// The conductors in it, as written (`2-#12, 1-#12G IN 3/4"C`).
    pub wires: Option<String>,
    /// Circuit label at it, as written (`LP1-1,3,5`).
    pub circuit: Option<String>,
    /// First end.
    pub starts_at: Endpoint,
    /// Other end.
    pub ends_at: Endpoint,
    /// How sure it is.
    pub confidence: Confidence,
}

impl Route {
    /// The attribute `color`.
    pub fn color_name(&self) -> String {
        format!("#{:06x}", self.color & 0xff_ffff)
    }
}
