//! The background of every trade's drawings: doors, furniture, elevators.

use crate::entry::{Row, generic, item};

pub(crate) const ROWS: &[Row] = &[
    generic(
        "doors",
        "door",
        "door | single door | swing door | tur | haustur | zimmertur | innentur | aussentur | *deur | ドア | 扉",
        "puerta | porte | porta | porton",
    ),
    item("doors", "double_door", "double door | door pair | pair & doors", "puerta & doble | porte double"),
    item(
        "doors",
        "sliding_door",
        "sliding door | pocket door | bypass door | schiebetur | schuifdeur | 引戸 | 引き戸",
        "puerta & corrediza | puerta & corredera | porte coulissante",
    ),
    item(
        "doors",
        "overhead_door",
        "overhead door | garage door | sectional door | garagentor | garagedeur | シャッター",
        "puerta & garaje | porton & levadizo",
    ),
    item("doors", "glass_door", "glass door | glastur", "puerta & vidrio"),
    item(
        "doors",
        "access_door",
        "access panel | access door | revisionsklappe | revisieluik | 点検口",
        "registro & inspeccion | tapa & registro & cielo",
    ),
    generic("windows_and_glazing", "window", "window | *fenster | *raam | 窓", "ventana | fenetre | janela"),
    item(
        "windows_and_glazing",
        "skylight",
        "skylight | sky light | oberlicht | lichtkuppel | lichtstraat | dakraam",
        "claraboya | tragaluz | domo | lanterneau",
    ),
    generic(
        "equipment_and_furnishings",
        "furniture",
        "furniture | chair | table | desk | sofa | couch | bed | stool | armchair | wardrobe | bookcase
        | cabinet & furniture | mobel | stuhl | tisch | schreibtisch | bett | sessel | schrank | stoel | tafel
        | bureau | kast | bank | 机 | 椅子 | 家具 | ベッド | テーブル | ソファ",
        "mueble | mobiliario | silla | mesa | escritorio | cama | sillon | butaca | armario | closet | ropero
        | chaise | lit | fauteuil | meuble | cadeira | movel",
    ),
    item(
        "equipment_and_furnishings",
        "kitchen_appliance",
        "refrigerator | fridge | stove | range | oven | cooktop | dishwasher | microwave | washing machine | washer
        | clothes dryer | freezer | kuhlschrank | herd | backofen | geschirrspuler | spulmaschine | waschmaschine
        | koelkast | kookplaat | vaatwasser | wasmachine | fornuis | wasdroger | 冷蔵庫 | 洗濯機 | コンロ | 食洗機
        | 電子レンジ",
        "refrigeradora | refrigerador | nevera | cocina & hornilla* | estufa | horno | lavadora | secadora
        | lavavajilla* | lavaplatos & maquina | microondas | frigorifico | refrigerateur | cuisiniere | lave linge
        | lave vaisselle | fogao | geladeira",
    ),
    item(
        "conveying",
        "elevator",
        "elevator | lift | aufzug | fahrstuhl | 昇降機 | エレベータ | エレベーター",
        "ascensor | elevador | ascenseur",
    ),
    item(
        "conveying",
        "escalator",
        "escalator | rolltreppe | roltrap | エスカレータ*",
        "escalera mecanica | escalera electrica | escalator",
    ),
    item(
        "specialties",
        "toilet_partition",
        "toilet partition | toilet stall | wc kabine | wc trennwand | toilet & scheidingswand",
        "mampara & bano | division & bano",
    ),
    item(
        "specialties",
        "grab_bar",
        "grab bar | haltegriff | steungreep | 手すり & 便所",
        "barra & apoyo | barre appui",
    ),
    item(
        "specialties",
        "toilet_accessory",
        "paper towel | soap dispenser | toilet paper | paper dispenser | towel dispenser | baby changing
        | seifenspender | zeepdispenser | papierspender",
        "dispensador & papel | dispensador & jabon | papelera & bano",
    ),
    item(
        "specialties",
        "bicycle_rack",
        "bicycle rack | bike rack | fahrradstander | fietsenrek",
        "estacionamiento & bicicleta* | rack & bicicleta*",
    ),
    item(
        "specialties",
        "signage",
        "signage | wayfinding | beschilderung | bewegwijzering",
        "senaletica | senalizacion",
    ),
];
