use serde_json::{Value, json};

use super::*;

const PLAIN: Screen = Screen { width: None, has_colors: false };

fn item(category: &str, description: &str, tag: Option<&str>, quantity: f64, page: u32) -> Value {
    json!({
        "description": description, "trade": "electrical", "category": category, "effective_quantity": quantity, "unit": "EA",
        "tag": tag, "page_number": page, "confidence": "high", "review_status": "extracted",
    })
}

fn route(system: &str, size: Option<&str>, length: f64) -> Value {
    json!({
        "system": system, "effective_quantity": length, "unit": "FT", "page_number": 1, "confidence": "high",
        "review_status": "extracted", "attributes": size.map_or_else(|| json!({}), |size| json!({"size": size, "circuit": length.to_string()})),
    })
}

fn results() -> Value {
    let mut doubtful = item("devices", "Switch", None, 1.0, 2);
    doubtful["confidence"] = "low".into();
    let mut rejected = item("devices", "Switch", None, 100.0, 2);
    rejected["review_status"] = "rejected".into();
    json!({
        "takeoff": {
            "discipline": "electrical",
            "warnings": [{"code": "scale_missing", "message": "No scale.", "pages": [2, 3, 4, 7]}],
        },
        "items": [
            item("devices", "Switch", None, 1.0, 1), item("devices", "Switch", None, 1.0, 2), doubtful, rejected,
            item("devices", "Duplex receptacle, 20 A, 125 V, with a description that goes on for longer than a narrow screen", Some("GFI"), 1204.0, 1),
            item("lighting", "Troffer", Some("A1"), 2.0, 1),
        ],
        "routes": [route("conduit", Some("3/4\""), 1200.04), route("conduit", Some("3/4\""), 10.0), route("conduit", Some("1\""), 5.0), route("branch_circuit", None, 30.0)],
        "schedules": [{"kind": "panel", "title": null, "page_number": 1, "rows": [{"tag": "1"}, {"tag": ""}]}],
    })
}

#[test]
fn quantities_have_heads_and_totals_and_rejected_items_are_left_out() {
    let text = report(&results(), PLAIN).unwrap();
    let lines: Vec<String> = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for expected in [
        "Electrical · 5 items · 4 routes · 1 schedule · 1 rejected",
        "1,207 ea Other devices",
        "3 ea Switch 1-2 1 low",
        "2 ea Troffer A1 1",
        "1,215.0 ft Conduit",
        "1,210.0 ft 3/4\" 2 runs",
        "5.0 ft 1\" 1 run",
        "30.0 ft Branch circuit 1 run",
        "2 Panel schedule 1 1",
        "Warning: No scale. (pages 2-4, 7)",
    ] {
        assert!(lines.iter().any(|line| line == expected), "{expected} is not in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "{text}");
}

#[test]
fn it_fits_the_screen() {
    let mut results = results();
    let long = ["word"; 41].join(" ");
    let odd_pages: Vec<u32> = (1..40).step_by(2).collect();
    let switches = odd_pages.iter().map(|page| item("devices", "Switch", None, 1.0, *page));
    results["items"].as_array_mut().unwrap().extend(switches);
    results["takeoff"]["warnings"] = json!([{"code": "scale_missing", "message": long, "pages": odd_pages}]);
    results["schedules"][0]["title"] = ["DOOR"; 17].join(" ").into();
    for width in [60, 80, 120] {
        let text = report(&results, Screen { width: Some(width), has_colors: false }).unwrap();
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= usize::from(width), "{longest} > {width}\n{text}");
        for (word, count) in [("word", 41), ("DOOR", 17), ("39", 2)] {
            assert_eq!(text.matches(word).count(), count, "{word}\n{text}");
        }
    }
}

#[test]
fn a_screen_with_colors_has_the_same_text() {
    let plain = report(&results(), PLAIN).unwrap();
    let colored = report(&results(), Screen { width: None, has_colors: true }).unwrap();
    assert!(colored.contains("\u{1b}["), "{colored}");
    let mut bare = String::new();
    for (number, part) in colored.split("\u{1b}[").enumerate() {
        bare.push_str(if number == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&bare), words(&plain));
}

#[test]
fn warnings_are_worded_as_in_the_report() {
    let results = results();
    assert_eq!(warnings(&results["takeoff"], PLAIN).unwrap(), "Warning: No scale. (pages 2-4, 7)");
    assert_eq!(warnings(&json!({"warnings": []}), PLAIN).unwrap(), "");
}

#[test]
fn a_takeoff_that_found_nothing_says_so() {
    let nothing =
        json!({"takeoff": {"discipline": "process", "warnings": []}, "items": [], "routes": [], "schedules": []});
    assert_eq!(report(&nothing, PLAIN).unwrap(), "Process · 0 items · 0 routes · 0 schedules");
    assert!(report(&json!({}), PLAIN).is_err());
}
