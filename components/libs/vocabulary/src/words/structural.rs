//! Foundations, concrete and reinforcement.

use crate::entry::{Row, generic, item};

pub(crate) const ROWS: &[Row] = &[
    item(
        "deep_foundations",
        "driven_pile",
        "pile | driven pile | precast pile | concrete pile | steel pile | h pile | pipe pile | timber pile
        | rammpfahl | *pfahl | *paal | heipaal | prefab paal | 杭 | 既製杭 | phc 杭",
        "pilote | pilote hincado | pilotes | pieu | pieu battu | estaca | pilote prefabricado",
    ),
    item(
        "deep_foundations",
        "drilled_shaft",
        "drilled shaft | drilled pier | bored pile | caisson | drilled caisson | belled caisson | bohrpfahl
        | boorpaal | 場所打ち杭 | 場所打杭 | 深礎",
        "pilote & excavado | pilote perforado | pila | caisson | pieu fore | tubulao | pilote & barrenado",
    ),
    item(
        "deep_foundations",
        "auger_cast_pile",
        "auger cast pile | augercast pile | auger cast | cfa pile | acip | schneckenbohrpfahl
        | schroefpaal & mortel | mortelschroefpaal",
        "pilote & hormigonado & barrena | pilote cfa | pieu & tariere",
    ),
    item(
        "deep_foundations",
        "helical_pile",
        "helical pile | helical pier | screw pile | schraubpfahl | schroefpaal | schroefinjectiepaal | 回転杭
        | 鋼管杭",
        "pilote helicoidal | pieu visse",
    ),
    item(
        "deep_foundations",
        "micropile",
        "micropile | micro pile | mini pile | mikropfahl | micropaal | マイクロパイル",
        "micropilote | micropieu | microestaca",
    ),
    item(
        "deep_foundations",
        "pile_cap",
        "pile cap | pilecap | pile group cap | pfahlkopf | pfahlkopfplatte | poer | *poer | 杭頭 | パイルキャップ
        | 基礎フーチング & 杭",
        "cabezal & pilote* | encepado | dado & pilote* | cabezal pilotes | tete & pieu* | bloco & estaca*",
    ),
    item(
        "deep_foundations",
        "sheet_piling",
        "sheet pile | sheet piling | sheetpile | spundwand | *damwand | damwandplank | 矢板 | 鋼矢板 | シートパイル",
        "tablestaca | tablestacado | ataguia | palplanche",
    ),
    item(
        "deep_foundations",
        "soldier_pile",
        "soldier pile | soldier beam | lagging | berliner & verbau | berlinerwand | berlijnse wand | 親杭
        | 親杭横矢板",
        "pilote soldado | berlinesa | paroi berlinoise",
    ),
    item(
        "deep_foundations",
        "tieback",
        "tieback | tie back | ground anchor | rock anchor | verpressanker | bodenanker | groutanker | ankerstang
        | アースアンカー | グラウンドアンカー",
        "tirante | anclaje & terreno | ancla & suelo | tirant",
    ),
    generic(
        "foundations",
        "spread_footing",
        "footing | foundation | spread footing | isolated footing | pad footing | pad foundation | column footing
        | square footing | combined footing | stepped footing | *fundament | einzelfundament | *fundering
        | funderingsvoet | funderingspoer | 基礎 | 独立基礎 | フーチング | 独立フーチング",
        "zapata | zapata aislada | zapata & aislada | zapata combinada | zapata & combinada | cimentacion
        | cimiento | dado & cimentacion | zapata & conectada | semelle | semelle isolee | sapata | fundacion
        | sapata isolada | cimentacion & aislada",
    ),
    item(
        "foundations",
        "continuous_footing",
        "continuous footing | strip footing | wall footing | strip foundation | continuous wall footing
        | streifenfundament | strokenfundering | *strook & fundering | funderingsstrook | 布基礎 | 連続基礎",
        "zapata corrida | zapata & corrida | cimiento corrido | cimiento & corrido | zapata & continua
        | semelle filante | sapata corrida | sobrecimiento",
    ),
    item(
        "foundations",
        "mat_foundation",
        "mat foundation | raft foundation | mat slab | raft slab | raft | foundation slab | fundamentplatte
        | bodenplatte & fundament | plattenfundament | funderingsplaat | plaatfundering | べた基礎 | ベタ基礎
        | 耐圧版 | 耐圧盤",
        "losa cimentacion | losa & cimentacion | platea | platea cimentacion | platea & cimentacion | radier
        | radier general",
    ),
    item(
        "foundations",
        "grade_beam",
        "grade beam | foundation beam | tie beam | ground beam | strap beam | plinth beam | fundamentbalken
        | streifenbalken | zerrbalken | funderingsbalk | *funderingsbalk | 地中梁 | 基礎梁 | 地中ばり | つなぎ梁",
        "viga cimentacion | viga & cimentacion | trabe liga | contratrabe | viga conexion | viga & conexion
        | viga amarre | viga & amarre | viga riostra | longrine | viga baldrame | viga zapata | viga & atado",
    ),
    item(
        "foundations",
        "foundation_wall",
        "foundation wall | basement wall | stem wall | retaining basement wall | kellerwand | kelderwand
        | funderingswand | 基礎壁 | 地下壁 | 地下外壁",
        "muro cimentacion | muro & cimentacion | muro sotano | muro & sotano | sobrecimiento & armado
        | mur soubassement",
    ),
    item(
        "foundations",
        "pier",
        "pier | pedestal | concrete pedestal | column pedestal | plinth | sockel | stutzensockel | betonsokkel
        | poer & sokkel | ペデスタル | 柱脚",
        "pedestal | dado | dado & concreto | plot beton | pilarete",
    ),
    item(
        "foundations",
        "lean_concrete",
        "lean concrete | blinding | mud slab | mudslab | blinding concrete | sauberkeitsschicht | magerbeton
        | werkvloer | 捨てコンクリート | 捨コン",
        "solado | plantilla & concreto | concreto & pobre | hormigon limpieza | falsa zapata | subzapata
        | sub zapata | beton proprete | hormigon & limpieza",
    ),
    generic(
        "concrete_slabs",
        "elevated_slab",
        "slab | concrete slab | suspended slab | elevated slab | structural slab | flat slab | two way slab
        | one way slab | waffle slab | floor slab | roof slab | decke | deckenplatte | stahlbetondecke
        | *vloer & beton | betonvloer | verdiepingsvloer | breedplaatvloer | スラブ | 床スラブ | 床版 | 屋根スラブ",
        "losa | losa aligerada | losa maciza | losa & aligerada | losa & maciza | losa & entrepiso | losa nervada
        | placa & entrepiso | dalle | dalle pleine | laje | losa techo | losa & concreto | aligerado | forjado",
    ),
    item(
        "concrete_slabs",
        "slab_on_grade",
        "slab + grade | slab & grade | sog | slab ground | ground slab | ground floor slab
        | concrete floor slab & grade | bodenplatte | sohlplatte | begane grondvloer | vloer & zand
        | 土間コンクリート | 土間コン | 土間スラブ | 土間",
        "losa & piso | losa piso | contrapiso | firme | firme concreto | piso concreto | losa contrapiso | dallage
        | falso piso | losa & terreno",
    ),
    item(
        "concrete_slabs",
        "slab_on_metal_deck",
        "slab metal deck | slab + metal + deck | slab + deck | composite slab | concrete & metal & deck | slab deck
        | staalplaatbetonvloer | verbunddecke | デッキスラブ | 合成スラブ",
        "losa & deck | losa colaborante | losacero | losa & steel & deck | placa colaborante | dalle collaborante",
    ),
    item(
        "concrete_slabs",
        "topping_slab",
        "topping slab | concrete topping | topping | aufbeton | druklaag | トッピングコンクリート",
        "sobrelosa | topping | capa compresion | dalle compression",
    ),
    item(
        "concrete_slabs",
        "slab_joint",
        "control joint | construction joint | contraction joint | saw cut joint | slab joint
        | expansion joint & slab | isolation joint | cold joint | scheinfuge | arbeitsfuge | dehnfuge | *fuge
        | dilatatie* | stortnaad | zaagsnede | 伸縮目地 | 打継目地 | 誘発目地 | 目地",
        "junta contraccion | junta construccion | junta & contraccion | junta & construccion | junta & dilatacion
        | junta dilatacion | joint dilatation | junta sismica | junta & control",
    ),
    item(
        "concrete_slabs",
        "slab_edge",
        "slab edge | turndown | turn down slab | thickened slab | thickened edge | slab thickening | 増打",
        "borde losa | borde & losa",
    ),
    item(
        "concrete_slabs",
        "equipment_pad",
        "equipment pad | housekeeping pad | concrete pad | machine foundation | maschinenfundament
        | machinefundering | 機械基礎 | 設備基礎",
        "base & equipo | base & maquina* | massif & machine",
    ),
    item(
        "concrete_slabs",
        "vapor_barrier",
        "vapor barrier | vapour barrier | vapor retarder | dampfsperre | dampfbremse | dampremmer | dampscherm
        | 防湿シート | 防湿フィルム",
        "barrera vapor | film polietileno | pare vapeur",
    ),
    generic(
        "concrete_frame",
        "concrete_column",
        "column | concrete column | reinforced concrete column | post & concrete | *stutze | stahlbetonstutze
        | stutze | *kolom | kolom | betonkolom | 柱 | rc 柱",
        "columna | columna concreto | columna & concreto | pilar | poteau | castillo | columneta | pilastra
        | columna amarre | poteau beton | coluna",
    ),
    generic(
        "concrete_frame",
        "concrete_beam",
        "beam | concrete beam | girder & concrete | reinforced concrete beam | spandrel beam | transfer beam
        | inverted beam | lintel & concrete | *balken | unterzug | stahlbetonbalken | ringbalken | *balk
        | betonbalk | ringbalk | latei | 梁 | 大梁 | 小梁 | rc 梁",
        "viga | viga & peraltada | viga concreto | viga & concreto | viga chata | viga solera | trabe | vigueta
        | poutre | poutre beton | cadena | dala | viga collar | dintel & concreto | viga principal
        | viga secundaria | nervio",
    ),
    generic(
        "concrete_frame",
        "concrete_wall",
        "concrete wall | structural wall | reinforced concrete wall | bearing wall | load bearing wall | wall
        | stahlbetonwand | *wand | betonwand | draagmuur | dragende wand | 壁 | rc 壁 | コンクリート壁
        | 耐力壁 & コンクリート",
        "muro concreto | muro & concreto | muro | muro estructural | pantalla & concreto | muro portante
        | muro & portante | voile beton | mur | voile",
    ),
    item(
        "concrete_frame",
        "shear_wall",
        "shear wall | shearwall | core wall | schubwand | aussteifende wand | stabiliteitswand | 耐震壁 | 耐力壁",
        "muro corte | placa concreto | placa & concreto | muro & cortante | pantalla | muro cortante
        | placa & estructural | voile contreventement | pilar parede",
    ),
    item(
        "concrete_frame",
        "concrete_stair",
        "concrete stair | stair & concrete | stair | stahlbetontreppe | treppe | betontrap | *trap & beton | 階段
        | rc 階段",
        "escalera | escalera concreto | escalera & concreto | escalier | escalier beton | escada",
    ),
    item(
        "concrete_frame",
        "retaining_wall",
        "retaining wall | cantilever wall & retaining | stutzmauer | stutzwand | keermuur | keerwand | 擁壁",
        "muro contencion | muro & contencion | muro & sostenimiento | mur soutenement | muro & arrimo",
    ),
    generic(
        "reinforcement",
        "reinforcing_bar_length",
        "rebar | reinforcing bar | reinforcement bar | reinforcing steel | reinforcement | reinforcing
        | bar & reinforcing | bottom bar | top bar | longitudinal bar | vertical bar | horizontal bar | stirrup
        | tie & bar | hoop | crosstie | spiral & reinforcing | deformed bar | temperature steel | bewehrung
        | bewehrungsstab | bugel | *bewehrung | stabstahl | wapening | *wapening | beugel | wapeningsstaaf | 鉄筋
        | 主筋 | あばら筋 | 帯筋 | 配筋 | 異形鉄筋 | スターラップ | フープ",
        "acero & refuerzo | varilla | fierro corrugado | barra & refuerzo | acero refuerzo | estribo | estribos
        | fierro | armadura | acero corrugado | acero longitudinal | acero transversal | armature
        | cadre & armature | ferraillage | vergalhao | acero & temperatura | baston | ganchos & refuerzo
        | armadura & inferior | armadura & superior",
    ),
    item(
        "reinforcement",
        "welded_wire_fabric",
        "welded wire fabric | welded wire mesh | wwf | wwr | wire mesh | welded wire reinforcement
        | reinforcing mesh | mattenbewehrung | betonstahlmatte | baustahlmatte | bouwstaalnet | wapeningsnet
        | 溶接金網 | ワイヤーメッシュ",
        "malla electrosoldada | malla & electrosoldada | malla & acero | treillis soude | tela soldada",
    ),
    item(
        "reinforcement",
        "post_tensioning_tendon",
        "post tensioning tendon | post tension* | tendon | prestressing strand | spannglied | spannstahl
        | voorspankabel | voorspanstreng | pc 鋼線 | pc 鋼材 | 緊張材",
        "tendon | cable & postensado | torones | cable postension | cable precontrainte",
    ),
    item(
        "reinforcement",
        "dowel",
        "dowel | dowel bar | starter bar | anschlussbewehrung | dubel & bewehrung | stekeind | stekken | stek
        | ダボ筋 | 差し筋 | 差筋",
        "dowel | espera | pasador | mecha & acero | barras & espera | goujon | arranque & acero",
    ),
    item(
        "reinforcement",
        "bar_coupler",
        "bar coupler | mechanical coupler | rebar coupler | mechanical splice | schraubmuffe | koppelbus & wapening
        | 機械式継手",
        "acoplador & mecanico | conector & mecanico | empalme mecanico | coupleur",
    ),
    item("reinforcement", "stud_rail", "stud rail | studrail | dubelleiste | ponsstrip", "stud rail | riel & pernos"),
];
