//! The content of a sheet that leaders and their origins are searched in.

use crate::annotations::frames::Frame;
use crate::annotations::lines::Lines;
use crate::annotations::linework::{Linework, Pieces};

/// The largest font of text that may have leaders, in points.
pub(crate) const LARGEST_FONT: f32 = 24.0;

/// The content of a sheet that leaders are searched in.
pub(crate) struct SearchContext<'a> {
    pub(crate) lines: &'a Lines,
    pub(crate) linework: &'a Linework,
    pub(crate) pieces: &'a Pieces,
    pub(crate) frames: &'a [Frame],
}
