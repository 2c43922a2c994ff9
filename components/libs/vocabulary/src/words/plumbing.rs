//! Plumbing fixtures, drains, valves and equipment.

use crate::entry::{Row, generic, item};

pub(crate) const ROWS: &[Row] = &[
    item(
        "fixtures",
        "water_closet",
        "water closet | wc | toilet | toilet bowl | flush tank water closet | flush valve water closet
        | closet bowl | commode | watercloset | wand wc | klosett | toilette | *toilet | closetpot | wandcloset
        | closetcombinatie | duocloset | duoblok | toiletpot | 便器 | 大便器 | 洋風便器 | 洋式便器 | 和風便器
        | 便所 & 器具 | tiefspul* & wc | wand closet",
        "inodoro | sanitario & tanque/taza/fluxometro | excusado | retrete | taza sanitaria | taza | wc | poceta
        | bacia sanitaria | vaso sanitario | cuvette wc | toilettes | water closet | bacia",
    ),
    item(
        "fixtures",
        "urinal",
        "urinal | wall hung urinal | urinalbecken | urinoir | 小便器",
        "urinario | mingitorio | urinal | urinoir | mictorio",
    ),
    item(
        "fixtures",
        "lavatory",
        "lavatory | lav | wash basin | washbasin | hand basin | handbasin | hand wash basin | wash hand basin
        | hand sink | hand wash sink | handwash sink | basin | counter lavatory | wall hung lavatory
        | pedestal lavatory | vanity | bathroom sink | waschtisch | waschbecken | handwaschbecken | wastafel
        | *wastafel | fontein & toilet | fonteintje | handenwasbak | *fontein | 洗面器 | 手洗器 | 洗面台
        | 手洗い器 | 洗面化粧台",
        "lavamanos | lavabo | lavatorio | ovalin | ovalin empotrar | lavatorio & manos | lave mains | vasque
        | cuba & lavatorio",
    ),
    generic(
        "fixtures",
        "sink",
        "sink | single bowl sink | double bowl sink | kitchen sink | bar sink | scullery sink | pot sink
        | prep sink | three compartment sink | 3 compartment sink | laboratory sink | laundry sink | laundry tub
        | lab sink | exam sink | spule | kuchenspule | spulbecken | ausgussbecken & kuche | spoelbak | gootsteen
        | aanrecht* & spoelbak | keukenblok | aanrechtblok | 流し | 流し台 | シンク | キッチンシンク | 洗濯流し",
        "lavadero | lavaplatos | fregadero | tarja | lavadero cocina | lavadero & ropa | evier | pia | pia cozinha
        | tanque & lavar | lavatrastos | bac laver | pileta | pileton",
    ),
    item(
        "fixtures",
        "mop_sink",
        "mop sink | mop basin | service sink | slop sink | janitor sink | mop service basin | utility sink
        | floor mounted mop sink | mop receptor | slophopper | ausgussbecken | ausguss | uitstortgootsteen
        | uitstortgootsteenbak | *uitstort* | 掃除用流し | 掃除流し | スロップシンク",
        "lavadero & servicio | lavatrapeador* | vertedero | botadero | lavadero & limpieza | vidoir | tarja & aseo
        | poza & limpieza | fregadero & servicio",
    ),
    item(
        "fixtures",
        "shower",
        "shower | shower stall | shower head | shower receptor | shower pan | shower tray | shower cabin | dusche
        | duschwanne | brause | duschkabine | douche | douchebak | *douche | douchekop | シャワー
        | シャワーユニット",
        "ducha | regadera | plato ducha | receptaculo ducha | receveur douche | bac douche | chuveiro",
    ),
    item(
        "fixtures",
        "bathtub",
        "bathtub | bath tub | tub | bath | bath/tub & shower | whirlpool | soaking tub | oval bath | jacuzzi
        | badewanne | wanne | ligbad | hoekbad | bubbelbad | zitbad | badkuip | 浴槽 | バスタブ | ユニットバス
        | 風呂",
        "tina | banera | tina bano | tina hidromasaje | baignoire | banheira",
    ),
    item("fixtures", "bidet", "bidet | ビデ", "bidet | bide"),
    item(
        "fixtures",
        "drinking_fountain",
        "drinking fountain | water cooler | electric water cooler | ewc | bottle filler | bottle filling station
        | trinkbrunnen | trinkwasserspender | drinkfontein | drinkwaterfontein | 水飲器 | 飲料水 & 冷水機 | 冷水機",
        "bebedero | fuente agua | fuente & beber | fontaine eau | bebedouro | fontaine boire",
    ),
    item(
        "fixtures",
        "wash_fountain",
        "wash fountain | wash trough | multi station lavatory | trough lavatory | waschrinne | wastrog | wasgoot",
        "lavamanos & corrido | lavabo & colectivo | lavadero corrido",
    ),
    item(
        "fixtures",
        "emergency_shower",
        "emergency shower | safety shower | drench shower | emergency shower & eyewash | safety shower & eyewash
        | notdusche | korperdusche | nooddouche | 緊急シャワー",
        "ducha emergencia | ducha & emergencia | ducha & seguridad | ducha & lavaojo* | douche securite
        | chuveiro & emergencia",
    ),
    item(
        "fixtures",
        "eyewash",
        "eyewash | eye wash | eyewash station | emergency eyewash | augendusche | oogdouche | 洗眼器",
        "lavaojo* | lava ojos | rince oeil | lava olhos",
    ),
    item(
        "fixtures",
        "laundry_box",
        "washing machine box | washer box | laundry box | washing machine outlet box | clothes washer box
        | washing machine supply | washer supply box | washing machine connection | wasmachine aansluiting
        | wasmachineaansluiting | wasautomaat* | waschmaschinenanschluss | waschmaschinen anschluss | 洗濯機パン
        | 洗濯機用水栓 | 洗濯パン | wasmachinekraan",
        "salida & lavadora | caja & lavadora | conexion + lavadora | toma & lavadora | alimentation & lave linge",
    ),
    item(
        "fixtures",
        "ice_maker_box",
        "ice maker box | icemaker box | ice maker outlet | ice maker connection | refrigerator water box",
        "caja & hielo",
    ),
    item(
        "fixture_trim",
        "faucet",
        "faucet | tap | mixer tap | sink faucet | mixer | lavatory faucet | armatur & wasser | mischbatterie
        | auslaufventil & wand | zapfhahn | *mischer | kraan | *kraan | mengkraan | wastafelkraan | keukenkraan
        | tappunt | tapkraan | 水栓 | 混合水栓 | 給水栓 | 自動水栓 | 単水栓 | カラン | 蛇口",
        "griferia | grifo | llave & lavamanos | mezcladora | llave mezcladora | grifo & mezclador | monomando
        | robinet | mitigeur | robinet puisage | torneira | canilla",
    ),
    item(
        "fixture_trim",
        "flush_valve",
        "flush valve | flushometer | flush valve sensor | druckspuler | spulkasten | drukspoeler | stortbak
        | spoelreservoir | inbouwreservoir | フラッシュバルブ | 洗浄弁 | ロータンク",
        "fluxometro | valvula descarga | fluxor | chasse directe | valvula & fluxometro
        | valvula & descarga & inodoro",
    ),
    item(
        "fixture_trim",
        "shower_valve",
        "shower valve | shower mixer | shower faucet | tub shower valve | pressure balancing valve | brausebatterie
        | duscharmatur | douchekraan | douchemengkraan | シャワー水栓",
        "mezcladora & ducha | llave & ducha | grifo & ducha | grifo & regadera | mezcladora & regadera",
    ),
    item("fixture_trim", "fixture_carrier", "fixture carrier | carrier | wall carrier", "soporte & inodoro"),
    item(
        "fixture_trim",
        "trap",
        "trap | p trap | running trap | house trap | building trap | siphon | geruchverschluss | sifon
        | stankafsluiter | トラップ | 排水トラップ",
        "trampa | sifon | sifao | siphon | trampa p",
    ),
    item(
        "fixture_trim",
        "fixture_supply",
        "angle stop | fixture supply | supply stop | stop & fixture | eckventil | hoekstopkraan | 止水栓
        | アングル止水栓",
        "llave angular | valvula angular | llave & abasto | robinet equerre",
    ),
    item(
        "fixture_trim",
        "garbage_disposer",
        "garbage disposal | garbage disposer | food waste disposer | disposer | disposal | ディスポーザー",
        "triturador | triturador & desperdicios",
    ),
    item(
        "fixture_trim",
        "thermostatic_mixing_valve",
        "thermostatic mixing valve | tmv | thermostat & mischventil | thermostatische mengkraan
        | thermostatisch mengventiel",
        "valvula mezcladora termostatica | valvula & mezcladora & termostatica | mitigeur thermostatique",
    ),
    generic(
        "drains",
        "floor_drain",
        "drain | floor drain | bodenablauf | bodeneinlauf | ablauf | *bodenablauf | vloerput | schrobput
        | doucheput | *putje | afvoerput | 床排水 | 床排水口 | 床排水トラップ | 床排水金物 | 排水口 | 排水金物",
        "sumidero | sumidero bronce | sumidero piso | coladera | coladera piso | desague piso
        | rejilla piso & desague | rejilla & sumidero | siphon sol | avaloir sol | ralo | ralo sifonado
        | bonde sol",
    ),
    item(
        "drains",
        "floor_sink",
        "floor sink | fs & drain | indirect waste receptor",
        "sumidero & indirecto | fregadero & piso",
    ),
    item(
        "drains",
        "area_drain",
        "area drain | deck drain | plaza drain | planter drain | terrassenablauf | hofeinlauf | balkonablauf
        | terrasafvoer",
        "sumidero & patio | sumidero & terraza | sumidero & jardinera",
    ),
    item(
        "drains",
        "trench_drain",
        "trench drain | channel drain | linear drain | duschrinne | entwasserungsrinne | *rinne & ablauf | lijngoot
        | afvoergoot | douchegoot | goot & afvoer | グレーチング | 排水溝",
        "canaleta & drenaje | canal & drenaje | rejilla & lineal & drenaje | caniveau | canaleta & rejilla
        | canaleta & desague | drenaje lineal",
    ),
    item(
        "drains",
        "roof_drain",
        "roof drain | dachablauf | dacheinlauf | dachgully | hwa & put | dakafvoer | dakputje | ルーフドレン
        | ルーフドレーン",
        "coladera azotea | coladera & azotea | sumidero & techo | sumidero & azotea | sumidero & cubierta
        | sumidero & pluvial | desague & techo | naissance & ep | crapaudine | ralo & cobertura",
    ),
    item(
        "drains",
        "overflow_drain",
        "overflow drain | secondary roof drain | overflow roof drain | emergency roof drain | secondary drain
        | notablauf | noodoverlaat | noodoverstort",
        "rebose & azotea | sumidero & rebose | coladera & demasias | trop plein",
    ),
    item(
        "drains",
        "scupper",
        "scupper | overflow scupper | roof scupper | speier | spuwer | 樋 & オーバーフロー",
        "gargola | barbacane",
    ),
    item(
        "drains",
        "hub_drain",
        "hub drain | funnel drain | open hub drain | standpipe drain | trichter & ablauf | condenstrechter",
        "embudo & drenaje | desague & embudo",
    ),
    generic(
        "drains",
        "floor_cleanout",
        "cleanout | clean out | floor cleanout | fco | grade cleanout | finished floor cleanout | cleanout & floor
        | cleanout & grade | two way cleanout | exterior cleanout | coto | reinigungsoffnung | reinigungsrohr
        | ontstoppingsstuk | ontstoppings* | 掃除口 | 床上掃除口 | 床下掃除口",
        "registro roscado | registro bronce | registro & roscado | registro & piso | registro & limpieza | registro
        | tapon registro | tapon & registro | regard & visite & tampon | te visite | bouchon & degorgement
        | boca & limpieza | caja registro | caja & registro & desague | caja inspeccion | arqueta",
    ),
    item("drains", "wall_cleanout", "wall cleanout | wco | cleanout & wall", "registro & pared | registro & muro"),
    item(
        "drains",
        "downspout_nozzle",
        "downspout nozzle | downspout | downspout boot | rain leader nozzle",
        "bajante & boquilla",
    ),
    item(
        "drains",
        "trap_primer",
        "trap primer | trap primer valve | trap seal primer",
        "cebador & trampa | alimentador & sifon",
    ),
    generic(
        "valves",
        "ball_valve",
        "valve | shutoff valve | shut off valve | isolation valve | stop valve | stopcock | stop cock | curb stop
        | valve box | absperrventil | absperrhahn | absperrarmatur | stopkraan | hoofdkraan | afsluiter
        | *afsluiter | *ventil | stadsstopkraan | hoofdafsluiter | 弁 | バルブ | 止水弁",
        "valvula | llave paso | llave & paso | valvula & paso | valvula & corte | valvula & cierre | vanne
        | vanne arret | vanne & arret | robinet arret | llave corte",
    ),
    item(
        "valves",
        "ball_valve",
        "ball valve | full port ball valve | valve & ball | kugelhahn | kogelkraan | kogelafsluiter | ボール弁
        | ボールバルブ",
        "valvula bola | valvula esferica | valvula & esferica | valvula & bola | llave esferica | valvula esfera
        | vanne boisseau | vanne & quart & tour | registro & esfera | llave & bola",
    ),
    item(
        "valves",
        "gate_valve",
        "gate valve | valve & gate | absperrschieber | schieber | *schieber | schuifafsluiter | ゲートバルブ
        | ゲート弁 | 仕切弁 | スルース弁",
        "valvula compuerta | valvula & compuerta | llave compuerta | vanne & opercule | registro gaveta
        | vanne passage direct | registro & gaveta",
    ),
    item(
        "valves",
        "globe_valve",
        "globe valve | valve & globe | klepafsluiter | durchgangsventil | 玉形弁 | グローブ弁",
        "valvula globo | valvula & globo | robinet soupape",
    ),
    item(
        "valves",
        "butterfly_valve",
        "butterfly valve | valve & butterfly | absperrklappe | vlinderklep | バタフライ弁",
        "valvula mariposa | valvula & mariposa | vanne papillon",
    ),
    item(
        "valves",
        "check_valve",
        "check valve | valve & check | non return valve | swing check | ruckschlagventil | ruckschlagklappe
        | ruckflussverhinderer | terugslagklep | keerklep | 逆止弁 | チャッキ弁 | チェッキ弁",
        "valvula check | valvula & check | valvula retencion | valvula & retencion | valvula antirretorno
        | valvula & antirretorno | clapet anti retour | clapet retour | valvula retencao",
    ),
    item(
        "valves",
        "balancing_valve",
        "balancing valve | valve & balancing | circuit setter | balance valve | strangregulierventil
        | inregelafsluiter | inregelventiel",
        "valvula balanceo | valvula & balanceo | valvula & equilibrado | vanne equilibrage",
    ),
    item(
        "valves",
        "pressure_reducing_valve",
        "pressure reducing valve | prv | pressure regulating valve | pressure reducer | valve & pressure & reducing
        | druckminderer | drukreduceer* | reduceerventiel | 減圧弁",
        "valvula reductora presion | valvula reductora | valvula & reductora | reductor & presion
        | reguladora & presion | reducteur pression | valvula & reguladora & presion",
    ),
    item(
        "valves",
        "relief_valve",
        "relief valve | t p relief valve | temperature pressure relief | pressure relief valve | safety valve
        | sicherheitsventil | sicherheitsgruppe | inlaatcombinatie | veiligheidsventiel | overstortventiel
        | 安全弁 | 逃し弁",
        "valvula alivio | valvula & alivio | valvula seguridad | valvula & seguridad | groupe securite | soupape",
    ),
    item(
        "valves",
        "mixing_valve",
        "mixing valve | master mixing valve | tempering valve | brauchwassermischer | mengventiel | 混合弁",
        "valvula mezcladora | valvula & mezcladora",
    ),
    item(
        "valves",
        "solenoid_valve",
        "solenoid valve | valve & solenoid | magnetventil | magneetventiel | magneetklep | 電磁弁",
        "valvula solenoide | valvula & solenoide | electrovalvula | electrovanne | vanne solenoide",
    ),
    item(
        "specialties",
        "backflow_preventer",
        "backflow preventer | backflow preventor | rpz | reduced pressure zone | rpbp | double check valve
        | double check | rp backflow | backflow | systemtrenner | rohrtrenner | terugstroombeveiliging
        | 逆流防止器",
        "preventor & reflujo | valvula & antirreflujo | dispositivo & antirreflujo | disconnecteur | antirreflujo",
    ),
    item(
        "specialties",
        "vacuum_breaker",
        "vacuum breaker | atmospheric vacuum breaker | rohrbelufter | beluchter | バキュームブレーカ*",
        "rompedor & vacio | valvula & rompe & vacio | casse vide",
    ),
    item(
        "specialties",
        "hose_bibb",
        "hose bib | hose bibb | hose bibbs | sill cock | sillcock | hose faucet | hose tap | outside tap
        | freeze proof hose bib* | auslaufhahn | gartenhahn | aussenwasserhahn | aussenzapfstelle | gartenventil
        | buitenkraan | gevelkraan | slangkraan | vorstvrije kraan | gevelkom | 散水栓",
        "grifo riego | grifo & riego | llave & manguera | llave & nariz | grifo & manguera | llave & jardin
        | llave & riego | robinet & arrosage | torneira & jardim | grifo & jardin",
    ),
    item(
        "specialties",
        "wall_hydrant",
        "wall hydrant | nonfreeze wall hydrant | freezeproof wall hydrant | ground hydrant | box hydrant",
        "hidrante & pared & riego",
    ),
    item("specialties", "roof_hydrant", "roof hydrant | yard hydrant & roof", "hidrante & azotea & riego"),
];
