//! Circuits by wiring: what is written at a wire or a home run, or at one device, holds for all that are wired to it.
//!
//! Devices that wires join are one circuit as far as the next wire at which a circuit is written, or the panel. Where all
//! that is written there is one circuit, the devices without a tag of their own get it; where two contradict, nothing is guessed.

mod nets;

use std::collections::{BTreeMap, BTreeSet};

use plumbline_guest_extractor::quantities::{Attribute, Item, MeasureType};
use plumbline_notes::{How, Known, Label};
use plumbline_routes::{EndKind, Endpoint, Route, RouteSystem};
use plumbline_sheet::Line;
use plumbline_sheet::geometry::contains;
use plumbline_vocabulary::{Class, System};
use plumbline_wiring::{Wire, Written, beside, wires};

use self::nets::{Join, Part, Said, nets, panels};
use crate::labels::Labels;
use crate::page::Page;
use crate::place::middle;

/// Attribute that says that a circuit was found by following the wiring.
const BY: &str = "circuit_by";

/// Longest text in bytes that names circuits and nothing else.
const LONGEST: usize = 24;

/// A text is a wire's and not a device's when it is so many times as far from the device,
const PLAINLY: f32 = 2.0;
/// and farther than so many heights of its font.
const BESIDE: f32 = 1.5;

/// Gives devices the circuit of their wiring.
///
/// `said` is what is written at the first of the items.
pub(crate) fn follow_wiring(page: &Page<'_>, said: &[Labels], found: &mut [Item], routes: &[Route]) {
    let mut joins = by_routes(found, routes);
    joins.extend(by_lines(page, said, found));
    if joins.is_empty() {
        return;
    }
    let own: Vec<Option<String>> = found.iter().map(|item| text(item, "circuit").map(str::to_owned)).collect();
    let part = |item: &Item| match item.category.as_str() {
        "distribution" => Part::Panel,
        "switching" => Part::Switch,
        _ => Part::Load,
    };
    let parts: Vec<Part> = found.iter().map(part).collect();
    let tags: Vec<Option<String>> = found.iter().map(|item| item.tag.clone()).collect();
    let panels = panels(&parts, &joins).into_iter().map(|panel| tags[panel?].as_deref());
    for ((item, said), panel) in found.iter_mut().zip(nets(&own, &parts, &joins)).zip(panels) {
        if let Some(circuit) = said {
            give(item, &circuit);
        }
        if text(item, "circuit").is_some() {
            panel.into_iter().for_each(|panel| set(item, "panel", panel));
        }
    }
}

fn give(item: &mut Item, circuit: &str) {
    let tagged = text(item, "circuit").is_some();
    item.attributes.retain(|(key, _)| key != "circuit" && (key != "panel" || !tagged));
    set(item, "circuit", circuit);
    // `LP1-1,3`: the panel's name stands before the number.
    if let Some((panel, _)) = circuit.rsplit_once('-').filter(|(panel, _)| names_panel(panel, circuit)) {
        set(item, "panel", panel.trim());
    }
    set(item, BY, "wiring");
}

/// Sets an attribute that the item does not have.
fn set(item: &mut Item, key: &str, value: &str) {
    if text(item, key).is_none() {
        item.attributes.push((key.to_owned(), Attribute::Text(value.to_owned())));
    }
}

/// What measured runs join: trunk and branches of one run hang together, whatever their ends.
fn by_routes(found: &[Item], routes: &[Route]) -> Vec<Join> {
    let index: BTreeMap<&str, usize> = found.iter().enumerate().map(|(n, item)| (item.key.as_str(), n)).collect();
    let device = |end: &Endpoint| {
        let key = end.key.as_deref().filter(|_| end.kind != EndKind::Panel)?;
        index.get(key).copied()
    };
    let mut runs: BTreeMap<&str, (BTreeSet<usize>, BTreeSet<&str>)> = BTreeMap::new();
    for route in routes.iter().filter(|route| is_wiring(route)) {
        let (devices, circuits) = runs.entry(route.network.as_deref().unwrap_or(&route.key)).or_default();
        devices.extend([&route.starts_at, &route.ends_at].into_iter().filter_map(device));
        circuits.extend(route.circuit.as_deref().map(str::trim));
    }
    let join = |(devices, circuits): (BTreeSet<usize>, BTreeSet<&str>)| Join {
        devices: devices.into_iter().collect(),
        said: said(circuits, Said::HomeRun),
    };
    runs.into_values().map(join).filter(|join| !join.devices.is_empty()).collect()
}

/// What is written at a wire, from the circuits that are.
fn said(circuits: BTreeSet<&str>, one: impl FnOnce(String) -> Said) -> Said {
    let mut circuits = circuits.into_iter();
    match (circuits.next(), circuits.next()) {
        (Some(circuit), None) => one(circuit.to_owned()),
        (Some(_), Some(_)) => Said::Several,
        _ => Said::Nothing,
    }
}

