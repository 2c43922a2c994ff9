//! The display of a page: its visible box, its rotation, and the conversion from the displayed page to user space.

use lopdf::{Document, Object, ObjectId};

/// The maximum depth of the page tree. A deeper one is treated as a cycle.
const MAX_DEPTH: usize = 64;
/// US Letter, which readers assume if there is no media box.
const LETTER: [f64; 4] = [0.0, 0.0, 612.0, 792.0];

/// A page as displayed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct View {
    /// The visible box in user space: x0, y0, x1, y1.
    visible: [f64; 4],
    /// The clockwise rotation: 0, 90, 180 or 270 degrees.
    rotation: i64,
}

impl View {
    /// Reads the page's boxes and rotation, including inherited ones. Returns `None` if the visible box is empty.
    pub(crate) fn of(document: &Document, page: ObjectId) -> Option<Self> {
        let media = inherited(document, page, b"MediaBox").and_then(|found| rectangle(document, found));
        let media = media.unwrap_or(LETTER);
        let crop = inherited(document, page, b"CropBox").and_then(|found| rectangle(document, found));
        let visible = match crop {
            Some(crop) => {
                let both = [crop[0].max(media[0]), crop[1].max(media[1]), crop[2].min(media[2]), crop[3].min(media[3])];
                // Readers ignore a crop box outside the media box.
                if both[0] < both[2] && both[1] < both[3] { both } else { media }
            }
            None => media,
        };
        let rotation = inherited(document, page, b"Rotate").and_then(|found| found.as_i64().ok()).unwrap_or(0);
        let rotation = rotation.rem_euclid(360) / 90 * 90;
        (visible[0] < visible[2] && visible[1] < visible[3]).then_some(Self { visible, rotation })
    }

    /// Returns the displayed width and height in points.
    pub(crate) fn size(&self) -> (f64, f64) {
        let [x0, y0, x1, y1] = self.visible;
        if self.rotation % 180 == 0 { (x1 - x0, y1 - y0) } else { (y1 - y0, x1 - x0) }
    }

    /// Returns the user space coordinates of a point on the displayed page, in points from its top left corner, y down.
    pub(crate) fn user(&self, x: f64, y: f64) -> (f64, f64) {
        let [x0, y0, x1, y1] = self.visible;
        match self.rotation {
            90 => (x0 + y, y0 + x),
            180 => (x1 - x, y0 + y),
            270 => (x1 - y, y1 - x),
            _ => (x0 + x, y1 - y),
        }
    }

    /// Returns the user space directions that are displayed as "to the right" and "up".
    pub(crate) fn axes(&self) -> ((f64, f64), (f64, f64)) {
        match self.rotation {
            90 => ((0.0, 1.0), (-1.0, 0.0)),
            180 => ((-1.0, 0.0), (0.0, -1.0)),
            270 => ((0.0, -1.0), (1.0, 0.0)),
            _ => ((1.0, 0.0), (0.0, 1.0)),
        }
    }
}

/// Returns a page attribute, searched up the page tree and dereferenced.
fn inherited<'a>(document: &'a Document, page: ObjectId, key: &[u8]) -> Option<&'a Object> {
    let mut node = document.get_dictionary(page).ok()?;
    for _ in 0..MAX_DEPTH {
        if let Ok(found) = node.get(key) {
            return document.dereference(found).ok().map(|(_, object)| object);
        }
        let parent = node.get(b"Parent").and_then(Object::as_reference).ok()?;
        node = document.get_dictionary(parent).ok()?;
    }
    None
}

/// Reads four numbers as a box with ordered corners.
fn rectangle(document: &Document, object: &Object) -> Option<[f64; 4]> {
    let numbers: Vec<f64> = object
        .as_array()
        .ok()?
        .iter()
        .filter_map(|item| document.dereference(item).ok()?.1.as_float().ok().map(f64::from))
        .collect();
    let [a, b, c, d] = numbers[..] else { return None };
    Some([a.min(c), b.min(d), a.max(c), b.max(d)])
}
