//! Descriptions from Italian legends of all trades, with their meanings.

use crate::common::check;
use plumbline_takeoff::vocabulary::Discipline::{Electrical, FireProtection, Mechanical, Plumbing, Structural};

#[test]
fn italian_electrical_legends_are_understood() {
    check(
        Electrical,
        &[
            ("PRESA 2P+T 16A BIPASSO", "receptacle"),
            ("Presa UNEL/Schuko 2P+T 10/16A", "receptacle"),
            ("PRESA CEE INTERBLOCCATA 3P+N+T 32A", "special_purpose_receptacle"),
            ("TORRETTA A PAVIMENTO", "floor_box"),
            ("INTERRUTTORE UNIPOLARE", "switch"),
            ("DEVIATORE", "three_way_switch"),
            ("INVERTITORE", "four_way_switch"),
            ("PULSANTE A TIRANTE", "push_button"),
            ("PUNTO LUCE A SOFFITTO", "luminaire"),
            ("PUNTO LUCE A PARETE", "wall_luminaire"),
            ("APPARECCHIO DI ILLUMINAZIONE", "luminaire"),
            ("PLAFONIERA STAGNA A LED", "strip_luminaire"),
            ("FARETTO DA INCASSO", "downlight"),
            ("LAMPADA DI EMERGENZA", "emergency_luminaire"),
            ("ILLUMINAZIONE DI SICUREZZA", "emergency_luminaire"),
            ("SEGNALETICA DI USCITA", "exit_sign"),
            ("QUADRO ELETTRICO DI PIANO", "panelboard"),
            ("QUADRO ELETTRICO GENERALE", "switchboard"),
            ("CONTATORE DI ENERGIA", "meter"),
            ("INTERRUTTORE MAGNETOTERMICO DIFFERENZIALE", "overcurrent_device"),
            ("SEZIONATORE", "disconnect_switch"),
            ("SCATOLA DI DERIVAZIONE", "junction_box"),
            ("CASSETTA DI DERIVAZIONE DA INCASSO", "junction_box"),
            ("PASSERELLA PORTACAVI", "cable_tray"),
            ("PRESA TELEFONICA RJ11", "telephone_outlet"),
            ("PRESA DATI RJ45", "data_outlet"),
            ("PRESA TV", "television_outlet"),
            ("RILEVATORE DI PRESENZA", "occupancy_sensor"),
            ("INTERRUTTORE CREPUSCOLARE", "photocell"),
            ("GRUPPO ELETTROGENO", "generator"),
            ("GRUPPO DI CONTINUITÀ", "uninterruptible_power_supply"),
            ("COLONNINA DI RICARICA", "ev_charger"),
            ("DISPERSORE DI TERRA", "grounding_electrode"),
            ("TELECAMERA", "camera"),
            ("RIVELATORE OTTICO DI FUMO", "smoke_detector"),
            ("PULSANTE MANUALE DI ALLARME INCENDIO", "pull_station"),
        ],
    );
}

#[test]
fn italian_fire_protection_legends_are_understood() {
    check(
        FireProtection,
        &[
            ("RIVELATORE DI FUMO", "smoke_detector"),
            ("RIVELATORE TERMOVELOCIMETRICO", "heat_detector"),
            ("PULSANTE DI ALLARME INCENDIO", "pull_station"),
            ("SEGNALATORE OTTICO E ACUSTICO", "horn_strobe"),
            ("CENTRALE DI RIVELAZIONE INCENDI", "fire_alarm_control_panel"),
            ("IDRANTE A MURO UNI 45", "hose_cabinet"),
            ("NASPO DN 25", "hose_cabinet"),
            ("IDRANTE SOPRASUOLO", "fire_hydrant"),
            ("ATTACCO MOTOPOMPA VV.F.", "fire_department_connection"),
            ("ESTINTORE A POLVERE 6 KG", "fire_extinguisher"),
            ("FERMO ELETTROMAGNETICO PER PORTE", "door_holder"),
        ],
    );
}

#[test]
fn italian_mechanical_legends_are_understood() {
    check(
        Mechanical,
        &[
            ("BOCCHETTA DI MANDATA", "supply_diffuser"),
            ("GRIGLIA DI RIPRESA", "return_grille"),
            ("DIFFUSORE LINEARE A FERITOIE", "linear_diffuser"),
            ("SERRANDA TAGLIAFUOCO", "fire_damper"),
            ("SERRANDA DI TARATURA", "volume_damper"),
            ("UNITÀ DI TRATTAMENTO ARIA", "air_handling_unit"),
            ("VENTILCONVETTORE", "fan_coil_unit"),
            ("RADIATORE IN GHISA", "radiator"),
            ("TERMOARREDO", "radiator"),
            ("CALDAIA A CONDENSAZIONE", "boiler"),
            ("POMPA DI CALORE", "heat_pump"),
            ("GRUPPO FRIGORIFERO", "chiller"),
            ("CIRCOLATORE", "circulator_pump"),
            ("VALVOLA A SFERA", "shutoff_valve"),
            ("VALVOLA DI RITEGNO", "check_valve"),
            ("VASO DI ESPANSIONE", "expansion_tank"),
            ("COLLETTORE", "manifold"),
            ("TERMOSTATO AMBIENTE", "thermostat"),
        ],
    );
}

#[test]
fn italian_plumbing_legends_are_understood() {
    check(
        Plumbing,
        &[
            ("VASO WC SOSPESO", "water_closet"),
            ("LAVABO", "lavatory"),
            ("LAVELLO DA CUCINA", "sink"),
            ("PIATTO DOCCIA", "shower"),
            ("VASCA DA BAGNO", "bathtub"),
            ("ORINATOIO", "urinal"),
            ("PILETTA A PAVIMENTO SIFONATA", "floor_drain"),
            ("CONTATORE ACQUA", "water_meter"),
            ("VALVOLA A SFERA", "ball_valve"),
            ("SARACINESCA", "gate_valve"),
            ("ACQUA FREDDA SANITARIA", "domestic_cold_water_pipe"),
            ("ACQUA CALDA SANITARIA", "domestic_hot_water_pipe"),
            ("RICIRCOLO ACQUA CALDA", "domestic_hot_water_return_pipe"),
            ("ACQUE NERE", "soil_pipe"),
            ("ACQUE METEORICHE", "storm_pipe"),
            ("PLUVIALE", "rain_leader"),
            ("TUBAZIONE GAS", "gas_pipe"),
        ],
    );
}

#[test]
fn italian_structural_schedules_are_understood() {
    check(
        Structural,
        &[
            ("PILASTRO IN C.A.", "concrete_column"),
            ("TRAVE", "concrete_beam"),
            ("PLINTO DI FONDAZIONE", "spread_footing"),
            ("TRAVE ROVESCIA", "continuous_footing"),
            ("PLATEA DI FONDAZIONE", "mat_foundation"),
            ("SOLAIO", "elevated_slab"),
            ("MURO DI SOSTEGNO", "retaining_wall"),
            ("PALO TRIVELLATO", "drilled_shaft"),
            ("MICROPALO", "micropile"),
            ("RETE ELETTROSALDATA", "welded_wire_fabric"),
            ("TRAVE IN ACCIAIO", "steel_beam"),
            ("TIRAFONDO", "anchor_bolt"),
        ],
    );
}
