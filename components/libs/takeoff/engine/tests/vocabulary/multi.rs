//! Rules for every discipline: marks, the background and the trade that a thing belongs to.

use crate::common::{check, code};
use plumbline_takeoff::vocabulary::{Class, Discipline, Trade, lexicon};

#[test]
fn a_drawing_of_several_disciplines_names_each_trade() {
    check(
        Discipline::MultiDiscipline,
        &[
            ("DUPLEX RECEPTACLE", "duplex_receptacle"),
            ("SUPPLY DIFFUSER", "supply_diffuser"),
            ("WATER CLOSET", "water_closet"),
            ("PENDENT SPRINKLER", "pendent_sprinkler"),
            ("SPREAD FOOTING", "spread_footing"),
            ("THERMOSTAT", "thermostat"),
            ("EXHAUST FAN", "exhaust_fan"),
            ("PRESSURE TRANSMITTER", "pressure_transmitter"),
            ("GATE VALVE", "gate_valve"),
            ("DOOR", "door"),
            ("CATCH BASIN", "catch_basin"),
            ("UNKNOWN THING", "unclassified_count"),
        ],
    );
}

#[test]
fn marks_are_marks_in_every_discipline() {
    for &discipline in Discipline::ALL {
        check(
            discipline,
            &[
                ("NORTH ARROW", "mark"),
                ("SECTION MARK", "mark"),
                ("DETAIL CALLOUT", "mark"),
                ("ELEVATION TAG", "mark"),
                ("GRID LINE", "mark"),
                ("COLUMN GRID LINE", "mark"),
                ("REVISION CLOUD", "mark"),
                ("KEYNOTE SYMBOL", "mark"),
                ("MATCH LINE", "mark"),
                ("INDICATES LUMINAIRE TYPE", "mark"),
                ("ROOM NAME AND NUMBER", "mark"),
                ("DOOR TAG", "mark"),
                ("WINDOW TYPE", "mark"),
                ("CEILING HEIGHT", "mark"),
                ("EXISTING TO REMAIN", "mark"),
                ("DENOTES EQUIPMENT TAG", "mark"),
                ("POINT OF CONNECTION TO EXISTING", "mark"),
                ("FLECHA DE NORTE", "mark"),
                ("INDICA NIVEL DE PISO TERMINADO", "mark"),
                ("EXISTENTE A CONSERVAR", "mark"),
                ("Nordpfeil", "mark"),
                ("Noordpijl", "mark"),
                ("通り芯", "mark"),
            ],
        );
    }
}

#[test]
fn each_discipline_reports_its_own() {
    let of = |discipline, text| lexicon(discipline).classify(text);
    let ours = |discipline, text| lexicon(discipline).reports(&of(discipline, text));
    assert!(ours(Discipline::Electrical, "SMOKE DETECTOR"), "fire alarm stands on electrical sheets");
    assert!(!ours(Discipline::Electrical, "PENDENT SPRINKLER"));
    assert!(!ours(Discipline::Electrical, "WATER CLOSET"));
    assert!(ours(Discipline::FireProtection, "PENDENT SPRINKLER") && ours(Discipline::FireProtection, "PULL STATION"));
    assert!(!ours(Discipline::FireProtection, "DUPLEX RECEPTACLE"));
    assert!(ours(Discipline::Plumbing, "GATE VALVE") && ours(Discipline::Process, "GATE VALVE"));
    for &discipline in Discipline::ALL {
        assert!(ours(discipline, "gibberish"), "{discipline:?} reports what it cannot name");
        assert!(!ours(discipline, "NORTH ARROW"));
        assert!(lexicon(discipline).known("gibberish").is_none());
        assert_eq!(lexicon(discipline).discipline(), discipline);
    }
    for text in ["WATER CLOSET", "DUCT", "SPREAD FOOTING", "DOOR"] {
        assert!(ours(Discipline::MultiDiscipline, text), "{text}");
    }
}

#[test]
fn shared_words_prefer_the_requested_trade() {
    let trade = |discipline| match lexicon(discipline).classify("CHECK VALVE") {
        Class::Item(kind) => kind.trade,
        other => panic!("{other:?}"),
    };
    assert_eq!(trade(Discipline::Plumbing), Trade::Plumbing);
    assert_eq!(trade(Discipline::Mechanical), Trade::Mechanical);
    assert_eq!(trade(Discipline::FireProtection), Trade::FireProtection);
    assert_eq!(trade(Discipline::Process), Trade::Process);
    assert_eq!(code(lexicon(Discipline::Electrical).classify("EXHAUST FAN")), "equipment_connection");
    assert_eq!(code(lexicon(Discipline::Mechanical).classify("EXHAUST FAN")), "exhaust_fan");
}

#[test]
fn lines_name_their_contents() {
    let name = |discipline, text| lexicon(discipline).classify(text).line().and_then(|line| line.name);
    assert_eq!(name(Discipline::Plumbing, "DOMESTIC COLD WATER"), Some("domestic cold water"));
    assert_eq!(name(Discipline::Plumbing, "PIPING"), None);
    assert_eq!(name(Discipline::Mechanical, "SUPPLY AIR DUCT"), Some("supply air"));
    assert_eq!(name(Discipline::Mechanical, "CHILLED WATER RETURN"), Some("chilled water return"));
}
