//! The taxonomy: every trade with its categories and the types of items in them. One file a trade in `taxonomy/`,
//! which the build script turns into tables.
//!
//! Every extractor names items with these codes, and estimators' price books use them as keys. The default unit is the one
//! in which North American estimators price the item. [`crate::units`] converts quantities. Attribute keys name the
//! properties that distinguish items of a type. In addition, any item can have the attributes that say where it comes from:
//! `legend_page`, `schedule_id`, `schedule_row`, `component`.
//!
//! Every change needs a new [`VERSION`]. A test compares the taxonomy's digest with the digest recorded for the version.

use serde::Serialize;

use crate::Trade;

/// The categories of each trade, from the files.
mod tables {
    use super::{Category, ItemType};

    include!(concat!(env!("OUT_DIR"), "/taxonomy.rs"));
}

/// Version: the date of the last change, with a letter for a second change on the same day.
pub const VERSION: &str = "2026-11-21";

/// Every version and the SHA-256 of its trades as JSON. A change adds a line and leaves the others, because callers cache
/// the taxonomy by its version.
#[cfg(test)]
const VERSIONS: &[(&str, &str)] = &[("2026-11-21", "ed30e2d3f28de3e580caa2c04876fb3dccf14e833ce1313a5f4f1f2cb8d42eb9")];

/// The whole taxonomy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Taxonomy {
    /// Version of the taxonomy.
    pub version: &'static str,
    /// Every trade, in the contract's order.
    pub trades: &'static [TradeEntry],
}

/// A trade and its categories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TaxonomyTrade"))]
pub struct TradeEntry {
    /// Code.
    pub code: Trade,
    /// Display name.
    pub name: &'static str,
    /// Categories. Their codes and the codes of their item types are unique within the trade.
    pub categories: &'static [Category],
}

/// A group of item types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TaxonomyCategory"))]
pub struct Category {
    /// Code, in snake case.
    pub code: &'static str,
    /// Display name.
    pub name: &'static str,
    /// Item types of the category.
    pub item_types: &'static [ItemType],
}

/// An item type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TaxonomyItemType"))]
pub struct ItemType {
    /// Code, in snake case.
    pub code: &'static str,
    /// Display name.
    pub name: &'static str,
    /// Code of the unit in which items are usually priced.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::UnitCode"))]
    pub default_unit: &'static str,
    /// Keys of `attributes` that distinguish items of this type.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub attribute_keys: &'static [&'static str],
}

/// Every trade, in the contract's order.
pub const TAXONOMY: Taxonomy = Taxonomy {
    version: VERSION,
    trades: &[
        trade(Trade::Electrical, "Electrical", tables::ELECTRICAL),
        trade(Trade::Mechanical, "Mechanical", tables::MECHANICAL),
        trade(Trade::Plumbing, "Plumbing", tables::PLUMBING),
        trade(Trade::FireProtection, "Fire protection", tables::FIRE_PROTECTION),
        trade(Trade::Structural, "Structural", tables::STRUCTURAL),
        trade(Trade::Architectural, "Architectural", tables::ARCHITECTURAL),
        trade(Trade::Civil, "Civil", tables::CIVIL),
        trade(Trade::Process, "Process", tables::PROCESS),
        trade(Trade::Other, "Other", tables::OTHER),
    ],
};

impl Taxonomy {
    /// Returns the item type with these codes, or `None` if there is none.
    pub fn find(&self, trade: Trade, category: &str, item_type: &str) -> Option<&'static ItemType> {
        let category = self.trade(trade)?.categories.iter().find(|entry| entry.code == category)?;
        category.item_types.iter().find(|entry| entry.code == item_type)
    }

    /// Returns the name of a category: `Power outlets` for `power`. If the taxonomy does not list the code,
    /// as with a partner's extractor, returns it in sentence case.
    pub fn category_name(&self, trade: Trade, category: &str) -> String {
        let found = self.trade(trade).and_then(|trade| trade.categories.iter().find(|entry| entry.code == category));
        found.map_or_else(|| sentence_case(category), |entry| entry.name.to_owned())
    }

    /// Returns the name of an item type, as [`Taxonomy::category_name`] does: `Ground-fault receptacle` for `gfci_receptacle`.
    pub fn item_type_name(&self, trade: Trade, item_type: &str) -> String {
        // Codes are unique within a trade.
        let mut types =
            self.trade(trade).into_iter().flat_map(|trade| trade.categories).flat_map(|entry| entry.item_types);
        let found = types.find(|entry| entry.code == item_type);
        found.map_or_else(|| sentence_case(item_type), |entry| entry.name.to_owned())
    }

    fn trade(&self, trade: Trade) -> Option<&'static TradeEntry> {
        self.trades.iter().find(|entry| entry.code == trade)
    }
}

