//! Process plant pipes.

use crate::entry::{Row, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    line(
        Pipe,
        "",
        "process_piping",
        "carbon_steel_pipe",
        "pipe | piping | process line | main process line | process pipe | process piping | main line
        | secondary line | minor process line | major process line | primary process line | secondary process line
        | connection & process | carbon steel pipe | new pipe | rohrleitung | prozessleitung
        | hauptleitung & prozess | procesleiding | leiding | hoofdleiding & proces | 配管 | 主配管 | プロセス配管",
        "linea proceso | linea & proceso | linea principal | linea secundaria | tuberia | tuberia & proceso
        | tuberia principal | tuberia secundaria | tuyauterie | tubulacao | tuberia & acero & carbono",
    ),
    line(
        Pipe,
        "stainless",
        "process_piping",
        "stainless_steel_pipe",
        "stainless steel pipe | stainless pipe | stainless piping | edelstahlrohr | edelstahlleitung | rvs leiding
        | rvs buis | ステンレス配管 | ステンレス鋼管",
        "tuberia & acero & inoxidable | tuberia inoxidable | tuyauterie inox",
    ),
    line(
        Pipe,
        "plastic",
        "process_piping",
        "plastic_pipe",
        "plastic pipe | pvc pipe | cpvc pipe | hdpe pipe | pe pipe | kunststoffrohr | kunststof leiding
        | hdpe leiding | 塩ビ管 | ポリエチレン管",
        "tuberia & plastica | tuberia & hdpe | tuberia & cpvc | tuberia & polietileno",
    ),
    line(
        Pipe,
        "fiberglass",
        "process_piping",
        "fiberglass_pipe",
        "fiberglass pipe | frp pipe | grp pipe | gre pipe | gfk rohr | gvk leiding",
        "tuberia & fibra & vidrio | tuberia & prfv",
    ),
    line(
        Pipe,
        "sanitary tubing",
        "process_piping",
        "sanitary_tubing",
        "sanitary tubing | sanitary tube | hygienic tubing | サニタリー配管 | サニタリー管",
        "tubo & sanitario & inoxidable | tuberia & grado & alimenticio",
    ),
    line(
        Pipe,
        "instrument tubing",
        "process_piping",
        "instrument_tubing",
        "instrument tubing | pneumatic signal | hydraulic signal | capillary tube | capillary tubing | capillary
        | pneumatic line | pneumatic tube | impulse line | impulse tubing | steuerluft | pneumatische leitung
        | stuurlucht | impulsleiding | 導圧管 | 空気圧信号 | キャピラリ",
        "senal neumatica | senal hidraulica | tubo capilar | tubing | linea neumatica | signal pneumatique
        | linea impulso",
    ),
    line(
        Pipe,
        "jacketed",
        "process_piping",
        "jacketed_pipe",
        "jacketed pipe | jacketed line | double contained pipe | doppelmantelrohr | dubbelwandige leiding
        | mantelleiding | ジャケット配管 | 二重管",
        "tuberia enchaquetada | tuberia & enchaquetada | tuyauterie double enveloppe",
    ),
    line(
        Pipe,
        "heat traced",
        "insulation_and_coating",
        "process_heat_trace",
        "heat traced | heat traced pipe | heat traced line | heat trace | heat tracing | electric tracing
        | electrically traced | steam traced | begleitheizung | beheizte leitung | tracing | verwarmde leiding
        | トレース | スチームトレース | トレース管",
        "traceado | traceado electrico | linea traceada | linea & traceada | traceado & vapor | tracage",
    ),
    line(
        Pipe,
        "compressed air",
        "utilities",
        "compressed_air_pipe",
        "compressed air | compressed air pipe/line | instrument air | plant air | service air | utility air
        | air line | process air | air supply | druckluft | druckluftleitung | steuerluft & leitung | perslucht
        | persluchtleiding | instrumentenlucht | 圧縮空気 | 計装空気 | 圧空 | エア配管 | 圧縮空気管",
        "aire comprimido | linea & aire | aire instrumentos | aire & instrument* | aire & planta
        | tuberia & aire & comprimido | air comprime | air instrument | ar comprimido",
    ),
    line(
        Pipe,
        "nitrogen",
        "utilities",
        "nitrogen_pipe",
        "nitrogen | nitrogen line | nitrogen pipe | inert gas | stickstoff | stickstoffleitung | stikstof
        | stikstofleiding | 窒素 | 窒素ガス | 窒素管",
        "nitrogeno | linea & nitrogeno | azote | nitrogenio",
    ),
    line(
        Pipe,
        "steam",
        "utilities",
        "steam_pipe",
        "steam | steam line | steam pipe | live steam | high pressure steam | low pressure steam
        | medium pressure steam | steam supply | dampf | dampfleitung | stoom | stoomleiding | 蒸気 | 蒸気管
        | スチーム",
        "vapor | linea vapor | tuberia vapor | linea & vapor | tuberia & vapor | vapeur",
    ),
    line(
        Pipe,
        "condensate",
        "utilities",
        "condensate_pipe",
        "condensate | condensate return | steam condensate | condensate line | kondensat | kondensatleitung
        | condensaat | condensaatleiding | condensaatretour | 復水 | ドレン | 凝縮水 | ドレン管",
        "condensado | retorno condensado | linea & condensado | retorno & condensado | condensat*",
    ),
    line(
        Pipe,
        "process water",
        "utilities",
        "process_water_pipe",
        "process water | cooling water | cooling water supply | cooling water return | service water
        | utility water | plant water | raw water | boiler feed water | boiler feedwater | feed water
        | potable water | city water | chilled water | hot water | fire water | water | water line | waste water
        | wastewater | effluent | drain line | prozesswasser | kuhlwasser | betriebswasser | rohwasser
        | speisewasser | abwasser | proceswater | koelwater | bedrijfswater | ruwwater | voedingswater
        | afvalwater | 冷却水 | 工業用水 | 上水 | 給水 | 用水 | 純水 & 工程 | 温水 | 排水 | 冷水",
        "agua proceso | agua & proceso | agua enfriamiento | agua & enfriamiento | agua refrigeracion | agua cruda
        | agua & alimentacion | agua industrial | agua potable | agua helada | agua caliente | agua residual
        | efluente | agua | linea agua | linea & agua | eau industrielle | eau process | eau refroidissement
        | eau brute | agua & servicio*",
    ),
    line(
        Pipe,
        "purified water",
        "utilities",
        "purified_water_pipe",
        "purified water | deionized water | demineralized water | demin water | ro water | wfi | soft water
        | softened water | vollentsalztes wasser | reinwasser | ve wasser | weichwasser | demiwater | osmosewater
        | onthard water | 純水 | 超純水 | 軟水 | 脱イオン水 | 注射用水",
        "agua desmineralizada | agua purificada | agua desionizada | agua osmosis | agua & osmosis | agua blanda
        | agua suavizada | eau demineralisee | eau purifiee | agua & ro",
    ),
];
