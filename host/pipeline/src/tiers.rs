//! Tiers: the rate limits of a credential and the quotas of a tenant.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use plumbline_identity::Credential;
use plumbline_tenancy::Environment;
use serde::{Deserialize, Serialize};

/// The tiers of the service contract.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Tiers {
    /// Limits of all sandbox credentials.
    pub sandbox: Tier,
    /// Limits of production credentials of tenants without an agreement.
    pub standard: Tier,
    /// Limits of production credentials of tenants with this tier.
    pub enterprise: Tier,
}

/// The limits of one tier. Rates apply per credential and host, quotas per tenant and environment.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Tier {
    /// Rate of calls that change nothing: GET, HEAD and OPTIONS.
    pub read: Rate,
    /// Rate of all other calls.
    pub write: Rate,
    /// Quotas: `documents`, `storage_mb`, `takeoff_pages_per_day`, `exports_per_day`. Quotas that are not listed are
    /// unlimited.
    pub quotas: BTreeMap<String, f64>,
}

/// A rate: a bucket of `burst` calls that refills at `per_minute`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// Average calls per minute.
    pub per_minute: NonZeroU32,
    /// Calls that may be made at once.
    pub burst: NonZeroU32,
}

impl Rate {
    const fn new(per_minute: u32, burst: u32) -> Self {
        match (NonZeroU32::new(per_minute), NonZeroU32::new(burst)) {
            (Some(per_minute), Some(burst)) => Self { per_minute, burst },
            _ => Self { per_minute: NonZeroU32::MIN, burst: NonZeroU32::MIN },
        }
    }
}

impl Tier {
    fn new(read: Rate, write: Rate, quotas: &[(&str, f64)]) -> Self {
        let quotas = quotas.iter().map(|(name, most)| ((*name).to_owned(), *most)).collect();
        Self { read, write, quotas }
    }
}

impl Default for Tier {
    fn default() -> Self {
        Tiers::default().standard
    }
}

impl Default for Tiers {
    // A person polling a few jobs needs tens of calls per minute. An integration that pages through large takeoffs needs hundreds.
    fn default() -> Self {
        Self {
            sandbox: Tier::new(
                Rate::new(600, 100),
                Rate::new(120, 30),
                &[
                    ("documents", 500.0),
                    ("storage_mb", 5_000.0),
                    ("takeoff_pages_per_day", 1_000.0),
                    ("exports_per_day", 500.0),
                ],
            ),
            standard: Tier::new(
                Rate::new(3_000, 300),
                Rate::new(600, 100),
                &[("documents", 20_000.0), ("storage_mb", 200_000.0), ("takeoff_pages_per_day", 10_000.0)],
            ),
            enterprise: Tier::new(Rate::new(12_000, 1_000), Rate::new(3_000, 300), &[]),
        }
    }
}

impl Tiers {
    /// Returns the name and the limits of a credential's tier.
    pub fn of(&self, credential: &Credential) -> (&'static str, &Tier) {
        match (credential.environment, credential.settings.tier.as_str()) {
            (Environment::Sandbox, _) => ("sandbox", &self.sandbox),
            (Environment::Production, "enterprise") => ("enterprise", &self.enterprise),
            (Environment::Production, _) => ("standard", &self.standard),
        }
    }
}
