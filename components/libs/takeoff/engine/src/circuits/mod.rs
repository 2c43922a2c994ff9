//! Assigns circuits by wiring: a circuit written at a wire, a home run or one device applies to all connected devices.
//!
//! Wires connect devices into nets. A net ends at a panel and at any wire that has a circuit written beside it. Devices
//! without a circuit of their own get the net's circuit, unless the texts around the net contradict each other.

mod nets;

use std::collections::{BTreeMap, BTreeSet};

use crate::bindings::quantities::{Attribute, Item, MeasureType};
use crate::vocabulary::{Class, System};
use plumbline_geometry::{Point, Rect};
use plumbline_measurement::routes::{EndKind, Endpoint, Route, RouteSystem};
use plumbline_sheet::Line;
use plumbline_symbols::annotations::wiring::{TextBox, Wire, wires, wires_of_texts};
use plumbline_symbols::annotations::{DocumentContext, Label, MatchMethod};

use self::nets::{CircuitLabel, Connection, Role, circuits_of, panels_of, remove_duplicates};
use crate::attributes;
use crate::labels::{Labels, as_written};
use crate::page::Page;

/// Attribute that marks circuits found by following the wiring.
const BY: &str = "circuit_by";

/// Longest text that names only circuits, in bytes.
const LONGEST: usize = 24;

/// Smallest ratio of a text's distance to a device to its distance to a wire for the text to belong to the wire.
const WIRE_RATIO: f32 = 2.0;
/// Smallest distance from the device for the same, in font heights.
const WIRE_DISTANCE: f32 = 1.5;

/// Fewest circuit texts on a page that show whether circuits are written along the wires.
const FEWEST_ALONG: usize = 6;

/// Largest distance from the middle of a text to a wire that it names, in font heights.
const NEAR_WIRE: f32 = 1.5;

/// Largest distance from the end of a leader to a wire that the leader is a piece of, in points.
const ON_WIRE: f32 = 0.3;

/// Assigns devices the circuit and the panel that their wiring leads to.
///
/// `labels` contains the labels of the first items, in the same order.
pub(crate) fn follow_wiring(page: &Page<'_>, labels: &[Labels], found: &mut [Item], routes: &[Route]) {
    let mut connections = by_routes(found, routes);
    connections.extend(by_lines(page, labels, found));
    let areas: Vec<Option<Rect>> = found.iter().map(|item| area(page, item)).collect();
    remove_duplicates(&mut connections, &areas);
    if connections.is_empty() {
        return;
    }
    // An address says which line its device is on. Lines of several panels run from device to device.
    let is_addressed = |item: &Item| text(item, "address").is_some();
    let circuit = |item: &Item| text(item, "circuit").filter(|_| !is_addressed(item)).map(str::to_owned);
    let own: Vec<Option<String>> = found.iter().map(circuit).collect();
    let role = |item: &Item| match item.category.as_str() {
        "distribution" => Role::Panel,
        "switching" => Role::Switch,
        _ => Role::Load,
    };
    let roles: Vec<Role> = found.iter().map(role).collect();
    let tags: Vec<Option<String>> = found.iter().map(|item| item.tag.clone()).collect();
    let panels = panels_of(&roles, &connections).into_iter().map(|panel| tags[panel?].as_deref());
    for ((item, said), panel) in found.iter_mut().zip(circuits_of(&own, &roles, &connections)).zip(panels) {
        if let Some(circuit) = said.filter(|_| !is_addressed(item)) {
            set_circuit(item, &circuit);
        }
        if text(item, "circuit").is_some() {
            panel.into_iter().for_each(|panel| set(item, "panel", panel));
        }
    }
}

fn set_circuit(item: &mut Item, circuit: &str) {
    let tagged = text(item, "circuit").is_some();
    item.attributes.retain(|(key, _)| key != "circuit" && (key != "panel" || !tagged));
    set(item, "circuit", circuit);
    // The panel's name is before the number in `LP1-1,3`.
    if let Some((panel, _)) = circuit.rsplit_once('-').filter(|(panel, _)| names_panel(panel, circuit)) {
        set(item, "panel", panel.trim());
    }
    set(item, BY, "wiring");
}

/// Sets an attribute if the item does not have it.
fn set(item: &mut Item, key: &str, value: &str) {
    if text(item, key).is_none() {
        item.attributes.push(attributes::text(key, value));
    }
}

