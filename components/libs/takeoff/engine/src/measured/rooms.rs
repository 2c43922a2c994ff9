//! Measures the floor areas of rooms.

use crate::bindings::quantities::Item;
use crate::vocabulary::{Kind, Trade};

use super::item::{with_measure, with_outline};
use crate::attributes::{number, text};
use crate::page::Page;
use crate::place::item_at;

const AREA: Kind = Kind { trade: Trade::Other, category: "unclassified", item_type: "unclassified_area" };

/// Returns the rooms of the page, each with its outline, area and perimeter.
pub(super) fn rooms(page: &Page<'_>) -> Vec<Item> {
    let found = plumbline_measurement::quantities::rooms(page.sheet, &page.scales.all, &page.excluded);
    let one = |room: &plumbline_measurement::quantities::Room| {
        let name = [room.name.as_deref(), room.number.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let mut attributes = vec![
            number("perimeter", (room.perimeter.value * 1000.0).round() / 1000.0),
            text("perimeter_unit", room.perimeter.unit.code()),
        ];
        attributes.extend(room.written_area.map(|a| number("written_area", a)));
        let item = Item {
            key: format!("room-{:.0}-{:.0}", room.tag.min.x * 10.0, room.tag.min.y * 10.0),
            group: Some("rooms".to_owned()),
            description: if name.is_empty() { "Room".to_owned() } else { format!("Room {name}") },
            tag: room.number.clone(),
            attributes,
            ..item_at(page, AREA, room.tag)
        };
        with_measure(with_outline(item, page, &room.outline), &room.area)
    };
    found.iter().map(one).collect()
}
