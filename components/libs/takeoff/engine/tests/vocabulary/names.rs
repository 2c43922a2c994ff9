//! Names of layers and blocks, with their meanings.

use crate::common::code;
use plumbline_takeoff::vocabulary::{Discipline, family, lexicon, readable};

fn layer(discipline: Discipline, name: &str) -> &'static str {
    lexicon(discipline).classify_layer(name).map_or("-", code)
}

#[test]
fn layers_of_the_cad_standard_say_what_is_on_them() {
    let cases = [
        (Discipline::Electrical, "E-LITE-FIXT", "luminaire"),
        (Discipline::Electrical, "E-LITE", "luminaire"),
        (Discipline::Electrical, "E-LITE-EMER", "emergency_luminaire"),
        (Discipline::Electrical, "E-LITE-EXIT", "exit_sign"),
        (Discipline::Electrical, "E-LITE-CIRC", "branch_circuit"),
        (Discipline::Electrical, "E-LITE-WIRE", "branch_circuit"),
        (Discipline::Electrical, "E-LITE-JBOX", "junction_box"),
        (Discipline::Electrical, "XREF|E-POWR-RCPT", "receptacle"),
        (Discipline::Electrical, "E101$0$E-POWR-PANL", "panelboard"),
        (Discipline::Electrical, "E-POWR-WALL", "receptacle"),
        (Discipline::Electrical, "E-POWR-FEED", "feeder"),
        (Discipline::Electrical, "E-SWCH", "switch"),
        (Discipline::Electrical, "E-FIRE", "fire_alarm_device"),
        (Discipline::Electrical, "T-DATA", "data_outlet"),
        (Discipline::Electrical, "E-CTRY", "cable_tray"),
        (Discipline::Mechanical, "M-DUCT", "rectangular_duct"),
        (Discipline::Mechanical, "M-HVAC-DUCT", "rectangular_duct"),
        (Discipline::Mechanical, "M-DIFF", "supply_diffuser"),
        (Discipline::Mechanical, "M-HVAC-CDFF", "supply_diffuser"),
        (Discipline::Mechanical, "M-GRIL", "return_grille"),
        (Discipline::Mechanical, "M-EXHS-DUCT", "rectangular_duct"),
        (Discipline::Mechanical, "M-CWTR", "chilled_water_pipe"),
        (Discipline::Plumbing, "P-DOMW-CPIP", "domestic_cold_water_pipe"),
        (Discipline::Plumbing, "P-DOMW-HPIP", "domestic_hot_water_pipe"),
        (Discipline::Plumbing, "P-SANR", "waste_pipe"),
        (Discipline::Plumbing, "P-SANR-VENT", "vent_pipe"),
        (Discipline::Plumbing, "P-SANR-FLDR", "floor_drain"),
        (Discipline::Plumbing, "P-STRM-RFDR", "roof_drain"),
        (Discipline::Plumbing, "P-STRM-PIPE", "storm_pipe"),
        (Discipline::Plumbing, "P-NGAS", "gas_pipe"),
        (Discipline::Plumbing, "P-FIXT", "unclassified_count"),
        (Discipline::Plumbing, "A-FLOR-PFIX", "unclassified_count"),
        (Discipline::FireProtection, "F-SPRN", "pendent_sprinkler"),
        (Discipline::FireProtection, "F-SPRN-PIPE", "sprinkler_branch_line"),
        (Discipline::Structural, "S-BEAM", "concrete_beam"),
        (Discipline::Structural, "S-BEAM-STEL", "steel_beam"),
        (Discipline::Structural, "S-COLS", "concrete_column"),
        (Discipline::Structural, "S-FNDN", "spread_footing"),
        (Discipline::Structural, "S-FNDN-RBAR", "reinforcing_bar_length"),
        (Discipline::Structural, "S-SLAB", "elevated_slab"),
    ];
    for (discipline, name, expected) in cases {
        assert_eq!(layer(discipline, name), expected, "{name}");
        assert_eq!(layer(Discipline::MultiDiscipline, name), expected, "{name}, in a takeoff of any discipline");
    }
}

