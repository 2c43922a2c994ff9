//! Sheets for tests, with text only.

use crate::bindings::plumbline::drawing::sheets::Sheet;

/// Returns a page of 1000 by 800 points with runs of text, each with the top left corner of its box.
pub(crate) fn sheet(texts: &[(&str, f32, f32)]) -> Sheet {
    const HEIGHT: f32 = 8.0;
    let width = |text: &str| 0.6 * HEIGHT * text.chars().count() as f32;
    let end = |text: &str, x: f32| x + width(text);
    Sheet {
        page_number: 1,
        width: 1000.0,
        height: 800.0,
        rotation: 0,
        number: None,
        title: None,
        scales: vec![],
        layers: vec![],
        blocks: vec![],
        styles: vec![],
        verbs: vec![],
        coords: vec![],
        path_verbs: vec![],
        path_styles: vec![],
        path_layers: vec![],
        path_blocks: vec![],
        path_clips: vec![],
        clips: vec![],
        text: texts.iter().map(|(text, _, _)| *text).collect(),
        text_lengths: texts.iter().map(|(text, _, _)| text.len() as u32).collect(),
        text_baselines: texts.iter().flat_map(|&(text, x, y)| [x, y + HEIGHT, end(text, x), y + HEIGHT]).collect(),
        text_sizes: vec![HEIGHT; texts.len()],
        text_boxes: texts.iter().flat_map(|&(text, x, y)| [x, y, end(text, x), y + HEIGHT]).collect(),
        text_colors: vec![0; texts.len()],
        text_layers: vec![u32::MAX; texts.len()],
        text_sources: vec![0; texts.len()],
        image_boxes: vec![],
        image_pixels: vec![],
        notes: vec![],
    }
}
