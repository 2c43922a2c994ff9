//! An extractor that finds one item per page: the page's text, described by all surveys. A page can trigger a fault.

wit_bindgen::generate!({
    path: ["../../../../../wit/drawing@1.0.0", "../../../../../wit/extractor@1.0.0"],
    world: "plumbline:extractor/extractor-component@1.0.0",
    generate_all,
});

#[path = "../../mode.rs"]
mod mode;

use std::sync::atomic::{AtomicU32, Ordering};

use exports::plumbline::extractor::extractor::{Description, Discipline, Failure, FailureCode, Findings, Guest, Options, Sheet};
use plumbline::drawing::describing::OptionSpec;
use plumbline::drawing::quantities::{Confidence, Item, ItemSource, MeasureType, PageRate, Trade};
use plumbline::extractor::progress;

struct Extractor;

/// The page that this instance surveyed; 0 if none.
static SURVEYED: AtomicU32 = AtomicU32::new(0);

impl Guest for Extractor {
    fn describe() -> Description {
        let mut description = Description {
            id: "text".into(),
            version: "1.0.0".into(),
            name: "Text".into(),
            discipline: Discipline::Electrical,
            options: vec![],
        };
        let option = |about: String| OptionSpec { name: "o".into(), about, default: "1".into() };
        match mode::mode().as_str() {
            "trap" => panic!("on purpose"),
            "other-discipline" => description.discipline = Discipline::Plumbing,
            "many-options" => description.options = (0..10_000).map(|_| option("?".into())).collect(),
            "long-option" => description.options.push(option("x".repeat(1_000_000))),
            _ => {}
        }
        description
    }

    fn survey(page: Sheet) -> Result<Vec<u8>, Failure> {
        SURVEYED.store(page.page_number, Ordering::Relaxed);
        if page.text == "survey-trap" {
            panic!("on purpose");
        }
        if page.text == "survey-large" {
            return Ok(vec![b'x'; 30 << 20]);
        }
        if page.text == "survey-medium" {
            return Ok(vec![b'x'; 4 << 20]);
        }
        Ok(if page.text.starts_with("legend") { page.text.into_bytes() } else { Vec::new() })
    }

    fn extract(page: Sheet, surveys: Vec<Vec<u8>>, options: Options) -> Result<Findings, Failure> {
        progress::report(10);
        match page.text.as_str() {
            "extract-trap" => panic!("on purpose"),
            "extract-loop" => loop {
                std::hint::black_box(&page);
            },
            "extract-failure" => {
                return Err(Failure { code: FailureCode::UnsupportedContent, message: "Not this page.".into() });
            }
            _ => {}
        }
        let mut description: Vec<u8> = surveys.into_iter().filter(|survey| survey.len() < 1 << 20).flatten().collect();
        if page.text == "remember" {
            description = format!("surveyed page {}", SURVEYED.load(Ordering::Relaxed)).into_bytes();
        }
        let item = Item {
            key: "one".into(),
            group: None,
            description: String::from_utf8_lossy(&description).into_owned(),
            trade: Trade::Electrical,
            category: "device".into(),
            item_type: "text".into(),
            measure: MeasureType::Count,
            quantity: 1.0,
            unit: "EA".into(),
            tag: Some(page.text),
            attributes: vec![],
            page_number: page.page_number,
            geometry: None,
            evidence: vec![],
            confidence: if options.include_schedules { Confidence::High } else { Confidence::Low },
            source: ItemSource::Plan,
        };
        Ok(Findings { items: vec![item], routes: vec![], schedules: vec![], warnings: vec![], rate: PageRate::TextPage })
    }
}

export!(Extractor);
