//! Tests that devices without a legend are named by the standard symbol that they look like, and by the texts at them.
//!
//! The plans show every glyph of the project in the variants that offices draw: other proportions, stretched, with arcs
//! as chords, with points on a plotter's grid, and turned and mirrored from place to place.

mod options;

use std::collections::BTreeMap;

use kurbo::{Affine, Arc, BezPath, Circle, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::glyphs::{Glyph, Mark, Specificity, all};
use plumbline_takeoff::quantities::{Attribute, Confidence, Discipline, Item};
use plumbline_takeoff::vocabulary::{Class, Discipline as Words, Kind, lexicon};
use plumbline_takeoff::{evidence_kinds, extract, survey};

/// A deterministic generator of pseudorandom numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        // The constants are Knuth's for MMIX.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1u32 << 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.next() * (high - low)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() * count as f64) as usize % count
    }
}

/// The way an office draws a glyph on one sheet.
struct Manner {
    /// Points per unit, along and across.
    scale: (f64, f64),
    /// The size of each mark, as a factor.
    marks: Vec<f64>,
    /// Whether arcs are drawn as chords.
    chords: bool,
}

impl Manner {
    fn any(glyph: &Glyph, r: &mut Random) -> Self {
        // From 7 to 14 points on paper, independent of the glyph's units.
        let scale = r.between(7.0, 14.0) / extent(glyph);
        let stretch = r.between(0.9, 1.12);
        let marks = glyph.marks.iter().map(|_| r.between(0.95, 1.06)).collect();
        Self { scale: (scale * stretch, scale), marks, chords: r.next() < 0.4 }
    }
}

/// Returns the longer side of a glyph's box, in its units.
fn extent(glyph: &Glyph) -> f64 {
    let boxes = glyph.marks.iter().map(|mark| path(mark, false).0.bounding_box());
    boxes.reduce(|a, b| a.union(b)).map_or(1.0, |b| b.width().max(b.height()))
}

/// Returns a mark as a path, and whether it is filled.
fn path(mark: &Mark, chords: bool) -> (BezPath, bool) {
    let point = |p: [f32; 2]| (f64::from(p[0]), f64::from(p[1]));
    let lines = |points: &[[f32; 2]], close: bool| {
        let mut path = BezPath::new();
        for (n, p) in points.iter().enumerate() {
            if n == 0 { path.move_to(point(*p)) } else { path.line_to(point(*p)) }
        }
        if close {
            path.close_path();
        }
        path
    };
    let round = |path: BezPath| if chords { flat(&path) } else { path };
    match mark {
        Mark::Lines(points) => (lines(points, false), false),
        Mark::Filled(points) => (lines(points, true), true),
        Mark::Circle(middle, radius) => (round(Circle::new(point(*middle), f64::from(*radius)).to_path(0.01)), false),
        Mark::Dot(middle, radius) => (round(Circle::new(point(*middle), f64::from(*radius)).to_path(0.01)), true),
        Mark::Arc(middle, radius, [from, over]) => {
            let (from, over) = (f64::from(*from).to_radians(), f64::from(*over).to_radians());
            let radii = (f64::from(*radius), f64::from(*radius));
            (round(Arc::new(point(*middle), radii, from, over, 0.0).to_path(0.01)), false)
        }
    }
}

/// Converts curves to chords.
fn flat(path: &BezPath) -> BezPath {
    let mut out = BezPath::new();
    kurbo::flatten(path, 0.15, |element| out.push(element));
    out
}

