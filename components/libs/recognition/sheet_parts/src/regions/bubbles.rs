//! Grid bubbles: circles with a letter or number at the ends of long lines.

use plumbline_geometry::{Axis, Size, point};
use plumbline_sheet::cells::{Rule, Rules};
use plumbline_sheet::{Line, Pattern};

use crate::regions::circles::{self, Circle};

/// Distance of the line's start from the circle's center, in radii.
const START: std::ops::RangeInclusive<f32> = 0.75..=2.2;
/// Maximum distance of the line from the center, in radii.
const OFF: f32 = 0.3;
/// Shortest grid line, as a share of the page's shorter side.
const REACH: f32 = 0.12;
/// Maximum gap in a grid line, in points: only the long dashes of a dash-dot line are rules.
const GAP: f32 = 45.0;
/// Shortest line, in radii, that leaves its circle on one side only and is in a row with others.
const STUB: f32 = 2.0;
/// Smallest radius of such circles in points. Symbols of devices are smaller.
const LARGE: f32 = 8.0;
/// Maximum difference in radius, as a share, of bubbles identified only by similarity.
const EQUAL: f32 = 0.015;
/// Maximum difference in radius, as a share, of bubbles in one row.
const SAME: f32 = 0.06;

/// Names in grid bubbles: `A`, `12`, `B'`, `3.5`, `eH`, `B1`, `13A`.
static NAME: Pattern = Pattern::new(|| {
    r#"^(?:[A-Za-z]{1,2}\d{0,2}|\d{1,2}[A-Za-z]?|[A-Za-z]{1,2}[-.]\d{1,2}|\d{1,2}[.]\d{1,2})['’"”.]{0,2}$"#.into()
});

/// Returns for each circle whether it is a grid bubble. `texts` are the lines inside each circle.
pub(crate) fn bubbles(
    circles: &[Circle],
    texts: &[Vec<usize>],
    lines: &[Line],
    rules: &Rules,
    page: Size,
) -> Vec<bool> {
    let named = |i: usize| {
        let joined: String = texts[i].iter().map(|&t| lines[t].text.trim()).collect();
        NAME.is_match(&joined) && texts[i].len() <= 2
    };
    let far = page.width.min(page.height) * REACH;
    let reach = ends_of_lines(circles, rules);
    let long = |i: usize| reach[i].iter().any(|r| *r >= far);
    // The only side on which a line leaves a large circle. Pipes and ducts pass through theirs.
    let stub = |i: usize| {
        let sides: Vec<usize> = (0..4).filter(|&k| reach[i][k] >= STUB * circles[i].radius).collect();
        (sides.len() == 1 && circles[i].radius >= LARGE).then(|| sides[0])
    };
    let same = |a: &Circle, b: &Circle| (a.radius / b.radius - 1.0).abs() <= SAME;
    let lined: Vec<usize> = (0..circles.len()).filter(|&i| long(i) || stub(i).is_some()).collect();
    // Number of circles of the same radius in one row, across the direction of their lines.
    let row = |i: usize, axis: Axis| {
        let c = &circles[i];
        lined
            .iter()
            .filter(|&&o| {
                same(c, &circles[o]) && (axis.of(circles[o].center) - axis.of(c.center)).abs() <= 0.5 * c.radius
            })
            .count()
    };
    let peers = |i: usize| lined.iter().any(|&o| o != i && long(o) && same(&circles[i], &circles[o]));
    let mut out = vec![false; circles.len()];
    for &i in &lined {
        // With a name, a long line is enough. Without one, as with text drawn in strokes, it takes three in a row.
        let axis = |side: usize| if side >= 2 { Axis::Y } else { Axis::X };
        let in_row = match stub(i) {
            Some(side) => row(i, axis(side)) >= if named(i) { 2 } else { 3 },
            None => row(i, Axis::X).max(row(i, Axis::Y)) >= 3,
        };
        out[i] = if long(i) && named(i) { peers(i) } else { in_row && (named(i) || texts[i].is_empty()) };
    }
    // Others of the same radius, whose line is hidden or slanted.
    let sure: Vec<Circle> = circles.iter().zip(&out).filter(|(_, b)| **b).map(|(c, _)| *c).collect();
    for i in 0..circles.len() {
        let c = &circles[i];
        let alike = |o: &&Circle| (c.radius / o.radius - 1.0).abs() <= EQUAL;
        if !out[i] && named(i) && sure.iter().filter(alike).nth(2).is_some() {
            out[i] = true;
        }
    }
    out
}

