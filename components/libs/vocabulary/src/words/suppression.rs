//! Standpipes, fire pumps, special systems and extinguishers.

use crate::entry::{Row, item, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    line(
        Pipe,
        "standpipe",
        "standpipes",
        "standpipe",
        "standpipe | stand pipe | class i standpipe | standpipe riser | wet standpipe | dry standpipe
        | steigleitung & trocken | steigleitung & nass | droge blusleiding | natte blusleiding
        | stijgleiding & brand | 連結送水 | 連結送水管",
        "montante & agua & incendio* | columna & seca | columna & humeda | colonne seche | colonne humide
        | red & humeda | red & seca",
    ),
    item(
        "standpipes",
        "hose_valve",
        "hose valve | fire hose valve | fhv | 2 1/2 hose valve | hose connection | hose outlet
        | fire department valve | landing valve | 放水口 | 消火栓弁",
        "valvula & manguera | valvula angular | valvula & angular & incendio* | toma & bomberos | prise & pompier",
    ),
    item(
        "standpipes",
        "hose_cabinet",
        "hose cabinet | fire hose cabinet | fhc | hose rack | fire hose rack | hose station | fire hose
        | fire hose station | brandslangkast | wandhydrant & feuer | wandhydrant* | hydrantkast | 屋内消火栓
        | 消火栓 | 消火栓箱 | 屋内消火栓箱",
        "gabinete & contra & incendio* | gabinete & incendio* | gabinete & manguera | caja & manguera | bie
        | boca incendio* | boca & incendio & equipada | gci | armoire incendie | hidrante & parede
        | caixa & incendio | gabinete & mangueira",
    ),
    item(
        "standpipes",
        "hose_reel",
        "hose reel | fire hose reel | *brandhaspel | brandslanghaspel | *haspel & brand | schlauchhaspel",
        "carrete & manguera | manguera & incendio* | robinet incendie arme | ria | carretel & mangueira",
    ),
    item(
        "standpipes",
        "fire_department_connection",
        "fire department connection | fire dept connection | siamese | siamese connection | fdc
        | fire brigade inlet | fire brigade connection | inlet & fire & brigade | breeching inlet
        | einspeisung & feuerwehr | 送水口 | サイアミーズ",
        "conexion siamesa | siamesa | toma siamesa | conexion & bomberos | valvula siamesa | union siamesa
        | raccord pompier | registro & recalque",
    ),
    item("standpipes", "roof_manifold", "roof manifold | roof hydrant | roof test manifold", "cabezal & azotea"),
    item(
        "standpipes",
        "fire_hydrant",
        "fire hydrant | hydrant | yard hydrant & fire | *hydrant | uberflurhydrant | unterflurhydrant | brandkraan
        | bovengrondse brandkraan | 屋外消火栓",
        "hidrante | grifo & contra & incendio* | hidrante & incendio* | grifo incendio* | poteau incendie
        | bouche incendie | hydrant",
    ),
    item(
        "fire_pumps",
        "fire_pump",
        "fire pump | fire pump assembly | diesel fire pump | electric fire pump | feuerloschpumpe
        | loschwasserpumpe | brandbluspomp | sprinklerpomp | 消火ポンプ",
        "bomba & contra & incendio* | bomba & incendio* | bomba & aci | pompe incendie
        | bomba & principal & incendio*",
    ),
    item(
        "fire_pumps",
        "jockey_pump",
        "jockey pump | pressure maintenance pump | jockeypumpe | jockeypomp | 補助加圧ポンプ",
        "bomba jockey | bomba & jockey | pompe jockey",
    ),
    item(
        "fire_pumps",
        "fire_pump_controller",
        "fire pump controller | fire pump control panel | jockey pump controller",
        "controlador & bomba & incendio* | tablero & bomba & incendio*",
    ),
    item(
        "fire_pumps",
        "fire_water_tank",
        "fire water tank | fire tank | fire water storage | fire protection water tank | loschwasserbehalter
        | bluswatertank | 消火水槽",
        "cisterna & incendio* | tanque & incendio* | tanque & contra & incendio* | reserva & incendio*
        | cisterna & aci",
    ),
    item(
        "fire_pumps",
        "test_header",
        "test header | fire pump test header | test manifold",
        "cabezal & prueba* | cabezal & pruebas",
    ),
    item(
        "special_systems",
        "clean_agent_nozzle",
        "clean agent nozzle | discharge nozzle | fm200 nozzle | agent nozzle | nozzle & agent | gas & loschduse
        | ガス & 噴射ヘッド | 噴射ヘッド",
        "boquilla & agente & limpio | boquilla & descarga | difusor & agente",
    ),
    item(
        "special_systems",
        "clean_agent_cylinder",
        "clean agent cylinder | agent cylinder | fm200 cylinder | co2 cylinder | agent container
        | loschmittelflasche | blusgasfles | 消火剤容器",
        "cilindro & agente & limpio | cilindro & co2 | cilindro & agente",
    ),
    item(
        "special_systems",
        "kitchen_hood_system",
        "kitchen hood suppression | hood suppression | ansul | wet chemical system | hood fire suppression | r102
        | フード消火",
        "supresion & campana & cocina | sistema & campana & incendio*",
    ),
    item(
        "special_systems",
        "foam_system",
        "foam system | foam proportioner | foam tank | foam bladder tank | foam generator | schaum* & loschanlage
        | 泡消火 | 泡ヘッド",
        "sistema & espuma | tanque & espuma | proporcionador & espuma",
    ),
    item(
        "special_systems",
        "water_mist_nozzle",
        "water mist nozzle | water mist | watermist | mist nozzle | wassernebel* | watermist* & kop",
        "boquilla & niebla | agua nebulizada",
    ),
    item(
        "special_systems",
        "releasing_panel",
        "releasing panel | release panel | suppression control panel | agent release panel
        | blusgasgestuurd & paneel | ブロック & 消火 & 制御盤",
        "panel & disparo | panel & extincion | panel & supresion | panel & descarga",
    ),
    item(
        "special_systems",
        "abort_station",
        "abort station | abort switch | agent release station | manual release station",
        "estacion & aborto | pulsador & aborto",
    ),
    item(
        "extinguishers",
        "fire_extinguisher",
        "fire extinguisher | extinguisher | portable extinguisher | feuerloscher | *feuerloscher | brandblusser
        | *brandblusser | *blustoestel | schuimblusser | co2 blusser | poederblusser | 消火器",
        "extintor | extintor & portatil | extinguidor | extincteur | matafuego*",
    ),
    item(
        "extinguishers",
        "extinguisher_cabinet",
        "extinguisher cabinet | fire extinguisher cabinet | fec | semi recessed cabinet & extinguisher
        | feuerloscherschrank | bluskast | 消火器ボックス | 消火器 & 格納箱",
        "gabinete & extintor | nicho & extintor | caja & extintor",
    ),
    item(
        "extinguishers",
        "extinguisher_bracket",
        "extinguisher bracket | fire extinguisher bracket | extinguisher & bracket",
        "soporte & extintor",
    ),
    item(
        "extinguishers",
        "fire_blanket",
        "fire blanket | loschdecke | blusdeken",
        "manta & ignifuga | manta & incendio* | couverture anti feu",
    ),
    item(
        "extinguishers",
        "key_box",
        "knox box | key box | fire department key box | knoxbox | schlusselkasten & feuerwehr | sleutelkluis
        | sleutelbuis",
        "caja knox | caja & llaves & bomberos",
    ),
    item(
        "passive_protection",
        "penetration_firestop",
        "penetration firestop | fire stopping | firestop | fire collar | brandabschottung | brandschott
        | brandmanchet | 区画貫通",
        "sello & cortafuego | sellado & cortafuego | collarin & intumescente",
    ),
    item(
        "supports",
        "sway_brace",
        "sway brace | seismic sway brace | earthquake brace | lateral brace & sprinkler | 耐震 & 振れ止め",
        "arriostre & sismico | soporte & sismico & incendio*",
    ),
    item("supports", "pipe_hanger", "sprinkler hanger | hanger & sprinkler", "colgador & rociador"),
];
