//! A page in tiles of the size that detection takes. They overlap, and each is responsible for the part of the page
//! that is nearer to its center than to another's, so that no text is judged at a tile's border.

/// Side of a tile in pixels.
pub const TILE: usize = 960;

/// Overlap of neighboring tiles in pixels.
const OVERLAP: usize = 160;

/// One tile along one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// Start of the tile.
    pub(crate) start: usize,
    /// The part it is responsible for.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Returns the tiles along an axis of `length` pixels. The last one ends with the page if the page is long enough.
pub(crate) fn spans(length: usize) -> Vec<Span> {
    let step = TILE - OVERLAP;
    let count = if length <= TILE { 1 } else { (length - OVERLAP).div_ceil(step) };
    let start = |index: usize| (index * step).min(length.saturating_sub(TILE));
    (0..count)
        .map(|index| Span {
            start: start(index),
            from: if index == 0 { 0 } else { (start(index - 1) + TILE).midpoint(start(index)) },
            to: if index + 1 == count { length } else { (start(index) + TILE).midpoint(start(index + 1)) },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_pixel_is_answered_for_once_and_away_from_borders(length in 1usize..12_000) {
            let spans = spans(length);
            prop_assert_eq!(spans[0].from, 0);
            prop_assert_eq!(spans[spans.len() - 1].to, length);
            for pair in spans.windows(2) {
                prop_assert_eq!(pair[0].to, pair[1].from);
                prop_assert!(pair[0].start + TILE - pair[0].to >= OVERLAP / 2);
                prop_assert!(pair[1].from - pair[1].start >= OVERLAP / 2);
            }
            for span in &spans {
                prop_assert!(span.from >= span.start && span.to <= span.start + TILE);
            }
        }
    }

    #[test]
    fn an_e_size_sheet_has_63_tiles_at_150_dpi() {
        assert_eq!(spans(7200).len() * spans(5400).len(), 63);
    }
}
