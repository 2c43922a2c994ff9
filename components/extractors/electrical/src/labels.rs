//! The tags and circuits written near symbols: each text goes to one symbol, the nearest.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use plumbline_symbols::{TextSpot, TextSpots};
use regex::Regex;

/// `C-1`, `C-2,3`, `CKT 12`: a circuit named without its panel.
static BARE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:C|CKT|CTO|CIR|CIRC|CCT|GR)\.?\s?[-–#]?\s?\d{1,3}[a-z]?(?:\s?[,/&+]\s?\d{1,3}[a-z]?)*$").ok()
});

/// `LP1-3`, `21LP-1-4,6,8`, `TD-1:C-3`, `DB1/L2`: a circuit named with its panel.
static WITH_PANEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?P<panel>\d{0,3}(?:[LRPHDEKNM]P|[LRPHDEK]?PP|MDP|MSB|EDP|UDP|DB|TD|TG|TA|TE|T-D|T-G|PNL|PB|SB|UP|EM)[A-Z]?[-.]?\d{0,3}[A-Z]?)\s?[-:/]\s?(?:C-?|L|P)?\d{1,3}(?:\s?[,/&]\s?\d{1,3})*$",
    )
    .ok()
});

/// `A-12`, `B-3,5`: a circuit or the mark of a door, a window or a detail.
static LETTERED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?P<panel>[A-Z]{1,3}\d{0,2})-\d{1,2}(?:,\d{1,2})*$").ok());

/// Farthest a label may be from its symbol, in points: an inch on paper is the usual length of a leader.
const REACH: f32 = 40.0;

/// A circuit label.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Circuit {
    /// As written.
    pub(crate) text: String,
    /// The panel it names.
    pub(crate) panel: Option<String>,
}

/// Whether a text names a circuit; `panels` are names known from schedules and from panels on the plan.
pub(crate) fn circuit(text: &str, panels: &[String]) -> Option<Circuit> {
    let text = text.trim();
    if text.len() > 24 {
        return None;
    }
    let found = |pattern: &LazyLock<Option<Regex>>| pattern.as_ref().and_then(|r| r.captures(text));
    if found(&BARE).is_some() {
        return Some(Circuit { text: text.to_owned(), panel: None });
    }
    // A known panel's name and a number.
    for panel in panels {
        let rest = text.strip_prefix(panel.as_str()).map(str::trim_start);
        if let Some(rest) = rest.and_then(|r| r.strip_prefix(['-', ':', '/', ' ']))
            && rest.trim().starts_with(|c: char| c.is_ascii_digit())
        {
            return Some(Circuit { text: text.to_owned(), panel: Some(panel.clone()) });
        }
    }
    let named = found(&WITH_PANEL)?;
    Some(Circuit { text: text.to_owned(), panel: named.name("panel").map(|m| m.as_str().to_owned()) })
}

/// Whether a text looks like a circuit but also like a mark of something else.
pub(crate) fn lettered(text: &str) -> bool {
    LETTERED.as_ref().is_some_and(|r| r.is_match(text.trim()))
}

/// Whether a symbol may bear a type tag, by precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bearer {
    /// It is what is tagged.
    First,
    /// Where none that is tagged is close.
    Second,
    /// It never bears one.
    No,
}

/// Distance between two boxes; 0 when they touch.
fn distance(b: [f32; 4], t: [f32; 4]) -> f32 {
    let dx = (t[0] - b[2]).max(b[0] - t[2]).max(0.0);
    let dy = (t[1] - b[3]).max(b[1] - t[3]).max(0.0);
    dx.hypot(dy)
}

