//! Heating, cooling and pumps.

use crate::entry::{Row, item};

pub(crate) const ROWS: &[Row] = &[
    item(
        "heating",
        "boiler",
        "boiler | hot water boiler | steam boiler | gas boiler | condensing boiler | heizkessel | kessel
        | gastherme | brennwertkessel | *ketel | cv ketel | hr ketel | combiketel | ボイラ | ボイラー | 温水ボイラ",
        "caldera | caldera & agua | caldera & vapor | chaudiere | caldeira | caldero",
    ),
    item(
        "heating",
        "unit_heater",
        "unit heater | gas unit heater | heater | air heater | heizlufter | luchtverhitter | heater unit
        | ユニットヒーター",
        "unitermo | calefactor & unitario | aerotermo | unidad & calefac* | aerotherme | calefactor",
    ),
    item(
        "heating",
        "cabinet_unit_heater",
        "cabinet unit heater | cabinet heater | cuh | cabinet & unit & heater",
        "calefactor & gabinete",
    ),
    item(
        "heating",
        "radiator",
        "radiator | panel radiator | column radiator | towel radiator | towel warmer | convector | heizkorper
        | *heizkorper | konvektor | badheizkorper | handtuchheizkorper | handdoekradiator | *radiator | *convector
        | ラジエータ | ラジエーター | 放熱器 | コンベクター",
        "radiador | radiador toallero | convector | radiateur | convecteur | seche serviette*",
    ),
    item(
        "heating",
        "finned_tube_radiation",
        "finned tube radiation | fin tube | finned tube | fintube | baseboard radiation | baseboard | radiation",
        "tubo aletado | zocalo radiante",
    ),
    item(
        "heating",
        "radiant_panel",
        "radiant panel | radiant ceiling panel | deckenstrahlplatte | strahlungspaneel | stralingspaneel
        | klimaatplafond | 放射パネル",
        "panel radiante | panneau rayonnant",
    ),
    item(
        "heating",
        "radiant_floor_tubing",
        "radiant floor | underfloor heating | floor heating | radiant floor tubing | fussbodenheizung
        | vloerverwarming | 床暖房 | 床暖房パネル",
        "suelo radiante | piso radiante | losa radiante | plancher chauffant",
    ),
    item(
        "heating",
        "infrared_heater",
        "infrared heater | radiant heater | radiant tube heater | tube heater | infrarotstrahler | dunkelstrahler
        | donkerstraler | infraroodpaneel",
        "calefactor & infrarrojo | tubo radiante",
    ),
    item(
        "heating",
        "heat_exchanger",
        "heat exchanger | plate heat exchanger | warmetauscher | warmeubertrager | warmtewisselaar | afleverset
        | 熱交換器",
        "intercambiador & calor | intercambiador calor | echangeur | trocador & calor",
    ),
    item(
        "heating",
        "flue",
        "flue | breeching | boiler flue | flue pipe | chimney | stack & boiler | abgasrohr | schornstein
        | abgasleitung | rookgasafvoer | rookgaskanaal | schoorsteen | 煙道 | 煙突",
        "chimenea | ducto & gases & combustion | conduit & fumee | cheminee",
    ),
    item(
        "cooling",
        "chiller",
        "chiller | air cooled chiller | water cooled chiller | kaltemaschine | kaltwassersatz | koelmachine
        | 冷凍機 | チラー | チリングユニット | 吸収冷温水機",
        "enfriador | enfriadora | chiller | enfriador & agua | groupe froid | groupe eau glacee | resfriador & agua",
    ),
    item(
        "cooling",
        "cooling_tower",
        "cooling tower | closed circuit cooler | kuhlturm | ruckkuhler & nass | koeltoren | 冷却塔
        | クーリングタワー",
        "torre enfriamiento | torre & enfriamiento | torre refrigeracion | tour refroidissement
        | torre resfriamento",
    ),
    item(
        "cooling",
        "condensing_unit",
        "condensing unit | condenser | air cooled condenser | outdoor unit | outdoor condensing unit
        | air cooled condensing unit | verflussiger | aussengerat | aussereinheit | condensor | buitenunit
        | buitendeel | 室外機 | 屋外機 | コンデンシングユニット",
        "unidad condensadora | condensadora | condensador | unidad exterior | unite exterieure | condenseur
        | unidade condensadora | unidade externa",
    ),
    item(
        "cooling",
        "heat_pump",
        "heat pump | water source heat pump | wshp | air source heat pump | warmepumpe | *warmtepomp | ヒートポンプ",
        "bomba calor | bomba & calor | pompe & chaleur | bomba & calor & agua",
    ),
    item(
        "cooling",
        "split_system",
        "split system | ductless split | mini split | minisplit | split ac | split air conditioner | split unit
        | split system air conditioner | air conditioner | air conditioning unit | indoor unit | splitgerat
        | klimagerat | klimaanlage | airco | airconditioning | エアコン | ルームエアコン | 室内機
        | パッケージエアコン | 空調室内機",
        "mini split | equipo split | aire acondicionado split | unidad evaporadora | evaporadora | unidad interior
        | split | aire acondicionado | climatiseur | ar condicionado | evaporador & split | unite interieure",
    ),
    item(
        "cooling",
        "vrf_outdoor_unit",
        "vrf outdoor unit | vrv outdoor unit | vrf condensing unit | vrf heat pump | ビル用マルチ & 室外機",
        "unidad exterior & vrf | condensadora & vrf | unidad exterior & vrv",
    ),
    item(
        "cooling",
        "vrf_indoor_unit",
        "vrf indoor unit | vrv indoor unit | vrf cassette | vrf fan coil | ceiling cassette | cassette
        | cassette unit | kassettengerat | cassette unit & plafond | 天井カセット | カセット型 | 天カセ",
        "unidad interior & vrf | evaporadora & vrf | cassette | unidad & cassette",
    ),
    item(
        "cooling",
        "computer_room_unit",
        "computer room unit | computer room air conditioner/conditioning | crac | crah | crac unit
        | precision air conditioning | prazisionsklimagerat",
        "aire acondicionado & precision | climatizador & precision",
    ),
    item(
        "cooling",
        "dry_cooler",
        "dry cooler | fluid cooler | trockenkuhler | ruckkuhler | droge koeler | drycooler",
        "dry cooler | enfriador & seco | aerorefrigerant",
    ),
    item(
        "cooling",
        "thermal_storage_tank",
        "thermal storage tank | ice storage tank | buffer tank | chilled water tank | pufferspeicher | buffervat
        | 蓄熱槽 | バッファタンク",
        "tanque & almacenamiento & termico | tanque & inercia | ballon tampon",
    ),
    item(
        "pumps",
        "circulator_pump",
        "circulator | circulator pump | circulating pump | circulation pump | umwalzpumpe | heizungspumpe
        | circulatiepomp | cv pomp | 循環ポンプ | pump",
        "bomba circulacion | bomba recirculacion & calefac* | circulador | circulateur | bomba circuladora | bomba
        | pompe | pompe circulation",
    ),
    item(
        "pumps",
        "end_suction_pump",
        "end suction pump | base mounted pump | chilled water pump | condenser water pump | heating water pump
        | hot water pump & heating | 冷水ポンプ | 冷却水ポンプ | 温水ポンプ",
        "bomba & agua & helada | bomba & agua & condensacion | bomba & agua & refrigerada | bomba & succion",
    ),
    item(
        "pumps",
        "inline_pump",
        "inline pump | in line pump | inline circulator | inlinepumpe | inline pomp | ラインポンプ",
        "bomba & linea | bomba linea",
    ),
    item("pumps", "split_case_pump", "split case pump | horizontal split case", "bomba & carcasa & partida"),
    item(
        "pumps",
        "condensate_pump",
        "condensate pump | kondensatpumpe | condenspomp | ドレンポンプ | ドレンアップ",
        "bomba condensado | bomba & condensado* | pompe condensat*",
    ),
];
