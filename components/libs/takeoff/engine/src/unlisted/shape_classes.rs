//! Groups shapes into classes: shapes of equal dimensions, with the same letters inside.

use std::collections::BTreeMap;

use plumbline_symbols::Repeat;

use super::ShapeInContext;
use super::tags::type_letters;
use crate::page::Page;

/// Largest difference between equal dimensions: a share and points. A plotter draws a circle with different chords at
/// each place, so the search by one shape does not always find the other.
const ALIKE: (f32, f32) = (0.015, 0.3);

/// Fewest places with the same letters that make a separate class.
const FEWEST: usize = 2;

/// The places of similar shapes.
pub(super) struct ShapeClass {
    /// The index of the most frequent of the shapes.
    pub(super) first: usize,
    /// The letters inside all of them. `J` in a circle is a different symbol than `T`.
    pub(super) letters: Option<String>,
    /// The indices of the shapes and of their places.
    pub(super) places: Vec<(usize, usize)>,
}

/// Returns the classes of a page's shapes, the most frequent first. Different blocks or layers make different classes.
pub(super) fn shape_classes(page: &Page<'_>, shapes: &[ShapeInContext<'_>]) -> Vec<ShapeClass> {
    let mut alike_shapes: Vec<Vec<usize>> = Vec::new();
    for (n, one) in shapes.iter().enumerate() {
        let same = |class: &&mut Vec<usize>| {
            let first = &shapes[class[0]];
            let (a, b) = (&first.around, &one.around);
            alike(first.repeat, one.repeat) && a.block == b.block && a.layers.first() == b.layers.first()
        };
        match alike_shapes.iter_mut().find(same) {
            Some(class) => class.push(n),
            None => alike_shapes.push(vec![n]),
        }
    }
    alike_shapes.into_iter().flat_map(|indices| by_letters(page, shapes, &indices)).collect()
}

/// Groups the places of some shapes by the letters inside them. Letters at only one place do not make a class.
fn by_letters(page: &Page<'_>, shapes: &[ShapeInContext<'_>], indices: &[usize]) -> Vec<ShapeClass> {
    let mut places: BTreeMap<Option<String>, Vec<(usize, usize)>> = BTreeMap::new();
    for &n in indices {
        for (place, area) in shapes[n].repeat.places.iter().enumerate() {
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
    places.into_iter().map(|(letters, places)| ShapeClass { first: indices[0], letters, places }).collect()
}

/// Returns whether two shapes have the same dimensions.
pub(super) fn alike(one: &Repeat, other: &Repeat) -> bool {
    let (a, b) = (&one.appearance, &other.appearance);
    let near = |x: f32, y: f32| (x - y).abs() <= ALIKE.0 * x.max(y) + ALIKE.1;
    a.color == b.color
        && (a.has_circle, a.filled) == (b.has_circle, b.filled)
        && near(a.ink_length, b.ink_length)
        && near(a.size.long, b.size.long)
        && near(a.size.short, b.size.short)
        && a.detail.abs_diff(b.detail) <= 1
}
