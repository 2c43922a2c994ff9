//! The capabilities record: the capabilities of the service for the calling credential.

use plumbline_contract::client::{API_VERSION, Capabilities, CapabilityStatus, PreferredUnits};
use plumbline_contract::{Discipline, limits, reference, taxonomy};
use plumbline_database::ledger;
use plumbline_endpoint::{Context, Outcome, Request, etag};

use crate::catalog::{self, CATALOG};
use crate::me;

/// Scope that is required to see the credits.
const BILLING_SCOPE: &str = "billing:read";

/// Handles `GET /capabilities`.
pub(crate) fn get(context: &Context<'_>, request: &Request) -> Outcome {
    let caller = &context.caller;
    let account = caller.account();
    let available = CATALOG.iter().filter(|entry| entry.status(caller) == CapabilityStatus::Available);
    let credits_available =
        caller.has_scope(BILLING_SCOPE).then(|| ledger::balance(context.db)).transpose()?.map(|found| found.available);
    let record = Capabilities {
        name: "Plumbline",
        description: "Turns construction drawings into structured quantities: counted items, measured routes and detected \
                      schedules, with the evidence of each.",
        capabilities: CATALOG.iter().map(|entry| entry.for_caller(caller)).collect(),
        example_requests: available.filter_map(|entry| entry.example).collect(),
        environment: me::environment(caller)?,
        billing_mode: me::billing_mode(&account),
        products: catalog::products(caller),
        disciplines: Discipline::ALL
            .iter()
            .copied()
            .filter(|discipline| caller.has_slot("extractor", discipline.as_str()))
            .collect(),
        export_formats: reference::export_formats(caller.bound_names("exporter").as_deref())
            .into_iter()
            .map(|format| format.code)
            .collect(),
        limits: limits::all(),
        credits_available,
        unit_system: PreferredUnits::parse(&account.unit_system).unwrap_or(PreferredUnits::Metric),
        api_version: API_VERSION,
        taxonomy_version: taxonomy::VERSION,
    };
    etag::respond_cacheable(request, etag::REFERENCE_SECONDS, &record)
}
