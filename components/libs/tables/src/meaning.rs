//! The meaning of a column, by its heading in several languages.
//!
//! Covers English, Spanish, Portuguese, French, German, Dutch and Japanese headings.

use std::sync::LazyLock;

use regex::RegexSet;
use serde::{Deserialize, Serialize};

use crate::quantity::{Unit, unit};
use crate::text::narrow;

/// The content of a column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ColumnMeaning {
    /// The mark, type or number that names the row.
    Tag,
    /// A drawn symbol.
    Symbol,
    /// A description of the row.
    Description,
    /// The number of pieces.
    Quantity,
    /// The unit of the quantity.
    Unit,
    /// The manufacturer.
    Manufacturer,
    /// Model, part or catalog number.
    Model,
    /// Rated current: breaker, fuse, full-load amperes.
    Rating,
    /// Power, in watts unless the heading says otherwise.
    Watt,
    /// Apparent power.
    VoltAmpere,
    /// Voltage.
    Volt,
    /// Phase or phases.
    Phase,
    /// Poles.
    Poles,
    /// Motor power.
    Hp,
    /// Air flow.
    Cfm,
    /// Water flow.
    Gpm,
    /// Heating or cooling capacity.
    Capacity,
    /// Pressure, head or pressure drop.
    Pressure,
    /// Speed of rotation.
    Speed,
    /// Lamp, light source.
    Lamp,
    /// Wire, conductor, cable.
    Wire,
    /// Conduit, raceway.
    Conduit,
    /// The circuit, or the source that feeds it.
    Circuit,
    /// Size or dimensions.
    Size,
    /// Length.
    Length,
    /// Width.
    Width,
    /// Height or depth.
    Height,
    /// Thickness.
    Thickness,
    /// Diameter.
    Diameter,
    /// Material.
    Material,
    /// Finish or color.
    Finish,
    /// The kind or the height of the mounting.
    Mounting,
    /// Room, area, floor.
    Location,
    /// Size of a reinforcing bar.
    BarSize,
    /// Length of a reinforcing bar.
    BarLength,
    /// Spacing of reinforcing bars.
    BarSpacing,
    /// Weight of reinforcing bars.
    BarWeight,
    /// Bending shape.
    Shape,
    /// A lettered dimension of a shape: A, B, C …
    Dimension,
    /// Weight.
    Weight,
    /// Weight per piece or per meter.
    UnitWeight,
    /// Remarks and notes.
    Remark,
    /// Anything else.
    #[default]
    Other,
}

use ColumnMeaning as M;

