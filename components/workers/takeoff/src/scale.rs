//! The declared scale of a page.

use plumbline_contract::Metadata;

/// Returns the caller's scale for a page, as written, or `None` if none is declared.
///
/// The takeoff's scales take precedence over the document's. In each of them, the page's own (`scale.3`) takes
/// precedence over that of all pages (`scale`).
pub(crate) fn declared_scale(takeoff: &Metadata, document: &Metadata, page_number: u32) -> Option<String> {
    let of_page = format!("scale.{page_number}");
    [takeoff, document]
        .into_iter()
        .flat_map(|metadata| [metadata.get(&of_page), metadata.get("scale")])
        .flatten()
        .map(|scale| scale.trim())
        .find(|scale| !scale.is_empty())
        .map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(pairs: &[(&str, &str)]) -> Metadata {
        pairs.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())).collect()
    }

    #[test]
    fn the_takeoff_wins_and_the_page_wins_within_it() {
        let document = metadata(&[("scale", "1:100"), ("scale.3", "1:20"), ("other", "x")]);
        let none = Metadata::new();
        let of = |takeoff: &Metadata, page| declared_scale(takeoff, &document, page);
        assert_eq!(of(&none, 1).as_deref(), Some("1:100"));
        assert_eq!(of(&none, 3).as_deref(), Some("1:20"));
        assert_eq!(of(&metadata(&[("scale", "1:50")]), 3).as_deref(), Some("1:50"));
        assert_eq!(of(&metadata(&[("scale", "1:50"), ("scale.3", " 1:5 ")]), 3).as_deref(), Some("1:5"));
        assert_eq!(of(&metadata(&[("scale", "  ")]), 1).as_deref(), Some("1:100"));
        assert_eq!(declared_scale(&none, &none, 1), None);
    }
}
