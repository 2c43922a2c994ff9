//! Texts in Windows-1252, which Windows calls ANSI: the characters of packages that do not read Unicode.

use encoding_rs::WINDOWS_1252;

/// What stands for a character that Windows-1252 does not have and nothing here stands for.
pub const UNKNOWN: char = '?';

/// A text in characters of Windows-1252.
///
/// Signs of drawings that it lacks are written with those it has (`⌀` as `Ø`, `≥` as `>=`, `3⅜` as `3 3/8`); any other
/// becomes [`UNKNOWN`], one for one, so that a reader sees that something is missing and how much.
pub fn text(text: &str) -> String {
    counted(text).0
}

/// As [`text`], with how many characters became [`UNKNOWN`].
pub fn counted(text: &str) -> (String, u64) {
    if text.is_ascii() {
        return (text.to_owned(), 0);
    }
    let mut written = String::with_capacity(text.len());
    let mut unknown = 0;
    for c in text.chars() {
        if let Some(fraction) = fraction(c) {
            if written.ends_with(|before: char| before.is_ascii_digit()) {
                written.push(' ');
            }
            written.push_str(fraction);
        } else if let Some(known) = stand_in(c) {
            written.push_str(known);
        } else if has(c) {
            written.push(c);
        } else if c.is_whitespace() {
            written.push(' ');
        } else {
            written.push(UNKNOWN);
            unknown += 1;
        }
    }
    (written, unknown)
}

/// The bytes of a text in Windows-1252, one for each character; those that it does not have are replaced as in
/// [`text`].
pub fn encode(words: &str) -> Vec<u8> {
    WINDOWS_1252.encode(&text(words)).0.into_owned()
}

fn has(c: char) -> bool {
    // The encoding standard also maps the control characters above ASCII; they are no text.
    let mut utf8 = [0; 4];
    c.is_ascii() || (!c.is_control() && !WINDOWS_1252.encode(c.encode_utf8(&mut utf8)).2)
}

/// Signs that drawings use.
fn stand_in(c: char) -> Option<&'static str> {
    Some(match c {
        '⌀' | '∅' => "Ø",
        '≥' => ">=",
        '≤' => "<=",
        '≠' => "<>",
        '≈' => "ca. ",
        'Ω' | '\u{2126}' => "ohm",
        'μ' => "µ",
        'Δ' => "delta ",
        'φ' | 'Φ' => "ø",
        'π' => "pi",
        '√' => "root ",
        '∞' => "infinite",
        '′' => "'",
        '″' => "\"",
        // Minus, and the hyphens and dashes that are no letters of it.
        '−' | '\u{2010}' | '\u{2011}' | '\u{2012}' => "-",
        '\u{85}' | '\u{2028}' | '\u{2029}' => "\n",
        // A byte order mark: nobody sees it.
        '\u{feff}' => "",
        _ => return None,
    })
}

/// Fractions; `½`, `¼` and `¾` it has.
fn fraction(c: char) -> Option<&'static str> {
    Some(match c {
        '⅛' => "1/8",
        '⅜' => "3/8",
        '⅝' => "5/8",
        '⅞' => "7/8",
        '⅓' => "1/3",
        '⅔' => "2/3",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_drawings_are_written_and_the_rest_is_visible() {
        assert_eq!(text("Café «Größe» – €5 × ½"), "Café «Größe» – €5 × ½");
        assert_eq!(text("⌀50 ≥ 3⅜″, 10 Ω"), "Ø50 >= 3 3/8\", 10 ohm");
        assert_eq!(text("⅜″ ‒ ≈5 Φ\u{feff}"), "3/8\" - ca. 5 ø");
        assert_eq!(text("配管 ąę"), "?? ??");
        assert_eq!([counted("⌀12″ ≥ 3′").1, counted("plain").1, counted("配管 ą🙂\u{2009}").1], [0, 0, 4]);
    }

    #[test]
    fn white_space_stays_white() {
        assert_eq!(text("é\ta\r\nb\u{2028}c\u{2009}d"), "é\ta\r\nb\nc d");
    }

    #[test]
    fn bytes_are_those_of_the_code_page() {
        assert_eq!(encode("é€–配"), [0xe9, 0x80, 0x96, b'?']);
        assert_eq!(encode("Größe … ⌀12″"), b"Gr\xf6\xdfe \x85 \xd812\"");
        assert_eq!(encode("a\u{81}b"), *b"a?b");
    }
}
