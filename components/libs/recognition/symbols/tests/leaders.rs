//! Leaders of every kind on drawn sheets, and lines that are not leaders.
#![allow(clippy::unwrap_used, missing_docs)]

use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::annotations::{DocumentContext, FrameShape, Head, Page, marks};

/// Returns the head, the tip and the text of each leader.
fn leaders(drawing: Drawing) -> Vec<(Head, [i32; 2], String)> {
    let page = Page::of(&drawing.sheet());
    page.leaders
        .iter()
        .map(|l| {
            let texts: Vec<&str> = l.lines.iter().map(|&i| page.lines.all()[i].text.trim()).collect();
            (l.head, [l.tip.x.round() as i32, l.tip.y.round() as i32], texts.join(" / "))
        })
        .collect()
}

/// Draws a filled triangle with its apex at `tip` and its base 8 points back, against the direction `way`.
fn arrowhead(drawing: &mut Drawing, tip: [f32; 2], way: [f32; 2]) {
    let back = [tip[0] - 8.0 * way[0], tip[1] - 8.0 * way[1]];
    let side = [-1.5 * way[1], 1.5 * way[0]];
    drawing.fill(Some(0)).polyline(&[
        tip,
        [back[0] + side[0], back[1] + side[1]],
        [back[0] - side[0], back[1] - side[1]],
        tip,
    ]);
    drawing.fill(None);
}

#[test]
fn a_bent_line_with_an_arrow_leads_from_its_text_to_its_tip() {
    let mut d = Drawing::new(400.0, 300.0);
    d.text("EXHAUST FAN", [200.0, 100.0], 8.0).text("ON ROOF", [200.0, 111.0], 8.0);
    d.polyline(&[[196.0, 97.0], [180.0, 97.0], [150.0, 97.0]]);
    d.polyline(&[[150.0, 97.0], [100.0, 192.0]]);
    let way = [-50.0 / 107.35, 95.0 / 107.35];
    arrowhead(&mut d, [96.3, 199.1], way);
    assert_eq!(leaders(d), [(Head::Arrow, [96, 199], "EXHAUST FAN / ON ROOF".to_owned())]);
}

#[test]
fn open_heads_dots_loops_and_splines_are_leaders_too() {
    let mut d = Drawing::new(600.0, 300.0);
    // An open arrow in two strokes.
    d.text("A-OPEN", [100.0, 50.0], 8.0).line([97.0, 47.0], [40.0, 47.0]);
    d.line([40.0, 47.0], [46.0, 45.0]).line([40.0, 47.0], [46.0, 49.0]);
    // A filled dot.
    d.text("B-DOT", [300.0, 50.0], 8.0).polyline(&[[297.0, 47.0], [280.0, 47.0], [240.0, 90.0]]);
    d.fill(Some(0)).circle([240.0, 90.0], 1.5).fill(None);
    // A loop.
    d.text("C-LOOP", [500.0, 50.0], 8.0).line([497.0, 47.0], [453.0, 47.0]).circle([450.0, 47.0], 3.0);
    // A curve.
    let mut spline = Vec::new();
    for i in 0..=20 {
        let t = i as f32 / 20.0;
        spline.push([150.0 - 80.0 * t, 197.0 + 40.0 * t * t]);
    }
    d.text("D-SPLINE", [154.0, 200.0], 8.0).polyline(&spline);
    let end = [spline[20], spline[19]];
    let length = (end[0][0] - end[1][0]).hypot(end[0][1] - end[1][1]);
    let way = [(end[0][0] - end[1][0]) / length, (end[0][1] - end[1][1]) / length];
    arrowhead(&mut d, [end[0][0] + 8.0 * way[0], end[0][1] + 8.0 * way[1]], way);
    let mut found: Vec<(Head, String)> = leaders(d).into_iter().map(|(h, _, t)| (h, t)).collect();
    found.sort_by(|a, b| a.1.cmp(&b.1));
    let wanted = [(Head::Open, "A-OPEN"), (Head::Dot, "B-DOT"), (Head::Loop, "C-LOOP"), (Head::Arrow, "D-SPLINE")];
    assert_eq!(found, wanted.map(|(h, t)| (h, t.to_owned())));
}

