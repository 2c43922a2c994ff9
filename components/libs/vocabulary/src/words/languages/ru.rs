//! Russian and Ukrainian. Endings change with the case, so the words are stems.

use crate::entry::{Row, generic, item, overriding};

pub(crate) const ELECTRICAL: &[Row] = &[
    generic("power", "receptacle", "", "розетк* | штепсел* | штепсельн* & гнезд* | розетк* & стаціонарн*"),
    item(
        "power",
        "duplex_receptacle",
        "",
        "розетк* & двойн* | розетк* & двухместн* | розетк* & сдвоенн* | двойник* | розетк* & подвійн* | розетк* & здвоєн*",
    ),
    item(
        "power",
        "special_purpose_receptacle",
        "",
        "розетк* & силов* | розетк* & трехфазн* | розетк* & трифазн* | розетк* & 380в | розетк* & плит*",
    ),
    item("power", "floor_box", "", "лючок* | розетк* & напольн* | розетк* & підлогов*"),
    generic("switching", "switch", "", "выключател* | вимикач* | выключ"),
    item(
        "switching",
        "three_way_switch",
        "",
        "выключател* & проходн* | переключател* & проходн* | вимикач* & прохідн* | перемикач* & прохідн*",
    ),
    item("switching", "dimmer", "", "диммер* | светорегулятор* | димер* | світлорегулятор*"),
    item("switching", "push_button", "", "кнопк* & звонк* | кнопк* & дзвінк*"),
    generic(
        "lighting",
        "luminaire",
        "",
        "светильник* | світильник* | лампа | лампы | лампи | ламп | люстр* | освещен* | освітлен*",
    ),
    item(
        "lighting",
        "downlight",
        "",
        "светильник* & точечн* | светильник* & встраиваем* | світильник* & точков* | спот",
    ),
    item("lighting", "wall_luminaire", "", "бра | светильник* & настенн* | світильник* & настінн*"),
    item(
        "lighting",
        "emergency_luminaire",
        "",
        "светильник* & аварийн* | освещен* & аварийн* | світильник* & аварійн* | освітлен* & аварійн*",
    ),
    item("lighting", "exit_sign", "", "указател* & выход* | табло & выход* | покажчик* & вихо* | табло & вихі*"),
    item("lighting", "floodlight", "", "прожектор*"),
    generic(
        "distribution",
        "panelboard",
        "",
        "щит | щиток | щитки | щита | щиты | электрощит* | щиток & этажн* | щит & распределительн* | щит & розподільч* | електрощит*",
    ),
    item("distribution", "switchboard", "", "вру | грщ | щит & главн* | щит & головн*"),
    item("distribution", "meter", "", "счетчик* & электр* | счетчик* & электроэнерг* | лічильник* & електр*"),
    item(
        "distribution",
        "enclosed_circuit_breaker",
        "",
        "автомат & защит* | выключател* & автоматич* | вимикач* & автоматичн*",
    ),
    item(
        "boxes",
        "junction_box",
        "",
        "коробк* & распаечн* | коробк* & распределит* | коробк* & ответвит* | коробк* & розподіл*",
    ),
    item(
        "communications",
        "data_outlet",
        "",
        "розетк* & интернет* | розетк* & компьютерн* | интернет* | розетк* & інтернет* | інтернет* | розетк* & rj45",
    ),
    item(
        "communications",
        "television_outlet",
        "",
        "розетк* & телевизионн* | розетк* & тв | розетк* & tv | розетк* & телевізійн*",
    ),
    item("communications", "telephone_outlet", "", "розетк* & телефонн* | телефонн* & розетк*"),
    item("communications", "intercom_station", "", "домофон* | видеодомофон* | відеодомофон*"),
    item("communications", "wireless_access_point", "", "точк* & доступ*"),
    item("security", "camera", "", "видеокамер* | камер* & видеонаблюден* | відеокамер* | камер* & відеоспостереж*"),
    item("controls", "occupancy_sensor", "", "датчик* & движен* | датчик* & присутств* | датчик* & руху"),
    overriding(
        "equipment",
        "equipment_connection",
        "",
        "вентилятор* | кондиционер* | водонагревател* | бойлер* | кондиціонер* | водонагрівач*",
    ),
];