#[test]
fn layers_named_in_words_say_what_is_on_them() {
    let cases = [
        (Discipline::Electrical, "IE_Interruptores", "switch"),
        (Discipline::Electrical, "LUMINARIAS", "luminaire"),
        (Discipline::Electrical, "IE-TOMACORRIENTES", "receptacle"),
        (Discipline::Electrical, "Tableros", "panelboard"),
        (Discipline::Electrical, "Verlichting", "luminaire"),
        (Discipline::Electrical, "Steckdosen", "receptacle"),
        (Discipline::Electrical, "E-63-armaturen", "luminaire"),
        (Discipline::Electrical, "コンセント", "receptacle"),
        (Discipline::Plumbing, "IS-AGUA FRIA", "domestic_cold_water_pipe"),
        (Discipline::Plumbing, "IS_AGUA_CALIENTE", "domestic_hot_water_pipe"),
        (Discipline::Plumbing, "Desague", "waste_pipe"),
        (Discipline::Plumbing, "Riolering", "waste_pipe"),
        (Discipline::Electrical, "ALUMBRADO_CONDUIT", "conduit"),
        (Discipline::Electrical, "00 IE CKTO TOMAS", "branch_circuit"),
        (Discipline::Electrical, "IE-ALUM", "luminaire"),
        (Discipline::Plumbing, "P-SANR-FIXT", "unclassified_count"),
        (Discipline::Plumbing, "A-FIXTURE", "unclassified_count"),
        (Discipline::Structural, "S-STEM-WALL", "foundation_wall"),
        (Discipline::Plumbing, "53_water", "domestic_cold_water_pipe"),
        (Discipline::Plumbing, "Sanitair", "unclassified_count"),
        (Discipline::Plumbing, "Gasleiding", "gas_pipe"),
        (Discipline::Mechanical, "DUCTOS", "rectangular_duct"),
        (Discipline::Mechanical, "Lüftung", "rectangular_duct"),
        (Discipline::Mechanical, "57_ventilatie", "rectangular_duct"),
        (Discipline::FireProtection, "ROCIADORES", "pendent_sprinkler"),
        (Discipline::Structural, "VIGAS", "concrete_beam"),
        (Discipline::Structural, "Columnas", "concrete_column"),
        (Discipline::Structural, "ZAPATAS", "spread_footing"),
    ];
    for (discipline, name, expected) in cases {
        assert_eq!(layer(discipline, name), expected, "{name}");
    }
}

#[test]
fn layers_of_writing_and_background_say_nothing() {
    let names = [
        "0",
        "A-WALL",
        "A-DOOR",
        "A-GLAZ",
        "A-FURN",
        "E-LITE-TEXT",
        "E-LITE-NUMB",
        "E-ANNO-NOTE",
        "Muebles",
        "S-GRID",
        "P-ANNO-DIMS",
        "M-DUCT-TEXT",
        "COTAS",
        "Hatch",
        "A-FLOR-STRS",
        "Defpoints",
        "LUMINARIAS_TEXTO",
        "ACHURADO",
        "C-TOPO",
        "L-PLNT",
        "G-ANNO-TTLB",
        "Ejes",
        "Puertas",
        "",
    ];
    for &discipline in Discipline::ALL {
        for name in names {
            assert_eq!(layer(discipline, name), "-", "{name}");
        }
    }
}

#[test]
fn names_of_blocks_say_what_they_are() {
    let cases = [
        (Discipline::Electrical, "DUPLEX_RECEPTACLE", "duplex_receptacle"),
        (Discipline::Electrical, "E101$0$RECEP-DUP", "duplex_receptacle"),
        (Discipline::Electrical, "xref|LIGHT_2X4_TROFFER", "troffer"),
        (Discipline::Electrical, "SWITCH-3WAY", "three_way_switch"),
        (Discipline::Electrical, "SMOKE_DETECTOR", "smoke_detector"),
        (Discipline::Electrical, "PANEL_SCHEDULE", "mark"),
        (Discipline::Electrical, "LIGHT-TAG", "mark"),
        (Discipline::Electrical, "TITLE_BLOCK", "mark"),
        (Discipline::Electrical, "Fm0", "-"),
        (Discipline::Electrical, "*U12", "-"),
        (Discipline::Plumbing, "TOILET", "water_closet"),
        (Discipline::Plumbing, "Toilet-Top", "water_closet"),
        (Discipline::Plumbing, "WC", "water_closet"),
        (Discipline::Plumbing, "WC_01", "water_closet"),
        (Discipline::Plumbing, "LAV", "lavatory"),
        (Discipline::Plumbing, "Lavatory - Oval", "lavatory"),
        (Discipline::Plumbing, "SINK_DOUBLE", "sink"),
        (Discipline::Plumbing, "KitchenSink", "sink"),
        (Discipline::Plumbing, "BATHTUB", "bathtub"),
        (Discipline::Plumbing, "OVAL BATH", "bathtub"),
        (Discipline::Plumbing, "FIXT-OVALBATH", "lavatory"),
        (Discipline::Plumbing, "FIXT-SNGREF30", "kitchen_appliance"),
        (Discipline::Plumbing, "FIXT-DBL9", "unclassified_count"),
        (Discipline::Plumbing, "FIXT-CKTOP24E", "kitchen_appliance"),
        (Discipline::Plumbing, "SHOWER-36x36", "shower"),
        (Discipline::Plumbing, "FD", "floor_drain"),
        (Discipline::Plumbing, "INODORO", "water_closet"),
        (Discipline::Plumbing, "Wastafel", "lavatory"),
        (Discipline::Plumbing, "URINAL", "urinal"),
        (Discipline::Plumbing, "NORTH ARROW", "mark"),
        (Discipline::Mechanical, "SupplyDiffuser", "supply_diffuser"),
        (Discipline::Mechanical, "VAV-BOX", "variable_air_volume_box"),
        (Discipline::FireProtection, "SPRINKLER_PENDENT", "pendent_sprinkler"),
        (Discipline::Plumbing, "DOOR-36", "door"),
    ];
    for (discipline, name, expected) in cases {
        assert_eq!(lexicon(discipline).classify_block(name).map_or("-", code), expected, "{name}");
    }
    assert_eq!(readable("E101$0$DUPLEX_RECEPTACLE-GFI"), "DUPLEX RECEPTACLE GFI");
}

