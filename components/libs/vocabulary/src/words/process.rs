//! Valves, specialties, fittings and instruments of process plants.

use crate::entry::{Row, generic, item, line};
use crate::kinds::System::Other;

pub(crate) const ROWS: &[Row] = &[
    generic(
        "valves",
        "gate_valve",
        "valve | isolation valve | block valve | shutoff valve | shut off valve | hand valve | manual valve
        | root valve | *ventil | armatur | absperrventil | afsluiter | *afsluiter | バルブ | 弁 | 手動弁",
        "valvula | valvula manual | valvula aislamiento | valvula & bloqueo | valvula corte | valvula & corte
        | vanne | robinet | vanne & isolement | valvula & manual",
    ),
    item(
        "valves",
        "gate_valve",
        "gate valve | valve & gate | knife gate | knife gate valve | *schieber | absperrschieber | schuifafsluiter
        | ゲート弁 | 仕切弁 | ゲートバルブ",
        "valvula compuerta | valvula & compuerta | valvula guillotina | vanne opercule | robinet vanne
        | valvula gaveta",
    ),
    item(
        "valves",
        "globe_valve",
        "globe valve | valve & globe | angle valve | durchgangsventil | klepafsluiter | グローブ弁 | 玉形弁
        | アングル弁",
        "valvula globo | valvula & globo | valvula angular | valvula & angulo | robinet soupape",
    ),
    item(
        "valves",
        "ball_valve",
        "ball valve | valve & ball | 3 way ball valve | three way valve | 3 way valve | four way valve | kugelhahn
        | dreiwegehahn | kogelkraan | kogelafsluiter | driewegkraan | ボール弁 | ボールバルブ | 三方弁",
        "valvula bola | valvula & bola | valvula esferica | valvula & esfera | valvula & tres & vias
        | valvula & 3 & vias | vanne boisseau | robinet tournant spherique | valvula esfera",
    ),
    item(
        "valves",
        "butterfly_valve",
        "butterfly valve | valve & butterfly | absperrklappe | vlinderklep | vlinderafsluiter | バタフライ弁
        | バタフライバルブ",
        "valvula mariposa | valvula & mariposa | vanne papillon | valvula borboleta",
    ),
    item(
        "valves",
        "plug_valve",
        "plug valve | valve & plug | plug cock | kuken* | kukenhahn | plugkraan | プラグ弁 | コック",
        "valvula macho | valvula & macho | valvula tapon | robinet boisseau conique",
    ),
    item(
        "valves",
        "diaphragm_valve",
        "diaphragm valve | valve & diaphragm | pinch valve | membranventil | membraanafsluiter | ダイヤフラム弁
        | ピンチ弁",
        "valvula diafragma | valvula & diafragma | valvula membrana | vanne membrane",
    ),
    item(
        "valves",
        "check_valve",
        "check valve | valve & check | non return valve | foot valve | ruckschlagventil | ruckschlagklappe
        | terugslagklep | 逆止弁 | チェッキ弁 | チャッキ弁 | フート弁",
        "valvula check | valvula & check | valvula retencion | valvula & retencion | valvula antirretorno
        | valvula & antirretorno | clapet | clapet anti retour | valvula & pie",
    ),
    item(
        "valves",
        "needle_valve",
        "needle valve | valve & needle | nadelventil | naaldafsluiter | naaldventiel | ニードル弁",
        "valvula aguja | valvula & aguja | robinet pointeau",
    ),
    item(
        "valves",
        "control_valve",
        "control valve | valve & control | modulating valve | pneumatic valve | pneumatic control valve
        | motor operated valve | mov | diaphragm actuated valve | regelventil | stellventil | regelafsluiter
        | regelklep | 調節弁 | 制御弁 | コントロール弁 | 自動弁 | 空気作動弁",
        "valvula control | valvula & control | valvula & neumatica | valvula automatica | valvula & motorizada
        | vanne regulation | vanne & regulation | vanne automatique",
    ),
    item(
        "valves",
        "on_off_valve",
        "off valve | solenoid valve | valve & solenoid | shutdown valve | emergency shutdown valve | esd valve
        | actuated valve | actuated ball valve | actuated butterfly valve | magnetventil | magneetklep
        | magneetventiel | 電磁弁 | 遮断弁 | 緊急遮断弁",
        "valvula solenoide | valvula & solenoide | electrovalvula | valvula & cierre & emergencia | electrovanne
        | valvula & actuada | vanne tout ou rien",
    ),
    item(
        "valves",
        "pressure_safety_valve",
        "safety valve | pressure safety valve | relief valve | safety relief valve | pressure relief valve | psv
        | conservation vent | breather valve | pressure vacuum relief | sicherheitsventil | veiligheidsklep
        | veiligheidsventiel | overdrukventiel | 安全弁 | 逃し弁 | ブリーザ弁 | リリーフ弁",
        "valvula seguridad | valvula & seguridad | valvula alivio | valvula & alivio | soupape securite | soupape
        | valvula & presion & vacio",
    ),
    item(
        "valves",
        "rupture_disk",
        "rupture disk | rupture disc | bursting disc | berstscheibe | breekplaat | ラプチャーディスク | 破裂板",
        "disco ruptura | disco & ruptura | disque rupture",
    ),
    item(
        "valves",
        "pressure_regulator",
        "pressure regulator | pressure reducing valve | pressure regulating valve | self actuated regulator
        | back pressure regulator | regulator | back pressure valve | druckminderer | druckregler | drukregelaar
        | reduceerventiel | drukreduceer* | 減圧弁 | 背圧弁 | 自力式調節弁",
        "regulador presion | regulador & presion | valvula reductora | valvula & reductora
        | regulador & contrapresion | detendeur | reducteur pression",
    ),
    item(
        "valves",
        "sanitary_valve",
        "sanitary valve | mix proof valve | mixproof valve | aseptic valve | サニタリー弁",
        "valvula sanitaria | valvula & sanitaria",
    ),
    item(
        "piping_specialties",
        "strainer",
        "strainer | basket strainer | duplex strainer | conical strainer | temporary strainer | t strainer
        | schmutzfanger | vuilvanger | korffilter | ストレーナ | ストレーナー",
        "filtro & y | colador | filtro & canasta | filtro tipo canasta | filtre panier | filtre & tamis | strainer",
    ),
    item(
        "piping_specialties",
        "filter",
        "filter | cartridge filter | bag filter | inline filter | line filter | filter housing | *filter | フィルタ
        | フィルター | ろ過器",
        "filtro | filtro & cartucho | filtro & linea | filtre",
    ),
    item(
        "piping_specialties",
        "steam_trap",
        "steam trap | trap | inverted bucket trap | thermostatic trap | float trap | kondensatableiter | condenspot
        | スチームトラップ | トラップ",
        "trampa vapor | trampa & vapor | trampa | purgeur | purgeur vapeur | purgador vapor",
    ),
    item(
        "piping_specialties",
        "expansion_joint",
        "expansion joint | bellows | expansion bellows | kompensator | balgkompensator | compensator
        | balgcompensator | 伸縮継手 | ベローズ",
        "junta expansion | junta & expansion | compensador | fuelle | compensateur | soufflet",
    ),
    item(
        "piping_specialties",
        "flexible_hose",
        "flexible hose | hose | flexible connection | flexible connector | hose connection | hose coupling
        | schlauch | *schlauch | *slang | フレキシブルホース | ホース | フレキシブルチューブ",
        "manguera | manguera flexible | conexion flexible | flexible | tuyau flexible | mangueira",
    ),
    item(
        "piping_specialties",
        "sight_glass",
        "sight glass | sight flow indicator | sight flow | level gauge | level glass | gauge glass | schauglas
        | kijkglas | peilglas | サイトグラス | のぞき窓 | 液面計 | レベルゲージ",
        "mirilla | visor | visor & nivel | visor & flujo | indicador & nivel & visual | voyant | niveau & glace",
    ),
    item(
        "piping_specialties",
        "static_mixer",
        "static mixer | inline mixer | in line mixer | statikmischer | statische menger | スタティックミキサ*",
        "mezclador estatico | melangeur statique",
    ),
    item(
        "piping_specialties",
        "sample_station",
        "sample station | sample point | sampling point | sample connection | sample valve | sampling valve
        | sample cooler | probenahme* | probeentnahme | monsterpunt | monstername | monsternamepunt
        | サンプリング口 | 試料採取",
        "toma muestra* | toma & muestra* | punto muestreo | punto & muestreo | prise & echantillon",
    ),
    item(
        "piping_specialties",
        "spray_ball",
        "spray ball | spray nozzle | spray head | spruhkugel | spruhduse | sproeibol | sproeikop | スプレーボール
        | スプレーノズル",
        "bola spray | boquilla | boquilla aspersion | boule lavage",
    ),
    item(
        "piping_specialties",
        "flame_arrester",
        "flame arrester | flame arrestor | detonation arrester | flammensperre | flammendurchschlagsicherung
        | vlamdover | vlamkerende* | フレームアレスタ* | 逆火防止器",
        "arrestallama* | arresta llama* | apagallama* | arrete flamme | corta llama*",
    ),
    item(
        "pipe_fittings",
        "reducer",
        "reducer | concentric reducer | eccentric reducer | reduzierung | verloopstuk | reduzierstuck | レジューサ
        | レデューサ",
        "reduccion | reductor | reduccion concentrica | reduction",
    ),
    item(
        "pipe_fittings",
        "flange",
        "flange | flanged connection | flanged nozzle | flanged joint | *flansch | *flens | フランジ",
        "brida | bridada | bride | flange",
    ),
    item(
        "pipe_fittings",
        "blind_flange",
        "blind flange | blind | spectacle blind | figure 8 blind | figure eight | spade | spacer & blind
        | blindflansch | steckscheibe | brillenflansch | blindflens | steekflens | 閉止板 | ブラインドフランジ
        | 閉止フランジ",
        "brida ciega | figura 8 | figura ocho | bride pleine | disco ciego",
    ),
    item(
        "pipe_fittings",
        "cap",
        "cap | pipe cap | end cap | welded cap | plug & threaded | キャップ",
        "tapa & tuberia | tapon | capa | bouchon",
    ),
    item("pipe_fittings", "union", "union | pipe union | ユニオン", "union | union universal | raccord union"),
    item(
        "pipe_fittings",
        "coupling",
        "coupling | quick coupling | quick connect | quick disconnect | camlock | cam lock | kupplung
        | schnellkupplung | *koppeling | カップリング",
        "acople | acople rapido | conexion rapida | raccord rapide",
    ),
    item("pipe_fittings", "elbow", "elbow | bend | エルボ", "codo | coude"),
    item("pipe_fittings", "tee", "tee | ティー", "tee"),
    item("pipe_fittings", "branch_outlet", "branch outlet | weldolet | threadolet | sockolet", "derivacion | weldolet"),
    item("welds_and_joints", "butt_weld", "butt weld | field weld | stumpfnaht", "soldadura & tope"),
    generic(
        "instrumentation",
        "process_switch",
        "instrument | field instrument | field mounted instrument | discrete instrument
        | locally mounted instrument | messgerat | instrument & veld | 計器 | 現場計器 | 検出器",
        "instrumento | instrumento & campo | instrument",
    ),
    item(
        "instrumentation",
        "pressure_transmitter",
        "pressure transmitter | pressure sensor | pressure indicating transmitter
        | differential pressure transmitter | dp transmitter | pressure element | drucktransmitter
        | druckmessumformer | druckaufnehmer | druktransmitter | drukopnemer | 圧力発信器 | 圧力伝送器
        | 差圧発信器 | 差圧伝送器",
        "transmisor presion | transmisor & presion | sensor presion | transmisor & presion & diferencial
        | transmetteur pression | transmissor pressao",
    ),
    item(
        "instrumentation",
        "temperature_element",
        "temperature element | temperature transmitter | temperature sensor | thermowell | thermocouple | rtd
        | temperature indicator | thermometer | temperature gauge | resistance thermometer | temperaturfuhler
        | widerstandsthermometer | thermoelement | temperaturtransmitter | temperatuuropnemer
        | temperatuurtransmitter | thermokoppel | 温度計 | 熱電対 | 測温抵抗体 | 温度発信器 | 温度検出器",
        "sensor temperatura | transmisor temperatura | transmisor & temperatura | termopozo | termocupla | termopar
        | termometro | indicador & temperatura | sonde temperature | thermometre | elemento & temperatura",
    ),
    item(
        "instrumentation",
        "flow_meter",
        "flow meter | flowmeter | flow transmitter | flow element | orifice plate | orifice | restriction orifice
        | venturi | rotameter | magnetic flow meter | magmeter | mag meter | coriolis meter | coriolis
        | vortex meter | ultrasonic meter | turbine meter | flow nozzle | flow indicator | flow sensor
        | variable area meter | pitot tube | flume | weir | durchflussmesser | durchflussmessung | blende
        | messblende | durchflusstransmitter | schwebekorper* | debietmeter | *debietmeter | doorstroommeter
        | meetflens | 流量計 | オリフィス | 電磁流量計 | 面積流量計 | 流量発信器 | ロータメータ",
        "medidor flujo | medidor & flujo | medidor caudal | medidor & caudal | transmisor flujo
        | transmisor & flujo | transmisor & caudal | placa orificio | placa & orificio | caudalimetro | rotametro
        | flujometro | debitmetre | orificio & restriccion | sensor flujo | indicador & flujo | medidor vazao",
    ),
    item(
        "instrumentation",
        "level_transmitter",
        "level transmitter | level sensor | level element | radar level | ultrasonic level
        | level indicating transmitter | level indicator | level probe | displacer & level | float & level
        | fullstand* | fullstandsmessung | fullstandsmesser | niveautransmitter | niveaumeter | niveaumeting
        | niveauopnemer | レベル計 | レベル発信器 | レベルセンサ | 液位計 | 水位計",
        "transmisor nivel | transmisor & nivel | sensor nivel | sensor & nivel | indicador nivel
        | indicador & nivel | medidor & nivel | transmetteur niveau | sonde niveau | transmissor nivel",
    ),
    item(
        "instrumentation",
        "analyzer",
        "analyzer | analyser | analysis element | ph meter | ph sensor | ph probe | conductivity meter
        | conductivity sensor | dissolved oxygen | orp | turbidity meter | turbidimeter | oxygen analyzer
        | chlorine analyzer | densitometer | density meter | gas chromatograph | viscometer | analysator
        | analysegerat | leitfahigkeits* | trubungs* | geleidbaarheids* | zuurstofmeter | troebelheid* | 分析計
        | 導電率計 | 濁度計 | 濃度計 | 密度計",
        "analizador | analizador & oxigeno | sensor ph | phmetro | conductimetro | turbidimetro | analyseur
        | densimetro | medidor & ph | sonda & ph",
    ),
    item(
        "instrumentation",
        "pressure_gauge",
        "pressure gauge | pressure indicator | gauge | gage | manometer | differential pressure gauge
        | compound gauge | vacuum gauge | druckmesser | 圧力計 | 連成計 | 真空計",
        "manometro | indicador presion | indicador & presion | manometre | vacuometro",
    ),
    item(
        "instrumentation",
        "process_switch",
        "pressure switch | level switch | flow switch | temperature switch | limit switch | position switch
        | proximity switch | float switch | speed switch | high level switch | low level switch | vibration switch
        | conductivity switch | druckschalter | niveauschalter | grenzschalter | schwimmerschalter | endschalter
        | stromungswachter | drukschakelaar | niveauschakelaar | vlotterschakelaar | eindschakelaar
        | flowschakelaar | stromingsschakelaar | 圧力スイッチ | レベルスイッチ | フロースイッチ | 流量スイッチ
        | リミットスイッチ | フロートスイッチ | 温度スイッチ",
        "interruptor presion | interruptor & presion | interruptor nivel | interruptor & nivel | interruptor flujo
        | interruptor & flujo | interruptor & temperatura | presostato | flotador | interruptor & posicion
        | final carrera | fin course | pressostat | contacteur niveau | switch & nivel | switch & presion
        | switch & flujo | boya | chave nivel | pera & nivel",
    ),
    item(
        "instrumentation",
        "gas_detector",
        "gas detector | combustible gas detector | toxic gas detector | lel detector | gas sensor | h2s detector
        | gaswarngerat | gasmelder | gasdetector | gasdetectie | ガス検知器 | ガス検知 | ガス漏れ検知器",
        "detector gas | detector & gas* | detecteur gaz | sensor & gas",
    ),
    item(
        "instrumentation",
        "control_panel",
        "control panel | local control panel | lcp | local panel | plc panel | plc | instrument panel
        | local control station | dcs | shared display | programmable logic control* | schaltschrank | bedientafel
        | besturingskast | regelkast | besturingspaneel | 制御盤 | 操作盤 | 現場操作盤 | 計装盤",
        "panel control | tablero control | tablero & control | panel local | plc | tablero local
        | panneau & commande | armoire & commande",
    ),
    item(
        "instrumentation",
        "instrument_junction_box",
        "instrument junction box | junction box | ijb | klemmenkasten | klemmenkast | 端子箱
        | ジャンクションボックス",
        "caja conexion* & instrument* | caja & empalme* | caja conexiones | boite & jonction",
    ),
    line(
        Other,
        "instrument signal",
        "instrumentation",
        "instrument_cable",
        "electrical signal | electric signal | instrument signal | signal line | electrical binary signal
        | software link | data link | signal cable | instrument cable | internal system link | fieldbus
        | signalleitung | signaalkabel | instrumentkabel | 信号線 | 電気信号 | 計装ケーブル",
        "senal electrica | cable instrument* | cable & instrument* | enlace & datos | senal electronica
        | signal electrique",
    ),
    item(
        "utilities",
        "utility_station",
        "utility station | hose station | utility drop | utility hose station",
        "estacion & servicio* | estacion & mangueras",
    ),
    item(
        "utilities",
        "air_dryer",
        "air dryer | desiccant dryer | refrigerated dryer | instrument air dryer | drucklufttrockner | luchtdroger
        | persluchtdroger | エアドライヤ*",
        "secador & aire | secheur & air",
    ),
    item("supports", "pipe_hanger", "pipe hanger | hanger | pipe support", "soporte & tuberia | colgador"),
    item(
        "supports",
        "spring_support",
        "spring hanger | spring support | spring can | federhanger",
        "soporte & resorte",
    ),
    item(
        "supports",
        "pipe_guide",
        "pipe guide | pipe anchor | guide & pipe | anchor & pipe",
        "guia & tuberia | anclaje & tuberia",
    ),
];
