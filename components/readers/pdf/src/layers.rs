//! The current layer (optional content group), tracked through marked content.

use std::collections::BTreeSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::dict::keys::{BASE_STATE, D, NAME, OCGS, OCPROPERTIES, OFF, ON};
use hayro_syntax::object::{Array, Dict, Name, String as PdfString};
use plumbline_sheet::{NONE, Sheet, SheetBuilder};

use crate::text_string;

/// The open layers at a point of the content. The innermost is the current one.
#[derive(Debug, Default)]
pub(crate) struct Layers {
    open: Vec<u32>,
}

impl Layers {
    /// Returns the current layer, or [`NONE`].
    pub(crate) fn current(&self) -> u32 {
        self.open.last().copied().unwrap_or(NONE)
    }

    /// Handles `BMC` and `BDC`.
    pub(crate) fn begin(&mut self, tag: &[u8], properties: Option<&Dict<'_>>, builder: &mut SheetBuilder) {
        let named = if tag == b"OC" { properties.and_then(group_name) } else { None };
        let layer = named.map_or(self.current(), |name| builder.layer(&name));
        self.open.push(layer);
    }

    /// Handles `EMC`. Excess ones are ignored.
    pub(crate) fn end(&mut self) {
        self.open.pop();
    }
}

/// Returns the name of a group, or of the first group of a membership dictionary.
fn group_name(dict: &Dict<'_>) -> Option<String> {
    let name = |d: &Dict<'_>| d.get::<PdfString<'_>>(NAME).map(|s| text_string::decode(s.as_bytes()));
    name(dict).or_else(|| {
        let groups = dict.get::<Array<'_>>(OCGS).and_then(|a| a.iter::<Dict<'_>>().next());
        groups.or_else(|| dict.get::<Dict<'_>>(OCGS)).and_then(|d| name(&d))
    })
}

/// Returns the names of a sheet's layers that the file's default configuration switches off (ISO 32000-1, 8.11.4.3).
/// The interpreter opens them at their content, but draws nothing of it.
pub(crate) fn switched_off<'s>(pdf: &Pdf, sheet: &'s Sheet) -> Vec<&'s str> {
    let off = off_by_default(pdf).unwrap_or_default();
    let names = (0u32..).zip(&sheet.layers).filter(|(_, name)| off.contains(*name));
    // If two groups have the same name, one of them may be on.
    let is_used = |layer: u32| sheet.path_layers.contains(&layer) || sheet.text_layers.contains(&layer);
    names.filter(|(layer, _)| !is_used(*layer)).map(|(_, name)| name.as_str()).collect()
}

fn off_by_default(pdf: &Pdf) -> Option<BTreeSet<String>> {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    let properties = catalog.get::<Dict<'_>>(OCPROPERTIES)?;
    let configuration = properties.get::<Dict<'_>>(D)?;
    let names = |array: Option<Array<'_>>| -> BTreeSet<String> {
        array.map(|a| a.iter::<Dict<'_>>().filter_map(|group| group_name(&group)).collect()).unwrap_or_default()
    };
    let all_off = configuration.get::<Name<'_>>(BASE_STATE).is_some_and(|state| state.as_ref() == b"OFF");
    let mut off = if all_off { names(properties.get(OCGS)) } else { BTreeSet::new() };
    for name in names(configuration.get(ON)) {
        off.remove(&name);
    }
    off.extend(names(configuration.get(OFF)));
    Some(off)
}
