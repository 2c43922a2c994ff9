//! Properties that may vary between two drawings of one seed: format and scale, and how the file is written.

use smart_default::SmartDefault;

/// The page format and scale of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// ARCH D (36 × 24 in), 1/8" = 1'-0", lengths in feet.
    #[default]
    Eighth,
    /// ISO A1, 1:100, lengths in meters.
    OneToHundred,
}

impl Scale {
    /// Returns the scale text of the title block.
    pub fn text(self) -> &'static str {
        match self {
            Self::Eighth => "1/8\" = 1'-0\"",
            Self::OneToHundred => "1:100",
        }
    }

    /// Returns the ratio of real length to paper length.
    pub fn ratio(self) -> f64 {
        match self {
            Self::Eighth => 96.0,
            Self::OneToHundred => 100.0,
        }
    }

    /// Returns the unit code of lengths: `FT` or `M`.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Eighth => "FT",
            Self::OneToHundred => "M",
        }
    }

    /// Returns the real length, in [`Scale::unit`], of `points` (1/72 in) on paper.
    pub fn real_length(self, points: f64) -> f64 {
        match self {
            Self::Eighth => points / 72.0 / 12.0 * self.ratio(),
            Self::OneToHundred => points / 72.0 * 0.0254 * self.ratio(),
        }
    }

    /// Returns the width and height of the sheet in points.
    pub fn paper_size(self) -> (f64, f64) {
        match self {
            Self::Eighth => (2592.0, 1728.0),
            Self::OneToHundred => (2384.0, 1684.0),
        }
    }
}

/// Properties that may vary between two drawings of one seed.
#[derive(Debug, Clone, SmartDefault)]
pub struct Options {
    /// Page format and scale.
    pub scale: Scale,
    /// `/Rotate` of every page: 0, 90, 180 or 270 (other values count as 0). The page looks the same to a viewer.
    pub rotation: u16,
    /// Write the segments of every symbol in random order and direction, each as a separate path.
    pub shuffle: bool,
    /// Cut every segment of a symbol in two at a random place.
    pub split: bool,
    /// Draw dashed conduit as many short lines instead of with a dash pattern.
    pub exploded_dashes: bool,
    /// Put legend and schedules on a separate sheet E-001 before the plan.
    pub legend_sheet: bool,
    /// Make the media box this much larger (points, every side) than the crop box.
    pub crop_margin: f64,
    /// Write the scale on the sheet (title block text and scale bar). Without it, lengths cannot be measured.
    #[default(true)]
    pub show_scale: bool,
    /// Draw a revision cloud across the panel schedule.
    #[default(true)]
    pub revision_cloud: bool,
}
