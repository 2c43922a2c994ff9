//! Text of Helvetica in content streams: encoding, escaping, and a width that is safe to break lines by.

use lopdf::{Document, Encoding};

/// A string operand of the text in WinAnsi, hexadecimal so that nothing needs escaping; `?` for what it lacks.
pub(crate) fn operand(text: &str) -> String {
    let mut out = String::from("<");
    for character in text.chars() {
        let bytes =
            Document::encode_text(&Encoding::SimpleEncoding(b"WinAnsiEncoding"), character.encode_utf8(&mut [0; 4]));
        out.push_str(&format!("{:02X}", bytes.first().copied().unwrap_or(b'?')));
    }
    out.push('>');
    out
}

/// Width of digits at `size`: every digit of Helvetica Bold is 0.556 em.
pub(crate) fn digits_width(count: usize, size: f64) -> f64 {
    0.556 * size * count as f64
}

/// Breaks text at spaces into lines of at most `limit` characters; a longer word is cut.
pub(crate) fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let characters: Vec<char> = word.chars().collect();
        for part in characters.chunks(limit.max(1)) {
            let part: String = part.iter().collect();
            let line = lines.len() - 1;
            let used = lines[line].chars().count();
            if used == 0 {
                lines[line] = part;
            } else if used + 1 + part.chars().count() <= limit {
                lines[line].push(' ');
                lines[line].push_str(&part);
            } else {
                lines.push(part);
            }
        }
    }
    lines
}
