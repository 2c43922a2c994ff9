//! Helvetica text in content streams: encoding, escaping, and a safe width for line breaks.

/// Returns the text as a WinAnsi string operand, in hexadecimal so that nothing needs escaping. Characters that WinAnsi
/// lacks are written as in [`plumbline_domain::windows_1252::text`].
pub(crate) fn operand(text: &str) -> String {
    let mut out = String::from("<");
    for byte in plumbline_domain::windows_1252::encode(text) {
        out.push_str(&format!("{byte:02X}"));
    }
    out.push('>');
    out
}

/// Returns the width of digits at `size`. Every digit of Helvetica Bold is 0.556 em.
pub(crate) fn digits_width(count: usize, size: f64) -> f64 {
    0.556 * size * count as f64
}

/// Breaks text at spaces into lines of at most `limit` characters. A longer word is cut.
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
