//! The result: the regions of a sheet. Boxes are x-min, y-min, x-max, y-max in points, origin top-left, y down.

use plumbline_geometry::{Point, Rect};
use plumbline_sheet::Scale;
use serde::{Deserialize, Serialize};

/// The kind of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ViewportKind {
    /// A floor, ceiling or roof from above.
    Plan,
    /// A part of a plan, repeated at a larger scale.
    EnlargedPlan,
    /// A vertical cut.
    Section,
    /// A face seen from the front.
    Elevation,
    /// A part drawn at a larger scale, a connection, an installation.
    Detail,
    /// A schematic or single-line diagram.
    Diagram,
    /// Vertical pipes, feeders or circuits across the stories.
    Riser,
    /// Pipes or ducts in oblique projection.
    Isometric,
    /// A table with a title.
    Schedule,
    /// The location of the other views in the building.
    KeyPlan,
    /// The building on its plot.
    Site,
}

impl ViewportKind {
    /// Returns whether lengths and positions in it are those of the building seen from above.
    pub fn is_plan(self) -> bool {
        matches!(self, Self::Plan | Self::EnlargedPlan | Self::Site)
    }
}

/// A view of the sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Viewport {
    /// The part of the page that belongs to it, including its caption.
    pub area: Rect,
    /// Caption.
    pub caption: Option<Rect>,
    /// Number as in its bubble.
    pub number: Option<String>,
    /// Title as written.
    pub title: Option<String>,
    /// Scale, or `None` if it is not to scale or the sheet does not give one.
    pub scale: Option<Scale>,
    /// Kind.
    pub kind: ViewportKind,
    /// The sheet that its bubble names: where it is referred to from, or drawn.
    pub refers_to: Option<String>,
}

/// A line at which the drawing continues on another sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MatchLine {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// The text beside it, as written.
    pub text: String,
    /// The sheet on which the drawing continues.
    pub sheet: Option<String>,
    /// The area beyond the line that belongs to that sheet, as boxes. Empty if it is not clear which side that is.
    pub beyond: Vec<Rect>,
}

/// The kind of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CalloutKind {
    /// The cut of a section, or the viewpoint of an elevation.
    Section,
    /// A part that is drawn larger elsewhere.
    Detail,
    /// The bubble of a view's own caption.
    Caption,
    /// The number of a revision in a triangle.
    Revision,
    /// A cloud around the changes of a revision.
    Cloud,
    /// The number of a door, room or window.
    Tag,
    /// The number of a note.
    Keynote,
}

/// A mark on the drawing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Callout {
    /// Kind.
    pub kind: CalloutKind,
    /// Box.
    pub area: Rect,
    /// Number or letter.
    pub number: Option<String>,
    /// The sheet it refers to.
    pub sheet: Option<String>,
}

/// A part of a plan that the drawing shows larger elsewhere: `SEE ENLARGED PLAN`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// The outlined part.
    pub area: Rect,
    /// Text as written.
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
    pub border: Option<Rect>,
    /// The title block.
    pub title_block: Option<Rect>,
    /// The views. A sheet without captions has one.
    pub viewports: Vec<Viewport>,
    /// Key plans, in which nothing is counted.
    pub key_plans: Vec<Rect>,
    /// North arrows.
    pub north_arrows: Vec<Rect>,
    /// The bubbles at the ends of grid lines.
    pub grid_bubbles: Vec<Rect>,
    /// Match lines.
    pub match_lines: Vec<MatchLine>,
    /// Marks: sections, details, revisions, tags.
    pub callouts: Vec<Callout>,
    /// Parts of plans that are drawn larger elsewhere.
    pub outlines: Vec<Outline>,
    /// General notes and lists of keynotes.
    pub notes_blocks: Vec<Rect>,
    /// Seals and stamps.
    pub stamps: Vec<Rect>,
}

impl Regions {
    /// Returns the boxes in which no symbol or route is counted: title block, key plans, north arrows, grid bubbles,
    /// notes, marks and areas beyond match lines. Tags of doors and rooms and clouds are not among them, because they
    /// contain symbols.
    pub fn excluded(&self) -> Vec<Rect> {
        let marks = self.callouts.iter().filter(|c| !matches!(c.kind, CalloutKind::Cloud | CalloutKind::Tag));
        let mut out: Vec<Rect> = self.title_block.into_iter().collect();
        out.extend(self.key_plans.iter().chain(&self.north_arrows).chain(&self.grid_bubbles).chain(&self.notes_blocks));
        out.extend(marks.map(|c| c.area));
        out.extend(self.match_lines.iter().flat_map(|m| &m.beyond));
        out
    }

    /// Returns the index of the view at a point.
    pub fn viewport_at(&self, point: Point) -> Option<usize> {
        let size = |i: &usize| {
            let a = self.viewports[*i].area;
            a.width() * a.height()
        };
        (0..self.viewports.len())
            .filter(|&i| self.viewports[i].area.contains(point))
            .min_by(|a, b| size(a).total_cmp(&size(b)))
    }
}
