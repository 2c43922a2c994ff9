//! Air terminals, ducts and duct accessories.

use crate::entry::{Row, generic, item, line};
use crate::kinds::System::Duct;

pub(crate) const ROWS: &[Row] = &[
    generic(
        "air_terminals",
        "supply_diffuser",
        "diffuser | ceiling diffuser | air diffuser | air outlet | air terminal | luftauslass | *auslass & zuluft
        | rooster | luchtrooster | ventilatierooster | 吹出口 | 制気口 | アネモ | アネモ型吹出口 | アネモスタット
        | diffusor | *rooster",
        "difusor | difusor aire | difusores | diffuseur | bouche | difusor techo",
    ),
    item(
        "air_terminals",
        "supply_diffuser",
        "supply diffuser | supply air diffuser/outlet/terminal | supply air ceiling diffuser | square diffuser
        | round diffuser | louvered diffuser | perforated diffuser | swirl diffuser | 4 way diffuser
        | diffuser & supply | supply outlet | supply air | zuluftauslass | zuluftdurchlass | zuluftgitter
        | drallauslass | toevoerrooster | inblaasrooster | inblaasventiel | toevoerventiel | 給気口
        | 給気 & 吹出口 | vhs",
        "difusor inyeccion | difusor & inyeccion | difusor suministro | difusor & suministro | difusor & impulsion
        | difusor impulsion | rejilla inyeccion | rejilla & inyeccion | rejilla & suministro | rejilla & impulsion
        | bouche soufflage | diffuseur soufflage | grille soufflage | difusor insuflamento | bouche insufflation
        | difusor insuflacao",
    ),
    item(
        "air_terminals",
        "supply_register",
        "supply register | supply grille | sidewall supply register | register | sidewall register | wall register
        | supply air register/grille | grille & supply | wandrooster & toevoer",
        "registro & inyeccion | registro & suministro | grelha & insuflamento",
    ),
    item(
        "air_terminals",
        "return_grille",
        "return grille | return register | return air grille/register/inlet/opening/diffuser | return air
        | return diffuser | grille & return | register & return | egg crate | eggcrate | umluftgitter
        | retourrooster | recirculatierooster | 還気口 | 吸込口 | 還気 | レターン | aanzuigrooster",
        "rejilla retorno | rejilla & retorno | difusor & retorno | grille reprise | bouche reprise | grelha retorno
        | grelha & retorno | difusor retorno | retorno aire",
    ),
    item(
        "air_terminals",
        "exhaust_grille",
        "exhaust grille | exhaust register | exhaust air grille/register/inlet/diffuser | exhaust inlet
        | extract grille | extract air grille | exhaust diffuser | grille & exhaust | register & exhaust
        | extract valve | disc valve | disk valve | abluftgitter | abluftventil | abluftdurchlass | afvoerrooster
        | afzuigrooster | afzuigventiel | afzuigpunt | afvoerventiel | 排気口",
        "rejilla extraccion | rejilla & extraccion | difusor & extraccion | boca extraccion | bouche extraction
        | grille extraction | rejilla & expulsion | grelha exaustao | grelha & exaustao",
    ),
    item(
        "air_terminals",
        "transfer_grille",
        "transfer grille | transfer air grille | transfer opening | transfer air | door grille | uberstromgitter
        | uberstromoffnung | overstroomrooster | overstroom* | deurrooster | ガラリ & ドア",
        "rejilla & transferencia | rejilla transferencia | rejilla & puerta | grille transfert",
    ),
    item(
        "air_terminals",
        "linear_diffuser",
        "linear diffuser | slot diffuser | linear slot diffuser | linear bar diffuser | linear bar grille
        | diffuser & linear | diffuser & slot | linear grille | schlitzauslass | schlitzdurchlass | lijnrooster
        | lijn & diffusor | ライン型吹出口 | ラインディフューザー | 線状吹出口 | ブリーズライン",
        "difusor lineal | difusor & lineal | difusor & ranura* | diffuseur lineaire | difusor linear",
    ),
    item(
        "air_terminals",
        "displacement_diffuser",
        "displacement diffuser | quellauslass | quellluftauslass | verdringingsrooster",
        "difusor & desplazamiento",
    ),
    item(
        "air_terminals",
        "floor_diffuser",
        "floor diffuser | floor register | floor grille | bodenauslass | vloerrooster | 床吹出口 | 床吹出し",
        "difusor & piso | rejilla & piso",
    ),
    item(
        "air_terminals",
        "louver",
        "louver | louvre | outdoor air intake | outside air intake | air intake | intake louver | exhaust louver
        | wall louver | fresh air intake | wetterschutzgitter | aussenluftgitter | buitenluchtrooster
        | gevelrooster | ガラリ | 外気 & ガラリ | ベントキャップ | 外気取入口 | 外気口",
        "celosia | persiana & aire | toma aire exterior | toma & aire & exterior | rejilla & exterior | louver
        | grille & air & neuf | prise air neuf | grille pare pluie | veneziana & ar",
    ),
    item(
        "air_terminals",
        "gravity_ventilator",
        "gravity ventilator | roof ventilator | relief hood | intake hood | relief ventilator | turbine ventilator
        | gooseneck | dachhaube | dakkap | ルーフファン & 自然",
        "extractor eolico | sombrero & ventilacion | ventilador & gravedad | tourelle & naturelle",
    ),
    line(
        Duct,
        "",
        "ductwork",
        "rectangular_duct",
        "duct | ductwork | air duct | rectangular duct | ventilation duct | sheet metal duct | *kanal | luftkanal
        | luftleitung | *kanaal | luchtkanaal | ventilatiekanaal | ダクト | 角ダクト | 風道",
        "ducto | ducto aire | ducto rectangular | conducto | conducto aire | ducto ventilacion | gaine ventilation
        | duto | duto ar | ductos",
    ),
    line(
        Duct,
        "supply air",
        "ductwork",
        "rectangular_duct",
        "supply air duct | supply duct | duct & supply | zuluft* | zuluftkanal | toevoerkanaal | toevoerlucht
        | inblaaskanaal | 給気ダクト | sa ダクト",
        "ducto & inyeccion | ducto & suministro | ducto & impulsion | conducto & impulsion | gaine & soufflage
        | duto & insuflamento",
    ),
    line(
        Duct,
        "return air",
        "ductwork",
        "rectangular_duct",
        "return air duct | return duct | duct & return | umluft* | umluftkanal | retourkanaal | retourlucht
        | 還気ダクト",
        "ducto & retorno | conducto & retorno | gaine & reprise | duto & retorno",
    ),
    line(
        Duct,
        "exhaust air",
        "ductwork",
        "rectangular_duct",
        "exhaust air duct | exhaust duct | extract duct | duct & exhaust | duct & extract | fortluft* | abluft*
        | abluftkanal | afvoerkanaal | afzuigkanaal | afvoerlucht | 排気ダクト",
        "ducto & extraccion | ducto & expulsion | conducto & extraccion | gaine & extraction | duto & exaustao",
    ),
    line(
        Duct,
        "outside air",
        "ductwork",
        "rectangular_duct",
        "outside air duct | outdoor air duct | fresh air duct | duct & outside | duct & outdoor | duct & fresh
        | aussenluft* | buitenlucht* | buitenluchtkanaal | 外気ダクト",
        "ducto & aire & exterior | ducto & aire & fresco | conducto & aire & exterior | gaine & air & neuf",
    ),
    line(
        Duct,
        "round",
        "ductwork",
        "round_duct",
        "round duct | circular duct | duct & round | wickelfalzrohr | lufthohr | ronde kanalen | rond kanaal
        | 丸ダクト",
        "ducto circular | ducto & circular | ducto & redondo | conducto & circular | gaine circulaire",
    ),
    line(
        Duct,
        "oval",
        "ductwork",
        "oval_duct",
        "oval duct | flat oval duct | ovaalkanaal",
        "ducto & ovalado | gaine oblongue",
    ),
    line(
        Duct,
        "spiral",
        "ductwork",
        "spiral_duct",
        "spiral duct | spiral & duct | spirorohr | spiralrohr | spirobuis | spirokanaal | スパイラルダクト
        | スパイラル",
        "ducto espiral | ducto & espiral | gaine spiralee",
    ),
    line(
        Duct,
        "flexible",
        "ductwork",
        "flexible_duct",
        "flexible duct | flex duct | flexible & duct | flex connection & duct | flexschlauch | flexibele slang
        | flexibel kanaal | flexslang | フレキシブルダクト | フレキ & ダクト",
        "ducto flexible | ducto & flexible | manguera & aire | gaine flexible | duto flexivel",
    ),
    line(
        Duct,
        "grease",
        "ductwork",
        "grease_duct",
        "grease duct | kitchen exhaust duct | hood exhaust duct",
        "ducto & grasa | ducto & campana",
    ),
    item("ductwork", "duct_elbow", "duct elbow | elbow & duct | elbow & turning & vane* | luftbogen", "codo & ducto"),
    item(
        "ductwork",
        "duct_transition",
        "duct transition | transition & duct | duct reducer",
        "transicion & ducto | reduccion & ducto",
    ),
    item(
        "ductwork",
        "duct_tee",
        "duct tee | duct tap | duct takeoff | duct take off | spin in | branch takeoff | 45 takeoff",
        "derivacion & ducto",
    ),
    item(
        "ductwork",
        "plenum",
        "plenum | plenum box | anschlusskasten | plenumkast | チャンバー | チャンバ | 消音チャンバー",
        "pleno | plenum | camara plena | caisson",
    ),
    item(
        "duct_accessories",
        "volume_damper",
        "volume damper | manual damper | balancing damper | manual volume damper | manual balancing damper
        | manual air damper | volume control damper | vcd | opposed blade damper | splitter damper | damper
        | drosselklappe | volumenstromregler & manuell | regelklep | inregelklep | volumeregelklep | smoorklep
        | ダンパー | ダンパ | 風量調整ダンパー | 風量調節ダンパ",
        "compuerta | compuerta & manual | compuerta balanceo | compuerta & regulacion | compuerta regulacion
        | damper | damper & volumen | damper manual | registre & reglage | clapet reglage | regulador & caudal
        | damper & regulagem",
    ),
    item(
        "duct_accessories",
        "fire_damper",
        "fire damper | curtain fire damper | damper & fire | brandschutzklappe | bsk | brandklep | 防火ダンパー
        | 防火ダンパ",
        "compuerta cortafuego* | compuerta & fuego | compuerta & cortafuego* | damper & cortafuego*
        | damper & fuego | clapet coupe feu | clapet & feu | damper corta fogo",
    ),
    item(
        "duct_accessories",
        "smoke_damper",
        "smoke damper | damper & smoke | rauchschutzklappe | entrauchungsklappe | rookklep | 防煙ダンパー
        | 排煙ダンパー",
        "compuerta & humo | damper & humo | volet & desenfumage",
    ),
    item(
        "duct_accessories",
        "combination_fire_smoke_damper",
        "combination fire smoke damper | fire smoke damper | combination fire & smoke & damper
        | damper & fire & smoke | fire/smoke damper & fire & smoke | combination smoke damper | 防煙防火ダンパー
        | 防火防煙ダンパー",
        "compuerta & fuego & humo | damper & fuego & humo | compuerta & cortafuego* & humo",
    ),
    item(
        "duct_accessories",
        "motorized_damper",
        "motorized damper | motor operated damper | motorised damper | automatic damper | damper & motorized
        | damper & motor | control damper | motordamper | motorklappe | *motorklep | モーターダンパー
        | モータダンパ | 電動ダンパー",
        "compuerta motorizada | compuerta & motorizada | damper & motorizado | registre motorise",
    ),
    item(
        "duct_accessories",
        "backdraft_damper",
        "backdraft damper | back draft damper | backdraught damper | barometric damper | gravity damper
        | relief damper | ruckschlagklappe & luft | terugslagklep & lucht | 逆流防止ダンパー | 逆止ダンパー
        | チャッキダンパー",
        "compuerta & antirretorno | damper & antirretorno | damper & gravedad | compuerta & gravedad
        | clapet anti retour & air",
    ),
    item(
        "duct_accessories",
        "turning_vane",
        "turning vane | turning vanes | leitblech | ガイドベーン",
        "alabes & deflectores | deflector & codo | aubes directrices",
    ),
    item(
        "duct_accessories",
        "access_door",
        "duct access door | duct access panel | access door & duct | access panel & duct | revisionsdeckel
        | inspectieluik & kanaal | 点検口 & ダクト",
        "registro & ducto | puerta & acceso & ducto | trappe visite",
    ),
    item(
        "duct_accessories",
        "flexible_connector",
        "flexible connector | flexible connection | flex connector | flexible duct connection | canvas connection
        | segeltuchstutzen | kompensator & kanal | flexibele verbinding | キャンバス継手 | たわみ継手",
        "conexion & flexible & ducto | junta flexible | conexion flexible | lona | manchette souple",
    ),
    item(
        "duct_accessories",
        "sound_attenuator",
        "sound attenuator | silencer | duct silencer | sound trap | attenuator | schalldampfer | geluiddemper
        | 消音器 | 消音エルボ",
        "silenciador | atenuador | atenuador acustico | piege & son | silencieux",
    ),
];
