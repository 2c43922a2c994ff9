//! North arrows: an `N` or `NORTH` in or at a circle or an arrow head.

use std::collections::BTreeMap;

use plumbline_geometry::Rect;
use plumbline_notation::language::{captions, layers};
use plumbline_sheet::layout::Layout;
use plumbline_sheet::{NONE, Pattern, Sheet};

use crate::regions::circles::Circle;
use crate::regions::marks::Polygon;
use crate::regions::model::{Callout, CalloutKind};

/// Maximum distance of the letter from its arrow or circle, in heights of the letter.
const APART: f32 = 1.5;
/// Largest arrow, as a share of the page's longer side.
const LARGEST: f32 = 0.09;

static NORTH: Pattern = Pattern::any_case(|| format!(r"^(?:n\.?|{})$", captions::NORTH.alternatives()));

static LAYER: Pattern = Pattern::any_case(|| layers::NORTH.alternatives());

/// Returns the north arrows among circles and polygons. `taken` are circles with another meaning, `marks` are section
/// marks.
pub(crate) fn arrows(
    sheet: &Sheet,
    layout: &Layout,
    circles: &[Circle],
    taken: &[bool],
    polygons: &[Polygon],
    marks: &[Callout],
) -> Vec<Rect> {
    let largest = sheet.width.max(sheet.height) * LARGEST;
    let lines = &layout.lines;
    let mut out: Vec<Rect> = at_captions(layout, circles, taken, largest);
    // Sections named N, O, P have circles and pointers too.
    let sections =
        |b: Rect| marks.iter().any(|m| m.kind == CalloutKind::Section && m.area.overlaps(b) && lettered(m, marks));
    for line in lines.iter().filter(|l| NORTH.is_match(l.text.trim())) {
        let slack = line.size * APART;
        let b = line.bbox;
        let reach = b.grown(slack);
        if sections(b) {
            continue;
        }
        let round = circles
            .iter()
            .zip(taken)
            .filter(|(c, taken)| !**taken && c.radius * 2.0 <= largest && c.bbox().overlaps(reach))
            .map(|(c, _)| c.bbox());
        let pointed = polygons.iter().filter(|p| p.filled && p.corners <= 8 && p.bbox.overlaps(reach)).map(|p| p.bbox);
        // Only the nearest shapes: an arrow is one thing.
        let shapes: Vec<Rect> = round.chain(pointed).collect();
        let area = shapes.iter().fold(b, |a, s| a.union(*s));
        if !shapes.is_empty() && area.width() <= largest && area.height() <= largest {
            out.push(area);
        }
    }
    // Arrows on a layer or in a block of that name.
    let says = |names: &[String]| -> Vec<bool> { names.iter().map(|n| LAYER.is_match(n)).collect() };
    let (layers, blocks) = (says(&sheet.layers), says(&sheet.blocks));
    let mut named: BTreeMap<u32, Rect> = BTreeMap::new();
    if layers.iter().chain(&blocks).any(|s| *s) {
        for path in sheet.paths() {
            let is =
                |names: &[bool], of: &[u32]| of.get(path.index).is_some_and(|&i| names.get(i as usize) == Some(&true));
            if (is(&layers, &sheet.path_layers) || is(&blocks, &sheet.path_blocks))
                && let Some(b) = path.bbox()
            {
                named.entry(path.insert.unwrap_or(NONE)).and_modify(|a| *a = a.union(b)).or_insert(b);
            }
        }
    }
    out.extend(named.into_values().filter(|b| b.width() <= largest && b.height() <= largest));
    merged(out)
}

/// Returns the circles at which the rules under the titles of views end: they have a needle and no letter.
fn at_captions(layout: &Layout, circles: &[Circle], taken: &[bool], largest: f32) -> Vec<Rect> {
    // Distance of the circle from the end of the rule, in radii.
    const APART: std::ops::RangeInclusive<f32> = -0.3..=1.5;
    const LEAST: f32 = 5.0;
    let mut out = Vec::new();
    for [x0, y0, x1, y1] in layout.views.iter().map(|v| v.caption.to_array()) {
        let high = y1 - y0;
        let band = y0 - 0.5 * high..=y1 + 0.5 * high;
        let rules = layout
            .rules
            .horizontal()
            .iter()
            .filter(|r| band.contains(&r.at) && r.from <= x1 && r.from >= x0 - 2.0 * high && r.to > x1);
        for rule in rules {
            let ends = |c: &Circle| {
                let round = c.radius >= LEAST && c.radius * 2.0 <= largest;
                let gap = (c.center.x - c.radius - rule.to) / c.radius;
                round && APART.contains(&gap) && (c.center.y - rule.at).abs() <= 0.25 * c.radius
            };
            let found = circles.iter().zip(taken).filter(|(c, taken)| !**taken && ends(c));
            out.extend(found.map(|(c, _)| c.bbox()));
        }
    }
    out
}

/// Returns whether the sheet has other section marks with letters besides this one. Then an `N` is a letter too.
fn lettered(mark: &Callout, marks: &[Callout]) -> bool {
    let size = |m: &Callout| m.area.width().max(m.area.height());
    marks.iter().filter(|m| m.kind == CalloutKind::Section && (size(m) / size(mark) - 1.0).abs() < 0.3).nth(2).is_some()
}

/// Merges overlapping boxes, by place.
fn merged(mut boxes: Vec<Rect>) -> Vec<Rect> {
    boxes.sort_by(|a, b| a.center().y.total_cmp(&b.center().y).then(a.min.x.total_cmp(&b.min.x)));
    let mut out: Vec<Rect> = Vec::new();
    for b in boxes {
        match out.iter_mut().find(|o| o.overlaps(b)) {
            Some(o) => *o = o.union(b),
            None => out.push(b),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::regions::regions;
    use plumbline_sheet::drawing::Drawing;

    #[test]
    fn an_n_at_a_circle_and_a_needle_at_the_end_of_a_title() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.circle([900.0, 100.0], 18.0).text("N", [896.0, 78.0], 10.0);
        for i in 0..9 {
            d.text("note", [50.0, 50.0 + 12.0 * i as f32], 6.0);
        }
        d.text("FIRST FLOOR PLAN", [220.0, 608.0], 12.0).text("SCALE: 1:50", [220.0, 620.0], 7.0);
        d.line([215.0, 611.0], [480.0, 611.0]).circle([495.0, 611.0], 15.0);
        let found = regions(&d.sheet()).north_arrows;
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn the_n_of_a_room_and_of_a_grid_is_none() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("N", [300.0, 300.0], 8.0);
        for (i, name) in ["M", "N", "O"].iter().enumerate() {
            let x = 200.0 + 150.0 * i as f32;
            d.circle([x, 60.0], 12.0).line([x, 72.0], [x, 600.0]).text(name, [x - 3.0, 64.0], 10.0);
        }
        assert!(regions(&d.sheet()).north_arrows.is_empty());
    }
}
