//! Building pipes.

use crate::entry::{Row, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    line(
        Pipe,
        "",
        "domestic_water",
        "domestic_cold_water_pipe",
        "pipe | piping | pipework | water pipe | water piping | domestic water | potable water | water line
        | water supply | rohrleitung | wasserleitung | trinkwasser | trinkwasserleitung | tapwater | drinkwater
        | drinkwaterleiding | *waterleiding | leiding | 配管 | 給排水管 | 上水",
        "tuberia | tuberia agua | tuberia agua potable | caneria | agua potable | red agua | red & agua & potable
        | tubulacao | canalisation | tuyauterie | tubulacao agua | eau potable | tuberia pvc | tuberia cobre",
    ),
    line(
        Pipe,
        "domestic cold water",
        "domestic_water",
        "domestic_cold_water_pipe",
        "cold water | domestic cold water | cold water pipe/piping/supply/line/main | potable cold water | dcw
        | cold & water & pipe | kaltwasser | kaltwasserleitung | trinkwasser kalt | trinkwasserleitung kalt
        | koud water | koudwaterleiding | koudwater | koud tapwater | waterleiding & koud | leiding & koud | 給水
        | 給水管 | 上水管 | 市水",
        "agua fria | tuberia agua fria | tuberia & agua & fria | red & agua & fria | eau froide
        | tuyauterie & eau & froide | canalisation & eau & froide | agua fria tuberia | tubulacao & agua & fria
        | linea & agua & fria | af",
    ),
    line(
        Pipe,
        "domestic hot water",
        "domestic_water",
        "domestic_hot_water_pipe",
        "hot water | domestic hot water | hot water pipe/piping/supply/line/main | dhw | hot water supply
        | domestic hot water supply | hot & water & pipe | warmwasser | warmwasserleitung | trinkwasser warm
        | trinkwasserleitung warm | warm water | warmwaterleiding | warmwater | warm tapwater | warmtapwater
        | leiding & warm | 給湯 | 給湯管 | 給湯往管",
        "agua caliente | tuberia agua caliente | tuberia & agua & caliente | agua caliente sanitaria | acs
        | red & agua & caliente | eau chaude | eau chaude sanitaire | ecs | tuyauterie & eau & chaude
        | agua quente | tubulacao & agua & quente | linea & agua & caliente",
    ),
    line(
        Pipe,
        "domestic hot water return",
        "domestic_water",
        "domestic_hot_water_return_pipe",
        "hot water return | hot water recirculation | hot water recirculating | domestic hot water return
        | domestic hot water recirculation | recirculated hot water | hot water circulating
        | hot water circulation | hwr | dhwr | hot water return pipe/piping/line | zirkulation
        | zirkulationsleitung | trinkwasser zirkulation | circulatie | circulatieleiding | circulatie & warm
        | warmwater circulatie | 返湯 | 返湯管 | 給湯返管 | 給湯還管",
        "retorno agua caliente | retorno & agua & caliente | recirculacion | agua caliente & retorno
        | agua caliente & recirculacion | tuberia & recirculacion | retour ecs | bouclage | bouclage ecs
        | retour & eau & chaude | retorno & agua & quente",
    ),
    line(
        Pipe,
        "tempered water",
        "domestic_water",
        "domestic_hot_water_pipe",
        "tempered water | tepid water | tempered hot water | temperiertes wasser | mengwater | gemengd water",
        "agua templada | agua tibia | eau mitigee",
    ),
    line(
        Pipe,
        "nonpotable water",
        "domestic_water",
        "nonpotable_water_pipe",
        "nonpotable water | non potable water | non potable | nonpotable | reclaimed water | recycled water
        | grey water & supply | gray water & supply | rain water supply | industrial water | irrigation
        | irrigation water | brauchwasser | betriebswasser | grijswater | grauwasser | huishoudwater | 中水
        | 雑用水 | 雑用水管 | 井水",
        "agua no potable | agua & reciclada | agua tratada | agua & riego | red & riego | riego | agua industrial
        | agua & no & potable | eau non potable | agua reuso",
    ),
    line(
        Pipe,
        "water service",
        "domestic_water",
        "water_service_pipe",
        "water service | water service pipe/line | incoming water | service water line | hauseinfuhrung & wasser
        | hausanschlussleitung & wasser | dienstleiding | aansluitleiding & water | 引込管 & 給水 | 給水引込管",
        "acometida agua | acometida & agua | toma domiciliaria | branchement eau | conexion & red & publica",
    ),
    line(
        Pipe,
        "water riser",
        "domestic_water",
        "domestic_cold_water_pipe",
        "water riser | steigleitung | steigleitung & wasser | stijgleiding | standleiding & water | 立て管 & 給水",
        "montante agua | montante & agua | alimentador & agua | columna & agua | impulsion & agua
        | tuberia & impulsion | colonne & montante",
    ),
    line(
        Pipe,
        "sanitary waste",
        "sanitary",
        "waste_pipe",
        "waste | sanitary sewer | waste pipe/piping/line | sanitary | sanitary waste | sanitary waste pipe/piping
        | sanitary drain | sanitary drainage | sanitary pipe/piping/line | drain pipe/line/piping
        | drainage pipe/piping | drainage | sewer line | building sewer | building drain | gray water | grey water
        | graywater | greywater | abwasser | abwasserleitung | schmutzwasser | schmutzwasserleitung | grundleitung
        | fallleitung | entwasserung | abflussleitung | riolering | rioolleiding | afvoer | afvoerleiding
        | binnenriolering | vuilwater | vuilwaterafvoer | vuilwaterriool | dwa | standleiding | 排水 | 排水管
        | 雑排水 | 雑排水管 | 厨房排水管",
        "desague | tuberia desague | tuberia & desague | aguas grises | aguas servidas | aguas residuales | drenaje
        | drenaje sanitario | tuberia drenaje | tuberia & drenaje | red & desague | evacuation | eaux usees | eu
        | esgoto | tubulacao & esgoto | bajante & desague | montante & desague | ramal & desague
        | colector & desague | red & sanitaria | desague sanitario | tuberia sanitaria | drenaje & sanitario
        | bajada & desague",
    ),
    line(
        Pipe,
        "soil",
        "sanitary",
        "soil_pipe",
        "soil | soil pipe | soil stack | soil line | black water | soil drain | fakalien* | schwarzwasser
        | fecalienafvoer | fecalien | 汚水 | 汚水管",
        "aguas negras | bajada aguas negras | tuberia & aguas & negras | eaux vannes | ev | eaux & vannes
        | bajante & aguas & negras",
    ),
    line(
        Pipe,
        "vent",
        "sanitary",
        "vent_pipe",
        "vent | vent pipe/piping/line | vent stack | sanitary vent | vent & waste & pipe | plumbing vent
        | vent riser | entluftungsleitung | beluftungsleitung | liftungsleitung | ontspanning
        | ontspanningsleiding | ontluchtingsleiding | beluchtingsleiding | 通気 | 通気管",
        "ventilacion | tuberia ventilacion | tuberia & ventilacion | ventilacion sanitaria | tuberia & ventilar
        | ventilation primaire | ventilacao | tubulacao & ventilacao | montante & ventilacion
        | columna & ventilacion",
    ),
    line(
        Pipe,
        "grease waste",
        "sanitary",
        "grease_waste_pipe",
        "grease waste | kitchen waste | grease waste pipe | grease waste line | grease vent | fetthaltig*
        | fettabwasser | vetwater | vethoudend* | vethoudende afvoer | 厨房排水",
        "desague & grasa* | aguas & grasas | drenaje & grasa* | eaux grasses | esgoto & gordura",
    ),
    line(
        Pipe,
        "acid waste",
        "sanitary",
        "acid_waste_pipe",
        "acid waste | acid vent | acid drain | chemical waste | laboratory waste | saurehaltig* | laborabwasser
        | zuurafvoer | 酸排水 | 実験排水",
        "desague & acido* | drenaje & acido* | drenaje quimico | residuos & quimicos",
    ),
    line(
        Pipe,
        "indirect waste",
        "sanitary",
        "indirect_waste_pipe",
        "indirect waste | indirect drain | indirect waste pipe | 間接排水 | 間接排水管",
        "desague & indirecto | drenaje & indirecto",
    ),
    line(
        Pipe,
        "force main",
        "sanitary",
        "force_main",
        "force main | pumped waste | pump discharge | pressure sewer | forced main | pumped drain | druckleitung
        | druckabwasserleitung | persleiding | ポンプアップ排水管 | 圧送管 | 圧送排水管",
        "impulsion & desague | linea & impulsion | impulsion | desague & bombeo | refoulement | recalque",
    ),
    line(
        Pipe,
        "storm drain",
        "storm",
        "storm_pipe",
        "storm | storm sewer | storm drain | storm water | stormwater | storm pipe/piping/line | storm drainage
        | roof drainage | rain water pipe | rainwater pipe | rainwater | rain water | primary storm | regenwasser
        | regenwasserleitung | niederschlagswasser | hemelwater | hemelwaterafvoer | hwa | rwa | regenwater
        | regenwaterafvoer | 雨水 | 雨水管 | 雨水排水管",
        "aguas pluviales | pluvial | tuberia pluvial | drenaje pluvial | agua lluvia | aguas lluvias
        | aguas & lluvia | desague pluvial | tuberia & pluvial* | red & pluvial | eaux pluviales | ep
        | agua & pluvial* | aguas pluviais | drenagem pluvial",
    ),
    line(
        Pipe,
        "overflow storm drain",
        "storm",
        "overflow_storm_pipe",
        "overflow storm | secondary storm | overflow drain pipe/line/leader | storm overflow
        | overflow drain piping | secondary roof drainage | notentwasserung | noodafvoer | overloop & leiding
        | 溢水管 | オーバーフロー管",
        "rebose | tuberia rebose | tuberia & rebose | tuberia & demasias | demasias",
    ),
    line(
        Pipe,
        "rain leader",
        "storm",
        "rain_leader",
        "rain leader | rain water leader | rainwater leader | roof leader | leader | conductor & rain | rwl
        | downpipe | rain water down pipe | regenfallrohr | fallrohr | regenpijp | hemelwaterstandleiding | 竪樋
        | たてどい | 雨樋",
        "montante agua pluvial* | bajante agua pluvial* | bajante & pluvial* | bajada & pluvial*
        | bajada & aguas & lluvias | bajante agua lluvia | bajante pluvial | bajada pluvial
        | bajada & agua & pluvial | descente ep | condutor & pluvial | montante & pluvial | bajantes",
    ),
    line(
        Pipe,
        "subsoil drain",
        "storm",
        "subsoil_drain",
        "subsoil drain | foundation drain | footing drain | perforated drain | perforated pipe | drain tile
        | sub drain | drainage & foundation | french drain | dranage* | drainageleitung | drainageleiding
        | drainagebuis | 暗渠",
        "tuberia perforada | tuberia & perforada | drenaje & subterraneo | dren | dren frances
        | drain & peripherique | tuberia & drenaje & perforada",
    ),
    line(
        Pipe,
        "gas",
        "gas",
        "gas_pipe",
        "gas | natural gas | gas pipe/piping/line | fuel gas | natural gas pipe/piping/line | lp gas | lpg
        | propane | propane gas | low pressure gas | medium pressure gas | high pressure gas | liquefied petroleum
        | gasleitung | erdgas | erdgasleitung | gasleiding | aardgas | aardgasleiding | ガス | ガス管 | 都市ガス
        | プロパンガス | lp ガス",
        "gas natural | gas lp | glp | tuberia gas | tuberia & gas | linea gas | red & gas | linea & gas | gaz
        | gaz naturel | tuyauterie & gaz | tubulacao & gas | tubulacao gas | conduite gaz",
    ),
    line(
        Pipe,
        "medical gas",
        "medical_gas",
        "medical_gas_pipe",
        "medical gas | medical gas pipe/piping | oxygen pipe/piping/line | oxygen line | medical air
        | medical air pipe/piping | nitrous oxide | nitrous oxide pipe | medizinische gase | medisch gas
        | medische gasleiding | zuurstof | zuurstofleiding | 医療ガス | 酸素",
        "gas medicinal | gases medicinales | gas medico | tuberia & oxigeno | oxigeno | oxygene | gaz medicaux
        | gases & medic* | oxido & nitroso | aire medicinal | aire medico | aire comprimido & medico",
    ),
    line(
        Pipe,
        "medical vacuum",
        "medical_gas",
        "medical_vacuum_pipe",
        "medical vacuum | vacuum | vacuum pipe/piping/line | vakuumleitung | vacuumleiding | 吸引",
        "vacio | tuberia vacio | tuberia & vacio | vide medical",
    ),
];
