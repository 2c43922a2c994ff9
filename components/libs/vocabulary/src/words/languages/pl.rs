//! Polish. Endings change with the case, so the words are stems.

use crate::entry::{Row, generic, item, overriding};

pub(crate) const ELECTRICAL: &[Row] = &[
    generic("power", "receptacle", "", "gniazd* | gniazdk* | gniazdo wtykowe"),
    item("power", "duplex_receptacle", "", "gniazd* & podwojn* | gniazd* & dwukrotn* | gniazd* & 2x"),
    item(
        "power",
        "special_purpose_receptacle",
        "",
        "gniazd* & silow* | gniazd* & trojfazow* | gniazd* & 400v | gniazd* & 3f",
    ),
    item("power", "floor_box", "", "puszka & podlogow* | gniazd* & podlogow* | floorbox"),
    generic("switching", "switch", "", "lacznik* | wylacznik*"),
    item("switching", "three_way_switch", "", "lacznik* & schodow* | wylacznik* & schodow*"),
    item("switching", "four_way_switch", "", "lacznik* & krzyzow*"),
    item("switching", "dimmer", "", "sciemniacz*"),
    item("switching", "push_button", "", "przycisk* & dzwonkow* | przycisk & dzwonk*"),
    generic("lighting", "luminaire", "", "opraw* | lampa | lampy | oprawa oswietleniowa | oswietlen* | zyrandol*"),
    item("lighting", "wall_luminaire", "", "kinkiet* | opraw* & scienn*"),
    item("lighting", "emergency_luminaire", "", "opraw* & awaryjn* | oswietlen* & awaryjn*"),
    item("lighting", "exit_sign", "", "opraw* & ewakuacyjn* | znak & ewakuacyjn*"),
    item("lighting", "floodlight", "", "naswietlacz*"),
    generic(
        "distribution",
        "panelboard",
        "",
        "rozdzielnic* | tablica rozdzielcz* | tablica & mieszkaniow* | rozdzielnia",
    ),
    item("distribution", "meter", "", "licznik* & energii | licznik elektr*"),
    item("boxes", "junction_box", "", "puszka & rozgalezn* | puszk* & instalacyjn* | puszka laczen*"),
    item(
        "communications",
        "data_outlet",
        "",
        "gniazd* & rj45 | gniazd* & komputerow* | gniazd* & internet* | gniazd* & logiczn*",
    ),
    item("communications", "television_outlet", "", "gniazd* & tv | gniazd* & antenow* | gniazd* & telewizyjn*"),
    item("communications", "telephone_outlet", "", "gniazd* & telefoniczn*"),
    item("communications", "intercom_station", "", "domofon* | wideodomofon*"),
    item("controls", "occupancy_sensor", "", "czujnik* & ruchu | czujk* & ruchu"),
    overriding("equipment", "equipment_connection", "", "wentylator* | klimatyzator* | wypust & zasilajac*"),
];

pub(crate) const FIRE_PROTECTION: &[Row] = &[
    item("fire_alarm", "smoke_detector", "", "czujk* & dymu | czujnik* & dymu | detektor & dymu"),
    item("fire_alarm", "heat_detector", "", "czujk* & ciepla | czujnik* & ciepla"),
    item("fire_alarm", "pull_station", "", "przycisk* & rop | rop | ostrzegacz* & reczn* & pozar*"),
    item("fire_alarm", "horn_strobe", "", "sygnalizator* & akustyczn* & optyczn* | sygnalizator* & pozar*"),
    generic("sprinklers", "pendent_sprinkler", "", "tryskacz*"),
    item("standpipes", "hose_cabinet", "", "hydrant* & wewnetrzn* | szafka & hydrantow*"),
    item("standpipes", "fire_hydrant", "", "hydrant* & zewnetrzn* | hydrant* & nadziemn*"),
    item("extinguishers", "fire_extinguisher", "", "gasnic*"),
];

pub(crate) const PLUMBING: &[Row] = &[
    item("fixtures", "water_closet", "", "miska ustepow* | sedes* | ustep | kompakt wc"),
    item("fixtures", "urinal", "", "pisuar*"),
    item("fixtures", "lavatory", "", "umywalk*"),
    item("fixtures", "sink", "", "zlew | zlewozmywak* | zlewy"),
    item("fixtures", "bathtub", "", "wanna | wanny"),
    item("fixtures", "shower", "", "natrysk* | kabina & prysznicow* | brodzik*"),
    generic("drains", "floor_drain", "", "wpust & podlogow* | kratka & sciekow* | odwodnieni*"),
    item("specialties", "water_meter", "", "wodomierz*"),
];

pub(crate) const MECHANICAL: &[Row] = &[
    item("heating", "radiator", "", "grzejnik*"),
    item("heating", "boiler", "", "kociol | kotly"),
    item("air_terminals", "supply_diffuser", "", "nawiewnik* | anemostat & nawiewn*"),
    item("air_terminals", "exhaust_grille", "", "wywiewnik* | kratka & wywiewn* | anemostat & wywiewn*"),
    item("duct_accessories", "fire_damper", "", "klapa & pozar* | klapa przeciwpozarow*"),
];

pub(crate) const STRUCTURAL: &[Row] = &[
    generic("concrete_frame", "concrete_column", "", "slup | slupy | slup & zelbetow*"),
    generic("concrete_frame", "concrete_beam", "", "belka | belki | podciag*"),
    generic("foundations", "spread_footing", "", "stopa & fundamentow* | stopy & fundamentow*"),
    item("deep_foundations", "driven_pile", "", "palowan* | pal & wbijan*"),
];

pub(crate) const ARCHITECTURAL: &[Row] = &[
    generic("doors", "door", "", "drzwi | drzwiow*"),
    generic("windows_and_glazing", "window", "", "okno | okna | okien*"),
];
