//! Layers whose names say that no device of the discipline is on them.

use std::collections::HashSet;

use plumbline_guest_extractor::quantities::Discipline;
use plumbline_vocabulary::Class;

use crate::page::Page;

/// The layers whose names say that they hold something else: text, dimensions, other trades' things.
pub(super) fn silent_layers(page: &Page<'_>) -> HashSet<u32> {
    let words = page.profile.words;
    let silent = |name: &String| match words.of_layer(name) {
        Some(class @ Class::Item(_)) => !words.is_ours(&class),
        Some(Class::Mark) => true,
        // Devices may be drawn on the layer of their wiring. A name that says nothing hides nothing.
        Some(Class::Line(_)) | None => is_of_another_trade(name, page.profile.discipline),
    };
    let layers = page.sheet.layers.iter().enumerate();
    layers.filter(|(_, name)| silent(name)).map(|(n, _)| n as u32).collect()
}

/// Whether a layer named as the US National CAD Standard has it (`A-DOOR`, `I-FURN-EXST`, also behind the name of the drawing
/// that it came with) is one of a trade that is not asked for.
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
    // Everything but general, other and contractors' layers.
    const OTHERS: &str = "ABCDEFHILMPQRSTVW";
    let first = letters.chars().next().map(|c| c.to_ascii_uppercase());
    ncs && first.is_some_and(|c| OTHERS.contains(c) && !own.contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

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
