//! Italian. The noun comes first.

use crate::entry::{Row, generic, item, overriding};

pub(crate) const ELECTRICAL: &[Row] = &[
    generic("power", "receptacle", "", "presa | prese | presa corrente | punto presa | presa & bipasso | presa & 16a"),
    item("power", "duplex_receptacle", "", "presa & doppia | prese & doppie"),
    item(
        "power",
        "special_purpose_receptacle",
        "",
        "presa & trifase | presa & interbloccata | presa & cee | presa & 380v",
    ),
    item("power", "floor_box", "", "torretta & pavimento | presa & pavimento | torretta"),
    generic("switching", "switch", "", "interruttore | interruttori | punto comando"),
    item("switching", "three_way_switch", "", "deviatore | deviatori | interruttore & deviato"),
    item("switching", "four_way_switch", "", "invertitore & luce | invertitori"),
    item("switching", "push_button", "", "pulsante | pulsanti | pulsante & campanello"),
    generic(
        "lighting",
        "luminaire",
        "",
        "punto luce | plafoniera | plafoniere | lampada | lampade | apparecchio illuminazione | lampadario",
    ),
    item("lighting", "wall_luminaire", "", "applique | punto luce & parete | lampada & parete"),
    item("lighting", "downlight", "", "faretto | faretti | faretto & incasso"),
    item("lighting", "emergency_luminaire", "", "lampada & emergenza | luce & emergenza | plafoniera & emergenza"),
    item("lighting", "exit_sign", "", "segnaletica & uscita | lampada & uscita | cartello & uscita"),
    item("lighting", "floodlight", "", "proiettore & esterno | faro & esterno"),
    generic(
        "distribution",
        "panelboard",
        "",
        "quadro | quadro elettrico | quadretto | centralino & appartamento | quadri elettrici",
    ),
    item("distribution", "meter", "", "contatore & energia | contatore elettrico | contatore enel"),
    item("boxes", "junction_box", "", "scatola & derivazione | cassetta & derivazione"),
    item("communications", "data_outlet", "", "presa & dati | presa & rj45 | presa & rete"),
    item("communications", "telephone_outlet", "", "presa & telefonica | presa & telefono"),
    item("communications", "television_outlet", "", "presa & tv | presa & televisiva"),
    item("communications", "intercom_station", "", "citofono | videocitofono | citofoni"),
    item("security", "camera", "", "telecamera | telecamere"),
    item("controls", "occupancy_sensor", "", "rilevatore & presenza | sensore & presenza | rilevatore & movimento"),
    overriding("equipment", "equipment_connection", "", "ventilatore | condizionatore | scaldabagno | aspiratore"),
];

pub(crate) const FIRE_PROTECTION: &[Row] = &[
    item(
        "fire_alarm",
        "smoke_detector",
        "",
        "rivelatore & fumo | rilevatore & fumo | rivelatore & fumi | rilevatore & fumi",
    ),
    item("fire_alarm", "heat_detector", "", "rivelatore & calore | rilevatore & calore | rivelatore & termico"),
    item("fire_alarm", "pull_station", "", "pulsante & allarme & incendio | pulsante & incendio"),
    item("fire_alarm", "horn_strobe", "", "targa & ottico & acustica | segnalatore & ottico & acustico"),
    item("standpipes", "hose_cabinet", "", "idrante & muro | naspo | uni 45 | cassetta & idrante"),
    item("standpipes", "fire_hydrant", "", "idrante & soprasuolo | idrante & sottosuolo"),
    item("extinguishers", "fire_extinguisher", "", "estintore | estintori"),
];

pub(crate) const PLUMBING: &[Row] = &[
    item("fixtures", "water_closet", "", "vaso & wc | vaso igienico | water & sospeso | tazza & wc"),
    item("fixtures", "urinal", "", "orinatoio | orinatoi"),
    item("fixtures", "lavatory", "", "lavabo | lavabi | lavandino"),
    item("fixtures", "sink", "", "lavello | lavelli | acquaio"),
    item("fixtures", "bathtub", "", "vasca | vasca bagno"),
    item("fixtures", "shower", "", "doccia | piatto doccia | docce"),
    generic("drains", "floor_drain", "", "piletta & pavimento | chiusino & pavimento | piletta"),
    item("specialties", "water_meter", "", "contatore & acqua"),
];

pub(crate) const MECHANICAL: &[Row] = &[
    item("heating", "radiator", "", "radiatore | radiatori | termosifone | termosifoni | scaldasalviette"),
    item("heating", "boiler", "", "caldaia | caldaie"),
    item("air_terminals", "supply_diffuser", "", "bocchetta & mandata | diffusore & mandata"),
    item("air_terminals", "return_grille", "", "bocchetta & ripresa | griglia & ripresa"),
    item("duct_accessories", "fire_damper", "", "serranda & tagliafuoco | serrande tagliafuoco"),
];

pub(crate) const STRUCTURAL: &[Row] = &[
    generic("concrete_frame", "concrete_column", "", "pilastro | pilastri"),
    generic("concrete_frame", "concrete_beam", "", "trave | travi"),
    generic("foundations", "spread_footing", "", "plinto | plinti"),
    item("deep_foundations", "driven_pile", "", "palo & fondazione | pali & fondazione"),
];

pub(crate) const ARCHITECTURAL: &[Row] = &[
    generic("doors", "door", "", "porta | porte"),
    generic("windows_and_glazing", "window", "", "finestra | finestre"),
];
