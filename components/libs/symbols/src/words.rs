//! The words by which legends name themselves and their columns, in the languages drawings are made in.

use std::sync::LazyLock;

use regex::Regex;

fn whole(words: &str) -> Regex {
    #[allow(clippy::expect_used, reason = "constant patterns, tried by the tests below")]
    Regex::new(&format!("(?i)^[^\\p{{L}}\\p{{N}}]*(?:{words})[^\\p{{L}}\\p{{N}}]*$")).expect("a valid pattern")
}

static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    whole(
        r"(?:[\p{L}/&.,\- ]{0,48}\b)?(?:legend|leyenda|legenda|l[ée]gende|simbolog[ií]a|simbologia|symbols?\s+list|symbols?|s[ií]mbolos|symbole|symbolen|renvooi|zeichenerkl[äa]rung|verklaring(?:\s+der\s+symbolen)?|key\s+to\s+symbols|symbol\s+key)(?:\b[\p{L}/&.,\- ]{0,32})?|.{0,8}凡\s*例.{0,8}|.{0,8}(?:図|記)\s*号.{0,8}|図例",
    )
});

static SYMBOL: LazyLock<Regex> = LazyLock::new(|| {
    whole(
        r"symbols?|sym\.?|s[ií]mb(?:olos?|\.)?|symbool|symbolen|symbole[sn]?|sinnbild|zeichen|legend|leyenda|legenda|記\s*号|図\s*記\s*号|シンボル|凡\s*例",
    )
});

static DESCRIPTION: LazyLock<Regex> = LazyLock::new(|| {
    whole(
        r"(?:device\s+|symbol\s+|item\s+)?(?:descriptions?|desc\.?)|descripci[oó]n(?:es)?|descri[cç][aã]o|descrizione|d[ée]signation|designaci[oó]n|libell[ée]|beschreibung|bezeichnung|benennung|bedeutung|beschrijving|omschrijving|benaming|meaning|significado|signification|detalle|denominaci[oó]n|名\s*称|摘\s*要|説\s*明|内\s*容|品\s*名",
    )
});

/// Whether a text is the title of a legend.
pub fn is_legend_title(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() <= 60 && TITLE.is_match(text)
}

/// Whether a text heads a column of symbols.
pub fn heads_symbols(text: &str) -> bool {
    SYMBOL.is_match(text.trim())
}

/// Whether a text heads a column of descriptions.
pub fn heads_descriptions(text: &str) -> bool {
    DESCRIPTION.is_match(text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_headers_of_several_languages_are_known() {
        for title in
            ["LEGEND", "ELECTRICAL LEGEND:", "Leyenda", "LIGHTING SYMBOL LEGEND", "SIMBOLOGÍA", "Legende", "凡例"]
        {
            assert!(is_legend_title(title), "{title}");
        }
        for text in ["LEGENDARY GAMES ROOM 12", "SEE LEGEND ON SHEET E-001 FOR MOUNTING HEIGHTS 4", "E-101", ""] {
            assert!(!is_legend_title(text), "{text}");
        }
        assert!(heads_symbols("SIMBOLO") && heads_symbols("SYMBOL") && heads_symbols("記号"));
        assert!(
            heads_descriptions("DESCRIPCION")
                && heads_descriptions("DESCRIPTION:")
                && heads_descriptions("Omschrijving")
        );
        assert!(!heads_descriptions("DESCRIPTION OF WORK AND MATERIALS"));
    }
}
