//! Structural precast, masonry, steel and timber, and their connections.

use crate::entry::{Row, generic, item, line};
use crate::kinds::System::Other;

pub(crate) const ROWS: &[Row] = &[
    item(
        "precast",
        "hollow_core_plank",
        "hollow core | hollow core plank | hollow core slab | hollowcore | spannbetonhohlplatte | hohldiele
        | kanaalplaat | kanaalplaatvloer | 中空スラブ | ボイドスラブ",
        "losa alveolar | placa alveolar | prelosa & alveolar | dalle alveolaire | losa extruida",
    ),
    item(
        "precast",
        "precast_wall_panel",
        "precast panel | precast wall panel | precast wall | betonfertigteilwand | prefab wand | prefab betonwand
        | pc 版 | プレキャスト & 版",
        "panel prefabricado | panel & prefabricado | panneau prefabrique",
    ),
    item(
        "precast",
        "precast_beam",
        "precast beam | precast girder | fertigteilbalken | prefab balk",
        "viga prefabricada | viga & pretensada | vigueta pretensada | poutre prefabriquee",
    ),
    item(
        "precast",
        "precast_column",
        "precast column | fertigteilstutze | prefab kolom",
        "columna prefabricada | poteau prefabrique",
    ),
    item("precast", "precast_stair", "precast stair | fertigteiltreppe | prefab trap", "escalera prefabricada"),
    item("precast", "double_tee", "double tee | tt platte | tt plaat", "doble te | doble t"),
    generic(
        "masonry",
        "concrete_masonry_wall",
        "concrete masonry wall | cmu wall | cmu | masonry wall | block wall | concrete block | concrete block wall
        | masonry | mauerwerk | kalksandstein* | *mauerwerk | metselwerk | kalkzandsteen | kalkzandsteenwand
        | betonblok | ブロック壁 | コンクリートブロック | 補強コンクリートブロック | cb 壁",
        "muro bloque | muro & bloque* | muro albanileria | albanileria | muro & albanileria | bloqueta
        | mamposteria | muro & mamposteria | tabique & bloque | mur agglo* | alvenaria | mur parpaing*
        | maconnerie",
    ),
    item(
        "masonry",
        "brick_wall",
        "brick wall | brickwork | load bearing brick | ziegelmauerwerk | backsteinwand | ziegelwand | baksteen
        | bakstenen muur | れんが壁 | レンガ壁",
        "muro ladrillo | muro & ladrillo* | tabique & ladrillo | mur brique*",
    ),
    item(
        "masonry",
        "bond_beam",
        "bond beam | ringanker",
        "viga & amarre & albanileria | chainage | cadena & cerramiento | dala & cerramiento",
    ),
    item(
        "masonry",
        "masonry_lintel",
        "lintel | masonry lintel | sturz | fertigteilsturz | まぐさ",
        "dintel | linteau | verga",
    ),
    generic(
        "structural_steel",
        "steel_beam",
        "steel beam | wide flange beam | wide flange | i beam | w shape | w beam | steel girder | girder
        | crane beam | runway beam | joist & steel & beam | stahltrager | *trager | stalen balk | staalbalk
        | *ligger | stalen ligger | hea | heb | ipe | 鉄骨梁 | h 形鋼 | 鉄骨大梁 | 鉄骨小梁 | 鉄骨",
        "viga acero | viga & acero | viga metalica | viga & metalica | perfil & w | perfil metalico | trabe & acero
        | poutre metallique | poutre & acier | viga metal | perfil & ipe | viga ipr | acero estructural | ipr",
    ),
    item(
        "structural_steel",
        "steel_beam",
        "beam & w6*/w8*/w1*/w2*/w3*/w4*/ipe*/hea*/heb*",
        "viga & w6*/w8*/w1*/w2*/w3*/w4*/ipe*/hea*/heb*/ipr",
    ),
    item(
        "structural_steel",
        "steel_column",
        "column & w6*/w8*/w1*/w2*/hss*/hea*/heb*",
        "columna & w6*/w8*/w1*/w2*/hss*/hea*/heb*/ptr",
    ),
    item(
        "structural_steel",
        "steel_column",
        "steel column | column & steel | steel post | stahlstutze | stalen kolom | staalkolom | 鉄骨柱",
        "columna acero | columna & acero | columna metalica | columna & metalica | poteau metallique
        | poteau & acier | pilar & metalico",
    ),
    item(
        "structural_steel",
        "steel_brace",
        "brace | steel brace | bracing | cross bracing | vertical bracing | diagonal brace | horizontal bracing
        | x bracing | buckling restrained brace | brb | kicker | knee brace | verband | windverband | windverband*
        | diagonale | stabiliteitsverband | schoor | ブレース | 筋かい | 筋交い | 水平ブレース",
        "arriostre | contraviento | diagonal | contraventeo | arriostramiento | cruz & san & andres
        | contreventement | contraventamento | riostra",
    ),
    item(
        "structural_steel",
        "steel_truss",
        "truss | steel truss | roof truss & steel | fachwerktrager | fachwerk | binder | *binder | vakwerk
        | vakwerkligger | spant | トラス | 鉄骨トラス",
        "armadura & acero | cercha | cercha metalica | tijeral | tijeral metalico | celosia & metalica
        | poutre treillis | ferme metallique | trelica | cercha & acero",
    ),
    item(
        "structural_steel",
        "steel_girt",
        "girt | purlin | steel purlin | z purlin | c purlin | sag rod | pfette | wandriegel | *pfette | gording
        | *gording | 母屋 | 胴縁",
        "correa | vigueta & metalica | larguero | costanera | polin | panne | lisse & bardage | terca",
    ),
    item(
        "structural_steel",
        "hollow_section",
        "hss | hollow section | tube steel | steel tube | structural tube | hohlprofil | kokerprofiel | buisprofiel
        | koker & staal | 角形鋼管 | 鋼管柱",
        "tubo estructural | tubo & cuadrado | perfil tubular | ptr | profil creux",
    ),
    item(
        "structural_steel",
        "steel_angle",
        "angle & steel | steel angle | ledger angle | winkelprofil | winkelstahl | hoekstaal | hoekprofiel | 山形鋼
        | アングル",
        "angulo | perfil angular | angulo & acero | corniere | cantoneira",
    ),
    item(
        "structural_steel",
        "steel_channel",
        "steel channel | channel & steel | u profil | unp | unp profiel | 溝形鋼 | チャンネル & 鋼",
        "canal acero | perfil & c | perfil canal | canal & acero",
    ),
    item(
        "structural_steel",
        "steel_plate",
        "steel plate | plate & steel | stiffener | stiffener plate | gusset | gusset plate | stahlplatte
        | knotenblech | stahlblech | staalplaat | schetsplaat | 鋼板 | ガセットプレート | スチフナ",
        "placa acero | placa & acero | plancha & acero | cartela | rigidizador | plaque acier | gousset",
    ),
    item(
        "structural_steel",
        "moment_frame",
        "moment frame | rigid frame | steel frame & moment | rahmen & stahl | portaalspant | raamwerk | ラーメン",
        "marco & momento | portico & momento | marco rigido | portico metalico | portique",
    ),
    item(
        "structural_steel",
        "steel_lintel",
        "steel lintel | loose lintel | stahlsturz | stalen latei",
        "dintel & acero | dintel metalico",
    ),
    generic(
        "joists_and_deck",
        "open_web_joist",
        "joist & steel | steel joist | open web joist | bar joist | open web steel joist | gitterligger
        | gittertrager | オープンウェブ",
        "vigueta & alma & abierta | joist | vigueta & joist",
    ),
    item("joists_and_deck", "joist_girder", "joist girder", "viga joist"),
    item(
        "joists_and_deck",
        "roof_deck",
        "roof deck | metal roof deck | metal deck | steel roof deck | decking | trapezblech | trapezprofil
        | *dakplaat | stalen dakplaat | 折板 | デッキプレート & 屋根",
        "lamina & techo | cubierta metalica | lamina acanalada | bac acier | telha metalica",
    ),
    item(
        "joists_and_deck",
        "composite_deck",
        "composite deck | composite floor deck | composite metal deck | floor deck | verbundblech
        | staalplaat & beton | デッキプレート | 合成デッキ",
        "placa & colaborante | lamina colaborante | plancha colaborante",
    ),
    item(
        "joists_and_deck",
        "shear_stud",
        "shear stud | headed stud | shear connector | stud & headed | nelson stud | kopfbolzen | kopfbolzendubel
        | stiftdeuvel | deuvel | スタッド | スタッドボルト | 頭付きスタッド",
        "conector corte | conector & corte | conector cortante | perno & cortante | connecteur",
    ),
    item(
        "cold_formed_framing",
        "cold_formed_stud",
        "cold formed stud | metal stud & bearing | light gauge stud",
        "montante & acero & galvanizado",
    ),
    generic(
        "wood_framing",
        "wood_joist",
        "floor joist | roof joist | rafter | wood joist | ceiling joist | wood beam & joist | wood beam
        | timber beam | header | sparren | holzbalken | deckenbalken | *sparren | houten balk | balklaag
        | spoor & dak | 根太 | 垂木 | 木梁",
        "vigueta & madera | viga & madera | viga madera | cabio | solive | chevron | barrote | caibro",
    ),
    item(
        "wood_framing",
        "wood_stud_wall",
        "wood stud wall | stud wall | wood framed wall | wood framing | holzstanderwand | houtskeletbouw | hsb wand
        | 木造壁 | 間柱",
        "muro & madera | entramado madera | entramado & madera | ossature bois",
    ),
    item("wood_framing", "engineered_joist", "engineered joist | tji | i joist | wood i joist", "vigueta & i & madera"),
    item(
        "wood_framing",
        "laminated_beam",
        "glulam | glued laminated | glulam beam | lvl | lvl beam | laminated beam | psl | parallam
        | brettschichtholz | bsh | bsh trager | gelamineerde ligger | 集成材 | 集成材梁",
        "viga & laminada | madera laminada | lamelle colle",
    ),
    item(
        "wood_framing",
        "cross_laminated_panel",
        "cross laminated timber | clt | clt panel | brettsperrholz | kruislaaghout",
        "madera contralaminada | panel & clt",
    ),
    item(
        "wood_framing",
        "wood_truss",
        "wood truss | roof truss | timber truss | nagelplattenbinder | houten spant | kapspant | 木造トラス
        | 小屋組",
        "cercha & madera | tijeral & madera | ferme & bois | ferme charpente",
    ),
    item(
        "wood_framing",
        "wood_post",
        "post | wood post | timber post | timber column | wood column | holzstutze | houten kolom | houten stijl
        | 木柱 | 管柱 | 通し柱",
        "poste & madera | columna & madera | pie & derecho | poteau bois",
    ),
    item(
        "wood_framing",
        "sheathing",
        "sheathing | plywood sheathing | osb | roof sheathing | 構造用合板",
        "tablero & osb | contrachapado",
    ),
    item(
        "connections",
        "anchor_bolt",
        "anchor bolt | anchor rod | cast in anchor | holding down bolt | ankerbolzen | ankerschraube | ankerbout
        | アンカーボルト",
        "perno anclaje | perno & anclaje | ancla | boulon ancrage | tige ancrage | chumbador | perno & ancla*",
    ),
    item(
        "connections",
        "post_installed_anchor",
        "post installed anchor | epoxy anchor | expansion anchor | adhesive anchor | wedge anchor | chemical anchor
        | verbundanker | klebeanker | chemisch anker | keilbout | あと施工アンカー | ケミカルアンカー",
        "anclaje quimico | anclaje & epoxico | perno expansion | perno & expansion | cheville chimique",
    ),
    item(
        "connections",
        "base_plate",
        "base plate | column base plate | fussplatte | voetplaat | ベースプレート",
        "placa base | placa & base | plancha base | platine",
    ),
    item(
        "connections",
        "embed_plate",
        "embed plate | embedded plate | embed | cast in plate | einbauteil | ankerplatte | instortplaat | 埋込金物",
        "placa embebida | placa & embebida | inserto & metalico | platine ancrage",
    ),
    item(
        "connections",
        "high_strength_bolt",
        "high strength bolt | structural bolt | bolt | schraube | hv schraube | bout | voorspanbout | 高力ボルト
        | ハイテンションボルト",
        "perno & alta & resistencia | perno | tornillo & alta | boulon hr",
    ),
    item(
        "connections",
        "weld",
        "weld | fillet weld | field weld | schweissnaht | *naht | 溶接",
        "soldadura | soudure | solda",
    ),
    item(
        "connections",
        "moment_connection",
        "moment connection | rigid connection | biegesteifer anschluss | momentvaste verbinding | 剛接合",
        "conexion & momento | conexion rigida | assemblage rigide",
    ),
    item(
        "connections",
        "hold_down",
        "hold down | holddown | tie down | zuganker | trekanker | ホールダウン | ホールダウン金物",
        "anclaje & hold & down",
    ),
    item(
        "connections",
        "joist_hanger",
        "joist hanger | beam hanger | balkenschuh | raveeldrager | balkschoen | 梁受金物",
        "estribo metalico | etrier & solive | colgador & vigueta",
    ),
    item(
        "miscellaneous_metals",
        "steel_stair",
        "steel stair | metal stair | stahltreppe | stalen trap | 鉄骨階段",
        "escalera metalica | escalera & metalica | escalera & acero | escalier metallique",
    ),
    line(
        Other,
        "railing",
        "miscellaneous_metals",
        "railing",
        "railing | guardrail | handrail | guard rail | gelander | handlauf | leuning | balustrade | hekwerk & staal
        | 手摺 | 手すり",
        "baranda | barandilla | pasamanos | garde corps | main courante | guarda corpo",
    ),
    item(
        "miscellaneous_metals",
        "ladder",
        "ladder | caged ladder | roof ladder | steigleiter | leiter & sprosse* | kooiladder | タラップ | 梯子",
        "escalera gato | escalera marina | escalera & gato | echelle",
    ),
    item(
        "miscellaneous_metals",
        "grating",
        "grating | steel grating | bar grating | gitterrost | *rooster & staal | roostervloer | グレーチング",
        "rejilla metalica | rejilla & piso & metalica | parrilla | caillebotis",
    ),
    item("miscellaneous_metals", "bollard", "bollard | pipe bollard | poller | rampaal | 車止め | ボラード", "bolardo"),
];
