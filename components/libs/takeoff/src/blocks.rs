//! Symbols by the names of their blocks: what CAD files say outright and a plot has lost.
//!
//! All inserts of one block are one symbol, however they are turned, mirrored, scaled or covered. What the symbol is
//! says, in this order: the legend that shows the block; the legend's symbol that most of its inserts were found to be
//! by their shape; the block's own name; where there is no legend, the layer it is on. A block that the legend shows
//! twice, or whose inserts look like several symbols, is told apart by its letters, which the search by shape does.

use std::collections::BTreeMap;

use plumbline_sheet::Sheet;
use plumbline_sheet::geometry::contains;
use plumbline_symbols::{Field, Instance, Legend, LegendRow, Match, Placement, Specimen};

use plumbline_vocabulary::{Class, Kind, family, readable};

use crate::place::middle;
use crate::profile::Profile;
use crate::symbols::Entry;
use crate::unlisted::UNNAMED;
use crate::unlisted::likely::is_symbol_sized;

/// Part of the page beyond which, on either side, a block is not a symbol but a part of the drawing.
const LARGEST: f32 = 0.25;

/// Fewest inserts of a block whose name says nothing.
const FEWEST: usize = 3;

/// Share of a symbol's votes that makes another meaning of its block likely.
const DISSENT: f32 = 0.2;

/// A block inserted on a page.
#[derive(Debug, Clone)]
pub(crate) struct Insert<'a> {
    pub(crate) name: &'a str,
    /// The box of its ink, in points.
    pub(crate) bbox: [f32; 4],
    /// Its strokes with their lengths.
    strokes: Vec<(u32, f32)>,
    /// Layer of its first stroke.
    layer: Option<&'a str>,
}

/// The inserts of a page that have ink of their own, in drawing order. One that lies wholly on another is not seen.
pub(crate) fn inserts<'a>(sheet: &'a Sheet, field: &Field) -> Vec<Insert<'a>> {
    let mut found: BTreeMap<u32, Insert<'a>> = BTreeMap::new();
    for (n, stroke) in field.ink.strokes.iter().enumerate() {
        let path = stroke.path as usize;
        let Some(&number) = sheet.path_blocks.get(path) else { continue };
        let Some(name) = sheet.blocks.get(number as usize).map(|name| family(name)) else { continue };
        let layer = sheet.path_layers.get(path).and_then(|l| sheet.layers.get(*l as usize)).map(String::as_str);
        let start = [stroke.a[0], stroke.a[1], stroke.a[0], stroke.a[1]];
        let one = found.entry(number).or_insert_with(|| Insert { name, bbox: start, strokes: Vec::new(), layer });
        for p in [stroke.a, stroke.b] {
            let b = one.bbox;
            one.bbox = [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])];
        }
        one.strokes.push((n as u32, stroke.length()));
    }
    let [width, height] = [sheet.width * LARGEST, sheet.height * LARGEST];
    found.into_values().filter(|i| i.bbox[2] - i.bbox[0] < width && i.bbox[3] - i.bbox[1] < height).collect()
}

/// The blocks that legends show, each with the text of its row; those that several rows show are left out.
pub(crate) fn shown(sheet: &Sheet, field: &Field, legends: &[Legend]) -> Vec<(String, String)> {
    let mut shown: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let inserts = inserts(sheet, field);
    for row in legends.iter().flat_map(|l| &l.rows) {
        for insert in inserts.iter().filter(|i| contains(row.symbol_area, middle(i.bbox))) {
            let rows = shown.entry(insert.name).or_default();
            if !rows.contains(&row.description.as_str()) {
                rows.push(&row.description);
            }
        }
    }
    shown
        .into_iter()
        .map(|(name, rows)| (name.to_owned(), if let [only] = rows[..] { only.to_owned() } else { String::new() }))
        .collect()
}

/// What a block's inserts stand for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Meaning {
    /// A symbol of the legend, by its index among the entries.
    Entry(usize),
    /// What its name or its layer says; [`UNNAMED`] where neither says anything.
    Own(Kind),
}

/// The row that stands in a legend's place for a block without one.
pub(crate) fn row_of(name: &str) -> LegendRow {
    LegendRow {
        description: readable(name),
        columns: Vec::new(),
        specimen: Specimen::default(),
        parts: Vec::new(),
        area: [0.0; 4],
        symbol_area: [0.0; 4],
    }
}

/// Whether a program made up a block's name.
pub(crate) fn is_made_up(name: &str) -> bool {
    name.starts_with(['*', '_']) || name.starts_with("A$C")
}

/// The insert that most of an instance's ink belongs to.
fn owner(instance: &Instance, insert_of: &BTreeMap<u32, usize>) -> Option<usize> {
    let mut shares: BTreeMap<usize, f32> = BTreeMap::new();
    for (stroke, weight) in &instance.found.strokes {
        if let Some(&insert) = insert_of.get(stroke) {
            *shares.entry(insert).or_default() += weight;
        }
    }
    let total: f32 = instance.found.strokes.iter().map(|(_, w)| w).sum();
    let (insert, share) = shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    (share > 0.5 * total).then_some(insert)
}

/// The inserts of a page with what the search by shape found on it.
pub(crate) struct Blocks<'a> {
    inserts: Vec<Insert<'a>>,
    /// For each instance the insert that it is the ink of.
    owners: Vec<Option<usize>>,
}

