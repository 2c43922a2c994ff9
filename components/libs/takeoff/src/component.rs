//! What makes an extractor component of a discipline: records move in and out; all work is done by the native functions.

/// Exports an extractor for one discipline. An extractor is nothing but this: each discipline is its own component, so
/// that a tenant can pin the version of any.
#[macro_export]
macro_rules! component {
    (discipline: $discipline:ident, id: $id:literal, name: $name:literal $(,)?) => {
        #[cfg_attr(not(target_family = "wasm"), allow(dead_code, reason = "only the component is made of it"))]
        struct Extractor;

        impl ::plumbline_guest_extractor::Guest for Extractor {
            fn describe() -> ::plumbline_guest_extractor::Description {
                ::plumbline_guest_extractor::Description {
                    id: $id.to_owned(),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    name: $name.to_owned(),
                    discipline: ::plumbline_guest_extractor::quantities::Discipline::$discipline,
                    options: Vec::new(),
                }
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
