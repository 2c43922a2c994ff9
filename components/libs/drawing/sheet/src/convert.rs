//! The conversion between the native sheet and the records of the bindings, which have the same columns.

/// Converts a sheet of one module to that of another: `convert_sheet!(sheet, plumbline_sheet => sheets, |area| …)`.
/// Both modules have the types `Sheet`, `Style`, `Scale` and `ScaleSource`, with equal names of fields. The last
/// argument converts the area of a scale, which is a rectangle of the page here and four numbers there. Columns are
/// moved, not copied.
#[macro_export]
macro_rules! convert_sheet {
    ($sheet:expr, $from:ident => $to:ident, $area:expr) => {{
        let sheet = $sheet;
        let style = |style: $from::Style| $to::Style {
            stroke: style.stroke,
            fill: style.fill,
            width: style.width,
            dash: style.dash,
        };
        let scale = |scale: $from::Scale| $to::Scale {
            ratio: scale.ratio,
            imperial: scale.imperial,
            source: match scale.source {
                $from::ScaleSource::TitleBlock => $to::ScaleSource::TitleBlock,
                $from::ScaleSource::ScaleBar => $to::ScaleSource::ScaleBar,
                $from::ScaleSource::Declared => $to::ScaleSource::Declared,
            },
            text: scale.text,
            area: scale.area.map($area),
        };
        $to::Sheet {
            page_number: sheet.page_number,
            width: sheet.width,
            height: sheet.height,
            rotation: sheet.rotation,
            number: sheet.number,
            title: sheet.title,
            scales: sheet.scales.into_iter().map(scale).collect(),
            layers: sheet.layers,
            blocks: sheet.blocks,
            styles: sheet.styles.into_iter().map(style).collect(),
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
    }};
}
