//! Drawn floor plans with known areas.

use plumbline_sheet::ScaleSource;
use plumbline_sheet::drawing::Drawing;
use proptest::prelude::*;

use super::*;

/// The length of a point at 1:100, in meters.
const METERS: f32 = 0.0254 / 72.0 * 100.0;
/// The thickness of the drawn walls, in meters.
const THICK: f32 = 0.15;

fn scales(imperial: bool) -> Vec<Scale> {
    vec![Scale { ratio: 100.0, imperial, source: ScaleSource::TitleBlock, text: String::new(), area: None }]
}

/// The placement of a plan on the sheet.
#[derive(Debug, Clone, Copy)]
struct Place {
    turn: f32,
    mirror: bool,
    /// The number of pieces into which lines are cut.
    pieces: usize,
    reversed: bool,
}

const PLAIN: Place = Place { turn: 0.0, mirror: false, pieces: 1, reversed: false };

/// A plan in meters.
struct Plan {
    place: Place,
    lines: Vec<([f32; 2], [f32; 2])>,
    arcs: Vec<Vec<[f32; 2]>>,
    texts: Vec<(&'static str, [f32; 2])>,
}

impl Plan {
    fn new(place: Place) -> Self {
        Self { place, lines: Vec::new(), arcs: Vec::new(), texts: Vec::new() }
    }

    fn to_page(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let (x, y) = ((x - 5.0) / METERS * if self.place.mirror { -1.0 } else { 1.0 }, (y - 4.0) / METERS);
        let (sin, cos) = self.place.turn.sin_cos();
        [421.3 + x * cos - y * sin, 420.7 + x * sin + y * cos]
    }

    fn line(&mut self, a: [f32; 2], b: [f32; 2]) -> &mut Self {
        self.lines.push((a, b));
        self
    }

    fn rect(&mut self, [x0, y0, x1, y1]: [f32; 4]) -> &mut Self {
        self.line([x0, y0], [x1, y0]).line([x1, y0], [x1, y1]).line([x1, y1], [x0, y1]).line([x0, y1], [x0, y0])
    }

    /// Draws a vertical wall between two heights with a door of 0.9 m, hinged at its top and opening to the left.
    fn upright_with_door(&mut self, x: f32, y0: f32, y1: f32, door: f32) -> &mut Self {
        for side in [x, x + THICK] {
            self.line([side, y0], [side, door]).line([side, door + 0.9], [side, y1]);
        }
        self.line([x, door], [x + THICK, door]).line([x, door + 0.9], [x + THICK, door + 0.9]);
        self.line([x, door], [x - 0.9, door]);
        let arc = (0..=10).map(|k| std::f32::consts::FRAC_PI_2 * (1.0 + k as f32 / 10.0));
        self.arcs.push(arc.map(|t| [x + 0.9 * t.cos(), door + 0.9 * t.sin()]).collect());
        self
    }

    fn text(&mut self, text: &'static str, at: [f32; 2]) -> &mut Self {
        self.texts.push((text, at));
        self
    }

