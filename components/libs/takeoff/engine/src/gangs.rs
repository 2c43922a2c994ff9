//! Finds devices ganged on one plate: levers at one node, receptacles that touch side by side, `SSS` or `2S` as one text.
//!
//! Each device is an item, since each is ordered and wired. `gang` is the number of devices on its plate, and
//! `gang_member` its number on it, so the plates of a size are the items with member 1. A legend row that shows the
//! ganged symbol takes precedence, because its symbol has more ink.

use std::collections::BTreeSet;

use crate::bindings::quantities::{Attribute, Item};
use crate::vocabulary::Class;
use plumbline_geometry::Rect;
use plumbline_symbols::Instance;

use crate::attributes;
use crate::entry::Entry;
use crate::page::Page;
use crate::symbols::Symbols;
use crate::tag::canonical;

/// Most devices on one plate.
const MOST: usize = 8;
/// Largest gap between symbols side by side, in points.
const APART: f32 = 0.8;
/// Largest difference in direction between symbols side by side, in radians.
const TURN: f32 = 0.1;

/// Returns whether a type is mounted on a plate that others may share.
pub(crate) fn is_on_plate(category: &str, item_type: &str) -> bool {
    let outlet = || item_type.contains("receptacle") || item_type.contains("outlet");
    category == "switching" || matches!(category, "power" | "communications") && outlet()
}

/// Marks the items of instances that share a plate. The items are in the order of the instances.
pub(crate) fn mark(symbols: &Symbols, items: &mut [Item]) {
    let on_plate = |entry: &Entry| is_on_plate(entry.kind.category, entry.kind.item_type);
    let mounted: Vec<usize> =
        (0..symbols.instances.len()).filter(|n| on_plate(&symbols.entries[symbols.instances[*n].symbol])).collect();
    let mut seen = vec![false; symbols.instances.len()];
    for &start in &mounted {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut gang = vec![start];
        let mut at = 0;
        while at < gang.len() {
            let one = &symbols.instances[gang[at]];
            at += 1;
            for &n in &mounted {
                if !seen[n] && share_a_plate(one, &symbols.instances[n]) {
                    seen[n] = true;
                    gang.push(n);
                }
            }
        }
        // A larger group is a pattern or a diagram.
        if (2..=MOST).contains(&gang.len()) {
            gang.sort_unstable();
            let size = gang.len();
            gang.iter().enumerate().for_each(|(n, item)| items[*item].attributes.extend(member(n + 1, size)));
        }
    }
}

/// Returns the attributes of a device on a plate. Numbers start at 1.
pub(crate) fn member(number: usize, of: usize) -> [(String, Attribute); 2] {
    [attributes::number("gang", of as f64), attributes::number("gang_member", number as f64)]
}

/// Returns whether two symbols share some of their ink, or touch side by side.
fn share_a_plate(a: &Instance, b: &Instance) -> bool {
    let (one, other) = (a.found.bbox, b.found.bbox);
    let beyond = |one: Rect, other: Rect| other.min.x > one.max.x + APART || other.min.y > one.max.y + APART;
    if beyond(one, other) || beyond(other, one) {
        return false;
    }
    let common = a.found.strokes.iter().any(|(stroke, _)| b.found.strokes.iter().any(|(other, _)| other == stroke));
    let turn = (a.found.placement.turn - b.found.placement.turn).rem_euclid(std::f32::consts::PI);
    common || turn.min(std::f32::consts::PI - turn) <= TURN
}

/// The letters that legends and lists of abbreviations explain.
pub(crate) struct Letters {
    /// The letters of devices on plates.
    on_plates: BTreeSet<String>,
    all: BTreeSet<String>,
}

impl Letters {
    /// Returns the letters of a document.
    pub(crate) fn of(page: &Page<'_>) -> Self {
        let all = page.document.letters();
        let is_ours = |said: &str| match page.profile.words.known(said) {
            Some(Class::Item(kind)) => is_on_plate(kind.category, kind.item_type),
            _ => false,
        };
        let on_plates = all.iter().filter(|(_, said)| is_ours(said)).map(|(letters, _)| letters.clone()).collect();
        Self { on_plates, all: all.into_keys().collect() }
    }

    /// Returns the letters of each device in a ganged text: `SSS`, `S S3`, `2S`. The result is empty for a single device,
    /// and for a text that is explained as a whole.
    pub(crate) fn ganged(&self, text: &str) -> Vec<String> {
        let text = text.trim();
        let is_short = (2..=3 * MOST).contains(&text.len()) && text.is_ascii();
        if self.on_plates.is_empty() || !is_short || self.all.contains(&canonical(text)) {
            return Vec::new();
        }
        let written = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let count = match &text[..text.len() - written.len()] {
            "" => None,
            digits => digits.parse::<usize>().ok(),
        };
        let mut out: Vec<String> = Vec::new();
        for mut rest in written.split([' ', ',', '/', '+']) {
            while !rest.is_empty() {
                let Some(end) = (1..=rest.len()).rev().find(|end| self.on_plates.contains(&rest[..*end])) else {
                    return Vec::new();
                };
                out.push(rest[..end].to_owned());
                rest = &rest[end..];
            }
        }
        match count {
            Some(count) if out.len() == 1 && (2..=MOST).contains(&count) => vec![out[0].clone(); count],
            None if (2..=MOST).contains(&out.len()) => out,
            _ => Vec::new(),
        }
    }
}
