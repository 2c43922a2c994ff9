//! Pipes, valves, refrigerant and controls for heating and cooling.

use crate::entry::{Row, generic, item, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    line(
        Pipe,
        "",
        "hydronic_piping",
        "heating_water_pipe",
        "hydronic pipe | hydronic piping | mechanical piping | hvac piping | pipe | piping | pipework",
        "tuberia & calefac* & refrigeracion | tuberia | tuyauterie",
    ),
    line(
        Pipe,
        "heating water supply",
        "hydronic_piping",
        "heating_water_pipe",
        "heating water supply | hot water supply & heating | heating hot water supply | heating supply
        | heating water | hot water heating | heating hot water | heizung* vorlauf | heizungsvorlauf | vorlauf
        | heizleitung | heizungsleitung | *heizung | verwarming | cv leiding | cv aanvoer | aanvoer cv
        | aanvoerleiding | verwarmingsleiding | centrale verwarming | 温水往管 | 温水管 | 温水 & 往",
        "calefaccion | ida calefaccion | tuberia & calefaccion | impulsion calefaccion
        | agua caliente & calefaccion & ida | chauffage depart | depart chauffage | chauffage | aquecimento",
    ),
    line(
        Pipe,
        "heating water return",
        "hydronic_piping",
        "heating_water_pipe",
        "heating water return | heating return | heating hot water return | heizungsrucklauf | rucklauf | cv retour
        | retour cv | retourleiding | verwarming & retour | 温水還管 | 温水 & 還",
        "retorno calefaccion | calefaccion & retorno | chauffage retour | retour chauffage",
    ),
    line(
        Pipe,
        "chilled water supply",
        "hydronic_piping",
        "chilled_water_pipe",
        "chilled water supply | chilled water | chilled water piping | kaltwasser & kuhlung | kuhlwasser*
        | kaltwassersatz & leitung | gekoeld water | gkw & aanvoer | koelwater | koelwaterleiding | 冷水往管
        | 冷水管 | 冷水 | 冷温水往管 | 冷温水管 | 冷温水",
        "agua helada | agua helada suministro | agua refrigerada | agua fria & enfriamiento | eau glacee
        | agua gelada | suministro & agua & helada",
    ),
    line(
        Pipe,
        "chilled water return",
        "hydronic_piping",
        "chilled_water_pipe",
        "chilled water return | chw return | gekoeld water retour | 冷水還管 | 冷温水還管",
        "agua helada & retorno | retorno & agua & helada | eau glacee & retour | agua refrigerada & retorno",
    ),
    line(
        Pipe,
        "condenser water",
        "hydronic_piping",
        "condenser_water_pipe",
        "condenser water | condenser water supply | condenser water return | condenser water pipe | tower water
        | 冷却水管 | 冷却水",
        "agua condensacion | agua & condensador | agua & condensados & torre",
    ),
    line(
        Pipe,
        "glycol",
        "hydronic_piping",
        "glycol_pipe",
        "glycol | glycol water | brine | glykol | sole | glycolleiding | ブライン",
        "glicol | agua glicolada | eau glycolee",
    ),
    line(
        Pipe,
        "steam",
        "hydronic_piping",
        "steam_pipe",
        "steam | steam pipe | steam supply | high pressure steam | low pressure steam | medium pressure steam
        | steam piping | dampf | dampfleitung | stoom | stoomleiding | 蒸気管 | 蒸気",
        "vapor | tuberia vapor | linea vapor | vapeur",
    ),
    line(
        Pipe,
        "steam condensate",
        "hydronic_piping",
        "steam_condensate_pipe",
        "steam condensate | condensate return | steam condensate return | pumped condensate | kondensatleitung
        | condensaatretour | 還水管 | 蒸気還管",
        "retorno & condensado* | condensado & vapor | retour condensat*",
    ),
    line(
        Pipe,
        "condensate drain",
        "hydronic_piping",
        "condensate_drain_pipe",
        "condensate drain | condensate | condensate line | condensate pipe | cooling coil drain | ac drain
        | kondensat | kondensatablauf | condens | condensafvoer | condensleiding | ドレン管 | ドレン | ドレーン管",
        "drenaje & condensado* | condensado | drenaje & aire & acondicionado | tuberia & condensado*
        | evacuation condensat* | dreno & ar",
    ),
    item(
        "hydronic_piping",
        "pipe_reducer",
        "pipe reducer | concentric reducer | eccentric reducer | reducer",
        "reduccion | reductor",
    ),
    item("hydronic_piping", "pipe_flange", "flange | blind flange", "brida"),
    item("hydronic_piping", "pipe_coupling", "union | pipe union | coupling", "union universal | union"),
    generic(
        "hydronic_specialties",
        "shutoff_valve",
        "valve | shutoff valve | shut off valve | isolation valve | ball valve | gate valve | butterfly valve
        | globe valve | stop valve | isolating valve | service valve | plug valve | absperrventil | absperrklappe
        | absperrhahn | kugelhahn | absperrschieber | *ventil | *schieber | afsluiter | *afsluiter | kogelkraan
        | vlinderklep | stopkraan | klep | バルブ | 弁 | 仕切弁 | 玉形弁 | ボール弁 | バタフライ弁 | ゲート弁
        | 止水弁",
        "valvula | valvula & corte | valvula bola | valvula esferica | valvula compuerta | valvula mariposa
        | valvula globo | valvula & cierre | llave & paso | vanne | vanne arret | robinet arret
        | registro & gaveta | llave paso | valvula esfera",
    ),
    item(
        "hydronic_specialties",
        "balancing_valve",
        "balancing valve | circuit setter | balance valve | flow limiting valve | automatic balancing valve
        | pressure independent balancing | calibrated balancing valve | strangregulierventil | strangregulier*
        | inregelafsluiter | inregelventiel | バランシングバルブ | 定流量弁",
        "valvula balanceo | valvula & balanceo | valvula equilibrado | valvula & equilibrado | vanne equilibrage
        | vanne & equilibrage",
    ),
    item(
        "hydronic_specialties",
        "check_valve",
        "check valve | non return valve | ruckschlagventil | ruckflussverhinderer | ruckschlagklappe
        | terugslagklep | keerklep | 逆止弁 | チャッキ弁 | チェッキ弁",
        "valvula check | valvula retencion | valvula antirretorno | clapet anti retour | clapet retour
        | valvula & retencion | valvula & retencao",
    ),
    item(
        "hydronic_specialties",
        "relief_valve",
        "relief valve | pressure relief valve | safety valve | safety relief valve | sicherheitsventil
        | uberstromventil | veiligheidsventiel | overstortventiel | overstroomventiel | 安全弁 | 逃し弁",
        "valvula alivio | valvula seguridad | soupape | soupape securite",
    ),
    item(
        "hydronic_specialties",
        "pressure_reducing_valve",
        "pressure reducing valve | pressure reducing station | prv | pressure regulating valve | druckminderer
        | druckreduzierventil | drukreduceer* | reduceerventiel | 減圧弁",
        "valvula reductora presion | valvula reductora | reductor & presion | reducteur pression | detendeur",
    ),
    item(
        "hydronic_specialties",
        "strainer",
        "strainer | wye strainer | basket strainer | schmutzfanger | vuilvanger | 滤网 | ストレーナ | ストレーナー",
        "filtro & y | filtro | colador | filtre & tamis | pot & boue*",
    ),
    item(
        "hydronic_specialties",
        "expansion_tank",
        "expansion tank | expansion vessel | compression tank | ausdehnungsgefass | membranausdehnungs*
        | mag & heizung | expansievat | 膨張タンク | 膨張水槽",
        "tanque expansion | vaso expansion | vase expansion | tanque & expansion",
    ),
    item(
        "hydronic_specialties",
        "air_separator",
        "air separator | air eliminator | dirt separator | luftabscheider | schlammabscheider | luchtafscheider
        | 気水分離器",
        "separador aire | separador & aire | separateur & air",
    ),
    item(
        "hydronic_specialties",
        "air_vent",
        "air vent | automatic air vent | manual air vent | aav | entlufter | entluftung | schnellentlufter
        | ontluchter | エア抜弁 | 自動空気抜弁 | 空気抜弁 | エアー抜き",
        "purgador | purgador aire | purga aire | ventosa | valvula & purga | purgeur",
    ),
    item(
        "hydronic_specialties",
        "expansion_joint",
        "expansion joint | expansion compensator | expansion loop | pipe compensator | kompensator | compensator
        | 伸縮継手",
        "junta expansion | junta & expansion | compensador | compensateur | lyre dilatation",
    ),
    item(
        "hydronic_specialties",
        "steam_trap",
        "steam trap | inverted bucket trap | kondensatableiter | kondenstopf | condenspot | スチームトラップ
        | 蒸気トラップ",
        "trampa vapor | trampa & vapor | purgeur vapeur | purgador & vapor",
    ),
    item(
        "hydronic_specialties",
        "gauge",
        "thermometer | pressure gauge | gauge | gage | pressure gage | manometer | 温度計 | 圧力計",
        "manometro | termometro | manometre | thermometre",
    ),
    item(
        "hydronic_specialties",
        "flow_meter",
        "flow meter | flowmeter | energy meter & thermal | btu meter | heat meter | venturi | warmemengenzahler
        | warmtemeter | gj meter | 流量計 | 熱量計",
        "medidor flujo | caudalimetro | medidor & caudal | medidor & energia & termica | debitmetre
        | compteur calories",
    ),
    item(
        "hydronic_specialties",
        "chemical_feeder",
        "chemical feeder | pot feeder | bypass feeder | shot feeder | dosiergerat | doseerpot | 薬注",
        "dosificador & quimico*",
    ),
    item(
        "hydronic_specialties",
        "manifold",
        "manifold | heating manifold | header | radiant manifold | heizkreisverteiler | *kreisverteiler
        | verdeler & vloerverwarming | vloerverwarmingsverdeler | verdeler & cv | ヘッダー | ヘッダ",
        "colector | colector & calefac* | collecteur | nourrice | manifold",
    ),
    line(
        Pipe,
        "refrigerant",
        "refrigerant",
        "refrigerant_line_set",
        "refrigerant | refrigerant pipe | refrigerant piping | refrigerant line | line set | lineset
        | refrigerant line set | kaltemittel* | kaltemittelleitung | koudemiddel* | koelleiding
        | koudemiddelleiding | 冷媒管 | 冷媒",
        "tuberia refrigerante | refrigerante | linea refrigeracion | tuberia & refrigerante | liaison frigorifique
        | fluide frigorigene | linha frigorigena",
    ),
    line(
        Pipe,
        "refrigerant liquid",
        "refrigerant",
        "refrigerant_liquid_line",
        "refrigerant liquid | liquid line | refrigerant liquid line | 液管",
        "linea liquido | linea & liquido & refrigerante",
    ),
    line(
        Pipe,
        "refrigerant suction",
        "refrigerant",
        "refrigerant_suction_line",
        "refrigerant suction | suction line | hot gas line | refrigerant suction line | ガス管 & 冷媒",
        "linea succion | linea & succion & refrigerante",
    ),
    item(
        "refrigerant",
        "branch_selector_box",
        "branch selector box | branch selector | branch controller | bc controller | branch box | heat recovery box",
        "caja & recuperacion & vrf | caja derivadora",
    ),
    item(
        "refrigerant",
        "refrigerant_leak_detector",
        "refrigerant leak detector | refrigerant detector | refrigerant monitor",
        "detector & refrigerante | detector & fuga* & refrigerante",
    ),
    generic(
        "controls",
        "thermostat",
        "thermostat | room thermostat | programmable thermostat | raumthermostat | kamerthermostaat
        | ruimtethermostaat | thermostaat | サーモスタット | サーモ | 温度調節器 | リモコン",
        "termostato | termostato ambiente | thermostat | thermostat ambiance",
    ),
    item(
        "controls",
        "temperature_sensor",
        "temperature sensor | room temperature sensor | duct temperature sensor | zone sensor
        | space temperature sensor | room sensor | temperaturfuhler | raumfuhler | temperatursensor
        | temperatuuropnemer | ruimtevoeler | temperatuursensor | 温度センサ | 温度センサー | 温度検出器",
        "sensor temperatura | sonda temperatura | sonda & temperatura | sonde temperature",
    ),
    item(
        "controls",
        "humidity_sensor",
        "humidity sensor | humidistat | feuchtefuhler | hygrostat | vochtsensor | vochtopnemer | 湿度センサ
        | 湿度検出器",
        "sensor humedad | humidistato | sensor & humedad | sonde hygrometrie",
    ),
    item(
        "controls",
        "carbon_dioxide_sensor",
        "carbon dioxide sensor | carbon dioxide | co2 sensor | co2 detector | co2 fuhler | co2 opnemer | co2 センサ",
        "sensor co2 | sensor & co2 | sonde co2",
    ),
    item(
        "controls",
        "pressure_sensor",
        "pressure sensor | differential pressure sensor | static pressure sensor | pressure transducer
        | druckfuhler | drucksensor | drukopnemer | 圧力センサ",
        "sensor presion | sensor & presion & estatica | sonde pression",
    ),
    item("controls", "duct_smoke_detector", "duct smoke detector | smoke detector & duct", "detector & humo & ducto"),
    item(
        "controls",
        "control_valve",
        "control valve | two way valve | 2 way valve | three way valve | 3 way valve | 2 way control valve
        | two way control valve | 3 way control valve | three way control valve | modulating valve
        | motorized valve | zone valve | automatic control valve | temperature control valve | mischventil
        | regelventil | stellventil | zonenventil | dreiwegeventil | thermostatventil | regelafsluiter
        | driewegklep | tweewegklep | 電動弁 | 二方弁 | 三方弁 | 電動二方弁 | radiatorkraan | thermostaatkraan
        | thermostatkraan",
        "valvula control | valvula & control | valvula & dos & vias | valvula & 2 & vias | valvula & tres & vias
        | valvula & 3 & vias | valvula & motorizada | valvula zona | vanne regulation | vanne motorisee
        | vanne 3 voies | vanne 2 voies | vanne & 3 & voies",
    ),
    item(
        "controls",
        "damper_actuator",
        "damper actuator | damper motor | actuator | stellantrieb | klappenstellantrieb | servomotor | klepmotor",
        "actuador | actuador & compuerta | servomotor",
    ),
    item(
        "controls",
        "controller",
        "controller | ddc controller | ddc | vav controller | unit controller | regler | regelaar | コントローラ",
        "controlador | regulador & ddc | automate",
    ),
    item(
        "controls",
        "control_panel",
        "control panel | ddc panel | bas panel | bms panel | temperature control panel | ddc control panel
        | regelkast | schaltschrank | regelpaneel | 自動制御盤",
        "tablero & control | panel control | panel & control & bms",
    ),
    item(
        "supports_and_services",
        "vibration_isolator",
        "vibration isolator | spring isolator | schwingungsdampfer | trillingsdemper | 防振 & 吊り | 防振架台",
        "aislador & vibracion* | amortiguador | antivibratorio | plot antivibratile",
    ),
    item(
        "supports_and_services",
        "equipment_pad",
        "equipment pad | housekeeping pad | concrete pad",
        "base & equipo & concreto",
    ),
    item("supports_and_services", "pipe_hanger", "pipe hanger | pipe support & mechanical", "colgador & tuberia"),
    item("supports_and_services", "duct_hanger", "duct hanger | duct support", "colgador & ducto"),
];
