//! Nets of devices and what is written at them: cut where a circuit is written at a wire, for beyond it is another.

use std::collections::{BTreeMap, BTreeSet};

/// What is written at a wire.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Said {
    /// No circuit.
    Nothing,
    /// At a measured run: drawn to be read for all that hangs on it, where a tag near a device may be a neighbour's.
    HomeRun(String),
    /// Along a line.
    Along(String),
    /// Several, of which nobody knows where each begins.
    Several,
}

/// A wire between devices.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Join {
    pub(super) devices: Vec<usize>,
    pub(super) said: Said,
}

/// What is written at the wires of a net.
#[derive(Default)]
struct Homes {
    /// At measured runs.
    run: BTreeSet<String>,
    /// At runs and lines.
    all: BTreeSet<String>,
    /// Whether a wire with several circuits begins here.
    several: bool,
}

/// What a device is to its circuit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// On it, and so is what is wired on from it.
    Load,
    /// On it, but the switch beside it in the same plate is on another.
    Switch,
    /// Feeds it.
    Panel,
}

/// The circuit that the wiring gives each device, where it gives one. `own` is what is written at the device.
pub(super) fn nets(own: &[Option<String>], parts: &[Part], joins: &[Join]) -> Vec<Option<String>> {
    let mut sets = Sets((0..own.len()).collect());
    let is_load = |n: usize| parts.get(n) == Some(&Part::Load);
    for join in joins.iter().filter(|join| join.said == Said::Nothing) {
        sets.join_all(join.devices.iter().copied().filter(|n| is_load(*n)));
    }
    let mut homes: BTreeMap<usize, Homes> = BTreeMap::new();
    for join in joins {
        for n in join.devices.iter().copied().filter(|n| is_load(*n)) {
            let homes = homes.entry(sets.root(n)).or_default();
            match &join.said {
                Said::Nothing => {}
                Said::HomeRun(circuit) => {
                    homes.run.insert(circuit.clone());
                    homes.all.insert(circuit.clone());
                }
                Said::Along(circuit) => {
                    homes.all.insert(circuit.clone());
                }
                Said::Several => homes.several = true,
            }
        }
    }
    let mut tags: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for (n, circuit) in own.iter().enumerate().filter(|(n, _)| is_load(*n)) {
        tags.entry(sets.root(n)).or_default().extend(circuit.iter().map(|c| c.trim().to_owned()));
    }
    let nothing = Homes::default();
    let of = |n: usize, net: usize| {
        let homes = homes.get(&net).unwrap_or(&nothing);
        match own[n].as_deref() {
            Some(own) => only(&homes.run).filter(|home| !is_one_of(own, home)),
            None if !homes.all.is_empty() => only(&homes.all).filter(|_| !homes.several),
            None => tags.get(&net).and_then(only).filter(|_| !homes.several),
        }
    };
    let mut found: Vec<Option<String>> =
        (0..own.len()).map(|n| of(n, sets.root(n)).filter(|_| is_load(n)).cloned()).collect();
    for (n, circuit) in switches(own, parts, joins, &found) {
        found[n] = Some(circuit);
    }
    found
}

/// The circuits of switches: that of all that is wired to them, where it is one.
fn switches(own: &[Option<String>], parts: &[Part], joins: &[Join], found: &[Option<String>]) -> Vec<(usize, String)> {
    let mut at: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for join in joins {
        let written = match &join.said {
            Said::HomeRun(circuit) | Said::Along(circuit) => Some(circuit),
            Said::Nothing | Said::Several => None,
        };
        let others = join.devices.iter().filter_map(|&n| found[n].as_ref().or(own[n].as_ref()));
        let circuits: BTreeSet<String> = written.into_iter().chain(others).cloned().collect();
        for &n in join.devices.iter().filter(|&&n| parts.get(n) == Some(&Part::Switch) && own[n].is_none()) {
            at.entry(n).or_default().extend(circuits.iter().cloned());
        }
    }
    at.into_iter().filter_map(|(n, circuits)| Some((n, only(&circuits)?.clone()))).collect()
}

/// The panel that feeds each device, where its wiring leads to one alone.
pub(super) fn panels(parts: &[Part], joins: &[Join]) -> Vec<Option<usize>> {
    let is_panel = |n: usize| parts.get(n) == Some(&Part::Panel);
    let mut sets = Sets((0..parts.len()).collect());
    for join in joins {
        sets.join_all(join.devices.iter().copied().filter(|n| !is_panel(*n)));
    }
    let mut at: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for join in joins {
        if let Some(net) = join.devices.iter().copied().find(|n| !is_panel(*n)) {
            at.entry(sets.root(net)).or_default().extend(join.devices.iter().filter(|n| is_panel(**n)));
        }
    }
    let of = |net: usize| at.get(&net).filter(|panels| panels.len() == 1).and_then(BTreeSet::first).copied();
    (0..parts.len()).map(|n| of(sets.root(n)).filter(|_| !is_panel(n))).collect()
}

