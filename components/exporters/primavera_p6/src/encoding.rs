//! Text in Windows-1252.

use encoding_rs::{EncoderResult, WINDOWS_1252};

/// What stands for a character that the code page lacks.
const REPLACEMENT: u8 = b'?';

/// Appends `text` to `bytes` and returns how many characters were replaced.
pub(crate) fn encode(text: &str, bytes: &mut Vec<u8>) -> u64 {
    let plain = plain(text);
    let mut encoder = WINDOWS_1252.new_encoder();
    let mut rest = plain.as_str();
    let mut replaced = 0;
    loop {
        // A character of this page is one byte: what is left in UTF-8 is always room enough, and one more for the
        // replacement.
        bytes.reserve(rest.len() + 1);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, bytes, true);
        match result {
            EncoderResult::Unmappable(_) => {
                bytes.push(REPLACEMENT);
                replaced += 1;
                rest = &rest[read..];
            }
            EncoderResult::InputEmpty | EncoderResult::OutputFull => return replaced,
        }
    }
}

/// Signs that drawings use and the code page lacks, written with signs that it has.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '″' => plain.push('"'),
            '′' => plain.push('\''),
            '−' | '‐' | '‑' | '‒' => plain.push('-'),
            '≤' => plain.push_str("<="),
            '≥' => plain.push_str(">="),
            '≈' => plain.push('~'),
            '⌀' | '∅' => plain.push('Ø'),
            '\u{2126}' | '\u{3a9}' => plain.push_str("ohm"),
            'μ' => plain.push('µ'),
            'Δ' => plain.push_str("delta"),
            'φ' | 'Φ' => plain.push('ø'),
            '⅛' => plain.push_str("1/8"),
            '⅜' => plain.push_str("3/8"),
            '⅝' => plain.push_str("5/8"),
            '⅞' => plain.push_str("7/8"),
            '⅓' => plain.push_str("1/3"),
            '⅔' => plain.push_str("2/3"),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str) -> (Vec<u8>, u64) {
        let mut bytes = Vec::new();
        let replaced = encode(text, &mut bytes);
        (bytes, replaced)
    }

    #[test]
    fn western_text_is_one_byte_a_character() {
        assert_eq!(encoded("Größe – 5 €…"), (b"Gr\xf6\xdfe \x96 5 \x80\x85".to_vec(), 0));
        assert_eq!(encoded(""), (vec![], 0));
    }

    #[test]
    fn signs_of_drawings_have_others_and_the_rest_is_replaced_and_counted() {
        assert_eq!(encoded("⌀12″ ≥ 3′"), (b"\xd812\" >= 3'".to_vec(), 0));
        assert_eq!(encoded("配管 ą🙂"), (b"?? ??".to_vec(), 4));
    }
}
