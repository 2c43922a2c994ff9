//! Other servers and the sealing key, for identity. What people see and what strangers name is the centre's business.

use bytes::Bytes;
use http::{Request, Response};
use plumbline_edge::place;
use plumbline_identity::{Outside, OutsideError};
use send_wrapper::SendWrapper;
use spin_sdk::http::FullBody;
use spin_sdk::http::body::IncomingBodyExt as _;

/// The largest answer taken from an identity provider, in bytes.
const PROVIDER_ANSWER: usize = 1024 * 1024;

/// What lies outside of the gateway.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AtEdge;

impl Outside for AtEdge {
    async fn fetch_public(&self, _: &str, _: usize) -> Result<Response<Bytes>, OutsideError> {
        Err(OutsideError("an edge fetches nothing that strangers name; its centre does".into()))
    }

    async fn ask_provider(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, OutsideError> {
        SendWrapper::new(async move {
            let failed = |error: &dyn std::fmt::Display| OutsideError(error.to_string());
            let request = request.map(|body| FullBody::new(Bytes::from(body)));
            let (parts, body) = spin_sdk::http::send(request).await.map_err(|error| failed(&error))?.into_parts();
            let body = body.bytes().await.map_err(|error| failed(&error))?;
            if body.len() > PROVIDER_ANSWER {
                return Err(OutsideError(format!("the answer is larger than {PROVIDER_ANSWER} bytes")));
            }
            Ok(Response::from_parts(parts, body.to_vec()))
        })
        .await
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        work()
    }

    fn seal(&self, purpose: &str, bytes: &[u8]) -> Vec<u8> {
        // Only gigabytes cannot be sealed; an empty record does not open.
        place().ok().and_then(|place| place.secret.sealer().seal_bytes(purpose, bytes).ok()).unwrap_or_default()
    }

    fn open(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        place().ok()?.secret.sealer().open_bytes(purpose, sealed)
    }
}