/// The one that is written, or of several the one that names all of the others: `LP1-1,3` of it and `LP1-3`.
fn only(written: &BTreeSet<String>) -> Option<&String> {
    written.iter().find(|whole| written.iter().all(|part| part == *whole || is_one_of(part, whole)))
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

/// Devices that wires join, each with the one that stands for all of its net.
struct Sets(Vec<usize>);

impl Sets {
    fn root(&mut self, mut n: usize) -> usize {
        while self.0[n] != n {
            self.0[n] = self.0[self.0[n]];
            n = self.0[n];
        }
        n
    }

    fn join_all(&mut self, mut devices: impl Iterator<Item = usize>) {
        if let Some(first) = devices.next() {
            devices.for_each(|other| self.join(first, other));
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::Part::{Load, Panel, Switch};
    use super::*;

    #[test]
    fn a_circuit_is_one_of_those_of_its_home_run() {
        assert!(is_one_of("LP1-3", "LP1-1,3,5") && is_one_of("LP1-3", "LP1-3") && is_one_of("lp1-1,3", "LP1-1, 3, 5"));
        assert!(
            !is_one_of("LP1-2", "LP1-1,3,5") && !is_one_of("LP2-3", "LP1-1,3,5") && !is_one_of("LP1-13", "LP1-1,3")
        );
    }

    fn along(devices: &[usize], circuit: &str) -> Join {
        Join { devices: devices.to_vec(), said: Said::Along(circuit.into()) }
    }

    fn plain(devices: &[usize]) -> Join {
        Join { devices: devices.to_vec(), said: Said::Nothing }
    }

    /// Nets of devices of which none has a tag and none is a panel.
    fn untagged(count: usize, joins: &[Join]) -> Vec<Option<String>> {
        nets(&vec![None; count], &vec![Load; count], joins)
    }

    #[test]
    fn a_circuit_ends_where_the_next_is_written() {
        // Rows of lamps on a trunk: 0-1-2 on C-5, 4-5 on C-6, and the box between them where both begin.
        let joins = [plain(&[0, 1]), plain(&[1, 2]), along(&[2, 3], "C-5"), along(&[3, 4], "C-6"), plain(&[4, 5])];
        let found = untagged(6, &joins);
        let circuits: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(circuits, [Some("C-5"), Some("C-5"), Some("C-5"), None, Some("C-6"), Some("C-6")]);
    }

    #[test]
    fn what_contradicts_is_not_guessed() {
        let several = Join { devices: vec![1, 2], said: Said::Several };
        assert_eq!(untagged(3, &[plain(&[0, 1]), several, along(&[0], "C-5")]), vec![None; 3]);
        let own = [Some("C-1".to_owned()), Some("C-2".to_owned()), None];
        assert_eq!(nets(&own, &[Load; 3], &[plain(&[0, 1, 2])]), vec![None; 3]);
    }

    #[test]
    fn circuits_do_not_pass_through_a_panel() {
        let own = [Some("C-1".to_owned()), None, None];
        let found = nets(&own, &[Load, Panel, Load], &[plain(&[0, 1]), plain(&[1, 2])]);
        assert_eq!(found, vec![None; 3]);
    }

    #[test]
    fn of_several_circuits_the_text_that_names_all_of_them_holds() {
        // 0 is the panel; C-1,2 runs to 1, from which C-1 goes on to 2 and C-2 to 3.
        let joins = [along(&[0, 1], "C-1,2"), along(&[1, 2], "C-1"), along(&[1, 3], "C-2")];
        let found = nets(&vec![None; 4], &[Panel, Load, Load, Load], &joins);
        let circuits: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(circuits, [None, Some("C-1,2"), Some("C-1"), Some("C-2")]);
    }

    #[test]
    fn devices_belong_to_the_one_panel_that_their_wiring_leads_to() {
        let joins = [along(&[0, 1], "C-1"), plain(&[1, 2]), plain(&[4, 3]), plain(&[3, 5])];
        assert_eq!(
            panels(&[Panel, Load, Load, Load, Panel, Panel], &joins),
            [None, Some(0), Some(0), None, None, None]
        );
    }

    #[test]
    fn switches_of_two_circuits_join_them_not() {
        // Lamps 0 and 1 of C-1, 3 and 4 of C-2, and a switch at the door that both rooms' wires go to.
        let joins = [along(&[0, 1], "C-1"), plain(&[1, 2]), plain(&[2, 3]), along(&[3, 4], "C-2"), plain(&[4, 5])];
        let found = nets(&vec![None; 6], &[Load, Load, Switch, Load, Load, Switch], &joins);
        let circuits: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(circuits, [Some("C-1"), Some("C-1"), None, Some("C-2"), Some("C-2"), Some("C-2")]);
    }

    #[test]
    fn a_line_beside_a_tag_does_not_overrule_it_and_a_home_run_does() {
        let own = [Some("C-1".to_owned())];
        assert_eq!(nets(&own, &[Load], &[along(&[0], "C-2")]), [None]);
        let run = Join { devices: vec![0], said: Said::HomeRun("C-2".into()) };
        assert_eq!(nets(&own, &[Load], &[run]), [Some("C-2".to_owned())]);
    }
}
