//! Checks of an extractor's findings: the rules of the interface, and what reviewers rely on.

use std::collections::HashSet;

use plumbline_contract::{MeasureType, units};
use plumbline_drawings::bindings::drawing::quantities::{
    Evidence, Findings, Geometry, Item, MeasureType as Measure, Route, Shape,
};
use plumbline_drawings::bindings::drawing::sheets::Sheet;

/// Returns all problems of the findings on a page, one sentence each, with the place.
pub(crate) fn problems(page: &Sheet, findings: &Findings) -> Vec<String> {
    let mut found = Vec::new();
    let keys: HashSet<&str> = findings.items.iter().map(|item| item.key.as_str()).collect();
    if keys.len() < findings.items.len() {
        let times = findings.items.len() - keys.len();
        found.push(format!("{times} items repeat the key of another item. Keys must be unique on a page"));
    }
    for item in &findings.items {
        let wrong = item_problems(page.page_number, item);
        found.extend(wrong.into_iter().map(|wrong| format!("item `{}`: {wrong}", item.key)));
    }
    for route in &findings.routes {
        let wrong = route_problems(page.page_number, route, &keys);
        found.extend(wrong.into_iter().map(|wrong| format!("route `{}`: {wrong}", route.key)));
    }
    for schedule in &findings.schedules {
        for row in schedule.rows.iter().filter(|row| row.tag.is_empty() && row.description.is_empty()) {
            let count = row.attributes.len();
            found.push(format!(
                "schedule `{}`: a row does not have a tag or a description ({count} attributes)",
                schedule.key
            ));
        }
    }
    found
}

fn item_problems(page: u32, item: &Item) -> Vec<String> {
    let mut wrong = amount(item.quantity, &item.unit, measure(item.measure));
    for (field, text) in [
        ("key", &item.key),
        ("description", &item.description),
        ("category", &item.category),
        ("item-type", &item.item_type),
    ] {
        if text.trim().is_empty() {
            wrong.push(format!("{field} must not be empty"));
        }
    }
    if item.page_number != page {
        wrong.push(format!("it names page {}, but it is on page {page}", item.page_number));
    }
    if item.evidence.is_empty() {
        wrong.push("evidence is missing. Give the box of the marks on the drawing".into());
    }
    wrong.extend(item.evidence.iter().filter_map(|evidence| evidence_problem(page, evidence)));
    wrong.extend(item.geometry.as_ref().and_then(geometry_problem));
    wrong
}

fn route_problems(page: u32, route: &Route, items: &HashSet<&str>) -> Vec<String> {
    let mut wrong = amount(route.quantity, &route.unit, MeasureType::Length);
    if route.page_number != page {
        wrong.push(format!("it names page {}, but it is on page {page}", route.page_number));
    }
    let ends = [&route.starts_at, &route.ends_at].into_iter().flatten().filter_map(|end| end.item_key.as_deref());
    for key in ends.chain(route.item_key.as_deref()).filter(|key| !items.contains(key)) {
        wrong.push(format!("it refers to item `{key}`, which is not on the page"));
    }
    wrong.extend(route.geometry.as_ref().and_then(geometry_problem));
    wrong
}

fn amount(quantity: f64, code: &str, measured: MeasureType) -> Vec<String> {
    let mut wrong = Vec::new();
    if !quantity.is_finite() || quantity <= 0.0 {
        wrong.push(format!("quantity must be greater than zero, not {quantity}. Omit it if the quantity is not known"));
    }
    match units::find(code) {
        None => {
            wrong.push(format!("unit `{code}` is not valid. Use a unit of GET /reference/units (EA, M, FT, M2, …)"))
        }
        Some(unit) if measured != unit.measure_type => {
            wrong.push(format!("unit {code} does not match what it measures"));
        }
        Some(_) => {}
    }
    wrong
}

fn measure(measure: Measure) -> MeasureType {
    match measure {
        Measure::Count => MeasureType::Count,
        Measure::Length => MeasureType::Length,
        Measure::Area => MeasureType::Area,
        Measure::Volume => MeasureType::Volume,
        Measure::Weight => MeasureType::Weight,
        Measure::Time => MeasureType::Time,
    }
}

