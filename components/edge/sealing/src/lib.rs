//! The adapter of `plumbline:endpoint/sealing`: texts are sealed with the centre's secret, for the tenant and environment that
//! the application serves, so that a cursor made on one side opens on the other.

#[cfg(target_family = "wasm")]
mod component {
    use plumbline_edge::{Place, place};

    plumbline_edge::adapter_bindings!(
        "package plumbline:edge-adapter; world adapter { export plumbline:endpoint/sealing@1.0.0; }"
    );

    struct Sealing;

    /// The gateway answers no call while a variable is missing, so this is never asked then.
    fn known() -> &'static Place {
        place().unwrap_or_else(|missing| panic!("{missing}"))
    }

    impl bindings::exports::plumbline::endpoint::sealing::Guest for Sealing {
        fn seal(purpose: String, text: String) -> String {
            let place = known();
            // Only a text of gigabytes cannot be sealed, and no component has room for one.
            place.secret.sealer().seal(&place.scope, &purpose, &text).unwrap_or_default()
        }

        fn open(purpose: String, sealed: String) -> Option<String> {
            let place = known();
            place.secret.sealer().open(&place.scope, &purpose, &sealed)
        }
    }

    bindings::export!(Sealing with_types_in bindings);
}
