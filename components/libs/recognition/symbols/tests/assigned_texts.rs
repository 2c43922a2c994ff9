//! Texts assigned to symbols on drawn sheets with known results.
#![allow(clippy::unwrap_used, missing_docs)]

use plumbline_geometry::rect;
use plumbline_sheet::drawing::{CHARACTER_WIDTH, Drawing};
use plumbline_symbols::annotations::{
    Assigned, DocumentContext, Kind, Kinds, Label, MatchMethod, Page, SymbolBox, assign,
};
use proptest::prelude::*;

const DEVICE: Kinds = Kinds::of(&[Kind::Circuit, Kind::Rating, Kind::Mounting, Kind::Address, Kind::SwitchLeg]);

fn symbol(at: [f32; 2], half: f32) -> SymbolBox {
    let area = [at[0] - half, at[1] - half, at[0] + half, at[1] + half];
    SymbolBox { area: area.into(), accepts: Kinds::ALL, class: 0 }
}

fn texts(of: &[Assigned]) -> Vec<&str> {
    of.iter().map(|a| a.text.as_str()).collect()
}

#[test]
fn adjacent_symbols_each_get_their_own_text() {
    let mut d = Drawing::new(300.0, 200.0);
    // The first symbol's text is nearer to the second, whose own text is below it.
    d.text("C-1", [108.0, 92.0], 6.0).text("C-2", [112.0, 116.0], 6.0);
    let boxes = [symbol([100.0, 100.0], 5.0), symbol([116.0, 100.0], 5.0)];
    let page = Page::of(&d.sheet());
    let found = assign(&boxes, &page, &DocumentContext::new(), &[]);
    assert_eq!((texts(&found[0]), texts(&found[1])), (vec!["C-1"], vec!["C-2"]));
}

#[test]
fn a_stack_is_assigned_to_one_symbol_without_the_labels_it_does_not_accept() {
    let mut d = Drawing::new(300.0, 200.0);
    d.text("FACP:SPK1•020", [110.0, 95.0], 6.0).text("FAPS1:NAC1•025", [110.0, 101.0], 6.0);
    d.text("75CD 0.25W", [110.0, 107.0], 6.0);
    let boxes = [
        SymbolBox { accepts: DEVICE, ..symbol([100.0, 98.0], 5.0) },
        SymbolBox { accepts: Kinds::of(&[Kind::Size]), ..symbol([160.0, 104.0], 5.0) },
    ];
    let page = Page::of(&d.sheet());
    let found = assign(&boxes, &page, &DocumentContext::new(), &[]);
    let kinds: Vec<Kind> = found[0].iter().map(|a| a.label.kind()).collect();
    assert!(kinds.contains(&Kind::Address) && kinds.iter().filter(|k| **k == Kind::Rating).count() == 2, "{kinds:?}");
    assert!(found[1].is_empty());
}

#[test]
fn a_name_in_a_panel_belongs_to_the_panel_despite_lines_from_its_frame() {
    let mut d = Drawing::new(300.0, 200.0);
    d.rect([100.0, 100.0, 136.0, 114.0]).text("T-D4", [104.0, 110.0], 7.0);
    // A conduit from the panel to a box, with a head.
    d.polyline(&[[118.0, 114.0], [118.0, 140.0]]).line([118.0, 140.0], [116.0, 136.0]);
    d.line([118.0, 140.0], [120.0, 136.0]);
    let boxes = [
        SymbolBox { area: [100.0, 100.0, 136.0, 114.0].into(), accepts: Kinds::ALL, class: 0 },
        SymbolBox { class: 1, ..symbol([118.0, 144.0], 4.0) },
    ];
    let page = Page::of(&d.sheet());
    let found = assign(&boxes, &page, &DocumentContext::new().with_panels(["T-D4"]), &[]);
    assert_eq!((texts(&found[0]), texts(&found[1])), (vec!["T-D4"], vec![]));
}

