//! Text in Windows-1252, which Windows calls ANSI: the character set of packages that do not read Unicode, and of the
//! standard fonts of PDF (`WinAnsiEncoding`).
//!
//! Every file that uses it follows the same rule. Signs of drawings are written with characters of the set (`⌀` as `Ø`,
//! `≥` as `>=`, `3⅜` as `3 3/8`). Letters of other scripts are transliterated to Latin letters (`配管` as `Pei Guan`, `ą`
//! as `a`), because a row of question marks cannot be read or priced. Transliteration works character by character
//! without regard to the language, so Japanese kanji get their Chinese reading.
//!
//! ```
//! assert_eq!(plumbline_domain::windows_1252::text("⌀50 ≥ 3⅜″"), "Ø50 >= 3 3/8\"");
//! assert_eq!(plumbline_domain::windows_1252::text_and_count("配管"), ("Pei Guan".to_owned(), 2));
//! assert_eq!(plumbline_domain::windows_1252::encode("Ø"), [0xd8]);
//! ```

use crate::fraction::fraction;
use deunicode::deunicode_char;
use encoding_rs::WINDOWS_1252;

/// Replacement for a character without a transliteration.
pub const UNKNOWN: char = '?';

/// Returns a text in characters of Windows-1252.
pub fn text(text: &str) -> String {
    text_and_count(text).0
}

/// Like [`text`], with the number of characters that were transliterated or replaced by [`UNKNOWN`].
pub fn text_and_count(text: &str) -> (String, u64) {
    if text.is_ascii() {
        return (text.to_owned(), 0);
    }
    let mut written = String::with_capacity(text.len());
    let mut count = 0;
    // Whether a transliterated word has just ended. A space then separates it from the next letter.
    let mut word_ended = false;
    for c in text.chars() {
        if word_ended && !c.is_whitespace() && !c.is_ascii_punctuation() {
            written.push(' ');
        }
        word_ended = false;
        // `½`, `¼` and `¾` are in the set.
        if let Some(fraction) = fraction(c).filter(|_| !is_encodable(c)) {
            if written.ends_with(|before: char| before.is_ascii_digit()) {
                written.push(' ');
            }
            written.push_str(fraction);
        } else if let Some(known) = replacement(c) {
            written.push_str(known);
        } else if is_encodable(c) {
            written.push(c);
        } else if c.is_whitespace() {
            written.push(' ');
        } else {
            count += 1;
            match deunicode_char(c).filter(|_| !c.is_control()) {
                // Combining accents and direction marks are invisible without a base character, so they are dropped.
                Some("") if matches!(c, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}') => {}
                None | Some("") => written.push(UNKNOWN),
                Some(letters) => {
                    written.push_str(letters.trim_end());
                    word_ended = letters.ends_with(' ');
                }
            }
        }
    }
    (written, count)
}

/// Returns a text in Windows-1252, one byte for each character. Characters outside the set are replaced as in [`text`].
pub fn encode(words: &str) -> Vec<u8> {
    WINDOWS_1252.encode(&text(words)).0.into_owned()
}

fn is_encodable(c: char) -> bool {
    // The encoding standard also maps the control characters above ASCII, which are not text.
    let mut utf8 = [0; 4];
    c.is_ascii() || (!c.is_control() && !WINDOWS_1252.encode(c.encode_utf8(&mut utf8)).2)
}

/// Returns the replacement of a sign that drawings use.
fn replacement(c: char) -> Option<&'static str> {
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
        // Minus, and hyphens and dashes outside the set.
        '−' | '\u{2010}' | '\u{2011}' | '\u{2012}' => "-",
        '\u{85}' | '\u{2028}' | '\u{2029}' => "\n",
        // A byte order mark is invisible.
        '\u{feff}' => "",
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
        assert_eq!(
            [text_and_count("⌀12″ ≥ 3′").1, text_and_count("plain").1, text_and_count("配管 ą\u{2009}").1],
            [0, 0, 3]
        );
    }

    #[test]
    fn other_scripts_are_transliterated() {
        assert_eq!(text("配管"), "Pei Guan");
        assert_eq!(text("配管図, 2階"), "Pei Guan Tu, 2Jie");
        assert_eq!(text("コンセント"), "konsento");
        assert_eq!(text("Rozdzielnica główna ąę"), "Rozdzielnica glówna ae");
        assert_eq!(text("Розетка"), "Rozetka");
        assert_eq!(text("a\u{301}b"), "ab");
        assert_eq!([text("🙂"), text("№7"), text("\u{fffd}")], ["slight smile", "No7", "?"]);
        assert_eq!(text("\u{fffe}"), "?", "a code point without a transliteration stays visible");
    }

    #[test]
    fn white_space_stays_white() {
        assert_eq!(text("é\ta\r\nb\u{2028}c\u{2009}d"), "é\ta\r\nb\nc d");
    }

    #[test]
    fn bytes_are_those_of_the_code_page() {
        assert_eq!(encode("é€–я"), [0xe9, 0x80, 0x96, b'i', b'a']);
        assert_eq!(encode("Größe … ⌀12″"), b"Gr\xf6\xdfe \x85 \xd812\"");
        assert_eq!(encode("a\u{81}b"), *b"a?b");
    }
}
