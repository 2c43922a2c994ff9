//! Rows for native tests of exporters.

use crate::quantities::{
    Attribute, Confidence, Discipline, EndpointType, Evidence, ItemSource, MeasureType, ReviewStatus, RouteEndpoint,
    RouteSystem, Schedule, ScheduleKind, ScheduleRow, Trade, UnitSystem,
};
use crate::{ComponentRef, Drawing, Header, ItemRow, Original, Output, RouteRow, Rows, Totals};
use std::cell::Cell;

/// Rows that are all in memory, or created on demand: `item(i)` returns item number i of `items`.
pub struct FixedRows<F: Fn(u32) -> ItemRow> {
    /// Header of the export.
    pub header: Header,
    /// Number of items.
    pub items: u32,
    /// Creates the item with a number.
    pub item: F,
    /// All routes.
    pub routes: Vec<RouteRow>,
    /// All schedules.
    pub schedules: Vec<Schedule>,
    /// Facts about the document; `None` unless a test sets them.
    pub drawing: Option<Drawing>,
    /// The original file.
    pub file: Vec<u8>,
    position: Cell<(u32, usize, usize)>,
}

impl<F: Fn(u32) -> ItemRow> FixedRows<F> {
    /// Creates `items` items and no other rows.
    pub fn new(header: Header, items: u32, item: F) -> Self {
        Self {
            header,
            items,
            item,
            routes: vec![],
            schedules: vec![],
            drawing: None,
            file: vec![],
            position: Cell::default(),
        }
    }
}

impl<F: Fn(u32) -> ItemRow> Rows for FixedRows<F> {
    fn header(&self) -> Header {
        self.header.clone()
    }
    fn components(&self) -> Vec<ComponentRef> {
        components()
    }
    fn totals(&self) -> Totals {
        Totals { items: self.items.into(), routes: self.routes.len() as u64, schedules: self.schedules.len() as u64 }
    }
    fn rewind(&self) {
        self.position.set(Default::default());
    }
    fn items(&self, max: u32) -> Vec<ItemRow> {
        let (item, route, schedule) = self.position.get();
        let end = self.items.min(item + max);
        self.position.set((end, route, schedule));
        (item..end).map(&self.item).collect()
    }
    fn routes(&self, max: u32) -> Vec<RouteRow> {
        let (item, route, schedule) = self.position.get();
        let end = self.routes.len().min(route + max as usize);
        self.position.set((item, end, schedule));
        self.routes[route..end].to_vec()
    }
    fn schedules(&self, max: u32) -> Vec<Schedule> {
        let (item, route, schedule) = self.position.get();
        let end = self.schedules.len().min(schedule + max as usize);
        self.position.set((item, route, end));
        self.schedules[schedule..end].to_vec()
    }
}

impl<F: Fn(u32) -> ItemRow> Original for FixedRows<F> {
    fn drawing(&self) -> Option<Drawing> {
        self.drawing.clone()
    }
    fn file(&self) -> Vec<u8> {
        self.file.clone()
    }
}

/// An output without space.
pub struct FullOutput;

impl FullOutput {
    /// The error of each write.
    pub const ERROR: &'static str = "the file is larger than the host allows";
}

impl Output for FullOutput {
    fn write(&mut self, _: &[u8]) -> Result<(), String> {
        Err(Self::ERROR.into())
    }
}

/// Returns a reader and an extractor.
pub fn components() -> Vec<ComponentRef> {
    let component = |role: &str, id: &str| ComponentRef {
        role: role.into(),
        id: id.into(),
        version: "0.1.0".into(),
        digest: "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9".into(),
    };
    vec![component("reader", "pdf"), component("extractor", "electrical")]
}

/// Returns a header with every field filled.
pub fn header() -> Header {
    Header {
        takeoff_id: "tko_0123456789abcdefghijkl".into(),
        project_name: "Café «Größe» & Söhne, 2nd floor".into(),
        project_reference: Some("2026-041".into()),
        project_address: Some("12 Rue de l'Église".into()),
        document_filename: "E-101 lighting.pdf".into(),
        discipline: Discipline::Electrical,
        completed_at: "2026-11-21T08:00:00.000Z".into(),
        units: UnitSystem::AsDrawn,
        include_evidence: true,
        document_url: Some("https://example.com/partner/v1/documents/doc_0123456789abcdefghijkl/download".into()),
        component: "electrical 0.1.0".into(),
    }
}

/// Returns a counted device. Its id, tag and place depend on `number`.
pub fn item(number: u32) -> ItemRow {
    ItemRow {
        id: format!("itm_{number:022}"),
        group: Some("grp-a".into()),
        description: "Duplex receptacle, 20 A".into(),
        trade: Trade::Electrical,
        category: "devices".into(),
        item_type: "receptacle".into(),
        measure: MeasureType::Count,
        extracted_quantity: 1.0,
        quantity_override: None,
        effective_quantity: 1.0,
        unit: "EA".into(),
        tag: Some(format!("R{number}")),
        attributes: vec![
            ("circuit".into(), Attribute::Text("LP-1/3".into())),
            ("rating".into(), Attribute::Number(20.0)),
            ("gfci".into(), Attribute::Flag(true)),
        ],
        sheet_number: Some("E-101".into()),
        sheet_title: Some("Lighting plan".into()),
        page_number: 1 + number / 1000,
        evidence: vec![Evidence { page_number: 1 + number / 1000, bbox: (0.25, 0.5, 0.26, 0.51) }],
        confidence: Confidence::High,
        review_status: ReviewStatus::Extracted,
        source: ItemSource::Plan,
        note: None,
    }
}

/// Returns a measured home run.
pub fn route(number: u32) -> RouteRow {
    RouteRow {
        id: format!("rte_{number:022}"),
        trade: Trade::Electrical,
        system: RouteSystem::BranchCircuit,
        quantity: 12.5,
        unit: "M".into(),
        page_number: 1,
        attributes: vec![("circuit".into(), Attribute::Text("LP-1/3".into()))],
        confidence: Confidence::Medium,
        starts_at: Some(RouteEndpoint {
            kind: EndpointType::Panel,
            tag: Some("LP-1".into()),
            item_key: None,
            count: None,
        }),
        ends_at: Some(RouteEndpoint { kind: EndpointType::DeviceGroup, tag: None, item_key: None, count: Some(4) }),
        segments: 3,
    }
}

/// Returns a panel schedule of two rows.
pub fn schedule(number: u32) -> Schedule {
    let row = |tag: &str, description: &str, load: f64| ScheduleRow {
        tag: tag.into(),
        description: description.into(),
        attributes: vec![
            ("Load (VA)".into(), Attribute::Number(load)),
            ("Breaker".into(), Attribute::Text("20/1".into())),
        ],
    };
    Schedule {
        key: format!("sch{number}"),
        kind: ScheduleKind::Panel,
        title: Some(format!("PANEL LP-{number}")),
        page_number: 2,
        columns: vec!["Ckt".into(), "Description".into(), "Load (VA)".into(), "Breaker".into()],
        rows: vec![row("1", "Lighting, room 101", 1200.0), row("3", "=SPARE", 0.0)],
    }
}