#[test]
fn a_leader_takes_precedence_over_distance() {
    let mut d = Drawing::new(300.0, 200.0);
    d.text("C-7", [120.0, 100.0], 6.0).polyline(&[[118.0, 98.0], [105.0, 98.0], [60.0, 60.0]]);
    d.line([60.0, 60.0], [64.0, 60.8]).line([60.0, 60.0], [61.4, 63.8]);
    let boxes = [symbol([126.0, 110.0], 5.0), symbol([57.0, 57.0], 4.0)];
    let page = Page::of(&d.sheet());
    let found = assign(&boxes, &page, &DocumentContext::new(), &[]);
    assert!(found[0].is_empty());
    assert_eq!((found[1][0].method, found[1][0].text.as_str()), (MatchMethod::Leader, "C-7"));
    // If its arrow does not point at a symbol, it belongs to none.
    let found = assign(&boxes[..1], &page, &DocumentContext::new(), &[]);
    assert!(found[0].is_empty());
}

#[test]
fn a_text_inside_a_symbol_belongs_to_it() {
    let mut d = Drawing::new(300.0, 200.0);
    d.text("EF-1", [92.0, 102.0], 6.0).text("EF-2", [92.0, 122.0], 6.0);
    let boxes = [symbol([100.0, 100.0], 10.0)];
    let found = assign(&boxes, &Page::of(&d.sheet()), &DocumentContext::new(), &[]);
    assert_eq!(texts(&found[0]), ["EF-1"]);
    assert_eq!(found[0][0].method, MatchMethod::Inside);
}

#[test]
fn texts_in_legends_and_schedules_are_not_assigned() {
    let mut d = Drawing::new(300.0, 200.0);
    d.text("C-1", [108.0, 102.0], 6.0);
    let boxes = [symbol([100.0, 100.0], 5.0)];
    let found = assign(&boxes, &Page::of(&d.sheet()), &DocumentContext::new(), &[rect(100.0, 90.0, 200.0, 110.0)]);
    assert!(found[0].is_empty());
}

#[test]
fn distant_texts_are_not_assigned() {
    let mut d = Drawing::new(300.0, 200.0);
    d.text("C-1", [150.0, 102.0], 6.0);
    let found = assign(&[symbol([100.0, 100.0], 5.0)], &Page::of(&d.sheet()), &DocumentContext::new(), &[]);
    assert!(found[0].is_empty());
}

#[test]
fn a_typical_label_applies_to_the_stated_number_of_symbols() {
    let mut d = Drawing::new(600.0, 200.0);
    d.text("15cd", [108.0, 99.0], 6.0).text("TYP. OF 3", [108.0, 106.0], 6.0);
    let boxes: Vec<SymbolBox> = (0..5).map(|i| symbol([100.0 + 80.0 * i as f32, 100.0], 5.0)).collect();
    let found = assign(&boxes, &Page::of(&d.sheet()), &DocumentContext::new(), &[]);
    let rated = |i: usize| found[i].iter().any(|a| matches!(a.label, Label::Rating { .. }));
    assert_eq!((0..5).map(rated).collect::<Vec<_>>(), [true, true, true, false, false]);
    assert_eq!(found[1][0].method, MatchMethod::Typical);
}

#[test]
fn a_text_with_two_leaders_belongs_to_both() {
    let mut d = Drawing::new(300.0, 200.0);
    d.text("20A", [120.0, 100.0], 6.0);
    for x in [60.0, 200.0] {
        let from = if x < 120.0 { 118.0 } else { 132.0 };
        d.line([from, 98.0], [x, 98.0]);
        let back = if x < 120.0 { 4.0 } else { -4.0 };
        d.line([x, 98.0], [x + back, 97.0]).line([x, 98.0], [x + back, 99.0]);
    }
    let boxes = [symbol([55.0, 98.0], 5.0), symbol([205.0, 98.0], 5.0)];
    let found = assign(&boxes, &Page::of(&d.sheet()), &DocumentContext::new(), &[]);
    assert_eq!((texts(&found[0]), texts(&found[1])), (vec!["20A"], vec!["20A"]));
}

/// A plan of devices in rows, each with a circuit. Some also have a rating below it or a mounting height.
struct Plan {
    devices: Vec<[f32; 2]>,
    /// The text, its start before turning, and its device.
    texts: Vec<(String, [f32; 2], usize)>,
}

const SIZE: f32 = 6.0;
const HALF: f32 = 5.0;

/// The positions of a device's texts.
const PLACES: [[f32; 2]; 4] = [[8.0, -2.0], [-4.0, -10.0], [-5.0, 14.0], [8.0, 6.0]];

