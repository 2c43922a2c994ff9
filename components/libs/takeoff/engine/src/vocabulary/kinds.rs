//! The classes that a word, a mark, a layer or a block can mean: trades, kinds, lines, marks.

pub use plumbline_domain::{Discipline, RouteSystem as System, Trade};

/// The trade, category and item type of a counted thing, as codes of the taxonomy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind {
    /// The trade.
    pub trade: Trade,
    /// Code of the category.
    pub category: &'static str,
    /// Code of the item type.
    pub item_type: &'static str,
}

/// A measured line. The taxonomy prices its item type by the linear foot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    /// The kind of route.
    pub system: System,
    /// The trade.
    pub trade: Trade,
    /// The contents of the line, if the words give them: "domestic cold water", "supply air".
    pub name: Option<&'static str>,
    /// Code of the category.
    pub category: &'static str,
    /// Code of the item type.
    pub item_type: &'static str,
}

/// The meaning of a description, a layer or a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A counted thing.
    Item(Kind),
    /// A measured line.
    Line(Line),
    /// Something that explains the drawing and is not counted: a north arrow, a section mark, a room's tag.
    Mark,
}

impl Class {
    /// Returns the kind of a counted thing, or `None` for a line or a mark.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Self::Item(kind) => Some(kind),
            Self::Line(_) | Self::Mark => None,
        }
    }

    /// Returns the line, or `None` for a counted thing or a mark.
    pub fn line(self) -> Option<Line> {
        match self {
            Self::Line(line) => Some(line),
            Self::Item(_) | Self::Mark => None,
        }
    }

    /// Returns the trade and the category, or `None` for a mark.
    pub(crate) fn trade_and_category(self) -> Option<(Trade, &'static str)> {
        match self {
            Self::Item(kind) => Some((kind.trade, kind.category)),
            Self::Line(line) => Some((line.trade, line.category)),
            Self::Mark => None,
        }
    }
}
