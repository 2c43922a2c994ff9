//! Finds the symbols of a page that a legend or a block names.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::vocabulary::Class;
use plumbline_measurement::routes::LineClass;
use plumbline_symbols::{Instance, Legend, Symbol, recognize};

use crate::blocks::{Blocks, Meaning, row_of};
use crate::entry::Entry;
use crate::page::Page;
use crate::patterns::{Pattern, drop_patterns};
use crate::runs;
use crate::tag::canonical;

/// A legend to search for.
struct Source<'a> {
    page: u32,
    /// The name of the legend's sheet, if it is in another document.
    other_sheet: Option<String>,
    legend: &'a Legend,
}

/// Returns the discipline's legends: the document's own, or else those of the project's other documents.
fn sources<'a>(page: &'a Page<'_>) -> Vec<Source<'a>> {
    let own = page.document.legends().map(|(page, legend)| Source { page, other_sheet: None, legend });
    let own: Vec<Source<'_>> = own.filter(|source| is_ours(page, source.legend)).collect();
    if !own.is_empty() {
        return own;
    }
    let others = page.document.legends_of_other_documents();
    let others = others.map(|(sheet, legend)| Source { page: legend.page, other_sheet: Some(sheet), legend });
    others.filter(|source| is_ours(page, source.legend)).collect()
}

/// The symbols of a page.
pub(crate) struct Symbols {
    /// The symbols to find.
    pub(crate) entries: Vec<Entry>,
    /// The symbols found, by position.
    pub(crate) instances: Vec<Instance>,
    /// The name of each instance's block, if it has one.
    pub(crate) blocks: Vec<Option<String>>,
    /// The line classes that legends show.
    pub(crate) lines: Vec<LineClass>,
    /// Whether a legend shows any counted symbol.
    pub(crate) listed: bool,
    /// The rows whose symbols hatches repeat.
    pub(crate) patterns: Vec<Pattern>,
}

/// Fewest different scales that show that each symbol was fitted to its legend cell.
const FITTED: usize = 3;

/// Largest relative difference between scales that count as equal.
const SAME_SCALE: f32 = 0.05;

impl Symbols {
    /// Returns whether each symbol of the legend has its own scale on the plan. A plain symbol is then not found at the
    /// scale of the others.
    pub(crate) fn are_rescaled(&self) -> bool {
        let mut scales: Vec<f32> = self.instances.iter().map(|instance| instance.scale).collect();
        scales.sort_by(f32::total_cmp);
        scales.dedup_by(|a, b| (*a / *b - 1.0).abs() < SAME_SCALE);
        scales.len() >= FITTED
    }
}

/// Returns whether a legend belongs to the discipline: at least a third of its rows do. Legends of other trades list
/// finishes or bars.
pub(crate) fn is_ours(page: &Page<'_>, legend: &Legend) -> bool {
    own_rows(page, legend) * 3 >= legend.rows.len()
}

fn own_rows(page: &Page<'_>, legend: &Legend) -> usize {
    let words = page.profile.words;
    legend.rows.iter().filter(|r| words.known(&r.description).is_some_and(|class| words.reports(&class))).count()
}

