//! Circuits by wiring: what a home run says, or a tag at one device, holds for all that are wired to it.
//!
//! Devices that runs join are one circuit as far as the panel. Where all that is written along the wiring is one circuit, the
//! devices without a tag of their own get it; where two contradict, nothing is guessed.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_guest_extractor::quantities::{Attribute, Item};
use plumbline_notes::{Known, Label};
use plumbline_routes::{EndKind, Endpoint, Route, RouteSystem};

/// Attribute that says that a circuit was found by following the wiring.
const BY: &str = "circuit_by";

/// Gives devices the circuit of their wiring.
pub(crate) fn follow_wiring(found: &mut [Item], routes: &[Route]) {
    let index: BTreeMap<&str, usize> = found.iter().enumerate().map(|(n, item)| (item.key.as_str(), n)).collect();
    let mut wiring = Wiring((0..found.len()).collect());
    let mut run_home: Vec<(usize, String)> = Vec::new();
    let mut networks: BTreeMap<&str, usize> = BTreeMap::new();
    for route in routes.iter().filter(|route| is_wiring(route)) {
        let device = |end: &Endpoint| {
            let key = end.key.as_deref().filter(|_| end.kind != EndKind::Panel)?;
            index.get(key).copied()
        };
        let ends = [device(&route.starts_at), device(&route.ends_at)];
        if let [Some(a), Some(b)] = ends {
            wiring.join(a, b);
        }
        // Trunk and branches of one run hang together, whatever their ends.
        if let Some(network) = route.network.as_deref() {
            for end in ends.into_iter().flatten() {
                let first = *networks.entry(network).or_insert(end);
                wiring.join(first, end);
            }
        }
        if let (Some(circuit), Some(end)) = (&route.circuit, ends.into_iter().flatten().next()) {
            run_home.push((end, circuit.trim().to_owned()));
        }
    }
    let tagged = found.iter().enumerate().filter_map(|(n, item)| Some((n, text(item, "circuit")?.trim().to_owned())));
    let [run_home, tagged] = [run_home, tagged.collect()].map(|written| by_net(&mut wiring, written));
    for (n, item) in found.iter_mut().enumerate() {
        let net = wiring.root(n);
        // A home run is drawn to be read for all that hangs on it; a tag near a device may be a neighbour's.
        let home = only(run_home.get(&net));
        let own = text(item, "circuit").map(str::to_owned);
        let circuit = match (home, &own) {
            (Some(home), Some(own)) if !is_one_of(own, home) => home,
            (Some(home), None) => home,
            (None, None) if !run_home.contains_key(&net) => match only(tagged.get(&net)) {
                Some(circuit) => circuit,
                None => continue,
            },
            _ => continue,
        };
        item.attributes.retain(|(key, _)| key != "circuit" && (key != "panel" || own.is_none()));
        let mut set = |key: &str, value: &str| {
            if text(item, key).is_none() {
                item.attributes.push((key.to_owned(), Attribute::Text(value.to_owned())));
            }
        };
        set("circuit", circuit);
        // `LP1-1,3`: the panel's name stands before the number.
        if let Some((panel, _)) = circuit.rsplit_once('-').filter(|(panel, _)| names_panel(panel, circuit)) {
            set("panel", panel.trim());
        }
        set(BY, "wiring");
    }
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

/// What is written along each net.
fn by_net(wiring: &mut Wiring, written: Vec<(usize, String)>) -> BTreeMap<usize, BTreeSet<String>> {
    let mut nets: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for (n, circuit) in written {
        nets.entry(wiring.root(n)).or_default().insert(circuit);
    }
    nets
}

fn only(written: Option<&BTreeSet<String>>) -> Option<&String> {
    written.filter(|all| all.len() == 1).and_then(BTreeSet::first)
}

/// Whether a circuit is one of those that a home run carries: `LP1-3` of `LP1-1,3,5`.
fn is_one_of(circuit: &str, home: &str) -> bool {
    let parts = |text: &str| -> (String, BTreeSet<String>) {
        let (panel, numbers) = text.rsplit_once('-').unwrap_or(("", text));
        let numbers = numbers.split([',', '/', '&', ' ']).map(|n| n.trim().to_owned()).filter(|n| !n.is_empty());
        (panel.trim().to_uppercase(), numbers.collect())
    };
    let ((panel, own), (of, all)) = (parts(circuit), parts(home));
    panel == of && own.is_subset(&all)
}

fn text<'a>(item: &'a Item, key: &str) -> Option<&'a str> {
    item.attributes.iter().find_map(|(name, value)| match value {
        Attribute::Text(text) if name == key => Some(text.as_str()),
        _ => None,
    })
}

/// Devices that runs join, each with the one that stands for all of its net.
struct Wiring(Vec<usize>);

impl Wiring {
    fn root(&mut self, mut n: usize) -> usize {
        while self.0[n] != n {
            self.0[n] = self.0[self.0[n]];
            n = self.0[n];
        }
        n
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::is_one_of;

    #[test]
    fn a_circuit_is_one_of_those_of_its_home_run() {
        assert!(is_one_of("LP1-3", "LP1-1,3,5") && is_one_of("LP1-3", "LP1-3") && is_one_of("lp1-1,3", "LP1-1, 3, 5"));
        assert!(
            !is_one_of("LP1-2", "LP1-1,3,5") && !is_one_of("LP2-3", "LP1-1,3,5") && !is_one_of("LP1-13", "LP1-1,3")
        );
    }
}
