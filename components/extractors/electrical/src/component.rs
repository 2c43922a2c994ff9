//! The component: moves records in and out; all work is done by the native functions.

use plumbline_guest_extractor::sheets::Sheet;
use plumbline_guest_extractor::{Description, Failure, Guest, Options, quantities, sheet_from_wit};

use crate::{Findings, extract_native, survey_native};

#[cfg_attr(not(target_family = "wasm"), allow(dead_code, reason = "only the component is made of it"))]
struct Electrical;

impl Guest for Electrical {
    fn describe() -> Description {
        Description {
            id: "electrical".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: "Electrical: devices, luminaires, panels, runs and schedules".to_owned(),
            discipline: quantities::Discipline::Electrical,
            options: Vec::new(),
        }
    }

    fn survey(page: Sheet) -> Result<Vec<u8>, Failure> {
        Ok(survey_native(&sheet_from_wit(page)))
    }

    fn extract(page: Sheet, surveys: Vec<Vec<u8>>, options: Options) -> Result<Findings, Failure> {
        Ok(extract_native(&sheet_from_wit(page), &surveys, &options))
    }
}

#[cfg(target_family = "wasm")]
plumbline_guest_extractor::export!(Electrical with_types_in plumbline_guest_extractor);
