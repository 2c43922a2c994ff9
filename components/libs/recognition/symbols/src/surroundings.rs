//! What surrounds the places of a repeated shape: layers, blocks, texts and lines that end there. By these a caller
//! distinguishes symbols from arrowheads, doors and grid bubbles.

use std::collections::BTreeMap;

use plumbline_geometry::Rect;
use plumbline_sheet::Sheet;

use crate::letters::TextSpots;
use crate::matching::Field;
use crate::repeats::Repeat;

/// The surroundings of the places of a shape.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Surroundings {
    /// The layers of its ink, the one with the most ink first.
    pub layers: Vec<String>,
    /// The name of the block to which most of its places belong.
    pub block: Option<String>,
    /// Texts inside most of its places.
    pub letters: Vec<String>,
    /// Share of its places with a text inside.
    pub lettered: f32,
    /// Index of the nearest text for each place, within four times its size.
    pub nearest: Vec<Option<usize>>,
    /// Average number of lines per place that end there and come from outside.
    pub lines: f32,
    /// Whether it is a small filled shape at the end of a line.
    pub arrow_like: bool,
    /// Whether it is a circle at the end of a line with a text inside that changes from place to place, as a grid
    /// bubble or a keynote is.
    pub bubble_like: bool,
}

/// Largest arrowhead in points.
const ARROW: f32 = 12.0;

/// Ink of an arrowhead relative to the sides of its box. A filled rectangle has all of them.
const POINTED: f32 = 0.95;

/// Describes the surroundings of the places of a shape.
pub fn surroundings(repeat: &Repeat, sheet: &Sheet, field: &Field, texts: &TextSpots) -> Surroundings {
    let count = repeat.places.len().max(1) as f32;
    let mut layers: BTreeMap<u32, f32> = BTreeMap::new();
    let mut blocks: BTreeMap<&str, usize> = BTreeMap::new();
    for strokes in &repeat.strokes {
        for &i in strokes {
            let s = &field.ink.strokes[i as usize];
            if let Some(&layer) = sheet.path_layers.get(s.path as usize) {
                *layers.entry(layer).or_default() += s.length();
            }
        }
        let path = strokes.first().map(|&i| field.ink.strokes[i as usize].path as usize);
        let insert = path.and_then(|p| sheet.path_blocks.get(p));
        if let Some(block) = insert.and_then(|&b| sheet.blocks.get(b as usize)) {
            *blocks.entry(block).or_default() += 1;
        }
    }
    let mut by_ink: Vec<(u32, f32)> = layers.into_iter().collect();
    by_ink.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let block = blocks.into_iter().max_by_key(|(name, n)| (*n, std::cmp::Reverse(*name)));

    let (mut inside, mut lettered) = (BTreeMap::<&str, usize>::new(), 0);
    let mut nearest = Vec::with_capacity(repeat.places.len());
    let (mut lines, mut curves) = (0, 0);
    for (b, own) in repeat.places.iter().zip(&repeat.strokes) {
        let mut here: Vec<&str> = texts.within(*b).into_iter().map(|i| texts.all()[i].text.as_str()).collect();
        here.sort_unstable();
        here.dedup();
        lettered += usize::from(!here.is_empty());
        for text in here {
            *inside.entry(text).or_default() += 1;
        }
        let by = 4.0 * b.longer_side();
        let away = |i: &usize| crate::letters::outside(*b, texts.all()[*i].middle);
        let around = texts.within(b.grown(by));
        nearest.push(around.into_iter().min_by(|x, y| away(x).total_cmp(&away(y)).then(x.cmp(y))));
        let ending = lines_at(field, *b, own);
        lines += ending[0];
        curves += ending[1].min(1);
    }
    let (lines, curves) = (lines as f32 / count, curves as f32 / count);
    let most = |n: usize| n as f32 > 0.5 * count;
    let letters: Vec<String> = inside.iter().filter(|(_, n)| most(**n)).map(|(t, _)| (*t).to_owned()).collect();
    let appearance = &repeat.appearance;
    let lettered = lettered as f32 / count;
    let varied = letters.is_empty() && inside.len() as f32 > 0.3 * count;
    Surroundings {
        layers: by_ink.into_iter().filter_map(|(l, _)| sheet.layers.get(l as usize).cloned()).collect(),
        block: block.filter(|(_, n)| most(*n)).map(|(name, _)| name.to_owned()),
        letters,
        lettered,
        nearest,
        lines,
        arrow_like: appearance.filled
            && appearance.size.long <= ARROW
            && appearance.detail <= 4
            && lines + curves >= 0.6
            && appearance.ink_length < POINTED * 2.0 * (appearance.size.long + appearance.size.short),
        bubble_like: appearance.has_circle && appearance.detail <= 3 && lettered > 0.7 && varied && lines >= 0.5,
    }
}

/// Counts the strokes that end in a place, begin outside and are not its own: lines, and the chords of curves, which
/// are short.
fn lines_at(field: &Field, b: Rect, own: &[u32]) -> [usize; 2] {
    let grown = b.grown(0.4);
    let mut ending = [0, 0];
    for i in field.strokes_in(grown) {
        let s = &field.ink.strokes[i as usize];
        if grown.contains(s.a) != grown.contains(s.b) && own.binary_search(&i).is_err() {
            let long = s.length() > 0.5 * b.longer_side();
            ending[0] += usize::from(long);
            ending[1] += usize::from(!long && s.curved);
        }
    }
    ending
}
