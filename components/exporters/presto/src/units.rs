//! Unit names of FIEBDC-3: its list of recommended units, and usual names for units that are not on the list.

use std::borrow::Cow;

/// Returns the name of a unit of the reference list. An unknown unit keeps its code in lower case.
pub(crate) fn unit(code: &str) -> Cow<'static, str> {
    let known = match code {
        "EA" => "u",
        // Partida alzada: a lump sum.
        "LS" => "pa",
        "LF" | "FT" => "ft",
        "IN" => "in",
        "YD" => "yd",
        "M" => "m",
        "CM" => "cm",
        "MM" => "mm",
        "SF" => "ft2",
        "SY" => "yd2",
        "AC" => "ac",
        "M2" => "m2",
        "HA" => "Ha",
        "CF" => "ft3",
        "CY" => "yd3",
        "M3" => "m3",
        "L" => "l",
        "KG" => "kg",
        "T" => "t",
        "HR" => "h",
        other => return Cow::Owned(other.to_lowercase()),
    };
    Cow::Borrowed(known)
}

#[cfg(test)]
mod tests {
    use super::unit;

    #[test]
    fn units_are_those_of_the_format() {
        for (code, name) in [("EA", "u"), ("M", "m"), ("M2", "m2"), ("KG", "kg"), ("GAL", "gal")] {
            assert_eq!(unit(code), name);
        }
    }
}
