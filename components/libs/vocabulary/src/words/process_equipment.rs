//! Vessels, machines and heat exchangers of process plants.

use crate::entry::{Row, generic, item, line};
use crate::kinds::System::Other;

pub(crate) const ROWS: &[Row] = &[
    generic(
        "tanks_and_vessels",
        "atmospheric_tank",
        "tank | storage tank | atmospheric tank | fixed roof tank | floating roof tank | cone roof tank
        | open top tank | day tank | mix tank | mixing tank | buffer tank | holding tank | feed tank | water tank
        | chemical tank | dosing tank | basin | sump | behalter & drucklos | *tank | lagertank | opslagtank | *vat
        | bassin | タンク | 貯槽 | 槽 | 受槽",
        "tanque | tanque almacenamiento | tanque atmosferico | tanque & mezcla | deposito | cuba | reservoir | cuve
        | bac | tanque pulmon | poza | fosa | cisterna",
    ),
    item(
        "tanks_and_vessels",
        "pressure_vessel",
        "pressure vessel | vessel | pressure tank | bullet tank | druckbehalter | *behalter | drukvat | 圧力容器
        | 容器 | ベッセル",
        "recipiente & presion | recipiente | vasija | recipiente presion | capacite & pression | vaso & presion
        | tanque presurizado",
    ),
    item(
        "tanks_and_vessels",
        "storage_silo",
        "silo | hopper | bin | storage silo | bunker | *silo | trichter | *trechter | サイロ | ホッパ | ホッパー",
        "silo | tolva | tremie",
    ),
    item(
        "tanks_and_vessels",
        "reactor",
        "reactor | reaction vessel | stirred tank reactor | cstr | fermenter | fermentor | bioreactor | digester
        | reaktor | ruhrkessel | 反応器 | 反応槽 | リアクタ*",
        "reactor | reacteur | digestor | fermentador",
    ),
    item(
        "tanks_and_vessels",
        "column",
        "column | tower | distillation column | stripper | absorber | scrubber | packed tower | tray column
        | fractionator | deaerator | kolonne | *kolonne | wascher | *kolom | gaswasser | 塔 | 蒸留塔 | 吸収塔
        | スクラバ*",
        "columna | torre | columna destilacion | torre destilacion | lavador & gas* | absorbedor | colonne | tour
        | desaireador | depurador & gas*",
    ),
    item(
        "tanks_and_vessels",
        "receiver",
        "receiver | drum | knockout drum | knock out drum | flash drum | separator | accumulator | surge drum
        | condensate pot | air receiver | cyclone separator | kondensatbehalter | abscheider | *abscheider
        | windkessel | afscheider | *afscheider | cycloon | 受器 | ドラム | セパレータ* | 分離器 | エアタンク
        | 空気槽",
        "acumulador | separador | tambor | recibidor | pulmon & aire | ballon separateur | separateur | ciclon",
    ),
    item(
        "tanks_and_vessels",
        "clarifier",
        "clarifier | settling tank | sedimentation tank | thickener | klarbecken | absetzbecken | eindicker
        | bezinktank | nabezinktank | indikker | 沈殿槽 | 沈澱池 | シックナ*",
        "clarificador | sedimentador | espesador | decantador | decanteur | clarificateur",
    ),
    item(
        "tanks_and_vessels",
        "skid_package",
        "skid | skid package | package unit | packaged unit | skid mounted unit | dosing skid
        | パッケージ & ユニット",
        "skid | paquete & equipo",
    ),
    generic(
        "rotating_equipment",
        "centrifugal_pump",
        "pump | centrifugal pump | submersible pump | vertical pump | transfer pump | feed pump | kreiselpumpe
        | *pumpe | *pomp | ポンプ | 遠心ポンプ | 渦巻ポンプ",
        "bomba | bomba centrifuga | bomba & centrifuga | bomba & sumergible | pompe | pompe centrifuge
        | bomba & transferencia",
    ),
    item(
        "rotating_equipment",
        "centrifugal_pump",
        "centrifugal pump | kreiselpumpe | 遠心ポンプ | 渦巻ポンプ",
        "bomba centrifuga | bomba & centrifuga | pompe centrifuge",
    ),
    item(
        "rotating_equipment",
        "positive_displacement_pump",
        "positive displacement pump | gear pump | screw pump | lobe pump | progressive cavity pump
        | progressing cavity pump | diaphragm pump | double diaphragm pump | aodd pump | peristaltic pump
        | piston pump | reciprocating pump | rotary pump | mono pump | pump & positive & displacement
        | zahnradpumpe | schraubenpumpe | exzenterschneckenpumpe | membranpumpe | kolbenpumpe | drehkolbenpumpe
        | tandwielpomp | membraanpomp | wormpomp | monopomp | zuigerpomp | 歯車ポンプ | ギアポンプ
        | スクリューポンプ | ダイヤフラムポンプ",
        "bomba & desplazamiento & positivo | bomba engranaje* | bomba & engranaje* | bomba tornillo | bomba lobular
        | bomba diafragma | bomba & diafragma | bomba piston | bomba & cavidad & progresiva | bomba peristaltica
        | pompe volumetrique | pompe engrenage* | pompe membrane",
    ),
    item(
        "rotating_equipment",
        "metering_pump",
        "metering pump | dosing pump | chemical feed pump | chemical metering pump | injection pump | dosierpumpe
        | doseerpomp | 定量ポンプ | 薬注ポンプ | 注入ポンプ",
        "bomba dosificadora | bomba & dosificadora | dosificador | pompe doseuse | bomba dosadora",
    ),
    item(
        "rotating_equipment",
        "compressor",
        "compressor | air compressor | reciprocating compressor | screw compressor | centrifugal compressor
        | gas compressor | kompressor | verdichter | *verdichter | *compressor | 圧縮機 | コンプレッサ
        | コンプレッサー | 空気圧縮機",
        "compresor | compresor & aire | compresseur",
    ),
    item(
        "rotating_equipment",
        "blower",
        "blower | fan | induced draft fan | forced draft fan | id fan | fd fan | air blower | roots blower
        | geblase | ventilator | *blazer | *ventilator | ブロワ | ブロワー | 送風機 | ファン",
        "soplador | ventilador | extractor | soplante | ventilateur | surpresseur | soprador",
    ),
    item(
        "rotating_equipment",
        "agitator",
        "agitator | mixer | stirrer | impeller mixer | *ruhrwerk | ruhrer | mischer | roerder | *roerwerk | menger
        | mixer & tank | 攪拌機 | 撹拌機 | 撹拌器 | ミキサ | ミキサー",
        "agitador | mezclador | agitateur | melangeur | misturador",
    ),
    item(
        "rotating_equipment",
        "vacuum_pump",
        "vacuum pump | liquid ring pump | vacuum ejector | steam ejector | ejector | eductor | vakuumpumpe
        | strahlpumpe | vacuumpomp | 真空ポンプ | エゼクタ | エジェクタ",
        "bomba vacio | bomba & vacio | eyector | pompe & vide | ejecteur",
    ),
    item(
        "rotating_equipment",
        "centrifuge",
        "centrifuge | decanter centrifuge | decanter | zentrifuge | 遠心分離機 | デカンタ",
        "centrifuga | decanter | centrifugeuse | decantador centrifugo",
    ),
    item(
        "rotating_equipment",
        "turbine",
        "turbine | steam turbine | gas turbine | expander | タービン",
        "turbina | turbina & vapor",
    ),
    generic(
        "heat_transfer",
        "shell_and_tube_exchanger",
        "heat exchanger | exchanger | cooler | heater | condenser | reboiler | preheater | shell tube exchanger
        | shell tube heat exchanger | shell & tube & exchanger | intercooler | aftercooler | economizer
        | feed water heater | double pipe exchanger | warmetauscher | rohrbundelwarmetauscher | kuhler | erhitzer
        | kondensator | *kuhler | *warmetauscher | warmtewisselaar | *koeler | *wisselaar | condensor | 熱交換器
        | 冷却器 | 加熱器 | 凝縮器 | コンデンサ | リボイラ | クーラ",
        "intercambiador | intercambiador calor | intercambiador & tubo* & coraza | enfriador | calentador
        | condensador | rehervidor | precalentador | echangeur | refroidisseur | condenseur | rechauffeur
        | trocador calor | intercambiador & casco & tubo*",
    ),
    item(
        "heat_transfer",
        "plate_exchanger",
        "plate exchanger | plate heat exchanger | plate frame exchanger | plate & frame & exchanger
        | plattenwarmetauscher | platenwarmtewisselaar | platenwisselaar | プレート式熱交換器 | プレート熱交換器",
        "intercambiador & placa* | echangeur & plaque* | trocador & placa*",
    ),
    item(
        "heat_transfer",
        "air_cooled_exchanger",
        "air cooled exchanger | air cooler | air cooled heat exchanger | fin fan | fin fan cooler
        | fin fan exchanger | air cooled condenser | luftkuhler | luchtkoeler | 空冷式熱交換器 | エアフィンクーラ*",
        "aeroenfriador | aerorrefrigerante | enfriador & aire | intercambiador & enfriado & aire | aerorefrigerant",
    ),
    item(
        "heat_transfer",
        "fired_heater",
        "fired heater | furnace | process furnace | incinerator | flare | thermal oxidizer | burner | ofen
        | industrieofen | brenner | *ofen | fornuis | oven | brander | fakkel | 加熱炉 | 炉 | バーナ | バーナー
        | フレア",
        "horno | horno & proceso | quemador | incinerador | antorcha | tea | four | bruleur | torche
        | calentador & fuego",
    ),
    item(
        "heat_transfer",
        "process_boiler",
        "boiler | steam boiler | steam generator | waste heat boiler | dampfkessel | kessel | dampferzeuger
        | *ketel | stoomketel | ボイラ | ボイラー",
        "caldera | caldero | generador vapor | caldera & vapor | chaudiere",
    ),
    item(
        "heat_transfer",
        "process_chiller",
        "chiller | refrigeration unit | kaltemaschine | koelmachine | チラー | 冷凍機",
        "enfriador & agua & paquete | chiller | unidad & refrigeracion | groupe froid",
    ),
    item(
        "heat_transfer",
        "evaporator",
        "evaporator | falling film evaporator | vaporizer | crystallizer | verdampfer | *verdampfer | verdamper
        | 蒸発器 | 蒸発缶 | 気化器 | 濃縮",
        "evaporador | vaporizador | evaporateur | cristalizador",
    ),
    item(
        "heat_transfer",
        "dryer",
        "dryer | spray dryer | rotary dryer | drum dryer | fluid bed dryer | trockner | *trockner | droger
        | *droger | 乾燥機 | ドライヤ",
        "secador | secadora & industrial | secador rotatorio | secheur",
    ),
    line(
        Other,
        "belt conveyor",
        "material_handling",
        "belt_conveyor",
        "belt conveyor | conveyor | roller conveyor | conveyor belt | forderband | bandforderer | transportband
        | ベルトコンベヤ* | コンベヤ | コンベア",
        "faja transportadora | cinta transportadora | banda transportadora | transportador | convoyeur
        | transportador & banda",
    ),
    line(
        Other,
        "screw conveyor",
        "material_handling",
        "screw_conveyor",
        "screw conveyor | auger | screw feeder | forderschnecke | schneckenforderer | transportschroef
        | schroeftransporteur | スクリューコンベヤ* | スクリューフィーダ*",
        "transportador & tornillo | tornillo transportador | tornillo sinfin | vis & convoyeuse | vis transporteuse",
    ),
    item(
        "material_handling",
        "bucket_elevator",
        "bucket elevator | becherwerk | elevatorbecher | emmerelevator | バケットエレベータ*",
        "elevador & cangilones | elevateur & godets",
    ),
    item(
        "material_handling",
        "crane_or_hoist",
        "crane | hoist | overhead crane | jib crane | monorail hoist | kran | hebezeug | kettenzug | *kraan & hijs
        | bovenloopkraan | takel | クレーン | ホイスト",
        "grua | polipasto | puente grua | tecle | pont roulant | palan",
    ),
    item(
        "material_handling",
        "dust_collector",
        "dust collector | baghouse | bag house | bag filter & dust | cyclone | cyclone & dust | entstauber
        | staubfilter | zyklon | stoffilter | stofafzuiging | 集塵機 | 集じん機 | バグフィルタ* | サイクロン",
        "colector & polvo | filtro & mangas | ciclon & polvo | depoussiereur",
    ),
    item(
        "material_handling",
        "rotary_valve",
        "rotary valve | rotary feeder | rotary airlock | airlock & rotary | zellenradschleuse | rotatiesluis
        | celradsluis | sluis & roterend | ロータリーバルブ | ロータリーフィーダ*",
        "valvula rotativa | valvula rotatoria | esclusa | ecluse rotative",
    ),
    item(
        "material_handling",
        "weigh_scale",
        "scale & weigh* | weigh scale | weighing scale | load cell | weigh feeder | weigh hopper | waage
        | wagezelle | weegschaal | weegcel | weegtrechter | 秤 | はかり | ロードセル | 計量機",
        "balanza | bascula | celda carga | celda & carga | balance & pesage | balanca",
    ),
];
