//! Words of marks that explain a drawing and are not part of the building.

use crate::entry::{Row, mark};

pub(crate) const ROWS: &[Row] = &[
    mark("explanation"),
    mark("north_arrow"),
    mark("section_or_detail_mark"),
    mark("grid_line"),
    mark("revision"),
    mark("keynote"),
    mark("match_or_break_line"),
    mark("room_tag"),
    mark("opening_tag"),
    mark("level"),
    mark("existing_or_not_in_contract"),
    mark("dimension"),
    mark("tag"),
    mark("scale_bar"),
];
