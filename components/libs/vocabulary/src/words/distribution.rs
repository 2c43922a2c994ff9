//! Panelboards, switchgear, grounding, controls and site electrical.

use crate::entry::{Row, generic, item, overriding};

pub(crate) const ROWS: &[Row] = &[
    generic(
        "distribution",
        "panelboard",
        "panel | panel board | panelboard | distribution board/panel/box | lighting panel/panelboard
        | power panel/panelboard | electrical panel/panelboard | appliance panel | receptacle panel
        | branch circuit panel* | lighting appliance panel/panelboard/branch | *verteiler | *verteilung
        | *verdeler | verdeelkast | verdeelinrichting | groepenkast | meterkast | schakelkast | schakelpaneel
        | 分電盤 | 制御盤 | 電灯盤 | 動力盤 | 動力制御盤 | 電灯分電盤 | 盤 | consumer unit | breaker panel
        | fuse box | sicherungskasten | unterverteil* | control panel",
        "tablero | tablero distribucion/electrico/general/alumbrado/fuerza/control | sub tablero | subtablero
        | cuadro | cuadro electrico | quadro | quadro distribuicao/eletrico/geral | tableau
        | tableau electrique/divisionnaire | gabinete & distribucion | centro distribucion | panel electrico",
    ),
    item(
        "distribution",
        "switchboard",
        "switchboard | main switchboard | main distribution board/panel/frame | mdp | msb | hauptverteil*
        | hoofdverdeler | hoofdverdeelinrichting | 配電盤 | 主配電盤",
        "tablero & general & principal | tablero general | cuadro general | tgbt | tableau general | quadro geral",
    ),
    item(
        "distribution",
        "switchgear",
        "switchgear | switch gear | medium voltage switchgear | schaltanlage* | schakelinstallatie
        | middenspannings* | 受変電設備 | キュービクル | 高圧盤",
        "celda & media & tension | celda media tension | celda & mt | cellule & hta | cubiculo & media",
    ),
    item(
        "distribution",
        "load_center",
        "load center | load centre | loadcenter | kleinverteiler",
        "centro carga | centros carga",
    ),
    item(
        "distribution",
        "motor_control_center",
        "motor control center/centre | mcc | motor controlcenter",
        "centro control motores | ccm",
    ),
    item(
        "distribution",
        "transformer",
        "transformer | dry type transformer | xfmr | step down transformer | *transformator | trafo | 変圧器
        | トランス | substation | sub station | trafostation",
        "transformador | subestacion | sub estacion | transformateur | poste transformation | subestacao",
    ),
    item(
        "distribution",
        "disconnect_switch",
        "disconnect | disconnect switch | safety switch | disconnecting means | isolator | isolator switch
        | isolating switch | isolation switch | fused disconnect* | fusible switch | non fused disconnect*
        | nonfused disconnect | fused switch | lasttrennschalter | trennschalter | reparaturschalter
        | werkschakelaar | lastscheider | 開閉器 | 断路器 | 手元開閉器 | main switch",
        "seccionador | interruptor & seguridad | desconectador | interruptor seccionador | sectionneur
        | chave seccionadora | interruptor & cuchilla* | interruptor desconexion",
    ),
    item(
        "distribution",
        "overcurrent_device",
        "circuit breaker | breaker | fuse | mcb | mccb | rccb | rcbo | rcd | miniature circuit breaker
        | molded case | leistungsschalter | sicherungsautomat | fehlerstromschutzschalter | sicherung
        | installatieautomaat | aardlekschakelaar | aardlekautomaat | 遮断器 | 配線用遮断器 | 漏電遮断器
        | ブレーカ | ブレーカー | ヒューズ",
        "interruptor termomagnetico | termomagnetic* | interruptor & termomagnetico | llave termomagnetica
        | llave termica | interruptor diferencial | disyuntor | interruptor automatico | fusible | pastilla
        | disjoncteur | disjuntor | fusivel | magnetotermico",
    ),
    item(
        "distribution",
        "enclosed_circuit_breaker",
        "enclosed circuit breaker | enclosed breaker | ecb | breaker & enclosure",
        "interruptor & gabinete | termomagnetico & caja",
    ),
    item(
        "distribution",
        "transfer_switch",
        "transfer switch | automatic transfer switch | ats | manual transfer switch | netzumschalt* | netomschakel*
        | 切替開閉器 | 切換開閉器",
        "transferencia automatica | tablero & transferencia | interruptor & transferencia
        | conmutador transferencia | inverseur source",
    ),
    item(
        "distribution",
        "meter",
        "meter | electric meter | electricity meter | kwh meter | watt hour meter | energy meter | power meter
        | utility meter | *zahler | elektrameter | 計器 | 電力量計 | 電力計",
        "medidor | medidor energia/electrico | contador energia/electrico | medidor kwh | compteur
        | compteur electrique",
    ),
    item(
        "distribution",
        "meter_center",
        "meter center/centre/bank/stack/socket | zahlerschrank | 集合計器盤",
        "banco medidores | centro medicion | tablero medidores | centralizacion contadores",
    ),
    item(
        "distribution",
        "busway",
        "busway | bus duct | busduct | stromschiene* | railkoker | バスダクト",
        "electroducto barras | ducto barras | canalizacion prefabricada | canalis",
    ),
    item("distribution", "busway_plug", "busway plug | bus plug | bus tap | tap off unit", ""),
    item(
        "distribution",
        "surge_protective_device",
        "surge protective device | surge protection | surge suppressor | surge arrester | spd | tvss
        | uberspannungs* | overspannings* | サージ | 避雷器",
        "supresor & transitorios/picos | supresor & sobretension* | dps | parafoudre",
    ),
    generic(
        "grounding",
        "grounding_electrode",
        "grounding electrode | ground electrode | earth electrode | earth pit | ground | grounding | earthing
        | earth | erdung* | erder | aardelektrode | aarding | 接地極 | 接地",
        "pozo tierra | pozo puesta tierra | puesta tierra | toma tierra | electrodo tierra | sistema puesta tierra
        | prise terre | aterramento | haste & aterramento | malla tierra",
    ),
    item(
        "grounding",
        "ground_rod",
        "ground rod | grounding rod | earth rod | tiefenerder | staberder | aardpen | 接地棒",
        "varilla & tierra | varilla copperweld | jabalina | varilla puesta tierra | piquet terre",
    ),
    item(
        "grounding",
        "ground_bar",
        "ground bar | ground bus | grounding bar | grounding bus* | earth bar | tgb | tmgb | erdungsschiene
        | potentialausgleichsschiene | aardrail | hoofdaardrail | 接地端子 | 接地端子盤",
        "barra tierra | barra puesta tierra | barra & equipotencial | barrette terre",
    ),
    item(
        "grounding",
        "ground_test_well",
        "ground test well | test well | inspection well & ground | inspection pit & earth",
        "caja registro & tierra | pozo inspeccion & tierra",
    ),
    item("grounding", "bonding_jumper", "bonding jumper | bonding", "puente & equipotencial | union equipotencial"),
    item("grounding", "exothermic_weld", "exothermic weld | cadweld | exothermic connection", "soldadura exotermica"),
    generic(
        "grounding",
        "lightning_protection",
        "lightning | lightning protection | lightning conductor | blitzschutz* | bliksem* | 避雷 | 避雷設備",
        "pararrayos | paratonnerre | proteccion & descargas",
    ),
    item(
        "grounding",
        "air_terminal",
        "air terminal & lightning | lightning rod | lightning air terminal | fangstange | bliksemopvanger | 避雷針
        | 突針",
        "punta franklin | punta captadora | captador & pararrayos",
    ),
    generic(
        "controls",
        "sensor",
        "sensor | pir | detector | *sensor | *melder | センサ | センサー | photo sensor",
        "sensor | detector | detecteur | capteur | captador",
    ),
    item(
        "controls",
        "occupancy_sensor",
        "occupancy sensor | vacancy sensor | occupancy | vacancy | motion sensor/detector
        | presence detector/sensor | occupancy switch | vacancy switch | occupancy sensor switch
        | wall switch sensor | pir sensor/detector | bewegungsmelder | prasenzmelder | bewegingsmelder
        | bewegingsschakelaar | aanwezigheidsmelder | aanwezigheidsdetect* | 人感センサ | 人感センサー",
        "sensor movimiento | sensor presencia | detector movimiento | detector presencia | sensor ocupacion
        | detecteur mouvement | detecteur presence | sensor presenca",
    ),
    item(
        "controls",
        "daylight_sensor",
        "daylight sensor | daylight harvesting sensor | light level sensor | daylighting sensor | tageslichtsensor
        | lichtsensor | daglichtsensor | 照度センサ | 照度センサー | 昼光センサ",
        "sensor luz | sensor & luz & dia | fotosensor | sensor & luminosidad",
    ),
    item(
        "controls",
        "photocell",
        "photocell | photo cell | photo electric | photoelectric cell/control/switch | photocontrol
        | dammerungsschalter | schemerschakelaar | 光電管 | 自動点滅器",
        "fotocelda | fotocelula | celula fotoelectrica | fotocontrol | cellule photoelectrique
        | interrupteur crepusculaire | rele fotoeletrico",
    ),
    overriding(
        "controls",
        "control_device",
        "control device | valve | damper | thermostat | thermostat* | control station | *ventil & motor
        | stellantrieb | サーモ* | サーモスタット | operator station",
        "termostato | valvula | valvula & solenoide | control & aire & acondicionado | thermostat",
    ),
    item(
        "controls",
        "contactor",
        "contactor | lighting contactor | schutz | magneetschakelaar | 電磁接触器",
        "contactor | contacteur | contator",
    ),
    item(
        "controls",
        "relay",
        "relay | lighting relay | relais | *relais | リレー | 継電器",
        "rele | relevador | relais",
    ),
    item(
        "controls",
        "time_switch",
        "time switch | time clock | timeclock | timer | timer switch | astronomical clock | zeitschaltuhr
        | schakelklok | タイマ | タイマー | タイムスイッチ",
        "reloj & programador | interruptor horario | temporizador | timer | horloge & programmation | minuterie",
    ),
    item(
        "controls",
        "lighting_control_panel",
        "lighting control panel | relay panel | lighting relay panel | dimming panel | dimmer panel | lcp | 調光盤
        | リモコン盤",
        "tablero & control & iluminacion | panel & control & iluminacion",
    ),
    item(
        "controls",
        "control_module",
        "control module & addressable & lighting | room controller | lighting room controller | dali controller
        | lighting controller",
        "modulo & control & iluminacion | controlador & iluminacion",
    ),
    item("supports", "equipment_pad", "equipment pad & electrical | generator pad", "base & generador"),
    item(
        "site_electrical",
        "handhole",
        "handhole | hand hole | kabelschacht | ハンドホール",
        "registro electrico & exterior | arqueta electrica | handhole",
    ),
    item(
        "site_electrical",
        "electrical_manhole",
        "electrical manhole | electric manhole | cable manhole | emh | power manhole | telecom manhole",
        "buzon | buzon electrico | pozo registro electrico | camara electrica | chambre tirage",
    ),
    item(
        "site_electrical",
        "light_pole",
        "light pole | lighting pole | lichtmast & paal",
        "poste alumbrado | poste iluminacion | poste & concreto/metalico & alumbrado",
    ),
    item(
        "site_electrical",
        "pole_base",
        "pole base | light pole base | pole foundation | mastfundament",
        "base & poste | dado & poste | cimentacion & poste",
    ),
    item(
        "site_electrical",
        "service_entrance",
        "service entrance | service drop | service head | weatherhead | hausanschluss* | huisaansluiting*
        | 引込 & 口 | 引込柱",
        "acometida | acometida electrica | branchement electrique | entrada & servico",
    ),
    item("site_electrical", "transformer_pad", "transformer pad | pad & transformer", "base & transformador"),
];
