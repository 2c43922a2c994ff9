//! Reads the texts at each symbol as attributes of its item.

use std::collections::{BTreeMap, BTreeSet};

use crate::bindings::quantities::Attribute;
use crate::vocabulary::{Class, Trade};
use plumbline_geometry::Rect;
use plumbline_notation::language::legend_columns;
use plumbline_notation::mixed_numbers;
use plumbline_sheet::Line;
use plumbline_symbols::Instance;
use plumbline_symbols::annotations::{Assigned, Kind, Kinds, Label, MatchMethod, SymbolBox, assign, line_of_address};

use crate::attributes::{number, text};
use crate::entry::Entry;
use crate::legend_columns::column_key;
use crate::page::Page;
use crate::symbols::Symbols;

/// The meaning of the texts at a symbol.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    /// The tag of a schedule row.
    pub(crate) listed: Option<String>,
    /// A tag that no schedule lists, or letters that may be one.
    pub(crate) tag: Option<String>,
    /// The other attributes, by key.
    pub(crate) attributes: Vec<(String, Attribute)>,
    /// The index of the line of text that names the circuit, and how it was assigned to the symbol.
    pub(crate) circuit_line: Option<(usize, MatchMethod)>,
    /// The boxes of the texts that were read.
    pub(crate) areas: Vec<Rect>,
}

/// Returns the kinds of labels that a symbol may have. A switch or receptacle beside a luminaire has no type. A
/// panelboard is the start of a circuit, not its end.
fn accepts(page: &Page<'_>, entry: &Entry) -> Kinds {
    let panel = is_panel(entry);
    // Sizes of conduits, beams and tiles are written beside lamps and detectors.
    let sized = entry.kind.trade != Trade::Electrical && entry.kind.trade != Trade::FireProtection
        || matches!(entry.kind.category, "distribution" | "raceway");
    // `A: 2.548` beside a lamp is an area. Beside a detector, it is an address.
    let addressed = matches!(entry.kind.category, "fire_alarm" | "security" | "communications");
    let all = if addressed { Kinds::ALL } else { Kinds::ALL.without(Kind::Address) };
    let all = if sized { all } else { all.without(Kind::Size) };
    // Switch letters beside a box belong to the switch next to it.
    let all = if entry.kind.category == "boxes" { all.without(Kind::SwitchLeg) } else { all };
    let typed = entry.kind.category == "lighting" || entry.kind == page.profile.words.default_kind();
    let wiring = matches!(entry.kind.category, "power" | "switching" | "boxes" | "communications" | "controls");
    if panel {
        all.without(Kind::Circuit).without(Kind::SwitchLeg)
    } else if wiring && !typed {
        all.without(Kind::Equipment)
    } else {
        all
    }
}

/// Returns whether an entry is a panelboard. A panelboard's name is its own, not its legend's.
pub(crate) fn is_panel(entry: &Entry) -> bool {
    entry.kind.category == "distribution" && entry.kind.item_type.contains("panel")
}

/// The occurrences on a page of marks with the same stem.
#[derive(Debug, Default)]
struct Family {
    /// The number of occurrences on the page.
    occurrences: usize,
    /// The occurrences at counted symbols, by category. Panels and downlights are numbered in one sequence.
    at: BTreeMap<&'static str, usize>,
}

/// The marks on a page.
struct Marks {
    /// The families by stem.
    families: BTreeMap<String, Family>,
    /// The number of symbols of each category.
    symbols: BTreeMap<&'static str, usize>,
}

impl Marks {
    fn of(page: &Page<'_>, symbols: &Symbols, assigned: &[Vec<Assigned>]) -> Self {
        let mut families: BTreeMap<String, Family> = BTreeMap::new();
        let outside = |line: &&Line| !page.excluded.iter().any(|area| area.contains(line.bbox.center()));
        for line in page.notes.lines.all().iter().filter(|line| line.text.len() <= LONGEST_MARK).filter(outside) {
            families.entry(stem(&line.text)).or_default().occurrences += 1;
        }
        let mut of_category: BTreeMap<&'static str, usize> = BTreeMap::new();
        for (instance, list) in symbols.instances.iter().zip(assigned) {
            let of = symbols.entries[instance.symbol].kind.category;
            *of_category.entry(of).or_default() += 1;
            for one in list.iter().filter(|one| matches!(one.label, Label::Mark { .. })) {
                *families.entry(stem(&one.text)).or_default().at.entry(of).or_default() += 1;
            }
        }
        Self { families, symbols: of_category }
    }

