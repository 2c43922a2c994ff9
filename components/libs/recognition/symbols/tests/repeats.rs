//! Repeated shapes without a legend, on drawn plans with known truth.

use kurbo::{Affine, BezPath, Circle, Shape};
use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::{Field, Ink, TextSpots, all_repeats, repeats, surroundings};

fn line(points: &[(f64, f64)]) -> BezPath {
    let mut path = BezPath::new();
    for (i, p) in points.iter().enumerate() {
        if i == 0 { path.move_to(*p) } else { path.line_to(*p) }
    }
    path
}

/// Returns a square with a diagonal and a hook, which is not its own mirror image.
fn luminaire() -> Vec<BezPath> {
    vec![
        line(&[(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0), (-5.0, -5.0), (5.0, 5.0)]),
        line(&[(0.0, 0.0), (0.0, -8.0), (3.0, -8.0)]),
    ]
}

#[test]
fn turned_copies_are_one_repeat_and_a_long_line_is_none() {
    let mut drawing = Drawing::new(400.0, 400.0);
    for i in 0..5 {
        drawing.symbol(&luminaire(), [50.0 + 60.0 * i as f32, 100.0], f64::from(i) * 0.7, i % 2 == 1);
    }
    drawing.line([0.0, 300.0], [400.0, 300.0]);
    let found = repeats(&Ink::of(&drawing.sheet()), |_| true);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].places.len(), 5);
}

#[test]
fn copies_that_touch_wires_walls_and_each_other_are_found_by_the_clean_ones() {
    let mut drawing = Drawing::new(600.0, 400.0);
    for i in 0..12u8 {
        let at = [40.0 + 45.0 * f32::from(i), 100.0];
        drawing.symbol(&luminaire(), at, f64::from(i) * 0.4, i % 3 == 1);
        if i >= 4 {
            // A wire of short pieces to the next, and a wall that crosses.
            drawing.line(at, [at[0] + 20.0, at[1] + 12.0]).line([at[0] + 20.0, at[1] + 12.0], [at[0] + 45.0, at[1]]);
        }
        if i >= 8 {
            drawing.line([at[0] - 20.0, at[1] + 2.0], [at[0] + 20.0, at[1] + 2.0]);
        }
    }
    let ink = Ink::of(&drawing.sheet());
    assert!(repeats(&ink, |_| true).iter().all(|r| r.places.len() < 12));
    let found = all_repeats(&Field::new(ink), |_| true);
    assert_eq!(found.iter().map(|r| r.places.len()).collect::<Vec<_>>(), [12]);
}

#[test]
fn what_is_inside_belongs_to_the_shape_around_it() {
    let mut drawing = Drawing::new(600.0, 200.0);
    let circle = |r: f64| Circle::new((0.0, 0.0), r).to_path(0.01);
    let (plain, marked) = (vec![circle(6.0)], vec![circle(6.0), line(&[(-2.0, -2.0), (2.0, 2.0), (2.0, -2.0)])]);
    for i in 0..8u8 {
        let at = [40.0 + 60.0 * f32::from(i), 60.0];
        drawing.symbol(if i < 4 { &plain } else { &marked }, at, f64::from(i), false);
    }
    let found = repeats(&Ink::of(&drawing.sheet()), |_| true);
    let mut counts: Vec<(usize, f32)> =
        found.iter().map(|r| (r.places.len(), r.appearance.ink_length.round())).collect();
    counts.sort_by(|a, b| a.1.total_cmp(&b.1));
    assert_eq!(counts.iter().map(|c| c.0).collect::<Vec<_>>(), [4, 4]);
    assert!(found.iter().all(|r| r.appearance.has_circle));
}

#[test]
fn numbers_drawn_as_lines_do_not_split_the_shape_around_them() {
    let mut drawing = Drawing::new(600.0, 200.0);
    let numbers: [&[(f64, f64)]; 5] = [
        &[(0.0, -2.0), (0.0, 2.0), (1.0, 2.0)],
        &[(-1.0, -2.0), (1.0, -2.0), (-1.0, 2.0), (1.0, 2.0)],
        &[(-1.0, -2.0), (-1.0, 0.0), (1.0, 0.0), (1.0, 2.0), (1.0, -2.0)],
        &[(1.0, -2.0), (-1.0, -2.0), (-1.0, 2.0), (1.0, 2.0), (1.0, 0.0), (-1.0, 0.0)],
        &[(-1.0, -2.0), (1.0, -2.0), (0.0, 2.0)],
    ];
    for (i, number) in (0u8..).zip(numbers) {
        let corners: Vec<(f64, f64)> = (0..6)
            .map(|k| (f64::from(k) * std::f64::consts::FRAC_PI_3).sin_cos())
            .map(|(s, c)| (6.0 * c, 6.0 * s))
            .collect();
        drawing.symbol(&[closed(&corners), line(number)], [40.0 + 60.0 * f32::from(i), 60.0], 0.0, false);
    }
    let ink = Ink::of(&drawing.sheet());
    for found in [repeats(&ink, |_| true), all_repeats(&Field::new(ink.clone()), |_| true)] {
        assert_eq!(found.iter().map(|r| r.places.len()).collect::<Vec<_>>(), [5]);
    }
}

