//! Conversion of the WIT record to the native sheet. Columns are moved, not copied.

use crate::sheets;

/// Converts the record that crossed the component boundary to the native sheet that the shared libraries use.
pub fn sheet_from_wit(sheet: sheets::Sheet) -> plumbline_sheet::Sheet {
    plumbline_sheet::Sheet {
        page_number: sheet.page_number,
        width: sheet.width,
        height: sheet.height,
        rotation: sheet.rotation,
        number: sheet.number,
        title: sheet.title,
        scales: sheet.scales.into_iter().map(scale).collect(),
        layers: sheet.layers,
        blocks: sheet.blocks,
        styles: sheet
            .styles
            .into_iter()
            .map(|s| plumbline_sheet::Style { stroke: s.stroke, fill: s.fill, width: s.width, dash: s.dash })
            .collect(),
        verbs: sheet.verbs,
        coords: sheet.coords,
        path_verbs: sheet.path_verbs,
        path_styles: sheet.path_styles,
        path_layers: sheet.path_layers,
        path_blocks: sheet.path_blocks,
        path_clips: sheet.path_clips,
        clips: sheet.clips,
        text: sheet.text,
        text_lengths: sheet.text_lengths,
        text_baselines: sheet.text_baselines,
        text_sizes: sheet.text_sizes,
        text_boxes: sheet.text_boxes,
        text_colors: sheet.text_colors,
        text_layers: sheet.text_layers,
        text_sources: sheet.text_sources,
        image_boxes: sheet.image_boxes,
        image_pixels: sheet.image_pixels,
        notes: sheet.notes,
    }
}

fn scale(scale: sheets::Scale) -> plumbline_sheet::Scale {
    plumbline_sheet::Scale {
        ratio: scale.ratio,
        imperial: scale.imperial,
        source: match scale.source {
            sheets::ScaleSource::TitleBlock => plumbline_sheet::ScaleSource::TitleBlock,
            sheets::ScaleSource::ScaleBar => plumbline_sheet::ScaleSource::ScaleBar,
            sheets::ScaleSource::Declared => plumbline_sheet::ScaleSource::Declared,
        },
        text: scale.text,
        area: scale.area.map(|area| <[f32; 4]>::from(area).into()),
    }
}
