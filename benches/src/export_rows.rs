//! Takeoffs to export, whose items form some three hundred lines. The rows are the same for the host's exporters and
//! native ones.

use plumbline_drawings::TrialRows;
use plumbline_drawings::bindings::provenance::components::ComponentRef;
use plumbline_drawings::exporter::rows::Header as HostHeader;
use plumbline_exporter::testing::FixedRows;

/// The number of lines. Items that are priced alike form one line.
pub(crate) const LINES: u32 = 300;

/// Defines the rows of one program's bindings. The records of all bindings have the same fields but are different
/// types.
macro_rules! rows {
    ($name:ident { $($uses:item)* }) => {
        mod $name {
            $($uses)*

            pub(crate) fn header() -> Header {
                Header {
                    takeoff_id: "tko_0123456789abcdefghijkl".into(),
                    project_name: "North School".into(),
                    project_reference: Some("2026-114".into()),
                    project_address: Some("1 School Lane".into()),
                    document_filename: "E-101.pdf".into(),
                    discipline: Discipline::Electrical,
                    completed_at: "2026-11-21T08:00:00.000Z".into(),
                    units: UnitSystem::AsDrawn,
                    include_evidence: true,
                    document_url: Some("https://example.com/partner/v1/documents/doc_1/download".into()),
                    component: "electrical 0.1.0".into(),
                }
            }

            pub(crate) fn item(number: u32) -> ItemRow {
                let (line, page) = (number % super::LINES, 1 + number / 1_000);
                let length = line % 4 == 3;
                let place = f64::from(number % 1_000) / 1_024.0;
                ItemRow {
                    id: format!("itm_{number:022}"),
                    group: Some(format!("grp-{line}")),
                    description: format!("2x4 LED RECESSED LUMINAIRE, {} lm, 4000 K", 1_000 + 10 * line),
                    trade: Trade::Electrical,
                    category: "lighting".into(),
                    item_type: "luminaire".into(),
                    measure: if length { MeasureType::Length } else { MeasureType::Count },
                    extracted_quantity: if length { 4.275 } else { 1.0 },
                    quantity_override: None,
                    effective_quantity: if length { 4.275 } else { 1.0 },
                    unit: if length { "M" } else { "EA" }.into(),
                    tag: Some(format!("A{line}")),
                    attributes: vec![
                        ("circuit".into(), Attribute::Text(format!("LP-1/{}", number % 42 + 1))),
                        ("layer".into(), Attribute::Text("E-LITE-CLNG".into())),
                        ("rating".into(), Attribute::Number(20.0)),
                    ],
                    sheet_number: Some(format!("E-{page}")),
                    sheet_title: Some(format!("LIGHTING AND POWER PLAN, LEVEL {page}")),
                    page_number: page,
                    evidence: vec![Evidence { page_number: page, bbox: (place, 0.5, place + 0.01, 0.51) }],
                    confidence: Confidence::High,
                    review_status: ReviewStatus::Extracted,
                    source: ItemSource::Plan,
                    note: None,
                }
            }
        }
    };
}

rows!(host_rows {
    use plumbline_drawings::bindings::drawing::quantities::{
        Attribute, Confidence, Discipline, Evidence, ItemSource, MeasureType, ReviewStatus, Trade, UnitSystem,
    };
    use plumbline_drawings::exporter::rows::{Header, ItemRow};
});

rows!(native_rows {
    use plumbline_exporter::quantities::{
        Attribute, Confidence, Discipline, Evidence, ItemSource, MeasureType, ReviewStatus, Trade, UnitSystem,
    };
    use plumbline_exporter::{Header, ItemRow};
});

/// Returns a takeoff for a component.
pub(crate) fn for_component(items: u32) -> TrialRows {
    // The same provenance that native exporters get.
    let components = plumbline_exporter::testing::components();
    let component = |of: plumbline_exporter::ComponentRef| ComponentRef {
        role: of.role,
        id: of.id,
        version: of.version,
        digest: of.digest,
    };
    let header: HostHeader = host_rows::header();
    TrialRows {
        header,
        components: components.into_iter().map(component).collect(),
        items: (0..items).map(host_rows::item).collect(),
        routes: vec![],
        schedules: vec![],
    }
}

/// Returns the same takeoff for a native exporter. Its items are created on demand.
pub(crate) fn for_native(items: u32) -> FixedRows<fn(u32) -> plumbline_exporter::ItemRow> {
    FixedRows::new(native_rows::header(), items, native_rows::item)
}
