//! Tests lists of abbreviations as legends, and their letters at devices.

mod sketch;

use kurbo::{BezPath, Rect, Shape};
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::{Discipline, Item};

use sketch::{circle, findings, line, write};

const LIST: [(&str, &str); 6] = [
    ("A", "PENDANT LUMINAIRE TYPE A"),
    ("B", "RECESSED LUMINAIRE TYPE B"),
    ("GFI", "GROUND FAULT INTERRUPTER RECEPTACLE"),
    ("WP", "WEATHERPROOF"),
    ("JB", "JUNCTION BOX"),
    ("AFF", "ABOVE FINISHED FLOOR"),
];

fn receptacle() -> Vec<BezPath> {
    vec![circle(5.0), line(&[(-1.5, -8.0), (-1.5, 8.0)]), line(&[(1.5, -8.0), (1.5, 8.0)])]
}

/// Returns the items of a plan with five lamps `A`, three `B`, four receptacles `GFI`, four plain receptacles of which two
/// are `WP`, and three boxes `JB`.
fn plan(title: &str, write_entry: impl Fn(&mut Drawing, &str, &str, [f32; 2])) -> Vec<Item> {
    let mut d = Drawing::new(1000.0, 700.0);
    d.text(title, [700.0, 50.0], 9.0);
    for (n, (letters, meaning)) in LIST.iter().enumerate() {
        write_entry(&mut d, letters, meaning, [700.0, 70.0 + 12.0 * n as f32]);
    }
    let lamp = [Rect::new(-12.0, -6.0, 12.0, 6.0).to_path(0.01)];
    for n in 0..8 {
        let at = [80.0 + 65.0 * n as f32, 150.0 + 20.0 * (n % 2) as f32];
        d.symbol(&lamp, at, 0.0, false);
        write(&mut d, if n < 5 { "A" } else { "B" }, at);
    }
    for n in 0..8 {
        let at = [80.0 + 65.0 * n as f32, 300.0 + 17.0 * (n % 3) as f32];
        d.line([at[0] - 20.0, at[1] + 8.0], [at[0] + 20.0, at[1] + 8.0]);
        d.symbol(&receptacle(), at, 0.0, false);
        let letters = ["GFI", "GFI", "GFI", "GFI", "WP", "WP", "", ""][n];
        write(&mut d, letters, [at[0] + 14.0, at[1] - 4.0]);
    }
    for n in 0..3 {
        let at = [100.0 + 150.0 * n as f32, 420.0];
        d.rect([at[0] - 6.0, at[1] - 6.0, at[0] + 6.0, at[1] + 6.0]);
        write(&mut d, "JB", at);
    }
    findings(Discipline::Electrical, &d.sheet()).items
}

fn check(found: &[Item], what: &str) {
    let of = |item_type: &str, tag: &str| {
        found.iter().filter(|i| i.item_type == item_type && i.tag.as_deref() == Some(tag)).count()
    };
    let all: Vec<_> = found.iter().map(|i| (&i.description, &i.item_type, &i.tag)).collect();
    let starts = |words: &str| found.iter().filter(|i| i.description.starts_with(words)).count();
    assert_eq!((starts(LIST[0].1), starts(LIST[1].1)), (5, 3), "{what}: {all:#?}");
    assert_eq!((of("gfci_receptacle", "GFI"), of("junction_box", "JB")), (4, 3), "{what}: {all:#?}");
    // Weatherproof is a property of a receptacle, not a kind.
    assert!(found.iter().all(|i| i.description != "WEATHERPROOF"), "{what}: {all:#?}");
}

#[test]
fn a_list_of_abbreviations_names_the_devices_that_bear_its_letters() {
    for title in ["ABBREVIATIONS", "LEGEND", "LEGEND AND ABBREVIATIONS"] {
        let columns = plan(title, |d, letters, meaning, at| {
            d.text(letters, at, 6.0).text(meaning, [at[0] + 40.0, at[1]], 6.0);
        });
        check(&columns, title);
    }
}

#[test]
fn signs_between_letters_and_meaning_are_read_in_a_legend() {
    for sign in [" = ", " \u{2013} ", ": "] {
        let found = plan("LEGEND", |d, letters, meaning, at| {
            d.text(&format!("{letters}{sign}{meaning}"), at, 6.0);
        });
        check(&found, sign);
    }
}
