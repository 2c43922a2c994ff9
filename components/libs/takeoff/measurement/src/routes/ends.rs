//! Determines the ends of a route.

use plumbline_geometry::{BoxIndex, Point, Rect};

use crate::routes::graph::distance;
use crate::routes::model::{EndKind, Endpoint, SymbolBox};

/// Largest distance from a line's end to the box of the symbol that it touches, in points.
const TOUCH: f32 = 3.0;
/// Largest distance from a line's end to the tip of its arrow, or to the middle of its filled head, in points.
const ARROW: f32 = 8.0;

/// The symbols of a plan, by position.
pub(crate) struct Ends<'a> {
    symbols: &'a [SymbolBox],
    index: BoxIndex<usize>,
}

impl<'a> Ends<'a> {
    pub(crate) fn new(symbols: &'a [SymbolBox]) -> Self {
        Self { symbols, index: BoxIndex::new(symbols.iter().enumerate().map(|(i, s)| (s.area, i))) }
    }

    /// Returns whether no symbol is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Returns the symbol at a point: the nearest, or the smallest of several around the point.
    pub(crate) fn symbol_at(&self, p: Point) -> Option<usize> {
        self.index.touching(Rect::new(p, p).grown(TOUCH)).filter(|i| self.symbols[*i].area.distance(p) <= TOUCH).min_by(
            |a, b| {
                let (a, b) = (&self.symbols[*a], &self.symbols[*b]);
                let order = a.area.distance(p).total_cmp(&b.area.distance(p));
                order.then(a.area.area().total_cmp(&b.area.area())).then_with(|| a.key.cmp(&b.key))
            },
        )
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
