//! Tags that name a type of item, such as the type of a luminaire.
//!
//! A tag that several items of one description have names their type. Types are priced separately, so each is a line of
//! its own, and a kind of its own among the marks of a document. A tag that one item has names that item.

use crate::{ItemRow, Rows, for_each_item, item_name};
use std::collections::HashSet;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The tags of a takeoff that name a type.
#[derive(Clone, Debug, Default)]
pub struct TypeTags {
    /// Digests of description and tag.
    repeated: HashSet<u64>,
}

impl TypeTags {
    /// Reads every item, including those that were rejected in review, so that a review never merges two types.
    /// Rewinds the rows before and after.
    pub fn read(rows: &impl Rows) -> Self {
        // A large takeoff has a tag for each item: eight bytes each until this function returns. A vector that grows, or a
        // set, would take two to three times as much.
        let mut digests: Vec<u64> = Vec::with_capacity(usize::try_from(rows.totals().items).unwrap_or_default());
        rows.rewind();
        let Ok(()) = for_each_item(rows, |item| -> Result<(), Infallible> {
            digests.extend(digest(&item).map(|(digest, _)| digest));
            Ok(())
        });
        rows.rewind();
        digests.sort_unstable();
        let repeated = digests.chunk_by(|a, b| a == b).filter(|equal| equal.len() > 1).map(|equal| equal[0]).collect();
        Self { repeated }
    }

    /// Returns the tag of an item if it names a type.
    pub fn tag<'a>(&self, item: &'a ItemRow) -> Option<&'a str> {
        digest(item).filter(|(digest, _)| self.repeated.contains(digest)).map(|(_, tag)| tag)
    }
}

/// Returns a digest of an item's description and tag, and the tag. `None` for an item without a tag of its own.
fn digest(item: &ItemRow) -> Option<(u64, &str)> {
    let name = item_name(item);
    let tag = item.tag.as_deref().map(str::trim).filter(|tag| !tag.is_empty() && *tag != &*name)?;
    let mut hasher = DefaultHasher::new();
    (&*name, tag).hash(&mut hasher);
    Some((hasher.finish(), tag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FixedRows, header, item};

    #[test]
    fn a_tag_of_several_items_of_a_description_names_their_type() {
        let rows = FixedRows::new(header(), 6, |i| ItemRow {
            description: if i == 5 { "Exit sign".into() } else { "Luminaire".into() },
            tag: match i {
                0 => Some("A".into()),
                1 => Some(" A ".into()),
                2 => Some("Luminaire".into()),
                3 => None,
                _ => Some("B".into()),
            },
            ..item(i)
        });
        let types = TypeTags::read(&rows);
        let found: Vec<Option<String>> = rows.items(10).iter().map(|i| types.tag(i).map(str::to_owned)).collect();
        let a = Some("A".to_owned());
        assert_eq!(found, [a.clone(), a, None, None, None, None], "B names one luminaire and one exit sign");
    }
}
