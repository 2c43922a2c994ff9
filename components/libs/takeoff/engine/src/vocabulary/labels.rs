//! The meaning of labels along pipes and ducts: `CW`, `1-1/2" SAN`, `CHWS`, `DN25 KW`, `給水`.

use crate::vocabulary::fold::{Token, is_filler, tokens};
use crate::vocabulary::kinds::{Line, System, Trade};
use crate::vocabulary::label_codes::Labels;
use crate::vocabulary::lexicon::Lexicon;
use crate::vocabulary::tables::LABELS;

/// Returns the letters of a label, without its size, its arrows and the `(E)` or `(N)` for existing and new.
///
/// Returns `None` if it does not have exactly one word, or has a number that is not a size: `AC-1` and `F2` are marks.
fn letters(label: &str) -> Option<String> {
    let mut found: Option<String> = None;
    let open = label.replace("(E)", " ").replace("(N)", " ").replace("(R)", " ");
    for word in open.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '=' | '<' | '>' | '←' | '→'))
    {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !is_sign(c));
        // The formula of a gas contains a digit.
        let formula = ["O2", "N2", "N2O", "LN2", "GN2", "CO2"].contains(&word);
        let bare = if formula { word.to_owned() } else { sizeless(word)? };
        if !bare.is_empty() && found.replace(bare).is_some() {
            return None;
        }
    }
    found.filter(|word| word.len() <= 6)
}

/// Returns whether a character is a sign for inches, feet or diameter, or a fraction.
fn is_sign(c: char) -> bool {
    matches!(c, '"' | '\'' | 'Ø' | 'ø' | '⌀' | '”' | '“' | '″' | '½' | '¼' | '¾')
}

/// Returns a word without its size: `2"CW` gives `CW`; `DN25`, `Ø50` and `3/4` give an empty string. Returns `None` if
/// the word is not a label.
fn sizeless(word: &str) -> Option<String> {
    let initials: String = word.chars().filter(|c| *c != '.').collect();
    if initials.chars().all(char::is_alphabetic) {
        return Some(initials);
    }
    let size = |c: char| c.is_ascii_digit() || is_sign(c) || matches!(c, '/' | '-' | '.');
    let before: String = word.chars().take_while(|c| !size(*c)).collect();
    let after: String = word.chars().rev().take_while(|c| !size(*c)).collect::<Vec<_>>().into_iter().rev().collect();
    let metric = |s: &str| ["DN", "MM", "mm", "NPS", "PVC", "CU"].contains(&s);
    // A number without a sign, a fraction or a unit belongs to a circuit, a room or a mark.
    let fraction = word.split('/').zip(word.split('/').skip(1)).any(|(over, under)| {
        over.ends_with(|c: char| c.is_ascii_digit()) && under.starts_with(|c: char| c.is_ascii_digit())
    });
    let measured = word.contains(is_sign) && (word.contains(|c: char| c.is_ascii_digit()) || word.len() < 4);
    let sized = fraction || measured || metric(&before) || metric(&after);
    let bare = |s: String| if metric(&s) { String::new() } else { s };
    match (bare(before), bare(after)) {
        _ if !sized => None,
        (before, after) if before.is_empty() => Some(after),
        (before, after) if after.is_empty() => Some(before),
        _ => None,
    }
}

impl Lexicon {
    /// Returns the line that a label along a pipe or a duct means, by abbreviation or by words. Ignores sizes. Short
    /// abbreviations count only for the discipline's own trade.
    pub fn pipe_label(&self, label: &str) -> Option<Line> {
        let label = label.trim();
        if label.is_empty() || label.len() > 60 {
            return None;
        }
        if let Some(letters) = letters(label) {
            let own = self.discipline().trade();
            let order = [Trade::Plumbing, Trade::Mechanical, Trade::FireProtection, Trade::Process];
            for (n, trade) in own.into_iter().chain(order).enumerate() {
                let water = |t: Trade| matches!(t, Trade::Plumbing | Trade::Mechanical);
                // Short labels of other trades are ambiguous. Plumbing and mechanical share their sheets.
                let shortest = match own {
                    Some(_) if n == 0 => 1,
                    None if water(trade) => 2,
                    Some(own) if water(own) && water(trade) => 2,
                    _ => 3,
                };
                if letters.len() < shortest {
                    continue;
                }
                let row = LABELS.iter().find(|row| row.trade == trade && row.list.split(' ').any(|l| l == letters));
                if let Some(row) = row {
                    return Some(line(row));
                }
            }
        }
        // Words count only if they are most of the label: `DOMESTIC COLD WATER`, not a sentence that mentions water.
        let words: Vec<Token> = tokens(label);
        let speaking = words.iter().filter(|t| !is_filler(&t.text) && t.text.contains(char::is_alphabetic)).count();
        let chosen = self.chosen_word(&words)?;
        let line = chosen.class.line().filter(|line| matches!(line.system, System::Pipe | System::Duct))?;
        (line.name.is_some() && 2 * chosen.words > speaking).then_some(line)
    }
}

