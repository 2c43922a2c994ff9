//! Drawings that a test writes and reads back, as DXF of every release, ASCII and binary, and as DWG.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use acadrust::entities::{
    AttributeEntity, BoundaryEdge, BoundaryPath, BoundaryPathFlags, Hatch, Insert, LwPolyline, LwVertex, PolylineEdge,
};
use acadrust::{
    Arc, BlockRecord, CadDocument, Circle, Color, DwgWriter, DxfVersion, DxfWriter, EntityType, Layer, Line,
    LineWeight, MText, Text, Vector2, Vector3,
};
use plumbline_reader_cad::Document;
use plumbline_sheet::{ScaleSource, Sheet};

/// Adds a block of a circle and a line on layer 0.
fn add_block(document: &mut CadDocument, name: &str) {
    let mut record = BlockRecord::new(name);
    record.handle = document.allocate_handle();
    let owner = record.handle;
    document.block_records.add(record).unwrap();
    let mut circle = Circle::from_center_radius(Vector3::new(0.0, 100.0, 0.0), 80.0);
    circle.common.owner_handle = owner;
    document.add_entity(EntityType::Circle(circle)).unwrap();
    let mut line = Line::from_coords(0.0, 0.0, 0.0, 0.0, 200.0, 0.0);
    line.common.owner_handle = owner;
    document.add_entity(EntityType::Line(line)).unwrap();
}

/// Returns a drawing in millimeters of 30 × 20 m with some of everything.
fn drawing() -> CadDocument {
    let mut document = CadDocument::new();
    document.header.insertion_units = 4;
    document.header.measurement = 1;
    let mut power = Layer::with_color("E-POWR", Color::RED);
    power.line_weight = LineWeight::Value(50);
    document.layers.add(power).unwrap();
    let mut off = Layer::new("OFF");
    off.flags.off = true;
    document.layers.add(off).unwrap();
    let mut frozen = Layer::new("FROZEN");
    frozen.flags.frozen = true;
    document.layers.add(frozen).unwrap();
    add_block(&mut document, "DUPLEX_RECEPTACLE");

    let mut add = |entity: EntityType| document.add_entity(entity).unwrap();
    let mut frame = LwPolyline::new();
    let corners = [(0.0, 0.0), (30_000.0, 0.0), (30_000.0, 20_000.0), (0.0, 20_000.0)];
    frame.vertices = corners.map(|(x, y)| LwVertex::new(Vector2::new(x, y))).to_vec();
    frame.is_closed = true;
    add(EntityType::LwPolyline(frame));
    let mut wall = Line::from_coords(1000.0, 1000.0, 0.0, 11_000.0, 1000.0, 0.0);
    wall.common.layer = "E-POWR".to_owned();
    add(EntityType::Line(wall));
    for layer in ["OFF", "FROZEN"] {
        let mut hidden = Line::from_coords(0.0, 0.0, 0.0, 90_000.0, 90_000.0, 0.0);
        hidden.common.layer = layer.to_owned();
        add(EntityType::Line(hidden));
    }
    add(EntityType::Arc(Arc::from_center_radius_angles(
        Vector3::new(5000.0, 5000.0, 0.0),
        1000.0,
        0.0,
        std::f64::consts::FRAC_PI_2,
    )));
    let mut text = Text::with_value("PANEL LP1", Vector3::new(2000.0, 15_000.0, 0.0));
    text.height = 250.0;
    add(EntityType::Text(text));
    let mut paragraphs =
        MText::with_value("{\\fArial|b1;GENERAL} NOTES\\PUSE COPPER", Vector3::new(2000.0, 13_000.0, 0.0));
    (paragraphs.height, paragraphs.rectangle_width) = (250.0, 0.0);
    add(EntityType::MText(Box::new(paragraphs)));
    let mut hatch = Hatch::solid();
    let mut boundary = BoundaryPath::with_flags(BoundaryPathFlags::from_bits(3));
    let mut edge = PolylineEdge::new(Vec::new(), true);
    for (x, y) in [(20_000.0, 1000.0), (22_000.0, 1000.0), (22_000.0, 3000.0)] {
        edge.add_vertex(Vector2::new(x, y), 0.0);
    }
    boundary.add_edge(BoundaryEdge::Polyline(edge));
    hatch.paths.push(boundary);
    add(EntityType::Hatch(Box::new(hatch)));
    for i in 0..5 {
        let mut insert = Insert::new("DUPLEX_RECEPTACLE", Vector3::new(3000.0 * f64::from(i) + 1000.0, 10_000.0, 0.0))
            .with_rotation(f64::from(i) * 0.7)
            .with_scale(if i % 2 == 0 { 1.0 } else { -1.0 }, 1.0, 1.0);
        insert.common.layer = "E-POWR".to_owned();
        add(EntityType::Insert(insert));
    }
    let mut title = Insert::new("DUPLEX_RECEPTACLE", Vector3::new(25_000.0, 1000.0, 0.0));
    for (tag, value) in [("SHEET_NO", "E-201"), ("TITLE", "POWER PLAN")] {
        let mut attribute = AttributeEntity::new(tag.to_owned(), value.to_owned());
        attribute.set_position(Vector3::new(26_000.0, 1000.0, 0.0));
        attribute.height = 250.0;
        title.attributes.push(attribute);
    }
    add(EntityType::Insert(title));
    document
}

