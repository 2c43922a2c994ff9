//! Sheets as blobs: their encoding between a reader and an extractor, and what ingestion records about them.
//!
//! The format is postcard over the record's fields in WIT order. `plumbline-sheet` reads the same bytes.

use crate::bindings::drawing::sheets::Sheet;
use crate::reading::bindings::readers::Page;

/// Encodes a sheet.
pub(crate) fn encode(sheet: &Sheet) -> Result<Vec<u8>, postcard::Error> {
    postcard::to_stdvec(sheet)
}

/// Decodes a sheet.
pub(crate) fn decode(bytes: &[u8]) -> Result<Sheet, postcard::Error> {
    postcard::from_bytes(bytes)
}

/// Returns what ingestion records about a page.
pub(crate) fn page(number: u32, sheet: Sheet) -> Page {
    Page {
        number,
        has_text: !sheet.text.trim().is_empty(),
        has_vectors: !sheet.path_verbs.is_empty(),
        has_images: !sheet.image_boxes.is_empty(),
        rotation: sheet.rotation,
        width: sheet.width,
        height: sheet.height,
        sheet_number: sheet.number,
        sheet_title: sheet.title,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a sheet with a value in every field, so that a field out of order is noticed.
    fn full() -> plumbline_sheet::Sheet {
        use plumbline_sheet::{Scale, ScaleSource, Style};
        plumbline_sheet::Sheet {
            page_number: 3,
            width: 2384.0,
            height: 1684.0,
            rotation: 90,
            number: Some("E-101".into()),
            title: None,
            scales: vec![Scale {
                ratio: 96.0,
                imperial: true,
                source: ScaleSource::ScaleBar,
                text: "1/8\" = 1'-0\"".into(),
                area: Some([1.0, 2.0, 3.0, 4.0].into()),
            }],
            layers: vec!["E-POWR".into()],
            blocks: vec!["duplex".into(), "panel".into()],
            styles: vec![Style { stroke: Some(0xff0000), fill: None, width: 0.72, dash: vec![6.0, 3.0] }],
            verbs: vec![0, 1, 4],
            coords: vec![1.0, 2.0, 3.0, 4.0],
            path_verbs: vec![3],
            path_styles: vec![0],
            path_layers: vec![u32::MAX],
            path_blocks: vec![1],
            path_clips: vec![0],
            clips: vec![0.0, 0.0, 9.0, 9.0],
            text: "Ω 20A".into(),
            text_lengths: vec![6],
            text_baselines: vec![1.0, 2.0, 3.0, 2.0],
            text_sizes: vec![7.5],
            text_boxes: vec![1.0, 1.0, 3.0, 2.5],
            text_colors: vec![0x00ff00],
            text_layers: vec![0],
            text_sources: vec![2],
            image_boxes: vec![5.0, 5.0, 6.0, 6.0],
            image_pixels: vec![640, 480],
            notes: vec!["a note".into()],
        }
    }

    #[test]
    fn host_and_components_read_the_same_bytes() {
        let native = full();
        let bytes = postcard::to_stdvec(&native).unwrap();
        let host = decode(&bytes).unwrap();
        assert_eq!(host.page_number, 3);
        assert_eq!(host.number.as_deref(), Some("E-101"));
        assert_eq!(host.scales[0].area, Some((1.0, 2.0, 3.0, 4.0)));
        assert_eq!(host.styles[0].stroke, Some(0xff0000));
        assert_eq!(host.text, "Ω 20A");
        assert_eq!(host.notes, ["a note"]);
        let back = encode(&host).unwrap();
        assert_eq!(back, bytes);
        assert_eq!(postcard::from_bytes::<plumbline_sheet::Sheet>(&back).unwrap(), native);
    }
}