/// For each box the type written at it: of the texts that `known` lets through one whose middle is within one and a half
/// text heights of the box, or half the box's shorter side. A text serves one box only, of the first bearers in reach
/// or else of the second. A text that has one box in reach goes before those that have a choice: where two symbols
/// stand side by side, the type of the one may be written nearer to the other.
pub(crate) fn type_tags(
    boxes: &[[f32; 4]],
    bearers: &[Bearer],
    texts: &TextSpots,
    known: impl Fn(&TextSpot) -> bool,
) -> Vec<Option<String>> {
    // What each text reaches, and by which texts each box is reached.
    let mut reached: BTreeMap<usize, Vec<(Bearer, f32, usize)>> = BTreeMap::new();
    for (i, (b, bearer)) in boxes.iter().zip(bearers).enumerate().filter(|(_, (_, bearer))| **bearer != Bearer::No) {
        let half = 0.5 * (b[2] - b[0]).min(b[3] - b[1]);
        let by = half.max(REACH);
        for t in texts.within([b[0] - by, b[1] - by, b[2] + by, b[3] + by]) {
            let spot = &texts.all()[t];
            let [x, y] = spot.middle;
            let d = distance(*b, [x, y, x, y]);
            if d <= half.max((1.5 * spot.size).min(REACH)) && known(spot) {
                reached.entry(t).or_default().push((*bearer, d, i));
            }
        }
    }
    let mut at_box: Vec<Vec<usize>> = vec![Vec::new(); boxes.len()];
    for (&t, list) in &mut reached {
        list.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let first = list[0].0;
        list.retain(|(bearer, _, _)| *bearer == first);
        list.iter().for_each(|&(_, _, i)| at_box[i].push(t));
    }
    // Distances are not negative: their bits are in their order.
    let turn = |t: usize, list: &[(Bearer, f32, usize)]| list.first().map(|n| (list.len() > 1, n.1.to_bits(), t, n.2));
    let mut turns: BTreeSet<_> = reached.iter().filter_map(|(&t, list)| turn(t, list)).collect();
    let mut tags: Vec<Option<String>> = vec![None; boxes.len()];
    while let Some((_, _, text, taken)) = turns.pop_first() {
        tags[taken] = Some(texts.all()[text].text.clone());
        reached.remove(&text);
        for &t in &at_box[taken] {
            if let Some(list) = reached.get_mut(&t) {
                turn(t, list).map(|old| turns.remove(&old));
                list.retain(|&(_, _, i)| i != taken);
                turns.extend(turn(t, list));
            }
        }
    }
    tags
}

/// For each box the nearest of the texts that `wanted` lets through, each text given to its nearest box only.
pub(crate) fn nearest_texts(
    boxes: &[[f32; 4]],
    texts: &TextSpots,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    // Each text's nearest box.
    let mut best: HashMap<usize, (f32, usize)> = HashMap::new();
    for (i, b) in boxes.iter().enumerate() {
        let around = [b[0] - 2.0 * REACH, b[1] - 2.0 * REACH, b[2] + 2.0 * REACH, b[3] + 2.0 * REACH];
        for t in texts.within(around) {
            let d = distance(*b, texts.all()[t].bbox);
            if d <= REACH && wanted(t) && best.get(&t).is_none_or(|(old, _)| d < *old) {
                best.insert(t, (d, i));
            }
        }
    }
    let mut of_box: Vec<Option<(f32, usize)>> = vec![None; boxes.len()];
    for (t, (d, i)) in best {
        if of_box[i].is_none_or(|(old, text)| (d, t) < (old, text)) {
            of_box[i] = Some((d, t));
        }
    }
    of_box.into_iter().map(|found| found.map(|(_, t)| t)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circuits_are_told_from_marks() {
        for text in ["C-1", "C-2,3", "CKT 12", "LP1-3", "21LP-1-4", "LP-2A-1,3,5", "DB1/L2"] {
            assert!(circuit(text, &[]).is_some(), "{text}");
        }
        for text in ["P08", "E-101", "9.73", "A", "VIGA-101 0.60x0.50m", "T-D", "+0.10"] {
            assert!(circuit(text, &[]).is_none(), "{text}");
        }
        let known = circuit("K7-12", &["K7".to_owned()]).unwrap();
        assert_eq!(known.panel.as_deref(), Some("K7"));
        assert!(lettered("A-12") && !lettered("A12"));
    }
}
