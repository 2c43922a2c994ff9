//! The layout of a sheet: its text and rules, title block, views and scales, each read once.

use plumbline_geometry::size;

use crate::cells::Rules;
use crate::frame::Frame;
use crate::lines::{Line, lines};
use crate::model::{Scale, Sheet};
use crate::title_block::TitleBlock;
use crate::views::View;
use crate::{frame, scale, title_block, views};

/// The layout of a sheet whose text is upright, see [`crate::rotation::upright`].
#[derive(Debug, Clone)]
pub struct Layout {
    /// The lines of text.
    pub lines: Vec<Line>,
    /// Straight horizontal and vertical rules.
    pub rules: Rules,
    /// Border and title block.
    pub frame: Frame,
    /// Sheet number.
    pub number: Option<String>,
    /// Sheet title.
    pub title: Option<String>,
    /// The views that have a title or a scale, from top to bottom.
    pub views: Vec<View>,
    /// The scales. The scale of the whole page, if any, comes last and has no area.
    pub scales: Vec<Scale>,
}

impl Layout {
    /// Reads the layout of a sheet whose text is upright.
    pub fn of(sheet: &Sheet) -> Self {
        let lines = lines(sheet);
        let rules = Rules::of(sheet);
        let page = size(sheet.width, sheet.height);
        let number = title_block::number(&lines, &rules, page);
        let labels = title_block::labels(&lines);
        let at = number.as_ref().map(|n| lines[n.line].bbox);
        let frame = frame::find(&lines, &rules, page, at, &labels);
        let title = title_block::title(&lines, &rules, &frame, number.as_ref());
        let anchors = scale::written_scales(&lines, &rules, &frame);
        let views = views::find(sheet, &lines, &rules, &frame, &anchors);
        let scales = scale::find(sheet, &lines, &anchors, &views);
        let TitleBlock { number, title } = TitleBlock { number: number.map(|n| n.text), title };
        Self { lines, rules, frame, number, title, views, scales }
    }
}