impl<'a> Blocks<'a> {
    /// Gathers the inserts outside of the excluded areas.
    pub(crate) fn of(sheet: &'a Sheet, field: &Field, instances: &[Instance], excluded: &[[f32; 4]]) -> Self {
        let mut inserts = inserts(sheet, field);
        inserts.retain(|i| !excluded.iter().any(|area| contains(*area, middle(i.bbox))));
        let insert_of = inserts.iter().enumerate().flat_map(|(n, i)| i.strokes.iter().map(move |(s, _)| (*s, n)));
        let insert_of: BTreeMap<u32, usize> = insert_of.collect();
        let owners = instances.iter().map(|i| owner(i, &insert_of)).collect();
        Self { inserts, owners }
    }

    /// What the blocks stand for, by name. `shown` are blocks with their rows in legends.
    pub(crate) fn meanings(
        &self,
        profile: Profile,
        instances: &[Instance],
        entries: &[Entry],
        shown: &[(String, String)],
    ) -> BTreeMap<&'a str, Meaning> {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        let mut layers: BTreeMap<&str, Option<&str>> = BTreeMap::new();
        for insert in &self.inserts {
            *count.entry(insert.name).or_default() += 1;
            layers.entry(insert.name).or_insert(insert.layer);
        }
        let mut votes: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
        for (instance, owner) in instances.iter().zip(&self.owners) {
            if let Some(owner) = owner {
                *votes.entry(self.inserts[*owner].name).or_default().entry(instance.symbol).or_default() += 1;
            }
        }
        let legend = !entries.is_empty();
        let mut out = BTreeMap::new();
        for (name, inserts) in count {
            if let Some((_, row)) = shown.iter().find(|(block, _)| block == name) {
                // An empty row: the legend shows the block in several.
                if let Some(entry) = entries.iter().position(|e| e.row.description == *row) {
                    out.insert(name, Meaning::Entry(entry));
                }
                continue;
            }
            let voted: Vec<(usize, usize)> = votes.get(name).into_iter().flatten().map(|(e, n)| (*n, *e)).collect();
            if let Some(&(most, entry)) = voted.iter().max() {
                let others: usize = voted.iter().map(|(n, _)| n).sum::<usize>() - most;
                if others as f32 > DISSENT * most as f32 {
                    continue;
                }
                if most * 2 >= inserts {
                    out.insert(name, Meaning::Entry(entry));
                    continue;
                }
            }
            let by_name = profile.own(profile.words.of_block(name));
            let by_layer = || {
                let layer = layers[name].filter(|_| !legend && !name.starts_with('*'))?;
                profile.own(profile.words.of_layer(layer))
            };
            let unnamed = || (!legend && self.may_be_symbol(profile, name)).then_some(UNNAMED);
            if let Some(kind) = by_name.or_else(by_layer).or_else(unnamed) {
                out.insert(name, Meaning::Own(kind));
            }
        }
        out
    }

    /// Whether a block whose name says nothing is drawn like a symbol, and more than once. What other trades' words or
    /// words of the drawing's dress name is known, and nothing of ours; names that a program made up are none.
    fn may_be_symbol(&self, profile: Profile, name: &str) -> bool {
        let silent = |insert: &&Insert<'_>| {
            insert.layer.is_some_and(|layer| matches!(profile.words.of_layer(layer), Some(Class::Mark)))
        };
        let of_name = || self.inserts.iter().filter(|insert| insert.name == name);
        let sized = |insert: &Insert<'_>| {
            let [w, h] = [insert.bbox[2] - insert.bbox[0], insert.bbox[3] - insert.bbox[1]];
            is_symbol_sized(profile.discipline, [w.max(h), w.min(h)])
        };
        !is_made_up(name)
            && profile.words.of_block(name).is_none()
            && of_name().count() >= FEWEST
            && of_name().all(sized)
            && !of_name().any(|insert| silent(&insert))
    }

    /// The instances with those that blocks stand for in their place, and for each the block's name. `entry_of` is the
    /// entry of a block that stands for one.
    pub(crate) fn instead(
        &self,
        instances: Vec<Instance>,
        entry_of: &BTreeMap<&str, usize>,
    ) -> Vec<(Instance, Option<&'a str>)> {
        let counted = |owner: &Option<usize>| owner.is_some_and(|o| entry_of.contains_key(self.inserts[o].name));
        let mut out: Vec<(Instance, Option<&str>)> = instances
            .into_iter()
            .zip(&self.owners)
            .filter(|(_, owner)| !counted(owner))
            .map(|(instance, owner)| (instance, owner.map(|o| self.inserts[o].name)))
            .collect();
        for insert in &self.inserts {
            if let Some(&entry) = entry_of.get(insert.name) {
                let placement = Placement { at: middle(insert.bbox), turn: 0.0, mirror: false, scale: 1.0 };
                let strokes = insert.strokes.clone();
                let found = Match { placement, bbox: insert.bbox, share: 1.0, strokes };
                out.push((Instance::certain(entry, found), Some(insert.name)));
            }
        }
        let place = |i: &Instance| (i.found.bbox[1], i.found.bbox[0]);
        out.sort_by(|a, b| place(&a.0).0.total_cmp(&place(&b.0).0).then(place(&a.0).1.total_cmp(&place(&b.0).1)));
        out
    }
}
