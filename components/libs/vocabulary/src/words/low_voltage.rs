//! Communications and security.

use crate::entry::{Row, generic, item};

pub(crate) const ROWS: &[Row] = &[
    generic(
        "communications",
        "communication_outlet",
        "communication* outlet/jack/port/point | telecom* | telecommunication* outlet/jack | voice | network
        | internet | tele data | teledata | low voltage outlet | coax* | kommunikations* | datendose & telefon
        | communicatie* | 情報 | 情報コンセント | 弱電 & コンセント | マルチメディア*",
        "salida + comunicaciones | salida + voz | comunicaciones | punto + red | telecomunicaciones | communication",
    ),
    item(
        "communications",
        "communication_outlet",
        "voice data | data & voice | data & telephone | data & phone | telephone & data | phone & data
        | voice & data | data/telephone outlet/jack & telephone/data | telefoon & data | telefon & daten
        | 電話 & 情報 | 電話 & lan",
        "salida + datos & telefono | salida + telefono & datos | voz datos | datos & voz | toma + voz & datos
        | telefono & datos",
    ),
    item(
        "communications",
        "data_outlet",
        "data | data outlet/jack/port/point/receptacle/socket/drop | network outlet/jack/port/point/drop
        | ethernet outlet/jack/port | lan outlet/port/jack | lan | rj45 | rj 45 | rj45 outlet/jack/socket
        | computer outlet | datendose | netzwerkdose | lan dose | *datadose | dataaansluiting | data aansluitpunt
        | data contactdoos | wcd & data | lan & コンセント | 情報用アウトレット",
        "datos | data | salida + datos | salida + data | toma + datos | toma + red | punto + datos
        | punto + red & datos | salida + internet | prise + rj45 | prise + informatique | prise + reseau
        | ponto + dados | tomada + dados | ponto + logica",
    ),
    item(
        "communications",
        "telephone_outlet",
        "telephone | telephone outlet/jack/port/point | phone outlet/jack | phone | wall telephone | pay telephone
        | telefondose | telefonanschluss* | *telefoon* | telefoon* | 電話 | 電話アウトレット | 電話用アウトレット",
        "telefono | salida + telefono | salida + telefonica | salida + telefonico | toma + telefono
        | punto + telefono | telefonica | prise + telephone | ponto + telefone | tomada + telefone",
    ),
    item(
        "communications",
        "television_outlet",
        "television | television outlet/jack | tv | tv outlet/jack/point/socket | cable tv | catv | coax* outlet
        | antennendose | tv dose | cai* | tv aansluiting | tv & コンセント | テレビ | テレビ端子
        | テレビアウトレット | 直列ユニット | tv 用アウトレット",
        "television | salida + tv | salida + television | salida + cable | toma + tv | toma + television
        | punto + tv | cable & tv | prise + tv | prise + television | ponto + tv | antena tv",
    ),
    item(
        "communications",
        "wireless_access_point",
        "wireless access point | wifi access point | access point | wi fi | wifi | wap | wlan | 無線 lan
        | アクセスポイント | 無線 & アクセスポイント",
        "punto acceso | punto + acceso & inalambrico | antena & wifi | borne wifi | ponto acesso",
    ),
    generic(
        "communications",
        "signal_device",
        "bell | buzzer | chime | door bell | doorbell | clock | master clock | klingel | turklingel | gong
        | *bel & deur | deurbel | schel | zoemer | klok | uhr | ベル | ブザー | 時計 | チャイム",
        "timbre | zumbador | campanilla | reloj | sonnette | campainha | horloge",
    ),
    item(
        "communications",
        "intercom_station",
        "intercom | intercom station | door phone | video intercom | door entry | sprechanlage | gegensprechanlage
        | intercom* | インターホン | ドアホン",
        "intercomunicador | portero electrico | portero | citofono | videoportero | interphone | interfone
        | video portero",
    ),
    item(
        "communications",
        "nurse_call_station",
        "nurse call* | nurse call station/device/light | emergency call station | call button | lichtruf*
        | schwesternruf* | verpleegoproep* | zusteroproep* | ナースコール",
        "llamado & enfermera* | llamada & enfermera* | appel malade | appel infirmiere | chamada & enfermeira",
    ),
    generic(
        "communications",
        "loudspeaker",
        "loudspeaker | loud speaker | ceiling speaker | speaker | speaker & ceiling | paging speaker
        | sound speaker | pa speaker | volume control | lautsprecher | *luidspreker | スピーカ | スピーカー",
        "parlante | altavoz | altoparlante | bocina & sonido | haut parleur | alto falante | bafle",
    ),
    item(
        "communications",
        "equipment_rack",
        "equipment rack | data rack | network rack | server rack | rack | server cabinet | data cabinet
        | telecom cabinet | idf | mdf | netzwerkschrank | serverschrank | patchkast | datakast | ラック & サーバ
        | ラック & 通信",
        "rack | rack comunicaciones | gabinete & comunicaciones | gabinete & datos | gabinete & rack
        | baie brassage | baie informatique | tablero & comunicaciones",
    ),
    item(
        "communications",
        "patch_panel",
        "patch panel | patchpanel | パッチパネル",
        "panel & parcheo | patch panel | panneau brassage",
    ),
    item(
        "communications",
        "backboard",
        "telephone backboard | telecom* backboard | backboard | terminal board & telephone | ttb",
        "tablero & madera & telefono",
    ),
    generic(
        "security",
        "security_device",
        "security device | security | intrusion | alarm & intrusion | intrusion detection",
        "dispositivo & seguridad | alarma & intrusion | antirrobo",
    ),
    item(
        "security",
        "camera",
        "camera | cctv | cctv camera | security camera | surveillance camera | dome camera | ptz camera | ip camera
        | *kamera | 防犯カメラ | カメラ | 監視カメラ",
        "camara | camara & seguridad | camara & vigilancia | camara cctv | camera surveillance | cctv
        | camera seguranca",
    ),
    item(
        "security",
        "card_reader",
        "card reader | access control | access control reader/device | proximity reader | access reader
        | kartenleser | kaartlezer | toegangscontrole | カードリーダ | カードリーダー",
        "lector & tarjeta* | lectora & tarjeta* | control acceso | control accesos | lector & proximidad
        | lecteur badge | controle acces | leitor & cartao",
    ),
    item(
        "security",
        "door_contact",
        "door contact | magnetic contact | door position switch | door switch | window contact | turkontakt
        | magnetkontakt | deurcontact | magneetcontact | マグネットスイッチ & ドア",
        "contacto & magnetico | contacto & puerta | sensor & puerta | contact porte",
    ),
    item(
        "security",
        "electric_lock",
        "electric lock/strike/latch | magnetic lock | electromagnetic lock | maglock | mag lock | door strike
        | turoffner | elektrisches schloss | deuropener | elektrisch slot | 電気錠",
        "cerradura electrica | cerradura electromagnetica | chapa electrica | cerradura & magnetica
        | gache electrique | ventouse & porte | fechadura eletrica",
    ),
    item(
        "security",
        "intrusion_detector",
        "intrusion detector/sensor | glass break* | glassbreak* | burglar alarm | motion detector & security
        | einbruchmelder | inbraak* | glasbruchmelder | 防犯センサ*",
        "sensor & intrusion | detector & intrusion | sensor & rotura & vidrio | detecteur intrusion",
    ),
    item(
        "security",
        "keypad",
        "keypad | key pad | alarm keypad | access keypad | codeschloss | codepaneel | テンキー",
        "teclado | teclado & alarma | clavier code",
    ),
    item(
        "security",
        "panic_button",
        "panic button | duress button | panic alarm | hold up button | uberfalltaster | paniekknop | overvalknop
        | 非常押しボタン",
        "boton & panico | pulsador & panico | bouton panique",
    ),
    item(
        "security",
        "security_panel",
        "security panel | security control panel | intrusion panel | alarm panel & intrusion | access control panel
        | einbruchmeldezentrale | inbraakcentrale",
        "panel & alarma & intrusion | central & intrusion | panel & seguridad | panel & control & acceso
        | centrale intrusion",
    ),
];
