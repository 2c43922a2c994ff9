//! Determines the ends of a route.

use plumbline_geometry::{Point, Rect, point};
use rstar::{AABB, RTree, primitives::GeomWithData, primitives::Rectangle};

use crate::routes::graph::distance;
use crate::routes::model::{EndKind, Endpoint, SymbolBox};

/// Largest distance from a line's end to the box of the symbol that it touches, in points.
const TOUCH: f32 = 3.0;
/// Largest distance from a line's end to the tip of its arrow, or to the middle of its filled head, in points.
const ARROW: f32 = 8.0;

type Entry = GeomWithData<Rectangle<[f32; 2]>, usize>;

/// The symbols of a plan, by position.
pub(crate) struct Ends<'a> {
    symbols: &'a [SymbolBox],
    tree: RTree<Entry>,
}

impl<'a> Ends<'a> {
    pub(crate) fn new(symbols: &'a [SymbolBox]) -> Self {
        let entry =
            |(i, s): (usize, &SymbolBox)| Entry::new(Rectangle::from_corners(s.area.min.into(), s.area.max.into()), i);
        Self { symbols, tree: RTree::bulk_load(symbols.iter().enumerate().map(entry).collect()) }
    }

    /// Returns whether no symbol is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Returns the symbol at a point: the nearest, or the smallest of several around the point.
    pub(crate) fn symbol_at(&self, p: Point) -> Option<usize> {
        let around = AABB::from_corners([p.x - TOUCH, p.y - TOUCH], [p.x + TOUCH, p.y + TOUCH]);
        let off = |a: Rect| {
            let nearest = point(p.x.clamp(a.min.x, a.max.x), p.y.clamp(a.min.y, a.max.y));
            if a.contains(p) { 0.0 } else { distance(nearest, p) }
        };
        let size = |a: Rect| a.area();
        self.tree
            .locate_in_envelope_intersecting(&around)
            .map(|e| e.data)
            .filter(|i| off(self.symbols[*i].area) <= TOUCH)
            .min_by(|a, b| {
                let (a, b) = (&self.symbols[*a], &self.symbols[*b]);
                off(a.area)
                    .total_cmp(&off(b.area))
                    .then(size(a.area).total_cmp(&size(b.area)))
                    .then_with(|| a.key.cmp(&b.key))
            })
    }

    /// Returns the end of a route: a symbol, the panel that the label of a home run names, or unknown.
    pub(crate) fn endpoint(&self, at: Point, tips: &[Point], panel: Option<&str>) -> Endpoint {
        if let Some(i) = self.symbol_at(at) {
            let s = &self.symbols[i];
            return Endpoint { kind: s.kind, tag: s.tag.clone(), key: Some(s.key.clone()), at };
        }
        match panel {
            Some(panel) if tips.iter().any(|t| distance(*t, at) <= ARROW) => {
                Endpoint { kind: EndKind::Panel, tag: Some(panel.to_owned()), key: None, at }
            }
            _ => Endpoint { kind: EndKind::Unknown, tag: None, key: None, at },
        }
    }
}
