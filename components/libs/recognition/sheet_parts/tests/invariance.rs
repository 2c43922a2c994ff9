//! The same regions are found on a sheet that is turned, cropped or drawn in another order.

use plumbline_geometry::{Rect, point, size};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_sheet::rotation::{QuarterTurns, rotated};
use plumbline_sheet_parts::regions::{CalloutKind, Regions, ViewportKind, regions};
use proptest::prelude::*;

type Step = Box<dyn Fn(&mut Drawing)>;

/// Returns the steps that draw a sheet of 1200 by 900 points, moved by `by`: two plans, a key plan, a grid, marks and
/// notes.
fn steps(by: [f32; 2]) -> Vec<Step> {
    let mut out: Vec<Step> = Vec::new();
    let at = move |x: f32, y: f32| [x + by[0], y + by[1]];
    let rect = move |b: [f32; 4]| -> Step {
        let (p, q) = (at(b[0], b[1]), at(b[2], b[3]));
        Box::new(move |d| {
            d.rect([p[0], p[1], q[0], q[1]]);
        })
    };
    let line = move |a: [f32; 2], b: [f32; 2]| -> Step {
        let (p, q) = (at(a[0], a[1]), at(b[0], b[1]));
        Box::new(move |d| {
            d.line(p, q);
        })
    };
    let circle = move |c: [f32; 2], r: f32| -> Step {
        let p = at(c[0], c[1]);
        Box::new(move |d| {
            d.circle(p, r);
        })
    };
    let text = move |t: &'static str, c: [f32; 2], size: f32| -> Step {
        let p = at(c[0], c[1]);
        Box::new(move |d| {
            d.text(t, p, size);
        })
    };
    out.push(rect([20.0, 20.0, 1180.0, 880.0]));
    out.push(line([1040.0, 20.0], [1040.0, 880.0]));
    out.push(line([1040.0, 800.0], [1180.0, 800.0]));
    for (t, c, size) in [
        ("DRAWN BY:", [1050.0, 600.0], 6.0),
        ("DATE:", [1050.0, 640.0], 6.0),
        ("SHEET TITLE:", [1050.0, 700.0], 6.0),
        ("PLUMBING PLANS", [1055.0, 720.0], 11.0),
        ("SHEET NO.", [1050.0, 812.0], 6.0),
        ("P-101", [1060.0, 860.0], 26.0),
        ("FIRST FLOOR PLAN", [240.0, 700.0], 12.0),
        ("SCALE: 1:50", [240.0, 713.0], 7.0),
        ("1", [214.0, 704.0], 12.0),
        ("ENLARGED TOILET", [700.0, 420.0], 12.0),
        ("SCALE: 1:20", [700.0, 433.0], 7.0),
        ("2", [674.0, 424.0], 12.0),
        ("KEY PLAN", [940.0, 860.0], 9.0),
        ("GENERAL NOTES:", [760.0, 520.0], 10.0),
        ("N", [956.0, 76.0], 10.0),
        ("3", [397.0, 306.0], 8.0),
        ("P-501", [389.0, 317.0], 5.0),
    ] {
        out.push(text(t, c, size));
    }
    for i in 0..6 {
        out.push(text("ALL PIPES SHALL BE TESTED.", [770.0, 540.0 + 10.0 * i as f32], 6.0));
        out.push(text("OFFICE", [150.0 + 60.0 * i as f32, 250.0], 6.0));
        out.push(rect([120.0 + 5.0 * i as f32, 150.0, 560.0, 660.0 - 7.0 * i as f32]));
        out.push(rect([680.0, 120.0 + 4.0 * i as f32, 880.0 - 3.0 * i as f32, 390.0]));
    }
    out.push(circle([220.0, 700.0], 14.0));
    out.push(circle([680.0, 420.0], 14.0));
    out.push(circle([960.0, 100.0], 16.0));
    out.push(circle([400.0, 308.0], 16.0));
    out.push(rect([945.0, 800.0, 985.0, 835.0]));
    for (i, name) in ["A", "B", "C"].into_iter().enumerate() {
        let x = 160.0 + 150.0 * i as f32;
        out.push(circle([x, 80.0], 12.0));
        out.push(line([x, 92.0], [x, 640.0]));
        out.push(text(name, [x - 3.0, 84.0], 10.0));
    }
    out
}

fn drawn(page: [f32; 2], by: [f32; 2], order: &[usize]) -> Sheet {
    let steps = steps(by);
    let mut d = Drawing::new(page[0], page[1]);
    for i in 0..steps.len() {
        steps[order.get(i).copied().unwrap_or(i)](&mut d);
    }
    d.sheet()
}

