//! Unifies the spellings of drawings: quotes, dashes, fractions, diameters, full-width letters.

/// Returns a full-width letter, digit or sign in its usual form.
pub fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// Returns a text with keyboard characters for primes, curly quotes, dashes and spaces, with fractions written out
/// (`1½` is `1 1/2`), `x` between sizes, `ø` before diameters (AutoCAD's `%%c` too) and `"` for two single quotes.
/// Line breaks are kept.
pub fn normalize_spelling(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        let fraction = match c {
            '½' => "1/2",
            '¼' => "1/4",
            '¾' => "3/4",
            '⅛' => "1/8",
            '⅜' => "3/8",
            '⅝' => "5/8",
            '⅞' => "7/8",
            '⅓' => "1/3",
            '⅔' => "2/3",
            _ => "",
        };
        if !fraction.is_empty() {
            if out.ends_with(|p: char| p.is_ascii_digit()) {
                out.push(' ');
            }
            out.push_str(fraction);
            continue;
        }
        out.push(match narrow(c) {
            '’' | '‘' | '′' | '´' | '`' => '\'',
            '”' | '“' | '″' | '〞' | '〃' | '¨' => '"',
            '⁄' | '∕' => '/',
            '–' | '—' | '‐' | '‑' | '−' => '-',
            '×' | '✕' => 'x',
            'Ø' | 'Φ' | 'φ' | 'ϕ' | '⌀' | '∅' => 'ø',
            '\t' => ' ',
            // Line breaks are kept: 1:50 above 250 is not 1:50 250.
            other if other.is_whitespace() && !other.is_control() => ' ',
            other => other,
        });
    }
    if out.contains("''") {
        out = out.replace("''", "\"");
    }
    if out.contains("%%") {
        out = out.replace("%%c", "ø").replace("%%C", "ø");
    }
    out
}

/// Inserts the space of mixed numbers into a text: `Ø11/2"` becomes `Ø1 1/2"`.
///
/// Drawings set the fraction in small figures after the whole number, and the extracted text has neither the small
/// figures nor a space. No part of a building is named by an improper fraction of an inch.
pub fn mixed_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let mut rest = text;
    while let Some(slash) = rest.find('/') {
        let (above, below) = (&rest[..slash], &rest[slash + 1..]);
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        let numerator = above.chars().rev().take_while(char::is_ascii_digit).count();
        let (before, numerator) = above.split_at(slash - numerator);
        let denominator = &below[..digits(below)];
        // `1 11/2` and `3.11/2` have another meaning.
        let digit = |letter: char| letter.is_ascii_digit();
        let alone = !before.ends_with([',', '.', '/']) && !before.trim_end_matches([' ', '-']).ends_with(digit);
        out.push_str(before);
        match mixed(numerator, denominator).filter(|_| alone) {
            Some((whole, fraction)) => out.extend([whole, " ", fraction]),
            None => out.push_str(numerator),
        }
        out.push('/');
        out.push_str(denominator);
        rest = &below[denominator.len()..];
    }
    out.push_str(rest);
    out
}

/// Splits `11` over `2` into `1` and `1`: the one way to divide the digits that leaves a proper fraction of an inch in
/// lowest terms. Returns `None` if there is no such way, or more than one, as with `111/16`.
pub(crate) fn mixed<'a>(above: &'a str, below: &str) -> Option<(&'a str, &'a str)> {
    let denominator: u32 = below.parse().ok().filter(|below| [2, 4, 8, 16, 32, 64].contains(below))?;
    if above.parse::<u32>().ok()? < denominator {
        return None;
    }
    let proper = |fraction: &str| {
        !fraction.starts_with('0') && fraction.parse().is_ok_and(|above: u32| above < denominator && above % 2 == 1)
    };
    let mut ways = (1..above.len()).map(|at| above.split_at(at)).filter(|(_, fraction)| proper(fraction));
    ways.next().filter(|_| ways.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mixed_number_has_its_blank() {
        for (text, want) in [
            ("Ø 11/2\"", "Ø 1 1/2\""),
            ("21/2\" CW, 13/4\" HW", "2 1/2\" CW, 1 3/4\" HW"),
            ("103/4\"", "10 3/4\""),
            ("17/16", "1 7/16"),
            // Unchanged: proper, already apart, in twelfths, a date, a duct, in two ways, decimals.
            ("3/4\" 1 1/2\" 1-1/2\"", "3/4\" 1 1/2\" 1-1/2\""),
            ("1 11/2", "1 11/2"),
            ("13/12", "13/12"),
            ("11/21/2026", "11/21/2026"),
            ("24/16", "24/16"),
            ("111/16", "111/16"),
            ("1.11/2", "1.11/2"),
            ("/2 1/ Größe", "/2 1/ Größe"),
        ] {
            assert_eq!(mixed_numbers(text), want);
        }
    }

    #[test]
    fn one_spelling_for_many() {
        for (text, want) in [
            ("1½”", "1 1/2\""),
            ("½″Φ", "1/2\"ø"),
            ("6’–4''", "6'-4\""),
            ("２４×１２", "24x12"),
            ("%%c200", "ø200"),
            ("12\u{a0}mm", "12 mm"),
            ("1:50\n250", "1:50\n250"),
        ] {
            assert_eq!(normalize_spelling(text), want);
        }
    }
}
