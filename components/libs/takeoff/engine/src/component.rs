//! The glue of an extractor component: it converts records, and native functions do the work.
//!
//! Components differ only in one number, the discipline. Their texts are here too, so that the data of all components
//! is at the same addresses and the host compiles each function once for all seven.

use crate::bindings::quantities::Discipline;
use crate::bindings::{Description, Options};
use plumbline_sheet::Sheet;

use crate::extract::{Findings, extract_reading};
use crate::reading;
use crate::survey::survey_reading;

/// Exports an extractor for one discipline. Each discipline is its own component, so that a tenant can pin the version
/// of each.
#[macro_export]
macro_rules! component {
    ($discipline:ident) => {
        #[cfg_attr(not(target_family = "wasm"), allow(dead_code, reason = "only the component is made of it"))]
        struct Extractor;

        impl $crate::bindings::Guest for Extractor {
            fn describe() -> $crate::bindings::Description {
                $crate::describe($crate::bindings::quantities::Discipline::$discipline)
            }

            fn survey(
                page: $crate::bindings::sheets::Sheet,
            ) -> Result<Vec<u8>, $crate::bindings::Failure> {
                let sheet = $crate::bindings::sheet_from_wit(page);
                Ok($crate::survey_and_cache(&sheet))
            }

            fn extract(
                page: $crate::bindings::sheets::Sheet,
                surveys: Vec<Vec<u8>>,
                options: $crate::bindings::Options,
            ) -> Result<$crate::Findings, $crate::bindings::Failure> {
                let sheet = $crate::bindings::sheet_from_wit(page);
                let discipline = $crate::bindings::quantities::Discipline::$discipline;
                Ok($crate::extract_cached(discipline, &sheet, &surveys, &options))
            }
        }

        /// The digest that identifies this extractor's surveys. Extractors with the same digest share surveys.
        #[cfg(target_family = "wasm")]
        #[used]
        #[unsafe(link_section = "plumbline:survey")]
        static SURVEYS: [u8; $crate::SURVEYS.len()] = *$crate::SURVEYS;

        #[cfg(target_family = "wasm")]
        $crate::bindings::export!(Extractor with_types_in $crate::bindings);
    };
}

/// The digest of the code that makes surveys, computed by `build.rs`.
pub const SURVEYS: &[u8; 16] = env!("PLUMBLINE_SURVEYS").as_bytes().first_chunk().expect("16 digits");

/// Surveys a page for [`component!`]. Caches the reading of the page for [`extract_cached`], which the host calls on
/// the same instance if it can.
pub fn survey_and_cache(sheet: &Sheet) -> Vec<u8> {
    survey_reading(sheet, &reading::read_and_cache(sheet))
}

/// Extracts a page for [`component!`]. Uses the reading that [`survey_and_cache`] cached if it is of the same page.
pub fn extract_cached(discipline: Discipline, sheet: &Sheet, surveys: &[Vec<u8>], options: &Options) -> Findings {
    extract_reading(discipline, sheet, &reading::take_cached_or_read(sheet), surveys, options)
}

/// Describes the extractor of a discipline. Its version is the version of the engine.
pub fn describe(discipline: Discipline) -> Description {
    let (id, name) = match discipline {
        Discipline::Electrical => ("electrical", "Electrical: devices, luminaires, panels, runs and schedules"),
        Discipline::Mechanical => {
            ("mechanical", "Mechanical: air terminals, equipment, ducts, hydronic piping and schedules")
        }
        Discipline::Plumbing => ("plumbing", "Plumbing: fixtures, drains, valves, piping and schedules"),
        Discipline::FireProtection => {
            ("fire-protection", "Fire protection: alarm devices, sprinklers, piping and schedules")
        }
        Discipline::Process => ("process", "Process: instruments, valves, equipment, lines and schedules"),
        Discipline::Structural => {
            ("structural", "Structural: members, footings, concrete, reinforcement and schedules")
        }
        Discipline::MultiDiscipline => ("multi-discipline", "Every trade on one drawing"),
    };
    Description {
        id: id.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        name: name.to_owned(),
        discipline,
        options: Vec::new(),
    }
}
