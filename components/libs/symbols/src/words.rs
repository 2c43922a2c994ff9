//! The words by which legends name themselves and their columns, in several languages.
//!
//! Texts are compared word by word: patterns with Unicode classes take longer to build than a sheet takes to read.

/// Words that name a legend, in lower case, without spaces.
const TITLES: &[&str] = &[
    "legend",
    "legends",
    "leyenda",
    "legenda",
    "légende",
    "legende",
    "simbología",
    "simbologia",
    "symbol",
    "symbols",
    "símbolos",
    "simbolos",
    "symbole",
    "symboles",
    "symbolen",
    "renvooi",
    "zeichenerklärung",
    "zeichenerklarung",
    "verklaring",
    "teckenförklaring",
    "tegnforklaring",
    "signaturforklaring",
    "lejant",
    "oznaczenia",
];

/// Titles of two words, as the beginnings of the words.
const TITLES_OF_TWO: &[[&str; 2]] = &[["условн", "обознач"], ["умовн", "познач"], ["objaśnieni", "symbol"]];

/// Titles in scripts without spaces.
const TITLES_UNSPACED: &[&str] = &["凡例", "図例", "図記号", "記号", "图例", "圖例", "범례"];

/// Headers of the column of symbols.
const SYMBOLS: &[&str] = &[
    "symbol",
    "symbols",
    "sym",
    "símb",
    "simb",
    "símbolo",
    "simbolo",
    "símbolos",
    "simbolos",
    "symbool",
    "symbolen",
    "symbole",
    "symbolen",
    "symboles",
    "sinnbild",
    "zeichen",
    "legend",
    "leyenda",
    "legenda",
    "記号",
    "図記号",
    "シンボル",
    "凡例",
    "図示記号",
    "图例",
    "圖例",
    "图形符号",
    "符号",
    "범례",
    "기호",
    "обозначение",
    "изображение",
    "позначення",
    "зображення",
    "oznaczenie",
    "sembol",
    "beteckning",
];

/// Headers of the column of descriptions.
const DESCRIPTIONS: &[&str] = &[
    "description",
    "descriptions",
    "desc",
    "descripción",
    "descripcion",
    "descripciones",
    "descrição",
    "descricao",
    "descriçao",
    "descrizione",
    "désignation",
    "designation",
    "designación",
    "designacion",
    "libellé",
    "libelle",
    "beschreibung",
    "bezeichnung",
    "benennung",
    "bedeutung",
    "beschrijving",
    "omschrijving",
    "benaming",
    "meaning",
    "significado",
    "signification",
    "detalle",
    "denominación",
    "denominacion",
    "名称",
    "摘要",
    "説明",
    "内容",
    "品名",
    "機器名称",
    "名稱",
    "设备名称",
    "說明",
    "说明",
    "명칭",
    "품명",
    "наименование",
    "название",
    "описание",
    "найменування",
    "назва",
    "опис",
    "opis",
    "nazwa",
    "açıklama",
    "benämning",
    "beskrivning",
];

/// Words before a description header that do not change its meaning.
const OF_SYMBOLS: &[&str] = &["device", "symbol", "item"];

/// Words that may precede the word for symbols in the header of their column.
const KINDS_OF_SYMBOL: &[&str] = &["2d", "3d", "plan", "device", "fixture", "graphic", "drawing", "electrical"];

/// Beginnings of words that name a list of abbreviations.
const ABBREVIATIONS: &[&str] = &[
    "abbreviation",
    "abbrev",
    "abreviatura",
    "abreviación",
    "abreviacion",
    "abreviacao",
    "abreviação",
    "abréviation",
    "afkorting",
    "abkürzung",
    "abkurzung",
    "acronym",
    "acrónimo",
    "略語",
    "略称",
];