fn evidence_problem(page: u32, evidence: &Evidence) -> Option<String> {
    let (left, top, right, bottom) = evidence.bbox;
    if evidence.page_number != page {
        return Some(format!("evidence names page {}, but it is on page {page}", evidence.page_number));
    }
    (!is_on_page(&[left, top, right, bottom]) || left > right || top > bottom).then(|| {
        format!("evidence {:?} is not a box of the page. Use x-min, y-min, x-max and y-max from 0 to 1", evidence.bbox)
    })
}

fn geometry_problem(geometry: &Geometry) -> Option<String> {
    let (points, least) = match &geometry.shape {
        Shape::Point((x, y)) => (vec![*x, *y], 2),
        Shape::Bbox((left, top, right, bottom)) => (vec![*left, *top, *right, *bottom], 4),
        Shape::Polyline(points) => (points.clone(), 4),
        Shape::Polygon(points) => (points.clone(), 6),
    };
    let is_complete = points.len() >= least && points.len().is_multiple_of(2);
    (!is_complete || !is_on_page(&points))
        .then(|| "geometry is not on the page. Use pairs of x and y from 0 to 1".into())
}

/// Returns whether all values are within the normalized page. NaN is not.
fn is_on_page(values: &[f64]) -> bool {
    values.iter().all(|value| (0.0..=1.0).contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugin::sheet;
    use plumbline_drawings::bindings::drawing::quantities::{Confidence, ItemSource, PageRate, Trade};

    fn item(key: &str) -> Item {
        Item {
            key: key.into(),
            group: None,
            description: "Floor drain".into(),
            trade: Trade::Plumbing,
            category: "drains".into(),
            item_type: "floor_drain".into(),
            measure: Measure::Count,
            quantity: 1.0,
            unit: "EA".into(),
            tag: None,
            attributes: vec![],
            page_number: 1,
            geometry: None,
            evidence: vec![Evidence { page_number: 1, bbox: (0.1, 0.1, 0.2, 0.2) }],
            confidence: Confidence::High,
            source: ItemSource::Plan,
        }
    }

    fn on_page(items: Vec<Item>) -> Vec<String> {
        let rate = PageRate::Page;
        problems(&sheet::plan(), &Findings { items, routes: vec![], schedules: vec![], warnings: vec![], rate })
    }

    #[test]
    fn sound_findings_have_no_problem() {
        assert_eq!(on_page(vec![item("a"), item("b")]), Vec::<String>::new());
    }

    #[test]
    fn each_fault_is_named() {
        let boxed = |bbox| vec![Evidence { page_number: 1, bbox }];
        let point = |x, y| Some(Geometry { page_number: 1, shape: Shape::Point((x, y)), scale: None });
        for (faulty, word) in [
            (Item { quantity: f64::NAN, ..item("a") }, "quantity"),
            (Item { quantity: 0.0, ..item("a") }, "quantity"),
            (Item { unit: "PCS".into(), ..item("a") }, "PCS"),
            (Item { unit: "M".into(), ..item("a") }, "measures"),
            (Item { evidence: vec![], ..item("a") }, "evidence"),
            (Item { evidence: boxed((0.1, 0.1, 1.2, 0.2)), ..item("a") }, "box of the page"),
            (Item { evidence: boxed((0.3, 0.1, 0.2, 0.2)), ..item("a") }, "box of the page"),
            (Item { evidence: boxed((f64::NAN, 0.1, 0.2, 0.2)), ..item("a") }, "box of the page"),
            (Item { geometry: point(0.5, -0.1), ..item("a") }, "geometry"),
            (Item { description: " ".into(), ..item("a") }, "description"),
            (Item { page_number: 2, ..item("a") }, "page 2"),
        ] {
            let found = on_page(vec![faulty]);
            assert!(found.len() == 1 && found[0].contains(word), "{word}: {found:?}");
        }
        assert_eq!(on_page(vec![item("a"), item("a")]).len(), 1);
    }
}
