//! The calling credential, requests for premium access, and what the service can do for a credential.

use std::collections::BTreeMap;

use plumbline_domain::names;
use serde::{Deserialize, Serialize};

use crate::Discipline;

names! {
    /// Environment of a credential.
    Environment { Sandbox = "sandbox", Production = "production" }
}
names! {
    /// Whether a credential acts for a signed-in user.
    ClientMode { Service = "service", Delegated = "delegated" }
}
names! {
    /// Tier of a credential.
    ClientTier { Sandbox = "sandbox", Standard = "standard", Enterprise = "enterprise" }
}
names! {
    /// How usage is billed.
    BillingMode { Ledger = "ledger", Artifact = "artifact" }
}
names! {
    /// Premium access that a credential can request: a scope that the consent screen does not grant.
    PremiumAccess {
        TakeoffsDeep = "takeoffs:deep", InteriorGenerate = "interior:generate", BimGenerate = "bim:generate",
        ClashRun = "clash:run",
    }
}
names! {
    /// What a credential can do with a capability.
    CapabilityStatus { Available = "available", ComingSoon = "coming_soon", NotEnabled = "not_enabled" }
}
names! {
    /// A group of capabilities that is sold and granted as one.
    Product {
        Takeoffs = "takeoffs", Exports = "exports", Cad = "cad", Estimates = "estimates", Interior = "interior",
        Bim = "bim", Clash = "clash",
    }
}
names! {
    /// Preferred units of an account. They apply unless a request sets others.
    PreferredUnits { Imperial = "imperial", Metric = "metric" }
}

/// How often a credential may call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateLimit {
    /// Average calls per minute.
    pub per_minute: u32,
    /// Maximum calls in a burst.
    pub burst: u32,
}

/// The calling credential.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClientInfo {
    /// `pc_…` or `oc_…`
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ClientId"))]
    pub id: String,
    /// Display name.
    pub name: String,
    /// Environment of the credential.
    pub environment: Environment,
    /// Whether it acts for a signed-in user.
    pub mode: ClientMode,
    /// The program that acts for a user.
    pub agent: Option<String>,
    /// How usage is billed.
    pub billing_mode: BillingMode,
    /// Tier of the credential.
    pub tier: ClientTier,
    /// Scopes granted to it.
    pub scopes: Vec<String>,
    /// Which products it can use.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, bool>"))]
    pub products: BTreeMap<Product, bool>,
    /// Rate limits by the name of their bucket.
    pub rate_limits: BTreeMap<String, RateLimit>,
    /// Quotas by name.
    pub quotas: BTreeMap<String, f64>,
    /// When the secret expires, in ISO 8601. Null when it does not expire.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::Timestamp>"))]
    pub secret_expires_at: Option<String>,
}

/// The receipt of a request for premium access.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccessRequestReceipt {
    /// Always `received`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "received")))]
    pub status: &'static str,
    /// Email address of the people who review the request.
    pub contact: String,
}

/// A capability of the service.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capability {
    /// Code.
    pub capability: &'static str,
    /// What the capability does, for people and agents.
    pub description: &'static str,
    /// Operations of the capability, by their names in usage records.
    pub tools: &'static [&'static str],
    /// Whether the credential can use it now.
    pub status: CapabilityStatus,
    /// Price, as a sentence. Absent when nothing is billed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pricing: Option<String>,
}

/// What the service can do for the calling credential.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capabilities {
    /// Name of the service.
    pub name: &'static str,
    /// Description of the service.
    pub description: &'static str,
    /// Capabilities of the service.
    pub capabilities: Vec<Capability>,
    /// Example requests to an agent, for the available capabilities.
    pub example_requests: Vec<&'static str>,
    /// Environment of the credential.
    pub environment: Environment,
    /// How usage is billed.
    pub billing_mode: BillingMode,
    /// Which products the credential can use.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, bool>"))]
    pub products: BTreeMap<Product, bool>,
    /// Disciplines that takeoffs can be run for.
    pub disciplines: Vec<Discipline>,
    /// Codes of the formats that can be exported.
    pub export_formats: Vec<String>,
    /// Limits by name.
    pub limits: BTreeMap<&'static str, u64>,
    /// Available credits, without those on hold. Null when the credential lacks the scope to read them.
    pub credits_available: Option<f64>,
    /// Preferred units of the account.
    pub unit_system: PreferredUnits,
    /// API version, as in the base URL.
    pub api_version: &'static str,
    /// Version of the taxonomy.
    pub taxonomy_version: &'static str,
}

/// Version of the contract that is served, as in the base address.
pub const API_VERSION: &str = "v1";
