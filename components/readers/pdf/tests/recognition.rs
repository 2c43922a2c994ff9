//! A drawn sheet as a picture, read by the real models and compared with its own text layer. Skipped if the models are
//! missing; `cargo xtask setup` fetches them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plumbline_inference::{Error, Models};
use plumbline_reader_pdf::Document;
use plumbline_sample::{Drawing, Options};
use plumbline_scanned_pages::image::Ink;
use plumbline_scanned_pages::reader::{DrawPages as _, complete};
use plumbline_scanned_pages::text::{Dictionary, Graph, Inference, Input, Need, Output, read};
use plumbline_sheet::model::{Text, text_source};
use plumbline_sheet::{Recognition, Sheet};

struct Tract(Models);

impl Inference for Tract {
    type Error = Error;

    fn run(&mut self, graph: Graph, input: Input<'_>) -> Result<Output, Error> {
        let answer = self.0.graph(graph.name())?.run(&[1, 3, input.height, input.width], input.values)?;
        Ok(Output { dimensions: answer.dimensions, values: answer.values })
    }
}

/// Returns the models and their characters, if they are installed. If `CI` is set, they must be.
fn models() -> Option<(Tract, Dictionary)> {
    let beside = || Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("models");
    let models = Models::in_folder(std::env::var_os("PLUMBLINE_MODELS").map_or_else(beside, PathBuf::from));
    if !models.is_complete() {
        let remedy = "`cargo xtask setup` downloads the models";
        plumbline_tests::report_missing("the folder of text recognition models", remedy).unwrap();
        return None;
    }
    let graph = models.graph(Graph::Recognition.name()).unwrap();
    let dictionary = Dictionary::parse(graph.metadata("character").unwrap());
    Some((Tract(models), dictionary))
}

fn words<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for text in texts {
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *words.entry(word.to_uppercase()).or_default() += 1;
        }
    }
    words
}

/// Returns the sample sheet, its first page parsed, and that page as a picture.
fn sample() -> (Document, Sheet) {
    let drawing = Drawing::e101(7, &Options::default());
    let mut document = Document::open(drawing.pdf).unwrap();
    let sheet = document.sheet(1).unwrap();
    (document, sheet)
}

#[test]
fn a_page_is_drawn_where_its_text_stands() {
    let (mut document, sheet) = sample();
    let drawn = document.draw(1).unwrap();
    assert!((drawn.picture.width() as f32 * drawn.points - sheet.width).abs() < 1.0);
    let ink = Ink::of(&drawn.picture, 20);
    for text in sheet.texts() {
        let [x0, y0, x1, y1] = text.bbox.to_array().map(|at| (at / drawn.points).max(0.0) as usize);
        assert!(ink.count_in(x0, y0, x1 + 1, y1 + 1) > 0, "no ink under {}", text.text);
    }
}

#[test]
fn the_corner_of_a_sheet_is_read_as_it_is_written() {
    let Some((mut models, dictionary)) = models() else { return };
    let (mut document, sheet) = sample();
    let drawn = document.draw(1).unwrap();
    // The lower right corner, with title block and notes.
    let (width, height) = (1400usize, 1000usize);
    let corner = [drawn.picture.width() - width, drawn.picture.height() - height];
    let [x0, y0] = corner.map(|at| at as f32);
    let part = drawn.picture.crop([x0, y0], [width as f32, 0.0], [0.0, height as f32], width, height);
    let runs = read(&part, &Ink::of(&part, 20), &dictionary, &mut models).unwrap();
    let found = words(runs.iter().map(|run| run.text.as_str()));
    // Runs cut by the edge are not expected.
    let inside = |text: &Text<'_>| text.bbox.min.x / drawn.points > x0 && text.bbox.min.y / drawn.points > y0;
    let written = words(sheet.texts().filter(inside).map(|text| text.text));
    let all: usize = written.values().sum();
    let read: usize = written.iter().map(|(word, &count)| count.min(found.get(word).copied().unwrap_or(0))).sum();
    println!("{read} of {all} words");
    assert!(all > 20, "the corner has {all} words");
    assert!(read as f64 >= 0.95 * all as f64, "{read} of {all}; written {written:?}, found {found:?}");
    for run in &runs {
        let near = sheet.texts().any(|text| {
            let [left, top, right, bottom] = text.bbox.to_array().map(|at| at / drawn.points);
            left - 8.0 < run.bbox.max.x + x0
                && right + 8.0 > run.bbox.min.x + x0
                && top - 8.0 < run.bbox.max.y + y0
                && bottom + 8.0 > run.bbox.min.y + y0
        });
        assert!(near, "nothing is written where {} was read", run.text);
    }
}

#[test]
#[ignore = "the models take a minute for a whole sheet; cargo xtask test --full runs it"]
fn a_page_that_has_its_text_gains_none() {
    let Some((mut models, dictionary)) = models() else { return };
    let (mut document, sheet) = sample();
    let before = sheet.text_lengths.len();
    let drawn = document.draw(1).unwrap();
    let completed = complete(sheet, Need::Nothing, &drawn, &dictionary, &mut models).unwrap();
    let added = completed.texts().filter(|text| text.source == text_source::RECOGNIZED).count();
    assert!(added * 50 < before, "{added} runs added to {before}");
    assert!(matches!(Recognition::of(&completed), Some(Recognition::Done { confidence, .. }) if confidence > 0.9));
}
