//! The configuration of the OpenID Connect provider that is cached between calls.

use std::sync::{Arc, Mutex};

use openidconnect::core::{
    CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreGrantType, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreResponseMode, CoreResponseType,
    CoreSubjectIdentifierType,
};
use openidconnect::{AdditionalProviderMetadata, ProviderMetadata};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// The configuration cached between calls.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(super) known: Mutex<Option<Known>>,
}

#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) metadata: Arc<Metadata>,
    pub(super) since: OffsetDateTime,
}

/// Additional metadata of a provider.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct More {
    /// Whether the provider names itself in the authorization response (RFC 9207).
    #[serde(default)]
    pub(super) authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for More {}

/// The metadata of a provider.
pub(super) type Metadata = ProviderMetadata<
    More,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;
