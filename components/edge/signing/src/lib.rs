//! The adapter of `plumbline:endpoint/signing`: addresses at the centre, signed with its secret. Files never pass the edge.

#[cfg(target_family = "wasm")]
mod component {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use plumbline_edge::{Place, place};

    plumbline_edge::adapter_bindings!(
        "package plumbline:edge-adapter; world adapter {
            export plumbline:endpoint/signing@1.0.0;
            export plumbline:edge/unanswered-signing@1.0.0;
        }"
    );

    use bindings::exports::plumbline::endpoint::signing::{Download, Guest, Upload};

    /// Time limit for connecting to the centre.
    const PATIENCE: Duration = Duration::from_secs(5);
    /// Lifetime of the URL used to ask for a blob's size, in seconds.
    const QUESTION_SECONDS: u32 = 60;

    struct Signing;

    /// Questions that the centre did not answer since the instance began.
    static UNANSWERED: AtomicU64 = AtomicU64::new(0);

    /// The gateway answers no call while a variable is missing, so this is never asked then.
    fn known() -> &'static Place {
        place().unwrap_or_else(|missing| panic!("{missing}"))
    }

    /// The centre's address of a signed path. The gateway lets no call pass that needs the centre where there is none.
    fn at_centre(place: &Place, path_and_query: &str) -> String {
        format!("{}{path_and_query}", place.centre_url.as_deref().unwrap_or(&place.public_url))
    }

    impl Guest for Signing {
        fn sign_upload(key: String, content_type: Option<String>, max_bytes: u64, seconds: u32) -> Upload {
            let place = known();
            let signer = place.secret.signer();
            // A key that cannot be one is a fault of the component, and traps it, as on the host.
            let signed = signer
                .sign_upload(&place.scope, &key, content_type.as_deref(), max_bytes, seconds)
                .unwrap_or_else(|invalid| panic!("{invalid}"));
            Upload {
                url: at_centre(place, &signed.path_and_query),
                headers: signed.headers,
                expires_at: signed.expires_at,
            }
        }

        fn sign_download(key: String, filename: String, content_type: String, seconds: u32) -> Download {
            let place = known();
            let signed = place
                .secret
                .signer()
                .sign_download(&place.scope, &key, &filename, &content_type, seconds)
                .unwrap_or_else(|invalid| panic!("{invalid}"));
            Download { url: at_centre(place, &signed.path_and_query), expires_at: signed.expires_at }
        }

        fn stat(key: String) -> Option<u64> {
            let address = Self::sign_download(key, String::new(), String::new(), QUESTION_SECONDS);
            size(&address.url).unwrap_or_else(|why| {
                // The interface has no error. The gateway answers in place of the endpoint when it sees the count.
                UNANSWERED.fetch_add(1, Ordering::Relaxed);
                eprintln!("the centre cannot be asked for a blob: {why}");
                None
            })
        }
    }

    impl bindings::exports::plumbline::edge::unanswered_signing::Guest for Signing {
        fn count() -> u64 {
            UNANSWERED.load(Ordering::Relaxed)
        }
    }

    /// The size of a blob, by the headers of its address; `None` where it does not exist.
    fn size(url: &str) -> Result<Option<u64>, String> {
        let answer = waki::Client::new().head(url).connect_timeout(PATIENCE).send();
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
