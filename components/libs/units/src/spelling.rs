//! One spelling for what drawings write in several: quotes, dashes, fractions, diameters, full-width letters.

/// A full-width letter, digit or sign as the usual one.
pub fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// A text with keyboard characters for primes, curly quotes, dashes and blanks, with fractions written out (`1½` is
/// `1 1/2`), `x` between sizes, `ø` before diameters (AutoCAD's `%%c` too) and `"` for two single quotes. Ends of lines
/// stay.
pub fn plain(text: &str) -> String {
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
            // Not the end of a line: 1:50 above 250 is not 1:50 250.
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(plain(text), want);
        }
    }
}