/// Checks everything that must be on the page, for any format.
fn check(name: &str, sheet: &Sheet) {
    let scale = sheet.scales.first().unwrap_or_else(|| panic!("{name}: no scale"));
    assert_eq!((scale.ratio, scale.imperial, scale.source), (100.0, false, ScaleSource::Declared), "{name}");
    // 30 m at 1:100 are 300 mm, plus a margin of a quarter of an inch.
    let (width, height) = (300.0 / 25.4 * 72.0 + 36.0, 200.0 / 25.4 * 72.0 + 36.0);
    assert!((sheet.width - width as f32).abs() < 0.1 && (sheet.height - height as f32).abs() < 0.1, "{name}");
    assert_eq!((sheet.number.as_deref(), sheet.title.as_deref()), (Some("E-201"), Some("POWER PLAN")), "{name}");
    let inserts = sheet.blocks.iter().filter(|b| *b == "DUPLEX_RECEPTACLE").count();
    assert_eq!(inserts, 6, "{name}: {:?}", sheet.blocks);
    assert!(!sheet.layers.iter().any(|l| l == "OFF" || l == "FROZEN"), "{name}: {:?}", sheet.layers);
    assert_eq!(plumbline_sheet::hidden_layers::of(sheet), Some("FROZEN, OFF"), "{name}");
    let wall = sheet.paths().find(|p| p.layer == Some("E-POWR") && p.block.is_none()).expect("the wall");
    let long = (wall.coords[2] - wall.coords[0]).abs();
    assert!((long - 100.0 / 25.4 * 72.0).abs() < 0.01, "{name}: 10 m are {long} pt");
    assert_eq!(wall.style.stroke, Some(0xFF_00_00), "{name}: by layer");
    assert!((wall.style.width - 0.5 / 25.4 * 72.0).abs() < 0.01, "{name}: 0.5 mm are {} pt", wall.style.width);
    let device = sheet.paths().find(|p| p.insert == Some(0)).expect("a device");
    assert_eq!((device.layer, device.style.stroke), (Some("E-POWR"), Some(0xFF_00_00)), "{name}: layer 0 in a block");
    assert!(sheet.paths().any(|p| p.style.fill.is_some()), "{name}: the hatch");
    assert!(sheet.paths().any(|p| p.block.is_none() && p.is_curved()), "{name}: the arc");
    let texts: Vec<&str> = sheet.texts().map(|t| t.text).collect();
    for text in ["PANEL LP1", "GENERAL NOTES", "USE COPPER", "E-201"] {
        assert!(texts.contains(&text), "{name}: {text} in {texts:?}");
    }
    let panel = sheet.texts().find(|t| t.text == "PANEL LP1").expect("a text");
    assert!((panel.size - (2.5 / 25.4 * 72.0 / 0.718) as f32).abs() < 0.05, "{name}: {}", panel.size);
    assert!((panel.start.x - (18.0 + 20.0 / 25.4 * 72.0) as f32).abs() < 0.05, "{name}: {:?}", panel.start);
    assert!((panel.start.y - (18.0 + 50.0 / 25.4 * 72.0) as f32).abs() < 0.05, "{name}: {:?}", panel.start);
}

const VERSIONS: [DxfVersion; 6] = [
    DxfVersion::AC1015,
    DxfVersion::AC1018,
    DxfVersion::AC1021,
    DxfVersion::AC1024,
    DxfVersion::AC1027,
    DxfVersion::AC1032,
];

#[test]
fn a_dxf_of_every_release_is_read_ascii_and_binary() {
    for version in VERSIONS {
        let mut document = drawing();
        document.version = version;
        for (form, writer) in [("ascii", DxfWriter::new(&document)), ("binary", DxfWriter::new_binary(&document))] {
            let name = format!("{version:?} {form}");
            let bytes = writer.write_to_vec().unwrap();
            let read = Document::open(bytes).unwrap_or_else(|failure| panic!("{name}: {failure}"));
            check(&name, &read.sheet(1).unwrap());
        }
    }
}

#[test]
fn a_dwg_of_every_release_is_read() {
    for version in VERSIONS {
        let mut document = drawing();
        document.version = version;
        let bytes = DwgWriter::write_to_vec(&document).unwrap();
        let read = Document::open(bytes).unwrap_or_else(|failure| panic!("{version:?}: {failure}"));
        check(&format!("{version:?} dwg"), &read.sheet(1).unwrap());
    }
}

#[test]
fn a_layout_is_a_page_of_its_own_and_says_what_it_leaves_to_model_space() {
    let mut document = drawing();
    document.add_layout("E-301").unwrap();
    let mut text = Text::with_value("FROM PAPER", Vector3::new(20.0, 30.0, 0.0));
    text.height = 3.0;
    document.add_entity_to_layout(EntityType::Text(text), "E-301").unwrap();
    let mut line = Line::from_coords(0.0, 0.0, 0.0, 400.0, 280.0, 0.0);
    line.common.layer = "E-POWR".to_owned();
    document.add_entity_to_layout(EntityType::Line(line), "E-301").unwrap();
    let mut viewport = acadrust::entities::Viewport::new();
    (viewport.id, viewport.width, viewport.height) = (2, 300.0, 200.0);
    document.add_entity_to_layout(EntityType::Viewport(Box::new(viewport)), "E-301").unwrap();
    let read = Document::open(DxfWriter::new(&document).write_to_vec().unwrap()).unwrap();
    assert_eq!(read.page_count(), 2, "an empty layout is not a page");
    let page = read.sheet(2).unwrap();
    assert_eq!(page.title.as_deref(), Some("E-301"), "the layout's name");
    assert_eq!(page.text, "FROM PAPER");
    assert_eq!(page.path_verbs.len(), 1);
    assert!(page.notes.iter().any(|n| n.contains("page 1")), "{:?}", page.notes);
}