fn line(row: &Labels) -> Line {
    Line {
        system: row.system,
        trade: row.trade,
        name: Some(row.name),
        category: row.category,
        item_type: row.item_type,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plumbline_contract::taxonomy::TAXONOMY;

    use super::*;
    use crate::vocabulary::kinds::Discipline::{
        self, Electrical, FireProtection, Mechanical, MultiDiscipline, Plumbing, Process,
    };
    use crate::vocabulary::lexicon::lexicon;

    #[test]
    fn every_label_is_in_the_taxonomy_and_once_in_its_trade() {
        let mut seen = BTreeSet::new();
        for row in LABELS {
            let found = TAXONOMY.find(row.trade, row.category, row.item_type);
            assert_eq!(found.map(|item| item.default_unit), Some("LF"), "{:?} {}", row.trade, row.item_type);
            for label in row.list.split(' ') {
                assert!(seen.insert((row.trade, label)), "{:?} {label}", row.trade);
            }
        }
    }

    fn name(discipline: Discipline, label: &str) -> Option<&'static str> {
        lexicon(discipline).pipe_label(label).and_then(|line| line.name)
    }

    #[test]
    fn labels_name_the_contents_of_the_line() {
        let cases = [
            (Plumbing, "CW", "domestic cold water"),
            (Plumbing, "HW", "domestic hot water"),
            (Plumbing, "HWR", "domestic hot water return"),
            (Plumbing, "SAN", "sanitary waste"),
            (Plumbing, "V", "vent"),
            (Plumbing, "ST", "storm drain"),
            (Plumbing, "G", "gas"),
            (Plumbing, "KW", "domestic cold water"),
            (Plumbing, "WW", "domestic hot water"),
            (Plumbing, "AF", "domestic cold water"),
            (Plumbing, "AC", "domestic hot water"),
            (Plumbing, "A.F.", "domestic cold water"),
            (Plumbing, "HWA", "storm drain"),
            (Plumbing, "1-1/2\" SAN", "sanitary waste"),
            (Plumbing, "3/4\"CW", "domestic cold water"),
            (Plumbing, "CW 3/4\"", "domestic cold water"),
            (Plumbing, "DN25 KW", "domestic cold water"),
            (Plumbing, "Ø50 AF", "domestic cold water"),
            (Plumbing, "2\" V (E)", "vent"),
            (Plumbing, "給水", "domestic cold water"),
            (Plumbing, "給湯", "domestic hot water"),
            (Plumbing, "COLD WATER", "domestic cold water"),
            (Plumbing, "AGUA FRÍA", "domestic cold water"),
            (Plumbing, "O2", "oxygen"),
            (Mechanical, "CHWS", "chilled water supply"),
            (Mechanical, "HWS", "heating water supply"),
            (Mechanical, "HWR", "heating water return"),
            (Mechanical, "CD", "condensate drain"),
            (Mechanical, "SA", "supply air"),
            (Mechanical, "2\" CHWR", "chilled water return"),
            (Mechanical, "冷媒管", "refrigerant"),
            (FireProtection, "F", "sprinkler main"),
            (FireProtection, "4\" F", "sprinkler main"),
            (FireProtection, "消火", "sprinkler main"),
            (Process, "IA", "compressed air"),
            (Process, "N2", "nitrogen"),
            (Process, "CWS", "process water"),
            (MultiDiscipline, "CW", "domestic cold water"),
            (MultiDiscipline, "CHWS", "chilled water supply"),
            (Electrical, "SAN", "sanitary waste"),
        ];
        for (discipline, label, expected) in cases {
            assert_eq!(name(discipline, label), Some(expected), "{discipline:?} {label}");
        }
    }

    #[test]
    fn sizes_words_and_other_trades_letters_are_not_labels() {
        let cases = [
            (Plumbing, ""),
            (Plumbing, "1-1/2\""),
            (Plumbing, "DN25"),
            (Plumbing, "Ø50"),
            (Plumbing, "OFFICE"),
            (Plumbing, "SEE DETAIL"),
            (Plumbing, "12x24"),
            (Plumbing, "CW HW"),
            (Electrical, "G"),
            (MultiDiscipline, "G"),
            (Plumbing, "WATER CLOSET"),
            (Plumbing, "AC-1"),
            (Plumbing, "RWC-1/SC-1"),
            (Plumbing, "\"BRAND\" 42\" GAS"),
            (Plumbing, "D 100.1"),
            (FireProtection, "F2"),
            (FireProtection, "15CD"),
            (Electrical, "27.2KW"),
            (Electrical, "RA"),
            (Plumbing, "DW"),
            (Plumbing, "WATER IS FLOWING AT A RATE OF 5 GPM"),
            (Plumbing, "EXISTING DRAINAGE CANAL"),
            (FireProtection, "NAC"),
        ];
        for (discipline, label) in cases {
            assert_eq!(name(discipline, label), None, "{discipline:?} {label}");
        }
    }
}
