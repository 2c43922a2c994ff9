//! Outlets, switches, boxes and the equipment connected to them.

use crate::entry::{Row, generic, item, overriding, vague};

pub(crate) const ROWS: &[Row] = &[
    generic(
        "power",
        "receptacle",
        "receptac*/recept/recep | receptacle | receptacle outlet | convenience outlet/receptacle
        | power outlet/socket/point | wall outlet | socket | socket outlet | single receptacle
        | simplex receptacle | plug | plug outlet | steckdose | *steckdose | *stopcontact | wandcontactdoos
        | *contactdoos | wcd | コンセント | power receptacle | recep | rcpt",
        "tomacorriente | tomacorriente* | toma | toma corriente/fuerza/electrica | tomas | enchufe | contacto
        | salida + tomacorriente | salida + toma | contacto & polarizado | prise | prise courant | tomada
        | tomada eletrica | base enchufe | enchufe* | receptaculo | presa",
    ),
    item(
        "power",
        "gfci_receptacle",
        "gfci & receptac*/recept/recep | gfi & receptac*/recept/recep | gfci | gfi | gfci outlet
        | ground fault receptacle/outlet/interrupter/circuit | ground fault & receptac*/recept/recep
        | rcd socket/protected | 漏電 & コンセント | receptac*/recept/recep & gfci | duplex & gfci | duplex & gfi
        | duplex receptac*/recept/recep & gfci/gfi | weatherproof & receptac*/recept/recep & gfci/gfi
        | fi steckdose",
        "tomacorriente* + gfci | toma + gfci | tomacorriente* + falla + tierra | contacto + gfci
        | tomacorriente* + diferencial",
    ),
    item(
        "power",
        "isolated_ground_receptacle",
        "isolated ground receptac*/recept/recep/outlet/duplex | isolated grounding receptac*/recept/recep/outlet
        | receptac*/recept/recep & isolated & ground/grounding | ig receptac*/recept/recep",
        "tomacorriente* & tierra & aislada | contacto & tierra & aislada | tomacorriente* & estabilizado
        | toma + estabilizada | toma + estabilizado | toma + regulada | contacto & regulado",
    ),
    item(
        "power",
        "special_purpose_receptacle",
        "special purpose receptac*/recept/recep/outlet | special receptac*/recept/recep/outlet
        | range receptac*/recept/recep/outlet | dryer receptac*/recept/recep/outlet
        | welding receptac*/recept/recep/outlet | twist lock | twistlock | twist lock receptac*/recept/recep
        | 3 phase receptac*/recept/recep/outlet/socket | three phase receptac*/recept/recep/outlet/socket
        | 240v receptac*/recept/recep | 208v receptac*/recept/recep | 250v receptac*/recept/recep
        | receptac*/recept/recep & 208v/240v/250v | receptac*/recept/recep & nema & l6/l5/6/14 | cee steckdose
        | kraftsteckdose | krachtstroom* | perilex* | herdanschluss* | kookgroep* | wandcontactdoos & kracht
        | 動力 & コンセント | 200v & コンセント | コンセント & 200v | receptac*/recept/recep & special
        | simplex special receptac*/recept/recep",
        "tomacorriente* & trifasico | toma + trifasica | tomacorriente* & especial | toma + especial
        | salida especial | contacto & trifasico | contacto & especial | salida + cocina & electrica
        | tomacorriente* & cocina | salida + fuerza | toma + fuerza | prise + triphasee | prise + 32a
        | tomada + trifasica | tomacorriente* & 220v & cocina | tomada + especifico",
    ),
    item(
        "power",
        "usb_receptacle",
        "usb receptac*/recept/recep/outlet/socket/charger/port | receptac*/recept/recep + usb | duplex + usb | usb
        | stopcontact + usb | steckdose + usb | コンセント + usb",
        "tomacorriente* + usb | toma + usb | contacto + usb | enchufe + usb | prise + usb | tomada + usb",
    ),
    item(
        "power",
        "floor_box",
        "floor box/outlet/receptac*/recept/recep/socket | floor mounted receptac*/recept/recep/outlet
        | receptac*/recept/recep & floor | receptac*/recept/recep & flush & floor | floor duplex
        | duplex receptac*/recept/recep & floor | duplex & floor | bodendose | bodentank | bodensteckdose
        | *vloerpot | *vloerdoos | vloercontactdoos | 床 & コンセント | フロアコンセント | フロアボックス
        | 床コンセント | floor monument | fb",
        "tomacorriente* + piso | toma + piso | tomas + piso | contacto + piso | enchufe + piso | caja & piso
        | salida + piso | prise + sol | boite sol | boitier sol | tomada + piso | caixa piso",
    ),
    item(
        "power",
        "quadruplex_receptacle",
        "quadruplex | quadplex | quad* receptacle/outlet/receptac*/recept/recep | double duplex | fourplex | 4 plex
        | four gang socket | vierfachsteckdose | steckdose & 4fach | steckdose & vierfach | コンセント & 4 & 口
        | wandcontactdoos & viervoudig",
        "tomacorriente* & cuadruple | toma + cuadruple | contacto & cuadruple | tomacorriente* & cuadruplex",
    ),
    item(
        "power",
        "duplex_receptacle",
        "duplex | duplex receptacle/outlet/receptac*/recept/recep | double receptacle/socket/outlet | twin socket
        | dual receptacle | receptacle & duplex | doppelsteckdose | steckdose & 2fach | steckdose & 2 & fach
        | dubbele wandcontactdoos/wcd/stopcontact | wandcontactdoos & dubbel | wandcontactdoos & 2v
        | wandcontactdoos & tweevoudig | コンセント & 2 & 口 | 2 口コンセント | コンセント & 二口
        | two gang socket | 2 gang socket | コンセント & 2p15a",
        "tomacorriente* & doble | toma + doble | tomacorriente* & duplex | toma + duplex | contacto & doble
        | contacto & duplex | enchufe & doble | prise + double | tomada + dupla | tomacorriente* & bipolar & doble
        | prises doubles",
    ),
    item("power", "poke_through", "poke through* | pokethrough", ""),
    generic(
        "power",
        "outlet",
        "outlet | outlet point | power point | *auslass | aansluitpunt | wandaansluitpunt | アウトレット",
        "salida | salida fuerza/electrica | salida + techo | sortie cable | ponto forca",
    ),
    item(
        "power",
        "power_pole",
        "power pole/column | tele power pole | telepower | energiesaule | energiezuil",
        "columna servicio & tomas | colonne & prises",
    ),
    item(
        "power",
        "plug_strip",
        "plug strip | plugmold | plug mold | multi outlet assembly | multioutlet assembly | steckdosenleiste
        | bruestungskanal & steckdose",
        "regleta & tomas | canaleta & tomacorriente*",
    ),
    item(
        "power",
        "ev_charger",
        "ev charger/charging/station | electric vehicle charger/charging/supply | car charger | evse | ladestation
        | wallbox | *laadpaal | laadpunt | 充電器 & 自動車 | 充電スタンド",
        "cargador & vehiculo* | cargador & electrico & auto | estacion & carga & vehiculo* | borne recharge
        | carregador & veicul*",
    ),
    generic(
        "switching",
        "switch",
        "switch | light switch | wall switch | toggle switch | single pole switch | single pole | lighting switch
        | *schalter | lichtschalter | *schakelaar | スイッチ | 点滅器 | タンブラスイッチ | one way switch",
        "interruptor | interruptor simple/sencillo/unipolar | apagador | apagador sencillo | interrupteur
        | interruptor* | comando & luz | interruptor & luz | interruttore | salida + interruptor",
    ),
    item(
        "switching",
        "three_way_switch",
        "three way switch | 3 way switch | 3way switch | switch & 3way | switch & three & way | switch & 3 & way
        | two way switch | 2 way switch | s3 | wechselschalter | wisselschakelaar | wissel & schakelaar
        | 3 路スイッチ | スイッチ & 3 & 路 | 三路スイッチ | 3w switch",
        "conmutador | interruptor & conmutacion | interruptor & conmutado/conmutador | interruptor & tres & vias
        | interruptor & 3 & vias | interruptor & 3w | apagador & escalera | apagador & 3 & vias
        | apagador & tres & vias | va vient | interruptor & paralelo | interruptor & escalera
        | interruptor & three & way",
    ),
    item(
        "switching",
        "four_way_switch",
        "four way switch | 4 way switch | 4way switch | switch & 4way | switch & four & way | switch & 4 & way | s4
        | kreuzschalter | kruisschakelaar | intermediate switch | 4 路スイッチ | スイッチ & 4 & 路",
        "interruptor & cruce | interruptor & cruzamiento | interruptor & 4 & vias | interruptor & cuatro & vias
        | apagador & 4 & vias | apagador & cuatro & vias | permutateur | interruptor & intermediario",
    ),
    item(
        "switching",
        "dimmer",
        "dimmer | dimmer switch | dimming switch | dimmer* | switch & dimming | *dimmer | 調光器 | 調光スイッチ",
        "dimmer | atenuador | variateur | regulador & intensidad | variador & luz",
    ),
    item(
        "switching",
        "keyed_switch",
        "key* switch | key operated switch | switch & key | switch & keyed | schlusselschalter | sleutelschakelaar",
        "interruptor & llave | interruptor & cerradura",
    ),
    item(
        "switching",
        "pilot_switch",
        "switch & pilot | pilot light switch | switch + pilot + light | kontrollschalter | パイロット & スイッチ
        | 位置表示 & スイッチ",
        "interruptor & piloto | interruptor + piloto | apagador & piloto",
    ),
    item(
        "switching",
        "push_button",
        "push button | pushbutton | push button station | button station | *taster | drukknop* | drukker | 押釦*
        | 押しボタン | プッシュボタン",
        "pulsador | boton | botonera | bouton poussoir | poussoir | pulsante | botoeira",
    ),
    item(
        "switching",
        "fan_speed_switch",
        "fan speed switch/control/controller | fan control | fan switch",
        "control & ventilador | regulador & ventilador",
    ),
    item(
        "switching",
        "low_voltage_switch",
        "low voltage switch* | low voltage control station | switch station | lighting control station
        | wall station | digital wall switch | lighting keypad | リモコンスイッチ",
        "estacion & control & iluminacion | botonera & iluminacion",
    ),
    vague("devices", "device", "device | electrical device | elektrogerat", "dispositivo | aparato electrico"),
    item(
        "devices",
        "hand_dryer",
        "hand dryer | handetrockner | handdroger | ハンドドライヤ*",
        "secador & manos | secamanos | seche mains | secador maos",
    ),
    item(
        "devices",
        "ceiling_fan",
        "ceiling fan | paddle fan | deckenventilator | plafondventilator | 天井扇",
        "ventilador & techo | ventilateur plafond | ventilador & teto",
    ),
    item(
        "devices",
        "cord_reel",
        "cord reel | cable reel | kabelaufroller | kabelhaspel | コードリール",
        "carrete & cable",
    ),
    generic(
        "equipment",
        "power_source",
        "power source/supply | standby power | 電源",
        "fuente & energia | fuente & alimentacion | fuente & poder",
    ),
    overriding(
        "equipment",
        "equipment_connection",
        "equipment connection | equipment outlet | hard wired connection | kitchen equipment | pump | fan
        | exhaust fan | heater | water heater | boiler | equipment | air conditioner | air conditioning unit
        | condensing unit | elevator & connection | anschluss | geraeteanschluss | apparaat aansluiting
        | aansluiting | 換気扇 | 換気 | ポンプ",
        "conexion + equipo | salida + equipo | bomba | ventilador | extractor | calentador | calefac* | terma
        | therma | punto + terma | salida + terma | aire acondicionado | equipo & aire & acondicionado | calefon
        | chauffe eau | chauffage | alimentation & equipement",
    ),
    item(
        "equipment",
        "motor_connection",
        "motor | motor connection/outlet | motorized shade | *motor | 電動機 | モータ | モーター",
        "motor | conexion + motor | salida + motor | moteur",
    ),
    item(
        "equipment",
        "generator",
        "generator | emergency generator | standby generator | diesel generator | genset | *generator
        | notstromaggregat | noodstroomaggregaat | aggregaat | 発電機 | 発電",
        "generador | grupo electrogeno | planta emergencia | planta electrica | groupe electrogene | gerador
        | electrogeno",
    ),
    item(
        "equipment",
        "uninterruptible_power_supply",
        "ups | uninterruptible power supply | uninterruptible | usv | usv anlage | 無停電電源",
        "sistema & ininterrumpido | alimentacion & ininterrumpida | onduleur | nobreak | no break",
    ),
    item(
        "equipment",
        "battery_cabinet",
        "battery cabinet | battery bank | battery rack | accu | batterieschrank | 蓄電池",
        "banco baterias | gabinete baterias | batterie & condensateur",
    ),
    item(
        "equipment",
        "motor_starter",
        "motor starter | starter | magnetic starter | combination starter | motor controller | motorstarter
        | motorschutzschalter | 起動器 | 電磁開閉器",
        "arrancador | guardamotor | demarreur",
    ),
    item(
        "equipment",
        "variable_frequency_drive",
        "variable frequency drive | variable speed drive | vfd | vsd | adjustable frequency drive
        | frequenzumrichter | frequentieregelaar | frequentieomvormer | インバータ",
        "variador & frecuencia | variador & velocidad | variateur & frequence | inversor & frequencia",
    ),
    item(
        "equipment",
        "photovoltaic_module",
        "photovoltaic module/panel/array | pv module/panel/array | solar module/panel | solarmodul | zonnepaneel
        | 太陽電池 | 太陽光",
        "panel solar | panel fotovoltaico | modulo fotovoltaico | panneau photovoltaique | painel solar",
    ),
    item(
        "equipment",
        "inverter",
        "inverter | solar inverter | string inverter | wechselrichter | omvormer | パワーコンディショナ",
        "inversor | inversor solar",
    ),
    item(
        "equipment",
        "electric_heater",
        "electric heater | baseboard heater | electric wall heater | electric unit heater | heizgerat
        | elektroheizung | elektrische kachel | 電気ヒータ*",
        "calefactor & electrico | estufa electrica | convecteur electrique",
    ),
    generic(
        "boxes",
        "junction_box",
        "junction box | jbox | j box | box | splice box | abzweigdose | abzweigkasten | verteilerdose | lasdoos
        | centraaldoos | kabeldoos | aansluitdoos | 接続箱 | ジョイントボックス | ボックス | 中継 & ボックス",
        "caja | caja paso | caja conexion/derivacion/union/empalme/registro/octogonal/metalica/rectangular | cajas
        | condulet | caja & pase | caja pase | registro electrico | boite | boite derivation/jonction | caixa
        | caixa passagem/derivacao",
    ),
    item(
        "boxes",
        "pull_box",
        "pull box | pullbox | zugdose | trekdoos | trekput | プルボックス",
        "caja & jalado | caja & tiro | caja & halado | caja & registro & tiro | boite tirage | caixa & puxada",
    ),
    item(
        "boxes",
        "outlet_box",
        "outlet box | octagonal box | ceiling outlet box | アウトレットボックス | plafonddoos",
        "caja & salida | caja octogonal & salida",
    ),
    item(
        "boxes",
        "device_box",
        "device box | back box | backbox | switch box | schalterdose | geratedose | inbouwdoos | スイッチボックス",
        "caja & dispositivo | caja rectangular & dispositivo | caja chalupa",
    ),
    item(
        "boxes",
        "weatherproof_box",
        "weatherproof box | wp box | weather proof box | wetterfeste dose",
        "caja & intemperie | caja estanca",
    ),
    item(
        "boxes",
        "terminal_cabinet",
        "terminal cabinet | terminal box | terminal strip cabinet | klemmenkasten | klemmenkast | 端子盤",
        "caja & bornes | gabinete & terminales | caja terminales",
    ),
];
