//! Takeoffs for trying out an exporter: an empty one, one with odd texts, and a large one.

use plumbline_drawings::TrialRows;
use plumbline_drawings::bindings::drawing::quantities::{
    Attribute, Confidence, Discipline, EndpointType, Evidence, ItemSource, MeasureType, ReviewStatus, RouteEndpoint,
    RouteSystem, Schedule, ScheduleKind, ScheduleRow, Trade, UnitSystem,
};
use plumbline_drawings::bindings::provenance::components::ComponentRef;
use plumbline_drawings::exporter::rows::{Header, ItemRow, RouteRow};

/// Texts as drawings and people do write them: quotes, separators, markup, formulas, line ends, right-to-left and wide
/// letters, a control character, an emoji of two code points, and combining characters.
const ODD: [&str; 10] = [
    "Receptacle, \"duplex\"; 20 A\t(GFCI)",
    "=HYPERLINK(\"http://example.com\",\"x\")",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "<b>&amp;</b> ]]> -- '; DROP TABLE items",
    "two\r\nlines\nof text",
    "Größe – ½″ Ø100 mm² °C",
    "لوحة كهربائية",
    "配电箱 分電盤",
    "bell \u{7} and e\u{301} and 🏗\u{fe0f}",
    "   ",
];

/// Number of items of the large takeoff.
const MANY: u32 = 2_000;

/// Returns all takeoffs with their descriptions.
pub(crate) fn samples() -> Vec<(&'static str, TrialRows)> {
    vec![("empty takeoff", empty()), ("odd characters", odd()), ("2,000 items", many())]
}

fn takeoff(header: Header) -> TrialRows {
    let component = |role: &str, id: &str, digit: &str| ComponentRef {
        role: role.into(),
        id: id.into(),
        version: "0.1.0".into(),
        digest: digit.repeat(64),
    };
    let components = vec![component("reader", "pdf", "a"), component("extractor", "electrical", "b")];
    TrialRows { header, components, items: vec![], routes: vec![], schedules: vec![] }
}

/// Returns a takeoff without items and without optional fields.
fn empty() -> TrialRows {
    takeoff(Header {
        project_name: "Empty".into(),
        project_reference: None,
        project_address: None,
        document_url: None,
        include_evidence: false,
        ..header()
    })
}

fn odd() -> TrialRows {
    let items = ODD.iter().zip(0..).map(|(&text, number)| ItemRow {
        description: text.into(),
        tag: Some(text.into()),
        group: None,
        attributes: vec![("circuit".into(), Attribute::Text(text.into())), (text.into(), Attribute::Flag(true))],
        sheet_number: None,
        sheet_title: Some(text.into()),
        note: Some(text.into()),
        ..item(number)
    });
    let schedules = vec![Schedule { title: Some(ODD[3].into()), ..schedule() }];
    let header = Header { project_name: ODD[5].into(), document_filename: "E-101 «é» .pdf".into(), ..header() };
    TrialRows { items: items.collect(), routes: vec![route(0)], schedules, ..takeoff(header) }
}

fn many() -> TrialRows {
    TrialRows {
        items: (0..MANY).map(item).collect(),
        routes: (0..200).map(route).collect(),
        schedules: vec![schedule()],
        ..takeoff(header())
    }
}

fn header() -> Header {
    Header {
        takeoff_id: "tko_0123456789abcdefghijkl".into(),
        project_name: "Town hall, second floor".into(),
        project_reference: Some("2026-041".into()),
        project_address: Some("12 Main Street".into()),
        document_filename: "E-101.pdf".into(),
        discipline: Discipline::Electrical,
        completed_at: "2026-11-21T08:00:00.000Z".into(),
        units: UnitSystem::AsDrawn,
        include_evidence: true,
        document_url: Some("https://example.com/partner/v1/documents/doc_0123456789abcdefghijkl/download".into()),
        component: "electrical 0.1.0".into(),
    }
}

/// Returns an item of one of a few kinds: counted or measured, in every review status.
fn item(number: u32) -> ItemRow {
    let (description, category, item_type, measure, quantity, unit) = match number % 4 {
        0 => ("Duplex receptacle, 20 A", "devices", "receptacle", MeasureType::Count, 1.0, "EA"),
        1 => ("Luminaire type A, recessed", "lighting", "luminaire", MeasureType::Count, 1.0, "EA"),
        2 => ("Cable tray, 300 mm", "raceways", "cable_tray", MeasureType::Length, 4.275, "M"),
        _ => ("Junction box", "devices", "junction_box", MeasureType::Count, 1.0, "EA"),
    };
    let status = [ReviewStatus::Extracted, ReviewStatus::Accepted, ReviewStatus::Modified, ReviewStatus::Rejected];
    let status = status[(number / 4) as usize % 4];
    let changed = (status == ReviewStatus::Modified).then_some(quantity * 2.0);
    let page = 1 + number / 500;
    let place = f64::from(number % 500) / 520.0;
    ItemRow {
        id: format!("itm_{number:022}"),
        group: Some(format!("grp-{}", number % 4)),
        description: description.into(),
        trade: Trade::Electrical,
        category: category.into(),
        item_type: item_type.into(),
        measure,
        extracted_quantity: quantity,
        quantity_override: changed,
        effective_quantity: changed.unwrap_or(quantity),
        unit: unit.into(),
        tag: number.is_multiple_of(3).then(|| format!("R{number}")),
        attributes: vec![
            ("circuit".into(), Attribute::Text("LP-1/3".into())),
            ("rating".into(), Attribute::Number(20.0)),
            ("gfci".into(), Attribute::Flag(number.is_multiple_of(2))),
        ],
        sheet_number: Some(format!("E-10{page}")),
        sheet_title: Some("Power plan".into()),
        page_number: page,
        evidence: vec![Evidence { page_number: page, bbox: (place, 0.5, place + 0.01, 0.51) }],
        confidence: [Confidence::High, Confidence::Medium, Confidence::Low][number as usize % 3],
        review_status: status,
        source: ItemSource::Plan,
        note: None,
    }
}

fn route(number: u32) -> RouteRow {
    let end = |kind, tag: Option<&str>, count| RouteEndpoint { kind, tag: tag.map(Into::into), item_key: None, count };
    RouteRow {
        id: format!("rte_{number:022}"),
        trade: Trade::Electrical,
        system: if number.is_multiple_of(2) { RouteSystem::BranchCircuit } else { RouteSystem::Conduit },
        quantity: 12.5 + f64::from(number),
        unit: "M".into(),
        page_number: 1 + number / 50,
        attributes: vec![("size".into(), Attribute::Text("25 mm".into()))],
        confidence: Confidence::Medium,
        starts_at: Some(end(EndpointType::Panel, Some("LP-1"), None)),
        ends_at: Some(end(EndpointType::DeviceGroup, None, Some(4))),
        segments: 3,
    }
}

fn schedule() -> Schedule {
    let row = |tag: &str, description: &str, load: f64| ScheduleRow {
        tag: tag.into(),
        description: description.into(),
        attributes: vec![("Load (VA)".into(), Attribute::Number(load))],
    };
    Schedule {
        key: "sch0".into(),
        kind: ScheduleKind::Panel,
        title: Some("PANEL LP-1".into()),
        page_number: 1,
        columns: vec!["Ckt".into(), "Description".into(), "Load (VA)".into()],
        rows: vec![row("1", "Lighting, room 101", 1200.0), row("3", "=SPARE", 0.0)],
    }
}
