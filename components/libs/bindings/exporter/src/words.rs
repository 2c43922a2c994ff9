//! Wording of the parts of a row that are not plain cells, the same in every format.

use crate::quantities::{Attribute, EndpointType, RouteEndpoint};
use crate::{ComponentRef, Header, ItemRow, Name};
use plumbline_contract::Trade;
use plumbline_contract::taxonomy::TAXONOMY;
pub use plumbline_contract::taxonomy::sentence_case as label;
use std::borrow::Cow;

/// Returns the name of a category: `Power outlets` for `power`. `trade` is a code of the contract.
pub fn category_name(trade: &str, category: &str) -> String {
    Trade::parse(trade).map_or_else(|| label(category), |trade| TAXONOMY.category_name(trade, category))
}

/// Returns the name of an item type: `Ground-fault receptacle` for `gfci_receptacle`. `trade` is a code of the contract.
pub fn item_type_name(trade: &str, item_type: &str) -> String {
    Trade::parse(trade).map_or_else(|| label(item_type), |trade| TAXONOMY.item_type_name(trade, item_type))
}

/// Returns the description of an item. Items without one could not be distinguished, so the name of their type is used
/// instead.
pub fn item_name(item: &ItemRow) -> Cow<'_, str> {
    if item.description.trim().is_empty() {
        Cow::Owned(item_type_name(item.trade.name(), &item.item_type))
    } else {
        Cow::Borrowed(&item.description)
    }
}

/// Returns the symbol of a unit of measure, by its code in the reference list: `m2` for `M2`, `ft` for `LF`. Returns
/// `None` for units whose symbol depends on the format (each, lump sum, hectare), and for unknown codes.
pub fn unit_symbol(code: &str) -> Option<&'static str> {
    Some(match code {
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
        _ => return None,
    })
}

/// Formats a number with a decimal point and at most `decimals` decimals, never with an exponent. Rounding hides the
/// noise of unit conversions and sums (0.30000000000000004).
pub fn decimal(value: f64, decimals: i32) -> String {
    let scale = 10f64.powi(decimals);
    let scaled = value * scale;
    // Beyond 2^53 a number does not have such decimals, and scaling would only add noise.
    let rounded = if scaled.abs() < 9e15 { scaled.round() / scale } else { value };
    // A tiny negative number would be written "-0".
    if rounded == 0.0 { "0".into() } else { rounded.to_string() }
}

/// Returns the components that made the quantities, with their versions: `pdf@0.1.0, electrical@0.1.0`.
pub fn components_text(components: &[ComponentRef]) -> String {
    let components: Vec<String> =
        components.iter().map(|component| format!("{}@{}", component.id, component.version)).collect();
    components.join(", ")
}

/// Returns an attribute's value as text: numbers in their shortest form, booleans as `yes` and `no`.
pub fn attribute_text(value: &Attribute) -> String {
    match value {
        Attribute::Text(text) => text.clone(),
        Attribute::Number(number) => number.to_string(),
        Attribute::Flag(true) => "yes".into(),
        Attribute::Flag(false) => "no".into(),
    }
}

/// Returns all attributes as one cell: `circuit=LP-1/3; rating=20 A`.
pub fn attributes_text(attributes: &[(String, Attribute)]) -> String {
    let pairs: Vec<String> = attributes.iter().map(|(key, value)| format!("{key}={}", attribute_text(value))).collect();
    pairs.join("; ")
}

/// Describes an end of a route: `panel LP-1`, `4 × device`, `unknown`. Empty if the route does not have the end.
pub fn endpoint_text(end: Option<&RouteEndpoint>) -> String {
    let Some(end) = end else { return String::new() };
    let kind = match end.kind {
        EndpointType::DeviceGroup => "device group",
        other => other.name(),
    };
    let mut text = match end.count {
        Some(count) if count > 1 => format!("{count} × {kind}"),
        _ => kind.to_string(),
    };
    if let Some(tag) = &end.tag {
        text.push(' ');
        text.push_str(tag);
    }
    text
}

/// Returns the address of a page of the document: PDF viewers open the page at `#page=N`. `None` if the document does
/// not have an address.
pub fn page_link(header: &Header, page_number: u32) -> Option<String> {
    header.document_url.as_ref().map(|url| format!("{url}#page={page_number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        assert_eq!(label("fire_protection"), "Fire protection");
        assert_eq!(label(""), "");
        assert_eq!(category_name("electrical", "power"), "Power outlets");
        assert_eq!(item_type_name("electrical", "gfci_receptacle"), "Ground-fault receptacle");
        assert_eq!(item_type_name("no_trade", "gfci_receptacle"), "Gfci receptacle");
    }

    #[test]
    fn numbers_lose_their_noise_and_nothing_else() {
        for (value, decimals, expected) in [
            (0.1 + 0.2, 4, "0.3"),
            (12.345_67, 4, "12.3457"),
            (-1e-9, 4, "0"),
            (1_234_567.0, 4, "1234567"),
            (0.000_001_4, 6, "0.000001"),
            (1e20, 6, "100000000000000000000"),
        ] {
            assert_eq!(decimal(value, decimals), expected);
        }
    }
}
