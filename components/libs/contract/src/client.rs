//! The calling credential, requests for premium access, and what the service can do for a credential.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Discipline;
use crate::enums::{Named, names};

names! {
    /// Where a credential works.
    Environment { Sandbox = "sandbox", Production = "production" }
}
names! {
    /// Whether a credential acts for a signed-in user.
    ClientMode { Service = "service", Delegated = "delegated" }
}
names! {
    /// Who the credential was made for.
    ClientTier { Sandbox = "sandbox", Standard = "standard", Enterprise = "enterprise" }
}
names! {
    /// How what is billable is paid.
    BillingMode { Ledger = "ledger", Artifact = "artifact" }
}
names! {
    /// What a credential can ask premium access to: a scope that the consent screen does not grant.
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
    /// Units an account prefers where nothing else is asked for.
    PreferredUnits { Imperial = "imperial", Metric = "metric" }
}

/// How often a credential may call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateLimit {
    /// Calls a minute, on average.
    pub per_minute: u32,
    /// Calls at once.
    pub burst: u32,
}

/// The calling credential as callers see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClientInfo {
    /// `pc_…` or `oc_…`
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::ClientId"))]
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Where it works.
    pub environment: Environment,
    /// Whether a signed-in user stands behind it.
    pub mode: ClientMode,
    /// The program that acts for a user.
    pub agent: Option<String>,
    /// How what is billable is paid.
    pub billing_mode: BillingMode,
    /// Who it was made for.
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
    /// ISO 8601; null when the secret does not expire.
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
    /// Email address of the people who decide.
    pub contact: String,
}

/// One thing the service does.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capability {
    /// Code.
    pub capability: &'static str,
    /// For people and agents: what it is good for.
    pub description: &'static str,
    /// The operations that make it up, by their names in usage records.
    pub tools: &'static [&'static str],
    /// Whether the credential can use it now.
    pub status: CapabilityStatus,
    /// Price as a sentence; absent where nothing is billed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pricing: Option<String>,
}

/// What the service can do for the calling credential.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capabilities {
    /// Name of the service.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// Each thing it does.
    pub capabilities: Vec<Capability>,
    /// What a user could ask an agent for, of what is available.
    pub example_requests: Vec<&'static str>,
    /// Where the credential works.
    pub environment: Environment,
    /// How what is billable is paid.
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
    /// Credits neither held nor consumed; null when the credential may not see them.
    pub credits_available: Option<f64>,
    /// Units the account prefers.
    pub unit_system: PreferredUnits,
    /// Version of the contract, as in the base address.
    pub api_version: &'static str,
    /// Version of the taxonomy.
    pub taxonomy_version: &'static str,
}

/// Version of the contract that is served, as in the base address.
pub const API_VERSION: &str = "v1";
