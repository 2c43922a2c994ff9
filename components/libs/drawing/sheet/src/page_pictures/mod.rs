//! Pictures of pages for people, and for models that look at pictures.
//!
//! - `view`: the part of a page that a picture shows, and its size in pixels.
//! - `raster`: pixels, the outline of a place, and the PNG file.
//!
//! ```
//! use plumbline_geometry::{bounds, size};
//! use plumbline_sheet::page_pictures::{Raster, View};
//!
//! // A symbol in the middle of a sheet of 36 by 24 inches, with its surroundings.
//! let size = size(2592.0, 1728.0);
//! let place = bounds([0.5, 0.5, 0.51, 0.51]);
//! let part = View::Place(place).part(size);
//! let side = plumbline_sheet::page_pictures::side(size, part);
//! let mut picture = Raster::blank(side, side);
//! picture.outline(part, place);
//! assert!(picture.png()?.starts_with(b"\x89PNG"));
//! # Ok::<(), plumbline_sheet::page_pictures::EncodingError>(())
//! ```

mod raster;
mod view;

pub use png::EncodingError;
pub use raster::Raster;
pub use view::{
    DOTS_PER_INCH, MAX_SIDE, PageSize, Part, View, WHOLE, longer_side, on_page, part_size, side, surroundings,
};
