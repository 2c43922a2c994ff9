//! Unit names of GAEB files: `QU` has at most four characters.

use plumbline_exporter::{shorten, unit_symbol};

/// Maximum characters of `QU`.
const MAX_LENGTH: usize = 4;

/// Returns the usual name of a unit in bills of quantities. An unknown unit is abbreviated to the first characters of
/// its code, and the long text has the full code.
pub(crate) fn unit(code: &str) -> String {
    match code {
        "EA" => "St".into(),
        "LS" => "psch".into(),
        "HA" => "ha".into(),
        _ => match unit_symbol(code) {
            Some(symbol) => symbol.into(),
            None => shorten(&code.chars().take(MAX_LENGTH).collect::<String>(), MAX_LENGTH),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::unit;

    #[test]
    fn units_are_those_of_bills_of_quantities() {
        for (code, name) in [("EA", "St"), ("M2", "m2"), ("FT", "ft"), ("MBF", "MBF"), ("PALLET", "PALL")] {
            assert_eq!(unit(code), name);
        }
    }
}
