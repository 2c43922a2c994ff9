//! What a takeoff found, as text for a terminal: quantities under the heads of their categories, lengths of routes by size, schedules and
//! warnings. It reads the JSON of the API, so that a command in this process and a client of a server print the same.

mod quantities;
mod results;
mod schedules;
mod table;
mod words;

use serde_json::Value;

pub use table::Screen;

/// Returns the report of a takeoff as lines without a final end of line. `results` holds the API's own JSON: `takeoff`, and as arrays
/// `items`, `routes` and `schedules`.
///
/// # Errors
/// When a member lacks a field that the contract requires.
pub fn report(results: &Value, screen: Screen) -> serde_json::Result<String> {
    let results = results::Results::read(results)?;
    let parts = [
        quantities::items(&results.items, screen),
        quantities::routes(&results.routes, screen),
        schedules::list(&results.schedules, screen),
        results.warnings.iter().map(|warning| words::warning(warning, screen)).collect::<Vec<_>>().join("\n"),
    ];
    let mut lines = vec![words::headline(&results)];
    lines.extend(parts.into_iter().filter(|part| !part.is_empty()));
    Ok(lines.join("\n\n"))
}

#[cfg(test)]
mod tests;
