//! Conversion of the extractor's findings to rows of the database and types of the contract.

use plumbline_contract::geometry::{Evidence, Geometry, Point, Scale};
use plumbline_contract::ids::id_from_digest;
use plumbline_contract::results::{Attribute, Attributes, RouteEndpoint, ScheduleRow};
use plumbline_contract::{IdKind, ItemId, TypedId as _};
use plumbline_worker::quantities as wit;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

use crate::continued::CONTINUES;

/// The ids of one page's findings, derived from their keys. The same takeoff, page and key give the same id on every
/// run.
pub(crate) struct Ids<'a> {
    takeoff_id: &'a str,
    page_number: u32,
    /// Item ids by key, for routes that refer to items. For a repeated key, the first item's id.
    items: BTreeMap<&'a str, String>,
}

impl<'a> Ids<'a> {
    /// Creates the ids of a page. `items` are those that its routes may refer to.
    pub(crate) fn new(takeoff_id: &'a str, page_number: u32, items: &'a [wit::Item]) -> Self {
        let mut ids = Self { takeoff_id, page_number, items: BTreeMap::new() };
        let keys = items.iter().map(|item| item.key.as_str());
        let row_ids = ids.all(IdKind::Item, keys.clone());
        for (key, id) in keys.zip(row_ids) {
            ids.items.entry(key).or_insert(id);
        }
        ids
    }

    /// Returns the ids of findings of one kind, in order. Keys should be unique. If an extractor repeats one, the ids
    /// also depend on the order on the page, which is the same on every run.
    pub(crate) fn all(&self, kind: IdKind, keys: impl Iterator<Item = &'a str>) -> Vec<String> {
        let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
        keys.map(|key| {
            let count = seen.entry(key).or_default();
            *count += 1;
            self.id(kind, key, *count)
        })
        .collect()
    }

    fn id(&self, kind: IdKind, key: &str, occurrence: u32) -> String {
        self.id_on_page(self.page_number, kind, key, occurrence)
    }

    /// Converts the attributes of an item. `schedule_id` comes as page and key, `4/schedule-120-80`, because a schedule
    /// may be on another page.
    pub(crate) fn attributes(&self, pairs: &[(String, wit::Attribute)]) -> Attributes {
        self.resolve_schedule(attributes(pairs), "schedule_id")
    }

    /// Converts a schedule's rows. The first row of a continued schedule names the previous part by page and key.
    pub(crate) fn schedule_rows(&self, rows: &[wit::ScheduleRow]) -> Vec<ScheduleRow> {
        let row = |row: &wit::ScheduleRow| ScheduleRow {
            tag: row.tag.clone(),
            description: row.description.clone(),
            attributes: self.resolve_schedule(attributes(&row.attributes), CONTINUES),
        };
        rows.iter().map(row).collect()
    }

    /// Replaces a schedule's page and key with its id.
    fn resolve_schedule(&self, mut attributes: Attributes, name: &str) -> Attributes {
        if let Some(Attribute::Text(schedule)) = attributes.get_mut(name)
            && let Some((page, key)) = schedule.split_once('/')
            && let Ok(page) = page.parse()
        {
            *schedule = self.id_on_page(page, IdKind::Schedule, key, 1);
        }
        attributes
    }

    fn id_on_page(&self, page_number: u32, kind: IdKind, key: &str, occurrence: u32) -> String {
        let mut hash = Sha256::new();
        // The separators distinguish ("a", 1, "2b") from ("a", 12, "b").
        hash.update(format!("{}\n{}\n{}\n{occurrence}\n{key}", self.takeoff_id, page_number, kind.prefix()));
        let digest: [u8; 32] = hash.finalize().into();
        let mut first = [0; 16];
        first.copy_from_slice(&digest[..16]);
        id_from_digest(kind, first)
    }

    /// Returns the id of the item with this key on the same page.
    pub(crate) fn item(&self, key: &str) -> Option<String> {
        self.items.get(key).cloned()
    }

    /// Converts an end of a route, with the item at which it stops.
    pub(crate) fn endpoint(&self, end: &wit::RouteEndpoint) -> RouteEndpoint {
        RouteEndpoint {
            kind: end.kind.into(),
            tag: end.tag.clone(),
            item_id: end.item_key.as_deref().and_then(|key| self.item(key)).map(ItemId::stored),
            count: end.count,
        }
    }
}

/// Converts attributes to the contract's map. The last value of a repeated key is used.
pub(crate) fn attributes(pairs: &[(String, wit::Attribute)]) -> Attributes {
    pairs
        .iter()
        .map(|(key, value)| {
            let value = match value {
                wit::Attribute::Text(text) => Attribute::Text(text.clone()),
                wit::Attribute::Number(number) => Attribute::Number(*number),
                wit::Attribute::Flag(flag) => Attribute::Flag(*flag),
            };
            (key.clone(), value)
        })
        .collect()
}

