//! The caller of a request.

use std::sync::Arc;

use plumbline_identity::Credential;

/// The caller of a request.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Its credential.
    pub credential: Arc<Credential>,
    /// Id of the HTTP request.
    pub request_id: String,
}
