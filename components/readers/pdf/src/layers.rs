//! Follows marked content to know which layer (optional content group) is drawn on.

use hayro_syntax::object::dict::keys::{NAME, OCGS};
use hayro_syntax::object::{Array, Dict, String as PdfString};
use plumbline_sheet::{NONE, SheetBuilder};

use crate::text_string;

/// The layers open at a point of the content; the innermost counts.
#[derive(Debug, Default)]
pub(crate) struct Layers {
    open: Vec<u32>,
}

impl Layers {
    /// The layer drawn on now, or [`NONE`].
    pub(crate) fn current(&self) -> u32 {
        self.open.last().copied().unwrap_or(NONE)
    }

    /// Follows `BMC` and `BDC`.
    pub(crate) fn begin(&mut self, tag: &[u8], properties: Option<&Dict<'_>>, builder: &mut SheetBuilder) {
        let named = if tag == b"OC" { properties.and_then(group_name) } else { None };
        let layer = named.map_or(self.current(), |name| builder.layer(&name));
        self.open.push(layer);
    }

    /// Follows `EMC`; one too many is ignored.
    pub(crate) fn end(&mut self) {
        self.open.pop();
    }
}

/// The name of a group; of a membership dictionary, that of its first group.
fn group_name(dict: &Dict<'_>) -> Option<String> {
    let name = |d: &Dict<'_>| d.get::<PdfString<'_>>(NAME).map(|s| text_string::decode(s.as_bytes()));
    name(dict).or_else(|| {
        let groups = dict.get::<Array<'_>>(OCGS).and_then(|a| a.iter::<Dict<'_>>().next());
        groups.or_else(|| dict.get::<Dict<'_>>(OCGS)).and_then(|d| name(&d))
    })
}
