//! The vocabulary of headers and titles: which row is a header, which column names the row, what a schedule lists.
//!
//! English first, then Spanish, Portuguese, French, German and Dutch words that differ.

use std::sync::LazyLock;

use regex::Regex;

use crate::meaning::ColumnMeaning;
use crate::model::ScheduleKind;
use crate::text::narrow;

/// Compiles one of this module's patterns.
#[allow(clippy::expect_used, reason = "the patterns are constants, and every one is compiled in the tests")]
fn pattern(source: &str) -> Regex {
    Regex::new(&format!("(?i){source}")).expect("a constant pattern")
}

macro_rules! patterns {
    ($($(#[$about:meta])* $name:ident = $source:expr;)*) => {
        $($(#[$about])* static $name: LazyLock<Regex> = LazyLock::new(|| pattern($source));)*
        #[cfg(test)]
        fn every_pattern() -> Vec<&'static LazyLock<Regex>> { vec![$(&$name),*] }
    };
}

patterns! {
    /// A column heading of a schedule.
    HEADING = r"\b(mark|type|tag|symbols?|items?|no|nos|number|nr|num|id|code|ref|pos|key|designation|fixture|luminaire|lamps?|watts?|wattage|voltage|volts?|v|ph|phase|poles?|p|amps?|a|kva|va|kw|hp|fla|mca|mocp|rla|hz|breaker|bkr|c/?b|trip|ocp|ocpd|frame|fuse|circuits?|ckts?|cct|load|served|conductors?|wires?|conduit|feeders?|gauge|size|dimensions?|length|len|width|height|qty|quantity|count|unit|units|manufacturer|mfr|mfg|make|maker|model|catalog(ue)?|series|part|description|desc|remarks?|notes?|comments?|mounting|finish|finishes|colou?r|ballast|driver|lumens?|location|room|name|area|service|function|system|equipment|device|address|panel|card|standby|current|distance|material|product|style|thickness|cfm|gpm|mbh|btuh?|esp|sp|rpm|wpd|ewt|lwt|eat|lat|flow|capacity|head|pressure|temp|temperature|starter|disconnect|control|trap|vent|waste|cw|hw|connection|drain|floor|wall|ceiling|base|door|frame|hardware|glass|glazing|bar|bars|spacing|shape|grade|weight|mass|reinforcement|total|cantidad|cant|descripci[oó]n|marca|tipo|modelo|c[oó]digo|ubicaci[oó]n|carga|potencia|tensi[oó]n|circuito|calibre|secci[oó]n|longitud|unidad|observaciones|peso|di[aá]metro|descri[cç][aã]o|quantidade|d[eé]signation|quantit[eé]|rep[eè]re|bezeichnung|anzahl|menge|gr[oö](ss|ß)e|aantal|omschrijving|merk|lengte|diameter|diam|dia|from|to|line|fluid|spec|insulation|rating|ratings|valve|end|loop|signal|range|others?|top|bottom|bottoms|mark(s)?|bend|bending|cut|rebar|footing|pile|beam|column|elevation|thk|dims?|opening|elev|sill|head|jamb|fire|closer|lock|swing|leaf|panels?|key|keynote|watt|kva|va|wattios|vatios|marca|item|ítem|und|uni|c[oó]d|n[uú]mero|nombre|local|ambiente|acabado|altura|ancho|largo|alto|espesor|material|fase|fases|polos|interruptor|itm|conductor|cable|tablero|alimentador|montaje|color|fabricante|proveedor|p\.? ?u|precio|parcial|groep|vermogen|spanning|type|fabrikaat|leverancier|ruimte|hoogte|breedte|dikte|gewicht|eenheid|opmerking(en)?|positie|staal|kleur|deur|kozijn|afwerking|armatuur|lamp|fabrikat|hersteller|leistung|spannung|l[aä]nge|breite|h[oö]he|dicke|einheit|bemerkung(en)?|benennung|werkstoff|st[uü]ck|stk|puissance|fabricant|mod[eè]le|longueur|largeur|hauteur|poids|unit[eé]|remarques?|observa(tions|[cç][oõ]es)|pot[eê]ncia|tens[aã]o|comprimento|peso|circ)\b|記号|符号|番号|名称|品名|数量|個数|台数|本数|型式|形式|仕様|寸法|容量|電圧|電流|電源|相|備考|摘要|単位|材質|設置場所|取付|負荷|回路|遮断器|配線|ケーブル|電線|配管|口径|風量|静圧|流量|揚程|能力|消費電力|光源|ランプ|メーカー|製造|品番|型番|重量|質量|径|長さ|幅|高さ|厚さ|間隔|鉄筋|室名|床|壁|天井|巾木|仕上|建具|主筋|帯筋|上端|下端|階|编号|編號|序号|序號|图例|圖例|名稱|规格|規格|型号|型號|单位|單位|數量|备注|備註|电压|電壓|功率|位号|번호|순번|기호|부호|품명|명칭|규격|수량|단위|비고|형식|용량|전압|소비전력|поз|обознач|наименов|назван|кол-во|кол\.|количество|единиц|ед\. ?изм|примечан|масса|марка|познач|наймен|назва|кільк|к-сть|од\. ?вим|приміт|маса";
    /// A column that names the row, strongest first in [`TAGS`].
    TAG_MARK = r"^(((equip(ment)?|item|instrument|valve|line) )?(mark|tag)s?[ .]*(no|nos|number|#)?\.?|marca|rep[eè]re|merk|記号|符号|(機器|器具|建具|部材)?記号|機器番号|器具番号|建具番号|(设备|設備)?(编号|編號)|位号|기호|부호|장비번호|обозначение|позначення|марка|line (no|number)\.?|(fixture|luminaire|lum|equip(ment)?|unit|motor|door|window|panel|bar|plan|footing|pile|column|beam|lintel|wall|pump|fan|valve|instrument|rebar|opening|diffuser|keynote)\.?[ -]*(mark|tag|id|type|designation|no|number)?\.?s?)$";
    TAG_TYPE = r"^(type|tipo|typ|型式記号|種別|기종|symbol|s[ií]mbolos?|designation|d[eé]signation|code|c[oó]digo|id|key|call ?out|label|type ?mark)$";
    TAG_CIRCUIT = r"^((ckt|cct|circuits?|circt|circuito|circ|cir|groep|stromkreis|kring)s?[ .]*(no|nos|num|number|nummer|nr|#|n[°º])?\.?|#|(分岐)?回路(番号|名|no\.?|№)?|n[°º]?\.? ?(de )?circuito)$";
    TAG_NUMBER = r"^(番号|序号|序號|번호|순번|№|поз(иция|иція)?|no|nos|positie|nr|num|number|item|items|pos|position|ref|reference|#|n[°º]|item (no|number)|room( no| number)?|[ií]tem)\.?$";
    TAG_PART = r"^(型式|型番|品番|型号|型號|规格型号|형식|part|catalog(ue)?|cat|model|modelo|device|address)[ .]*(no|nos|number|#)?\.?$";
    /// A column that describes the row.
    DESCRIPTION = r"^(名称|品名|機器名称?|器具名称?|負荷名称?|(设备|材料|器材|灯具)?名称|(設備|材料)?名稱|품명|명칭|наименование|название|найменування|назва|descrip|benennung|denominaci[oó]n|bestemming|benaming|detalle|(item |fixture |luminaire |equipment |load |circuit |material |appliance |device |product )?(description|desc)\.?( of .*)?|descripci[oó]n( de .*)?|descri[cç][aã]o|bezeichnung|omschrijving|load served|loads? (name|type)|serves|served|appliance desc)$";
    DESCRIPTION_LOAD = r"^(loads?|carga)$";
    DESCRIPTION_FALLBACK = r"^(用途|室名|負荷|仕様|verbruiker|naam|ruimte|raum|ambiente|partida|concepto|name|nombre|service|function|application|use|equipment|material/?product|material|product|room name|area served|fixture|device|type of .*|location|ubicaci[oó]n)$";
    /// A symbol column: its table is a legend unless the title says otherwise.
    SYMBOL = r"^(symbols?|sym\.?|s[ií]mbolos?|s[ií]mbolo|symbole|symbool|simbolog[ií]a|図記号|シンボル|图例|圖例)$";
    /// Titles of schedules.
    SCHEDULE = r"\b(schedules?|bill of materials?|b\.?o\.?m\.?|(material|equipment|parts?|appliance|bar|fixture|cable|circuit|device|load)s? list|list of (materials?|equipment|parts)|panelboards?|load centers?|directory|calculations?|table of|cuadro|tablero|tabla|planilla|metrado|lista de|liste|quadro|st[uü]ckliste|stuklijst|nomenclature|take-?off|tabela|tableau|bordereau|liste|[a-z]*(staat|lijst)|[a-z]*(liste|tabelle|buch)|relaci[oó]n de|resumen de|despiece|index of instruments|instrument index|(line|valve|pipe|cable|duct|equipment|instrument|door|window|load|io|i/o|motor|fixture|tag) (index|list)|lap (splices?|values?|lengths?)|class [ab] lap|development lengths?|tension lap)\b|(器具|機器|分電盤|数量|仕様|建具|仕上|配筋|部材|負荷|材料|配管|弁|柱|梁|基礎|鉄筋|設備)[^凡]{0,6}(表|リスト|一覧)|結線図|リスト|一覧表|(设备|材料|灯具|器具|负荷|管材|工程量|主要)[^图]{0,6}(表|清单)|(設備|燈具)[^圖]{0,6}(表|清單)|일람표|목록표?|물량표|ведомост|спецификац|экспликац|відоміст|специфікац|експлікац";
    /// Titles of tables that are not schedules.
    NOT_SCHEDULE = r"\b(legend|leyenda|l[eé]gende|symbols?|simbolog[ií]a|abbreviations?|abreviaturas|revisions?|issued? for|sheet (index|list)|(drawing|sheet|document) (index|list|register|schedule)|index of (drawings|sheets)|general notes|reference drawings|title block|legenda|legende|renvooi|verklaring|planilla de revisiones|revisiones|lista de (planos|l[aá]minas)|[ií]ndice de planos|tekeninglijst|zeichnungsliste|drawing (index|list|register)|abk[uü]rzungen|afkortingen)\b|凡例|图例|圖例|범례|условные обозначения|умовні позначення|訂正|改訂|図面(リスト|目録|一覧)|略号";
    /// Columns of revision lists and drawing registers.
    REVISION_DATE = r"\b(date|fecha|datum)\b";
    REVISION_WORD = r"\b(rev(ision)?s?|issued?|checked|approved|appd|chkd|by|drawn|drawing (no|name|number|title)|sheet (no|name|number|title)|signature)\b|^(no|nr|#|description|descripci[oó]n)\.?$";
    DRAWINGS = r"\b(drawing|sheet|dwg)s?[ .]*(no|name|number|title|#)?\b";
    /// Titles of tables that sum up a circuit instead of listing it.
    CALCULATION = r"\b(calculations?|calculos?|c[aá]lculos?|voltage drop|ca[ií]da de tensi[oó]n)\b";
    /// A column that a list of circuits has.
    CIRCUIT_COLUMN = r"\b(wattage|watts|load|carga|potencia|kva|va|breaker|bkr|trip|mcb|ocpd?|wire|wire size|cable|poles?|phase|fase|c-size|interruptor|itm|conductor|calibre|vermogen|automaat)\b|負荷|容量|遮断器|電線|配線|相";
    /// Words in a title that say what a schedule lists.
    PANEL = r"\b(panel ?boards?|panels?|switch ?boards?|load ?cent(er|re)s?|distribution boards?|d\.?b\.? schedule|tableros?|quadro (el[eé]trico|de cargas)|cuadro de cargas|groepenverklaring|groepenkast|verdeelkast|verdeler|verteiler|stromkreisliste|tableau [eé]lectrique|circuit (directory|schedule))\b|分電盤|盤結線|負荷表|配電盤|配电箱|配电柜|配電箱|분전반";
    PLUMBING = r"\b(plumbing|sanitary|water heaters?|drains?|fixture units?|backflow|water closets?|interceptors?|sanitari[ao]s?|sanitair|sanit[aä]r|plumbing fixtures?)\b|衛生器具";
    FIXTURE = r"\b(luminaires?|lighting|light fixtures?|fixtures?|lamps?|luminarias?|lumin[aá]rias?|leuchten|armaturen|verlichting|armaturen?(lijst|staat)|luminaires?|leuchtenliste)\b|照明器具|器具表|照明|灯具|燈具|светильник|світильник";
    MOTOR = r"\b(motors?|starters?|motores|mcc|motor control|motorenliste|motorlijst)\b|電動機|動力";
    MECHANICAL = r"\b(mechanical|hvac|air handling|air handlers?|ahus?|fans?|diffusers?|grilles?|registers?|vavs?|terminal units?|rtus?|rooftop|coils?|boilers?|chillers?|pumps?|heat pumps?|exhaust|condens(er|ing)|unit heaters?|air devices?|louvers?|dampers?|split systems?|cooling|heating|humidifiers?|ductless|evaporators?|furnaces?|energy recovery|ventiladores|difusores|aire acondicionado|l[uü]ftung|ventilatie|ventilatoren|bombas)\b|空調|送風機|排風機|換気|ポンプ|制気口|吹出口|通风|风机|空调";
    EQUIPMENT = r"\b(equipment|bill of materials?|b\.?o\.?m\.?|materials? list|parts? list|appliances?|kitchen|equipos?|metrado|transformers?|generators?|disconnects?|device|stuklijst|st[uü]ckliste|list of (materials?|equipment|parts)|apparatuur|ger[aä]te|lista de materiales|lista de materiais|valve|instrument|pipe list|line list)\b|機器|材料|数量表|设备|設備|장비|оборудован|обладнан";
    ARCHITECTURAL = r"\b(doors?|windows?|finish(es)?|rooms?|hardware|partitions?|bars?|rebar|reinforcement|columns?|beams?|footings?|lintels?|puertas|ventanas|vanos|acabados|zapatas|columnas|vigas|deuren|kozijnen|ramen|ruimtes?|t[uü]ren|fenster|lap|development lengths?|keynotes?|piles?|piers?)\b|建具|仕上|配筋|柱|梁|基礎|鉄筋";
    /// A cell that repeats the one above it.
    DITTO = r#"^([-– ]*("|''|”|″|〃|,,|„)( *("|''|”|″|〃))*[-– ]*|[-– ]*(do|d[º°]|ditto|[ií]dem|id\.|dto)\.?[-– ]*|同上)$"#;
    /// Marks that a table continues from elsewhere.
    CONTINUED = r"[(\[]?\b(continued|cont'?d|cont|continuaci[oó]n|continua[cç][aã]o|vervolg|fortsetzung|suite|продолжение|продовження)\b\.?[)\]]?|[(（]?(続き?|续表?|續表?|계속)[)）]?$|[(（\[]\s*(\d{1,2}\s*(of|/|de|von|van)\s*)?\d{1,2}\s*[)）\]]$";
    /// The line above the notes of a table, or the first note.
    NOTES = r"^\s*\(?((general |schedule |fixture |panel )?notes?|notas?( generales)?|opmerking(en)?|anmerkung(en)?|bemerkung(en)?|remarques?|observaciones)\s*(\d{0,2}[.)]?\s*$|\d{0,2}\s*[:.)-])|^\s*(注記|特記|※)";
    /// Lists of reinforcing bars, by their title and by a column.
    BARS = r"\b(bar (list|schedule|bending)s?|bending (schedule|list)|rebars?|reinforc(ing|ement) (bar |steel )?(list|schedule)|bbs|lista de (barras|hierros|fierros|aceros)|planilla de (hierros|fierros|aceros?|armaduras)|despiece|cuadro de (hierros|fierros|aceros?)|resumo de a[cç]o|quadro de a[cç]o|biegeliste|stahlliste|buigstaat|wapenings(staat|lijst)|nomenclature des aciers)\b|鉄筋(表|リスト|加工)|配筋リスト";
    BAR_COLUMN = r"^(bar[ .]*(mark|size|no|dia)|rebar size)\b";
    /// Words in the columns that say what a schedule lists, if the title does not.
    FIXTURE_COLUMN = r"\b(lamps?|lumens?|ballast|luminaire|watts?|wattage|cct|driver)\b";
    MOTOR_COLUMN = r"\b(hp|fla|starter|motor|horsepower)\b";
    MECHANICAL_COLUMN = r"\b(cfm|esp|mbh|btuh?|eat|lat|ewt|lwt|tons?|airflow)\b";
    PLUMBING_COLUMN = r"\b(trap|vent|waste|cw|hw|gpf|wsfu|dfu|gpm)\b";
    EQUIPMENT_COLUMN = r"\b(manufacturer|mfr|model|part|quantity|qty|cantidad)\b";
}

/// The patterns of columns that name the row, strongest first.
static TAGS: [&LazyLock<Regex>; 5] = [&TAG_MARK, &TAG_TYPE, &TAG_CIRCUIT, &TAG_NUMBER, &TAG_PART];

fn tidy(name: &str) -> &str {
    name.trim().trim_end_matches([':', '.', '*']).trim()
}

/// Returns whether a text can be a column heading: short, with a letter and a known word in it.
pub(crate) fn is_heading(text: &str) -> bool {
    text.chars().count() <= 60 && text.chars().any(char::is_alphabetic) && HEADING.is_match(&narrow(text))
}

/// Returns whether a text looks like a value and not a heading: it has a digit and no known word.
pub(crate) fn is_value(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit()) && !HEADING.is_match(text)
}

/// Returns how strongly a column name suggests that the column names the row: 0 is strongest.
pub(crate) fn tag_rank(name: &str) -> Option<usize> {
    let name = narrow(name);
    TAGS.iter().position(|p| p.is_match(tidy(&name)))
}

/// Returns how strongly a column name suggests that the column describes the row: 0 is strongest.
pub(crate) fn description_rank(name: &str) -> Option<usize> {
    let name = narrow(name);
    [&DESCRIPTION, &DESCRIPTION_LOAD, &DESCRIPTION_FALLBACK].iter().position(|p| p.is_match(tidy(&name)))
}

/// Returns whether a column may hold circuit numbers, by its name. `NO.` qualifies.
pub(crate) fn is_circuit(name: &str) -> bool {
    let name = narrow(name);
    TAG_CIRCUIT.is_match(tidy(&name)) || TAG_NUMBER.is_match(tidy(&name))
}

/// Returns whether a column holds circuit numbers, regardless of the other columns.
pub(crate) fn names_circuits(name: &str) -> bool {
    let name = narrow(name);
    TAG_CIRCUIT.is_match(tidy(&name)) && tidy(&name) != "#"
}

/// Returns whether a column shows symbols.
pub(crate) fn is_symbol(name: &str) -> bool {
    SYMBOL.is_match(tidy(&narrow(name)))
}

/// Returns whether a title is that of a schedule.
pub(crate) fn titles_schedule(title: &str) -> bool {
    SCHEDULE.is_match(&narrow(title))
}

/// Returns whether a title is that of a legend, a revision list or the like.
pub(crate) fn titles_other(title: &str) -> bool {
    NOT_SCHEDULE.is_match(&narrow(title))
}

/// Returns whether the columns are those of a revision list or a drawing register.
pub(crate) fn lists_revisions(columns: &[String]) -> bool {
    let count = |p: &Regex| columns.iter().filter(|c| p.is_match(tidy(c))).count();
    let dated = count(&REVISION_DATE) > 0 && count(&REVISION_WORD) > 0 && columns.len() <= 8;
    dated || count(&DRAWINGS) >= 2
}

/// Returns what a schedule lists, by its title, otherwise by its columns.
pub(crate) fn kind(title: &str, columns: &[String]) -> ScheduleKind {
    use ScheduleKind::{Equipment, Fixture, Mechanical, Motor, Other, Panel, Plumbing};
    // The order matters: a "plumbing fixture schedule" is plumbing, a "motor control panel" is a motor schedule.
    let by_title: [(&Regex, ScheduleKind); 8] = [
        (&PLUMBING, Plumbing),
        (&MOTOR, Motor),
        (&FIXTURE, Fixture),
        (&MECHANICAL, Mechanical),
        (&EQUIPMENT, Equipment),
        (&ARCHITECTURAL, Other),
        (&PANEL, Panel),
        (&SCHEDULE, Other),
    ];
    if titles_calculation(title) {
        return Other;
    }
    // A specific title ("LIGHTING FIXTURE SCHEDULE") decides. A bare "SCHEDULE" leaves it to the columns.
    if let Some((_, kind)) = by_title[..7].iter().find(|(p, _)| p.is_match(title)) {
        return *kind;
    }
    let count = |p: &Regex| columns.iter().filter(|c| p.is_match(c)).count();
    let by_columns: [(&Regex, usize, ScheduleKind); 5] = [
        (&FIXTURE_COLUMN, 2, Fixture),
        (&MECHANICAL_COLUMN, 2, Mechanical),
        (&PLUMBING_COLUMN, 2, Plumbing),
        (&MOTOR_COLUMN, 2, Motor),
        (&EQUIPMENT_COLUMN, 2, Equipment),
    ];
    by_columns.iter().find(|(p, least, _)| count(p) >= *least).map_or(Other, |(_, _, kind)| *kind)
}

/// Returns whether the columns list circuits: one names the circuit, others its load, protection or wire.
pub(crate) fn lists_circuits(columns: &[String]) -> bool {
    let names = |c: &String| names_circuits(c);
    // The circuit column comes first, or more of the others describe the circuit.
    let others = columns.iter().filter(|c| !names(c) && CIRCUIT_COLUMN.is_match(&narrow(c))).count();
    columns.first().is_some_and(names) && others >= 2 || columns.iter().any(names) && others >= 3
}

/// Returns whether a text names a column regardless of its neighbors: known, without digits, not a code.
pub(crate) fn names_column(text: &str) -> bool {
    let plain = !text.chars().any(|c| c.is_ascii_digit()) && text.chars().count() <= 30;
    plain
        && is_heading(text)
        && (text.chars().filter(|c| c.is_alphabetic()).count() > 1)
        && ColumnMeaning::of(text) != ColumnMeaning::Other
}

/// Returns whether a cell repeats the one above.
pub(crate) fn is_ditto(text: &str) -> bool {
    DITTO.is_match(text.trim())
}

/// Returns whether two titles name parts of one schedule: equal except for a mark that the schedule continues.
pub fn is_continuation(first: &str, other: &str) -> bool {
    let ((first, first_continued), (other, other_continued)) = (without_continued(first), without_continued(other));
    !first.is_empty() && first == other && (first_continued || other_continued)
}

/// Returns a title without its marks of continuation, and whether it had any.
fn without_continued(title: &str) -> (String, bool) {
    let rest = CONTINUED.replace_all(title, " ");
    let tidy = rest
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_end_matches([' ', '-', '–', ':', ','])
        .to_uppercase();
    (tidy, CONTINUED.is_match(title))
}

/// Returns whether a line of text begins the notes below a table.
pub(crate) fn starts_notes(text: &str) -> bool {
    NOTES.is_match(&narrow(text))
}

/// Returns whether a schedule lists reinforcing bars.
pub(crate) fn lists_bars(title: &str, columns: &[String]) -> bool {
    BARS.is_match(title) || columns.iter().any(|c| BAR_COLUMN.is_match(tidy(c)))
}

/// Returns whether a title is that of a calculation.
pub(crate) fn titles_calculation(title: &str) -> bool {
    CALCULATION.is_match(title)
}

/// Returns whether a title is that of a panelboard.
pub(crate) fn titles_panel(title: &str) -> bool {
    PANEL.is_match(&narrow(title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert!(every_pattern().iter().all(|p| !p.as_str().is_empty()));
    }

    #[test]
    fn kinds_by_title_and_by_columns() {
        let kinds = [
            ("LIGHTING FIXTURE SCHEDULE", ScheduleKind::Fixture),
            ("PLUMBING FIXTURE SCHEDULE", ScheduleKind::Plumbing),
            ("MOTOR SCHEDULE", ScheduleKind::Motor),
            ("EXHAUST FAN SCHEDULE", ScheduleKind::Mechanical),
            ("Bill of Material", ScheduleKind::Equipment),
            ("ROOM FINISH SCHEDULE", ScheduleKind::Other),
            ("PANEL LP-1", ScheduleKind::Panel),
        ];
        for (title, want) in kinds {
            assert_eq!(kind(title, &[]), want, "{title}");
        }
        let columns = ["TYPE", "LAMPS", "WATTS"].map(str::to_owned);
        assert_eq!(kind("SCHEDULE", &columns), ScheduleKind::Fixture);
    }

    #[test]
    fn legends_and_revisions_are_not_schedules() {
        assert!(titles_other("FIRE ALARM SYMBOL LEGEND") && titles_other("SHEET INDEX"));
        assert!(!titles_other("LIGHTING FIXTURE SCHEDULE"));
        assert!(lists_revisions(&["NO.", "DATE", "DESCRIPTION"].map(str::to_owned)));
        assert!(!lists_revisions(&["MARK", "DESCRIPTION", "QTY"].map(str::to_owned)));
    }

    #[test]
    fn parts_of_a_schedule_have_one_title() {
        for other in ["FAN SCHEDULE (CONT.)", "Fan Schedule - continued", "FAN SCHEDULE (2)", "FAN SCHEDULE (2 OF 3)"] {
            assert!(is_continuation("FAN SCHEDULE", other), "{other}");
        }
        assert!(
            is_continuation("设备材料表", "设备材料表（续）")
                && is_continuation("FAN SCHEDULE (1)", "FAN SCHEDULE (2)")
        );
        assert!(
            !is_continuation("FAN SCHEDULE", "FAN SCHEDULE")
                && !is_continuation("FAN SCHEDULE", "PUMP SCHEDULE (CONT.)")
        );
        assert!(!is_continuation("", "(CONT.)"));
    }

    #[test]
    fn the_marks_column_outranks_the_number() {
        assert!(tag_rank("MARK") < tag_rank("NO."));
        assert!(tag_rank("LAMPS TYPE").is_none());
        assert_eq!(description_rank("LOAD DESCRIPTION"), Some(0));
    }
}