/// Headings in lower case without accents. The first match wins.
const MEANINGS: [(&str, ColumnMeaning); 45] = [
    (r"^'[a-z]\d?'$|^[a-gjkoqr]\d?$", M::Dimension),
    (r"\b(drop|loss|ca[ií]da)\b", M::Other),
    (r"^(symbols?|sym|simbolos?|symbole|symbool|simbologia)$|^(凡例|図記号|シンボル|图例|圖例|범례)$", M::Symbol),
    (
        r"^(remarks?|notes?|comments?|observaci(on|ones)|observac(ao|oes)|obs|notas|bemerkung(en)?|opmerking(en)?|remarques?|observations?|備考|摘要|特記|备注|備註|비고|примечан|приміт)",
        M::Remark,
    ),
    (
        r"\b(unit|unitary|kg/m|lbs?/ft|unitario|einzel|stuk)\b.*\b(weight|mass|wt|peso|gewicht)\b|\b(weight|mass|wt|peso|gewicht)\b.*\b(per|unit|/m|unitario|kg/m|lbs?/ft)|単位重量|単重",
        M::UnitWeight,
    ),
    (r"\b(weight|wt|mass|peso|gewicht|poids|masse)\b|質量|重量|масса|маса", M::Weight),
    (
        r"^(qty|quan|quantity|qnty|quantities|count|no (of|off|req'?d|required|each|pcs|pieces|bars|points?)\b.*|number (of|required).*|#? ?req'?d|required|total (no|qty|number|count|pcs|bars)|no\.? bars|total quantity|cant|cantidad|cantidades|cdad|quant|qtd|qtde|quantidade|quantite|qte|nombre|anzahl|menge|stuckzahl|stuck|stk|aantal|aant|metrado|each|ea|pcs|pieces|piezas|n[°º] (de )?(piezas|elementos|barras|puntos|veces))\b|\b(qty|quantity|cantidad)$|^(数量|個数|台数|本数|員数|數量|수량|кол-во|кол$|количество|кількість|к-сть)",
        M::Quantity,
    ),
    (
        r"^(units?|uom|u/m|um|und|unid|unidad|unidade|unite|einheit|eenheid|eenh|me|単位|单位|單位|단위|ед ?изм|единица.*|од ?вим)$",
        M::Unit,
    ),
    (
        r"\b(manufacturers?|mfr|mfg|manuf|make|maker|vendor|brand|supplier|fabricante|fabricant|hersteller|fabrikant|leverancier|proveedor)\b|メーカー|製造者|製造所",
        M::Manufacturer,
    ),
    (
        r"\b(model|catalog(ue)?|cat|part (no|number|#)|part|series|product (no|number|code)|order (no|number)|modelo|modele|modell|referencia|artikel(nummer)?|typenummer)\b|型式|型番|品番|品式|型号|型號|형식",
        M::Model,
    ),
    (
        r"\b(spacing|spc?g|separacion|espaciamiento|espacamento|espacement|abstand|afstand|hoh|@)\b|間隔|ピッチ",
        M::BarSpacing,
    ),
    (
        r"^(shape|bend(ing)? ?(type|shape|code)?|shape code|forma|figura|doblez|croquis|forme|form|biegeform|buigvorm|vorm|sketch|加工形状|形状)\b|^形状",
        M::Shape,
    ),
    (
        r"\b(mounting|mounted|mtg|mount|mount(ing)? height|montaje|montagem|montage(hoogte)?|altura (de )?(montaje|s\.?n\.?p\.?t)|bevestiging|install(ation)?|aff)\b|取付|設置",
        M::Mounting,
    ),
    (r"\b(hp|horsepower|bhp|cv|pk)\b", M::Hp),
    (
        r"\b(cfm|air ?flow|l/s|m3/h|supply air|scfm|caudal de aire|luchtdebiet|luchthoeveelheid|airflow|cmh)\b|風量",
        M::Cfm,
    ),
    (r"\b(gpm|water ?flow|flow( rate)?|lps|caudal|debit|debiet|volumenstrom)\b|流量|水量", M::Gpm),
    (
        r"\b(mbh|btuh?|tons?|capacity|heating cap.*|cooling cap.*|capacidad|capacite|leistung|vermogen kw|thermal)\b|能力",
        M::Capacity,
    ),
    (
        r"\b(esp|tsp|static|sp|pressure|head|wpd|apd|pd|presion|pression|druck|druk|in wg|w\.?g)\b|静圧|揚程|圧力",
        M::Pressure,
    ),
    (r"\b(rpm|speed|velocidad|vitesse|drehzahl|toerental)\b|回転数", M::Speed),
    (r"\b(kva|va|volt-?amp(ere)?s?)\b", M::VoltAmpere),
    (
        r"\b(watts?|wattage|w|kw|power|potencia|puissance|leistung|vermogen|carga instalada|connected load|vatios)\b|消費電力|電力|容量|入力",
        M::Watt,
    ),
    (r"\b(volts?|voltage|v|vac|tension|tensao|spannung|spanning|v/ph(/hz)?|electrical)\b|電圧|電源", M::Volt),
    (r"\b(phase|ph|fase|fases|phases)\b|^[øφ]$|相", M::Phase),
    (r"\b(poles?|polos|polen|p)\b|極数", M::Poles),
    (
        r"\b(breakers?|bkr|c/?b|trip|ocpd?|mocp|mca|fla|rla|amps?|amperes?|ampacity|fuse|current|rating|itm|interruptor|proteccion|corriente|corrente|disyuntor|sicherung|automaat|zekering|stroom|frame|mcb|a)\b|遮断器|定格|電流|配線用",
        M::Rating,
    ),
    (r"\b(lamps?|lampara|lampe|light source|bulb|cct|lumens?|lm|ballast|driver|source)\b|光源|ランプ", M::Lamp),
    (r"\b(conduit|raceway|ducto|tuberia|eletroduto|electroducto|rohr|buis|pipe size)\b|配管|電線管", M::Conduit),
    (
        r"\b(wires?|conductors?|cable|feeder|gauge|awg|conductor|calibre|seccion|kabel|leitung|draad|c-size|fio)\b|電線|ケーブル|配線",
        M::Wire,
    ),
    (
        r"\b(ckt|cct|circuits?|circt|circuito|circuit no|fed from|served (from|by)|panel|stromkreis|groep|tablero|alimentado)\b|回路|分岐",
        M::Circuit,
    ),
    (r"\b(diameter|dia|diam|diametro|diametre|durchmesser|ø|nps|dn)\b|口径|直径|径", M::Diameter),
    (r"\b(thickness|thk|espesor|espessura|epaisseur|dicke|dikte)\b|厚", M::Thickness),
    (
        r"\b(length|len|lgth|distance|distancia|longitud|long|largo|comprimento|compr|longueur|lange|laenge|lengte)\b|^l$|長さ|延長",
        M::Length,
    ),
    (r"\b(width|ancho|largura|largeur|breite|breedte)\b|^w(idth)?$|幅", M::Width),
    (r"\b(height|ht|hgt|depth|alto|altura|hauteur|hohe|hoogte)\b|^h$|高さ", M::Height),
    (
        r"\b(size|dimensions?|dims?|section|medidas?|dimension(es)?|tamano|seccion|dimensao|abmessung(en)?|maat|afmeting(en)?|grosse|taille)\b|寸法|サイズ|仕様|^(规格|規格|규격)",
        M::Size,
    ),
    (r"\b(finish|colou?r|acabado|color|cor|couleur|farbe|kleur|afwerking)\b|仕上|色", M::Finish),
    (
        r"^((tag|mark|type ?mark|item)s?( no| number| #)?|marca|repere|merk|(fixture|luminaire|lum|equip(ment)?|unit|motor|door|window|panel|bar|plan|valve|line|instrument|footing|column|beam|pile|wall)\.?[ -]*(mark|tag|id|type|designation|no|number)?|記号|符号|番号|機器番号|器具番号|编号|編號|序号|序號|位号|번호|순번|기호|부호|№|поз|поз[иі]ц[иі]я|обозначение|позначення|марка|line (no|number))$",
        M::Tag,
    ),
    (
        r"^(type|tipo|typ|designation|code|codigo|id|key|no|nos|nr|num|number|n[°º]|#|items?|pos|position|positie|item no|ref|room no)$",
        M::Tag,
    ),
    (
        r"\b(description|desc|descrip|descripcion|descricao|omschrijving|bezeichnung|beschreibung|benennung|designation|load served|load name|loads?|carga|serves|served|denominacion|detalle|partida|concepto|benaming)\b|名称|品名|負荷|用途|機器名|器具名|室名|名稱|품명|명칭|наименован|названи|на[йи]менуван|^назва",
        M::Description,
    ),
    (r"\b(material|materials|matl|mat'l|werkstoff|materiaal|materiau)\b|材質|材料|材種", M::Material),
    (
        r"\b(location|area|room|floor|level|zone|ubicacion|ambiente|local|ort|raum|ruimte|plaats|piso|nivel|building)\b|設置場所|場所|階|室",
        M::Location,
    ),
    (
        r"^(name|nombre|service|servicio|function|application|use|equipment|device|appliance|fixture|product|naam|nom|nome|equipo)$",
        M::Description,
    ),
    (r"\bgrade|esfuerzo", M::Material),
    (r"\bfrom|\bto\b", M::Location),
    (r"\btype\b|\btipo\b", M::Size),
];

