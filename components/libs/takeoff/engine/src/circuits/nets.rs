//! Nets of connected devices and their circuits. A wire with a circuit beside it separates two nets.

use plumbline_geometry::{DisjointSets, Rect};

use std::collections::{BTreeMap, BTreeSet};

/// The circuits written at a wire.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum CircuitLabel {
    /// No circuit.
    None,
    /// One text at a measured run. It overrides the tag near a device, which may belong to a neighbor.
    HomeRun(String),
    /// One text along a line.
    Along(String),
    /// Several texts. It is unknown where each circuit starts.
    Several,
}

/// Devices connected by a wire.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Connection {
    pub(super) devices: Vec<usize>,
    pub(super) label: CircuitLabel,
}

/// Removes duplicates of wires that were found both as a measured run and as a line. Keeps the connection with a known
/// circuit. If both are known, keeps the run. `areas` are the boxes of the devices.
pub(super) fn remove_duplicates(connections: &mut Vec<Connection>, areas: &[Option<Rect>]) {
    let weight = |label: &CircuitLabel| match label {
        CircuitLabel::None => 0,
        CircuitLabel::Along(_) => 1,
        CircuitLabel::HomeRun(_) | CircuitLabel::Several => 2,
    };
    let mut best: BTreeMap<(usize, usize), (u8, CircuitLabel)> = BTreeMap::new();
    for connection in connections.iter().filter(|connection| connection.label != CircuitLabel::None) {
        for pair in pairs(&connection.devices) {
            let own = weight(&connection.label);
            let known = best.entry(pair).or_insert((own, connection.label.clone()));
            if known.0 < own {
                *known = (own, connection.label.clone());
            }
        }
    }
    let is_known = |pair, than| best.get(&pair).is_some_and(|(best, _)| *best > than);
    connections.retain(|connection| {
        let own = weight(&connection.label);
        pairs(&connection.devices).next().is_none() || !pairs(&connection.devices).all(|pair| is_known(pair, own))
    });
    // The line also touches devices that it passes.
    for connection in connections.iter_mut().filter(|c| c.label == CircuitLabel::None && c.devices.len() > 2) {
        let mut known = pairs(&connection.devices).filter(|pair| is_known(*pair, 0));
        if let (Some(pair), None) = (known.next(), known.next())
            && connection.devices.iter().all(|n| *n == pair.0 || *n == pair.1 || is_between(areas, *n, pair))
        {
            connection.label.clone_from(&best[&pair].1);
        }
    }
}

/// Returns whether a device is between two others.
fn is_between(areas: &[Option<Rect>], device: usize, (a, b): (usize, usize)) -> bool {
    let of = |n: usize| areas.get(n).copied().flatten();
    let (Some(own), Some(a), Some(b)) = (of(device), of(a), of(b)) else { return false };
    a.union(b).contains(own.center())
}

/// Returns every pair of devices, the lower index first.
fn pairs(devices: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    devices.iter().enumerate().flat_map(|(n, &a)| devices[n + 1..].iter().map(move |&b| (a.min(b), a.max(b))))
}

/// The circuits written at the wires around a net.
#[derive(Default)]
struct HomeRuns {
    /// The circuits at measured runs.
    run: BTreeSet<String>,
    /// The circuits at runs and lines.
    all: BTreeSet<String>,
    /// Whether a wire with several texts starts at the net.
    several: bool,
}

/// The role of a device in its circuit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Fed by the circuit and passes it on.
    Load,
    /// Fed by the circuit but does not pass it on, because switches of several circuits share a plate.
    Switch,
    /// Feeds the circuit.
    Panel,
}

/// Returns the circuit that the wiring gives each device. `own` contains the circuits written at the devices.
pub(super) fn circuits_of(own: &[Option<String>], roles: &[Role], connections: &[Connection]) -> Vec<Option<String>> {
    let mut sets = DisjointSets::new(own.len());
    let is_load = |n: usize| roles.get(n) == Some(&Role::Load);
    for connection in connections.iter().filter(|connection| connection.label == CircuitLabel::None) {
        sets.join_all(connection.devices.iter().copied().filter(|n| is_load(*n)));
    }
    let mut home_runs: BTreeMap<usize, HomeRuns> = BTreeMap::new();
    for connection in connections {
        for n in connection.devices.iter().copied().filter(|n| is_load(*n)) {
            let home_runs = home_runs.entry(sets.root(n)).or_default();
            match &connection.label {
                CircuitLabel::None => {}
                CircuitLabel::HomeRun(circuit) => {
                    home_runs.run.insert(circuit.clone());
                    home_runs.all.insert(circuit.clone());
                }
                CircuitLabel::Along(circuit) => {
                    home_runs.all.insert(circuit.clone());
                }
                CircuitLabel::Several => home_runs.several = true,
            }
        }
    }
    let mut tags: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for (n, circuit) in own.iter().enumerate().filter(|(n, _)| is_load(*n)) {
        tags.entry(sets.root(n)).or_default().extend(circuit.iter().map(|c| c.trim().to_owned()));
    }
    let nothing = HomeRuns::default();
    let of = |n: usize, net: usize| {
        let home_runs = home_runs.get(&net).unwrap_or(&nothing);
        match own[n].as_deref() {
            Some(own) => only(&home_runs.run).filter(|home| !is_one_of(own, home)),
            None if !home_runs.all.is_empty() => only(&home_runs.all).filter(|_| !home_runs.several),
            None => tags.get(&net).and_then(only).filter(|_| !home_runs.several),
        }
    };
    let mut found: Vec<Option<String>> =
        (0..own.len()).map(|n| of(n, sets.root(n)).filter(|_| is_load(n)).cloned()).collect();
    for (n, circuit) in switches(own, roles, connections, &found) {
        found[n] = Some(circuit);
    }
    found
}

