//! Luminaires.

use crate::entry::{Row, generic, item};

pub(crate) const ROWS: &[Row] = &[
    generic(
        "lighting",
        "luminaire",
        "luminair* | light fixture/point/outlet | lighting fixture/outlet/point | light | lighting | lamp | fixture
        | surface mounted luminaire | pendant | led panel | spotlight | spot light | spot | reflector lamp
        | *leuchte | *leuchte* | beleuchtung* | *lampe | *armatuur | *armaturen | verlichting* | hanglamp
        | plafondlamp | buitenlamp | tafellamp | spaarlamp | lichtpunt | lichtaansluitpunt | 照明器具 | 照明 | 灯
        | 灯具 | ライト | 蛍光灯 | ランプ | fluorescent | light bulb | lum",
        "luminaria | artefacto | artefacto iluminacion/alumbrado | lampara | foco | plafon
        | salida + alumbrado/iluminacion/luz/lampara | centro luz | punto luz | luz | alumbrado | iluminacion
        | reflector | plafonnier | point lumineux | eclairage | lampada | ponto luz | lustre | fluorescente
        | salida + techo & centro & luz | lum | lumin",
    ),
    item(
        "lighting",
        "emergency_luminaire",
        "emergency light/luminaire/lighting/lamp/fixture/battery/unit
        | luminair*/fixture/light/downlight & emergency | battery light | battery unit light
        | egress light/lighting | bug eye* | twin head emergency
        | exit sign & emergency & combo/combination/combined | notleucht* | notbeleuchtung | sicherheitsleucht*
        | noodverlichting* | noodlamp | 非常灯 | 非常用照明 | 非常用照明器具 | 非常照明 | 保安灯 | night light
        | anti panic light* | antipaniek*",
        "luminaria + emergencia | alumbrado + emergencia | luz + emergencia | luces + emergencia
        | iluminacion + emergencia | artefacto + emergencia | lampara + emergencia
        | equipo & emergencia & luz/luces | equipo & iluminacion & emergencia | reflector & emergencia
        | eclairage securite | bloc secours | bloc autonome | baes | luminaria & seguridad | iluminacao emergencia
        | luminaria emergencia | bloco autonomo | luces emergencia",
    ),
    item(
        "lighting",
        "exit_sign",
        "exit sign/light/luminaire/fixture | illuminated exit | exit & directional | rettungszeichenleucht*
        | fluchtwegleucht* | vluchtweg* | uitgangsbord | uitgangbord | uit armatuur | nooduitgang*
        | transparant* & vlucht* | 誘導灯 | 避難口 | 通路誘導灯 | 避難口誘導灯 | exit",
        "senal salida | senal & salida | letrero & salida | aviso & salida | cartel & salida
        | luminaria & salida + senal | panneau sortie | signalisation & sortie | placa & saida
        | salida emergencia & senal/letrero/luminaria",
    ),
    item(
        "lighting",
        "downlight",
        "downlight | down light | can light | recessed can | pot light | einbaustrahler | einbaudownlight
        | inbouwspot | ダウンライト",
        "downlight | ojo buey | spot & empotrado | spot & empotrar | luminaria & downlight | bala & empotrar
        | spot encastre | encastre & spot",
    ),
    item(
        "lighting",
        "troffer",
        "troffer | recessed & 2x4/2x2/1x4/24x48/60x60/60x120/600x600/600x1200/30x120 | lay in luminaire/fixture
        | led panel & recessed | einlegeleuchte | rasterleuchte | rastereinbauleuchte | inlegarmatuur
        | システム照明 | スクエア & ベースライト",
        "luminaria & empotrar & 60x60/60x120/30x120 | luminaria & empotrada & 60x60/60x120/30x120
        | panel led & empotrado/empotrar/empotrable",
    ),
    item(
        "lighting",
        "strip_luminaire",
        "strip light/luminaire/fixture | linear luminaire/light/fixture/led/pendant | batten | industrial strip
        | wraparound | wrap around | vapor tight | vaportight | vapour tight | lichtleiste | lichtband
        | feuchtraumleuchte | lijnverlichting | lichtlijn | tl armatuur | tl bak | ベースライト | トラフ | 直管",
        "luminaria & lineal | luminaria & hermetica | lampara & hermetica | regleta | tubo led
        | luminaria & estanca | reglette | luminaria & linear | luminaria & fluorescente & tubo",
    ),
    item(
        "lighting",
        "high_bay_luminaire",
        "high bay | highbay | low bay | lowbay | hallenstrahler | hallenleuchte | hallenverlichting | 高天井
        | 高天井用照明",
        "campana & led | campana industrial | luminaria & campana | luminaria & high bay",
    ),
    item(
        "lighting",
        "wall_luminaire",
        "luminair*/fixture/light & wall | wall light/sconce/lamp | wall sconce | sconce | wall pack | wallpack
        | wall bracket light | vanity light | *wandleuchte | *wandlamp | ブラケット | ブラケットライト | 壁付 & 灯
        | under cabinet light*",
        "braquet* | braket* | aplique | applique | luminaria & pared | luminaria & adosada & pared
        | luminaria & muro | arandela | salida + pared & luz | salida + braquet* | salida + alumbrado & pared
        | applique murale",
    ),
    item(
        "lighting",
        "pendant_luminaire",
        "pendant light/luminaire/fixture/lamp | luminair*/fixture/light & pendant
        | luminair*/fixture/light & suspended | suspended luminaire/light/fixture | chandelier | *pendelleuchte
        | hangeleuchte | *hanglamp | pendelarmatuur | ペンダント | シャンデリア",
        "luminaria & colgante | luminaria & suspendida | lampara & colgante | lampara & suspendida | candelabro
        | suspension | luminaria & pendente | arana",
    ),
    item(
        "lighting",
        "track_lighting",
        "track light/lighting/luminaire/head | stromschienenleuchte | railverlichting | ライティングダクト
        | 配線ダクト & 照明",
        "riel & luminaria | riel & spot | riel electrificado | rail & spots",
    ),
    item(
        "lighting",
        "floodlight",
        "floodlight | flood light | area light | *scheinwerfer | *fluter | *schijnwerper | straler & led | 投光器",
        "reflector & exterior | reflector & led | proyector & led | proyector & exterior | projecteur | projetor
        | reflector & halogeno",
    ),
    item(
        "lighting",
        "bollard_luminaire",
        "bollard light/luminaire/fixture | light bollard | pollerleuchte | lichtbollard | 庭園灯",
        "bolardo & luminaria | luminaria & bolardo | luminaria & jardin | borne lumineuse | baliza",
    ),
    item(
        "lighting",
        "pole_luminaire",
        "pole light/luminaire/fixture | luminair*/fixture/light & pole | street light/luminaire | streetlight
        | parking lot light | site light/luminaire | *mastleuchte | strassenleuchte | lichtmast | *mastarmatuur
        | 街路灯 | 外灯 | ポール灯",
        "luminaria & poste | luminaria & vial | luminaria & alumbrado & publico | poste & luminaria | farola
        | candelabre | luminaire & mat | poste & luz",
    ),
    item(
        "lighting",
        "emergency_driver",
        "emergency ballast/driver/inverter | emergency battery pack/driver/ballast | notlichtelement | noodunit",
        "balasto & emergencia | driver & emergencia | kit & emergencia",
    ),
];