    /// Returns whether a mark at a symbol of a category belongs to the symbol. `P-3` is a door's mark if most of `P-1`,
    /// `P-2` and so on are not at counted symbols, or are at symbols of several categories. A single letter is a
    /// symbol's mark if several symbols have it. Among many symbols without marks, a mark beside one of them belongs to
    /// another object.
    fn are_of(&self, page: &Page<'_>, category: &str, mark: &Assigned) -> bool {
        let text = mark.text.trim();
        if mark.method != MatchMethod::Distance || page.known.is_letter(text) {
            return true;
        }
        let Some(Family { occurrences, at }) = self.families.get(&stem(text)) else { return true };
        let (all, own) = (at.values().sum::<usize>(), at.get(category).copied().unwrap_or_default());
        let symbols = self.symbols.get(category).copied().unwrap_or_default();
        if own * FEW_OF < symbols {
            return false;
        }
        let named = text.chars().count() > 1 || own >= FEWEST_LETTERS;
        named && all * 2 >= *occurrences && own * 2 >= all
    }
}

/// Longest mark, in bytes.
const LONGEST_MARK: usize = 12;

/// Marks that fewer than one in this number of a category's symbols have do not belong to the category.
const FEW_OF: usize = 20;

/// Fewest symbols with the same letter that make it a type.
const FEWEST_LETTERS: usize = 3;

/// Returns the stem that marks of one sequence share: `P-1` and `P-2A`, `2c` and `11f'`.
fn stem(mark: &str) -> String {
    let mut out = String::new();
    for c in mark.trim().chars() {
        let kind = match c {
            '0'..='9' => '#',
            c if c.is_lowercase() && out.contains('#') => 'a',
            '\'' | ' ' => continue,
            c => c.to_ascii_uppercase(),
        };
        if !(kind == '#' && out.ends_with('#')) {
            out.push(kind);
        }
    }
    // A variant has the stem of its base mark.
    match out.find('#') {
        Some(at) if at > 0 => out.truncate(at + 1),
        _ => {}
    }
    out
}

/// Returns whether the legend says that a symbol is mounted on the ceiling.
fn is_on_ceiling(entry: &Entry) -> bool {
    let says = |text: &str| legend_columns::ON_CEILING.occurs_in(&text.to_lowercase());
    entry.row.columns.iter().any(|(header, value)| column_key(header) == "mounting" && says(value))
}

/// Lowest ceiling in meters. A smaller height at an item on the ceiling is the level of a floor.
const LOWEST_CEILING_M: f64 = 1.9;

/// Returns the circuits that a text names, as written, without the switch legs after them.
pub(crate) fn as_written(label: &Label, text: &str) -> Option<String> {
    let Label::Circuit { panel, numbers } = label else { return None };
    let alone = panel.is_none() && numbers.iter().all(|n| n.chars().all(|c| c.is_ascii_digit()));
    let with_legs = alone && text.trim().starts_with(|c: char| c.is_ascii_digit());
    Some(if with_legs { numbers.join(",") } else { text.trim().to_owned() })
}

/// Returns the labels of each symbol.
pub(crate) fn labels(page: &Page<'_>, symbols: &Symbols) -> Vec<Labels> {
    let boxes: Vec<SymbolBox> = symbols
        .instances
        .iter()
        .map(|i| SymbolBox {
            area: i.found.bbox,
            accepts: accepts(page, &symbols.entries[i.symbol]),
            class: i.symbol as u32,
        })
        .collect();
    let assigned = assign(&boxes, page.notes, &page.known, &page.excluded);
    let shown_by: BTreeMap<String, BTreeSet<usize>> = shown_letters(&symbols.entries);
    let of_another = |symbol: usize, one: &Assigned| {
        let entries = shown_by.get(&one.text.trim().to_uppercase());
        entries.is_some_and(|entries| !entries.contains(&symbol))
    };
    let marks = Marks::of(page, symbols, &assigned);
    let own = |(instance, mut list): (&Instance, Vec<Assigned>)| {
        let category = symbols.entries[instance.symbol].kind.category;
        list.retain(|one| !matches!(one.label, Label::Mark { .. }) || marks.are_of(page, category, one));
        list.retain(|one| !matches!(&one.label, Label::Keynote { number } if is_no_note(page, one.method, number)));
        // A diameter beside a panel belongs to a conduit that leads to it.
        list.retain(|one| !matches!(&one.label, Label::Size(size) if size.round && category == "distribution"));
        let shown = |one: &Assigned| matches!(one.label, Label::Mark { .. } | Label::Rating { .. });
        list.retain(|one| !shown(one) || !of_another(instance.symbol, one));
        // A number that is also in the legend's symbol is part of every such symbol.
        let own_digits = |one: &Assigned| {
            let text = one.text.trim();
            text.chars().all(|c| c.is_ascii_digit())
                && shown_by.get(text).is_some_and(|entries| entries.contains(&instance.symbol))
        };
        list.retain(|one| !matches!(one.label, Label::Mark { .. }) || !own_digits(one));
        let on_ceiling = is_on_ceiling(&symbols.entries[instance.symbol]);
        list.retain(
            |one| !matches!(one.label, Label::Mounting { height_m, .. } if on_ceiling && height_m < LOWEST_CEILING_M),
        );
        read(page, &list)
    };
    symbols.instances.iter().zip(assigned).map(own).collect()
}

