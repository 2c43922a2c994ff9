//! Which form XObject (a drawing used again and again: a block) a path belongs to.
//!
//! The interpreter tells a device where a form begins and ends, by its clip, but not which one it is. The content does:
//! its `Do` operators name the page's forms in order. Names are given only when both agree on how many forms were
//! drawn; content that is switched off, say, makes them differ, and then no path has a block.

use hayro_syntax::content::UntypedIter;
use hayro_syntax::object::{Name, Object};
use hayro_syntax::page::Page;
use kurbo::{BezPath, PathEl};
use plumbline_sheet::{NONE, Sheet};

use crate::budget::form_names;

/// Counts the page's own forms while they are drawn.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// Forms begun at the page's level so far.
    begun: u32,
    /// For each open clip: whether it is that of a form.
    open: Vec<bool>,
    depth: usize,
}

impl Blocks {
    /// Follows a clip that begins; `rectangle` when the interpreter announced it as a plain one.
    pub(crate) fn push(&mut self, path: Option<&BezPath>) {
        let form = path.is_some_and(is_form_clip);
        self.open.push(form);
        if form {
            if self.depth == 0 {
                self.begun += 1;
            }
            self.depth += 1;
        }
    }

    /// Follows a clip that ends.
    pub(crate) fn pop(&mut self) {
        if self.open.pop() == Some(true) {
            self.depth -= 1;
        }
    }

    /// The ordinal of the page's form drawn in now, or [`NONE`].
    pub(crate) fn current(&self) -> u32 {
        if self.depth > 0 { self.begun - 1 } else { NONE }
    }

    /// How many forms were begun at the page's level.
    pub(crate) fn begun(&self) -> u32 {
        self.begun
    }
}

/// Whether a clip is a form's box: a closed parallelogram. Upright rectangles of clip operators are announced
/// otherwise; a slanted one among them makes the counts differ, and names are left out.
fn is_form_clip(path: &BezPath) -> bool {
    matches!(
        path.elements(),
        [PathEl::MoveTo(_), PathEl::LineTo(_), PathEl::LineTo(_), PathEl::LineTo(_), PathEl::ClosePath]
    )
}

/// The names of the forms that the page's content draws, in order.
fn drawn(page: &Page<'_>) -> Vec<String> {
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

/// Names the inserts that the sheet's block column counts.
pub(crate) fn name(sheet: &mut Sheet, page: &Page<'_>, begun: u32) {
    if begun == 0 {
        return;
    }
    let drawn = drawn(page);
    if drawn.len() == begun as usize {
        sheet.blocks = drawn;
    } else {
        sheet.path_blocks.fill(NONE);
    }
}