    fn sheet(&self) -> Sheet {
        let mut drawing = Drawing::new(842.0, 842.0);
        let mut lines = self.lines.clone();
        if self.place.reversed {
            lines.reverse();
            lines.iter_mut().for_each(|l| *l = (l.1, l.0));
        }
        for (a, b) in &lines {
            let (a, b) = (self.to_page(*a), self.to_page(*b));
            let n = self.place.pieces;
            let at = |k: usize| {
                let t = k as f32 / n as f32;
                [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
            };
            (0..n).for_each(|k| {
                drawing.line(at(k), at(k + 1));
            });
        }
        for arc in &self.arcs {
            drawing.polyline(&arc.iter().map(|p| self.to_page(*p)).collect::<Vec<_>>());
        }
        for (text, at) in &self.texts {
            let [x, y] = self.to_page(*at);
            drawing.text(text, [x - 12.0, y], 5.0);
        }
        drawing.sheet()
    }
}

/// Returns a plan of 10 × 8 m with outside walls of 0.15 m and a wall at 6 m: an office of 5.85 × 7.7 m on the left, a
/// store on the right.
fn two_rooms(place: Place) -> Plan {
    let mut plan = Plan::new(place);
    plan.rect([0.0, 0.0, 10.0, 8.0]);
    // Inner faces, broken where they meet the partition.
    plan.line([THICK, THICK], [6.0, THICK]).line([6.0 + THICK, THICK], [9.85, THICK]);
    plan.line([THICK, 7.85], [6.0, 7.85]).line([6.0 + THICK, 7.85], [9.85, 7.85]);
    plan.line([THICK, THICK], [THICK, 7.85]).line([9.85, THICK], [9.85, 7.85]);
    plan.upright_with_door(6.0, THICK, 7.85, 3.0);
    plan.text("OFFICE 101", [3.0, 4.0]).text("STORAGE 102", [8.0, 4.0]);
    plan
}

const OFFICE: f64 = 5.85 * 7.7;
const STORE: f64 = 3.7 * 7.7;

fn areas(plan: &Plan) -> Vec<(String, f64)> {
    let mut out: Vec<_> = rooms(&plan.sheet(), &scales(false), &[])
        .into_iter()
        .map(|r| (r.name.unwrap_or_default(), r.area.value))
        .collect();
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out
}

fn assert_two_rooms(plan: &Plan) {
    let found = areas(plan);
    assert_eq!(found.len(), 2, "{found:?}");
    for ((name, area), (wanted, want)) in found.iter().zip([("OFFICE", OFFICE), ("STORAGE", STORE)]) {
        assert_eq!(name, wanted);
        assert!((area / want - 1.0).abs() < 0.02, "{name}: {area} of {want}");
    }
}

#[test]
fn rooms_on_both_sides_of_a_door_have_the_area_between_the_faces_of_their_walls() {
    assert_two_rooms(&two_rooms(PLAIN));
    let found = rooms(&two_rooms(PLAIN).sheet(), &scales(false), &[]);
    let office = found.iter().find(|r| r.name.as_deref() == Some("OFFICE")).unwrap();
    assert_eq!(office.number.as_deref(), Some("101"));
    assert!((office.area.value / OFFICE - 1.0).abs() < 0.003, "{}", office.area.value);
    assert!((office.perimeter.value / (2.0 * (5.85 + 7.7)) - 1.0).abs() < 0.01, "{}", office.perimeter.value);
    assert_eq!(office.outline.len(), 4, "{:?}", office.outline);
    assert!(office.area.formula.contains("pt² × (0.035278 m/pt)² ="), "{}", office.area.formula);
}

#[test]
fn areas_are_in_square_feet_on_a_sheet_in_feet() {
    let found = rooms(&two_rooms(PLAIN).sheet(), &scales(true), &[]);
    let office = found.iter().find(|r| r.name.as_deref() == Some("OFFICE")).unwrap();
    assert_eq!(office.area.unit.code(), "SF");
    assert!((office.area.value / (OFFICE / 0.092_903_04) - 1.0).abs() < 0.003);
}

#[test]
fn a_written_area_raises_confidence_if_it_agrees_and_lowers_it_otherwise() {
    for (written, want) in [("45.05 m2", Confidence::High), ("30.00 m2", Confidence::Low)] {
        let mut plan = two_rooms(PLAIN);
        plan.text(written, [3.0, 4.25]);
        let found = rooms(&plan.sheet(), &scales(false), &[]);
        let office = found.iter().find(|r| r.name.as_deref() == Some("OFFICE")).unwrap();
        assert_eq!(office.confidence, want, "{written}");
        assert!(office.written_area.is_some());
    }
}

#[test]
fn a_door_sized_gap_in_the_outside_wall_is_closed() {
    let mut plan = two_rooms(PLAIN);
    // The lower outside wall again, with a gap of 1 m in both faces.
    let gone = |l: &([f32; 2], [f32; 2])| {
        let low = |y: f32| l.0[1] == y && l.1[1] == y;
        !((low(8.0) || low(7.85)) && l.0[0].min(l.1[0]) < 2.0)
    };
    plan.lines.retain(gone);
    plan.line([0.0, 8.0], [2.0, 8.0]).line([3.0, 8.0], [10.0, 8.0]);
    plan.line([THICK, 7.85], [2.0, 7.85]).line([3.0, 7.85], [6.0, 7.85]);
    plan.line([2.0, 7.85], [2.0, 8.0]).line([3.0, 7.85], [3.0, 8.0]);
    assert_two_rooms(&plan);
}

#[test]
fn a_window_closes_a_wide_gap_in_the_wall() {
    let mut plan = two_rooms(PLAIN);
    plan.lines.retain(|l| !(l.0[1] == l.1[1] && l.0[1] > 7.8 && l.0[0].min(l.1[0]) < 2.0));
    plan.line([0.0, 8.0], [1.5, 8.0]).line([3.5, 8.0], [10.0, 8.0]);
    plan.line([THICK, 7.85], [1.5, 7.85]).line([3.5, 7.85], [6.0, 7.85]);
    plan.line([1.5, 7.85], [1.5, 8.0]).line([3.5, 7.85], [3.5, 8.0]);
    plan.line([1.5, 7.92], [3.5, 7.92]);
    assert_two_rooms(&plan);
}

#[test]
fn objects_in_a_room_are_not_subtracted() {
    let mut plan = two_rooms(PLAIN);
    // A column, a desk at the wall and tiles in a corner.
    plan.rect([2.0, 2.0, 2.4, 2.4]).rect([THICK, 5.0, 0.95, 6.6]);
    assert_two_rooms(&plan);
}

#[test]
fn two_names_with_nothing_between_them_share_one_room() {
    let mut plan = two_rooms(PLAIN);
    plan.text("COPY", [3.0, 6.5]);
    let found = rooms(&plan.sheet(), &scales(false), &[]);
    let shared = found.iter().find(|r| r.name.as_deref().is_some_and(|n| n.contains(" / "))).unwrap();
    assert_eq!(shared.confidence, Confidence::Low);
    assert!((shared.area.value / OFFICE - 1.0).abs() < 0.02);
    assert_eq!(found.len(), 2);
}

#[test]
fn a_room_inside_another_is_subtracted_from_it() {
    let mut plan = two_rooms(PLAIN);
    plan.rect([1.0, 1.0, 3.3, 2.9]).rect([1.15, 1.15, 3.15, 2.75]).text("WC", [2.15, 2.0]);
    let found = areas(&plan);
    let get = |name: &str| found.iter().find(|(n, _)| n == name).unwrap().1;
    assert!((get("WC") / (2.0 * 1.6) - 1.0).abs() < 0.02, "{found:?}");
    assert!((get("OFFICE") / (OFFICE - 2.3 * 1.9) - 1.0).abs() < 0.02, "{found:?}");
}

#[test]
fn a_tag_outside_all_walls_is_not_a_room() {
    let mut plan = Plan::new(PLAIN);
    plan.rect([0.0, 0.0, 4.0, 4.0]).rect([0.15, 0.15, 3.85, 3.85]).text("OFFICE", [2.0, 2.0]).text("PATIO", [8.0, 2.0]);
    let found = areas(&plan);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "OFFICE");
}

/// Returns two rooms with an opening of 0.95 m, without a door, at the end of the wall between them.
fn open_rooms(store: bool) -> Plan {
    let mut plan = Plan::new(PLAIN);
    plan.rect([0.0, 0.0, 10.0, 8.0]).line([THICK, 7.85], [9.85, 7.85]);
    plan.line([THICK, THICK], [6.0, THICK]).line([6.0 + THICK, THICK], [9.85, THICK]);
    plan.line([THICK, THICK], [THICK, 7.85]).line([9.85, THICK], [9.85, 7.85]);
    plan.line([6.0, THICK], [6.0, 6.9]).line([6.15, THICK], [6.15, 6.9]).line([6.0, 6.9], [6.15, 6.9]);
    plan.text("OFFICE 101", [3.0, 4.0]);
    if store {
        plan.text("STORAGE 102", [8.0, 4.0]);
    }
    plan
}

#[test]
fn an_opening_without_a_door_separates_two_named_rooms() {
    assert_two_rooms(&open_rooms(true));
}

#[test]
fn a_room_ends_at_an_opening_even_if_the_space_behind_it_is_unnamed() {
    let found = areas(&open_rooms(false));
    assert_eq!(found.len(), 1);
    assert!((found[0].1 / OFFICE - 1.0).abs() < 0.02, "{found:?}");
}

#[test]
fn a_corridor_continues_around_its_corner_with_less_confidence() {
    let mut plan = Plan::new(PLAIN);
    let around = [[0.15, 0.15], [6.0, 0.15], [6.0, 1.35], [1.35, 1.35], [1.35, 6.0], [0.15, 6.0]];
    let outside = [[0.0, 0.0], [6.15, 0.0], [6.15, 1.5], [1.5, 1.5], [1.5, 6.15], [0.0, 6.15]];
    for ring in [around, outside] {
        (0..6).for_each(|i| {
            plan.line(ring[i], ring[(i + 1) % 6]);
        });
    }
    plan.text("CORRIDOR", [4.0, 0.75]);
    let found = rooms(&plan.sheet(), &scales(false), &[]);
    assert_eq!(found.len(), 1);
    assert!((found[0].area.value / 12.6 - 1.0).abs() < 0.02, "{}", found[0].area.value);
    assert_eq!(found[0].confidence, Confidence::Low);
}

#[test]
fn lines_without_end_and_numbers_that_are_none_do_no_harm() {
    for bad in [f32::NAN, f32::INFINITY, 3.0e38, -1.0e9] {
        let mut drawing = Drawing::new(842.0, 842.0);
        drawing.line([bad, 10.0], [400.0, 400.0]).line([100.0, bad], [bad, bad]).rect([50.0, 50.0, 300.0, 300.0]);
        drawing.rect([54.0, 54.0, 296.0, 296.0]).text("OFFICE", [150.0, 150.0], 5.0).text("LAB", [bad, 20.0], 5.0);
        let found = rooms(&drawing.sheet(), &scales(false), &[]);
        assert_eq!(found.len(), 1, "{bad}");
    }
}

#[test]
fn details_at_large_scales_are_not_plans() {
    let mut scales = scales(false);
    scales[0].ratio = 5.0;
    assert!(rooms(&two_rooms(PLAIN).sheet(), &scales, &[]).is_empty());
}

#[test]
fn what_has_fewer_walls_than_a_plan_is_a_detail() {
    let closet = |side: f32| {
        let mut plan = Plan::new(PLAIN);
        plan.rect([0.0, 0.0, side + 0.3, side + 0.3]).rect([0.15, 0.15, side + 0.15, side + 0.15]);
        plan.text("CLOSET", [0.15 + side / 2.0, 0.15 + side / 2.0]);
        areas(&plan).len()
    };
    // Both faces of the walls together are 8 (2 × side + 0.3) meters long.
    assert_eq!((closet(1.0), closet(1.2)), (0, 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn turned_mirrored_cut_and_reordered_plans_have_the_same_areas(
        turn in 0.0f32..std::f32::consts::TAU,
        mirror: bool,
        pieces in 1usize..6,
        reversed: bool,
    ) {
        assert_two_rooms(&two_rooms(Place { turn, mirror, pieces, reversed }));
    }

    #[test]
    fn rooms_of_any_size_have_their_area(width in 1.2f32..9.0, depth in 1.2f32..7.5, turn in 0.0f32..std::f32::consts::TAU) {
        let mut plan = Plan::new(Place { turn, ..PLAIN });
        plan.rect([0.0, 0.0, width + 0.3, depth + 0.3]).rect([0.15, 0.15, width + 0.15, depth + 0.15]);
        // An unnamed room beside it, so that even the smallest has enough walls for a plan.
        plan.rect([width + 0.3, 0.0, width + 4.0, depth + 0.3]).rect([width + 0.45, 0.15, width + 3.85, depth + 0.15]);
        plan.text("BAÑO", [0.15 + width / 2.0, 0.15 + depth / 2.0]);
        let found = areas(&plan);
        prop_assert_eq!(found.len(), 1);
        prop_assert!((found[0].1 / f64::from(width * depth) - 1.0).abs() < 0.02, "{} of {}", found[0].1, width * depth);
    }
}
