//! Gas, medical gas, heaters, pumps, tanks and other plumbing equipment.

use crate::entry::{Row, generic, item};

pub(crate) const ROWS: &[Row] = &[
    item(
        "specialties",
        "water_hammer_arrester",
        "water hammer arrester | shock absorber | shock arrestor | water hammer arrestor | hammer arrestor
        | waterslagdemper | 水撃防止器",
        "supresor & golpe & ariete | camara & aire & golpe | amortiguador & golpe | antibelier",
    ),
    item(
        "specialties",
        "water_meter",
        "water meter | meter & water | submeter & water | wasserzahler | wasseruhr | watermeter | 量水器
        | 水道メータ | 水道メーター | メーター & 水",
        "medidor agua | medidor & agua | contador agua | contador & agua | compteur eau | hidrometro | medidor",
    ),
    item(
        "specialties",
        "strainer",
        "strainer | basket strainer | schmutzfanger | vuilvanger | ストレーナ",
        "filtro & y | colador | filtre & tamis",
    ),
    item(
        "specialties",
        "gauge",
        "pressure gauge | thermometer | gauge | manometer | 圧力計 | 温度計",
        "manometro | termometro | manometre",
    ),
    item(
        "specialties",
        "access_panel",
        "access panel | access door | plumbing access panel | revisionsklappe | inspectieluik | 点検口",
        "tapa registro & pared | panel acceso | trappe visite",
    ),
    item(
        "gas",
        "gas_cock",
        "gas cock | gas valve | gas shutoff valve | gas shut off valve | gas ball valve | gas stop | gashahn
        | gaskraan | gasafsluiter | ガスコック | ガス栓 | ガス弁",
        "valvula gas | valvula & gas | llave gas | llave & gas | robinet gaz | vanne gaz | registro gas",
    ),
    item(
        "gas",
        "gas_regulator",
        "gas regulator | gas pressure regulator | regulator & gas | regulator | gasdruckregler | gasdrukregelaar
        | ガスガバナ",
        "regulador gas | regulador & gas | regulador & presion | detendeur gaz | regulador",
    ),
    item(
        "gas",
        "gas_meter",
        "gas meter | gaszahler | gasmeter | ガスメータ | ガスメーター",
        "medidor gas | medidor & gas | contador gas | compteur gaz",
    ),
    item(
        "gas",
        "gas_solenoid_valve",
        "gas solenoid valve | gas solenoid | gas magnetventil | 緊急遮断弁 & ガス",
        "electrovalvula & gas | valvula & solenoide & gas",
    ),
    item(
        "gas",
        "gas_connection",
        "gas connection | gas outlet | gas appliance connection | gas stub | gasanschluss | gasaansluiting
        | gasaansluitpunt | gas aansluitpunt",
        "salida gas | salida + gas | punto gas | punto + gas | conexion gas | prise gaz | ponto gas",
    ),
    item(
        "medical_gas",
        "medical_gas_outlet",
        "medical gas outlet | oxygen outlet | medical air outlet | vacuum outlet | medical vacuum inlet
        | nitrous oxide outlet | oxygen | medical gas inlet | entnahmestelle & gas | medische gassen
        | 医療ガス & アウトレット",
        "salida + oxigeno | toma + oxigeno | salida + vacio | toma + vacio | salida + aire & medico
        | toma + aire & medicinal | prise + oxygene | toma & gases & medicinales",
    ),
    item(
        "medical_gas",
        "medical_gas_zone_valve",
        "zone valve box | medical gas zone valve | zvb | zone valve & medical",
        "caja & valvulas & gases | valvula & zona & gases",
    ),
    item(
        "medical_gas",
        "medical_gas_alarm",
        "medical gas alarm | medical gas alarm panel | area alarm panel | master alarm panel",
        "alarma & gases & medic*",
    ),
    item(
        "medical_gas",
        "medical_gas_manifold",
        "medical gas manifold | oxygen manifold | gas manifold & medical",
        "manifold & oxigeno | central & oxigeno",
    ),
    item(
        "medical_gas",
        "laboratory_gas_outlet",
        "laboratory gas outlet | lab gas turret | gas turret | laboratory gas cock",
        "salida + gas & laboratorio",
    ),
    item(
        "sanitary",
        "vent_through_roof",
        "vent through roof | vtr | vent terminal | roof vent & plumbing | dachentluftung | strangentlufter
        | dakdoorvoer | ontspanningsleiding & dak | ベントキャップ & 通気 | 通気口 | 通気金物",
        "terminal ventilacion | sombrero ventilacion | ventilacion & techo & terminal
        | salida & ventilacion & techo | terminal & ventilacion",
    ),
    item(
        "sanitary",
        "backwater_valve",
        "backwater valve | back water valve | ruckstauklappe | ruckstauverschluss | ruckstausicherung
        | terugstuwklep | 逆流防止弁 & 排水",
        "valvula & antirretorno & desague | clapet & reflux",
    ),
    item(
        "sanitary",
        "sanitary_wye",
        "wye & sanitary | sanitary tee | sanitary wye",
        "yee | yee sanitaria | tee sanitaria",
    ),
    item(
        "sanitary",
        "sanitary_bend",
        "sanitary bend | quarter bend | eighth bend | closet bend",
        "codo & desague | codo sanitario",
    ),
    item(
        "domestic_water",
        "water_pipe_elbow",
        "elbow | pipe elbow | winkel & rohr | エルボ",
        "codo | codo 90 | codo 45 | coude",
    ),
    item("domestic_water", "water_pipe_tee", "tee | pipe tee | チーズ", "tee | tee recta"),
    item("domestic_water", "water_pipe_reducer", "reducer | pipe reducer | レジューサ", "reduccion | reductor"),
    item(
        "domestic_water",
        "water_pipe_coupling",
        "union | pipe union | coupling | ユニオン",
        "union universal | union | unio universal",
    ),
    item(
        "domestic_water",
        "stub_out",
        "stub out | stubout | capped outlet | cap | pipe cap | capped pipe | plug & pipe",
        "tapon | punto + agua | salida + agua | bouchon | tapon macho",
    ),
    generic(
        "water_heating",
        "storage_water_heater",
        "water heater | hot water heater | domestic water heater | electric water heater | gas water heater
        | storage water heater | storage heater & water | geyser | warmwasserbereiter | *warmwasserspeicher
        | boiler & elektrisch | *boiler | elektroboiler | warmwatertoestel | warmtapwater toestel | 給湯器
        | 電気温水器 | 温水器 | ガス給湯器",
        "calentador agua | calentador | terma | terma electrica | therma | boiler | termotanque | chauffe eau
        | ballon & eau & chaude | aquecedor | aquecedor & agua | calefon & tanque",
    ),
    item(
        "water_heating",
        "tankless_water_heater",
        "tankless water heater | instantaneous water heater | instant water heater | tankless | durchlauferhitzer
        | geiser | doorstromer | doorstroomtoestel | 瞬間湯沸器 | 瞬間給湯器",
        "calentador & paso | calentador instantaneo | calefon | calentador & instantaneo | chauffe eau instantane",
    ),
    item(
        "water_heating",
        "heat_pump_water_heater",
        "heat pump water heater | heat pump & water & heater | エコキュート | warmtepompboiler",
        "bomba & calor & agua & sanitaria | chauffe eau thermodynamique",
    ),
    item(
        "water_heating",
        "solar_water_heater",
        "solar water heater | solar thermal collector | solar collector | sonnenkollektor | solarkollektor
        | zonneboiler | zonnecollector",
        "calentador solar | terma solar | colector solar | chauffe eau solaire | therma solar",
    ),
    item(
        "water_heating",
        "hot_water_storage_tank",
        "hot water storage tank | hot water tank | storage tank & hot | brauchwasserspeicher | voorraadvat | 貯湯槽
        | 貯湯タンク",
        "tanque & agua & caliente | acumulador | acumulador & agua & caliente | interacumulador | ballon ecs",
    ),
    item(
        "water_heating",
        "expansion_tank",
        "expansion tank | thermal expansion tank | expansion vessel | ausdehnungsgefass | expansievat | 膨張タンク",
        "tanque expansion | vaso expansion | vase expansion",
    ),
    item(
        "pumps",
        "recirculation_pump",
        "recirculation pump | recirculating pump | circulating pump | hot water circulator | circulation pump
        | circulator | zirkulationspumpe | circulatiepomp | 循環ポンプ | 給湯循環ポンプ",
        "bomba recirculacion | bomba & recirculacion | bomba circulacion | pompe bouclage",
    ),
    item(
        "pumps",
        "booster_pump",
        "booster pump | domestic booster pump | pressure booster | booster system | pump | water pump | lift pump
        | druckerhohungs* | drukverhogings* | hydrofoor | hydrofoorinstallatie | pumpe | pomp | 加圧ポンプ
        | 給水ポンプ | 加圧給水ポンプ | 揚水ポンプ | ポンプ",
        "bomba | bomba & presion & constante | equipo & presion & constante | hidroneumatico | bomba agua
        | electrobomba | grupo presion | bomba elevadora | surpresseur | bomba & recalque | equipo hidroneumatico
        | bomba & impulsion",
    ),
    item(
        "pumps",
        "sump_pump",
        "sump pump | drainage pump | elevator sump pump | tauchpumpe | schmutzwasserpumpe | dompelpomp | 排水ポンプ
        | 雑排水ポンプ",
        "bomba sumidero | bomba & achique | bomba & sumidero | bomba & sumergible | pompe relevage
        | pompe vide cave",
    ),
    item(
        "pumps",
        "sewage_ejector",
        "sewage ejector | sewage pump | ejector pump | sewage ejector pump | ejector | hebeanlage
        | fakalienhebeanlage | fecalienpomp | opvoerinstallatie | 汚水ポンプ | 汚物ポンプ",
        "bomba & aguas & negras | bomba & aguas & residuales | eyector | bomba & desague | bomba & aguas & servidas",
    ),
    item(
        "pumps",
        "vacuum_pump",
        "vacuum pump | medical vacuum pump | vakuumpumpe | vacuumpomp | 真空ポンプ",
        "bomba vacio | bomba & vacio | pompe & vide",
    ),
    item(
        "pumps",
        "air_compressor",
        "air compressor | medical air compressor | compressor | kompressor | luchtcompressor | コンプレッサ
        | コンプレッサー | 空気圧縮機",
        "compresor | compresor aire | compresseur | compresor & aire",
    ),
    item(
        "tanks_and_treatment",
        "grease_interceptor",
        "grease interceptor | grease trap | grease separator | fettabscheider | vetafscheider | vetvangput
        | グリーストラップ | グリース阻集器 | グリスト",
        "trampa grasa | trampa & grasa* | interceptor & grasa* | separador & grasa* | bac & graisse
        | separateur & graisses | caixa gordura",
    ),
    item(
        "tanks_and_treatment",
        "oil_separator",
        "oil separator | oil interceptor | sand oil interceptor | oil sand interceptor | sand interceptor
        | oil water separator | olabscheider | benzinabscheider | leichtflussigkeitsabscheider | olieafscheider
        | zandvang | benzineafscheider | オイル阻集器 | オイルトラップ",
        "separador & aceite* | trampa & aceite* | interceptor & aceite* | desarenador | separateur & hydrocarbures
        | trampa & arena",
    ),
    item(
        "tanks_and_treatment",
        "acid_neutralization_tank",
        "acid neutralization tank | acid neutralization | neutralization tank | neutralisation & tank
        | neutralisationsanlage | neutralisatie* | 中和槽",
        "tanque & neutralizacion | neutralizador",
    ),
    item(
        "tanks_and_treatment",
        "domestic_water_tank",
        "domestic water tank | water storage tank | water tank | roof tank | cold water tank | break tank
        | house tank | wassertank | wasserbehalter | *watertank | waterreservoir | breektank | 受水槽 | 高置水槽
        | 高架水槽 | 水槽",
        "tanque agua | tanque elevado | tanque & agua | cisterna | cisterna agua | tinaco | reservorio | cuve & eau
        | caixa agua | reservatorio | reservoir eau | deposito agua",
    ),
    item(
        "tanks_and_treatment",
        "rainwater_cistern",
        "rainwater cistern | rainwater tank | rain water tank | rainwater harvesting | regenwasserzisterne
        | zisterne | hemelwaterput | regenwaterput | regenwatertank | 雨水タンク | 雨水貯留槽",
        "cisterna & pluvial | tanque & agua & lluvia | tanque & pluvial | cuve & pluviale",
    ),
    item(
        "tanks_and_treatment",
        "water_softener",
        "water softener | softener | wasserenthartung* | enthartungsanlage | waterontharder | ontharder | 軟水器",
        "suavizador | ablandador | adoucisseur",
    ),
    item(
        "tanks_and_treatment",
        "water_filter",
        "water filter | filter & water | filter | wasserfilter | ruckspulfilter | waterfilter | 浄水器 | ろ過器
        | ろ過機",
        "filtro agua | filtro & agua | filtre eau | filtro",
    ),
    item(
        "tanks_and_treatment",
        "ultraviolet_unit",
        "ultraviolet unit | uv unit | uv disinfection | uv sterilizer | uv anlage | uv lamp & water | 紫外線 & 殺菌",
        "unidad uv | lampara uv | esterilizador & uv",
    ),
    item(
        "tanks_and_treatment",
        "sump_basin",
        "sump basin | sump pit | sump | elevator sump | pumpensumpf | pompput | 排水槽 | 汚水槽 | 雑排水槽
        | ピット & 排水",
        "camara bombeo | pozo & bombeo | carcamo & bombeo | foso & sumidero | puisard | caja sumidero & bombeo",
    ),
    item(
        "supports",
        "pipe_hanger",
        "pipe hanger | hanger | pipe support",
        "colgador | abrazadera | soporte & tuberia | collier",
    ),
    item(
        "supports",
        "pipe_sleeve",
        "pipe sleeve | sleeve | wall sleeve | floor sleeve | スリーブ | 配管スリーブ",
        "pase & tuberia | manguito & pase | camisa & tuberia | fourreau & passage",
    ),
    item("sanitary", "sanitary_coupling", "no hub coupling | sanitary coupling", ""),
    item(
        "domestic_water",
        "water_pipe_elbow",
        "elbow down | elbow up | pipe down | pipe up | turn down | turn up | pipe drop | pipe riser & up",
        "codo & baja | codo & sube | tuberia & baja | tuberia & sube | sube tuberia | baja tuberia",
    ),
];
