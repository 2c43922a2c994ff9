//! Tags that name a type of item, such as the type of a luminaire.
//!
//! A tag that several items of one description have names their type. Types are priced separately, so each is a line of
//! its own, and a kind of its own among the marks of a document. A tag that one item has names that item.

use crate::{ItemRow, Rows, for_each_item, item_name};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The most different tags for which [`TypeTags::read`] adds items up before it knows the types. A takeoff with more
/// has tags of single items, and a sum for each of them would take memory.
const MAX_GUESSED: usize = 1000;

/// The tags of a takeoff that name a type.
#[derive(Clone, Debug, Default)]
pub struct TypeTags {
    /// Whether each tag names a type.
    every: bool,
    /// Digests of description and tag.
    repeated: HashSet<u64>,
}

impl TypeTags {
    /// Reads every item from the beginning and adds it to sums that depend on the types. `new` creates the sums for the
    /// given types.
    ///
    /// Types are known only after the last item. Reading takes longer than adding, so items are added at once as if
    /// every tag named a type. If one does not, the items are read again, into new sums. Types include those of items
    /// that were rejected in review, so that a review never merges two types.
    ///
    /// # Errors
    /// The first error of `add`.
    pub fn read<S, E>(
        rows: &impl Rows,
        new: impl Fn(Self) -> S,
        mut add: impl FnMut(&mut S, ItemRow) -> Result<(), E>,
    ) -> Result<S, E> {
        let items = rows.totals().items;
        let mut seen = SeenTags::default();
        let mut guessed = Some(new(Self { every: true, ..Self::default() }));
        rows.rewind();
        for_each_item(rows, |item| {
            seen.add(&item, items);
            if !seen.others.is_empty() {
                guessed = None;
            }
            guessed.as_mut().map_or(Ok(()), |sums| add(sums, item))
        })?;
        match (guessed, seen.repeated()) {
            (Some(sums), None) => Ok(sums),
            (_, repeated) => {
                let mut sums = new(Self { every: false, repeated: repeated.unwrap_or_default() });
                rows.rewind();
                for_each_item(rows, |item| add(&mut sums, item))?;
                Ok(sums)
            }
        }
    }

    /// Returns the tag of an item if it names a type.
    pub fn tag<'a>(&self, item: &'a ItemRow) -> Option<&'a str> {
        own_tag(item).filter(|tag| self.every || self.repeated.contains(&digest(item, tag)))
    }
}

/// Digests of the tags that were read.
#[derive(Default)]
struct SeenTags {
    /// The first [`MAX_GUESSED`] different ones, and whether several items have them.
    first: HashMap<u64, bool>,
    /// All others. A large takeoff has a tag for each item: eight bytes each. A vector that grows, or a set, would take
    /// two to three times as much.
    others: Vec<u64>,
}

impl SeenTags {
    /// Adds an item of a takeoff with `items` items.
    fn add(&mut self, item: &ItemRow, items: u64) {
        let Some(tag) = own_tag(item) else { return };
        let digest = digest(item, tag);
        if let Some(is_repeated) = self.first.get_mut(&digest) {
            *is_repeated = true;
        } else if self.first.len() < MAX_GUESSED {
            self.first.insert(digest, false);
        } else {
            if self.others.is_empty() {
                self.others.reserve_exact(usize::try_from(items).unwrap_or_default());
            }
            self.others.push(digest);
        }
    }

    /// Returns the tags of several items, or `None` if each tag that was read is one of them.
    fn repeated(mut self) -> Option<HashSet<u64>> {
        if self.others.is_empty() && self.first.values().all(|is_repeated| *is_repeated) {
            return None;
        }
        self.others.sort_unstable();
        let others = self.others.chunk_by(|a, b| a == b).filter(|equal| equal.len() > 1).map(|equal| equal[0]);
        Some(
            self.first
                .iter()
                .filter(|(_, is_repeated)| **is_repeated)
                .map(|(digest, _)| *digest)
                .chain(others)
                .collect(),
        )
    }
}

/// Returns the tag of an item, unless it is only the item's name.
fn own_tag(item: &ItemRow) -> Option<&str> {
    item.tag.as_deref().map(str::trim).filter(|tag| !tag.is_empty() && *tag != &*item_name(item))
}

/// Returns a digest of an item's description and tag.
fn digest(item: &ItemRow, tag: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&*item_name(item), tag).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FixedRows, header, item};
    use std::convert::Infallible;

    /// Returns each item's tag if it names a type.
    fn tags(rows: &impl Rows) -> Vec<Option<String>> {
        let new = |types| (types, Vec::new());
        let add = |(types, tags): &mut (TypeTags, Vec<_>), item: ItemRow| -> Result<(), Infallible> {
            tags.push(types.tag(&item).map(str::to_owned));
            Ok(())
        };
        let Ok((_, tags)) = TypeTags::read(rows, new, add);
        tags
    }

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
        let found = tags(&rows);
        let a = Some("A".to_owned());
        assert_eq!(found, [a.clone(), a, None, None, None, None], "B names one luminaire and one exit sign");
    }

    #[test]
    fn items_are_added_once_however_many_tags_there_are() {
        // Two items of each tag, one of each, and one of each of more tags than are guessed.
        for (items, tags_of, typed) in [(8, 4, 8), (8, 8, 0), (1500, 1500, 0), (3000, 1500, 3000), (1501, 1500, 2)] {
            let rows = FixedRows::new(header(), items, |i| ItemRow {
                description: "Luminaire".into(),
                tag: Some(format!("A{}", i % tags_of)),
                ..item(i)
            });
            let found = tags(&rows);
            assert_eq!(found.len(), items as usize);
            assert_eq!(found.iter().flatten().count(), typed, "{items} items of {tags_of} tags");
        }
    }
}
