//! The content of a drawn file, which the result of a takeoff is compared with.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that a takeoff of the file should find. Positions are normalized to the page as displayed (0..1, origin
/// top-left, after rotation). Pages are counted from 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Truth {
    /// Unit code of all lengths, `FT` or `M`.
    pub unit: String,
    /// The pages in order.
    pub sheets: Vec<SheetTruth>,
    /// The rows of the symbol legend. Its specimens are not items.
    pub legend: Vec<LegendRow>,
    /// The instances on the plan.
    pub items: Vec<Item>,
    /// Measured linework.
    pub routes: Vec<Route>,
    /// Tables that are schedules.
    pub schedules: Vec<Schedule>,
}

impl Truth {
    /// Returns the number of instances per legend description, in alphabetical order.
    pub fn counts(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for item in &self.items {
            *counts.entry(item.description.as_str()).or_default() += 1;
        }
        counts
    }
}

/// One page's title block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SheetTruth {
    /// Page number from 1.
    pub page: u32,
    /// Sheet number, e.g. `E-101`.
    pub number: String,
    /// Sheet title.
    pub title: String,
    /// Displayed width in points.
    pub width_pt: f64,
    /// Displayed height in points.
    pub height_pt: f64,
    /// `/Rotate` of the page.
    pub rotation: u16,
    /// The scale as written, or `None` on a sheet without one.
    pub scale: Option<String>,
    /// Ratio of real length to paper length, or `None` on a sheet without a scale.
    pub ratio: Option<f64>,
}

/// One row of the symbol legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LegendRow {
    /// Page of the legend.
    pub page: u32,
    /// Key of the symbol, the same as in [`Item::symbol`].
    pub symbol: String,
    /// Description in the legend.
    pub description: String,
    /// Box of the specimen.
    pub bbox: [f64; 4],
}

/// One instance of a symbol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Key of the symbol.
    pub symbol: String,
    /// Description in the legend.
    pub description: String,
    /// Page number from 1.
    pub page: u32,
    /// Box of the symbol's linework.
    pub bbox: [f64; 4],
    /// Type tag written beside the symbol, e.g. a luminaire's `A` or a panel's `LP1`.
    pub tag: Option<String>,
    /// Circuit written beside the symbol, e.g. `LP1-5`.
    pub circuit: Option<String>,
    /// Clockwise rotation in degrees relative to the legend's specimen.
    pub rotation: f64,
    /// Whether the instance is a mirror image of the specimen.
    pub mirrored: bool,
}

/// One measured run of linework.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Route {
    /// `branch_circuit`, `home_run` or `conduit`.
    pub kind: String,
    /// Page number from 1.
    pub page: u32,
    /// Layer of the linework.
    pub layer: String,
    /// Circuits written beside the linework, e.g. `LP1-1,3,5`.
    pub circuit: Option<String>,
    /// Size written beside the linework, e.g. `1"C`.
    pub size: Option<String>,
    /// Length of the drawn line in [`Truth::unit`], without arrow heads.
    pub length: f64,
    /// Both ends, normalized.
    pub ends: [[f64; 2]; 2],
}

/// One schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// `panel` or `fixture`.
    pub kind: String,
    /// The title as written.
    pub title: String,
    /// Page number from 1.
    pub page: u32,
    /// Box of the ruled table.
    pub bbox: [f64; 4],
    /// The rows, one per circuit of a panel.
    pub rows: Vec<ScheduleRow>,
}

/// One row of a schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScheduleRow {
    /// Circuit number or type mark.
    pub tag: String,
    /// Load or description. The second and third poles of a circuit have that of the first.
    pub description: String,
    /// The remaining cells by column name, as written.
    pub attributes: BTreeMap<String, String>,
}