#[test]
fn a_family_of_revit_is_named_without_its_link_its_number_and_the_view() {
    let cases = [
        (
            "8 - KA - Single - Flush - 48_ x 84_-1226698-GROUND FLOOR PLAN - FIRE PROTECTION",
            "8 - KA - Single - Flush - 48_ x 84_",
        ),
        ("00 - GROUND FLOOR PLAN_dwg_DOOR-36-NEW-1153523-GROUND FLOOR PLAN - FIRE PROTECTION", "DOOR-36-NEW"),
        ("Base_rvt_Column - 18 x 18-2379286-B Basement-1153528-FIRE PLAN", "Column - 18 x 18"),
        ("E-LITE-2X4-01", "E-LITE-2X4-01"),
        ("PANEL-100200", "PANEL-100200"),
        ("12345-A", "12345-A"),
        ("", ""),
    ];
    for (name, expected) in cases {
        assert_eq!(family(name), expected, "{name}");
    }
    let fire = Discipline::FireProtection;
    assert_eq!(block(fire, family("Plan_dwg_DOOR-36-NEW-1153523-GROUND FLOOR PLAN - FIRE PROTECTION")), "door");
}

fn block(discipline: Discipline, name: &str) -> &'static str {
    lexicon(discipline).classify_block(name).map_or("-", code)
}

#[test]
fn blocks_are_named_in_many_languages_and_in_one_word() {
    use Discipline::{Electrical, Plumbing, Structural};
    let cases = [
        (Electrical, "двойник", "duplex_receptacle"),
        (Electrical, "Розетка_1", "receptacle"),
        (Electrical, "двойной выключатель", "switch"),
        (Electrical, "розетка интернет", "data_outlet"),
        (Electrical, "Вимикач прохідний", "three_way_switch"),
        (Electrical, "светильник-точечный", "downlight"),
        (Electrical, "gniazdo_podwojne", "duplex_receptacle"),
        (Electrical, "Łącznik schodowy", "three_way_switch"),
        (Electrical, "oprawa LED 60x60", "luminaire"),
        (Electrical, "topraklı priz", "receptacle"),
        (Electrical, "vavien anahtar", "three_way_switch"),
        (Electrical, "ETANJ ARMATÜR", "luminaire"),
        (Electrical, "presa bipasso", "receptacle"),
        (Electrical, "Punto luce a parete", "wall_luminaire"),
        (Electrical, "双控开关", "three_way_switch"),
        (Electrical, "五孔插座", "duplex_receptacle"),
        (Electrical, "吸顶灯", "luminaire"),
        (Electrical, "threepinsocket", "receptacle"),
        (Electrical, "tube_light", "luminaire"),
        (Electrical, "15w", "luminaire"),
        (Electrical, "E-switch", "switch"),
        (Plumbing, "унитаз2", "water_closet"),
        (Plumbing, "umywalka", "lavatory"),
        (Plumbing, "klozet", "water_closet"),
        (Plumbing, "lavabo-60", "lavatory"),
        (Plumbing, "坐便器", "water_closet"),
        (Structural, "Колонна К1", "concrete_column"),
        (Structural, "pilastro 30x40", "concrete_column"),
    ];
    for (discipline, name, expected) in cases {
        assert_eq!(block(discipline, name), expected, "{name}");
    }
}

#[test]
fn a_layer_of_several_things_classifies_none_of_them() {
    for name in ["светильники и розетки", "lights and sockets", "Lighting & Power outlets"] {
        assert_eq!(layer(Discipline::Electrical, name), "-", "{name}");
    }
    assert_eq!(layer(Discipline::Electrical, "светильники"), "luminaire");
    assert_eq!(layer(Discipline::Electrical, "розетки"), "receptacle");
}
