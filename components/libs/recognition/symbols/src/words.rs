//! Recognizes the titles of legends and of their columns, by the words of all languages.
//!
//! Texts are compared word by word: patterns with Unicode classes take longer to build than a sheet takes to read.

use plumbline_notation::language::legend;

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
    if let Some(name) = legend::TITLES.within.iter().find(|name| whole.contains(**name)) {
        return whole.chars().count() <= name.chars().count() + 8;
    }
    let words = words(text);
    let named = |w: &String| legend::TITLES.whole.contains(&w.as_str());
    let at = words.iter().position(named).or_else(|| words.windows(2).position(begin_title_pair));
    let Some(at) = at else { return false };
    // The number of a sheet or a room, or a note that mentions a legend, is not a title.
    let plain = text.chars().all(|c| c.is_alphabetic() || " /&.,:-–—'()_*".contains(c));
    let short = words.len() <= 7;
    let mentions = words[..at].iter().any(|w| legend::REFERENCES.contains(w));
    let abbreviated = is_abbreviation_title(text) && !words.iter().any(|w| legend::SYMBOL_BEGINNING.begins(w));
    plain && short && !mentions && !abbreviated
}

/// Returns whether two words begin as those of a title of two words do.
fn begin_title_pair(words: &[String]) -> bool {
    let begin = |title: &str| words.iter().zip(title.split(' ')).all(|(word, start)| word.starts_with(start));
    legend::TITLE_PAIRS.all().any(begin)
}

/// Returns whether a text is the title or the heading of a list of abbreviations.
pub fn is_abbreviation_title(text: &str) -> bool {
    let short = text.trim().chars().count() <= LONGEST_TITLE && words(text).len() <= 6;
    short
        && words(text).iter().any(|w| legend::ABBREVIATIONS.all().any(|a| w.starts_with(a)))
        && !text.chars().any(|c| c.is_ascii_digit())
}

/// Returns whether a text heads a column of symbols.
pub fn heads_symbols(text: &str) -> bool {
    let words = words(text);
    let own = match words.as_slice() {
        // `2D SYMBOL`, `PLAN SYMBOL`.
        [first, rest @ ..] if !rest.is_empty() && legend::SYMBOL_PREFIXES.contains(first) => rest.concat(),
        all => all.concat(),
    };
    legend::SYMBOL_COLUMNS.contains(&own)
}

/// Returns whether a text heads a column of descriptions.
pub fn heads_descriptions(text: &str) -> bool {
    let words = words(text);
    let own = match words.as_slice() {
        [first, rest @ ..] if !rest.is_empty() && legend::DESCRIPTION_PREFIXES.contains(first) => rest.concat(),
        all => all.concat(),
    };
    legend::DESCRIPTION_COLUMNS.contains(&own)
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
