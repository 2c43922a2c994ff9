//! The word tables of every trade, from `tables/words`. Their phrases are in the language files. See [`crate::vocabulary::entry`]
//! for the syntax.

pub(crate) mod codes;

use std::collections::BTreeMap;

use plumbline_notation::language::OWN_ROWS;

use crate::vocabulary::entry::{Entry, Row, Table};
use crate::vocabulary::kinds::Trade;
use crate::vocabulary::tables;
use crate::vocabulary::tenant::{self, TenantRow};

/// All tables. If two rows match a text equally, the earlier one wins.
const TABLES: &[Table] = &[
    Table { trade: Trade::Other, rows: tables::DRAWING },
    Table { trade: Trade::FireProtection, rows: tables::FIRE_ALARM },
    Table { trade: Trade::Electrical, rows: tables::LIGHTING },
    Table { trade: Trade::Electrical, rows: tables::POWER },
    Table { trade: Trade::Electrical, rows: tables::DISTRIBUTION },
    Table { trade: Trade::Electrical, rows: tables::LOW_VOLTAGE },
    Table { trade: Trade::Electrical, rows: tables::ELECTRICAL_LINES },
    Table { trade: Trade::Plumbing, rows: tables::PLUMBING },
    Table { trade: Trade::Plumbing, rows: tables::PLUMBING_EQUIPMENT },
    Table { trade: Trade::Plumbing, rows: tables::PLUMBING_LINES },
    Table { trade: Trade::Mechanical, rows: tables::AIR },
    Table { trade: Trade::Mechanical, rows: tables::AIR_UNITS },
    Table { trade: Trade::Mechanical, rows: tables::HEATING_COOLING },
    Table { trade: Trade::Mechanical, rows: tables::HYDRONICS },
    Table { trade: Trade::FireProtection, rows: tables::SPRINKLERS },
    Table { trade: Trade::FireProtection, rows: tables::SUPPRESSION },
    Table { trade: Trade::Structural, rows: tables::STRUCTURAL },
    Table { trade: Trade::Structural, rows: tables::STRUCTURAL_FRAMES },
    Table { trade: Trade::Process, rows: tables::PROCESS },
    Table { trade: Trade::Process, rows: tables::PROCESS_EQUIPMENT },
    Table { trade: Trade::Process, rows: tables::PROCESS_LINES },
    Table { trade: Trade::Architectural, rows: tables::ARCHITECTURAL },
    Table { trade: Trade::Civil, rows: tables::CIVIL },
];

/// Returns the rows of all tables with their phrases: those of the tenant, those that languages share, then those of
/// each other language, by trade. If two rows match a text equally, the earlier one wins.
pub(crate) fn entries() -> Vec<Entry> {
    entries_with(&tenant::rows())
}

