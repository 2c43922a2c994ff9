//! Texts of every kind in the languages of drawings.

use super::*;
use crate::annotations::label::Size;

fn one(text: &str, known: &DocumentContext) -> Label {
    let labels = read(text, known);
    assert_eq!(labels.len(), 1, "{text}: {labels:?}");
    labels.into_iter().next().unwrap()
}

fn circuit(text: &str, known: &DocumentContext) -> (Option<String>, Vec<String>) {
    match one(text, known) {
        Label::Circuit { panel, numbers } => (panel, numbers),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn circuits_have_their_panel_and_numbers() {
    let nothing = DocumentContext::new();
    for (text, panel, numbers) in [
        ("C-1", None, &["1"][..]),
        ("C-4,5", None, &["4", "5"]),
        ("C-,5,6,7", None, &["5", "6", "7"]),
        ("CKT 4", None, &["4"]),
        ("Cto. 12", None, &["12"]),
        ("groep 3", None, &["3"]),
        ("LP1-3,5", Some("LP1"), &["3", "5"]),
        ("LP1-1,3,5", Some("LP1"), &["1", "3", "5"]),
        ("21LP-1-4", Some("21LP-1"), &["4"]),
        ("TD-1:C-3", Some("TD-1"), &["3"]),
        ("DB1/L2", Some("DB1"), &["2"]),
        ("1,3,5", None, &["1", "3", "5"]),
        ("FACP:NAC1", Some("FACP"), &["NAC1"]),
        ("FAPS1•NAC 3", Some("FAPS1"), &["NAC 3"]),
        ("回路3", None, &["3"]),
    ] {
        let (p, n) = circuit(text, &nothing);
        assert_eq!(p.as_deref(), panel, "{text}");
        assert_eq!(n, numbers, "{text}");
    }
}

#[test]
fn names_are_read_as_the_document_explains_them() {
    let nothing = DocumentContext::new();
    assert_eq!(one("A-12", &nothing), Label::Mark { text: "A-12".into() });
    let (panel, numbers) = circuit("A-12", &DocumentContext::new().with_panels(["A"]));
    assert_eq!((panel.as_deref(), numbers), (Some("A"), vec!["12".to_owned()]));
    assert_eq!(one("A-12", &DocumentContext::new().with_tags(["A12"])), Label::Equipment { tag: "A-12".into() });
    assert_eq!(one("F1", &nothing), Label::Mark { text: "F1".into() });
    assert_eq!(one("F1", &DocumentContext::new().with_tags(["F-1"])), Label::Equipment { tag: "F1".into() });
    assert_eq!(one("7", &DocumentContext::new().with_keynotes(["7"])), Label::Keynote { number: "7".into() });
    assert_eq!(read_framed("7", &nothing), [Label::Keynote { number: "7".into() }]);
    let (panel, _) = circuit("T-D4-7", &DocumentContext::new().with_panels(["T-D4"]));
    assert_eq!(panel.as_deref(), Some("T-D4"));
}

#[test]
fn numbers_before_switch_legs_are_circuits_unless_circuits_are_named() {
    let legs = |leg: &str| Label::SwitchLeg { legs: vec![leg.to_owned()] };
    let bare = Label::Circuit { panel: None, numbers: vec!["10".into()] };
    assert_eq!(read("10f'", &DocumentContext::new()), [bare, legs("f'")]);
    let named = DocumentContext::new().with_named_circuits();
    assert_eq!(read("10f'", &named), [Label::Mark { text: "10f'".into() }, legs("f'")]);
}

#[test]
fn plan_words_are_not_marks_and_framed_ratings_are_not_keynotes() {
    for word in ["UP", "DN", "Typ", "AFF"] {
        let said = read(word, &DocumentContext::new());
        assert!(!said.iter().any(|l| l.kind() == Kind::Mark), "{word}: {said:?}");
    }
    assert_eq!(read_framed("13W", &DocumentContext::new())[0].kind(), Kind::Rating);
}

#[test]
fn ratings_have_their_value_and_unit() {
    let nothing = DocumentContext::new();
    for (text, value, unit, times, poles) in [
        ("15cd", 15.0, "cd", 1, None),
        ("42W", 42.0, "W", 1, None),
        ("22,5 W", 22.5, "W", 1, None),
        ("2x32W", 32.0, "W", 2, None),
        ("20A", 20.0, "A", 1, None),
        ("3P-100A", 100.0, "A", 1, Some(3)),
        ("20A/1P", 20.0, "A", 1, Some(1)),
        ("120V", 120.0, "V", 1, None),
        ("120/208V", 208.0, "V", 1, None),
        ("1 HP", 1.0, "HP", 1, None),
        ("1-1/2 HP", 1.5, "HP", 1, None),
        ("350 CFM", 350.0, "CFM", 1, None),
        ("1,200 CFM", 1200.0, "CFM", 1, None),
        ("150 GPM", 150.0, "GPM", 1, None),
        ("10kAIC", 10.0, "kAIC", 1, None),
        ("IP65", 65.0, "IP", 1, None),
        ("135°F", 135.0, "°F", 1, None),
        ("250 m³/h", 250.0, "m³/h", 1, None),
        ("４２Ｗ", 42.0, "W", 1, None),
    ] {
        let wanted = Label::Rating { value, unit, times, poles };
        assert_eq!(one(text, &nothing), wanted, "{text}");
    }
}

#[test]
fn several_things_in_one_text_are_several_labels() {
    let nothing = DocumentContext::new();
    let kinds = |text: &str| read(text, &nothing).iter().map(Label::kind).collect::<Vec<_>>();
    assert_eq!(kinds("15CD 0.25W"), [Kind::Rating, Kind::Rating]);
    assert_eq!(kinds("WP 15CD"), [Kind::Rating]);
    assert_eq!(kinds("16x8 TYP."), [Kind::Size, Kind::Typical]);
    assert_eq!(kinds("(3) EF-1"), [Kind::Count, Kind::Equipment]);
    assert_eq!(kinds("2@ WC-1"), [Kind::Count, Kind::Equipment]);
    assert_eq!(kinds("1a"), [Kind::Circuit, Kind::SwitchLeg]);
}

#[test]
fn sizes_become_meters() {
    let nothing = DocumentContext::new();
    let inch = plumbline_notation::INCH;
    for (text, width, depth, round) in [
        ("24x12", 24.0 * inch, Some(12.0 * inch), false),
        ("24\"x12\"", 24.0 * inch, Some(12.0 * inch), false),
        ("600x300", 0.6, Some(0.3), false),
        ("0.60x0.50m", 0.6, Some(0.5), false),
        ("ø200", 0.2, None, true),
        ("8\"Ø", 8.0 * inch, None, true),
        ("Ø 1 1/2\"", 1.5 * inch, None, true),
        ("3/4\"", 0.75 * inch, None, true),
        ("1½\"", 1.5 * inch, None, true),
        ("DN25", 0.025, None, true),
        ("φ150", 0.15, None, true),
        ("20mm", 0.02, None, true),
    ] {
        match one(text, &nothing) {
            Label::Size(Size { width_m, depth_m, round: r, .. }) => {
                assert!((width_m - width).abs() < 1e-9 && r == round, "{text}: {width_m}");
                assert!((depth_m.unwrap_or(0.0) - depth.unwrap_or(0.0)).abs() < 1e-9, "{text}: {depth_m:?}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let metric = DocumentContext::new().with_imperial(false);
    assert!(matches!(one("60x40", &metric), Label::Size(Size { width_m, .. }) if (width_m - 0.06).abs() < 1e-9));
}

#[test]
fn mounting_heights_become_meters_in_every_language() {
    let nothing = DocumentContext::new();
    for (text, height) in [
        ("+48\"", 1.2192),
        ("+1.20m", 1.2),
        ("+1,20", 1.2),
        ("h=1.20", 1.2),
        ("H: 1200 mm", 1.2),
        ("@ 7'-0\" AFF", 2.1336),
        ("+8'-0\"", 2.4384),
        ("48\" A.F.F.", 1.2192),
        ("NFFL+1200", 1.2),
        ("FL+300", 0.3),
        ("1.20 m s.n.p.t.", 1.2),
        ("1050+vl", 1.05),
        ("+1050", 1.05),
        ("h=120", 1.2),
        ("OKFF +1,10", 1.1),
        ("ＦＬ＋３００", 0.3),
        ("高さ=1200", 1.2),
    ] {
        match one(text, &nothing) {
            Label::Mounting { height_m, .. } => assert!((height_m - height).abs() < 1e-6, "{text}: {height_m}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn levels_are_not_mounting_heights() {
    let nothing = DocumentContext::new();
    for text in ["NPT 9.73", "EL 100.0", "+9.730", "±0.00", "-3.25", "N.P.T. +0.40"] {
        assert_eq!(one(text, &nothing).kind(), Kind::Level, "{text}");
    }
}

#[test]
fn counts_and_typicals_have_their_number() {
    let nothing = DocumentContext::new();
    for (text, number) in [("(3)", 3), ("x4", 4), ("2@", 2), ("4台", 4), ("3 stuks", 3), ("×2", 2)] {
        assert_eq!(one(text, &nothing), Label::Count { number }, "{text}");
    }
    for (text, of) in
        [("TYP", None), ("TYP. OF 6", Some(6)), ("(TYP. 4)", Some(4)), ("TÍPICO", None), ("TYP @4-LOCATION", Some(4))]
    {
        assert_eq!(one(text, &nothing), Label::Typical { of }, "{text}");
    }
}

#[test]
fn addresses_and_switch_legs_are_read() {
    let nothing = DocumentContext::new();
    for text in ["FACP:SPK1•020", "FAPS1:NAC1•025", "FACP:SLC1•M:004,005", "FACP:SLC1•S:002"] {
        assert_eq!(one(text, &nothing).kind(), Kind::Address, "{text}");
    }
    assert_eq!(line_of_address("FAPS1:NAC1•025"), Some("FAPS1:NAC1"));
    assert_eq!(line_of_address("FACP:SLC1•M:004,005"), Some("FACP:SLC1"));
    assert_eq!(line_of_address("FACP:AUX1•001"), None);
    for (text, legs) in [("a", &["a"][..]), ("a,b", &["a", "b"]), ("S(n)", &["n"]), ("3S(b,c)", &["b", "c"])] {
        assert_eq!(
            one(text, &nothing),
            Label::SwitchLeg { legs: legs.iter().map(|l| (*l).to_owned()).collect() },
            "{text}"
        );
    }
}

#[test]
fn equipment_is_recognized_by_its_usual_letters() {
    let nothing = DocumentContext::new();
    for text in ["EF-1", "AHU-2", "WC-1", "P-101A", "VAV 3", "FD-1", "FD"] {
        assert_eq!(one(text, &nothing).kind(), Kind::Equipment, "{text}");
    }
}

#[test]
fn prose_rooms_and_dimensions_have_no_labels() {
    let nothing = DocumentContext::new();
    for text in [
        "OPEN OFFICE",
        "STORAGE 109",
        "STUDY LOUNGE",
        "2.10",
        "7'-0\"",
        "REFER TO DETAIL 3 ON SHEET P-6 FOR INSTALLATION",
        "CHILD CARE ACTIVITY ROOM",
        "2 (VER DETALLE)",
        "WIRE PATH TO",
        "Parquet",
        "TABIQUERIA FIJA",
        "SCALE 1/8\"=1'-0\"",
        "",
    ] {
        assert!(read(text, &nothing).is_empty(), "{text}: {:?}", read(text, &nothing));
    }
}

#[test]
fn a_panel_name_alone_is_not_a_circuit() {
    let known = DocumentContext::new().with_panels(["LP-1", "LP-13"]);
    assert_eq!(one("LP-1", &known), Label::Equipment { tag: "LP-1".into() });
    let (panel, numbers) = circuit("LP1-3", &known);
    assert_eq!((panel.as_deref(), numbers), (Some("LP1"), vec!["3".to_owned()]));
    let (panel, numbers) = circuit("LP-1-5", &known);
    assert_eq!((panel.as_deref(), numbers), (Some("LP-1"), vec!["5".to_owned()]));
}