/// Returns the words of a text in lower case, split at punctuation.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// Returns a text in lower case with letters and digits only.
fn bare(text: &str) -> String {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Longest title in characters.
const LONGEST_TITLE: usize = 60;

/// Returns whether a text is the title of a legend of symbols.
pub fn is_legend_title(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST_TITLE {
        return false;
    }
    let whole = bare(text);
    if let Some(name) = TITLES_UNSPACED.iter().find(|name| whole.contains(**name)) {
        return whole.chars().count() <= name.chars().count() + 8;
    }
    let words = words(text);
    let of_two = |w: &[String]| TITLES_OF_TWO.iter().any(|title| w.iter().zip(title).all(|(w, t)| w.starts_with(t)));
    let at = words.iter().position(|w| TITLES.contains(&w.as_str())).or_else(|| words.windows(2).position(of_two));
    let Some(at) = at else { return false };
    // The number of a sheet or a room, or a note that mentions a legend, is not a title.
    let plain = text.chars().all(|c| c.is_alphabetic() || " /&.,:-–—'()_*".contains(c));
    let short = words.len() <= 7;
    let mentions =
        words[..at].iter().any(|w| matches!(w.as_str(), "see" | "refer" | "per" | "ver" | "zie" | "siehe" | "voir"));
    let abbreviated =
        is_abbreviation_title(text) && !words.iter().any(|w| w.starts_with("symbol") || w.starts_with("símbol"));
    plain && short && !mentions && !abbreviated
}

/// Returns whether a text is the title or the heading of a list of abbreviations.
pub fn is_abbreviation_title(text: &str) -> bool {
    let short = text.trim().chars().count() <= LONGEST_TITLE && words(text).len() <= 6;
    short
        && words(text).iter().any(|w| ABBREVIATIONS.iter().any(|a| w.starts_with(a)))
        && !text.chars().any(|c| c.is_ascii_digit())
}

/// Returns whether a text heads a column of symbols.
pub fn heads_symbols(text: &str) -> bool {
    let words = words(text);
    let own = match words.as_slice() {
        // `2D SYMBOL`, `PLAN SYMBOL`.
        [first, rest @ ..] if !rest.is_empty() && KINDS_OF_SYMBOL.contains(&first.as_str()) => rest.concat(),
        all => all.concat(),
    };
    SYMBOLS.contains(&own.as_str())
}

/// Returns whether a text heads a column of descriptions.
pub fn heads_descriptions(text: &str) -> bool {
    let words = words(text);
    let own = match words.as_slice() {
        [first, rest @ ..] if !rest.is_empty() && OF_SYMBOLS.contains(&first.as_str()) => rest.concat(),
        all => all.concat(),
    };
    DESCRIPTIONS.contains(&own.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_headers_of_several_languages_are_known() {
        for title in [
            "LEGEND",
            "ELECTRICAL LEGEND:",
            "Leyenda",
            "LIGHTING SYMBOL LEGEND",
            "SIMBOLOGÍA",
            "Legende",
            "凡例",
            "電気設備 凡 例",
            "LEGENDA",
            "SYMBOLS AND ABBREVIATIONS",
            "FIRE ALARM SYMBOLS",
            "Условные обозначения",
            "Умовні позначення",
            "照明图例",
            "범례",
        ] {
            assert!(is_legend_title(title), "{title}");
        }
        for text in [
            "LEGENDARY GAMES ROOM 12",
            "SEE LEGEND ON SHEET E-001 FOR MOUNTING HEIGHTS 4",
            "SEE LEGEND",
            "LEGEND OF ABBREVIATIONS",
            "E-101",
            "",
        ] {
            assert!(!is_legend_title(text), "{text}");
        }
        for text in ["SIMBOLO", "SYMBOL", "記 号", "SYM.", "2D SYMBOL", "Plan symbol", "图例", "Обозначение", "기호"]
        {
            assert!(heads_symbols(text), "{text}");
        }
        assert!(!heads_symbols("SYMBOL OF PEACE") && !heads_symbols("PLAN"));
        for text in [
            "DESCRIPCION",
            "DESCRIPTION:",
            "Omschrijving",
            "名 称",
            "DEVICE DESCRIPTION",
            "Наименование",
            "명칭",
            "名稱",
        ] {
            assert!(heads_descriptions(text), "{text}");
        }
        assert!(!heads_descriptions("DESCRIPTION OF WORK AND MATERIALS"));
        for text in ["ABBREVIATIONS", "ABREVIATURAS:", "Afkortingen", "略語", "PLUMBING ABBREVIATIONS"] {
            assert!(is_abbreviation_title(text), "{text}");
        }
        assert!(!is_abbreviation_title("SEE SHEET A-001 FOR ABBREVIATIONS"));
    }
}