/// Draws a glyph at a place of a sheet, with its points on a plotter's grid.
fn draw(drawing: &mut Drawing, glyph: &Glyph, manner: &Manner, at: [f64; 2], turn: f64, mirror: bool) {
    let flip = if mirror { -1.0 } else { 1.0 };
    let pose = Affine::translate((at[0], at[1]))
        * Affine::rotate(turn)
        * Affine::scale_non_uniform(flip * manner.scale.0, manner.scale.1);
    for (mark, size) in glyph.marks.iter().zip(&manner.marks) {
        let (path, filled) = path(mark, manner.chords);
        let middle = path.bounding_box().center().to_vec2();
        let own = Affine::translate(middle) * Affine::scale(*size) * Affine::translate(-middle);
        let grid = |p: kurbo::Point| kurbo::Point::new((p.x / 0.03).round() * 0.03, (p.y / 0.03).round() * 0.03);
        let path: BezPath = (pose * own * path)
            .elements()
            .iter()
            .map(|element| match *element {
                kurbo::PathEl::MoveTo(p) => kurbo::PathEl::MoveTo(grid(p)),
                kurbo::PathEl::LineTo(p) => kurbo::PathEl::LineTo(grid(p)),
                kurbo::PathEl::QuadTo(a, p) => kurbo::PathEl::QuadTo(grid(a), grid(p)),
                kurbo::PathEl::CurveTo(a, b, p) => kurbo::PathEl::CurveTo(grid(a), grid(b), grid(p)),
                kurbo::PathEl::ClosePath => kurbo::PathEl::ClosePath,
            })
            .collect();
        drawing.fill(filled.then_some(0x00_40c0)).path(&path);
    }
    drawing.fill(None);
}

fn items(discipline: Discipline, sheet: &Sheet) -> Vec<Item> {
    extract(discipline, sheet, &[survey(sheet)], &options::at_hundred()).items
}

/// Returns the item at a place of a sheet.
fn at<'a>(items: &'a [Item], sheet: &Sheet, [x, y]: [f64; 2]) -> Option<&'a Item> {
    let (x, y) = (x / f64::from(sheet.width), y / f64::from(sheet.height));
    items.iter().find(|item| {
        let b = item.evidence[0].bbox;
        b.0 <= x && x <= b.2 && b.1 <= y && y <= b.3
    })
}

fn attribute<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(name, value)| match value {
        Attribute::Text(text) if name == key => Some(text.as_str()),
        _ => None,
    })
}

/// The number of places of a device on a plan.
const PLACES: usize = 8;
/// The distance between places, in points.
const PITCH: f64 = 60.0;