/// What lines from device to device join, with a scale or without. A text that is the wire's and not the device's beside it
/// is taken from the device.
fn by_lines(page: &Page<'_>, labels: &[Labels], found: &mut [Item]) -> Vec<Join> {
    let written = circuits(page);
    if written.is_empty() && !found.iter().any(|item| text(item, "circuit").is_some()) {
        return Vec::new();
    }
    let counted = found.iter().enumerate().filter(|(_, item)| item.measure == MeasureType::Count);
    let (of, areas): (Vec<usize>, Vec<[f32; 4]>) = counted.filter_map(|(n, item)| Some((n, area(page, item)?))).unzip();
    let strokes = &page.field.ink.strokes;
    let wires = wires(strokes, &page.sheet.path_layers, &areas, |layer| names_wiring(page, layer));
    let texts: Vec<Written> = written.iter().map(|one| Written { area: one.line.bbox, size: one.line.size }).collect();
    let mut owners: BTreeMap<usize, Vec<(usize, How)>> = BTreeMap::new();
    for (n, (line, how)) in labels.iter().enumerate().filter_map(|(n, said)| Some((n, said.circuit_line?))) {
        owners.entry(line).or_default().push((n, how));
    }
    let mut along: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); wires.len()];
    for (one, beside) in written.iter().zip(beside(&wires, strokes, &texts)) {
        let Some((wire, far)) = beside else { continue };
        let owners = owners.get(&one.index).map(Vec::as_slice).unwrap_or_default();
        let is_free = |(device, how): &(usize, How)| match how {
            // Of a box nobody says its circuit: wires that meet there have theirs.
            How::Distance if found.get(*device).is_some_and(|item| item.category == "boxes") => true,
            How::Distance => {
                let to_device =
                    found.get(*device).and_then(|item| area(page, item)).map(|area| apart(area, one.line.bbox));
                to_device.is_some_and(|by| by > far * PLAINLY && by > BESIDE * one.line.size)
            }
            // The end of the wire beside the text was taken for a leader to its devices.
            How::Leader => wires[wire].devices.iter().any(|n| of.get(*n) == Some(device)),
            How::Inside | How::Typical => false,
        };
        if owners.iter().all(is_free) {
            along[wire].insert(&one.circuit);
            // It may be theirs as well: what is at the wire gets it back.
            for (device, _) in owners {
                found[*device].attributes.retain(|(key, _)| key != "circuit" && key != "panel");
            }
        }
    }
    let join = |(wire, circuits): (Wire, BTreeSet<&str>)| Join {
        devices: wire.devices.into_iter().filter_map(|n| of.get(n).copied()).collect(),
        said: said(circuits, Said::Along),
    };
    wires.into_iter().zip(along).map(join).collect()
}

/// The box of an item on the page, in points.
fn area(page: &Page<'_>, item: &Item) -> Option<[f32; 4]> {
    let (width, height) = (f64::from(page.sheet.width), f64::from(page.sheet.height));
    let (x0, y0, x1, y1) = item.evidence.first()?.bbox;
    Some([x0 * width, y0 * height, x1 * width, y1 * height].map(|v| v as f32))
}

/// How far two boxes are apart, in points.
fn apart(a: [f32; 4], b: [f32; 4]) -> f32 {
    let gap = |from: usize| (b[from] - a[from + 2]).max(a[from] - b[from + 2]).max(0.0);
    gap(0).hypot(gap(1))
}

/// A line of text that names circuits.
struct Circuit<'a> {
    /// Its index on the page.
    index: usize,
    line: &'a Line,
    /// As written.
    circuit: String,
}

/// The lines of text on a page that name circuits.
fn circuits<'a>(page: &'a Page<'_>) -> Vec<Circuit<'a>> {
    let outside = |line: &Line| !page.excluded.iter().any(|area| contains(*area, middle(line.bbox)));
    let lines = page.notes.lines.all().iter().enumerate();
    lines
        .filter(|(_, line)| line.text.len() <= LONGEST && outside(line))
        .filter_map(|(index, line)| {
            let said = plumbline_notes::read(&line.text, &page.known);
            let circuit = said.iter().find_map(|label| as_written(label, &line.text))?;
            Some(Circuit { index, line, circuit })
        })
        .collect()
}

/// The circuits that a text names, as it is written, without the letters of switches after it.
pub(crate) fn as_written(label: &Label, text: &str) -> Option<String> {
    let Label::Circuit { panel, numbers } = label else { return None };
    let alone = panel.is_none() && numbers.iter().all(|n| n.chars().all(|c| c.is_ascii_digit()));
    let with_legs = alone && text.trim().starts_with(|c: char| c.is_ascii_digit());
    Some(if with_legs { numbers.join(",") } else { text.trim().to_owned() })
}

/// Whether a layer's name is that of wiring.
fn names_wiring(page: &Page<'_>, layer: u32) -> bool {
    let name = page.sheet.layers.get(layer as usize);
    let class = name.and_then(|name| page.profile.words.of_layer(name));
    matches!(class, Some(Class::Line(line)) if matches!(line.system, System::BranchCircuit | System::Conduit))
}

/// Whether letters before a circuit's number name its panel: in `C-2` they say circuit.
fn names_panel(letters: &str, circuit: &str) -> bool {
    let said = plumbline_notes::read(circuit, &Known::new());
    let bare = said.iter().any(|label| matches!(label, Label::Circuit { panel: None, .. }));
    !bare && letters.chars().any(char::is_alphabetic)
}

/// Whether a run is wiring of devices: what feeds panels joins circuits.
fn is_wiring(route: &Route) -> bool {
    matches!(route.system, RouteSystem::BranchCircuit | RouteSystem::Conduit)
}

fn text<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(name, value)| match value {
        Attribute::Text(text) if name == key => Some(text.as_str()),
        _ => None,
    })
}
