//! The adapter of `plumbline:endpoint/signing`: addresses at the centre, signed with its secret. Files never pass the edge.

#[cfg(target_family = "wasm")]
mod component {
    use std::time::Duration;

    use plumbline_edge::{Place, place};

    plumbline_edge::adapter_bindings!(
        "package plumbline:edge-adapter; world adapter { export plumbline:endpoint/signing@1.0.0; }"
    );

    use bindings::exports::plumbline::endpoint::signing::{Download, Guest, Upload};

    /// Time limit for connecting to the centre.
    const PATIENCE: Duration = Duration::from_secs(5);
    /// Lifetime of the URL used to ask for a blob's size, in seconds.
    const QUESTION_SECONDS: u32 = 60;

    struct Signing;

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
            // Without an answer the blob may still exist, so the call fails and can be retried.
            let answer = waki::Client::new()
                .head(&address.url)
                .connect_timeout(PATIENCE)
                .send()
                .unwrap_or_else(|error| panic!("the centre cannot be asked for a blob: {error}"));
            match answer.status_code() {
                200 => {
                    let length = answer.header("content-length").and_then(|value| value.to_str().ok()?.parse().ok());
                    Some(length.unwrap_or_else(|| panic!("the centre does not say how large a blob is")))
                }
                404 => None,
                other => panic!("the centre answered {other} when asked for a blob"),
            }
        }
    }

    bindings::export!(Signing with_types_in bindings);
}
