//! Unit names of GAEB files: `QU` has at most four characters.

use plumbline_guest_exporter::shorten;

/// Maximum characters of `QU`.
const MAX_LENGTH: usize = 4;

/// Returns the usual name of a unit in bills of quantities. An unknown unit is abbreviated to the first characters of
/// its code, and the long text has the full code.
pub(crate) fn unit(code: &str) -> String {
    let known = match code {
        "EA" => "St",
        "LS" => "psch",
        "LF" | "FT" => "ft",
        "IN" => "in",
        "YD" => "yd",
        "M" => "m",
        "CM" => "cm",
        "MM" => "mm",
        "SF" => "ft2",
        "SY" => "yd2",
        "SQ" => "sq",
        "AC" => "ac",
        "M2" => "m2",
        "HA" => "ha",
        "CF" => "ft3",
        "CY" => "yd3",
        "GAL" => "gal",
        "M3" => "m3",
        "L" => "l",
        "LB" => "lb",
        "TON" => "ton",
        "KG" => "kg",
        "T" => "t",
        "HR" => "h",
        other => return shorten(&other.chars().take(MAX_LENGTH).collect::<String>(), MAX_LENGTH),
    };
    known.into()
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
