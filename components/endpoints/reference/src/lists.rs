//! The reference lists of the contract, from the tables that the rest of the service uses.

use plumbline_contract::event;
use plumbline_contract::reference::{self, WholeList};
use plumbline_contract::taxonomy::TAXONOMY;
use plumbline_contract::units::UNITS;
use plumbline_endpoint::{Context, Outcome, Request, etag};

/// Handles `GET /reference/units`: the table that is used for conversion.
pub(crate) fn units(_: &Context<'_>, request: &Request) -> Outcome {
    etag::respond_cacheable(request, etag::REFERENCE_SECONDS, &WholeList { data: UNITS.iter().collect() })
}

/// Handles `GET /reference/taxonomy`.
pub(crate) fn taxonomy(_: &Context<'_>, request: &Request) -> Outcome {
    etag::respond_cacheable(request, etag::REFERENCE_SECONDS, &TAXONOMY)
}

/// Handles `GET /reference/disciplines`.
pub(crate) fn disciplines(_: &Context<'_>, request: &Request) -> Outcome {
    etag::respond_cacheable(request, etag::REFERENCE_SECONDS, &reference::disciplines())
}

/// Handles `GET /reference/export-formats`: formats with a bound exporter.
pub(crate) fn export_formats(context: &Context<'_>, request: &Request) -> Outcome {
    let data = reference::export_formats(context.caller.bound_names("exporter").as_deref());
    etag::respond_cacheable(request, etag::REFERENCE_SECONDS, &WholeList { data })
}

/// Handles `GET /reference/event-kinds`.
pub(crate) fn event_kinds(_: &Context<'_>, request: &Request) -> Outcome {
    etag::respond_cacheable(request, etag::REFERENCE_SECONDS, &event::event_kinds())
}
