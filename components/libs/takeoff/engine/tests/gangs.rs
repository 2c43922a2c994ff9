//! Tests devices ganged on one plate. Each is counted, with the number of devices on its plate.

mod sketch;

use kurbo::BezPath;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Discipline, Item};

use sketch::{circle, findings, legend, line, named, number, write};

const SWITCH: &str = "SINGLE POLE SWITCH";
const THREE_WAY: &str = "THREE WAY SWITCH";
const RECEPTACLE: &str = "DUPLEX RECEPTACLE";

/// Returns a node on the wall with a lever.
fn lever() -> Vec<BezPath> {
    vec![circle(2.0), line(&[(0.0, 2.0), (0.0, 12.0), (4.0, 12.0)])]
}

fn receptacle() -> Vec<BezPath> {
    vec![circle(5.0), line(&[(-1.5, -8.0), (-1.5, 8.0)]), line(&[(1.5, -8.0), (1.5, 8.0)])]
}

fn items(d: Drawing) -> Vec<Item> {
    findings(Discipline::Electrical, &d.sheet()).items
}

/// Returns the gang size and member number of items, sorted.
fn gangs(items: &[&Item]) -> Vec<(u32, u32)> {
    let of = |item: &&Item| Some((number(item, "gang")? as u32, number(item, "gang_member")? as u32));
    let mut out: Vec<(u32, u32)> = items.iter().filter_map(of).collect();
    out.sort_unstable();
    out
}

fn with_legend(rows: &[sketch::Row<'_>]) -> Drawing {
    let mut d = Drawing::new(1000.0, 700.0);
    legend(&mut d, [700.0, 40.0], rows);
    d
}

#[test]
fn levers_at_one_node_are_switches_on_one_plate() {
    for once in [true, false] {
        for turns in [&[-0.7, 0.0, 0.7][..], &[0.0, 1.2], &[0.0, std::f64::consts::PI]] {
            let symbol = lever();
            let mut d = with_legend(&[(&symbol, "", SWITCH), (&receptacle(), "", RECEPTACLE)]);
            for n in 0..3 {
                d.symbol(&symbol, [100.0 + 90.0 * n as f32, 200.0], 0.3 * f64::from(n), false);
            }
            for n in 0..2 {
                let at = [100.0 + 120.0 * n as f32, 400.0];
                for (lever, turn) in turns.iter().enumerate() {
                    let parts = if once && lever > 0 { &symbol[1..] } else { &symbol[..] };
                    d.symbol(parts, at, *turn, false);
                }
            }
            let found = items(d);
            let switches = named(&found, SWITCH);
            assert_eq!((found.len(), switches.len()), (3 + 2 * turns.len(), 3 + 2 * turns.len()), "{once} {turns:?}");
            let size = turns.len() as u32;
            let mut want: Vec<(u32, u32)> = (1..=size).flat_map(|member| [(size, member); 2]).collect();
            want.sort_unstable();
            assert_eq!(gangs(&switches), want);
        }
    }
}

#[test]
fn short_levers_at_a_wide_node_are_each_a_switch() {
    let symbol = vec![circle(3.0), line(&[(0.0, 3.0), (0.0, 10.0), (3.0, 10.0)])];
    let mut d = with_legend(&[(&symbol, "", SWITCH), (&receptacle(), "", RECEPTACLE)]);
    for n in 0..4 {
        let at = [100.0 + 90.0 * n as f32, 200.0];
        d.symbol(&symbol, at, 0.0, false);
        for lever in 1..n {
            d.symbol(&symbol[1..], at, 0.8 * f64::from(lever), false);
        }
    }
    let found = items(d);
    let switches = named(&found, SWITCH);
    assert_eq!((found.len(), gangs(&switches)), (7, vec![(2, 1), (2, 2), (3, 1), (3, 2), (3, 3)]));
}

#[test]
fn devices_side_by_side_that_touch_share_a_plate_and_others_do_not() {
    let (switch, outlet) = (lever(), receptacle());
    let mut d = with_legend(&[(&switch, "", SWITCH), (&outlet, "", RECEPTACLE)]);
    d.line([50.0, 198.0], [600.0, 198.0]);
    for n in 0..3 {
        d.symbol(&switch, [100.0 + 6.0 * n as f32, 200.0], 0.0, false);
        d.symbol(&outlet, [200.0 + 60.0 * n as f32, 206.0], 0.0, false);
    }
    for n in 0..2 {
        d.symbol(&outlet, [450.0 + 10.0 * n as f32, 206.0], 0.0, false);
        d.symbol(&outlet, [200.0, 400.0 + 10.0 * n as f32], std::f64::consts::FRAC_PI_2, false);
    }
    let found = items(d);
    assert_eq!(gangs(&named(&found, SWITCH)), [(3, 1), (3, 2), (3, 3)]);
    assert_eq!(named(&found, RECEPTACLE).len(), 7);
    assert_eq!(gangs(&named(&found, RECEPTACLE)), [(2, 1), (2, 1), (2, 2), (2, 2)]);
}

#[test]
fn a_row_that_explains_the_ganged_symbol_wins() {
    let one = lever();
    let two: Vec<BezPath> = one.iter().cloned().chain([kurbo::Affine::rotate(0.7) * one[1].clone()]).collect();
    let mut d = with_legend(&[(&one, "", SWITCH), (&two, "", "TWO GANG SWITCH")]);
    for n in 0..3 {
        d.symbol(&one, [100.0 + 90.0 * n as f32, 200.0], 0.0, false);
        d.symbol(&two, [100.0 + 90.0 * n as f32, 400.0], 1.1 * f64::from(n), false);
    }
    let found = items(d);
    assert_eq!((named(&found, SWITCH).len(), named(&found, "TWO GANG SWITCH").len(), found.len()), (3, 3, 6));
    assert!(gangs(&found.iter().collect::<Vec<_>>()).is_empty());
}

#[test]
fn letters_of_switches_are_each_a_switch() {
    for (text, plain, three_way) in
        [("SSS", 3, 0), ("S S S", 3, 0), ("2S", 2, 0), ("SS3", 1, 1), ("S S3", 1, 1), ("S3S3", 0, 2), ("3 S3", 0, 3)]
    {
        let mut d = with_legend(&[(&[], "S", SWITCH), (&[], "S3", THREE_WAY), (&[], "SD", "SMOKE DETECTOR")]);
        for n in 0..3 {
            let x = 100.0 + 120.0 * n as f32;
            d.line([x - 30.0, 208.0], [x + 30.0, 208.0]);
            write(&mut d, text, [x, 200.0]);
        }
        d.line([70.0, 308.0], [130.0, 308.0]);
        write(&mut d, "S3", [100.0, 300.0]);
        let found = items(d);
        let (one, other) = (named(&found, SWITCH), named(&found, THREE_WAY));
        assert_eq!(
            (one.len(), other.len(), found.len()),
            (3 * plain, 3 * three_way + 1, 3 * (plain + three_way) + 1),
            "{text}"
        );
        let all: Vec<&Item> = found.iter().collect();
        let size = (plain + three_way) as u32;
        let mut want: Vec<(u32, u32)> = (1..=size).flat_map(|member| [(size, member); 3]).collect();
        want.sort_unstable();
        assert_eq!(gangs(&all), want, "{text}");
    }
}
