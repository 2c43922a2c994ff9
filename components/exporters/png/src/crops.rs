//! The part of the page that each picture shows, and which pictures are cut from one drawing.
//!
//! A picture has 200 dots per inch if it fits into [`MAX_SIDE`] pixels. For a larger item, the resolution is halved
//! until it fits. Pages are drawn in cells of [`CELL_SIDE`] pixels, so that memory does not grow with the size of the
//! sheet: a cell's drawing covers only the pictures whose center is in it.

use std::collections::BTreeMap;

use plumbline_sheet::page_pictures::{DOTS_PER_INCH, MAX_SIDE, PageSize, Part, longer_side, surroundings};

/// Side length of a cell in pixels.
const CELL_SIDE: f64 = 2048.0;

/// Pictures that are cut from one drawing of one page.
#[derive(Debug, PartialEq)]
pub(crate) struct Group {
    /// The area of all pictures.
    pub(crate) part: Part,
    /// Length of the longer side of `part` in pixels.
    pub(crate) side: u16,
    /// Indices of the items, each with the part of the page that its picture shows.
    pub(crate) crops: Vec<ItemBox>,
}

/// The index of an item, and a part of the page.
pub(crate) type ItemBox = (usize, Part);

/// Groups the pictures of a page of this size. Each item has its box.
pub(crate) fn groups(size: PageSize, items: impl IntoIterator<Item = ItemBox>) -> Vec<Group> {
    let mut cells: BTreeMap<(i32, [u32; 2]), Vec<ItemBox>> = BTreeMap::new();
    for (index, bbox) in items {
        let part = surroundings(size, bbox);
        let halvings = halvings(size, part);
        let pixels = dots_per_point(halvings);
        // Small and not negative: the center of a part of the page.
        let center = part.center();
        let cell = [center.x * size.width, center.y * size.height].map(|along| (along * pixels / CELL_SIDE) as u32);
        cells.entry((halvings, cell)).or_default().push((index, part));
    }
    cells
        .into_iter()
        .map(|((halvings, _), crops)| {
            let part = crops.iter().map(|(_, part)| *part).reduce(|a, b| a.union(&b)).unwrap_or_default();
            // At most a cell and half a picture on each side.
            let side = (longer_side(size, part) * dots_per_point(halvings)).ceil() as u16;
            Group { part, side: side.max(1), crops }
        })
        .collect()
}

/// Returns how often the resolution is halved until the part fits into [`MAX_SIDE`].
fn halvings(size: PageSize, part: Part) -> i32 {
    let full_size = longer_side(size, part) * dots_per_point(0);
    // The number of halvings fits for every page length.
    (full_size / MAX_SIDE).log2().ceil().max(0.0) as i32
}

fn dots_per_point(halvings: i32) -> f64 {
    DOTS_PER_INCH / 72.0 / 2f64.powi(halvings)
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{bounds, size};
    use plumbline_sheet::page_pictures::WHOLE;

    use super::*;

    /// 36 by 24 inches.
    const ARCH_D: PageSize = size(2592.0, 1728.0);

    #[test]
    fn a_symbol_is_shown_with_half_an_inch_around_it() {
        // 18 points square in the middle.
        let bbox = bounds([0.5, 0.5, 0.5 + 18.0 / ARCH_D.width, 0.5 + 18.0 / ARCH_D.height]);
        let groups = groups(ARCH_D, [(7, bbox)]);
        let [group] = &groups[..] else { panic!("{groups:?}") };
        assert_eq!(group.crops, [(7, group.part)]);
        assert_eq!(group.side, 250, "90 points at 200 dots per inch");
    }

    #[test]
    fn neighbors_share_a_drawing_and_every_picture_lies_in_it() {
        let at = |x: f64, y: f64| bounds([x, y, x + 0.005, y + 0.005]);
        let items = (0..400u32).map(|n| (n as usize, at(f64::from(n % 20) / 20.0, f64::from(n / 20) / 20.0)));
        let groups = groups(ARCH_D, items);
        // 7200 by 4800 pixels in cells of 2048.
        assert_eq!(groups.len(), 4 * 3);
        let mut seen = vec![];
        for group in &groups {
            assert!(f64::from(group.side) <= CELL_SIDE + MAX_SIDE);
            for (index, part) in &group.crops {
                assert!(group.part.contains_box(part));
                seen.push(*index);
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..400).collect::<Vec<_>>());
    }

    #[test]
    fn a_large_item_is_drawn_smaller_and_never_beyond_the_page() {
        for bbox in [[0.0, 0.0, 1.0, 1.0], [0.2, 0.0, 0.9, 0.1], [0.99, 0.99, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]] {
            let groups = groups(ARCH_D, [(0, bounds(bbox))]);
            assert!(f64::from(groups[0].side) <= MAX_SIDE, "{}", groups[0].side);
            assert!(WHOLE.contains_box(&groups[0].part) && !groups[0].part.is_empty(), "{:?}", groups[0].part);
        }
    }
}
