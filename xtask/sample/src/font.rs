//! Widths of Helvetica, one of the fourteen fonts of every PDF reader, and its WinAnsi encoding.

/// Advance widths of the characters 32..=126 in 1/1000 em, from Adobe's published metrics of Helvetica.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// Returns the width of `text` in points at `size`. Bold text is about 6 % wider, which is accurate enough to center a
/// heading.
pub(crate) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let units: f64 = text
        .chars()
        .map(|c| {
            let index = (c as usize).wrapping_sub(32);
            f64::from(WIDTHS.get(index).copied().unwrap_or(556))
        })
        .sum();
    units / 1000.0 * size * if bold { 1.06 } else { 1.0 }
}

/// Encodes `text` as WinAnsi. Characters outside the encoding become `?`.
pub(crate) fn encode(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| match c {
            ' '..='~' => c as u8,
            '–' => 0x96,
            '—' => 0x97,
            '\u{a0}'..='\u{ff}' => c as u32 as u8,
            _ => b'?',
        })
        .collect()
}
