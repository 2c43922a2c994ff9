//! Why a credential is refused.

/// The reason why a credential is refused. Its text does not reveal anything to unauthenticated clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The credential was never issued here, or it was revoked.
    Unknown,
    /// The token has expired.
    Expired,
    /// The token is not valid yet.
    NotYet,
    /// The token has another audience or issuer, or was tampered with.
    Untrusted,
}

impl Refusal {
    /// Returns the message for the caller.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Unknown => "The credential is unknown or revoked.",
            Self::Expired => "The token has expired. Get a new one from the token endpoint.",
            Self::NotYet => "The token is not valid yet. The issuer's clock may be ahead.",
            Self::Untrusted => "The token was not issued for this API, or its signature is not valid.",
        }
    }
}
