//! Measures the floor areas of rooms.

use plumbline_extractor::quantities::{Attribute, Geometry, Item, ItemSource, Shape};
use plumbline_vocabulary::{Kind, Trade};

use super::{Subject, outline};
use crate::page::Page;
use crate::place::place;

const AREA: Kind = Kind { trade: Trade::Other, category: "unclassified", item_type: "unclassified_area" };

/// Returns the rooms of the page, each with its outline, area and perimeter.
pub(super) fn rooms(page: &Page<'_>) -> Vec<Item> {
    let found = plumbline_measurement::quantities::rooms(page.sheet, &page.scales.all, &page.excluded);
    let one = |room: &plumbline_measurement::quantities::Room| {
        let name = [room.name.as_deref(), room.number.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let (geometry, evidence) = place(page.sheet, &page.scales, room.tag);
        let shape = outline(page, &room.outline).map_or_else(|| geometry.shape.clone(), Shape::Polygon);
        let mut attributes = vec![
            ("perimeter".to_owned(), Attribute::Number((room.perimeter.value * 1000.0).round() / 1000.0)),
            ("perimeter_unit".to_owned(), Attribute::Text(room.perimeter.unit.code().to_owned())),
        ];
        attributes.extend(room.written_area.map(|a| ("written_area".to_owned(), Attribute::Number(a))));
        let subject = Subject {
            key: format!("room-{:.0}-{:.0}", room.tag.min.x * 10.0, room.tag.min.y * 10.0),
            group: "rooms".to_owned(),
            description: if name.is_empty() { "Room".to_owned() } else { format!("Room {name}") },
            kind: AREA,
            tag: room.number.clone(),
            geometry: Some(Geometry { shape, ..geometry }),
            evidence: vec![evidence],
            source: ItemSource::Plan,
            attributes,
        };
        subject.item(page, &room.area)
    };
    found.iter().map(one).collect()
}
