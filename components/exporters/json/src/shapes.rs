//! The elements of the document as serde types over borrowed rows.

use plumbline_exporter::quantities::{Attribute, Evidence, RouteEndpoint, Schedule};
use plumbline_exporter::{Header, ItemRow, Maker, Name, RouteRow};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

#[derive(Serialize)]
pub(crate) struct Takeoff<'a> {
    id: &'a str,
    discipline: &'static str,
    completed_at: &'a str,
    units: &'static str,
    component: &'a str,
    makers: Vec<ComponentRef<'a>>,
    project: Project<'a>,
    document: Document<'a>,
}

/// A component that took part in the takeoff.
#[derive(Serialize)]
struct ComponentRef<'a> {
    role: &'a str,
    id: &'a str,
    version: &'a str,
    sha256: &'a str,
}

#[derive(Serialize)]
struct Project<'a> {
    name: &'a str,
    reference: Option<&'a str>,
    address: Option<&'a str>,
}

#[derive(Serialize)]
struct Document<'a> {
    filename: &'a str,
    url: Option<&'a str>,
}

impl<'a> From<&'a Maker> for ComponentRef<'a> {
    fn from(maker: &'a Maker) -> Self {
        Self { role: &maker.role, id: &maker.id, version: &maker.version, sha256: &maker.digest }
    }
}

impl<'a> Takeoff<'a> {
    pub(crate) fn new(header: &'a Header, makers: &'a [Maker]) -> Self {
        Self {
            id: &header.takeoff_id,
            discipline: header.discipline.name(),
            completed_at: &header.completed_at,
            units: header.units.name(),
            component: &header.component,
            makers: makers.iter().map(ComponentRef::from).collect(),
            project: Project {
                name: &header.project_name,
                reference: header.project_reference.as_deref(),
                address: header.project_address.as_deref(),
            },
            document: Document { filename: &header.document_filename, url: header.document_url.as_deref() },
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Item<'a> {
    id: &'a str,
    group_id: Option<&'a str>,
    description: &'a str,
    trade: &'static str,
    category: &'a str,
    item_type: &'a str,
    measure_type: &'static str,
    extracted_quantity: f64,
    quantity_override: Option<f64>,
    effective_quantity: f64,
    unit: &'a str,
    tag: Option<&'a str>,
    attributes: Attributes<'a>,
    sheet: Sheet<'a>,
    page_number: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Vec<EvidenceBox<'a>>>,
    confidence: &'static str,
    review_status: &'static str,
    source: &'static str,
    note: Option<&'a str>,
}

#[derive(Serialize)]
struct Sheet<'a> {
    number: Option<&'a str>,
    title: Option<&'a str>,
}

/// One piece of evidence.
struct EvidenceBox<'a>(&'a Evidence);

impl Serialize for EvidenceBox<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("page_number", &self.0.page_number)?;
        map.serialize_entry("bbox", &self.0.bbox)?;
        map.end()
    }
}

impl<'a> Item<'a> {
    pub(crate) fn new(row: &'a ItemRow, include_evidence: bool) -> Self {
        Self {
            id: &row.id,
            group_id: row.group.as_deref(),
            description: &row.description,
            trade: row.trade.name(),
            category: &row.category,
            item_type: &row.item_type,
            measure_type: row.measure.name(),
            extracted_quantity: row.extracted_quantity,
            quantity_override: row.quantity_override,
            effective_quantity: row.effective_quantity,
            unit: &row.unit,
            tag: row.tag.as_deref(),
            attributes: Attributes(&row.attributes),
            sheet: Sheet { number: row.sheet_number.as_deref(), title: row.sheet_title.as_deref() },
            page_number: row.page_number,
            evidence: include_evidence.then(|| row.evidence.iter().map(EvidenceBox).collect()),
            confidence: row.confidence.name(),
            review_status: row.review_status.name(),
            source: row.source.name(),
            note: row.note.as_deref(),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Route<'a> {
    id: &'a str,
    trade: &'static str,
    system: &'static str,
    quantity: f64,
    unit: &'a str,
    page_number: u32,
    attributes: Attributes<'a>,
    confidence: &'static str,
    from: Option<Endpoint<'a>>,
    to: Option<Endpoint<'a>>,
    segments: u32,
}

#[derive(Serialize)]
struct Endpoint<'a> {
    r#type: &'static str,
    tag: Option<&'a str>,
    count: Option<u32>,
}

impl<'a> From<&'a RouteEndpoint> for Endpoint<'a> {
    fn from(end: &'a RouteEndpoint) -> Self {
        Self { r#type: end.kind.name(), tag: end.tag.as_deref(), count: end.count }
    }
}

impl<'a> From<&'a RouteRow> for Route<'a> {
    fn from(row: &'a RouteRow) -> Self {
        Self {
            id: &row.id,
            trade: row.trade.name(),
            system: row.system.name(),
            quantity: row.quantity,
            unit: &row.unit,
            page_number: row.page_number,
            attributes: Attributes(&row.attributes),
            confidence: row.confidence.name(),
            from: row.starts_at.as_ref().map(Endpoint::from),
            to: row.ends_at.as_ref().map(Endpoint::from),
            segments: row.segments,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct ScheduleTable<'a> {
    id: &'a str,
    kind: &'static str,
    title: Option<&'a str>,
    page_number: u32,
    columns: &'a [String],
    rows: Vec<ScheduleLine<'a>>,
}

#[derive(Serialize)]
struct ScheduleLine<'a> {
    tag: &'a str,
    description: &'a str,
    attributes: Attributes<'a>,
}

impl<'a> From<&'a Schedule> for ScheduleTable<'a> {
    fn from(schedule: &'a Schedule) -> Self {
        Self {
            id: &schedule.key,
            kind: schedule.kind.name(),
            title: schedule.title.as_deref(),
            page_number: schedule.page_number,
            columns: &schedule.columns,
            rows: schedule
                .rows
                .iter()
                .map(|row| ScheduleLine {
                    tag: &row.tag,
                    description: &row.description,
                    attributes: Attributes(&row.attributes),
                })
                .collect(),
        }
    }
}

/// Attributes as a JSON object, in the order of the rows.
struct Attributes<'a>(&'a [(String, Attribute)]);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.0 {
            match value {
                Attribute::Text(text) => map.serialize_entry(key, text)?,
                Attribute::Number(number) => map.serialize_entry(key, number)?,
                Attribute::Flag(flag) => map.serialize_entry(key, flag)?,
            }
        }
        map.end()
    }
}
