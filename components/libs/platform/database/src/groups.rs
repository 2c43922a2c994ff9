//! Groups of consolidated lists: the items of one sheet with equal description, tag and unit.
//!
//! The groups of a sheet are written in the same transaction as its items, so a page of groups is read without the items.
//! A group contains only results of extraction. Reviews are read from the items themselves.

use std::collections::HashMap;

use plumbline_contract::ConfidenceBand;
use plumbline_contract::results::Attributes;
use serde::Deserialize;

use crate::{Columns, DbResult, columns, json};

/// Maximum size of a group's evidence, and of its list of items, in bytes. A page of 200 such groups fits into one result of
/// the host's database (32 MiB). Longer evidence is read from the items.
pub const MAX_JSON_BYTES: usize = 128 * 1024;

/// The fields of an item that its group depends on.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// Id of the item, `itm_…`.
    pub id: &'a str,
    /// Order on the sheet.
    pub position: i64,
    /// Description, tag and unit: equal for all items of a group.
    pub key: (&'a str, Option<&'a str>, &'a str),
    /// Trade, category, item type and measure type, by which a list can be filtered.
    pub kind: [&'a str; 4],
    /// Items that belong together, according to the extractor, have the same id.
    pub group_id: Option<&'a str>,
    /// Extracted quantity, in the unit as drawn.
    pub quantity: f64,
    /// Confidence of the item.
    pub confidence: ConfidenceBand,
    /// Attributes of the item.
    pub attributes: &'a Attributes,
    /// Evidence of the item, a JSON array.
    pub evidence: &'a str,
}

/// A row of `item_groups`, without takeoff and sheet.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ItemGroup {
    /// Position of the first item of the group.
    pub first_position: i64,
    /// Number of items, at least 1.
    pub item_count: i64,
    /// Whether the items differ in trade, category, item type or measure type.
    pub mixed: bool,
    /// Sum of the extracted quantities.
    pub extracted_quantity: f64,
    /// Confidence of the least certain item.
    pub confidence: ConfidenceBand,
    /// Group id of all items, or `None` if they differ.
    pub group_id: Option<String>,
    /// JSON object of the attributes that all items have, or `None` if these equal the attributes of the first item.
    pub attributes: Option<String>,
    /// JSON array of all items' evidence, or `None` for a single item, and if it is longer than [`MAX_JSON_BYTES`].
    pub evidence: Option<String>,
    /// JSON array of the ids of all items, or `None` for a single item, and if it is longer than [`MAX_JSON_BYTES`].
    pub item_ids: Option<String>,
}

impl ItemGroup {
    /// Returns the row's columns.
    pub fn columns(self, takeoff_id: &str, page_number: u32) -> Columns<11> {
        columns! {
            takeoff_id: takeoff_id,
            page_number: page_number,
            first_position: self.first_position,
            item_count: self.item_count,
            mixed: self.mixed,
            extracted_quantity: self.extracted_quantity,
            confidence: self.confidence.as_str(),
            group_id: self.group_id,
            attributes: self.attributes,
            evidence: self.evidence,
            item_ids: self.item_ids,
        }
    }
}

/// Returns the groups of a sheet in the order of their first items, and for each item the position of its group's first.
/// Expects the items in the order of their positions.
///
/// # Errors
/// [`crate::DbError::Column`] if attributes do not serialize. Attributes of an item always do.
pub fn group<'a>(members: impl IntoIterator<Item = Member<'a>>) -> DbResult<(Vec<ItemGroup>, Vec<i64>)> {
    let mut groups: Vec<GroupBuilder<'a>> = Vec::new();
    let mut places: HashMap<(&str, Option<&str>, &str), usize> = HashMap::new();
    let mut first_positions = Vec::new();
    for member in members {
        let place = *places.entry(member.key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.add(&member),
            None => groups.push(GroupBuilder::new(member)),
        }
        first_positions.push(groups[place].first.position);
    }
    Ok((groups.into_iter().map(GroupBuilder::finish).collect::<DbResult<_>>()?, first_positions))
}

/// A group while items are added to it.
struct GroupBuilder<'a> {
    first: Member<'a>,
    mixed: bool,
    quantity: f64,
    confidence: ConfidenceBand,
    group_id: Option<&'a str>,
    /// `None` while all items have the same attributes.
    attributes: Option<Attributes>,
    evidence: Vec<&'a str>,
    ids: Vec<&'a str>,
}

impl<'a> GroupBuilder<'a> {
    fn new(first: Member<'a>) -> Self {
        let Member { id, quantity, confidence, group_id, evidence, .. } = first;
        Self {
            first,
            mixed: false,
            quantity,
            confidence,
            group_id,
            attributes: None,
            evidence: vec![evidence],
            ids: vec![id],
        }
    }

    fn add(&mut self, member: &Member<'a>) {
        self.mixed |= member.kind != self.first.kind;
        self.quantity += member.quantity;
        // The bands are ordered from high to low, so the maximum is the least certain.
        self.confidence = self.confidence.max(member.confidence);
        if self.group_id != member.group_id {
            self.group_id = None;
        }
        if self.attributes.is_some() || self.first.attributes != member.attributes {
            let common = self.attributes.get_or_insert_with(|| self.first.attributes.clone());
            common.retain(|name, value| member.attributes.get(name) == Some(value));
        }
        self.evidence.push(member.evidence);
        self.ids.push(member.id);
    }