/// Finds the symbols that the document's legends show, and the symbols that blocks name.
pub(crate) fn symbols(page: &Page<'_>) -> Symbols {
    let words = page.profile.words;
    let mut entries: Vec<Entry> = Vec::new();
    let mut lines: Vec<LineClass> = Vec::new();
    let sources = sources(page);
    let rows = sources.iter().enumerate().flat_map(|(number, source)| {
        // All rows of a legend of the discipline belong to it, regardless of their words. In a legend that several
        // trades share, each trade has its own rows.
        let shared = own_rows(page, source.legend) * 2 < source.legend.rows.len();
        source.legend.rows.iter().map(move |row| (number, shared, row))
    });
    let mut count = 0;
    for (index, (number, shared, row)) in rows.enumerate() {
        count = index + 1;
        let class = words.classify(&row.description);
        let another = shared && words.known(&row.description).is_some_and(|class| !words.reports(&class));
        match class {
            Class::Item(kind) if !another => {
                let Source { page, other_sheet, .. } = &sources[number];
                let (row, other_sheet) = (row.clone(), other_sheet.clone());
                entries.push(Entry { page: *page, index, row, kind, block: None, legend: number, other_sheet });
            }
            Class::Line(line) => lines.extend(runs::line_class(row, &line)),
            Class::Item(_) | Class::Mark => {}
        }
    }
    let shapes: Vec<Symbol> = entries.iter().map(symbol).collect();
    let mut by_shape = recognize(page.field, &shapes, &page.texts, &page.excluded);
    let patterns = drop_patterns(&entries, &mut by_shape);
    settle_ties(page, &entries, &mut by_shape);
    // A legend without a legend's title, or of another document, may not apply to this sheet. Symbols that it does not
    // explain are then not left out on purpose.
    let drawn = |entry: &Entry| !entry.row.specimen.ink.strokes.is_empty();
    let certain = |entry: &Entry| sources[entry.legend].legend.named && entry.other_sheet.is_none() && drawn(entry);
    let listed = entries.iter().any(certain) || !by_shape.is_empty();
    if !listed {
        entries.clear();
    }
    let (instances, blocks) = with_blocks(page, by_shape, &mut entries, count);
    Symbols { entries, instances, blocks, lines, listed, patterns }
}

/// Returns the symbol of an entry. Several switches may share a node, each with its own lever.
fn symbol(entry: &Entry) -> Symbol {
    let shares_node = entry.kind.category == "switching";
    Symbol { whole: entry.row.specimen.clone(), parts: entry.row.parts.clone(), shares_node }
}

/// Chooses between two legends that show the same symbol. A legend that states a quantity, or that is on this page,
/// takes precedence. If both mean the same kind, the longer description wins. If they mean different kinds and nothing
/// else decides, the tie remains.
fn settle_ties(page: &Page<'_>, entries: &[Entry], instances: &mut [Instance]) {
    let here = |entry: &Entry| entry.other_sheet.is_none() && entry.page == page.sheet.page_number;
    for instance in instances {
        let Some(rival) = instance.rival else { continue };
        let (one, other) = (&entries[instance.symbol], &entries[rival]);
        let same = one.kind == other.kind;
        if one.legend == other.legend {
            if same && canonical(&one.row.description) == canonical(&other.row.description) {
                instance.rival = None;
            }
            continue;
        }
        let rank = |entry: &Entry| (entry.states_quantity(), here(entry));
        let said = |entry: &Entry| canonical(&entry.row.description).chars().count();
        let better = rank(other).cmp(&rank(one)).then(if same { said(other).cmp(&said(one)) } else { Ordering::Equal });
        if better == Ordering::Greater {
            instance.symbol = rival;
        }
        if same || rank(one) != rank(other) {
            instance.rival = None;
        }
    }
}

/// Replaces the instances found by shape with the inserts of meaningful blocks.
fn with_blocks(
    page: &Page<'_>,
    by_shape: Vec<Instance>,
    entries: &mut Vec<Entry>,
    rows: usize,
) -> (Vec<Instance>, Vec<Option<String>>) {
    let blocks = Blocks::of(page.sheet, page.field, &by_shape, &page.excluded);
    let meanings = blocks.meanings(page.profile, &by_shape, entries, &page.document.shown_blocks());
    let mut entry_of: BTreeMap<&str, usize> = BTreeMap::new();
    let mut own = 0;
    for (name, meaning) in &meanings {
        match meaning {
            Meaning::Entry(entry) => {
                entry_of.insert(name, *entry);
            }
            Meaning::Own(kind) => {
                entry_of.insert(name, entries.len());
                let (index, row) = (rows + own, row_of(name));
                let block = Some((*name).to_owned());
                let page = page.sheet.page_number;
                entries.push(Entry { page, index, row, kind: *kind, block, legend: usize::MAX, other_sheet: None });
                own += 1;
            }
        }
    }
    let found = blocks.replace_instances(by_shape, &entry_of);
    found.into_iter().map(|(instance, name)| (instance, name.map(str::to_owned))).unzip()
}