/// Returns a code as a phrase: `Fire protection` for `fire_protection`.
pub fn sentence_case(code: &str) -> String {
    let mut words = code.replace('_', " ");
    // A large export writes millions of codes, and nearly all begin with such a letter.
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
        return words;
    }
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

const fn trade(code: Trade, name: &'static str, categories: &'static [Category]) -> TradeEntry {
    TradeEntry { code, name, categories }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sha2::{Digest, Sha256};

    use super::*;
    use crate::units;

    #[test]
    fn codes_have_names_for_people() {
        assert_eq!(TAXONOMY.category_name(Trade::Electrical, "power"), "Power outlets");
        assert_eq!(TAXONOMY.item_type_name(Trade::Electrical, "gfci_receptacle"), "Ground-fault receptacle");
        // Of another trade, of a partner, of none.
        assert_eq!(TAXONOMY.item_type_name(Trade::Plumbing, "gfci_receptacle"), "Gfci receptacle");
        assert_eq!(TAXONOMY.category_name(Trade::Electrical, "solar_panels"), "Solar panels");
        assert_eq!(TAXONOMY.category_name(Trade::Electrical, ""), "");
        assert_eq!(sentence_case("élan"), "Élan");
    }

    #[test]
    fn no_one_changes_the_taxonomy_without_a_new_version() {
        let json = serde_json::to_vec(TAXONOMY.trades).unwrap();
        let digest: String = Sha256::digest(&json).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(VERSIONS.last(), Some(&(VERSION, digest.as_str())), "set a new VERSION and add it to VERSIONS");
        assert!(VERSIONS.is_sorted_by(|earlier, later| earlier.0 < later.0), "versions grow");
    }

    #[test]
    fn every_trade_of_the_contract_is_there_and_useful() {
        let trades: Vec<Trade> = TAXONOMY.trades.iter().map(|trade| trade.code).collect();
        assert_eq!(trades, Trade::ALL);
        for trade in TAXONOMY.trades {
            assert!((6..=15).contains(&trade.categories.len()), "{}: {}", trade.code, trade.categories.len());
            for category in trade.categories {
                let types = category.item_types.len();
                assert!((4..=15).contains(&types), "{} {}: {types}", trade.code, category.code);
            }
        }
    }

    #[test]
    fn codes_are_snake_case_unique_within_their_trade_and_fit_the_filters() {
        let snake = |code: &str| {
            !code.is_empty()
                && code.len() <= crate::limits::FILTER_CODE_MAX
                && code.split('_').all(|word| {
                    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
                })
        };
        for trade in TAXONOMY.trades {
            let (mut categories, mut types) = (HashSet::new(), HashSet::new());
            for category in trade.categories {
                assert!(snake(category.code) && categories.insert(category.code), "{} {}", trade.code, category.code);
                for item in category.item_types {
                    assert!(snake(item.code) && types.insert(item.code), "{} {}", trade.code, item.code);
                    assert!(!item.name.is_empty() && item.name.trim() == item.name, "{}", item.code);
                }
            }
        }
    }

    #[test]
    fn units_are_in_the_units_list_and_keys_stand_once() {
        for item in TAXONOMY.trades.iter().flat_map(|trade| trade.categories).flat_map(|category| category.item_types) {
            assert!(units::find(item.default_unit).is_some(), "{}: {}", item.code, item.default_unit);
            let keys: HashSet<_> = item.attribute_keys.iter().collect();
            assert_eq!(keys.len(), item.attribute_keys.len(), "{}", item.code);
        }
    }

    #[test]
    fn an_item_type_is_found_by_its_codes() {
        assert_eq!(TAXONOMY.find(Trade::Electrical, "power", "receptacle").unwrap().default_unit, "EA");
        assert_eq!(TAXONOMY.find(Trade::Electrical, "lighting", "receptacle"), None);
        assert_eq!(TAXONOMY.find(Trade::Civil, "power", "receptacle"), None);
    }
}
