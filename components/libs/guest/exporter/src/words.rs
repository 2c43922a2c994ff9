//! How the parts of a row that are no plain cell are put into words, the same in every format.

use crate::quantities::{Attribute, EndpointType, RouteEndpoint};
use crate::{Header, Name};

/// An attribute's value as text: numbers in shortest form, flags as `yes` and `no`.
pub fn attribute_text(value: &Attribute) -> String {
    match value {
        Attribute::Text(text) => text.clone(),
        Attribute::Number(number) => number.to_string(),
        Attribute::Flag(true) => "yes".into(),
        Attribute::Flag(false) => "no".into(),
    }
}

/// All attributes in one cell: `circuit=LP-1/3; rating=20 A`.
pub fn attributes_text(attributes: &[(String, Attribute)]) -> String {
    let pairs: Vec<String> = attributes.iter().map(|(key, value)| format!("{key}={}", attribute_text(value))).collect();
    pairs.join("; ")
}

/// An end of a route in words: `panel LP-1`, `4 × device`, `unknown`; empty when the route has no such end.
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

/// The address of a page of the document: readers of PDF open `#page=N` there. `None` where evidence has no address.
pub fn page_link(header: &Header, page_number: u32) -> Option<String> {
    header.document_url.as_ref().map(|url| format!("{url}#page={page_number}"))
}

/// A contract's name in words: `fire_protection` becomes `Fire protection`.
pub fn label(name: &str) -> String {
    let spaced = name.replace('_', " ");
    let mut letters = spaced.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        assert_eq!(label("fire_protection"), "Fire protection");
        assert_eq!(label(""), "");
        assert_eq!(label("élan"), "Élan");
    }
}
