//! Texts in Windows-1252, which Windows calls ANSI: the characters of packages that do not read Unicode.

use encoding_rs::WINDOWS_1252;

/// What stands for a character that Windows-1252 does not have and nothing here stands for.
pub const UNKNOWN: char = '?';

/// A text in characters of Windows-1252.
///
/// Signs of drawings that it lacks are written with those it has (`⌀` as `Ø`, `≥` as `>=`, `3⅜` as `3 3/8`); any other
/// becomes [`UNKNOWN`], one for one, so that a reader sees that something is missing and how much.
pub fn text(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match stand_in(c) {
            Some(known) => written.push_str(known),
            None if has(c) => written.push(c),
            None if c.is_whitespace() => written.push(' '),
            None => written.push(UNKNOWN),
        }
    }
    written
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
        'π' => "pi",
        '√' => "root ",
        '∞' => "infinite",
        '′' => "'",
        '″' => "\"",
        '−' | '‐' | '\u{2011}' => "-",
        '⅛' => " 1/8",
        '⅜' => " 3/8",
        '⅝' => " 5/8",
        '⅞' => " 7/8",
        '⅓' => " 1/3",
        '⅔' => " 2/3",
        '\u{85}' | '\u{2028}' | '\u{2029}' => "\n",
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
        assert_eq!(text("配管 ąę"), "?? ??");
    }

    #[test]
    fn white_space_stays_white() {
        assert_eq!(text("é\ta\r\nb\u{2028}c\u{2009}d"), "é\ta\r\nb\nc d");
    }

    #[test]
    fn bytes_are_those_of_the_code_page() {
        assert_eq!(encode("é€–配"), [0xe9, 0x80, 0x96, b'?']);
        assert_eq!(encode("a\u{81}b"), *b"a?b");
    }
}
