//! What comes out: the regions of a sheet. Boxes are x-min, y-min, x-max, y-max in points, origin top-left, y down.

use plumbline_sheet::Scale;
use serde::{Deserialize, Serialize};

/// What a view shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ViewportKind {
    /// A floor, ceiling or roof from above.
    Plan,
    /// A part of a plan again, larger.
    EnlargedPlan,
    /// A vertical cut.
    Section,
    /// A face seen from the front.
    Elevation,
    /// A part drawn large, a connection, an installation.
    Detail,
    /// A schematic or single-line diagram.
    Diagram,
    /// Vertical pipes, feeders or circuits over the storeys.
    Riser,
    /// Pipes or ducts in oblique projection.
    Isometric,
    /// A table with a title.
    Schedule,
    /// Where in the building the other views are.
    KeyPlan,
    /// The building on its plot.
    Site,
}

impl ViewportKind {
    /// Whether lengths and positions in it are those of the building from above.
    pub fn is_plan(self) -> bool {
        matches!(self, Self::Plan | Self::EnlargedPlan | Self::Site)
    }
}

/// A view of the sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Viewport {
    /// The part of the page that belongs to it, its caption included.
    pub area: [f32; 4],
    /// Its caption.
    pub caption: Option<[f32; 4]>,
    /// As in its bubble.
    pub number: Option<String>,
    /// As written.
    pub title: Option<String>,
    /// Its scale; `None` when it is not to scale or the sheet does not say.
    pub scale: Option<Scale>,
    /// What it shows.
    pub kind: ViewportKind,
    /// The sheet that its bubble names: where it is referred from, or drawn.
    pub refers_to: Option<String>,
}

/// A line at which the drawing goes on on another sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MatchLine {
    /// Its ends.
    pub from: [f32; 2],
    /// See `from`.
    pub to: [f32; 2],
    /// As written beside it.
    pub text: String,
    /// The sheet on which the drawing goes on.
    pub sheet: Option<String>,
    /// What lies beyond the line and belongs to that sheet, as boxes. Empty when it is not clear on which side that is.
    pub beyond: Vec<[f32; 4]>,
}

/// What a mark says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CalloutKind {
    /// Where a section is cut, or from where an elevation is seen.
    Section,
    /// What is drawn larger elsewhere.
    Detail,
    /// The bubble of a view's own caption.
    Caption,
    /// The number of a revision in a triangle.
    Revision,
    /// A cloud around what a revision changed.
    Cloud,
    /// The number of a door, room or window.
    Tag,
    /// The number of a note.
    Keynote,
}

/// A mark on the drawing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Callout {
    /// What it says.
    pub kind: CalloutKind,
    /// Its box.
    pub area: [f32; 4],
    /// Its number or letter.
    pub number: Option<String>,
    /// The sheet it refers to.
    pub sheet: Option<String>,
}

/// A part of a plan that the drawing says is drawn larger elsewhere: `SEE ENLARGED PLAN`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// The outlined part.
    pub area: [f32; 4],
    /// As written.
    pub text: String,
    /// Number of the enlarged view.
    pub number: Option<String>,
    /// The sheet with the enlarged view.
    pub sheet: Option<String>,
}

/// The regions of a sheet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Regions {
    /// Sheet number.
    pub number: Option<String>,
    /// Sheet title.
    pub title: Option<String>,
    /// The drawn border.
    pub border: Option<[f32; 4]>,
    /// The title block.
    pub title_block: Option<[f32; 4]>,
    /// The views; a sheet without captions has one.
    pub viewports: Vec<Viewport>,
    /// Key plans: nothing in them is to be counted.
    pub key_plans: Vec<[f32; 4]>,
    /// North arrows.
    pub north_arrows: Vec<[f32; 4]>,
    /// The bubbles at the ends of grid lines.
    pub grid_bubbles: Vec<[f32; 4]>,
    /// Match lines.
    pub match_lines: Vec<MatchLine>,
    /// Marks: sections, details, revisions, tags.
    pub callouts: Vec<Callout>,
    /// Parts of plans that are drawn larger elsewhere.
    pub outlines: Vec<Outline>,
    /// General notes and lists of keynotes.
    pub notes_blocks: Vec<[f32; 4]>,
    /// Seals and stamps.
    pub stamps: Vec<[f32; 4]>,
}

impl Regions {
    /// The boxes in which no symbol and no route is to be counted: title block, key plans, north arrows, grid bubbles,
    /// notes, marks and what lies beyond match lines. Tags of doors and rooms and clouds are not among them: symbols
    /// stand within them.
    pub fn excluded(&self) -> Vec<[f32; 4]> {
        let marks = self.callouts.iter().filter(|c| !matches!(c.kind, CalloutKind::Cloud | CalloutKind::Tag));
        let mut out: Vec<[f32; 4]> = self.title_block.into_iter().collect();
        out.extend(self.key_plans.iter().chain(&self.north_arrows).chain(&self.grid_bubbles).chain(&self.notes_blocks));
        out.extend(marks.map(|c| c.area));
        out.extend(self.match_lines.iter().flat_map(|m| &m.beyond));
        out
    }

    /// The view at a point, by index.
    pub fn viewport_at(&self, point: [f32; 2]) -> Option<usize> {
        let size = |i: &usize| {
            let a = self.viewports[*i].area;
            (a[2] - a[0]) * (a[3] - a[1])
        };
        (0..self.viewports.len())
            .filter(|&i| plumbline_sheet::geometry::contains(self.viewports[i].area, point))
            .min_by(|a, b| size(a).total_cmp(&size(b)))
    }
}
