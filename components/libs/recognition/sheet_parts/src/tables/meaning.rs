//! The meaning of a column, by its heading in any language.

use std::sync::LazyLock;

use plumbline_notation::language::headings;
use regex::RegexSet;
use serde::{Deserialize, Serialize};

use crate::tables::quantity::{Unit, unit};
use crate::tables::text::narrow;

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

/// Returns the meanings with their headings in lower case without accents. The first match wins.
fn meanings() -> [(ColumnMeaning, String); 45] {
    [
        (M::Dimension, r"^'[a-z]\d?'$|^[a-gjkoqr]\d?$".to_owned()),
        (M::Other, headings::NOT_A_QUANTITY.bounded()),
        (M::Symbol, headings::SYMBOL.exact()),
        (M::Remark, headings::REMARK.beginning()),
        (M::UnitWeight, unit_weight()),
        (M::Weight, headings::WEIGHT.bounded()),
        (M::Quantity, quantity()),
        (M::Unit, headings::UNIT.exact()),
        (M::Manufacturer, headings::MANUFACTURER.bounded()),
        (M::Model, headings::MODEL.bounded()),
        (M::BarSpacing, headings::BAR_SPACING.bounded()),
        (M::Shape, headings::SHAPE.starting_word()),
        (M::Mounting, headings::MOUNTING.bounded()),
        (M::Hp, headings::HORSEPOWER.bounded()),
        (M::Cfm, headings::AIR_FLOW.bounded()),
        (M::Gpm, headings::WATER_FLOW.bounded()),
        (M::Capacity, headings::CAPACITY.bounded()),
        (M::Pressure, headings::PRESSURE.bounded()),
        (M::Speed, headings::SPEED.bounded()),
        (M::VoltAmpere, headings::VOLT_AMPERE.bounded()),
        (M::Watt, headings::WATT.bounded()),
        (M::Volt, headings::VOLT.bounded()),
        (M::Phase, format!("{}|^[øφ]$", headings::PHASE.bounded())),
        (M::Poles, headings::POLES.bounded()),
        (M::Rating, headings::RATING.bounded()),
        (M::Lamp, headings::LAMP.bounded()),
        (M::Conduit, headings::CONDUIT.bounded()),
        (M::Wire, headings::WIRE.bounded()),
        (M::Circuit, headings::CIRCUIT.bounded()),
        (M::Diameter, headings::DIAMETER.bounded()),
        (M::Thickness, headings::THICKNESS.bounded()),
        (M::Length, format!("{}|^l$", headings::LENGTH.bounded())),
        (M::Width, format!("{}|^w(idth)?$", headings::WIDTH.bounded())),
        (M::Height, format!("{}|^h$", headings::HEIGHT.bounded())),
        (M::Size, headings::SIZE.bounded()),
        (M::Finish, headings::FINISH.bounded()),
        (M::Tag, headings::TAG.exact()),
        (M::Tag, headings::NUMBER.exact()),
        (M::Description, headings::DESCRIPTION.bounded()),
        (M::Material, headings::MATERIAL.bounded()),
        (M::Location, headings::LOCATION.bounded()),
        (M::Description, headings::NAME.exact()),
        (M::Material, headings::GRADE.bounded()),
        (M::Location, headings::FROM_TO.bounded()),
        (M::Size, headings::TYPE.bounded()),
    ]
}

/// Returns the headings of the weight of one piece: `UNIT WEIGHT`, `WEIGHT PER BAR`.
fn unit_weight() -> String {
    let (each, per) = (headings::EACH.alternatives(), headings::PER.alternatives());
    let (weight, one_word) = (headings::WEIGHT_OF_EACH.alternatives(), headings::UNIT_WEIGHT.alternatives());
    format!(r"\b(?:{each})\b.*\b(?:{weight})\b|\b(?:{weight})\b.*\b(?:{per})|{one_word}")
}

/// Returns the headings of the number of pieces: `QTY`, `TOTAL QUANTITY`.
fn quantity() -> String {
    format!(r"{}|\b(?:{})$", headings::QUANTITY.starting_word(), headings::QUANTITY_AT_END.alternatives())
}

/// All headings as one set, so that one pass over a name finds every match, and the meaning of each.
static MEANINGS: LazyLock<(RegexSet, Vec<ColumnMeaning>)> = LazyLock::new(|| {
    let (meanings, patterns): (Vec<_>, Vec<_>) = meanings().into_iter().unzip();
    (RegexSet::new(patterns).expect("constant patterns"), meanings)
});

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
        let (set, meanings) = &*MEANINGS;
        let first = |text: &str| set.matches(text).iter().next();
        first(bare).or_else(|| first(&name)).map_or(M::Other, |i| meanings[i])
    }

    /// Returns the meaning within a list of reinforcing bars, where a size is a bar's and a type is its shape.
    pub(crate) fn in_bar_list(self, name: &str) -> ColumnMeaning {
        match self {
            M::Size | M::Diameter => M::BarSize,
            M::Phase if name.trim().starts_with(['ø', 'Ø', 'φ', 'Φ']) => M::BarSize,
            M::Length => M::BarLength,
            M::Weight => M::BarWeight,
            M::Height | M::Width if folded(name).len() == 1 => M::Dimension,
            M::Tag | M::Other if headings::BAR_SHAPE.contains(&folded(name)) => M::Shape,
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
    fn headings_of_several_languages() {
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
            (M::Tag, "SIGLA, CODICE, POSIZIONE"),
            (M::Quantity, "QUANTITÀ, Q.TÀ, N° PEZZI"),
            (M::Description, "DESCRIZIONE, DENOMINAZIONE, UTENZA"),
            (M::Manufacturer, "COSTRUTTORE"),
            (M::Model, "MODELLO"),
            (M::Watt, "POTENZA (W)"),
            (M::Cfm, "PORTATA ARIA"),
            (M::Rating, "INTERRUTTORE"),
            (M::Unit, "U.M."),
            (M::Remark, "OSSERVAZIONI"),
            (M::BarSpacing, "PASSO"),
            (M::Length, "LUNGHEZZA"),
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
