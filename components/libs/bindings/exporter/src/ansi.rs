//! Text in Windows-1252, for formats of packages that do not read Unicode.
//!
//! The rule of [`plumbline_domain::windows_1252`] applies to all of them. The file says how many characters were
//! transliterated ([`note`]). The formats `xlsx`, `csv`, `json`, `ms_project` and `rib_itwo` keep the drawing's text
//! unchanged.

use crate::{Header, LineKey};
pub use plumbline_domain::windows_1252::{UNKNOWN, encode, text, text_and_count};

/// Returns the sentence with which a file says that names in it were transliterated, or `None` if none were.
///
/// The names are those of the project and of the lines.
pub fn note<'a>(header: &Header, lines: impl IntoIterator<Item = &'a LineKey>) -> Option<String> {
    let head = [Some(&header.project_name), header.project_address.as_ref(), header.project_reference.as_ref()];
    let names = lines.into_iter().map(|line| &line.description);
    let count: u64 = head.into_iter().flatten().chain(names).map(|name| text_and_count(name).1).sum();
    match count {
        0 => None,
        1 => Some("1 character is not in Windows-1252 and was transliterated.".into()),
        _ => Some(format!("{count} characters are not in Windows-1252 and were transliterated.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_how_many_characters_were_transliterated() {
        let header = crate::testing::header();
        let key = |description: &str| {
            let item = crate::ItemRow { description: description.into(), ..crate::testing::item(1) };
            LineKey::for_item(&item, &crate::TypeTags::default())
        };
        assert_eq!(note(&header, &[key("Größe ⌀12″")]), None);
        let one = note(&header, &[key("ą")]);
        assert_eq!(one.as_deref(), Some("1 character is not in Windows-1252 and was transliterated."));
        let three = note(&header, &[key("配管"), key("ą")]);
        assert_eq!(three.as_deref(), Some("3 characters are not in Windows-1252 and were transliterated."));
    }
}
