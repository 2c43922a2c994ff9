//! Corrects decode parameters for which hayro-syntax 0.9 divides by zero: rows of no bytes, in streams with a
//! predictor.
//!
//! Dictionaries of streams are in the file as they are, because a stream cannot be part of an object stream. So the
//! values are replaced in the file's bytes, at the same length. A value that is hidden by an escaped name still ends in
//! a failure of the component alone.

use memchr::memmem;

/// A key of decode parameters.
struct Key {
    name: &'static [u8],
    /// Whether a value leaves a row without bytes.
    is_wrong: fn(u64) -> bool,
}

/// The keys that make up the length of a row. The decoder multiplies bits and colors as `u8`, and the result with
/// columns as `usize` (32 bits in a component), each without a check for overflow.
const KEYS: [Key; 3] = [
    Key { name: b"/Columns", is_wrong: |columns| columns == 0 || columns > 1 << 20 },
    // A row of 16 colors with 16 bits has 256 bits a pixel.
    Key { name: b"/Colors", is_wrong: |colors| colors % 16 == 0 || colors > 255 },
    Key { name: b"/BitsPerComponent", is_wrong: |bits| bits == 0 || bits > 16 },
];

/// Replaces values that leave a row without bytes by 1.
pub(crate) fn correct(file: &mut [u8]) {
    for Key { name, is_wrong } in KEYS {
        let offsets: Vec<usize> = memmem::find_iter(file, name).map(|offset| offset + name.len()).collect();
        for offset in offsets {
            let spaces = file[offset..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let digits = file[offset + spaces..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let value = &mut file[offset + spaces..offset + spaces + digits];
            let number = std::str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
            // Digits that are not a number are too many for one.
            if digits > 0 && number.is_none_or(is_wrong) {
                value.fill(b' ');
                value[0] = b'1';
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_without_rows_are_replaced() {
        for (text, corrected) in [
            ("<</Columns 0/Colors 32 /BitsPerComponent 0>>", "<</Columns 1/Colors 1  /BitsPerComponent 1>>"),
            ("/Columns\n536870912", "/Columns\n1        "),
            ("/Columns 99999999999999999999999", "/Columns 1                      "),
            ("/Columns 1728 /Colors 3/BitsPerComponent 16", "/Columns 1728 /Colors 3/BitsPerComponent 16"),
            ("/Columns 7 0 R /ColorSpace /Colors", "/Columns 7 0 R /ColorSpace /Colors"),
        ] {
            let mut file = text.as_bytes().to_vec();
            correct(&mut file);
            assert_eq!(String::from_utf8_lossy(&file), corrected);
        }
    }
}