/// Returns the circuits of the switches whose wires all have the same circuit.
fn switches(
    own: &[Option<String>],
    roles: &[Role],
    connections: &[Connection],
    found: &[Option<String>],
) -> Vec<(usize, String)> {
    let mut at: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for connection in connections {
        let written = match &connection.label {
            CircuitLabel::HomeRun(circuit) | CircuitLabel::Along(circuit) => Some(circuit),
            CircuitLabel::None | CircuitLabel::Several => None,
        };
        let others = connection.devices.iter().filter_map(|&n| found[n].as_ref().or(own[n].as_ref()));
        let circuits: BTreeSet<String> = written.into_iter().chain(others).cloned().collect();
        for &n in connection.devices.iter().filter(|&&n| roles.get(n) == Some(&Role::Switch) && own[n].is_none()) {
            at.entry(n).or_default().extend(circuits.iter().cloned());
        }
    }
    at.into_iter().filter_map(|(n, circuits)| Some((n, only(&circuits)?.clone()))).collect()
}

/// Returns the panel that feeds each device, if its wiring leads to a single panel.
pub(super) fn panels_of(roles: &[Role], connections: &[Connection]) -> Vec<Option<usize>> {
    let is_panel = |n: usize| roles.get(n) == Some(&Role::Panel);
    let mut sets = DisjointSets::new(roles.len());
    for connection in connections {
        sets.join_all(connection.devices.iter().copied().filter(|n| !is_panel(*n)));
    }
    let mut at: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for connection in connections {
        if let Some(net) = connection.devices.iter().copied().find(|n| !is_panel(*n)) {
            at.entry(sets.root(net)).or_default().extend(connection.devices.iter().filter(|n| is_panel(**n)));
        }
    }
    let of = |net: usize| at.get(&net).filter(|panels| panels.len() == 1).and_then(BTreeSet::first).copied();
    (0..roles.len()).map(|n| of(sets.root(n)).filter(|_| !is_panel(n))).collect()
}

/// Returns the only circuit, or the one that includes all others: `LP1-1,3` of `LP1-1,3` and `LP1-3`.
fn only(written: &BTreeSet<String>) -> Option<&String> {
    written.iter().find(|whole| written.iter().all(|part| part == *whole || is_one_of(part, whole)))
}

/// Returns whether a home run such as `LP1-1,3,5` includes a circuit such as `LP1-3`.
fn is_one_of(circuit: &str, home: &str) -> bool {
    let parts = |text: &str| -> (String, BTreeSet<String>) {
        let (panel, numbers) = text.rsplit_once('-').unwrap_or(("", text));
        let numbers = numbers.split([',', '/', '&', '.', ' ']).map(|n| n.trim().to_owned()).filter(|n| !n.is_empty());
        (panel.trim().to_uppercase(), numbers.collect())
    };
    let ((panel, own), (of, all)) = (parts(circuit), parts(home));
    panel == of && own.is_subset(&all)
}

#[cfg(test)]
mod tests {
    use super::Role::{Load, Panel, Switch};
    use super::*;
    use plumbline_geometry::rect;

    #[test]
    fn a_circuit_is_one_of_those_of_its_home_run() {
        assert!(
            is_one_of("C-5.6", "C-5,6")
                && is_one_of("LP1-3", "LP1-1,3,5")
                && is_one_of("LP1-3", "LP1-3")
                && is_one_of("lp1-1,3", "LP1-1, 3, 5")
        );
        assert!(
            !is_one_of("LP1-2", "LP1-1,3,5") && !is_one_of("LP2-3", "LP1-1,3,5") && !is_one_of("LP1-13", "LP1-1,3")
        );
    }

    fn along(devices: &[usize], circuit: &str) -> Connection {
        Connection { devices: devices.to_vec(), label: CircuitLabel::Along(circuit.into()) }
    }

    fn plain(devices: &[usize]) -> Connection {
        Connection { devices: devices.to_vec(), label: CircuitLabel::None }
    }

