//! Items grouped by category and routes grouped by system. A group's heading has a total if all its lines have the same unit.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_contract::ConfidenceBand;
use plumbline_contract::results::Attribute;
use plumbline_contract::taxonomy::TAXONOMY;

use crate::results::{Item, Route};
use crate::table::{self, Screen, Tone};
use crate::words;

/// Text shown instead of a size that the drawing does not state.
const NO_SIZE: &str = "Size not stated";
/// Heading of the column of page numbers.
const PAGES: &str = "PAGES";

/// Items or routes that look the same to the reader, added up.
#[derive(Default)]
struct Line {
    quantity: f64,
    /// Number of items or routes.
    count: usize,
    pages: BTreeSet<u32>,
    /// Number of items or routes in each confidence band.
    bands: BTreeMap<ConfidenceBand, usize>,
}

impl Line {
    fn add(&mut self, quantity: f64, page: u32, confidence: ConfidenceBand) {
        self.quantity += quantity;
        self.count += 1;
        self.pages.insert(page);
        *self.bands.entry(confidence).or_default() += 1;
    }

    /// Returns the counts of items or routes below high confidence, for example `2 low, 1 medium`.
    fn low_confidence_counts(&self) -> String {
        let counts = self.bands.iter().filter_map(|(band, count)| Some((words::low_confidence(*band)?, count)));
        let shown =
            counts.map(|(band, count)| if *count == self.count { band.to_owned() } else { format!("{count} {band}") });
        shown.collect::<Vec<_>>().join(", ")
    }
}

/// Lines by (text, second text, unit), under headings in order.
type Groups<H> = BTreeMap<H, BTreeMap<(String, String, String), Line>>;

/// Returns items by category.
pub(crate) fn items(items: &[Item], screen: Screen) -> String {
    let trades: BTreeSet<_> = items.iter().map(|item| item.trade).collect();
    let mut groups: Groups<_> = BTreeMap::new();
    for item in items {
        let category = TAXONOMY.category_name(item.trade, &item.category);
        let head = if trades.len() > 1 { format!("{}: {category}", words::trade(item.trade)) } else { category };
        let line = (item.description.clone(), item.tag.clone().unwrap_or_default(), item.unit.clone());
        groups.entry((item.trade, head)).or_default().entry(line).or_default().add(
            item.effective_quantity,
            item.page_number,
            item.confidence,
        );
    }
    show(groups.into_iter().map(|((_, head), lines)| (head, lines)), ["ITEM", "TAG"], screen)
}

/// Returns routes by system and size.
pub(crate) fn routes(routes: &[Route], screen: Screen) -> String {
    let mut groups: Groups<_> = BTreeMap::new();
    for route in routes {
        let size = match route.attributes.get("size") {
            Some(Attribute::Text(size)) => size.clone(),
            Some(Attribute::Number(size)) => size.to_string(),
            _ => NO_SIZE.to_owned(),
        };
        let lines = groups.entry(route.system).or_default();
        let line: &mut Line = lines.entry((size, String::new(), route.unit.clone())).or_default();
        line.add(route.effective_quantity, route.page_number, route.confidence);
    }
    for lines in groups.values_mut() {
        *lines = std::mem::take(lines)
            .into_iter()
            .map(|((size, _, unit), line)| ((size, words::plural(line.count, "run"), unit), line))
            .collect();
    }
    show(groups.into_iter().map(|(system, lines)| (words::system(system), lines)), ["ROUTE", "RUNS"], screen)
}

fn show(
    groups: impl Iterator<Item = (String, BTreeMap<(String, String, String), Line>)>,
    [first, second]: [&str; 2],
    screen: Screen,
) -> String {
    let groups: Vec<_> = groups.collect();
    let lines = || groups.iter().flat_map(|(_, lines)| lines);
    if groups.is_empty() {
        return String::new();
    }
    let pages: BTreeSet<u32> = lines().flat_map(|(_, line)| line.pages.iter().copied()).collect();
    let (has_pages, has_low_confidence) =
        (pages.len() > 1, lines().any(|(_, line)| !line.low_confidence_counts().is_empty()));
    let mut heads = vec!["QUANTITY", "UNIT", first, second];
    heads.extend(has_pages.then_some(PAGES));
    heads.extend(has_low_confidence.then_some("CONFIDENCE"));
    let mut table = screen.table(&heads, &[first, PAGES]);
    for (head, lines) in &groups {
        let units: BTreeSet<&str> = lines.keys().map(|(_, _, unit)| unit.as_str()).collect();
        let total = lines.values().map(|line| line.quantity).sum();
        let (quantity, unit) = match units.first() {
            Some(unit) if units.len() == 1 => words::quantity(total, unit),
            _ => Default::default(),
        };
        // If no route has a size, the only line repeats the heading, so the heading alone is shown.
        let only = lines.keys().next().filter(|(text, ..)| lines.len() == 1 && text == NO_SIZE);
        table.add_row([
            screen.number(quantity, Tone::Head),
            screen.cell(unit, Tone::Head),
            screen.cell(head, Tone::Head),
            screen.cell(only.map_or("", |(_, runs, _)| runs), Tone::Plain),
        ]);
        if only.is_some() {
            continue;
        }
        for ((text, mark, unit), line) in lines {
            let (quantity, unit) = words::quantity(line.quantity, unit);
            let mut cells = vec![
                screen.number(quantity, Tone::Plain),
                screen.cell(unit, Tone::Quiet),
                screen.cell(format!("  {text}"), Tone::Plain),
                screen.cell(mark, Tone::Plain),
            ];
            cells.extend(has_pages.then(|| screen.cell(words::ranges(line.pages.iter().copied()), Tone::Quiet)));
            cells.extend(has_low_confidence.then(|| screen.cell(line.low_confidence_counts(), Tone::LowConfidence)));
            table.add_row(cells);
        }
    }
    table::lines(&table)
}