/// All headings as one set, so that one pass over a name finds every match.
#[allow(clippy::expect_used, reason = "constant patterns, compiled in the tests")]
static SET: LazyLock<RegexSet> =
    LazyLock::new(|| RegexSet::new(MEANINGS.iter().map(|(pattern, _)| *pattern)).expect("constant patterns"));

/// Returns a heading in lower case, without accents, dots and repeated spaces.
pub(crate) fn folded(name: &str) -> String {
    let fold = |c: char| match c {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        '.' | ':' | '_' | '*' => ' ',
        _ => c,
    };
    let lower: String = narrow(name).to_lowercase().chars().map(fold).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl ColumnMeaning {
    /// Returns the meaning of a column with this name.
    pub fn of(name: &str) -> ColumnMeaning {
        let name = folded(name);
        // Text in brackets is a unit or an explanation.
        let bare = match name.split_once('(') {
            Some((before, _)) if !before.trim().is_empty() => before.trim(),
            _ => &name,
        };
        let first = |text: &str| SET.matches(text).iter().next();
        first(bare).or_else(|| first(&name)).map_or(M::Other, |i| MEANINGS[i].1)
    }

    /// Returns the meaning within a list of reinforcing bars, where a size is a bar's and a type is its shape.
    pub(crate) fn in_bar_list(self, name: &str) -> ColumnMeaning {
        match self {
            M::Size | M::Diameter => M::BarSize,
            M::Phase if name.trim().starts_with(['ø', 'Ø', 'φ', 'Φ']) => M::BarSize,
            M::Length => M::BarLength,
            M::Weight => M::BarWeight,
            M::Height | M::Width if folded(name).len() == 1 => M::Dimension,
            M::Tag | M::Other if ["type", "typ", "tipo"].contains(&folded(name).as_str()) => M::Shape,
            other => other,
        }
    }
}

/// Returns the unit in a heading (`LENGTH (mm)`, `PESO kg`, `CFM`), and its size in the SI unit.
pub(crate) fn unit_of(name: &str) -> Option<(Unit, f64)> {
    let name = folded(name);
    let words = name.split(|c: char| !c.is_alphanumeric() && !"²³'\"/".contains(c)).filter(|w| !w.is_empty());
    let mut units = words.filter(|w| !["a", "l", "t"].contains(w)).filter_map(unit);
    units.rfind(|(unit, _)| *unit != Unit::Each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_seven_languages() {
        let meanings = [
            (M::Tag, "MARK, TYPE, TAG NO.|FIXTURE TYPE, ITEM, 記号, 記 号, MARCA, POS., LINE NO."),
            (M::Quantity, "QTY., QUANTITY, CANT., CANTIDAD, AANTAL, ANZAHL, 数量, 数　量, NO. REQ'D, Nº DE PIEZAS"),
            (M::Description, "DESCRIPTION, DESCRIPCIÓN, OMSCHRIJVING, 名称, LOAD SERVED, DESCRIP, BEZEICHNUNG"),
            (M::Manufacturer, "MANUFACTURER, MFR, FABRICANTE, メーカー"),
            (M::Model, "MODEL, CATALOG SERIES, PART NO., 型式, MODELO"),
            (M::Watt, "WATTS, WATTAGE, LAMPS WATTS, POTENCIA (W), VERMOGEN"),
            (M::Remark, "REMARKS, COMMENTS, OBSERVACIONES, 備考, OPMERKINGEN"),
            (M::Unit, "UNIT, UND., 単位, EENHEID"),
            (M::Mounting, "MOUNTING, MONTAJE (NPT+) METROS"),
            (M::Rating, "BKR, OCP SIZE, FLA, TRIP AMPS"),
            (M::Cfm, "CFM, AIRFLOW"),
            (M::Gpm, "GPM"),
            (M::BarSpacing, "SPACING, SEPARACIÓN"),
            (M::UnitWeight, "UNIT WEIGHT, PESO UNITARIO"),
            (M::Weight, "TOTAL WEIGHT (LBS), PESO, 重量"),
            (M::Length, "LENGTH, TOTAL LENGTH, LONGITUD, LENGTE, L"),
            (M::Dimension, "'A', B, 'K'"),
            (M::Quantity, "數量, 수량, Кол-во, Кол., Количество, Кількість"),
            (M::Description, "名稱, 设备名称, 품명, Наименование, Найменування"),
            (M::Tag, "编号, 序号, 번호, Поз., Обозначение, Марка"),
            (M::Unit, "单位, 단위, Ед. изм., Од. вим."),
            (M::Remark, "备注, 비고, Примечание, Примітка"),
            (M::Shape, "SHAPE, BENDING SHAPE, FORMA"),
        ];
        for (want, names) in meanings {
            for name in names.split([',', '|']) {
                assert_eq!(ColumnMeaning::of(name.trim()), want, "{name}");
            }
        }
        assert_eq!(ColumnMeaning::of("XYZZY"), M::Other);
        assert_eq!(M::Size.in_bar_list("SIZE"), M::BarSize);
        assert_eq!(ColumnMeaning::of("Type").in_bar_list("Type"), M::Shape);
    }

    #[test]
    fn headings_say_their_unit() {
        assert_eq!(unit_of("LENGTH (mm)"), Some((Unit::Meter, 1e-3)));
        assert_eq!(unit_of("TOTAL WEIGHT (LBS)").map(|u| u.0), Some(Unit::Kilogram));
        assert_eq!(unit_of("QTY NO."), None);
    }
}
