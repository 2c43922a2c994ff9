//! Air handling, terminal units and fans.

use crate::entry::{Row, item};

pub(crate) const ROWS: &[Row] = &[
    item(
        "air_handling",
        "air_handling_unit",
        "air handling unit | air handler | air handling | ahu | air handler unit | luftungsgerat | rlt gerat
        | zentralluftungsgerat | luchtbehandelings* | lbk | wtw & unit | 空調機 | エアハンドリングユニット
        | エアハン",
        "unidad manejadora | manejadora aire | manejadora | uma | unidad & tratamiento & aire | uta | climatizador
        | climatizadora | centrale traitement air | cta | unidade & tratamento & ar | unidad & manejadora & aire",
    ),
    item(
        "air_handling",
        "rooftop_unit",
        "rooftop unit | roof top unit | rtu | packaged rooftop | packaged rooftop unit | rooftop & packaged
        | packaged unit | dachgerat | rooftop | dakunit",
        "unidad & paquete | unidad paquete | equipo paquete | unidad rooftop | roof top | unidad & techo & paquete",
    ),
    item(
        "air_handling",
        "makeup_air_unit",
        "makeup air unit | make up air unit | make up air | makeup air | mau | mua",
        "unidad & aire & reposicion | inyeccion & aire & reposicion",
    ),
    item(
        "air_handling",
        "dedicated_outdoor_air_unit",
        "dedicated outdoor air unit/system | outdoor air unit | doas | doau | 外調機 | 外気処理",
        "unidad & aire & exterior | unidad & aire & primario",
    ),
    item(
        "air_handling",
        "energy_recovery_ventilator",
        "energy recovery ventilator | energy recovery unit | heat recovery unit | heat recovery ventilator
        | heat recovery ventilation | erv | hrv | warmeruckgewinnung* | warmteterugwin* | wtw | wtw unit
        | 全熱交換器 | 全熱交換機 | ロスナイ",
        "recuperador & calor | recuperador & energia | recuperador | recuperateur chaleur | double flux
        | ventilador & recuperacion",
    ),
    item(
        "air_handling",
        "furnace",
        "furnace | gas furnace | duct furnace | warmlufterzeuger | luchtverwarmer & gas",
        "horno & aire | generateur air chaud",
    ),
    item(
        "air_handling",
        "coil",
        "coil | heating coil | cooling coil | duct coil | duct heater | electric duct heater | duct mounted coil
        | hot water coil | heizregister | kuhlregister | lufterhitzer | luftkuhler | verwarmingsbatterij
        | koelbatterij | naverwarmer | コイル | 冷却コイル | 加熱コイル",
        "serpentin | bateria & frio | bateria & calor | resistencia & ducto | batterie chaude | batterie froide",
    ),
    item(
        "air_handling",
        "air_filter",
        "air filter | filter bank | filter & air | hepa filter | hepa | luftfilter | luchtfilter | フィルター
        | エアフィルター",
        "filtro aire | filtro & hepa | filtre & air | banco & filtros",
    ),
    item(
        "air_handling",
        "humidifier",
        "humidifier | steam humidifier | luftbefeuchter | dampfbefeuchter | bevochtiger | 加湿器",
        "humidificador | humidificateur | umidificador",
    ),
    item(
        "air_handling",
        "dehumidifier",
        "dehumidifier | entfeuchter | ontvochtiger | 除湿機",
        "deshumidificador | deshumidificateur",
    ),
    item("air_handling", "roof_curb", "roof curb | equipment curb | dachsockel", "base & techo & equipo"),
    item(
        "terminal_units",
        "variable_air_volume_box",
        "variable air volume box/terminal/unit | variable air volume | variable volume box | vav | vav box
        | vav terminal | air terminal unit | air valve | terminal box | volumenstromregler | vvs | vav unit
        | vav ユニット | 変風量装置",
        "caja volumen variable | caja vav | volumen variable | caja & volumen & variable | boite debit variable",
    ),
    item(
        "terminal_units",
        "constant_air_volume_box",
        "constant air volume box/terminal | constant volume box | cav | cav box | konstantvolumenstrom*
        | constantvolume* | cav ユニット | 定風量装置",
        "caja volumen constante | caja & volumen & constante",
    ),
    item(
        "terminal_units",
        "fan_powered_box",
        "fan powered box/terminal/unit | fan powered vav | fan terminal unit | fpb | fptu",
        "caja & ventilador",
    ),
    item(
        "terminal_units",
        "fan_coil_unit",
        "fan coil | fan coil unit | fancoil | fcu | fancoil unit | geblasekonvektor | ventilatorconvector
        | fancoilunit | ファンコイル | ファンコイルユニット",
        "fan coil | ventiloconvector | fancoil | ventilo convecteur | unidad fan coil | ventilconvettore",
    ),
    item(
        "terminal_units",
        "chilled_beam",
        "chilled beam | active chilled beam | passive chilled beam | kuhlbalken | koelbalk | klimaatplafond & balk
        | チルドビーム",
        "viga fria | poutre froide | vigas frias",
    ),
    item("terminal_units", "unit_ventilator", "unit ventilator | classroom unit ventilator", "unidad ventiladora"),
    item(
        "terminal_units",
        "packaged_terminal_unit",
        "packaged terminal unit | packaged terminal air conditioner | ptac | pthp | window air conditioner
        | through wall air conditioner",
        "aire & acondicionado & ventana | climatiseur fenetre",
    ),
    item(
        "terminal_units",
        "reheat_coil",
        "reheat coil | re heat coil | booster coil | nachheizregister | naverwarmingsbatterij | 再熱コイル
        | レヒータ",
        "serpentin & recalentamiento | batterie terminale",
    ),
    item(
        "fans",
        "exhaust_fan",
        "fan | exhaust fan | extract fan | roof exhaust fan | roof fan | ventilator | dachventilator
        | abluftventilator | dakventilator | afzuigventilator | mechanische ventilatie & box | mv box
        | wandventilator | 排気ファン | 排風機 | 換気扇 | 換気ファン | 送風機 | ファン | 有圧扇 | 排煙機 | upblast
        | power roof ventilator | utility fan | utility set",
        "ventilador | extractor | extractor aire | ventilador extraccion | ventilador & extraccion
        | ventilador extractor | extractor & hongo | extractor & centrifugo | ventilateur | ventilateur extraction
        | extracteur | tourelle extraction | exaustor | ventilador & axial",
    ),
    item(
        "fans",
        "supply_fan",
        "supply fan | supply air fan | intake fan | fresh air fan | zuluftventilator | toevoerventilator
        | 給気ファン | 給気送風機",
        "ventilador inyeccion | ventilador & inyeccion | inyector aire | ventilador & suministro
        | ventilateur soufflage | inyector",
    ),
    item(
        "fans",
        "return_fan",
        "return fan | return air fan | relief fan | umluftventilator | retourventilator | 還気ファン",
        "ventilador & retorno",
    ),
    item(
        "fans",
        "inline_fan",
        "inline fan | in line fan | duct fan | tube axial fan | inline exhaust fan | kanalventilator
        | rohrventilator | buisventilator | kanaalventilator | ダクトファン | 中間取付 & ファン
        | ストレートシロッコ | 中間ダクトファン",
        "ventilador & linea | extractor & linea | ventilador tubular | ventilador & helicocentrifugo",
    ),
    item(
        "fans",
        "ceiling_exhaust_fan",
        "ceiling exhaust fan | bathroom fan | bath fan | toilet exhaust fan | cabinet fan | ceiling cabinet fan
        | badlufter | badventilator | 天井換気扇 | 天井埋込換気扇 | 天井扇 & 換気",
        "extractor & bano | extractor & techo | extractor & cielo",
    ),
    item(
        "fans",
        "kitchen_hood",
        "kitchen hood | range hood | exhaust hood | grease hood | kitchen exhaust hood | cooker hood
        | dunstabzugshaube | kuchenhaube | afzuigkap | wasemkap | レンジフード | フード",
        "campana & cocina | campana extractora | campana extraccion | campana & extraccion | hotte | hotte cuisine
        | coifa",
    ),
    item(
        "fans",
        "fume_hood_exhaust",
        "fume hood | laboratory hood | fume cupboard | laborabzug | digestorium | zuurkast | ドラフトチャンバー",
        "campana & gases | campana & laboratorio | sorbonne",
    ),
    item(
        "fans",
        "destratification_fan",
        "destratification fan | hvls fan | circulation fan | air circulator | シーリングファン & 大型",
        "ventilador & destratificacion",
    ),
    item(
        "fans",
        "stair_pressurization_fan",
        "stair pressurization fan | stairwell pressurization | pressurization fan | smoke control fan
        | 加圧 & 送風機",
        "ventilador & presurizacion | presurizacion & escalera* | inyector & presurizacion",
    ),
];
