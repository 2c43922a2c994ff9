//! The unit of a drawing, from a comparison of its dimensions' texts with their measured lengths.

use std::sync::LazyLock;

use acadrust::CadDocument;
use acadrust::entities::EntityType;
use acadrust::entities::mtext_format::parser::parse_mtext;
use regex::Regex;

use crate::plot::{FEET, INCHES, Unit};
use crate::symbol_blocks::SymbolBlocks;

/// Most dimensions to compare.
const MAX_DIMENSIONS: usize = 500;

/// Fewest dimensions that must agree.
const MIN_AGREEING: usize = 3;

/// Matches `12'-6"`, `12' 6 1/2"`, `3'`.
static FEET_INCHES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"^\s*(\d+(?:\.\d+)?)\s*'(?:\s*-?\s*(\d+(?:\.\d+)?)?(?:\s*-?\s*(\d+)/(\d+))?\s*(?:"|''))?\s*$"#).ok()
});

/// Returns the inches of a text in feet and inches.
fn parse_inches(text: &str) -> Option<f64> {
    let found = FEET_INCHES.as_ref()?.captures(text)?;
    let number = |i: usize| found.get(i).and_then(|m| m.as_str().parse::<f64>().ok());
    let part = number(3).zip(number(4)).map_or(0.0, |(a, b)| if b > 0.0 { a / b } else { 0.0 });
    Some(number(1)? * 12.0 + number(2).unwrap_or(0.0) + part)
}

/// Returns the unit in which the dimensions in feet and inches are right, or `None` if they do not show one.
pub(crate) fn unit(drawing: &CadDocument, symbols: &SymbolBlocks) -> Option<Unit> {
    let (mut as_inches, mut as_feet, mut neither) = (0usize, 0usize, 0usize);
    let dimensions = drawing.entities().filter_map(|e| match e {
        EntityType::Dimension(dimension) => Some(dimension.base()),
        _ => None,
    });
    for base in dimensions.take(MAX_DIMENSIONS) {
        let measured = base.actual_measurement;
        let drawn = symbols.named(&base.block_name).map(|r| symbols.entities(r)).unwrap_or_default();
        let stated = drawn.iter().take(50).find_map(|handle| match drawing.get_entity(*handle)? {
            EntityType::Text(text) => parse_inches(&text.value),
            EntityType::MText(text) => parse_inches(&parse_mtext(&text.value, true).to_plain_text()),
            _ => None,
        });
        let Some(stated) = stated.filter(|s| *s > 0.0 && measured > 0.0) else { continue };
        // Dimensions are rounded to an inch at most.
        let agrees = |value: f64| (value - stated).abs() <= (0.02 * stated).max(0.6);
        if agrees(measured) {
            as_inches += 1;
        } else if agrees(measured * 12.0) {
            as_feet += 1;
        } else {
            neither += 1;
        }
    }
    let (unit, count) = if as_inches >= as_feet { (INCHES, as_inches) } else { (FEET, as_feet) };
    (count >= MIN_AGREEING && count > 2 * neither).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feet_and_inches_are_read() {
        let cases = [
            ("12'-6\"", Some(150.0)),
            ("3'", Some(36.0)),
            ("12' 6 1/2\"", Some(150.5)),
            ("0'-3/4\"", Some(0.75)),
            ("1500", None),
            ("6\"", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_inches(text), expected, "{text}");
        }
    }
}