/// Returns the connections made by measured runs. The trunk and the branches of a run are one connection.
fn by_routes(found: &[Item], routes: &[Route]) -> Vec<Connection> {
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
    let join = |(devices, circuits): (BTreeSet<usize>, BTreeSet<&str>)| Connection {
        devices: devices.into_iter().collect(),
        label: label_of(circuits, CircuitLabel::HomeRun),
    };
    runs.into_values().map(join).filter(|join| !join.devices.is_empty()).collect()
}

/// Returns the label of a wire from the circuits written at it.
fn label_of(circuits: BTreeSet<&str>, one: impl FnOnce(String) -> CircuitLabel) -> CircuitLabel {
    let mut circuits = circuits.into_iter();
    match (circuits.next(), circuits.next()) {
        (Some(circuit), None) => one(circuit.to_owned()),
        (Some(_), Some(_)) => CircuitLabel::Several,
        _ => CircuitLabel::None,
    }
}

/// Returns the connections made by lines from device to device. It does not need a scale. A circuit text that belongs to
/// a wire is removed from the device beside it.
fn by_lines(page: &Page<'_>, labels: &[Labels], found: &mut [Item]) -> Vec<Connection> {
    let written = circuits(page);
    if written.is_empty() && !found.iter().any(|item| text(item, "circuit").is_some()) {
        return Vec::new();
    }
    let counted = found.iter().enumerate().filter(|(_, item)| item.measure == MeasureType::Count);
    let (of, areas): (Vec<usize>, Vec<Rect>) = counted.filter_map(|(n, item)| Some((n, area(page, item)?))).unzip();
    let strokes = &page.field.ink.strokes;
    let wires = wires(strokes, &page.sheet.path_layers, &areas, |layer| names_wiring(page, layer));
    let texts: Vec<TextBox> = written.iter().map(|one| TextBox { area: one.line.bbox, size: one.line.size }).collect();
    let mut owners: BTreeMap<usize, Vec<(usize, MatchMethod)>> = BTreeMap::new();
    for (n, (line, method)) in labels.iter().enumerate().filter_map(|(n, said)| Some((n, said.circuit_line?))) {
        owners.entry(line).or_default().push((n, method));
    }
    let is_near = |wire: &Wire, line: &Line| {
        let mut pieces = wire.strokes.iter().filter_map(|&s| strokes.get(s as usize));
        pieces.any(|s| {
            plumbline_symbols::annotations::wiring::distance_to_stroke(line.bbox.center(), s) <= NEAR_WIRE * line.size
        })
    };
    let mut along: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); wires.len()];
    let besides = wires_of_texts(&wires, strokes, &texts);
    let are_along = besides.len() >= FEWEST_ALONG && besides.iter().flatten().count() * 2 >= besides.len();
    for (one, beside) in written.iter().zip(besides) {
        let owners = owners.get(&one.index).map(Vec::as_slice).unwrap_or_default();
        let led_by_wire = || is_led_by_wire(page, one.index, &wires);
        let Some((wire, far)) = beside else {
            // Two wires are equally near, or no wire was found. The text still names a wire. If the device is not on any
            // wire near the text, the circuit is not the device's.
            let near: Vec<&Wire> = wires.iter().filter(|wire| is_near(wire, one.line)).collect();
            let of_device = |device: usize| near.iter().any(|w| w.devices.iter().any(|n| of.get(*n) == Some(&device)));
            for (device, method) in owners.iter().filter(|(device, _)| are_along && !of_device(*device)) {
                let to_device =
                    found.get(*device).and_then(|item| area(page, item)).map(|area| area.gap(one.line.bbox));
                let is_far = to_device.is_some_and(|by| by > WIRE_DISTANCE * one.line.size);
                if *method == MatchMethod::Distance && is_far || *method == MatchMethod::Leader && led_by_wire() {
                    found[*device].attributes.retain(|(key, _)| key != "circuit" && key != "panel");
                }
            }
            continue;
        };
        let is_free = |(device, method): &(usize, MatchMethod)| match method {
            // Circuits are written at the wires that meet in a box, not at the box itself.
            MatchMethod::Distance if found.get(*device).is_some_and(|item| item.category == "boxes") => true,
            MatchMethod::Distance => {
                let to_device =
                    found.get(*device).and_then(|item| area(page, item)).map(|area| area.gap(one.line.bbox));
                to_device.is_some_and(|by| by > far * WIRE_RATIO && by > WIRE_DISTANCE * one.line.size)
            }
            // The end of a broken wire beside the text was mistaken for a leader.
            MatchMethod::Leader => wires[wire].devices.iter().any(|n| of.get(*n) == Some(device)) || led_by_wire(),
            MatchMethod::Inside | MatchMethod::Typical => false,
        };
        if owners.iter().all(is_free) {
            along[wire].insert(&one.circuit);
            // Devices on this wire get the circuit back from their net.
            for (device, _) in owners {
                found[*device].attributes.retain(|(key, _)| key != "circuit" && key != "panel");
            }
        }
    }
    let join = |(wire, circuits): (Wire, BTreeSet<&str>)| Connection {
        devices: wire.devices.into_iter().filter_map(|n| of.get(n).copied()).collect(),
        label: label_of(circuits, CircuitLabel::Along),
    };
    wires.into_iter().zip(along).map(join).collect()
}