pub(crate) const FIRE_PROTECTION: &[Row] = &[
    item(
        "fire_alarm",
        "smoke_detector",
        "",
        "извещател* & дымов* | датчик* & дым* | сповіщувач* & димов* | датчик* & диму",
    ),
    item("fire_alarm", "heat_detector", "", "извещател* & теплов* | сповіщувач* & теплов*"),
    item("fire_alarm", "pull_station", "", "извещател* & ручн* | сповіщувач* & ручн* | ипр"),
    item("fire_alarm", "horn_strobe", "", "оповещател* & светозвуков* | оповіщувач* & світлозвуков*"),
    generic("fire_alarm", "fire_alarm_device", "", "извещател* & пожарн* | оповещател* | сповіщувач* & пожежн*"),
    generic("sprinklers", "pendent_sprinkler", "", "спринклер* | оросител* & спринклерн* | зрошувач* & спринклерн*"),
    item("standpipes", "hose_cabinet", "", "кран & пожарн* | шкаф & пожарн* | кран & пожежн* | шафа & пожежн*"),
    item("standpipes", "fire_hydrant", "", "гидрант* & пожарн* | гідрант* & пожежн* | пожарн* & гидрант*"),
    item("extinguishers", "fire_extinguisher", "", "огнетушител* | вогнегасник*"),
];

pub(crate) const PLUMBING: &[Row] = &[
    item("fixtures", "water_closet", "", "унитаз* | унітаз*"),
    item("fixtures", "urinal", "", "писсуар* | пісуар*"),
    item("fixtures", "lavatory", "", "умывальник* | раковин* | умивальник*"),
    item("fixtures", "sink", "", "мойк* & кухонн* | мойка | мойки | мийк* & кухонн* | мийка"),
    item("fixtures", "bathtub", "", "ванна | ванны | ванну | ванни"),
    item("fixtures", "shower", "", "душ | душев* & кабин* | душев* & поддон* | душов* & кабін*"),
    item("fixtures", "bidet", "", "биде | біде"),
    generic("drains", "floor_drain", "", "трап | трапы | трапи | трап & сливн*"),
    item("specialties", "water_meter", "", "водомер* | счетчик* & вод* | лічильник* & вод*"),
    item("fixture_trim", "faucet", "", "смесител* | змішувач*"),
    item("water_heating", "storage_water_heater", "", "водонагревател* | бойлер* | водонагрівач*"),
];

pub(crate) const MECHANICAL: &[Row] = &[
    item("heating", "radiator", "", "радиатор* | радіатор* | батаре* & отоплен*"),
    item("heating", "boiler", "", "котел & газов* | котел | котел & опален*"),
    item("air_terminals", "supply_diffuser", "", "диффузор* & приточн* | анемостат* | дифузор* & припливн*"),
    item("air_terminals", "exhaust_grille", "", "решетк* & вытяжн* | диффузор* & вытяжн* | решітк* & витяжн*"),
    item("duct_accessories", "fire_damper", "", "клапан* & огнезадерж* | клапан* & вогнезатрим*"),
];

pub(crate) const STRUCTURAL: &[Row] = &[
    generic("concrete_frame", "concrete_column", "", "колонн* | колона | колони | колон & ж б"),
    generic("concrete_frame", "concrete_beam", "", "балка | балки | ригел*"),
    item("deep_foundations", "driven_pile", "", "свая | сваи | свай | паля | палі"),
    generic("foundations", "spread_footing", "", "фундамент* & столбчат* | фундамент* & стовпчаст*"),
];

pub(crate) const ARCHITECTURAL: &[Row] = &[
    generic("doors", "door", "", "двер*"),
    generic("windows_and_glazing", "window", "", "окно | окна | вікно | вікна"),
];