    fn finish(self) -> DbResult<ItemGroup> {
        Ok(ItemGroup {
            first_position: self.first.position,
            item_count: i64::try_from(self.evidence.len()).unwrap_or(i64::MAX),
            mixed: self.mixed,
            extracted_quantity: self.quantity,
            confidence: self.confidence,
            group_id: self.group_id.map(str::to_owned),
            attributes: self.attributes.as_ref().map(json).transpose()?,
            evidence: join_arrays(&self.evidence),
            item_ids: id_array(&self.ids),
        })
    }
}

/// Returns a JSON array of ids, which need no escapes. Returns `None` for a single id, and if it is longer than
/// [`MAX_JSON_BYTES`].
fn id_array(ids: &[&str]) -> Option<String> {
    let json = format!("[\"{}\"]", ids.join("\",\""));
    (ids.len() > 1 && json.len() <= MAX_JSON_BYTES).then_some(json)
}

/// Joins JSON arrays into one. Returns `None` for a single array, for more than [`MAX_JSON_BYTES`], and if one of them is
/// not an array: reading it from its item reports the error.
fn join_arrays(lists: &[&str]) -> Option<String> {
    if lists.len() < 2 || lists.iter().map(|list| list.len()).sum::<usize>() > MAX_JSON_BYTES {
        return None;
    }
    let mut json = String::from("[");
    for list in lists {
        let inner = list.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
        if !inner.is_empty() {
            if json.len() > 1 {
                json.push(',');
            }
            json.push_str(inner);
        }
    }
    json.push(']');
    Some(json)
}

#[cfg(test)]
mod tests {
    use plumbline_contract::results::Attribute;

    use super::*;

    fn attributes(pairs: &[(&str, &str)]) -> Attributes {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), Attribute::Text((*value).to_owned()))).collect()
    }

    fn member<'a>(position: i64, description: &'a str, attributes: &'a Attributes) -> Member<'a> {
        Member {
            id: "itm_1",
            position,
            key: (description, None, "EA"),
            kind: ["electrical", "power", "receptacle", "count"],
            group_id: Some("g"),
            quantity: 1.5,
            confidence: ConfidenceBand::High,
            attributes,
            evidence: "[1]",
        }
    }

    #[test]
    fn items_that_differ_in_nothing_keep_what_the_first_has() {
        let same = attributes(&[("layer", "E")]);
        let (groups, first_positions) = group([3, 4, 7].map(|position| member(position, "A", &same))).unwrap();
        assert_eq!(first_positions, [3, 3, 3]);
        let expected = ItemGroup {
            first_position: 3,
            item_count: 3,
            mixed: false,
            extracted_quantity: 4.5,
            confidence: ConfidenceBand::High,
            group_id: Some("g".to_owned()),
            attributes: None,
            evidence: Some("[1,1,1]".to_owned()),
            item_ids: Some(r#"["itm_1","itm_1","itm_1"]"#.to_owned()),
        };
        assert_eq!(groups, [expected]);
    }

    #[test]
    fn what_differs_is_left_out_and_the_least_certain_item_counts() {
        let (first, second) = (attributes(&[("layer", "E"), ("panel", "LP-1")]), attributes(&[("layer", "E")]));
        let changed = Member {
            kind: ["electrical", "lighting", "receptacle", "count"],
            group_id: None,
            confidence: ConfidenceBand::Medium,
            evidence: " [ ] ",
            ..member(1, "A", &second)
        };
        let (groups, first_positions) =
            group([member(0, "A", &first), changed, member(2, "B", &first), member(3, "A", &first)]).unwrap();
        assert_eq!(first_positions, [0, 0, 2, 0]);
        let [a, b] = groups.as_slice() else { panic!("{groups:?}") };
        assert_eq!((a.item_count, a.mixed, a.confidence, &a.group_id), (3, true, ConfidenceBand::Medium, &None));
        assert_eq!((a.attributes.as_deref(), a.evidence.as_deref()), (Some(r#"{"layer":"E"}"#), Some("[1,1]")));
        assert_eq!((b.item_count, &b.attributes, &b.evidence), (1, &None, &None));
    }

    #[test]
    fn long_evidence_is_not_kept() {
        let none = Attributes::new();
        let long = format!("[{}]", vec!["1"; MAX_JSON_BYTES / 4].join(","));
        let of = |count: i64| {
            let members = (0..count).map(|position| Member { evidence: &long, ..member(position, "A", &none) });
            group(members).unwrap().0.remove(0).evidence
        };
        assert!(of(1).is_none());
        assert!(of(2).is_none(), "over the limit by the brackets");
        let short = Member { evidence: "[]", ..member(1, "A", &none) };
        let kept = group([Member { evidence: &long[..long.len() - 3], ..member(0, "A", &none) }, short]).unwrap().0;
        assert!(kept[0].evidence.is_none(), "not an array");
    }
}
