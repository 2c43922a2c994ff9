//! The adapter of `plumbline:endpoint/sealing`. It seals texts with the central host's secret, for the tenant and
//! environment that the application serves, so a cursor created on one side opens on the other.

#[cfg(target_family = "wasm")]
mod component {
    use plumbline_edge::required_application;

    plumbline_edge::adapter_bindings!(
        "package plumbline:edge-adapter; world adapter { export plumbline:endpoint/sealing@1.0.0; }"
    );

    struct Sealing;

    impl bindings::exports::plumbline::endpoint::sealing::Guest for Sealing {
        fn seal(purpose: String, text: String) -> String {
            let application = required_application();
            // Sealing fails only for gigabytes of text, and a component does not have the memory for them.
            application.secret.sealer().seal(&application.scope, &purpose, &text).unwrap_or_default()
        }

        fn open(purpose: String, sealed: String) -> Option<String> {
            let application = required_application();
            application.secret.sealer().open(&application.scope, &purpose, &sealed)
        }
    }

    bindings::export!(Sealing with_types_in bindings);
}