/// Returns kinds, texts and boxes, rounded to a point and sorted.
fn said(found: &Regions) -> Vec<String> {
    let area = |a: Rect| format!("{:?}", a.to_array().map(|v| v.round() as i32));
    let mut out: Vec<String> = Vec::new();
    out.push(format!("{:?} {:?}", found.number, found.title));
    out.extend(found.title_block.map(|b| format!("block {}", area(b))));
    out.extend(found.viewports.iter().map(|v| {
        let ratio = v.scale.as_ref().map(|s| s.ratio);
        format!("{:?} {:?} {:?} {ratio:?} {}", v.kind, v.number, v.title, v.caption.map_or(String::new(), area))
    }));
    out.extend(found.key_plans.iter().map(|b| format!("key {}", area(*b))));
    out.extend(found.north_arrows.iter().map(|b| format!("north {}", area(*b))));
    out.extend(found.grid_bubbles.iter().map(|b| format!("grid {}", area(*b))));
    out.extend(found.notes_blocks.iter().map(|b| format!("notes {}", area(*b))));
    out.extend(found.callouts.iter().map(|c| format!("{:?} {:?} {:?} {}", c.kind, c.number, c.sheet, area(c.area))));
    out.sort();
    out
}

#[test]
fn everything_on_the_sheet_is_found() {
    let found = regions(&drawn([1200.0, 900.0], [0.0, 0.0], &[]));
    assert_eq!((found.number.as_deref(), found.title.as_deref()), (Some("P-101"), Some("PLUMBING PLANS")));
    assert_eq!(found.title_block, Some([1040.0, 20.0, 1180.0, 880.0].into()));
    let views: Vec<_> = found.viewports.iter().map(|v| (v.kind, v.scale.as_ref().map(|s| s.ratio))).collect();
    for want in
        [(ViewportKind::Plan, Some(50.0)), (ViewportKind::EnlargedPlan, Some(20.0)), (ViewportKind::KeyPlan, None)]
    {
        assert!(views.contains(&want), "{want:?} of {views:?}");
    }
    assert_eq!((found.grid_bubbles.len(), found.north_arrows.len(), found.notes_blocks.len()), (3, 1, 1));
    let key = found.key_plans[0];
    assert!(key.min.x > 900.0 && key.min.y > 750.0 && key.max.y < 890.0, "{key:?}");
    let detail = found.callouts.iter().find(|c| c.kind == CalloutKind::Detail).unwrap();
    assert_eq!((detail.number.as_deref(), detail.sheet.as_deref()), (Some("3"), Some("P-501")));
    assert_eq!(found.viewport_at(point(300.0, 300.0)).map(|i| found.viewports[i].kind), Some(ViewportKind::Plan));
    assert_eq!(
        found.viewport_at(point(800.0, 200.0)).map(|i| found.viewports[i].kind),
        Some(ViewportKind::EnlargedPlan)
    );
}

fn order() -> impl Strategy<Value = Vec<usize>> {
    Just((0..steps([0.0, 0.0]).len()).collect::<Vec<_>>()).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_of_drawing_does_not_matter(order in order()) {
        let plain = regions(&drawn([1200.0, 900.0], [0.0, 0.0], &[]));
        prop_assert_eq!(said(&regions(&drawn([1200.0, 900.0], [0.0, 0.0], &order))), said(&plain));
    }

    #[test]
    fn a_turned_page_has_its_regions_turned(quarters in 1u8..4, order in order()) {
        let sheet = drawn([1200.0, 900.0], [0.0, 0.0], &order);
        let back = QuarterTurns { quarters, page: size(sheet.width, sheet.height) }.inverse();
        let found = regions(&rotated(&sheet, quarters));
        let plain = regions(&sheet);
        prop_assert_eq!(found.grid_bubbles.len(), plain.grid_bubbles.len());
        prop_assert_eq!(found.title_block.map(|b| back.area(b)), plain.title_block);
        for (a, b) in found.viewports.iter().zip(&plain.viewports) {
            prop_assert_eq!((a.kind, &a.number, &a.title), (b.kind, &b.number, &b.title));
            let (turned, area) = (back.area(a.area).to_array(), b.area.to_array());
            prop_assert!(turned.iter().zip(area).all(|(x, y)| (x - y).abs() < 1.0), "{:?} {:?}", turned, area);
        }
        for (a, b) in found.callouts.iter().zip(&plain.callouts) {
            prop_assert_eq!((a.kind, &a.number, &a.sheet), (b.kind, &b.number, &b.sheet));
        }
    }

    #[test]
    fn a_margin_more_or_less_does_not_matter(left in -15.0f32..40.0, top in -15.0f32..40.0) {
        let plain = regions(&drawn([1200.0, 900.0], [0.0, 0.0], &[]));
        let moved = regions(&drawn([1200.0 + left, 900.0 + top], [left, top], &[]));
        prop_assert_eq!(&moved.number, &plain.number);
        prop_assert_eq!(moved.viewports.len(), plain.viewports.len());
        for (a, b) in moved.viewports.iter().zip(&plain.viewports) {
            prop_assert_eq!((a.kind, &a.number, &a.title), (b.kind, &b.number, &b.title));
        }
        prop_assert_eq!(moved.grid_bubbles.len(), plain.grid_bubbles.len());
        prop_assert_eq!(moved.north_arrows.len(), plain.north_arrows.len());
        prop_assert_eq!(moved.notes_blocks.len(), plain.notes_blocks.len());
        prop_assert_eq!(moved.callouts.len(), plain.callouts.len());
    }
}
