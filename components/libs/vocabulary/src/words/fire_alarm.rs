//! Fire alarm.

use crate::entry::{Row, generic, item, line, overriding};
use crate::kinds::System::{Conduit, Other};

pub(crate) const ROWS: &[Row] = &[
    generic(
        "fire_alarm",
        "fire_alarm_device",
        "fire alarm | fire alarm device | notification appliance | nac appliance | transponder | fire detector
        | fire detection | brandmelder | brandmelde* | brandmeld* | *brandmelder | feuermelder | 感知器
        | 火災 & 感知器 | 自動火災報知* | heat detection | firefighter telephone/phone
        | firefighter telephone jack | fire fighter phone | fireman phone | remote indicat*
        | remote indicat* light/lamp",
        "alarma incendio* | alarma contra incendio* | dispositivo & incendio* | detector incendio*
        | deteccion incendio* | alarme incendie | alarme incendio | detecteur incendie",
    ),
    overriding(
        "fire_alarm",
        "fire_alarm_device",
        "bell | electric bell | speaker | telephone jack",
        "campana | timbre | parlante",
    ),
    item(
        "fire_alarm",
        "smoke_detector",
        "smoke | smoke detector | smoke sensor | smoke detect* | smoke alarm | smoke head | photoelectric detector
        | photoelectric smoke* | photo smoke* | ionization detector | intelligent photo* & detector
        | combination smoke & carbon | multi sensor detector | multi criteria detector | multisensor detector
        | detector & smoke | sensor & smoke | rauchmelder | rauchwarnmelder | *rauchmelder | rookmelder
        | *rookmelder | rookdetector | 煙感知器 | 煙感知 | 光電式 & 感知器 | 光電式スポット型感知器 | 光電式",
        "detector humo | sensor humo | detector & humo | detector & fotoelectrico | sensor & humo | estacion & humo
        | detecteur fumee | detecteur & fumee | detector & fumaca | detector fumaca | detector ionico",
    ),
    item(
        "fire_alarm",
        "heat_detector",
        "heat detector | heat sensor | heat detect* | thermal detector | thermal sensor | rate & rise & detector
        | fixed temperature detector | detector & heat | detector & thermal | sensor & thermal | sensor & heat
        | warmemelder | thermomelder | hittemelder | *hittemelder | warmtemelder | thermische melder | 熱感知器
        | 差動式 | 定温式 | 差動式スポット型感知器 | 定温式スポット型感知器",
        "detector temperatura | detector termico | detector calor | sensor & termico & incendio*
        | detector & temperatura | detector & calor | detector & termovelocimetrico | detecteur chaleur
        | detecteur thermique | detecteur thermovelocimetrique | detector & termico",
    ),
    item(
        "fire_alarm",
        "duct_detector",
        "duct detector | duct smoke detector/sensor | duct smoke | duct sensor & smoke | smoke detector & duct
        | smoke sensor & duct | intelligent duct | duct mounted smoke | duct mounted smoke detector
        | in duct smoke | duct housing | detector & duct | sampling tube | kanalrauchmelder | kanaal & rookmelder
        | ダクト用 & 煙感知器",
        "detector & humo & ducto | detector & ducto | sensor & humo & ducto | detecteur & fumee & gaine",
    ),
    item(
        "fire_alarm",
        "beam_detector",
        "beam detector | beam smoke detector | projected beam | linear beam | linearmelder | lijnrookmelder
        | beamdetector | 光電式分離型感知器 | 分離型",
        "detector & lineal | detector & barrera | detector & haz | detecteur lineaire",
    ),
    item(
        "fire_alarm",
        "carbon_monoxide_detector",
        "carbon monoxide detector/sensor/alarm | carbon monoxide | co detector/alarm/sensor | co melder
        | koolmonoxidemelder | detector & co | 一酸化炭素 | co 警報器",
        "detector & monoxido | detector monoxido | sensor & monoxido | detecteur & monoxyde",
    ),
    item(
        "fire_alarm",
        "pull_station",
        "pull station | manual station | manual pull | manual pull station | pull box & fire | fire alarm box
        | fire alarm pull | manual call point | call point | break glass | breakglass | manual fire alarm
        | handmelder | handfeuermelder | druckknopfmelder | *handbrandmelder | 発信機 | 型発信機
        | 押しボタン & 火災",
        "estacion manual | pulsador & incendio* | pulsador & alarma | pulsador manual | estacion & manual & alarma
        | boton & alarma & incendio* | palanca & alarma | declencheur manuel | acionador manual | avisador manual",
    ),
    item(
        "fire_alarm",
        "horn_strobe",
        "horn strobe | audio visual device/alarm | audible visual | horn & strobe | horn light | horn & flasher
        | sounder strobe | sounder beacon | sounder & strobe | horn | horn device | sounder | electronic horn
        | mini horn | audible device | sirene* | *sirene | slow whoop | signalgeber | akustischer signalgeber
        | akoestisch* & signaal* | 地区音響 | 地区音響装置 | 非常ベル | 警報ベル | 火災 & ベル | fire alarm bell
        | fire bell | alarm bell",
        "sirena | sirena & estrobo* | luz estroboscopica & sirena | corneta | bocina & estrobo* | bocina & alarma
        | campana & alarma | campana & incendio* | sirene | avertisseur sonore | diffuseur sonore | difusor sonoro
        | bocina + luz",
    ),
    item(
        "fire_alarm",
        "strobe",
        "strobe | strobe light | strobe only | visual device | visual alarm | visual notification | flasher
        | flashing light | beacon | fire alarm light | blitzleuchte | *flitslicht | flitslamp
        | optischer signalgeber | optisch* & signaal* | フラッシュライト | 表示灯 & 火災 | 光警報",
        "estrobo* | luz estroboscopica | estroboscop* | luz & estroboscopica | estrobo | avertisseur lumineux
        | diffuseur lumineux | flash & alarme",
    ),
    item(
        "fire_alarm",
        "speaker_strobe",
        "speaker strobe | speaker & strobe | speaker visual | voice evac* speaker | fire alarm speaker
        | evacuation speaker | speaker & fire & alarm | ontruimings* luidspreker | 非常放送スピーカ
        | 非常放送 & スピーカ*",
        "parlante & estrobo* | altavoz & estrobo* | parlante & evacuacion | parlante & estroboscop*
        | bocina & evacuacion",
    ),
    item(
        "fire_alarm",
        "fire_alarm_control_panel",
        "fire alarm control panel | fire alarm panel | fire alarm control unit | fire panel | facp | facu
        | fire control panel | fire command center | alarm control panel | brandmeldezentrale | brandmeldcentrale
        | bmz | *brandmeldcentrale | 受信機 | 火災受信機 | 型受信機 | 複合受信機",
        "panel & alarma & incendio* | panel & control & incendio* | central & incendio*
        | central & alarma & incendio* | tablero & alarma & incendio* | panel & deteccion & incendio*
        | centrale incendie | central alarme incendio | centrale & ssi",
    ),
    item(
        "fire_alarm",
        "annunciator",
        "annunciator | fire alarm annunciator | remote annunciator | graphic annunciator | remote display
        | annunciator panel | lcd annunciator | *anzeigetableau | brandweerpaneel | nevenpaneel | 表示盤
        | 副受信機 | 表示機",
        "anunciador | anunciador remoto | panel anunciador | panel repetidor | repetidor & incendio*
        | tableau repetiteur | panel & remoto & alarma",
    ),
    item(
        "fire_alarm",
        "monitor_module",
        "monitor module | dual monitor module | dual monitor | mini monitor | input module | addressable monitor
        | addressable input | zone module | contact monitor | monitor module & dual | input output module
        | eingangsmodul | ingangsmodule | 中継器 | アドレス & 中継器",
        "modulo & monitoreo | modulo monitor | modulo & entrada | modulo & direccionable | module entree",
    ),
    item(
        "fire_alarm",
        "control_relay_module",
        "control module | relay module | control relay | output relay | output relay module | output module
        | dual relay | addressable relay | fire alarm relay | isolator module | isolation module | fault isolator
        | isolat* module | supervised control module | relay control module | ausgangsmodul | uitgangsmodule
        | isolator base",
        "modulo & control | modulo & rele | modulo relevador | modulo & salida | modulo aislador
        | modulo & aislador | module sortie",
    ),
    item(
        "fire_alarm",
        "door_holder",
        "door holder | magnetic door holder | door hold open | magnetic hold open | door release | hold open device
        | magnetic holder | turhaftmagnet | haftmagnet | kleefmagneet | deurmagneet | 自動閉鎖装置
        | 防火戸 & レリーズ",
        "retenedor & puerta* | retenedor magnetico | electroiman & puerta* | ventouse & dormant",
    ),
    line(
        Other,
        "signaling line circuit",
        "fire_alarm_wiring",
        "initiating_circuit",
        "signaling line circuit | slc | initiating device circuit | idc | slc loop | fire alarm loop
        | signaling circuit | initiating circuit | melderlinie | meldlus | 感知器 & 配線",
        "lazo & deteccion | lazo & incendio* | boucle detection",
    ),
    line(
        Other,
        "notification appliance circuit",
        "fire_alarm_wiring",
        "notification_circuit",
        "notification appliance circuit | nac | nac circuit | notification circuit | speaker circuit
        | strobe circuit | horn circuit",
        "circuito & notificacion | circuito & sirenas",
    ),
    line(
        Other,
        "fire alarm cable",
        "fire_alarm_wiring",
        "fire_alarm_cable",
        "fire alarm cable | fire alarm wiring | fire alarm wire | fplp | fplr | fpl cable | brandmeldekabel
        | brandmeldkabel | 耐熱電線 & 火災",
        "cable & alarma & incendio* | cableado & incendio*",
    ),
    line(
        Conduit,
        "fire alarm conduit",
        "fire_alarm_wiring",
        "fire_alarm_conduit",
        "fire alarm conduit | conduit & fire & alarm",
        "tuberia & alarma & incendio* | tuberia & deteccion & incendio*",
    ),
    item(
        "fire_alarm_wiring",
        "power_supply_booster",
        "nac power | nac power supply | notification power supply | booster power supply | remote power supply
        | nac extender | power extender | nac panel | nac booster | auxiliary power supply & fire | bps",
        "fuente & auxiliar & alarma | fuente & nac",
    ),
    item(
        "fire_alarm_wiring",
        "end_of_line_device",
        "end line | end line device/resistor | end & line & resistor | eol | eolr | eol resistor | eol device
        | abschlusswiderstand | eindelijnsweerstand | 終端器 | 終端抵抗",
        "fin linea | resistencia fin linea | fin ligne",
    ),
];
