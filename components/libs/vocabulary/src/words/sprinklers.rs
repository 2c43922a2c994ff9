//! Sprinklers and their pipes and valves.

use crate::entry::{Row, generic, item, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    generic(
        "sprinklers",
        "pendent_sprinkler",
        "sprinkler | sprinkler head | fire sprinkler | automatic sprinkler | sprinkler* | *sprinkler
        | *sprinklerkop | sprinklerkopf | スプリンクラー | スプリンクラ | スプリンクラーヘッド
        | スプリンクラヘッド | sp & ヘッド | spklr | sprink",
        "rociador | rociador automatico | sprinkler | aspersor & incendio* | regador & incendio*
        | chuveiro automatico | sprinkleur | tete sprinkler | cabezal & rociador | rociador*",
    ),
    item(
        "sprinklers",
        "pendent_sprinkler",
        "sprinkler & pendent/pendant | sprinkler* & hangend/hangende | pendent | pendent head | ssp
        | sprinkler* & hangend* | スプリンクラーヘッド & 下向 | スプリンクラー & 下向 | ヘッド & 下向
        | 下向き & ヘッド",
        "rociador & colgante | rociador & pendent/pendiente | rociador & montante & abajo | sprinkleur & pendant
        | sprinkler & colgante",
    ),
    item(
        "sprinklers",
        "upright_sprinkler",
        "sprinkler & upright | upright | upright head | ssu | sprinkler* & stehend* | sprinkler* & staand*
        | スプリンクラーヘッド & 上向 | スプリンクラー & 上向 | ヘッド & 上向",
        "rociador & montante | rociador & upright | rociador & vertical | rociador & arriba | sprinkleur & debout
        | sprinkler & montante",
    ),
    item(
        "sprinklers",
        "sidewall_sprinkler",
        "sprinkler & sidewall | sprinkler & side & wall | sidewall | horizontal sidewall | side wall head
        | sidewall head | sprinkler* & wandsprinkler | wandsprinkler | seitenwandsprinkler | zijwandsprinkler
        | スプリンクラーヘッド & 側壁 | スプリンクラー & 側壁 | 側壁型 & ヘッド",
        "rociador & pared | rociador & lateral | rociador & sidewall | rociador & muro | sprinkleur & mural",
    ),
    item(
        "sprinklers",
        "concealed_sprinkler",
        "sprinkler & concealed | concealed head | concealed pendent | sprinkler & flush | sprinkler* & verdeckt*
        | sprinkler* & verzonken | concealed sprinkler* | スプリンクラーヘッド & 埋込
        | スプリンクラーヘッド & 隠蔽 | スプリンクラー & 埋込",
        "rociador & oculto | rociador & empotrado | rociador & concealed | sprinkleur & cache",
    ),
    item(
        "sprinklers",
        "recessed_sprinkler",
        "sprinkler & recessed | sprinkler & semi & recessed | semi recessed sprinkler
        | スプリンクラーヘッド & フラッシュ | pendent & recessed | recessed pendent | recessed pendant",
        "rociador & semiempotrado | rociador & semi & empotrado | rociador & recessed",
    ),
    item(
        "sprinklers",
        "dry_sprinkler",
        "dry sprinkler | dry pendent | dry sidewall | dry upright | sprinkler & dry & barrel | dry head
        | trockensprinkler | 乾式 & ヘッド",
        "rociador & seco | sprinkleur & sec",
    ),
    item(
        "sprinklers",
        "esfr_sprinkler",
        "esfr | early suppression | esfr sprinkler | sprinkler & esfr",
        "rociador & esfr | rociador & supresion & temprana",
    ),
    item(
        "sprinklers",
        "extended_coverage_sprinkler",
        "extended coverage | sprinkler & extended & coverage | ec sprinkler | sprinkler & ec",
        "rociador & cobertura & extendida",
    ),
    item(
        "sprinklers",
        "residential_sprinkler",
        "residential sprinkler | sprinkler & residential | woningsprinkler | 住宅用スプリンクラー",
        "rociador & residencial",
    ),
    item("sprinklers", "window_sprinkler", "window sprinkler | sprinkler & window", "rociador & ventana"),
    item(
        "sprinklers",
        "open_nozzle",
        "open sprinkler | open nozzle | deluge nozzle | spray nozzle | water spray nozzle | 開放型 & ヘッド
        | 噴霧ヘッド",
        "boquilla abierta | boquilla & pulverizacion | boquilla & diluvio",
    ),
    item("sprinklers", "sprinkler_guard", "sprinkler guard | sprinkler cage | sprinkler & guard", "guarda & rociador"),
    line(
        Pipe,
        "sprinkler",
        "sprinkler_piping",
        "sprinkler_branch_line",
        "sprinkler branch line | branch line & sprinkler | branch line | sprinkler pipe | sprinkler piping
        | sprinkler line | sprinklerleitung | *sprinklerleiding | スプリンクラー配管 | スプリンクラ管 | 消火配管",
        "ramal & rociadores | tuberia & rociadores | tuberia & sprinkler | canalisation sprinkler
        | ramal & incendio*",
    ),
    line(
        Pipe,
        "sprinkler main",
        "sprinkler_piping",
        "sprinkler_main",
        "sprinkler main | cross main | feed main | fire main | fire protection main | fire protection pipe
        | fire protection water | fire protection line | fire water | fire line | fire pipe | sprinkler supply
        | loschwasser* | bluswater* | brandleiding | blusleiding | 消火管 | 消火水 | 消火",
        "tuberia & contra & incendio* | red contra incendio* | agua contra incendio* | red & incendio*
        | tuberia principal & incendio* | reseau incendie | rede incendio | aci",
    ),
    line(
        Pipe,
        "sprinkler riser",
        "sprinkler_piping",
        "sprinkler_riser",
        "sprinkler riser | fire riser | system riser | fire protection riser | steigleitung & sprinkler",
        "montante & contra & incendio* | montante & incendio* | montante & rociadores
        | alimentador & contra & incendio*",
    ),
    item(
        "sprinkler_piping",
        "sprinkler_drop",
        "sprinkler drop | sprig | sprig up | arm over | armover",
        "bajada & rociador",
    ),
    item(
        "sprinkler_piping",
        "flexible_sprinkler_drop",
        "flexible sprinkler drop | flexible drop | flex drop | flexible sprinkler hose | 巻出し | 巻出し管",
        "conexion & flexible & rociador | manguera & flexible & rociador",
    ),
    line(
        Pipe,
        "fire service",
        "sprinkler_piping",
        "fire_service_pipe",
        "fire service | fire service main | underground fire | underground fire main | fire water service
        | fire service line",
        "acometida & contra & incendio* | tuberia & enterrada & incendio*",
    ),
    line(
        Pipe,
        "sprinkler drain",
        "sprinkler_piping",
        "drain_pipe",
        "sprinkler drain | main drain & sprinkler | auxiliary drain & sprinkler",
        "drenaje & rociadores",
    ),
    item(
        "sprinkler_piping",
        "grooved_coupling",
        "grooved coupling | mechanical coupling & grooved | groeven & koppeling",
        "acople ranurado | union ranurada",
    ),
    item(
        "valves_and_trim",
        "alarm_check_valve",
        "alarm check valve | alarm valve | wet alarm valve | wet pipe valve | alarm check | nassalarmventil
        | alarmklep | natte alarmklep | 流水検知装置 | アラーム弁 | 自動警報弁 | 湿式流水検知装置",
        "valvula & alarma | valvula & check & alarma | valvula & sistema & humedo | poste & alarme",
    ),
    item(
        "valves_and_trim",
        "dry_pipe_valve",
        "dry pipe valve | dry valve | dry alarm valve | trockenalarmventil | droge alarmklep | 乾式流水検知装置",
        "valvula & tubo & seco | valvula & tuberia & seca",
    ),
    item(
        "valves_and_trim",
        "preaction_valve",
        "preaction valve | pre action valve | preaction | 予作動式 | 予作動式流水検知装置",
        "valvula & preaccion",
    ),
    item(
        "valves_and_trim",
        "deluge_valve",
        "deluge valve | deluge | spruhflutventil | deluge klep | delugeklep | 一斉開放弁",
        "valvula & diluvio | vanne deluge",
    ),
    item(
        "valves_and_trim",
        "control_valve",
        "control valve | os & y | outside screw | gate valve | butterfly valve | supervised valve
        | supervised butterfly | indicating valve | isolation valve | shut off valve | shutoff valve | ball valve
        | 仕切弁 | 制御弁 | バタフライ弁",
        "valvula & control | valvula compuerta | valvula mariposa | valvula & supervisada | valvula & os
        | valvula & cierre | valvula bola | vanne",
    ),
    item(
        "valves_and_trim",
        "zone_control_assembly",
        "zone control assembly | floor control assembly | floor control valve | floor control valve assembly
        | zone control valve | zone valve assembly | riser assembly | fcva",
        "estacion & control & piso | estacion & control & zona | valvula & control & zona",
    ),
    item(
        "valves_and_trim",
        "check_valve",
        "check valve | non return valve | ruckschlagklappe | terugslagklep | 逆止弁",
        "valvula check | valvula retencion | valvula antirretorno | clapet & retour",
    ),
    item(
        "valves_and_trim",
        "backflow_preventer",
        "backflow preventer | double check | double check valve | double check detector | double detector check
        | dcda | dcva | backflow | 逆流防止",
        "preventor & reflujo | valvula & antirreflujo | disconnecteur",
    ),
    item(
        "valves_and_trim",
        "flow_switch",
        "flow switch | water flow switch | waterflow switch | waterflow | water flow | waterflow detector
        | vane switch | waterflow alarm | stromungswachter | stromingsschakelaar | 流水スイッチ",
        "interruptor & flujo | detector & flujo | sensor & flujo | switch & flujo",
    ),
    item(
        "valves_and_trim",
        "tamper_switch",
        "tamper switch | valve tamper | tamper | valve supervisory | supervisory switch | valve supervisory switch
        | standbewakings* | タンパースイッチ",
        "interruptor & tamper | switch & tamper | interruptor & supervision | sensor & tamper
        | interruptor & supervisorio",
    ),
    item(
        "valves_and_trim",
        "pressure_switch",
        "pressure switch | low air pressure switch | druckschalter | drukschakelaar | 圧力スイッチ",
        "presostato | interruptor & presion | switch & presion | pressostat",
    ),
    item(
        "valves_and_trim",
        "test_and_drain",
        "inspector* test | inspectors test | inspector & test | test & drain | test drain valve
        | drain & test valve | test connection | inspector test connection | auxiliary drain | drum drip
        | main drain | 末端試験弁 | 末端試験装置 | テスト弁",
        "valvula & prueba & drenaje | conexion & prueba | prueba & drenaje | drenaje auxiliar",
    ),
    item(
        "valves_and_trim",
        "air_compressor",
        "air compressor | compressor & dry | air maintenance device | nitrogen generator & fire",
        "compresor & aire & seco",
    ),
    item(
        "valves_and_trim",
        "post_indicator_valve",
        "post indicator valve | post indicator | piv | wall post indicator | wall indicator valve",
        "valvula & poste & indicador",
    ),
];