fn plan(rows: usize, columns: usize, step: f32, place: usize, jitter: &[f32]) -> Plan {
    let mut plan = Plan { devices: Vec::new(), texts: Vec::new() };
    for n in 0..rows * columns {
        let j = |k: usize| jitter[(n * 5 + k) % jitter.len()];
        let x = 60.0 + step * (n % columns) as f32 + 3.0 * j(0);
        let y = 60.0 + (step * 0.9).max(29.0) * (n / columns) as f32 + 3.0 * j(1);
        plan.devices.push([x, y]);
        let [dx, dy] = PLACES[place];
        let at = [x + dx + 1.5 * j(2), y + dy + 1.0 * j(3)];
        plan.texts.push((format!("C-{}", n + 1), at, n));
        if j(4) > 0.2 {
            // A stack: the rating is below the circuit, or above it if the text is above the device.
            let down = if dy < -5.0 { [at[0], at[1] - SIZE * 1.1] } else { [at[0], at[1] + SIZE * 1.1] };
            plan.texts.push((format!("{}W", n + 20), down, n));
        }
    }
    plan
}

/// Draws the plan turned and mirrored, with its texts in a given order, and returns how many texts were assigned to
/// their device.
fn right(plan: &Plan, quarter: u32, mirror: bool, reverse: bool) -> (usize, Vec<(String, usize)>) {
    let side = 2400.0;
    let turn = |[x, y]: [f32; 2]| {
        let x = if mirror { side - x } else { x };
        match quarter {
            1 => [side - y, x],
            2 => [side - x, side - y],
            3 => [y, side - x],
            _ => [x, y],
        }
    };
    let angle = f64::from(quarter) * std::f64::consts::FRAC_PI_2;
    let mut d = Drawing::new(side, side);
    let mut order: Vec<usize> = (0..plan.texts.len()).collect();
    if reverse {
        order.reverse();
    }
    for i in order {
        let (text, at, _) = &plan.texts[i];
        // Mirrored text still reads forward, so it starts at its mirrored end.
        let length = text.chars().count() as f32 * SIZE * CHARACTER_WIDTH;
        let start = if mirror { turn([at[0] + length, at[1]]) } else { turn(*at) };
        d.text_turned(text, start, SIZE, angle);
    }
    let boxes: Vec<SymbolBox> =
        plan.devices.iter().map(|&p| SymbolBox { accepts: DEVICE, ..symbol(turn(p), HALF) }).collect();
    let found = assign(&boxes, &Page::of(&d.sheet()), &DocumentContext::new(), &[]);
    let mut joins: Vec<(String, usize)> =
        found.iter().enumerate().flat_map(|(n, list)| list.iter().map(move |a| (a.text.clone(), n))).collect();
    joins.sort();
    let right = plan.texts.iter().filter(|(text, _, n)| joins.binary_search(&(text.clone(), *n)).is_ok()).count();
    (right, joins)
}

#[test]
fn dense_plans_are_joined_right_but_for_two_in_a_hundred() {
    let (mut good, mut all) = (0, 0);
    let mut state = 12345u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1u32 << 23) as f32 - 1.0
    };
    for place in 0..4 {
        for step in [26.0, 30.0, 38.0] {
            for _ in 0..4 {
                let jitter: Vec<f32> = (0..487).map(|_| random()).collect();
                let plan = plan(10, 12, step, place, &jitter);
                let (right, _) = right(&plan, 0, false, false);
                good += right;
                all += plan.texts.len();
            }
        }
    }
    let share = good as f32 / all as f32;
    assert!(share >= 0.98, "{good} of {all}: {share}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn turned_mirrored_and_reordered_plans_have_the_same_joins(
        jitter in prop::collection::vec(-1.0f32..1.0, 97),
        place in 0usize..4,
        quarter in 0u32..4,
        reverse in any::<bool>(),
        mirror in any::<bool>(),
    ) {
        let plan = plan(4, 5, 40.0, place, &jitter);
        let (_, plain) = right(&plan, 0, false, false);
        let (_, other) = right(&plan, quarter, mirror, reverse);
        prop_assert_eq!(plain, other);
    }
}