/// A plan of some glyphs with a row of places for each.
struct Plan {
    sheet: Sheet,
    places: Vec<(&'static Glyph, [f64; 2])>,
}

/// Draws rooms with walls between the places, and devices with one glyph per row. `tag` returns the text beside each.
fn plan(glyphs: &[&'static Glyph], r: &mut Random, tag: impl Fn(usize, usize) -> Option<String>) -> Plan {
    let (width, height) = (PITCH * (PLACES as f64 + 1.0), PITCH * (glyphs.len() as f64 + 1.0));
    let mut drawing = Drawing::new(width as f32, height as f32);
    for n in 0..=glyphs.len() {
        let y = (PITCH * (n as f64 + 0.5)) as f32;
        drawing.pen(0, 1.0).line([10.0, y], [width as f32 - 10.0 - 3.0 * n as f32, y]);
        drawing.line([10.0, y + 3.0], [width as f32 - 10.0 - 3.0 * n as f32, y + 3.0]);
    }
    let mut places = Vec::new();
    for (row, glyph) in glyphs.iter().enumerate() {
        let manner = Manner::any(glyph, r);
        for column in 0..PLACES {
            let at = [
                PITCH * (column as f64 + 1.0) + r.between(-8.0, 8.0),
                PITCH * (row as f64 + 1.0) + r.between(-6.0, 6.0),
            ];
            let turn = r.below(4) as f64 * std::f64::consts::FRAC_PI_2;
            drawing.pen(0x00_40c0, 0.5);
            draw(&mut drawing, glyph, &manner, at, turn, r.next() < 0.5);
            if let Some(letters) = glyph.letters.first() {
                let left = at[0] - 0.275 * 4.0 * letters.len() as f64;
                drawing.text(letters, [left as f32, at[1] as f32 + 1.2], 4.0);
            }
            if let Some(tag) = tag(row, column) {
                drawing.text(&tag, [at[0] as f32 + 9.0, at[1] as f32 - 8.0], 5.0);
            }
            places.push((*glyph, at));
        }
    }
    Plan { sheet: drawing.sheet(), places }
}

const DISCIPLINES: [(Discipline, Words); 5] = [
    (Discipline::Electrical, Words::Electrical),
    (Discipline::FireProtection, Words::FireProtection),
    (Discipline::Mechanical, Words::Mechanical),
    (Discipline::Plumbing, Words::Plumbing),
    (Discipline::Process, Words::Process),
];

/// Returns the discipline's kind of a glyph, or `None` if it belongs to another trade.
fn kind(words: Words, glyph: &Glyph) -> Option<Kind> {
    let lexicon = lexicon(words);
    match lexicon.known(glyph.name) {
        Some(class @ Class::Item(kind)) if lexicon.reports(&class) => Some(kind),
        _ => None,
    }
}

#[test]
fn every_glyph_stands_for_a_kind_of_some_trade() {
    for glyph in all() {
        let known = DISCIPLINES.iter().any(|(_, words)| kind(*words, glyph).is_some());
        assert!(known, "{} ({})", glyph.name, glyph.standard);
    }
}

/// The results for the places that were drawn.
#[derive(Debug, Default)]
struct Score {
    drawn: usize,
    right: usize,
    wrong: usize,
    unnamed: usize,
    missed: usize,
}

#[test]
fn of_the_devices_that_are_named_nearly_all_are_named_right() {
    let mut r = Random(7);
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    let mut nameless: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut by_kind: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut confused: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    for (discipline, words) in DISCIPLINES {
        let own: Vec<&'static Glyph> = all().filter(|glyph| kind(words, glyph).is_some()).collect();
        for _ in 0..2 {
            for few in own.chunks(6) {
                let plan = plan(few, &mut r, |_, _| None);
                let found = items(discipline, &plan.sheet);
                for (glyph, place) in &plan.places {
                    let says = match glyph.specificity {
                        Specificity::High => "much",
                        Specificity::Medium => "some",
                        Specificity::Low => "little",
                    };
                    let score = scores.entry(says).or_default();
                    score.drawn += 1;
                    let wanted = kind(words, glyph).map_or("", |kind| kind.item_type);
                    let item = at(&found, &plan.sheet, *place);
                    if let Some(named) = item.filter(|item| item.item_type != "unclassified_count") {
                        let wrong = usize::from(named.item_type != wanted);
                        for kind in evidence_kinds(attribute(named, "named_by").unwrap_or_default()) {
                            by_kind.entry(kind).or_default()[wrong] += 1;
                        }
                    }
                    match item {
                        None => {
                            score.missed += 1;
                            *nameless.entry((glyph.name, glyph.standard)).or_default() += 1;
                        }
                        Some(item) if item.item_type == "unclassified_count" => {
                            score.unnamed += 1;
                            *nameless.entry((glyph.name, glyph.standard)).or_default() += 1;
                        }
                        Some(item) if item.item_type == wanted => score.right += 1,
                        Some(item) => {
                            score.wrong += 1;
                            let by = attribute(item, "named_by").unwrap_or("mark").to_owned();
                            let drawn = format!("{wanted} ({})", glyph.standard);
                            *confused.entry((drawn, item.item_type.clone(), by)).or_default() += 1;
                        }
                    }
                }
            }
        }
    }
    for (says, score) in &scores {
        println!("{says}: {score:?}");
    }
    for ((drawn, named, by), count) in &confused {
        println!("{count} x {drawn} named {named} by {by}");
    }
    for ((name, standard), count) in &nameless {
        println!("{count} x {name} ({standard}) without a name");
    }
    for (kind, [right, wrong]) in &by_kind {
        println!("{kind} spoke for {right} right names and {wrong} wrong ones");
    }
    let sum = |of: fn(&Score) -> usize| scores.values().map(of).sum::<usize>();
    let (right, wrong) = (sum(|s| s.right), sum(|s| s.wrong));
    assert!(right * 100 >= 95 * (right + wrong), "{right} right, {wrong} wrong");
    let much = &scores["much"];
    assert!(much.right * 10 >= much.drawn * 8, "{much:?}");
}

/// Returns the glyph with a name and standard.
fn glyph(name: &str, standard: &str) -> &'static Glyph {
    all().find(|glyph| glyph.name == name && glyph.standard == standard).expect("a glyph of that name")
}

#[test]
fn receptacles_of_a_power_plan_without_a_legend_have_their_name_and_circuits() {
    let mut r = Random(3);
    let duplex = glyph("duplex receptacle", "NECA 100");
    let rows: Vec<&'static Glyph> = vec![duplex; 32];
    // Rows differ in size, like rows of different details. With one manner for all, they would be one shape.
    let plan =
        plan(&rows, &mut r, |row, column| Some(format!("L{}-{}", 1 + row / 16, 1 + (row * 3 + column / 3) % 40)));
    let found = items(Discipline::Electrical, &plan.sheet);
    let devices: Vec<&Item> = found.iter().filter(|item| item.item_type == "duplex_receptacle").collect();
    assert!(devices.len() >= 250, "{} of {}", devices.len(), plan.places.len());
    assert!(devices.iter().all(|item| item.confidence == Confidence::Medium));
    let with_circuit = devices.iter().filter(|item| attribute(item, "circuit").is_some()).count();
    assert!(with_circuit * 10 >= devices.len() * 9, "{with_circuit}");
    let by = attribute(devices[0], "named_by").expect("what named it");
    assert!(by.contains("NECA 100") && by.contains("circuit tags"), "{by}");
}

#[test]
fn a_shape_has_the_name_of_its_tags_on_the_pages_without_them() {
    // A circle with one line may be many things. Its circuits identify it.
    let single = glyph("receptacle", "NECA 100, single");
    let rows = [single, single, single];
    // The same seed draws the same devices.
    let tag = |row: usize, column: usize| Some(format!("L1-{}", 1 + row * 4 + column / 2));
    let tagged = plan(&rows, &mut Random(5), tag);
    let plain = plan(&rows, &mut Random(5), |_, _| None);
    let sheets = [tagged.sheet.clone(), Sheet { page_number: tagged.sheet.page_number + 1, ..plain.sheet.clone() }];
    let surveys: Vec<Vec<u8>> = sheets.iter().map(survey).collect();
    let of = |sheet: &Sheet, surveys: &[Vec<u8>]| {
        extract(Discipline::Electrical, sheet, surveys, &options::at_hundred()).items
    };
    let named = |items: &[Item]| items.iter().filter(|item| item.item_type == "receptacle").count();
    assert_eq!(named(&of(&sheets[1], &surveys[1..])), 0, "alone the page does not say what its shapes are");
    let [first, second] = [0, 1].map(|n| of(&sheets[n], &surveys));
    assert!(named(&first) >= 20, "{} of {}", named(&first), tagged.places.len());
    assert_eq!(named(&second), named(&first));
    let names = |items: &[Item]| items.iter().map(|item| item.description.clone()).collect::<Vec<_>>();
    assert_eq!(names(&first), names(&second));
    let device = second.iter().find(|item| item.item_type == "receptacle").expect("a receptacle");
    let by = attribute(device, "named_by").expect("what named it");
    assert!(by.contains("circuit tags") && by.contains("on page 1"), "{by}");
    assert_eq!(attribute(device, "circuit"), None, "the circuit is of the other page's device");
}

#[test]
fn the_layer_of_a_trade_names_one_shape_and_that_of_a_thing_all() {
    // Two shapes on one layer that resemble no glyph.
    let sheet_of = |layer: &str| {
        let mut drawing = Drawing::new(600.0, 400.0);
        for column in 0..8 {
            let x = 60.0 + 60.0 * f64::from(column);
            for (row, points) in [(0u8, 5u8), (1, 7)] {
                let at = [x, 100.0 + 120.0 * f64::from(row)];
                let mut path = BezPath::new();
                // A star with points that follow no standard. The second has one more stroke.
                for n in 0..=points {
                    let angle = f64::from(n) * 2.2 + f64::from(row);
                    let reach = 3.0 + f64::from(n % 3);
                    let p = (at[0] + reach * angle.cos(), at[1] + reach * angle.sin());
                    if n == 0 { path.move_to(p) } else { path.line_to(p) }
                }
                drawing.pen(0x00_40c0, 0.5).layer(layer).path(&path);
            }
        }
        drawing.sheet()
    };
    let named = |layer: &str| {
        let found = items(Discipline::Electrical, &sheet_of(layer));
        let of = |item_type: &str| found.iter().filter(|item| item.item_type == item_type).count();
        (of("luminaire"), of("unclassified_count"))
    };
    assert_eq!(named("LUMINAIRES"), (16, 0));
    assert_eq!(named("LIGHTING"), (8, 8));
}