/// Converts a geometry. Coordinates are clamped to 0..1, because a symbol cut by the sheet's edge extends beyond the
/// page. Returns `None` if a shape has too few points.
pub(crate) fn geometry(given: &wit::Geometry) -> Option<Geometry> {
    let page = given.page_number;
    let scale = given.scale.as_ref().map(|scale| Scale {
        units_per_normalized_x: scale.units_per_normalized_x,
        unit: scale.unit.clone(),
        source: scale.source.into(),
    });
    match &given.shape {
        wit::Shape::Point((x, y)) => Some(Geometry::point(page, [clamp_to_page(*x), clamp_to_page(*y)])),
        wit::Shape::Bbox(corners) => Some(Geometry::bbox(page, bbox(*corners))),
        wit::Shape::Polyline(coords) => {
            points(coords).filter(|p| p.len() >= 2).map(|points| Geometry::polyline(page, points, scale))
        }
        wit::Shape::Polygon(coords) => {
            points(coords).filter(|p| p.len() >= 3).map(|points| Geometry::polygon(page, points, scale))
        }
    }
}

/// Converts evidence to the contract's type.
pub(crate) fn evidence(given: &[wit::Evidence]) -> Vec<Evidence> {
    given.iter().map(|one| Evidence { page_number: one.page_number.max(1), bbox: bbox(one.bbox) }).collect()
}

/// Returns the reason why findings are not acceptable, or `None` if they are. An extractor is a plugin, so its results
/// are validated before they become quantities that a customer pays for.
pub(crate) fn problem(findings: &wit::Findings) -> Option<String> {
    let amounts = findings
        .items
        .iter()
        .map(|item| ("item", &item.key, item.quantity, &item.unit))
        .chain(findings.routes.iter().map(|route| ("route", &route.key, route.quantity, &route.unit)));
    for (what, key, quantity, unit) in amounts {
        if !quantity.is_finite() || quantity < 0.0 {
            return Some(format!("The {what} \"{key}\" has the invalid quantity {quantity}."));
        }
        let well_formed = (1..=6).contains(&unit.len())
            && unit.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if !well_formed {
            return Some(format!("The {what} \"{key}\" has the unit \"{unit}\", which is not a valid unit code."));
        }
    }
    None
}

fn points(coords: &[f64]) -> Option<Vec<Point>> {
    coords
        .len()
        .is_multiple_of(2)
        .then(|| coords.chunks_exact(2).map(|pair| [clamp_to_page(pair[0]), clamp_to_page(pair[1])]).collect())
}

fn bbox((x_min, y_min, x_max, y_max): (f64, f64, f64, f64)) -> [f64; 4] {
    [clamp_to_page(x_min), clamp_to_page(y_min), clamp_to_page(x_max), clamp_to_page(y_max)]
}

fn clamp_to_page(value: f64) -> f64 {
    // NaN is not a position, and JSON cannot represent it.
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_depend_on_takeoff_page_kind_and_key_and_on_nothing_else() {
        let id = |takeoff, page, kind, key| Ids::new(takeoff, page, &[]).id(kind, key, 1);
        let one = id("tko_1", 1, IdKind::Item, "a");
        assert!(IdKind::Item.is_valid(&one), "{one}");
        assert_eq!(one, id("tko_1", 1, IdKind::Item, "a"));
        for other in
            [id("tko_2", 1, IdKind::Item, "a"), id("tko_1", 2, IdKind::Item, "a"), id("tko_1", 1, IdKind::Item, "b")]
        {
            assert_ne!(one, other);
        }
        assert_ne!(one[4..], id("tko_1", 1, IdKind::Route, "a")[4..]);
        assert_ne!(id("t", 1, IdKind::Item, "2b"), id("t", 12, IdKind::Item, "b"));
        let repeated = Ids::new("tko_1", 1, &[]).all(IdKind::Item, ["a", "b", "a"].into_iter());
        assert_eq!(repeated[0], one);
        assert_ne!(repeated[2], one);
    }

    #[test]
    fn shapes_stay_on_the_page_and_have_enough_points() {
        let of = |shape| geometry(&wit::Geometry { page_number: 2, shape, scale: None });
        assert_eq!(of(wit::Shape::Point((1.2, -0.1))), Some(Geometry::point(2, [1.0, 0.0])));
        assert_eq!(of(wit::Shape::Bbox((f64::NAN, 0.1, 0.2, 9.0))), Some(Geometry::bbox(2, [0.0, 0.1, 0.2, 1.0])));
        assert_eq!(of(wit::Shape::Polyline(vec![0.1, 0.2])), None);
        assert_eq!(of(wit::Shape::Polyline(vec![0.1, 0.2, 0.3])), None);
        assert_eq!(of(wit::Shape::Polygon(vec![0.1, 0.2, 0.3, 0.4])), None);
        let line = of(wit::Shape::Polyline(vec![0.1, 0.2, 0.3, 0.4]));
        assert_eq!(line, Some(Geometry::polyline(2, vec![[0.1, 0.2], [0.3, 0.4]], None)));
    }
}
