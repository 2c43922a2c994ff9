//! Numbers as people write them, with decimal points and commas, thousands and fractions, and as formulas show them.

use crate::spelling::mixed;

/// The pattern of a number with its fractions: `12`, `1,200`, `22,5`, `1/2`, `1 1/2`, `1-1/2`, `.5`.
pub const NUMBER: &str = r"(?:\d+[- ]\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)*|[.,]\d+)";

/// Parses a number of a dimension. A single comma or point separates decimals (`22,5`, `1.200`). So does the last of
/// several, unless all separate thousands. Fractions may follow a whole number.
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    if text.contains('/') {
        return fraction(text);
    }
    match text.matches([',', '.']).count() {
        0 | 1 => plain_number(&text.replace(',', ".")),
        _ => amount(text),
    }
}

/// Parses an amount, in which digits may be grouped in threes (`1,250`, `1 250`). A single comma before exactly three
/// digits groups them. A point never does, unless a decimal comma follows it.
pub fn amount(text: &str) -> Option<f64> {
    let text = text.trim();
    if text.contains('/') {
        return fraction(text);
    }
    if !text.chars().all(|c| c.is_ascii_digit() || ".,- +'".contains(c)) || !text.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let grouped = |separator: char| {
        let mut parts = digits.split(separator);
        let head = parts.next().unwrap_or_default();
        let short = (1..=3).contains(&head.len()) && head.chars().all(|c| c.is_ascii_digit());
        short && parts.all(|p| p.len() == 3 && p.chars().all(|c| c.is_ascii_digit()))
    };
    let (comma, point) = (digits.rfind(','), digits.rfind('.'));
    let plain = match (comma, point) {
        (Some(c), Some(p)) if c > p => digits.replace('.', "").replace(',', "."),
        (Some(_), Some(_)) => digits.replace(',', ""),
        (Some(_), None) if grouped(',') && !digits.starts_with("0,") => digits.replace(',', ""),
        (Some(_), None) => digits.replacen(',', ".", 1),
        (None, Some(_)) if digits.matches('.').count() > 1 && grouped('.') => digits.replace('.', ""),
        (None, _) if grouped(' ') => digits.replace(' ', ""),
        _ => digits.to_owned(),
    };
    plain_number(&plain).map(|n| sign * n)
}

/// Parses `1/2`, `1 1/2`, `1-1/2`, and `11/2` with its space lost.
fn fraction(text: &str) -> Option<f64> {
    let (above, below) = text.split_once('/')?;
    let (whole, above) = match above.trim().rsplit_once([' ', '-']) {
        Some((whole, above)) => (plain_number(whole.trim())?, above),
        None => match mixed(above.trim(), below.trim()) {
            Some((whole, above)) => (plain_number(whole)?, above),
            None => (0.0, above.trim()),
        },
    };
    let below = plain_number(below.trim()).filter(|b| *b > 0.0)?;
    Some(whole + plain_number(above)? / below)
}

fn plain_number(text: &str) -> Option<f64> {
    let digits = text.chars().all(|c| c.is_ascii_digit() || ".+-".contains(c));
    text.parse::<f64>().ok().filter(|n| digits && n.is_finite())
}

/// Formats a number as formulas show it: at most four decimals, five significant digits if it has decimals, no trailing
/// zeros.
pub fn format_number(value: f64) -> String {
    let whole = if value.abs() < 1.0 { 1 } else { value.abs().log10().floor() as i32 + 1 };
    let decimals = (5 - whole).clamp(0, 4) as usize;
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dimensions_have_decimals_and_fractions() {
        for (text, value) in [
            ("12", 12.0),
            ("22,5", 22.5),
            ("1/2", 0.5),
            ("1 1/2", 1.5),
            ("1-1/4", 1.25),
            ("11/2", 1.5),
            ("5/2", 2.5),
            (".5", 0.5),
            ("0,250", 0.25),
            ("1,200", 1.2),
            ("1.234,5", 1234.5),
        ] {
            assert_eq!(number(text), Some(value), "{text}");
        }
        for text in ["1/0", "A1", "", "inf", "1e3"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn amounts_are_grouped_as_in_different_countries() {
        let numbers =
            [("1,435", 1435.0), ("3,25", 3.25), ("0,125", 0.125), ("1 250", 1250.0), ("1.250.000", 1_250_000.0)];
        for (text, want) in numbers {
            assert_eq!(amount(text), Some(want), "{text}");
        }
        assert_eq!(amount("A1"), None);
    }

    #[test]
    fn numbers_are_shown_without_digits_that_mean_nothing() {
        let shown: Vec<String> =
            [211.2, 211.200_04, 0.25, 1250.0, 1234.56, 0.0, 0.006_165, 123_456.7, 6.283_91].map(format_number).to_vec();
        assert_eq!(shown, ["211.2", "211.2", "0.25", "1250", "1234.6", "0", "0.0062", "123457", "6.2839"]);
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "\\PC{0,12}") {
            let _ = (number(&text), amount(&text));
        }

        #[test]
        fn hundredths_read_back_with_either_separator(hundredths in 0u32..100_000) {
            let value = f64::from(hundredths) / 100.0;
            let text = format!("{value:.2}");
            prop_assert_eq!(number(&text), Some(value));
            prop_assert_eq!(number(&text.replace('.', ",")), Some(value));
        }
    }
}
