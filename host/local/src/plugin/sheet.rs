//! A drawn sheet for trying out an extractor: a small plan of several trades with a legend, a schedule and a title
//! block. It needs no reader, so that a plugin can be tried without the other components.

use plumbline_drawings::bindings::drawing::sheets;
use plumbline_sheet::{NONE, Scale, ScaleSource, Sheet, Style, convert_sheet};

/// Text height.
const LETTERS: f32 = 8.0;
/// Distance from the middle of a circle's side to its control point, for radius 1.
const CIRCLE: f32 = 0.552_284_8;

/// Returns the plan, A1 landscape at 1:100.
pub(crate) fn plan() -> sheets::Sheet {
    let mut pen = Pen::new();
    pen.text(2100.0, 1600.0, "P-101");
    pen.text(2100.0, 1620.0, "GROUND FLOOR PLAN");
    pen.text(2100.0, 1640.0, "SCALE 1:100");
    // Walls of four rooms.
    for x in [200.0, 700.0, 1200.0] {
        pen.line(&[(x, 200.0), (x, 1200.0)], 0);
    }
    for y in [200.0, 700.0, 1200.0] {
        pen.line(&[(200.0, y), (1200.0, y)], 0);
    }
    // Floor drains: a circle with its tag.
    for (x, y, tag) in [(300.0, 300.0, "FD-1"), (600.0, 300.0, "FD-1"), (900.0, 400.0, "FD-2"), (900.0, 900.0, "FD-1")]
    {
        pen.circle(x, y, 6.0, 1);
        pen.text(x + 10.0, y - 12.0, tag);
    }
    // Devices as blocks, fixtures and equipment as tags.
    for number in 0..6u8 {
        pen.block(260.0 + 80.0 * f32::from(number), 690.0, 2);
    }
    for (x, y, tag) in
        [(400.0, 1000.0, "WC-1"), (480.0, 1000.0, "WC-1"), (560.0, 1000.0, "LAV-1"), (950.0, 1100.0, "EF-1")]
    {
        pen.text(x, y, tag);
    }
    // A pipe with its size.
    pen.line(&[(306.0, 300.0), (594.0, 300.0), (594.0, 600.0)], 3);
    pen.text(420.0, 285.0, "DN 100");
    pen.text(1500.0, 180.0, "LEGEND");
    for (y, tag, words) in [
        (210.0, "FD-1", "FLOOR DRAIN, CAST IRON, DN 100"),
        (235.0, "FD-2", "FLOOR DRAIN WITH SEDIMENT BUCKET"),
        (260.0, "WC-1", "WATER CLOSET, WALL HUNG"),
        (285.0, "LAV-1", "LAVATORY"),
        (310.0, "EF-1", "EXHAUST FAN, 250 CFM"),
    ] {
        pen.text(1500.0, y, tag);
        pen.text(1560.0, y, words);
    }
    pen.block(1505.0, 340.0, 2);
    pen.text(1560.0, 336.0, "DUPLEX RECEPTACLE");
    convert_sheet!(pen.sheet, plumbline_sheet => sheets, |area| area.to_array().into())
}

/// Draws into the columns of a sheet.
struct Pen {
    sheet: Sheet,
}

impl Pen {
    fn new() -> Self {
        let line = |stroke, width| Style { stroke: Some(stroke), fill: None, width, dash: vec![] };
        let sheet = Sheet {
            page_number: 1,
            width: 2384.0,
            height: 1684.0,
            rotation: 0,
            number: Some("P-101".into()),
            title: Some("GROUND FLOOR PLAN".into()),
            scales: vec![Scale {
                ratio: 100.0,
                imperial: false,
                source: ScaleSource::TitleBlock,
                text: "1:100".into(),
                area: None,
            }],
            layers: ["A-WALL", "P-SANR-FIXT", "E-POWR-DEVC", "P-SANR-PIPE"].map(String::from).to_vec(),
            blocks: vec!["RECEPTACLE-DUPLEX".into()],
            styles: vec![line(0x00_0000, 1.4), line(0x00_00ff, 0.7), line(0xff_0000, 0.7), line(0x00_8000, 1.0)],
            ..Sheet::default()
        };
        Self { sheet }
    }

