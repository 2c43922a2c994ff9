//! Raceways and wiring.

use crate::entry::{Row, line};
use crate::kinds::System::{BranchCircuit, CableTray, Conduit, Feeder, Other};

pub(crate) const ROWS: &[Row] = &[
    line(
        CableTray,
        "cable tray",
        "raceways",
        "cable_tray",
        "cable tray | cable ladder | ladder tray | wire basket | basket tray | wire mesh tray | kabelbahn
        | kabelrinne | kabeltrasse | kabelpritsche | kabelgoot | kabelladder | kabelbaan | ケーブルラック
        | 配線ダクト",
        "bandeja | bandeja portacable* | bandeja cables | charola | escalerilla | escalerilla & cables
        | chemin cables | eletrocalha | leito & cabos",
    ),
    line(
        Conduit,
        "",
        "raceways",
        "conduit",
        "conduit | conduit run | raceway | empty conduit | rigid conduit | *rohr | *kabelschacht | elektrorohr
        | leerrohr | *leiding | elektraleiding | *buis | installatiebuis | elektrabuis | 電線管 | 配管 | 埋設配管
        | 露出配管 | 隐蔽配管 | いんぺい配管 | underground | cable | wiring conduit | *kabel",
        "tuberia | tuberia conduit/electrica/pvc/empotrada/emt/imc | electroducto | eletroduto | canalizacion
        | canalizacion electrica | tubo | tubo conduit | ducto electrico | gaine | conduit | cable | fourreau
        | tubo corrugado | electroductos",
    ),
    line(
        Conduit,
        "emt",
        "raceways",
        "electrical_metallic_tubing",
        "emt | electrical metallic tubing | emt conduit",
        "tuberia & emt | conduit & emt",
    ),
    line(
        Conduit,
        "pvc conduit",
        "raceways",
        "pvc_conduit",
        "pvc conduit | conduit & pvc | pvc buis",
        "tuberia & pvc & conduit | tuberia & pvc & sel | tuberia & pvc & sap | tuberia pvc electrica",
    ),
    line(
        Conduit,
        "rigid conduit",
        "raceways",
        "rigid_metal_conduit",
        "rigid metal conduit | rigid steel conduit | rmc | rgs | galvanized rigid conduit",
        "tuberia & conduit & rigida | conduit & galvanizado & pesado",
    ),
    line(
        Conduit,
        "flexible conduit",
        "raceways",
        "flexible_metal_conduit",
        "flexible metal conduit | flexible conduit | fmc | flexrohr | flexibele buis | 可とう電線管",
        "tuberia & conduit & flexible | conduit flexible | tuberia & flexible & metalica",
    ),
    line(
        Conduit,
        "liquidtight conduit",
        "raceways",
        "liquidtight_conduit",
        "liquidtight | liquid tight | lfmc | sealtite",
        "liquid tight | liquidtight | conduit & liquidtight",
    ),
    line(
        Other,
        "surface raceway",
        "raceways",
        "surface_raceway",
        "surface raceway | surface metal raceway | wiremold | kabelkanal | brustungskanal | wandgoot | 線ぴ
        | モール",
        "canaleta | canaleta adosada/superficial | goulotte | moulure & electrique",
    ),
    line(
        Other,
        "wireway",
        "raceways",
        "wireway",
        "wireway | wire way | wiring trough | auxiliary gutter | 金属ダクト",
        "ducto cuadrado | canal metalica",
    ),
    line(
        Other,
        "underfloor duct",
        "raceways",
        "underfloor_duct",
        "underfloor duct | floor duct | trench duct | cellular floor raceway | フロアダクト | vloergoot",
        "ducto bajo piso | ducto & piso & electrico",
    ),
    line(
        Conduit,
        "underground conduit",
        "site_electrical",
        "underground_conduit",
        "underground conduit | buried conduit | underground raceway | underground electric* | conduit & underground
        | 地中 & 配管 | 地中埋設",
        "tuberia & conduit & enterrada | canalizacion & enterrada | canalizacion & subterranea
        | conduit & enterrado",
    ),
    line(
        Conduit,
        "duct bank",
        "site_electrical",
        "duct_bank",
        "duct bank | ductbank | concrete encased duct/conduit",
        "banco ductos | bancoducto | banco tuberias",
    ),
    line(
        Feeder,
        "feeder",
        "wiring",
        "feeder",
        "feeder | power feeder | service conductor* | main feeder | feeder cable | zuleitung | *hauptleitung
        | voedingskabel | voeding | hoofdleiding | hoofdkabel | 幹線 | 引込線",
        "alimentador | circuito & alimentador* | alimentador electrico/general/principal | acometida & cable
        | linea alimentacion | ligne alimentation | alimentacion principal",
    ),
    line(
        BranchCircuit,
        "home run",
        "wiring",
        "home_run",
        "home run | homerun | home run & panel",
        "retorno & tablero | llegada & tablero",
    ),
    line(
        BranchCircuit,
        "",
        "wiring",
        "branch_circuit",
        "branch circuit | circuit | wire | wiring | branch circuit wiring | circuit wiring | switch leg | conductor
        | lighting circuit | power circuit | stromkreis | *groep | 配線 | 電線 | 天井隠蔽配線 | 露出配線
        | ケーブル配線 | concealed wiring | exposed wiring",
        "circuito | cableado | circuito derivado | circuito & alumbrado | circuito & tomacorriente* | circuit
        | filerie | fiacao | conductores",
    ),
    line(
        BranchCircuit,
        "control",
        "wiring",
        "control_cable",
        "control cable | control wiring | control wire | control conduit | steuerleitung | stuurleiding
        | stuurkabel | 制御線 | 制御ケーブル",
        "cable & control | cableado & control | cable commande",
    ),
    line(
        BranchCircuit,
        "data",
        "communications",
        "data_cable",
        "data cable | network cable | cat6 | cat5e | cat6a | utp | utp cable | data wiring | datenkabel | datakabel
        | utp kabel | lan & ケーブル",
        "cable utp | cable & datos | cable & red | cableado estructurado | cable informatique",
    ),
    line(
        BranchCircuit,
        "fiber",
        "communications",
        "fiber_cable",
        "fiber cable | fibre cable | optical fiber | fiber optic | fiber optic cable | glasfaser* | glasvezel*
        | 光ケーブル | 光ファイバ*",
        "fibra optica | cable & fibra | fibre optique",
    ),
    line(
        BranchCircuit,
        "coaxial",
        "communications",
        "coaxial_cable",
        "coaxial cable | coax cable | rg6 | koaxialkabel | coaxkabel | 同軸ケーブル",
        "cable coaxial",
    ),
    line(
        Other,
        "grounding conductor",
        "grounding",
        "grounding_conductor",
        "grounding conductor | ground conductor | ground wire | ground grid | ground ring | counterpoise
        | bonding conductor | erdleiter | ringerder | aardleiding | aarddraad | 接地線",
        "conductor tierra | circuito & tierra | cable & puesta & tierra | cable tierra
        | conductor & puesta & tierra | linea tierra | malla & cobre | conducteur terre | cabo terra",
    ),
    line(
        Other,
        "down conductor",
        "grounding",
        "down_conductor",
        "down conductor | ableitung & blitz* | 引下げ導線 | 避雷導線",
        "bajante & pararrayos | conductor bajante",
    ),
    line(
        Other,
        "heat trace",
        "equipment",
        "heat_trace",
        "heat trace | heat tracing | heating cable | begleitheizung | tracing lint | 電気ヒータ線",
        "cable calefactor | traceado electrico | traza & electrica",
    ),
    line(
        Other,
        "bare conductor",
        "wiring",
        "bare_conductor",
        "bare conductor | bare copper | bare copper conductor | bare copper wire | blanker leiter",
        "cable desnudo | conductor desnudo | cobre desnudo | cable nu | cabo nu",
    ),
];
