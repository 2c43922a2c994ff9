//! Reads the names of layers. They show that a layer has no devices of the discipline, or name the trade of its devices.

use std::collections::{BTreeMap, HashSet};

use crate::bindings::quantities::Discipline;
use crate::vocabulary::Class;
use plumbline_notation::language::layers;

use super::naming::Name;
use super::shape_classes::ShapeClass;
use super::shape_in_context::ShapeInContext;
use crate::page::Page;

/// Returns the layers whose names show that they have other contents: text, dimensions, items of other trades.
pub(super) fn unrelated_layers(page: &Page<'_>) -> HashSet<u32> {
    let words = page.profile.words;
    let unrelated = |name: &String| match words.classify_layer(name) {
        Some(class @ Class::Item(_)) => !words.reports(&class),
        Some(Class::Mark) => true,
        // Devices may be drawn on the layer of their wiring. A name without a meaning hides nothing.
        Some(Class::Line(_)) | None => is_of_another_trade(name, page.profile.discipline),
    };
    let layers = page.sheet.layers.iter().enumerate();
    layers.filter(|(_, name)| unrelated(name)).map(|(n, _)| n as u32).collect()
}

/// Returns whether a layer belongs to a trade outside the discipline. Its name must follow the US National CAD Standard:
/// `A-DOOR`, `I-FURN-EXST`, also after the name of the drawing that it came from.
fn is_of_another_trade(layer: &str, discipline: Discipline) -> bool {
    let name = layer.rsplit(['|', '$']).next().unwrap_or(layer);
    let Some((letters, group)) = name.split_once('-') else { return false };
    let group: &str = group.split(['-', '_', ' ']).next().unwrap_or_default();
    let ncs = (1..=2).contains(&letters.len()) && group.len() == 4 && group.chars().all(|c| c.is_ascii_alphabetic());
    let own: &[char] = match discipline {
        Discipline::Electrical => &['E', 'T', 'F'],
        Discipline::Mechanical => &['M'],
        Discipline::Plumbing => &['P'],
        Discipline::FireProtection => &['F', 'E'],
        Discipline::Process => &['D', 'M', 'P', 'Q'],
        Discipline::Structural => &['S'],
        Discipline::MultiDiscipline => return false,
    };
    // All disciplines except general, other and contractors' layers.
    const OTHERS: &str = "ABCDEFHILMPQRSTVW";
    let first = letters.chars().next().map(|c| c.to_ascii_uppercase());
    ncs && first.is_some_and(|c| OTHERS.contains(c) && !own.contains(&c))
}

/// Returns whether a layer is named after a trade. Such a layer has devices of several kinds.
pub(super) fn is_of_trade(layer: &str) -> bool {
    let layer = layer.to_uppercase();
    layer.split(|c: char| !c.is_alphabetic()).any(|word| layers::TRADES.begins(word))
}

/// Fewest lines that end at a joint of the wiring, on average. Fewer end at lamps and outlets.
const JOINT: f32 = 2.0;

/// Removes the names of shapes that are named only by a trade's layer, except one shape on each such layer: the most
/// frequent that is not a joint of the wiring. If a shape on another layer has the same kind, all lose their name.
pub(super) fn remove_trade_layer_names(
    shapes: &[ShapeInContext<'_>],
    classes: &[ShapeClass],
    names: &mut [Option<Name>],
) {
    let layer = |n: usize| shapes[classes[n].first].around.layers.first();
    let alone = |n: &usize, names: &[Option<Name>]| names[*n].as_ref().is_some_and(Name::is_of_layer_alone);
    let of_trade = |n: usize| layer(n).is_some_and(|layer| is_of_trade(layer));
    let mut of_layers: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
    for n in (0..classes.len()).filter(|n| alone(n, names) && of_trade(*n)) {
        if let Some(layer) = layer(n) {
            of_layers.entry(layer).or_default().push(n);
        }
    }
    for indices in of_layers.into_values() {
        let kind = names[indices[0]].as_ref().map(|name| name.kind);
        // A plan with a layer for luminaires draws none on the lighting layer.
        let elsewhere = (0..classes.len()).any(|n| !of_trade(n) && names[n].as_ref().map(|name| name.kind) == kind);
        let end = |n: &&usize| indices.len() == 1 || shapes[classes[**n].first].around.lines < JOINT;
        let one = indices.iter().filter(end).max_by_key(|n| classes[**n].places.len()).filter(|_| !elsewhere).copied();
        for n in indices.into_iter().filter(|n| Some(*n) != one) {
            names[n] = Some(Name::none());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_called_after_a_trade_or_after_a_thing() {
        for layer in ["E-LITE-CLNG", "Simb_Alumbrado", "lighting symbols", "ОСВЕЩЕНИЕ"] {
            assert!(is_of_trade(layer), "{layer}");
        }
        for layer in ["Luminarias", "01 IE LUM LED EMP", "light fixtures", "E-FIXT", "TOMADAS", "elites"] {
            assert!(!is_of_trade(layer), "{layer}");
        }
    }

    #[test]
    fn layers_of_other_trades_are_known_by_their_letter() {
        let other = |layer: &str| is_of_another_trade(layer, Discipline::Electrical);
        for layer in ["A-DOOR", "I-FURN", "p-fixt-exst", "X-BASE|A-FLOR-OTLN", "base$0$S-COLS"] {
            assert!(other(layer), "{layer}");
        }
        for layer in ["E-LITE", "T-DATA", "TOMADAS", "0", "G-ANNO-TEXT", "a-bc", "FA-DEVICES"] {
            assert!(!other(layer), "{layer}");
        }
    }
}
