//! Turkish. The noun comes last and takes endings, so the words are stems.

use crate::entry::{Row, generic, item, overriding};

pub(crate) const ELECTRICAL: &[Row] = &[
    generic("power", "receptacle", "priz | prizi | prizler | toprakli priz | priz sortisi", ""),
    item("power", "duplex_receptacle", "ikili priz | cift priz | priz & ikili | priz & cift", ""),
    item("power", "special_purpose_receptacle", "trifaze priz | ups priz* | priz & trifaze | priz & firin", ""),
    item("power", "floor_box", "yer prizi | doseme buati | yer buati | priz & doseme", ""),
    generic("switching", "switch", "anahtar* | elektrik anahtari", ""),
    item("switching", "three_way_switch", "vavien | vavien anahtar* | anahtar* & vavien", ""),
    item("switching", "dimmer", "dimmer anahtar* | reostat*", ""),
    item("switching", "push_button", "buton & zil | liht buton | zil butonu", ""),
    generic(
        "lighting",
        "luminaire",
        "armatur | armaturu | armaturler* | aydinlatma* | lamba | lambasi | avize | ampul*",
        "",
    ),
    item("lighting", "wall_luminaire", "aplik* | duvar armatur* | aplik armatur*", ""),
    item("lighting", "emergency_luminaire", "acil aydinlatma* | acil armatur* | acil durum armatur*", ""),
    item("lighting", "exit_sign", "acil cikis* | cikis armatur* | yonlendirme armatur* | exit armatur*", ""),
    item("lighting", "floodlight", "projektor*", ""),
    generic(
        "distribution",
        "panelboard",
        "pano | panosu | tablo | tablosu | dagitim panosu | dagitim tablosu | sigorta kutusu",
        "",
    ),
    item("distribution", "meter", "elektrik sayaci | sayac & elektrik", ""),
    item("boxes", "junction_box", "buat | buati | buatlar | ek kutusu", ""),
    item(
        "communications",
        "data_outlet",
        "data prizi | bilgisayar prizi | internet prizi | priz & data | priz & rj45",
        "",
    ),
    item("communications", "telephone_outlet", "telefon prizi | priz & telefon", ""),
    item("communications", "television_outlet", "tv prizi | anten prizi | televizyon prizi | priz & tv", ""),
    item("security", "camera", "kamera | kamerasi | guvenlik kamera*", ""),
    item("controls", "occupancy_sensor", "hareket sensor* | hareket dedektor* | varlik sensor*", ""),
    overriding("equipment", "equipment_connection", "klima | aspirator* | vantilator* | termosifon* | sofben", ""),
];

pub(crate) const FIRE_PROTECTION: &[Row] = &[
    item("fire_alarm", "smoke_detector", "duman dedektor* | optik duman dedektor* | duman algilayici*", ""),
    item("fire_alarm", "heat_detector", "isi dedektor* | sicaklik dedektor* | isi algilayici*", ""),
    item("fire_alarm", "pull_station", "yangin butonu | yangin ihbar butonu", ""),
    item("fire_alarm", "horn_strobe", "flasorlu siren* | yangin siren*", ""),
    generic("sprinklers", "pendent_sprinkler", "sprinkler & yangin | yagmurlama basligi", ""),
    item("standpipes", "hose_cabinet", "yangin dolabi | yangin dolap*", ""),
    item("standpipes", "fire_hydrant", "yangin hidranti", ""),
    item("extinguishers", "fire_extinguisher", "yangin tup* | yangin sondurme tup* | yangin sondurucu*", ""),
];

pub(crate) const PLUMBING: &[Row] = &[
    item("fixtures", "water_closet", "klozet* | alafranga | hela tasi | alaturka", ""),
    item("fixtures", "urinal", "pisuar*", ""),
    item("fixtures", "lavatory", "lavabo | lavabosu", ""),
    item("fixtures", "sink", "evye | eviye | mutfak evyesi", ""),
    item("fixtures", "bathtub", "kuvet | banyo kuveti", ""),
    item("fixtures", "shower", "dus | dus teknesi | dusakabin*", ""),
    generic("drains", "floor_drain", "yer suzgec* | suzgec*", ""),
    item("specialties", "water_meter", "su sayaci", ""),
];

pub(crate) const MECHANICAL: &[Row] = &[
    item("heating", "radiator", "radyator* | petek", ""),
    item("heating", "boiler", "kombi | kazan & isitma", ""),
    item("air_terminals", "supply_diffuser", "uflec menfezi | anemostat* | ufleme menfezi", ""),
    item("air_terminals", "exhaust_grille", "emis menfezi | egzoz menfezi", ""),
];

pub(crate) const STRUCTURAL: &[Row] = &[
    generic("concrete_frame", "concrete_column", "kolon | kolonu | kolonlar", ""),
    generic("concrete_frame", "concrete_beam", "kiris | kirisi | kirisler", ""),
    generic("foundations", "spread_footing", "tekil temel | temel & tekil", ""),
    item("deep_foundations", "driven_pile", "fore kazik | kazik & temel", ""),
];

pub(crate) const ARCHITECTURAL: &[Row] = &[
    generic("doors", "door", "kapi | kapisi | kapilar", ""),
    generic("windows_and_glazing", "window", "pencere | penceresi | pencereler", ""),
];
