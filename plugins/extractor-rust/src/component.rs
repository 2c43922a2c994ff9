//! The functions that the host calls. It first calls `survey` for every page of a document. Then it passes all surveys to
//! each call of `extract`, on several instances at once and in any order of the pages.

use crate::bindings::exports::plumbline::extractor::extractor::{Description, Failure, Guest, Options};
use crate::bindings::plumbline::drawing::quantities::{Depth, Discipline, Findings, PageRate, Warning, WarningCode};
use crate::bindings::plumbline::drawing::sheets::Sheet;
use crate::{drains, legend::Legend};

struct Extractor;

impl Guest for Extractor {
    fn describe() -> Description {
        Description {
            id: "acme".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            name: "Acme floor drains".into(),
            discipline: Discipline::Plumbing,
            options: vec![],
        }
    }

    fn survey(page: Sheet) -> Result<Vec<u8>, Failure> {
        Ok(Legend::of(&page).to_bytes())
    }

    fn extract(page: Sheet, surveys: Vec<Vec<u8>>, options: Options) -> Result<Findings, Failure> {
        let legend = Legend::from_surveys(&surveys);
        let items = drains::find(&page, &legend);
        let mut warnings = Vec::new();
        if items.is_empty() {
            warnings.push(Warning {
                code: WarningCode::NoItemsFound,
                message: "No floor drain tags, such as FD-1, were found on this page.".into(),
                pages: vec![page.page_number],
            });
        }
        // Deep pages are those for which recognition was requested. This extractor does nothing more on them.
        let rate = match options.depth {
            Depth::Standard => PageRate::TextPage,
            Depth::Deep => PageRate::DeepPage,
        };
        Ok(Findings { items, routes: vec![], schedules: vec![], warnings, rate })
    }
}

crate::bindings::export!(Extractor with_types_in crate::bindings);
