//! The trade of a sheet, from its number.
//!
//! Sheet numbers start with a discipline designator (United States National CAD Standard, "Sheet identification"; the
//! same letters are usual in Canada and in much of the world): `E-101`, `FP2.1`, `M401`.

/// Returns the contract's trade for a sheet number, or `None` if the number does not name one that the contract has.
pub(crate) fn trade_of_sheet(number: &str) -> Option<&'static str> {
    let letters: String = number.trim().chars().take_while(char::is_ascii_alphabetic).collect();
    let rest = &number.trim()[letters.len()..];
    // "E-101" and "E1.1" are sheet numbers; "EQUIPMENT" and "E" are not.
    if letters.len() > 2 || !rest.trim_start_matches(['-', '.', ' ', '_']).starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    match letters.to_ascii_uppercase().as_str() {
        // The second letter narrows the first: EL lighting, EP power, MH HVAC, PD plumbing drainage.
        "FP" | "FX" | "F" | "FA" => Some("fire_protection"),
        "PR" => Some("process"),
        other => match other.chars().next()? {
            'E' => Some("electrical"),
            'M' => Some("mechanical"),
            'P' => Some("plumbing"),
            'S' => Some("structural"),
            'A' => Some("architectural"),
            'C' => Some("civil"),
            'D' => Some("process"),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::trade_of_sheet;

    #[test]
    fn designators_name_trades() {
        let cases = [
            ("E-101", Some("electrical")),
            ("EL2.01", Some("electrical")),
            ("m401", Some("mechanical")),
            ("P 1", Some("plumbing")),
            ("FP-1", Some("fire_protection")),
            ("S101", Some("structural")),
            ("D-5", Some("process")),
            ("G-001", None),
            ("EQUIPMENT", None),
            ("E", None),
            ("101", None),
            ("", None),
        ];
        for (number, expected) in cases {
            assert_eq!(trade_of_sheet(number), expected, "{number}");
        }
    }
}