    /// Adds a run of text at the top left corner of its box.
    fn text(&mut self, x: f32, y: f32, text: &str) {
        let sheet = &mut self.sheet;
        let end = x + 0.6 * LETTERS * text.len() as f32;
        sheet.text.push_str(text);
        sheet.text_lengths.push(text.len() as u32);
        sheet.text_baselines.extend([x, y + LETTERS, end, y + LETTERS]);
        sheet.text_sizes.push(LETTERS);
        sheet.text_boxes.extend([x, y, end, y + LETTERS]);
        sheet.text_colors.push(0);
        sheet.text_layers.push(NONE);
        sheet.text_sources.push(0);
    }

    /// Adds a path on a layer. The path's style has the same number as the layer.
    fn path(&mut self, verbs: &[u8], coords: &[f32], layer: u32, block: u32) {
        let sheet = &mut self.sheet;
        sheet.verbs.extend(verbs);
        sheet.coords.extend(coords);
        sheet.path_verbs.push(verbs.len() as u32);
        sheet.path_styles.push(layer);
        sheet.path_layers.push(layer);
        sheet.path_blocks.push(block);
        sheet.path_clips.push(NONE);
    }

    fn line(&mut self, points: &[(f32, f32)], layer: u32) {
        let verbs: Vec<u8> = (0..points.len()).map(|index| u8::from(index > 0)).collect();
        let coords: Vec<f32> = points.iter().flat_map(|&(x, y)| [x, y]).collect();
        self.path(&verbs, &coords, layer, NONE);
    }

    fn circle(&mut self, x: f32, y: f32, radius: f32, layer: u32) {
        let (r, c) = (radius, radius * CIRCLE);
        let mut coords = vec![x + r, y];
        let mut quarter = [(r, c), (c, r), (0.0, r)];
        for _ in 0..4 {
            coords.extend(quarter.iter().flat_map(|&(dx, dy)| [x + dx, y + dy]));
            // The next quarter is this one, turned by a right angle.
            quarter = quarter.map(|(dx, dy)| (-dy, dx));
        }
        self.path(&[0, 3, 3, 3, 3, 4], &coords, layer, NONE);
    }

    /// Adds a receptacle: two strokes of one block.
    fn block(&mut self, x: f32, y: f32, layer: u32) {
        for dx in [-3.0, 3.0] {
            self.path(&[0, 1], &[x + dx, y - 8.0, x + dx, y + 8.0], layer, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_the_plan_fit_each_other() {
        let sheet = plan();
        let numbers = |verb: &u8| [2, 2, 4, 6, 0][usize::from(*verb)];
        assert_eq!(sheet.verbs.iter().map(numbers).sum::<usize>(), sheet.coords.len());
        assert_eq!(sheet.path_verbs.iter().sum::<u32>() as usize, sheet.verbs.len());
        let paths = sheet.path_verbs.len();
        for column in [&sheet.path_styles, &sheet.path_layers, &sheet.path_blocks, &sheet.path_clips] {
            assert_eq!(column.len(), paths);
        }
        let runs = sheet.text_lengths.len();
        assert_eq!(sheet.text_lengths.iter().sum::<u32>() as usize, sheet.text.len());
        assert_eq!([sheet.text_boxes.len(), sheet.text_baselines.len()], [4 * runs, 4 * runs]);
        let inside = |pair: &[f32]| (0.0..sheet.width).contains(&pair[0]) && (0.0..sheet.height).contains(&pair[1]);
        assert!(sheet.coords.chunks(2).chain(sheet.text_boxes.chunks(2)).all(inside));
    }
}