/// Returns for each circle the lengths of the rules, whole or dashed, that begin at it and point at its center: to the
/// left, to the right, up and down. Slanted grid lines are not rules: their bubbles are identified only by similarity.
fn ends_of_lines(circles: &[Circle], rules: &Rules) -> Vec<[f32; 4]> {
    let near = circles::by_place(circles, *START.end());
    let mut out = vec![[0.0f32; 4]; circles.len()];
    for (vertical, list) in [(false, rules.horizontal()), (true, rules.vertical())] {
        let mut sorted: Vec<Rule> = list.to_vec();
        // Rounded to a quarter point: dashes of one line differ by the plotter's grid.
        let key = |r: &Rule| (r.at * 4.0).round() as i32;
        sorted.sort_by(|a, b| key(a).cmp(&key(b)).then(a.from.total_cmp(&b.from)).then(a.to.total_cmp(&b.to)));
        let mut run: Option<Rule> = None;
        let mut end = |run: Rule| {
            for (tip, side) in [(run.from, 1), (run.to, 0)] {
                let p = if vertical { point(run.at, tip) } else { point(tip, run.at) };
                for &i in near.at(p) {
                    let c = &circles[i as usize];
                    let (along, across) = if vertical { (c.center.y, c.center.x) } else { (c.center.x, c.center.y) };
                    let away = if side == 1 { tip - along } else { along - tip };
                    if (across - run.at).abs() <= OFF * c.radius && START.contains(&(away / c.radius)) {
                        let slot = &mut out[i as usize][side + if vertical { 2 } else { 0 }];
                        *slot = slot.max(run.length());
                    }
                }
            }
        };
        for rule in sorted {
            run = Some(match run {
                Some(r) if key(&r) == key(&rule) && rule.from <= r.to + GAP => Rule { to: r.to.max(rule.to), ..r },
                Some(r) => {
                    end(r);
                    rule
                }
                None => rule,
            });
        }
        if let Some(r) = run {
            end(r);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::regions::regions;
    use plumbline_sheet::drawing::Drawing;

    fn grid(names: [&str; 3], radius: f32) -> Drawing {
        let mut d = Drawing::new(1000.0, 700.0);
        for (i, name) in names.iter().enumerate() {
            let x = 200.0 + 150.0 * i as f32;
            d.circle([x, 60.0], radius).line([x, 60.0 + radius], [x, 600.0]);
            if !name.is_empty() {
                d.text(name, [x - 3.0, 64.0], 10.0);
            }
        }
        d
    }

    #[test]
    fn bubbles_at_the_ends_of_grid_lines_with_names_or_text_as_strokes() {
        assert_eq!(regions(&grid(["A", "B", "C'"], 12.0).sheet()).grid_bubbles.len(), 3);
        assert_eq!(regions(&grid(["", "", ""], 12.0).sheet()).grid_bubbles.len(), 3);
    }

    #[test]
    fn a_slanted_grid_line_has_a_bubble_too() {
        let mut d = grid(["A", "B", "C"], 12.0);
        d.circle([800.0, 60.0], 12.0).line([792.0, 72.0], [600.0, 500.0]).text("H", [797.0, 64.0], 10.0);
        assert_eq!(regions(&d.sheet()).grid_bubbles.len(), 4);
    }

    #[test]
    fn sprinklers_on_a_pipe_and_the_balloon_of_a_leader_are_none() {
        let mut d = Drawing::new(1000.0, 700.0);
        for i in 0..5 {
            let x = 200.0 + 100.0 * i as f32;
            d.circle([x, 300.0], 5.0).line([x + 5.0, 300.0], [x + 95.0, 300.0]);
        }
        d.circle([300.0, 500.0], 12.0).text("3", [297.0, 504.0], 9.0).line([312.0, 500.0], [420.0, 500.0]);
        assert!(regions(&d.sheet()).grid_bubbles.is_empty());
    }
}
