//! Ordinal numbers (Ordnungszahlen, OZ): the digits of each level, and the parts of a line's number.
//!
//! A line's number is trade, category and position: `01.02.0030`. Positions are multiples of ten, as is usual, so that
//! others can be inserted between them. The schema's number has at most fourteen characters. The two levels above need
//! four to six of them, which leaves enough for ten million positions in a category.

use plumbline_exporter::estimating::Section;

/// Difference between consecutive positions.
const STEP: usize = 10;

/// Number of digits of each level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ordinals {
    /// Digits of a trade.
    pub(crate) trade: usize,
    /// Digits of a category in its trade.
    pub(crate) category: usize,
    /// Digits of a position in its category.
    pub(crate) item: usize,
}

impl Ordinals {
    /// Returns the digits that the largest section needs, at least the usual number.
    pub(crate) fn of(sections: &[Section]) -> Self {
        let categories = sections.iter().map(|section| section.categories.len()).max().unwrap_or(0);
        let items = sections.iter().flat_map(|section| &section.categories).map(|c| c.lines.len()).max().unwrap_or(0);
        Self {
            trade: digits(sections.len()).max(2),
            category: digits(categories).max(2),
            item: digits(items * STEP).max(4),
        }
    }

    /// Returns the part of a level. `number` starts at 1.
    pub(crate) fn part(number: usize, digits: usize) -> String {
        format!("{number:0digits$}")
    }

    /// Returns the part of a position. `number` starts at 1.
    pub(crate) fn item_part(self, number: usize) -> String {
        Self::part(number * STEP, self.item)
    }
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |digits| digits as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_exporter::estimating::Category;

    fn sections(lines: usize) -> Vec<Section> {
        let category = Category { title: String::new(), lines: 0..lines };
        vec![Section { title: String::new(), categories: vec![category] }]
    }

    #[test]
    fn numbers_have_the_usual_digits_until_more_are_needed() {
        assert_eq!(Ordinals::of(&[]), Ordinals { trade: 2, category: 2, item: 4 });
        assert_eq!(Ordinals::of(&sections(999)).item, 4);
        assert_eq!(Ordinals::of(&sections(1000)).item, 5);
        let large = Ordinals::of(&sections(100_000));
        assert_eq!((large.item_part(1).as_str(), large.item_part(100_000).as_str()), ("0000010", "1000000"));
        assert!(large.trade + large.category + large.item <= 14);
    }
}
