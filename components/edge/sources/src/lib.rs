//! The adapter of `plumbline:endpoint/sources`. It asks the central host, which resolves names and knows which networks
//! are public.

#[cfg(target_family = "wasm")]
mod component {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use plumbline_edge::required_application;

    plumbline_edge::adapter_bindings!(
        "package plumbline:edge-adapter; world adapter {
            export plumbline:endpoint/sources@1.0.0;
            export plumbline:edge/unanswered-sources@1.0.0;
        }"
    );

    /// Time limit for connecting to the central host, which resolves a name.
    const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

    struct Sources;

    /// Requests that the central host did not answer since the instance started.
    static UNANSWERED: AtomicU64 = AtomicU64::new(0);

    /// Counts an unanswered request. The gateway checks the count and answers instead of the endpoint.
    fn count_unanswered(error: &str) -> String {
        UNANSWERED.fetch_add(1, Ordering::Relaxed);
        eprintln!("the central server could not be asked for an address: {error}");
        "the central server, which fetches it, does not respond".to_owned()
    }

    impl bindings::exports::plumbline::edge::unanswered_sources::Guest for Sources {
        fn count() -> u64 {
            UNANSWERED.load(Ordering::Relaxed)
        }
    }

    impl bindings::exports::plumbline::endpoint::sources::Guest for Sources {
        fn check(url: String) -> Result<(), String> {
            let application = required_application();
            let Some(central_url) = &application.central_url else {
                return Err(
                    "this edge is not connected to a central server, which would fetch it; upload the file instead"
                        .to_owned(),
                );
            };
            let path_and_query = application.secret.signer().sign_source(&application.scope, &url);
            let answer = waki::Client::new()
                .get(&format!("{central_url}{path_and_query}"))
                .connect_timeout(CONNECT_TIMEOUT)
                .send();
            let answer = answer.map_err(|error| count_unanswered(&error.to_string()))?;
            match answer.status_code() {
                204 => Ok(()),
                422 => Err(String::from_utf8_lossy(&answer.body().unwrap_or_default()).into_owned()),
                other => Err(count_unanswered(&format!("it answered {other}"))),
            }
        }
    }

    bindings::export!(Sources with_types_in bindings);
}
