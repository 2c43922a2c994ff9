//! The results of a takeoff as text for a terminal: quantities by category, route lengths by size, schedules and
//! warnings. The input is the API's JSON, so a command in this process and a client of a server print the same report.
//!
//! ```
//! use plumbline_report::{Screen, report};
//! use serde_json::json;
//!
//! let results = json!({
//!     "takeoff": {"discipline": "electrical", "warnings": []},
//!     "items": [{
//!         "description": "Troffer", "trade": "electrical", "category": "lighting", "effective_quantity": 2.0, "unit": "EA",
//!         "tag": "A1", "page_number": 1, "confidence": "high", "review_status": "extracted",
//!     }],
//!     "routes": [],
//!     "schedules": [],
//! });
//! let text = report(&results, Screen { width: Some(80), has_colors: false })?;
//! assert!(text.contains("Troffer"));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod quantities;
mod results;
mod schedules;
mod table;
mod warnings;
mod words;

use serde::Deserialize as _;
use serde_json::Value;

pub use table::Screen;

/// Returns the report of a takeoff, without a trailing newline. `results` holds the API's JSON: `takeoff`, and the
/// arrays `items`, `routes` and `schedules`.
///
/// # Errors
/// Returns an error if a member lacks a field that the contract requires.
pub fn report(results: &Value, screen: Screen) -> serde_json::Result<String> {
    let results = results::Results::read(results)?;
    let parts = [
        quantities::items(&results.items, screen),
        quantities::routes(&results.routes, screen),
        schedules::list(&results.schedules, screen),
        warnings::list(&results.warnings, screen),
    ];
    let mut lines = vec![words::headline(&results)];
    lines.extend(parts.into_iter().filter(|part| !part.is_empty()));
    Ok(lines.join("\n\n"))
}

/// Returns the warnings of a takeoff as its report shows them, or an empty string if there are none. `takeoff` is the
/// API's JSON.
///
/// # Errors
/// Returns an error if a warning lacks a field that the contract requires.
pub fn warnings(takeoff: &Value, screen: Screen) -> serde_json::Result<String> {
    let warnings = Vec::<results::Warning>::deserialize(&takeoff["warnings"])?;
    Ok(warnings::list(&warnings, screen))
}

#[cfg(test)]
mod tests;
