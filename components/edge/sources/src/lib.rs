//! The adapter of `plumbline:endpoint/sources`: the centre is asked, for it resolves names and knows which networks are
//! public.

#[cfg(target_family = "wasm")]
mod component {
    use std::time::Duration;

    use plumbline_edge::place;

    #[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
    mod bindings {
        wit_bindgen::generate!({
            inline: "package plumbline:edge-sources; world adapter { export plumbline:endpoint/sources@1.0.0; }",
            world: "plumbline:edge-sources/adapter",
            path: [
                "../../../wit/deps/wasi-clocks@0.3.0",
                "../../../wit/deps/wasi-random@0.3.0",
                "../../../wit/deps/wasi-filesystem@0.3.0",
                "../../../wit/deps/wasi-sockets@0.3.0",
                "../../../wit/deps/wasi-cli@0.3.0",
                "../../../wit/deps/wasi-http@0.3.0",
                "../../../wit/deps/spin-sqlite@3.1.0",
                "../../../wit/endpoint@1.0.0",
            ],
            generate_all,
        });
    }

    /// How long the centre may take: it resolves a name.
    const PATIENCE: Duration = Duration::from_secs(10);

    struct Sources;

    impl bindings::exports::plumbline::endpoint::sources::Guest for Sources {
        fn check(url: String) -> Result<(), String> {
            // The gateway answers no call while a variable is missing.
            let place = place().unwrap_or_else(|missing| panic!("{missing}"));
            let Some(centre) = &place.centre_url else {
                return Err("this edge has no centre to fetch it; upload the file instead".to_owned());
            };
            let asked = place.secret.signer().sign_source(&place.scope, &url);
            let answer = waki::Client::new().get(&format!("{centre}{asked}")).connect_timeout(PATIENCE).send();
            let answer = answer.map_err(|error| format!("the centre, which fetches it, cannot be asked: {error}"))?;
            match answer.status_code() {
                204 => Ok(()),
                422 => Err(String::from_utf8_lossy(&answer.body().unwrap_or_default()).into_owned()),
                other => Err(format!("the centre, which fetches it, answered {other}")),
            }
        }
    }

    bindings::export!(Sources with_types_in bindings);
}
