//! Signing keys and their rotation, verification of tokens, key sets of other issuers.

/// What is remembered between calls.
#[derive(Debug, Default)]
pub(crate) struct State {}

// temporary, until merge
impl<D: plumbline_tenancy::Database, O: crate::Outside> crate::Identity<D, O> {
    pub(crate) async fn delegated_signer(&self) -> Result<std::sync::Arc<oauth_as::backends::rsa::RsaSigner>, crate::IdentityError> {
        Err(crate::IdentityError::Outside(String::new()))
    }
}
