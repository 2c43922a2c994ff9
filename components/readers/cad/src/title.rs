//! Sheet number and title from the attributes of a title block.

use std::sync::LazyLock;

use acadrust::CadDocument;
use acadrust::entities::EntityType;
use acadrust::entities::mtext_format::parser::parse_mtext;
use plumbline_notation::language::title_block as words;
use regex::Regex;

/// Tags of the sheet number, in order of preference.
static NUMBER: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    patterns(&[
        format!(r"^(?:{})(?:{})\d?$", words::ATTRIBUTE_SHEET.alternatives(), words::ATTRIBUTE_NUMBER.alternatives()),
        words::ATTRIBUTE_SHEET_ALONE.exact(),
    ])
});

/// Tags of the title, in order of preference. Numbered tags are its lines.
static TITLE: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let (sheet, title_part) = (words::ATTRIBUTE_TITLED.alternatives(), words::ATTRIBUTE_TITLE_PART.alternatives());
    let line = words::ATTRIBUTE_LINE.alternatives();
    patterns(&[
        format!(r"^(?:{sheet})(?:{title_part})(?:{line})?\d?$"),
        format!(r"^(?:{})(?:{line})?\d?$", words::ATTRIBUTE_TITLE.alternatives()),
    ])
});

fn patterns(all: &[String]) -> Vec<Regex> {
    all.iter().filter_map(|p| Regex::new(p).ok()).collect()
}

/// The values of a title block's attributes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TitleBlock {
    pub(crate) number: Option<String>,
    pub(crate) title: Option<String>,
}

/// Returns the letters and digits of a tag in upper case: `SHEET_NO.` becomes `SHEETNO`.
fn normalized_tag(tag: &str) -> String {
    tag.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// Returns the values under the first pattern that has any, in the order of their tags.
fn first_matching(attributes: &[(String, String)], patterns: &[Regex]) -> Vec<String> {
    for pattern in patterns {
        let mut found: Vec<&(String, String)> = attributes.iter().filter(|(tag, _)| pattern.is_match(tag)).collect();
        found.sort();
        found.dedup();
        if !found.is_empty() {
            return found.into_iter().map(|(_, value)| value.clone()).collect();
        }
    }
    Vec::new()
}

/// Reads the attributes of the inserts among a page's own entities.
pub(crate) fn read<'a>(entities: impl Iterator<Item = &'a EntityType>) -> TitleBlock {
    let mut out = TitleBlock::default();
    for entity in entities {
        let EntityType::Insert(insert) = entity else { continue };
        // A single attribute is the tag of a device. A title block has several.
        if insert.attributes.len() < 2 || insert.attributes.len() > 500 {
            continue;
        }
        let attributes: Vec<(String, String)> = insert
            .attributes
            .iter()
            .map(|a| {
                (
                    normalized_tag(&a.tag),
                    parse_mtext(&a.value, true).to_plain_text().replace('\n', " ").trim().to_owned(),
                )
            })
            .filter(|(_, value)| !value.is_empty() && value.len() <= 200)
            .collect();
        if out.number.is_none() {
            let mut numbers = first_matching(&attributes, &NUMBER).into_iter();
            out.number = numbers.find(|v| v.chars().any(char::is_alphanumeric) && v.len() <= 30);
        }
        if out.title.is_none() {
            let lines = first_matching(&attributes, &TITLE);
            out.title = (!lines.is_empty()).then(|| lines.join(" "));
        }
    }
    out
}

/// Returns the entities of a block.
pub(crate) fn entities<'a>(
    document: &'a CadDocument,
    handles: &'a [acadrust::Handle],
) -> impl Iterator<Item = &'a EntityType> {
    handles.iter().filter_map(|h| document.get_entity(*h))
}

#[cfg(test)]
mod tests {
    use super::*;
    use acadrust::Vector3;
    use acadrust::entities::{AttributeEntity, Insert};

    fn block(pairs: &[(&str, &str)]) -> EntityType {
        let mut insert = Insert::new("TTLB", Vector3::ZERO);
        insert.attributes =
            pairs.iter().map(|(tag, value)| AttributeEntity::new((*tag).to_owned(), (*value).to_owned())).collect();
        EntityType::Insert(insert)
    }

    #[test]
    fn a_title_blocks_attributes_name_number_and_title() {
        let entity =
            block(&[("SHEET_NO.", "E-101"), ("TITLE_2", "LEVEL 1"), ("TITLE_1", "POWER PLAN"), ("DATE", "2026")]);
        let found = read(std::iter::once(&entity));
        assert_eq!((found.number.as_deref(), found.title.as_deref()), (Some("E-101"), Some("POWER PLAN LEVEL 1")));
        let found = read(std::iter::once(&block(&[("DWG NO", "IE-1"), ("PROJECT TITLE", "SCHOOL")])));
        assert_eq!((found.number.as_deref(), found.title), (Some("IE-1"), None));
        assert_eq!(read(std::iter::once(&block(&[("SHEET", "X1")]))), TitleBlock::default(), "a device's tag");
    }
}
