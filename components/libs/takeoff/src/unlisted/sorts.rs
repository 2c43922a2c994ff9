//! Which shapes are one sort: of the same measures, and with the same letters in them.

use std::collections::BTreeMap;

use plumbline_symbols::Repeat;

use super::Seen;
use super::tags::type_letters;
use crate::page::Page;

/// Of shapes of the same measures, how far those may differ: a share and points. A plotter draws a circle of other chords
/// in each place, so that one is not always found by the shape of the other.
const ALIKE: (f32, f32) = (0.015, 0.3);

/// Fewest places with letters that make a sort of their own.
const FEWEST: usize = 2;

/// Places of shapes that are alike.
pub(super) struct Sort {
    /// The most frequent of the shapes.
    pub(super) first: usize,
    /// The letters in all of them: `J` in a circle is another thing than `T`.
    pub(super) letters: Option<String>,
    /// Shapes and their places.
    pub(super) places: Vec<(usize, usize)>,
}

/// The sorts of the shapes of a page, the most frequent first. What has another name by its block or layer is another.
pub(super) fn sorts(page: &Page<'_>, seen: &[Seen<'_>]) -> Vec<Sort> {
    let mut alike_shapes: Vec<Vec<usize>> = Vec::new();
    for (n, one) in seen.iter().enumerate() {
        let same = |sort: &&mut Vec<usize>| {
            let first = &seen[sort[0]];
            let (a, b) = (&first.around, &one.around);
            alike(first.repeat, one.repeat) && a.block == b.block && a.layers.first() == b.layers.first()
        };
        match alike_shapes.iter_mut().find(same) {
            Some(sort) => sort.push(n),
            None => alike_shapes.push(vec![n]),
        }
    }
    alike_shapes.into_iter().flat_map(|shapes| by_letters(page, seen, &shapes)).collect()
}

/// The places of some shapes by the letters in them; letters that stand in one place only tell no sort.
fn by_letters(page: &Page<'_>, seen: &[Seen<'_>], shapes: &[usize]) -> Vec<Sort> {
    let mut places: BTreeMap<Option<String>, Vec<(usize, usize)>> = BTreeMap::new();
    for &n in shapes {
        for (place, area) in seen[n].repeat.places.iter().enumerate() {
            places.entry(type_letters(&page.texts, *area)).or_default().push((n, place));
        }
    }
    let rare: Vec<Option<String>> = places
        .iter()
        .filter(|(letters, places)| letters.is_some() && places.len() < FEWEST)
        .map(|(letters, _)| letters.clone())
        .collect();
    let rest: Vec<(usize, usize)> = rare.iter().filter_map(|letters| places.remove(letters)).flatten().collect();
    if !rest.is_empty() {
        let plain = places.entry(None).or_default();
        plain.extend(rest);
        plain.sort_unstable();
    }
    places.into_iter().map(|(letters, places)| Sort { first: shapes[0], letters, places }).collect()
}

/// Whether two shapes have the same measures.
pub(super) fn alike(one: &Repeat, other: &Repeat) -> bool {
    let (a, b) = (&one.looks, &other.looks);
    let near = |x: f32, y: f32| (x - y).abs() <= ALIKE.0 * x.max(y) + ALIKE.1;
    a.color == b.color
        && (a.has_circle, a.filled) == (b.has_circle, b.filled)
        && near(a.ink_length, b.ink_length)
        && near(a.size[0], b.size[0])
        && near(a.size[1], b.size[1])
        && a.detail.abs_diff(b.detail) <= 1
}