#[test]
fn the_order_of_drawing_changes_nothing() {
    let place = |i: usize| [40.0 + 50.0 * (i % 10) as f32, 50.0 + 50.0 * (i / 10) as f32];
    let draw = |order: &[usize]| {
        let mut drawing = Drawing::new(600.0, 400.0);
        for &i in order {
            let mut strokes = luminaire();
            if i % 2 == 1 {
                strokes.reverse();
                strokes = strokes.iter().map(|s| s.reverse_subpaths()).collect();
            }
            drawing.symbol(&strokes, place(i), 0.3 * i as f64, false);
        }
        let found = all_repeats(&Field::new(Ink::of(&drawing.sheet())), |_| true);
        found
            .into_iter()
            .map(|r| r.places.iter().map(|b| b.to_array().map(|v| (v * 2.0).round())).collect())
            .collect::<Vec<Vec<_>>>()
    };
    let forwards: Vec<usize> = (0..30).collect();
    let shuffled: Vec<usize> = (0..30).map(|i| i * 7 % 30).collect();
    assert_eq!(draw(&forwards), draw(&shuffled));
}

#[test]
fn letters_doors_arrows_bubbles_and_hatches_say_what_they_are() {
    let mut drawing = Drawing::new(1000.0, 600.0);
    // Words of strokes: E, H and N in turn.
    let letters = [
        vec![line(&[(2.0, 0.0), (0.0, 0.0), (0.0, 5.0), (2.0, 5.0)]), line(&[(0.0, 2.5), (1.5, 2.5)])],
        vec![line(&[(0.0, 0.0), (0.0, 5.0)]), line(&[(3.0, 0.0), (3.0, 5.0)]), line(&[(0.0, 2.5), (3.0, 2.5)])],
        vec![line(&[(0.0, 5.0), (0.0, 0.0), (3.0, 5.0), (3.0, 0.0)])],
    ];
    for word in 0..6u8 {
        for (n, letter) in letters.iter().enumerate() {
            drawing.symbol(letter, [30.0 + 4.5 * n as f32 + 80.0 * f32::from(word), 30.0], 0.0, false);
        }
    }
    // Doors: leaf and quarter circle.
    let swing = kurbo::Arc::new((0.0, 0.0), (18.0, 18.0), 0.0, std::f64::consts::FRAC_PI_2, 0.0).to_path(0.01);
    let door = vec![line(&[(0.0, 0.0), (0.0, 18.0), (1.0, 18.0), (1.0, 0.0)]), swing];
    for i in 0..5u8 {
        drawing.symbol(&door, [60.0 + 80.0 * f32::from(i), 120.0], f64::from(i), i == 2);
    }
    // Grid bubbles with lines and changing letters.
    for i in 0..5u8 {
        let x = 60.0 + 90.0 * f32::from(i);
        drawing.circle([x, 200.0], 9.0).line([x, 209.0], [x, 280.0]);
        drawing.text(["A", "B", "C", "D", "E"][usize::from(i)], [x - 2.0, 203.0], 7.0);
    }
    // Arrowheads.
    for i in 0..5u8 {
        let at = [60.0 + 90.0 * f32::from(i), 330.0];
        drawing.fill(Some(0)).symbol(
            &[Affine::scale(1.0) * closed(&[(0.0, 0.0), (6.0, 1.5), (6.0, -1.5)])],
            at,
            0.0,
            false,
        );
        drawing.fill(None).line([at[0] + 6.0, at[1]], [at[0] + 20.0 + 4.0 * f32::from(i), at[1] + 3.0]);
    }
    // A ceiling of crosses in squares.
    for i in 0..40u8 {
        let at = [60.0 + 14.0 * f32::from(i % 10), 400.0 + 14.0 * f32::from(i / 10)];
        drawing.symbol(&[line(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0), (-4.0, -4.0)])], at, 0.0, false);
    }
    let sheet = drawing.sheet();
    let (field, texts) = (Field::new(Ink::of(&sheet)), TextSpots::of(&sheet));
    let found = all_repeats(&field, |_| true);
    let at = |y: f32| found.iter().find(|r| r.places.iter().all(|b| (b.min.y - y).abs() < 22.0)).unwrap();
    assert_eq!(found.iter().filter(|r| r.appearance.glyph_like).count(), 3);
    assert!(at(120.0).appearance.door_like && !at(200.0).appearance.door_like);
    assert!(surroundings(at(200.0), &sheet, &field, &texts).bubble_like);
    let arrows = surroundings(at(330.0), &sheet, &field, &texts);
    assert!(arrows.arrow_like && !arrows.bubble_like);
    let ceiling = found.iter().max_by_key(|r| r.places.len()).unwrap();
    assert!(ceiling.places.len() == 40 && ceiling.appearance.regular > 0.9 && !ceiling.appearance.glyph_like);
}

fn closed(points: &[(f64, f64)]) -> BezPath {
    let mut path = line(points);
    path.close_path();
    path
}

#[test]
fn the_text_inside_and_beside_is_told() {
    let mut drawing = Drawing::new(600.0, 300.0);
    drawing.layer("P-FIXT");
    for i in 0..5u8 {
        let x = 50.0 + 100.0 * f32::from(i);
        drawing.circle([x, 100.0], 6.0).rect([x - 8.0, 92.0, x + 8.0, 108.0]);
        drawing.text("FD", [x - 2.5, 102.0], 4.0).text(&format!("P-{i}"), [x + 12.0, 90.0], 5.0);
    }
    let sheet = drawing.sheet();
    let (field, texts) = (Field::new(Ink::of(&sheet)), TextSpots::of(&sheet));
    let found = all_repeats(&field, |_| true);
    assert_eq!((found.len(), found[0].places.len()), (1, 5));
    let around = surroundings(&found[0], &sheet, &field, &texts);
    assert_eq!((around.letters, around.layers), (vec!["FD".to_owned()], vec!["P-FIXT".to_owned()]));
    assert!(around.lettered > 0.9 && around.lines == 0.0);
}
