//! What makes an extractor component of a discipline: records move in and out; all work is done by the native functions.
//!
//! A component differs from another by one number. Its texts are here too, so that the data of all of them lie at the
//! same addresses and the host compiles each function once for all seven.

use plumbline_guest_extractor::Description;
use plumbline_guest_extractor::quantities::Discipline;

/// Exports an extractor for one discipline. An extractor is nothing but this: each discipline is its own component, so
/// that a tenant can pin the version of any.
#[macro_export]
macro_rules! component {
    ($discipline:ident) => {
        #[cfg_attr(not(target_family = "wasm"), allow(dead_code, reason = "only the component is made of it"))]
        struct Extractor;

        impl ::plumbline_guest_extractor::Guest for Extractor {
            fn describe() -> ::plumbline_guest_extractor::Description {
                $crate::describe(::plumbline_guest_extractor::quantities::Discipline::$discipline)
            }

            fn survey(
                page: ::plumbline_guest_extractor::sheets::Sheet,
            ) -> Result<Vec<u8>, ::plumbline_guest_extractor::Failure> {
                let sheet = ::plumbline_guest_extractor::sheet_from_wit(page);
                Ok($crate::survey(::plumbline_guest_extractor::quantities::Discipline::$discipline, &sheet))
            }

            fn extract(
                page: ::plumbline_guest_extractor::sheets::Sheet,
                surveys: Vec<Vec<u8>>,
                options: ::plumbline_guest_extractor::Options,
            ) -> Result<$crate::Findings, ::plumbline_guest_extractor::Failure> {
                let sheet = ::plumbline_guest_extractor::sheet_from_wit(page);
                let discipline = ::plumbline_guest_extractor::quantities::Discipline::$discipline;
                Ok($crate::extract(discipline, &sheet, &surveys, &options))
            }
        }

        #[cfg(target_family = "wasm")]
        ::plumbline_guest_extractor::export!(Extractor with_types_in ::plumbline_guest_extractor);
    };
}

/// Describes the extractor of a discipline. Its version is the engine's.
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