/// Returns the rows of all tables with their phrases and those of a tenant.
fn entries_with(of_tenant: &[TenantRow]) -> Vec<Entry> {
    let rows = || TABLES.iter().flat_map(|table| table.rows.iter().map(|row| (table.trade, *row)));
    let by_key: BTreeMap<String, (Trade, Row)> = rows().map(|(trade, row)| (row.key(trade), (trade, row))).collect();
    let mut entries = Vec::new();
    for words in of_tenant {
        match by_key.get(&words.key) {
            // A tenant's phrases form no compounds, so they are those of a language that puts the noun first.
            Some((trade, row)) => entries.push(row.with(*trade, &[], words.phrases)),
            // The host logs what a component prints.
            None => eprintln!("The setting `words.{}` names no row of the word tables.", words.key),
        }
    }
    entries.extend(rows().map(|(trade, row)| row.shared(trade)));
    let mut trades: Vec<Trade> = Vec::new();
    for table in TABLES.iter().filter(|table| table.trade != Trade::Other) {
        if !trades.contains(&table.trade) {
            trades.push(table.trade);
        }
    }
    for trade in trades {
        for words in OWN_ROWS.iter().flat_map(|language| language.iter()) {
            let found = by_key.get(words.key).filter(|found| found.0 == trade);
            entries.extend(found.map(|(_, row)| row.with(trade, words.last, words.first)));
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use plumbline_contract::taxonomy::TAXONOMY;
    use plumbline_notation::language::SHARED_ROWS;

    use super::*;
    use crate::vocabulary::fold::{folded, is_filler, tokens};
    use crate::vocabulary::kinds::{Class, Discipline};
    use crate::vocabulary::lexicon::lexicon;
    use crate::vocabulary::phrase::{Index, PART};
    use crate::vocabulary::testing::code;

    fn phrases(entries: Vec<Entry>) -> impl Iterator<Item = (Class, &'static str)> {
        entries.into_iter().flat_map(|entry| entry.last.iter().chain(entry.first).map(move |text| (entry.class, *text)))
    }

    #[test]
    fn every_row_is_in_the_taxonomy_with_a_unit_that_fits() {
        for entry in entries().into_iter().chain(codes::entries()) {
            let (trade, category, item_type) = match entry.class {
                Class::Item(kind) => (kind.trade, kind.category, kind.item_type),
                Class::Line(line) => (line.trade, line.category, line.item_type),
                Class::Mark => continue,
            };
            let found = TAXONOMY.find(trade, category, item_type);
            let Some(found) = found else { panic!("{trade:?} {category} {item_type} is not in the taxonomy") };
            if matches!(entry.class, Class::Line(_)) {
                assert_eq!(found.default_unit, "LF", "{trade:?} {item_type}");
            }
        }
    }

    /// Returns the error in the syntax of a phrase, if any.
    fn fault(text: &str) -> Option<String> {
        if text.contains("  ") || text.contains(" /") || text.contains("/ ") {
            return Some(format!("{text}: spaces"));
        }
        // The first word may be neither skipped nor an operator.
        let begins = text.trim_start_matches('^').split(' ').next().unwrap_or_default();
        let short = |word: &str| word.contains('*') && word.trim_matches('*').len() < PART;
        if begins.split('/').any(short) {
            return Some(format!("{text}: too short for a part of a word"));
        }
        let mut operator = true;
        let mut first = true;
        for slot in text.trim_start_matches('^').split(' ') {
            if slot == "&" || slot == "+" {
                if std::mem::replace(&mut operator, true) {
                    return Some(format!("{text}: two operators"));
                }
                continue;
            }
            let beside = std::mem::replace(&mut operator, false) && !std::mem::replace(&mut first, false);
            for word in slot.split('/') {
                let core = word.trim_matches('*');
                let cut: Vec<String> = tokens(&format!("x {core}")).into_iter().skip(1).map(|t| t.text).collect();
                if cut != [core] || folded(core) != core {
                    return Some(format!("{text}: a text never has the word {word}"));
                }
                if is_filler(core) && !beside {
                    return Some(format!("{text}: {word} is skipped"));
                }
            }
        }
        operator.then(|| format!("{text}: nothing follows"))
    }

    #[test]
    fn phrases_are_written_as_the_text_is_folded() {
        let faults: Vec<String> =
            phrases(entries()).chain(phrases(codes::entries())).filter_map(|(_, text)| fault(text)).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        for wrong in ["señal", "Switch", "a  b", "a &", "toma de piso", "fire-pump"] {
            assert!(fault(wrong).is_some(), "{wrong}");
        }
    }

    #[test]
    fn no_trade_gives_a_phrase_two_meanings() {
        let mut twice = Vec::new();
        for entries in [entries(), codes::entries()] {
            let mut seen: BTreeMap<(String, &str), Class> = BTreeMap::new();
            for (class, text) in phrases(entries) {
                let trade = class.trade_and_category().map(|(trade, _)| format!("{trade:?}")).unwrap_or_default();
                let before = seen.insert((trade, text), class);
                if before.is_some_and(|b| b != class) {
                    twice.push(format!("{text}: {} and {}", code(before), code(Some(class))));
                }
            }
        }
        assert!(twice.is_empty(), "{}", twice.join("\n"));
        let count = phrases(entries()).count();
        assert!(count > 5000, "{count}");
    }

    #[test]
    fn every_row_of_a_language_file_is_a_row_of_a_table() {
        let rows = TABLES.iter().flat_map(|table| table.rows.iter().map(|row| row.key(table.trade)));
        let mut keys: BTreeMap<String, usize> = BTreeMap::new();
        for key in rows {
            *keys.entry(key).or_default() += 1;
        }
        let twice: Vec<&String> = keys.iter().filter(|(_, count)| **count > 1).map(|(key, _)| key).collect();
        assert!(twice.is_empty(), "{twice:?}");
        let words = SHARED_ROWS.iter().chain(OWN_ROWS.iter().flat_map(|rows| rows.iter()));
        let unknown: Vec<&str> = words.map(|row| row.key).filter(|key| !keys.contains_key(*key)).collect();
        assert!(unknown.is_empty(), "no table has a row for {unknown:?}");
    }

    #[test]
    fn a_tenants_words_come_before_all_others() {
        let settings = [
            ("words.plumbing.fixtures.sink", "xabol doble"),
            // Spanish has it as a receptacle.
            ("words.electrical.lighting.luminaire", "tomacorriente"),
        ];
        let settings = settings.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let rows = tenant::from_settings(settings.into_iter());
        let index: &'static Index = Box::leak(Box::new(Index::new(entries_with(&rows))));
        let means = |text: &str| {
            let class = lexicon(Discipline::MultiDiscipline).chosen(index, &tokens(text)).map(|chosen| chosen.class);
            code(class)
        };
        assert_eq!(means("XABOL DOBLE"), "sink");
        assert_eq!(means("TOMACORRIENTE"), "luminaire");
        assert_eq!(means("INTERRUPTOR"), "switch");
        assert_eq!(code(lexicon(Discipline::MultiDiscipline).known("XABOL DOBLE")), "-");
    }
}
