//! Shapes agree with the glyph they are drawn after, and with no other, however they lie and are plotted.

use std::collections::BTreeSet;

use kurbo::{Affine, BezPath, Circle, Shape};
use plumbline_sheet::drawing::Drawing;
use plumbline_symbols::glyphs::{Agreement, agreements, all};
use plumbline_symbols::{Ink, Specimen};

fn line(points: &[(f64, f64)]) -> BezPath {
    let mut path = BezPath::new();
    for (n, p) in points.iter().enumerate() {
        if n == 0 { path.move_to(*p) } else { path.line_to(*p) }
    }
    path
}

/// Draws a circle with two bars. The bars are longer than the circle by the factor `reach`.
fn duplex(reach: f64) -> Vec<BezPath> {
    let bar = |x: f64| line(&[(x, -4.0 * reach), (x, 4.0 * reach)]);
    vec![Circle::new((0.0, 0.0), 4.0).to_path(0.01), bar(-1.7), bar(1.7)]
}

fn specimen(paths: &[BezPath], place: Affine) -> Specimen {
    let mut drawing = Drawing::new(100.0, 100.0);
    for path in paths {
        drawing.path(&(Affine::translate((50.0, 50.0)) * place * path.clone()));
    }
    Specimen::new(Ink::of(&drawing.sheet()), Vec::new())
}

fn of(specimen: &Specimen, letters: &[&str]) -> Vec<Agreement> {
    let letters: BTreeSet<String> = letters.iter().map(|l| (*l).to_owned()).collect();
    agreements(specimen, &letters, |_| true)
}

fn best(specimen: &Specimen, letters: &[&str]) -> Option<&'static str> {
    of(specimen, letters).first().map(|agreement| agreement.glyph.name)
}

#[test]
fn turn_mirror_size_and_stretch_leave_the_glyph_as_it_is() {
    for turn in [0.0, 0.4, 1.3, 2.9] {
        for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (2.5, 2.5), (1.0, 1.2), (0.9, 1.05)] {
            let place = Affine::rotate(turn) * Affine::scale_non_uniform(x, y);
            for reach in [1.4, 1.6, 1.8] {
                let found = best(&specimen(&duplex(reach), place), &[]);
                assert_eq!(found, Some("duplex receptacle"), "turn {turn}, scale {x} {y}, reach {reach}");
            }
        }
    }
}

#[test]
fn steps_of_a_plotter_are_no_shape() {
    // A slope in steps of 0.12 pt, as plotted at 600 dpi.
    let steps = |from: (f64, f64), to: (f64, f64)| {
        let count = 40;
        let grid = |v: f64| (v / 0.12).round() * 0.12;
        let at = |n: i32, of: i32| from.0 + (to.0 - from.0) * f64::from(n) / f64::from(of);
        let up = |n: i32, of: i32| from.1 + (to.1 - from.1) * f64::from(n) / f64::from(of);
        let corner = |n: i32| [(grid(at(n, count)), grid(up(n, count))), (grid(at(n + 1, count)), grid(up(n, count)))];
        line(&(0..count).flat_map(corner).collect::<Vec<_>>())
    };
    let square = line(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0), (-4.0, -4.0)]);
    let drawn = vec![square, steps((-4.0, -4.0), (4.0, 4.0)), steps((-4.0, 4.0), (4.0, -4.0))];
    assert_eq!(best(&specimen(&drawn, Affine::IDENTITY), &[]), Some("supply diffuser"));
}

#[test]
fn a_frame_has_the_name_that_its_letters_give_it() {
    let circle = specimen(&[Circle::new((0.0, 0.0), 5.0).to_path(0.01)], Affine::IDENTITY);
    let names = |letters: &[&str]| of(&circle, letters).iter().map(|a| a.glyph.name).collect::<BTreeSet<_>>();
    assert!(names(&["J"]).contains("junction box") && !names(&["J"]).contains("thermostat"));
    assert!(names(&["T"]).contains("thermostat") && !names(&[]).contains("junction box"));
}

#[test]
fn what_is_not_a_symbol_agrees_well_with_none() {
    let zigzag = line(&[(-8.0, 0.0), (-5.0, 6.0), (-2.0, -5.0), (2.0, 4.0), (5.0, -6.0), (8.0, 1.0)]);
    let sofa = vec![
        line(&[(-8.0, -4.0), (8.0, -4.0), (8.0, 4.0), (-8.0, 4.0), (-8.0, -4.0)]),
        line(&[(-6.0, -4.0), (-6.0, 2.0), (6.0, 2.0), (6.0, -4.0)]),
        line(&[(-2.0, -4.0), (-2.0, 2.0)]),
        line(&[(2.0, -4.0), (2.0, 2.0)]),
    ];
    for (name, drawn) in [("zigzag", vec![zigzag]), ("sofa", sofa)] {
        let found = of(&specimen(&drawn, Affine::IDENTITY), &[]);
        let well = found.iter().filter(|agreement| agreement.share > 0.85).map(|agreement| agreement.glyph.name);
        assert_eq!(well.collect::<Vec<_>>(), Vec::<&str>::new(), "{name}");
    }
}

#[test]
fn every_glyph_has_a_name_and_a_source() {
    assert!(all().count() > 100);
    assert!(all().all(|glyph| !glyph.name.is_empty() && !glyph.standard.is_empty() && !glyph.marks.is_empty()));
}
