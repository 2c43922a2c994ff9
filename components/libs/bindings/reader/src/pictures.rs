//! Bindings of the world `plumbline:pictures/drawing-pages`, for readers that can draw their pages.

use plumbline_geometry::bounds;
use plumbline_sheet::page_pictures::View;

use crate::failure::Failure;
use crate::pages::{Pages, read_all};
use crate::plumbline::reader::source::Bytes;

#[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
mod bindings {
    wit_bindgen::generate!({
        path: ["../../../../wit/drawing@1.0.0", "../../../../wit/reader@1.0.0", "../../../../wit/pictures@1.0.0"],
        world: "plumbline:pictures/drawing-pages",
        with: { "plumbline:reader/source@1.0.0": crate::plumbline::reader::source },
        generate_all,
        pub_export_macro: true,
        default_bindings_module: "plumbline_reader::pictures",
    });
}

pub use bindings::*;
pub use exports::plumbline::pictures::pictures as wit;
pub use wit::Guest;

crate::convert_failure!(wit);

/// A document whose pages can be drawn.
pub trait DrawViews: Pages {
    /// Draws a page as a PNG, in color if the file has colors. Page numbers start at 1.
    ///
    /// # Errors
    /// Returns an error if the page does not exist or cannot be drawn.
    fn draw_view(&mut self, page_number: u32, view: &View) -> Result<Vec<u8>, Failure>;
}

/// Opens a file and draws one of its pages.
///
/// # Errors
/// Returns an error if the file cannot be read or the page cannot be drawn.
pub fn draw<D: DrawViews>(file: &Bytes, page_number: u32, view: wit::View) -> Result<Vec<u8>, wit::Failure> {
    let part = |part: wit::Part| bounds([part.x_min, part.y_min, part.x_max, part.y_max]);
    let view = match view {
        wit::View::Page => View::Page,
        wit::View::Area(area) => View::Area(part(area)),
        wit::View::Place(place) => View::Place(part(place)),
    };
    let mut document = read_all(file, D::MAX_FILE_BYTES).and_then(D::open)?;
    Ok(document.draw_view(page_number, &view)?)
}

/// Returns the failure of a page that cannot be drawn.
pub fn cannot_draw(reason: impl std::fmt::Display) -> Failure {
    Failure::unreadable(format!("The page cannot be drawn: {reason}."))
}