/// Returns whether the leaders of a line of text are pieces of wires.
fn is_led_by_wire(page: &Page<'_>, line: usize, wires: &[Wire]) -> bool {
    let strokes = &page.field.ink.strokes;
    let on_wire = |p: Point| {
        let mut pieces = wires.iter().flat_map(|wire| &wire.strokes).filter_map(|&s| strokes.get(s as usize));
        pieces.any(|s| plumbline_symbols::annotations::wiring::distance_to_stroke(p, s) <= ON_WIRE)
    };
    let mut leaders = page.notes.leaders.iter().filter(|leader| leader.lines.contains(&line)).peekable();
    leaders.peek().is_some() && leaders.all(|leader| on_wire(leader.start) && on_wire(leader.tip))
}

/// Returns an item's box on the page in points.
fn area(page: &Page<'_>, item: &Item) -> Option<Rect> {
    let (width, height) = (f64::from(page.sheet.width), f64::from(page.sheet.height));
    let (x0, y0, x1, y1) = item.evidence.first()?.bbox;
    Some([x0 * width, y0 * height, x1 * width, y1 * height].map(|v| v as f32).into())
}

/// A line of text that names circuits.
struct Circuit<'a> {
    /// The index of the line on the page.
    index: usize,
    line: &'a Line,
    /// The circuits as written.
    circuit: String,
}

/// Returns the lines of text on a page that name circuits.
fn circuits<'a>(page: &'a Page<'_>) -> Vec<Circuit<'a>> {
    let outside = |line: &Line| !page.excluded.iter().any(|area| area.contains(line.bbox.center()));
    let lines = page.notes.lines.all().iter().enumerate();
    lines
        .filter(|(_, line)| line.text.len() <= LONGEST && outside(line))
        .filter_map(|(index, line)| {
            let said = plumbline_symbols::annotations::read(&line.text, &page.known);
            let circuit = said.iter().find_map(|label| as_written(label, &line.text))?;
            Some(Circuit { index, line, circuit })
        })
        .collect()
}

/// Returns whether a layer is named for wiring.
fn names_wiring(page: &Page<'_>, layer: u32) -> bool {
    let name = page.sheet.layers.get(layer as usize);
    let class = name.and_then(|name| page.profile.words.classify_layer(name));
    matches!(class, Some(Class::Line(line)) if matches!(line.system, System::BranchCircuit | System::Conduit))
}

/// Returns whether the letters before a circuit's number name its panel. In `C-2`, they mean circuit.
fn names_panel(letters: &str, circuit: &str) -> bool {
    let said = plumbline_symbols::annotations::read(circuit, &DocumentContext::new());
    let bare = said.iter().any(|label| matches!(label, Label::Circuit { panel: None, .. }));
    !bare && letters.chars().any(char::is_alphabetic)
}

/// Returns whether a run connects devices. A feeder connects panels, not circuits.
fn is_wiring(route: &Route) -> bool {
    matches!(route.system, RouteSystem::BranchCircuit | RouteSystem::Conduit)
}

fn text<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(name, value)| match value {
        Attribute::Text(text) if name == key => Some(text.as_str()),
        _ => None,
    })
}