#[test]
fn a_line_with_a_landing_and_no_head_is_a_leader() {
    let mut d = Drawing::new(400.0, 300.0);
    d.text("EF-1", [200.0, 100.0], 8.0).polyline(&[[197.0, 97.0], [185.0, 97.0], [150.0, 150.0]]);
    assert_eq!(leaders(d), [(Head::None, [150, 150], "EF-1".to_owned())]);
}

#[test]
fn a_bubble_may_have_a_line_without_a_head() {
    let mut d = Drawing::new(400.0, 300.0);
    d.circle([100.0, 100.0], 9.0).text("7", [98.0, 103.0], 8.0).line([109.0, 100.0], [150.0, 130.0]);
    assert_eq!(leaders(d), [(Head::None, [150, 130], "7".to_owned())]);
}

#[test]
fn dimensions_walls_and_wires_are_not_leaders() {
    let mut d = Drawing::new(600.0, 400.0);
    // A dimension with arrows at both ends and its text above.
    d.line([58.0, 50.0], [192.0, 50.0]).text("3.40", [115.0, 47.0], 8.0);
    arrowhead(&mut d, [50.0, 50.0], [-1.0, 0.0]);
    arrowhead(&mut d, [200.0, 50.0], [1.0, 0.0]);
    // The same in two halves with the text between.
    d.line([308.0, 50.0], [335.0, 50.0]).text("7'-0\"", [340.0, 53.0], 8.0).line([365.0, 50.0], [392.0, 50.0]);
    arrowhead(&mut d, [300.0, 50.0], [-1.0, 0.0]);
    arrowhead(&mut d, [400.0, 50.0], [1.0, 0.0]);
    // A wire between two symbols with a text along it, and a wall under a room's name.
    d.circle([100.0, 150.0], 8.0).circle([300.0, 150.0], 8.0).line([108.0, 150.0], [292.0, 150.0]);
    d.text("C-5", [190.0, 147.0], 7.0);
    d.line([50.0, 250.0], [400.0, 250.0]).line([50.0, 256.0], [400.0, 256.0]).text("OFFICE", [60.0, 247.0], 8.0);
    let found = leaders(d);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_bracket_gathers_all_tags_beside_it() {
    let mut d = Drawing::new(400.0, 300.0);
    for (i, tag) in ["FD-1", "WC-2", "U-1", "L-2"].iter().enumerate() {
        let y = 50.0 + 20.0 * i as f32;
        d.rect([100.0, y, 140.0, y + 14.0]).text(tag, [108.0, y + 10.5], 9.0);
    }
    d.text("2@", [86.0, 99.0], 9.0);
    d.line([147.0, 50.0], [147.0, 124.0]).polyline(&[[147.0, 85.0], [153.0, 85.0], [153.0, 142.0]]);
    arrowhead(&mut d, [153.0, 150.0], [0.0, 1.0]);
    d.circle([153.0, 156.0], 6.0);
    let sheet = d.sheet();
    let page = Page::of(&sheet);
    assert_eq!(page.leaders.len(), 1);
    assert_eq!((page.leaders[0].lines.len(), page.leaders[0].frames.len()), (4, 4));
    let marks = marks(&sheet, &page, &DocumentContext::new());
    let seen: Vec<(&str, u32, Option<FrameShape>)> =
        marks.iter().map(|m| (m.text.as_str(), m.count, m.frame)).collect();
    let framed = Some(FrameShape::Box);
    assert_eq!(seen, [("FD-1", 1, framed), ("WC-2", 1, framed), ("U-1", 2, framed), ("L-2", 1, framed)]);
    for mark in &marks {
        let target = mark.target.unwrap();
        assert!((target.min.x - 147.0).abs() < 1.5 && (target.max.y - 162.0).abs() < 1.5, "{target:?}");
    }
}

#[test]
fn marks_have_the_shape_and_the_texts_of_their_frame() {
    let mut d = Drawing::new(600.0, 300.0);
    // Letters over a number, with a line between.
    d.circle([60.0, 60.0], 14.0).line([46.0, 60.0], [74.0, 60.0]);
    d.text("VAV", [53.0, 57.0], 8.0).text("3", [58.0, 69.0], 8.0);
    // A hexagon drawn in six lines.
    let corner = |i: usize| {
        let a = i as f32 * std::f32::consts::TAU / 6.0;
        [150.0 + 10.0 * a.cos(), 60.0 + 10.0 * a.sin()]
    };
    (0..6).for_each(|i| {
        d.line(corner(i), corner((i + 1) % 6));
    });
    d.text("12", [145.0, 63.0], 8.0);
    // A diamond and a triangle.
    d.polyline(&[[250.0, 48.0], [262.0, 60.0], [250.0, 72.0], [238.0, 60.0], [250.0, 48.0]]).text(
        "F2",
        [245.0, 63.0],
        8.0,
    );
    d.polyline(&[[350.0, 44.0], [364.0, 68.0], [336.0, 68.0], [350.0, 44.0]]).text("A", [347.5, 64.0], 8.0);
    // A box of three cells, drawn in lines that share corners.
    d.line([420.0, 50.0], [500.0, 50.0]).polyline(&[[500.0, 50.0], [500.0, 74.0], [420.0, 74.0]]);
    d.line([420.0, 74.0], [420.0, 50.0]).line([450.0, 50.0], [450.0, 74.0]).line([450.0, 62.0], [500.0, 62.0]);
    d.text("SD1", [427.0, 65.0], 8.0).text("30", [460.0, 60.0], 8.0).text("5\"ø", [460.0, 72.0], 8.0);
    let sheet = d.sheet();
    let found = marks(&sheet, &Page::of(&sheet), &DocumentContext::new());
    let mut seen: Vec<(String, Option<FrameShape>, usize)> =
        found.into_iter().map(|m| (m.text, m.frame, m.notes.len())).collect();
    seen.sort();
    let wanted = [
        ("12", FrameShape::Hexagon, 0),
        ("A", FrameShape::Triangle, 0),
        ("F2", FrameShape::Diamond, 0),
        ("SD1", FrameShape::Box, 2),
        ("VAV-3", FrameShape::Circle, 0),
    ];
    assert_eq!(seen, wanted.map(|(t, f, n)| (t.to_owned(), Some(f), n)));
}

#[test]
fn names_of_axes_and_rooms_are_not_marks() {
    let mut d = Drawing::new(900.0, 600.0);
    for (i, name) in ["A", "B", "C", "D"].iter().enumerate() {
        let x = 100.0 + 150.0 * i as f32;
        d.circle([x, 50.0], 12.0).text(name, [x - 3.0, 54.0], 11.0).line([x, 62.0], [x, 580.0]);
    }
    d.text("MEN'S WC", [150.0, 200.0], 9.0).text("OFFICE 201", [300.0, 300.0], 9.0).text("EF-1", [400.0, 400.0], 9.0);
    let sheet = d.sheet();
    let found = marks(&sheet, &Page::of(&sheet), &DocumentContext::new());
    assert_eq!(found.iter().map(|m| m.text.as_str()).collect::<Vec<_>>(), ["EF-1"]);
}

#[test]
fn a_mark_without_a_leader_points_at_the_ink_next_to_it() {
    let mut d = Drawing::new(400.0, 300.0);
    d.circle([100.0, 100.0], 5.0).line([95.0, 100.0], [105.0, 100.0]).text("FD", [110.0, 103.0], 8.0);
    d.line([0.0, 150.0], [400.0, 150.0]);
    let sheet = d.sheet();
    let found = marks(&sheet, &Page::of(&sheet), &DocumentContext::new());
    let target = found[0].target.unwrap();
    assert!([95.0, 95.0, 105.0, 105.0].iter().zip(target.to_array()).all(|(a, b)| (a - b).abs() < 0.3), "{target:?}");
}
