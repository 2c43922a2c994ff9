//! The adapter of `plumbline:endpoint/signing`: addresses at the central host, signed with its secret. Files never pass
//! through the edge.

#[cfg(target_family = "wasm")]
mod component {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use plumbline_edge::{Application, required_application};

    plumbline_edge::adapter_bindings!(
        "package plumbline:edge-adapter; world adapter {
            export plumbline:endpoint/signing@1.0.0;
            export plumbline:edge/unanswered-signing@1.0.0;
        }"
    );

    use bindings::exports::plumbline::endpoint::signing::{Download, Guest, Upload};

    /// Time limit for connecting to the central host.
    const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
    /// Lifetime of the URL used to ask for a blob's size, in seconds.
    const STAT_URL_SECONDS: u32 = 60;

    struct Signing;

    /// Requests that the central host did not answer since the instance started.
    static UNANSWERED: AtomicU64 = AtomicU64::new(0);

    /// Returns the central host's address of a signed path. Without a central host, the gateway refuses calls that need
    /// it.
    fn central_address(application: &Application, path_and_query: &str) -> String {
        format!("{}{path_and_query}", application.central_url.as_deref().unwrap_or(&application.public_url))
    }

    impl Guest for Signing {
        fn sign_upload(key: String, content_type: Option<String>, max_bytes: u64, seconds: u32) -> Upload {
            let application = required_application();
            let signer = application.secret.signer();
            // An invalid key is a bug of the component, and traps it, as on the host.
            let signed = signer
                .sign_upload(&application.scope, &key, content_type.as_deref(), max_bytes, seconds)
                .unwrap_or_else(|invalid| panic!("{invalid}"));
            Upload {
                url: central_address(application, &signed.path_and_query),
                headers: signed.headers,
                expires_at: signed.expires_at,
            }
        }

        fn sign_download(key: String, filename: String, content_type: String, seconds: u32) -> Download {
            let application = required_application();
            let signed = application
                .secret
                .signer()
                .sign_download(&application.scope, &key, &filename, &content_type, seconds)
                .unwrap_or_else(|invalid| panic!("{invalid}"));
            Download { url: central_address(application, &signed.path_and_query), expires_at: signed.expires_at }
        }

        fn stat(key: String) -> Option<u64> {
            let address = Self::sign_download(key, String::new(), String::new(), STAT_URL_SECONDS);
            size(&address.url).unwrap_or_else(|error| {
                // The interface cannot return an error. The gateway checks the count and answers instead of the
                // endpoint.
                UNANSWERED.fetch_add(1, Ordering::Relaxed);
                eprintln!("the central server could not be asked for a blob: {error}");
                None
            })
        }
    }

    impl bindings::exports::plumbline::edge::unanswered_signing::Guest for Signing {
        fn count() -> u64 {
            UNANSWERED.load(Ordering::Relaxed)
        }
    }

    /// Returns the size of a blob from the headers of its address, or `None` if it does not exist.
    fn size(url: &str) -> Result<Option<u64>, String> {
        let answer = waki::Client::new().head(url).connect_timeout(CONNECT_TIMEOUT).send();
        let answer = answer.map_err(|error| error.to_string())?;
        match answer.status_code() {
            200 => {
                let length = answer.header("content-length").and_then(|value| value.to_str().ok()?.parse().ok());
                length.map(Some).ok_or_else(|| "it does not say how large it is".to_owned())
            }
            404 => Ok(None),
            other => Err(format!("it answered {other}")),
        }
    }

    bindings::export!(Signing with_types_in bindings);
}
