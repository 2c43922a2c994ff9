//! The form XObject (a reused drawing: a block) that a path belongs to.
//!
//! The interpreter reports to a device where a form starts and ends, by its clip, but not its name. The content has the
//! names: its `Do` operators name the page's forms in order. Names are used only if both agree on the number of forms.
//! They differ, for example, if content is switched off. Then no path has a block.

use hayro_syntax::content::UntypedIter;
use hayro_syntax::object::{Name, Object};
use hayro_syntax::page::Page;
use kurbo::{BezPath, PathEl};
use plumbline_sheet::{NONE, Sheet};

use crate::budget::form_names;

/// A counter of the page's own forms while they are drawn.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// Number of forms started at the page's level so far.
    started: u32,
    /// For each open clip, whether it belongs to a form.
    open: Vec<bool>,
    depth: usize,
}

impl Blocks {
    /// Records the start of a clip. `path` is `None` if the interpreter reported it as a plain rectangle.
    pub(crate) fn push(&mut self, path: Option<&BezPath>) {
        let form = path.is_some_and(is_form_clip);
        self.open.push(form);
        if form {
            if self.depth == 0 {
                self.started += 1;
            }
            self.depth += 1;
        }
    }

    /// Records the end of a clip.
    pub(crate) fn pop(&mut self) {
        if self.open.pop() == Some(true) {
            self.depth -= 1;
        }
    }

    /// Returns the ordinal of the page's form that is being drawn, or [`NONE`].
    pub(crate) fn current(&self) -> u32 {
        if self.depth > 0 { self.started - 1 } else { NONE }
    }

    /// Returns the number of forms started at the page's level.
    pub(crate) fn started(&self) -> u32 {
        self.started
    }
}

/// Returns whether a clip is a form's box: a closed parallelogram. Upright rectangles of clip operators are reported
/// differently. A slanted one makes the counts differ, and names are left out.
fn is_form_clip(path: &BezPath) -> bool {
    matches!(
        path.elements(),
        [PathEl::MoveTo(_), PathEl::LineTo(_), PathEl::LineTo(_), PathEl::LineTo(_), PathEl::ClosePath]
    )
}

/// Returns the names of the forms that the page's content draws, in order.
fn drawn_forms(page: &Page<'_>) -> Vec<String> {
    let forms: Vec<Name<'_>> = form_names(&page.resources().x_objects).into_iter().map(|(name, _)| name).collect();
    if forms.is_empty() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut content = UntypedIter::new(page.page_stream().unwrap_or_default());
    while let Some(instruction) = content.next() {
        if &**instruction.operator == b"Do"
            && let Some(Object::Name(name)) = instruction.operands().last()
            && forms.iter().any(|form| form.as_ref() == name.as_ref())
        {
            out.push(name.as_str().to_owned());
        }
    }
    out
}

/// Names the inserts in the sheet's block column.
pub(crate) fn set_names(sheet: &mut Sheet, page: &Page<'_>, started: u32) {
    if started == 0 {
        return;
    }
    let names = drawn_forms(page);
    if names.len() == started as usize {
        sheet.blocks = names;
    } else {
        sheet.path_blocks.fill(NONE);
    }
}
