//! Names, numbers and sentences as the report shows them.

use plumbline_contract::taxonomy::{TAXONOMY, sentence_case};
use plumbline_contract::{ConfidenceBand, MeasureType, RouteSystem, ScheduleKind, Trade, units};

use crate::results::{Results, Warning};

/// Returns the first line: the discipline and the counts of results.
pub(crate) fn headline(results: &Results) -> String {
    let mut parts = vec![
        results.discipline.title().to_owned(),
        plural(results.items.len(), "item"),
        plural(results.routes.len(), "route"),
        plural(results.schedules.len(), "schedule"),
    ];
    if results.rejected > 0 {
        parts.push(format!("{} rejected", grouped(results.rejected as f64, 0)));
    }
    parts.join(" · ")
}

/// Returns a count with its noun. The plural is formed with an `s`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count as f64, 0), if count == 1 { "" } else { "s" })
}

/// Returns the text of a warning with its pages.
pub(crate) fn warning(warning: &Warning) -> String {
    let pages = warning.pages.as_deref().unwrap_or_default();
    let pages = match pages.len() {
        0 => String::new(),
        1 => format!(" (page {})", pages[0]),
        _ => format!(" (pages {})", ranges(pages.iter().copied())),
    };
    format!("{}{pages}", warning.message)
}

/// Formats ascending page numbers as ranges: `1-4, 7`.
pub(crate) fn ranges(pages: impl IntoIterator<Item = u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for page in pages {
        match ranges.last_mut() {
            Some((_, last)) if page <= *last + 1 => *last = page,
            _ => ranges.push((page, page)),
        }
    }
    let shown: Vec<String> = ranges
        .iter()
        .map(|&(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") })
        .collect();
    shown.join(", ")
}

/// Returns a quantity and its unit. Counts are shown as whole numbers and measures with one decimal.
pub(crate) fn quantity(quantity: f64, unit: &str) -> (String, String) {
    let counts = units::find(unit).is_some_and(|unit| unit.measure_type == MeasureType::Count);
    let digits = usize::from(!(counts && quantity.fract().abs() < 1e-9));
    (grouped(quantity, digits), symbol(unit))
}

/// Formats a number with commas between thousands and `digits` decimals.
pub(crate) fn grouped(number: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", number.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut out = if number < 0.0 { "-".to_owned() } else { String::new() };
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

/// Returns the symbol of a unit as estimators write it.
fn symbol(unit: &str) -> String {
    match unit {
        "LF" | "FT" => "ft".into(),
        "SF" => "sq ft".into(),
        "SY" => "sq yd".into(),
        "CY" => "cu yd".into(),
        "CF" => "cu ft".into(),
        "M2" => "m²".into(),
        "M3" => "m³".into(),
        other => other.to_lowercase(),
    }
}

/// Returns the name of a trade.
pub(crate) fn trade(trade: Trade) -> &'static str {
    TAXONOMY.trades.iter().find(|entry| entry.code == trade).map_or("Other", |entry| entry.name)
}

pub(crate) fn system(system: RouteSystem) -> String {
    sentence_case(system.as_str())
}

pub(crate) fn schedule_kind(kind: ScheduleKind) -> String {
    sentence_case(kind.as_str())
}

/// Returns the word for a confidence band, or `None` for high confidence.
pub(crate) fn low_confidence(band: ConfidenceBand) -> Option<&'static str> {
    match band {
        ConfidenceBand::High => None,
        ConfidenceBand::Medium => Some("medium"),
        ConfidenceBand::Low => Some("low"),
    }
}
