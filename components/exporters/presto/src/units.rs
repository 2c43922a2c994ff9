//! Unit names of FIEBDC-3: its list of recommended units, and usual names for units that are not on the list.

use std::borrow::Cow;

use plumbline_exporter::unit_symbol;

/// Returns the name of a unit of the reference list. An unknown unit keeps its code in lower case.
pub(crate) fn unit(code: &str) -> Cow<'static, str> {
    match code {
        "EA" => "u".into(),
        // Partida alzada: a lump sum.
        "LS" => "pa".into(),
        "HA" => "Ha".into(),
        _ => unit_symbol(code).map_or_else(|| code.to_lowercase().into(), Cow::Borrowed),
    }
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
