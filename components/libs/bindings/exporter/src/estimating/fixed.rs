//! Quantities with the decimals of a format.

use std::fmt;

/// A number with a fixed number of decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed {
    scaled: i64,
    places: u32,
}

impl Fixed {
    /// Rounds `value` to `places` decimals, halves away from zero.
    pub fn new(value: f64, places: u32) -> Self {
        // The cast saturates at the largest numbers, far beyond the range of the formats.
        Self { scaled: (value * 10f64.powi(places as i32)).round() as i64, places }
    }

    /// Returns the number of digits before the decimal point.
    pub fn whole_digits(self) -> u32 {
        (self.scaled.unsigned_abs() / 10u64.pow(self.places)).checked_ilog10().map_or(1, |digits| digits + 1)
    }

    /// Returns the negated number.
    pub fn negated(self) -> Self {
        Self { scaled: -self.scaled, ..self }
    }

    /// Formats the number without trailing zeros: `12.5`, `3`.
    pub fn trimmed(self) -> String {
        let text = self.to_string();
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    }
}

impl fmt::Display for Fixed {
    /// Formats the number with all its decimals: `12.500`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = 10u64.pow(self.places);
        let sign = if self.scaled < 0 { "-" } else { "" };
        let (whole, rest) = (self.scaled.unsigned_abs() / one, self.scaled.unsigned_abs() % one);
        if self.places == 0 {
            return write!(f, "{sign}{whole}");
        }
        write!(f, "{sign}{whole}.{rest:0width$}", width = self.places as usize)
    }
}

/// A running sum that rounds its parts so that they add up to the rounded sum.
///
/// Rounding each part separately would drift: a thousand times 0.0004 is 0.4, not 0. Here each part is the amount by
/// which the rounded sum grows. A part is off by less than one unit of the last decimal, and the sum is exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Running {
    sum: f64,
    places: u32,
}

impl Running {
    /// Creates an empty sum with `places` decimals.
    pub fn new(places: u32) -> Self {
        Self { sum: 0.0, places }
    }

    /// Adds a part and returns its rounded value.
    pub fn add(&mut self, part: f64) -> Fixed {
        let before = Fixed::new(self.sum, self.places);
        self.sum += part;
        let after = Fixed::new(self.sum, self.places);
        Fixed { scaled: after.scaled.saturating_sub(before.scaled), places: self.places }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_of_the_format() {
        let cases = [(12.5, 3, "12.500", "12.5"), (0.0005, 3, "0.001", "0.001"), (-0.0001, 3, "0.000", "0")];
        for (value, places, full, trimmed) in cases {
            assert_eq!(Fixed::new(value, places).to_string(), full);
            assert_eq!(Fixed::new(value, places).trimmed(), trimmed);
        }
        assert_eq!(Fixed::new(100.0, 0).trimmed(), "100");
        assert_eq!(Fixed::new(-12.25, 2).to_string(), "-12.25");
        assert_eq!(Fixed::new(-12.25, 2).negated().to_string(), "12.25");
    }

    #[test]
    fn digits_before_the_point_are_counted() {
        for (value, digits) in [(0.5, 1), (9.9999, 2), (99_999_999.0, 8), (-123.0, 3)] {
            assert_eq!(Fixed::new(value, 3).whole_digits(), digits, "{value}");
        }
    }

    #[test]
    fn parts_add_up_to_the_rounded_sum() {
        let mut running = Running::new(3);
        let parts = [1.0 / 3.0, 0.0004, 2.50007, 1e-7, 14.123456];
        let written: i64 = (0..10_000).map(|i| running.add(parts[i % 5]).scaled).sum();
        let sum: f64 = (0..10_000).map(|i| parts[i % 5]).sum();
        assert_eq!(Fixed { scaled: written, places: 3 }, Fixed::new(sum, 3));
        let alone: i64 = (0..10_000).map(|i| Fixed::new(parts[i % 5], 3).scaled).sum();
        assert_ne!(alone, written, "rounding each part by itself drifts");
    }
}