    /// Returns the circuits of devices that are not panels and have no tags.
    fn untagged(count: usize, connections: &[Connection]) -> Vec<Option<String>> {
        circuits_of(&vec![None; count], &vec![Load; count], connections)
    }

    #[test]
    fn a_wire_that_was_found_twice_has_the_circuit_of_the_one_that_knows_it() {
        let run =
            |devices: &[usize]| Connection { devices: devices.to_vec(), label: CircuitLabel::HomeRun("C-6".into()) };
        // The line found beside the run has no circuit, or a neighbor's.
        let mut found = vec![run(&[0, 1]), plain(&[0, 1]), along(&[1, 0], "C-6,7"), plain(&[1, 2]), plain(&[3])];
        remove_duplicates(&mut found, &[None; 4]);
        assert_eq!(found, [run(&[0, 1]), plain(&[1, 2]), plain(&[3])]);
        // The lines also touch 1, which is between the ends, and 3, which is not.
        let at = |x: f32| Some(rect(x, 0.0, x + 10.0, 10.0));
        let mut found = vec![run(&[0, 2]), plain(&[0, 1, 2]), plain(&[0, 2, 3])];
        remove_duplicates(&mut found, &[at(0.0), at(40.0), at(80.0), at(200.0)]);
        assert_eq!(found, [run(&[0, 2]), run(&[0, 1, 2]), plain(&[0, 2, 3])]);
    }

    #[test]
    fn a_circuit_ends_where_the_next_is_written() {
        // Rows of lamps on a trunk: 0-1-2 on C-5, 4-5 on C-6, and the box between them where both start.
        let connections =
            [plain(&[0, 1]), plain(&[1, 2]), along(&[2, 3], "C-5"), along(&[3, 4], "C-6"), plain(&[4, 5])];
        let found = untagged(6, &connections);
        let circuits: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(circuits, [Some("C-5"), Some("C-5"), Some("C-5"), None, Some("C-6"), Some("C-6")]);
    }

    #[test]
    fn what_contradicts_is_not_guessed() {
        let several = Connection { devices: vec![1, 2], label: CircuitLabel::Several };
        assert_eq!(untagged(3, &[plain(&[0, 1]), several, along(&[0], "C-5")]), vec![None; 3]);
        let own = [Some("C-1".to_owned()), Some("C-2".to_owned()), None];
        assert_eq!(circuits_of(&own, &[Load; 3], &[plain(&[0, 1, 2])]), vec![None; 3]);
    }

    #[test]
    fn circuits_do_not_pass_through_a_panel() {
        let own = [Some("C-1".to_owned()), None, None];
        let found = circuits_of(&own, &[Load, Panel, Load], &[plain(&[0, 1]), plain(&[1, 2])]);
        assert_eq!(found, vec![None; 3]);
    }

    #[test]
    fn of_several_circuits_the_text_that_names_all_of_them_holds() {
        // 0 is the panel. C-1,2 runs to 1. From there, C-1 continues to 2 and C-2 to 3.
        let connections = [along(&[0, 1], "C-1,2"), along(&[1, 2], "C-1"), along(&[1, 3], "C-2")];
        let found = circuits_of(&vec![None; 4], &[Panel, Load, Load, Load], &connections);
        let circuits: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(circuits, [None, Some("C-1,2"), Some("C-1"), Some("C-2")]);
    }

    #[test]
    fn devices_belong_to_the_one_panel_that_their_wiring_leads_to() {
        let connections = [along(&[0, 1], "C-1"), plain(&[1, 2]), plain(&[4, 3]), plain(&[3, 5])];
        assert_eq!(
            panels_of(&[Panel, Load, Load, Load, Panel, Panel], &connections),
            [None, Some(0), Some(0), None, None, None]
        );
    }

    #[test]
    fn switches_do_not_connect_two_circuits() {
        // Lamps 0 and 1 of C-1, lamps 3 and 4 of C-2, and a switch at the door that is wired to both rooms.
        let connections =
            [along(&[0, 1], "C-1"), plain(&[1, 2]), plain(&[2, 3]), along(&[3, 4], "C-2"), plain(&[4, 5])];
        let found = circuits_of(&vec![None; 6], &[Load, Load, Switch, Load, Load, Switch], &connections);
        let circuits: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(circuits, [Some("C-1"), Some("C-1"), None, Some("C-2"), Some("C-2"), Some("C-2")]);
    }

    #[test]
    fn a_line_beside_a_tag_does_not_overrule_it_and_a_home_run_does() {
        let own = [Some("C-1".to_owned())];
        assert_eq!(circuits_of(&own, &[Load], &[along(&[0], "C-2")]), [None]);
        let run = Connection { devices: vec![0], label: CircuitLabel::HomeRun("C-2".into()) };
        assert_eq!(circuits_of(&own, &[Load], &[run]), [Some("C-2".to_owned())]);
    }
}
