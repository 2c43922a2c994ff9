//! Tags that name a type of item, such as the type of a luminaire.
//!
//! A tag that several items of one description have names their type. Types are priced separately, so each is a line of
//! its own, and a kind of its own among the marks of a document. A tag that one item has names that item.

use crate::{ItemRow, Rows, for_each_item, item_name};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The most different tags for which [`TypeTags::read`] adds items up before it knows the types. A takeoff with more has
/// tags of single items, and a sum for each of them would take memory.
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
    /// Types are known only after the last item. Reading takes longer than adding, so items are added at once as if every
    /// tag named a type. If one does not, the items are read again, into new sums. Types include those of items that were
    /// rejected in review, so that a review never merges two types.
    ///
    /// # Errors
    /// The first error of `add`.
    pub fn read<S, E>(
        rows: &impl Rows,
        new: impl Fn(Self) -> S,
        mut add: impl FnMut(&mut S, ItemRow) -> Result<(), E>,
    ) -> Result<S, E> {
        let mut seen = SeenTags::with_capacity(rows.totals().items);
        let mut guessed = Some(new(Self { every: true, ..Self::default() }));
        rows.rewind();
        for_each_item(rows, |item| {
            seen.add(&item);
            if seen.first.len() > MAX_GUESSED {
                guessed = None;
            }
            guessed.as_mut().map_or(Ok(()), |sums| add(sums, item))
        })?;
        let repeated = seen.repeated();
        match guessed {
            Some(sums) if repeated.len() == seen.first.len() => Ok(sums),
            _ => {
                let mut sums = new(Self { every: false, repeated });
                rows.rewind();
                for_each_item(rows, |item| add(&mut sums, item))?;
                Ok(sums)
            }
        }
    }

    /// Returns the tag of an item if it names a type.
    pub fn tag<'a>(&self, item: &'a ItemRow) -> Option<&'a str> {
        digest(item).filter(|(digest, _)| self.every || self.repeated.contains(digest)).map(|(_, tag)| tag)
    }
}

/// Digests of the tags that were read.
struct SeenTags {
    /// A large takeoff has a tag for each item: eight bytes each. A vector that grows, or a set, would take two to three
    /// times as much.
    all: Vec<u64>,
    /// The first different ones, at most one more than [`MAX_GUESSED`].
    first: HashSet<u64>,
}

impl SeenTags {
    fn with_capacity(items: u64) -> Self {
        Self { all: Vec::with_capacity(usize::try_from(items).unwrap_or_default()), first: HashSet::new() }
    }

    fn add(&mut self, item: &ItemRow) {
        if let Some((digest, _)) = digest(item) {
            self.all.push(digest);
            if self.first.len() <= MAX_GUESSED {
                self.first.insert(digest);
            }
        }
    }

    /// Returns those of several items.
    fn repeated(&mut self) -> HashSet<u64> {
        self.all.sort_unstable();
        self.all.chunk_by(|a, b| a == b).filter(|equal| equal.len() > 1).map(|equal| equal[0]).collect()
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