/// Returns whether a framed number that no list of notes explains is not a note. A number that the symbol itself frames
/// is part of the symbol, or of a room name across it. A number of three digits is a length.
fn is_no_note(page: &Page<'_>, method: MatchMethod, number: &str) -> bool {
    !page.known.is_keynote(number)
        && (method == MatchMethod::Inside || number.chars().filter(char::is_ascii_digit).count() > 2)
}

/// Returns the letters in the legend's symbols, in capitals, with the entries that have them. `13W` in a luminaire does
/// not belong to the junction box beside it.
fn shown_letters(entries: &[Entry]) -> BTreeMap<String, BTreeSet<usize>> {
    let mut out: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (n, entry) in entries.iter().enumerate() {
        for letters in &entry.row.specimen.letters {
            out.entry(letters.text.to_uppercase()).or_default().insert(n);
        }
    }
    out
}

/// Returns whether a line of text is on a layer with parts of the building, where `P-2` is a door and `V-9` a window.
fn of_the_building(page: &Page<'_>, line: usize) -> bool {
    let words = page.profile.words;
    let run = page.notes.lines.all().get(line).and_then(|l| l.runs.first());
    let layer = run.and_then(|&r| page.sheet.text_layers.get(r)).and_then(|&l| page.sheet.layers.get(l as usize));
    let class = layer.and_then(|name| words.classify_layer(name).or_else(|| words.known(name)));
    class.is_some_and(|class| match class {
        Class::Item(kind) => {
            matches!(kind.trade, Trade::Architectural | Trade::Structural | Trade::Civil) && !words.reports(&class)
        }
        Class::Line(_) | Class::Mark => false,
    })
}

/// Reads the texts that were assigned to a symbol.
pub(crate) fn read(page: &Page<'_>, assigned: &[Assigned]) -> Labels {
    let mut out = Labels::default();
    let mut ratings: Vec<String> = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    let mut addresses: Vec<(&str, &str)> = Vec::new();
    for one in assigned {
        out.areas.push(one.area);
        if of_the_building(page, one.line) {
            continue;
        }
        match &one.label {
            Label::Equipment { tag } if page.known.is_tag(tag) => {
                out.listed.get_or_insert_with(|| page.document.spelling_in_schedule(tag));
            }
            // Unexplained digits beside a symbol may belong to a door or a window.
            Label::Mark { .. } if one.method == MatchMethod::Distance && !one.text.chars().any(char::is_alphabetic) => {
            }
            Label::Equipment { tag } | Label::Mark { text: tag } => {
                out.tag.get_or_insert_with(|| tag.clone());
            }
            Label::Circuit { panel, .. } => {
                out.attributes.extend(as_written(&one.label, &one.text).map(|circuit| text("circuit", &circuit)));
                out.circuit_line = Some((one.line, one.method));
                out.attributes.extend(panel.as_deref().map(|p| text("panel", p)));
            }
            Label::Address { text: address, panel } => addresses.push((address, panel)),
            Label::Keynote { number } => notes.push(number.clone()),
            Label::Rating { .. } => ratings.push(one.text.trim().to_owned()),
            Label::Size(size) => out.attributes.push(text("size", mixed_numbers(&size.text))),
            Label::Mounting { height_m, text: written } => {
                out.attributes.push(text("mounting", written));
                out.attributes.push(number("mounting_height_m", *height_m));
            }
            Label::SwitchLeg { legs } => out.attributes.push(text("switch_leg", legs.join(","))),
            Label::Count { number: count } => out.attributes.push(number("marked_count", *count)),
            Label::Typical { of } => {
                out.attributes.push(text("typical", of.map_or_else(|| "yes".to_owned(), |n| format!("of {n}"))));
            }
            Label::Level { .. } => {}
        }
    }
    if !addresses.is_empty() {
        let all = |of: fn(&(&str, &str)) -> String| {
            let mut parts: Vec<String> = addresses.iter().map(of).collect();
            parts.dedup();
            parts.join(", ")
        };
        out.attributes.push(text("address", all(|(address, _)| (*address).to_owned())));
        out.attributes.push(text("panel", all(|(_, panel)| (*panel).to_owned())));
        let lines: Vec<&str> = addresses.iter().filter_map(|(address, _)| line_of_address(address)).collect();
        if !lines.is_empty() && out.circuit_line.is_none() {
            out.attributes.push(text("circuit", lines.join(", ")));
        }
    }
    ratings.dedup();
    if !ratings.is_empty() {
        out.attributes.push(text("rating", ratings.join(" ")));
    }
    notes.sort();
    notes.dedup();
    if !notes.is_empty() {
        out.attributes.push(text("keynote", notes.join(", ")));
        let said: Vec<&str> = notes.iter().filter_map(|n| page.document.keynote(page.sheet.page_number, n)).collect();
        if !said.is_empty() {
            out.attributes.push(text("keynote_text", said.join(" / ")));
        }
    }
    out
}
