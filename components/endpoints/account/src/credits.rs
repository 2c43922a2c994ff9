//! The account's credits and the costs of operations.

use plumbline_contract::billing::{self, Credits};
use plumbline_database::ledger;
use plumbline_endpoint::{Context, Outcome, Request, Response};

/// Handles `GET /credits`.
pub(crate) fn get(context: &Context<'_>, _: &Request) -> Outcome {
    let balance = ledger::balance(context.db)?;
    let billing_mode = Some(context.caller.account().billing_mode).filter(|mode| !mode.is_empty());
    Response::json(
        200,
        &Credits {
            available: balance.available,
            held: balance.held,
            purchased_total: balance.purchased,
            consumed_total: balance.consumed,
            low_balance_threshold: Some(billing::LOW_BALANCE),
            environment: context.caller.environment.clone(),
            billing_mode: billing_mode.unwrap_or_else(|| billing::BILLING_MODE_DEFAULT.to_owned()),
            rate_card: billing::rate_card(),
        },
    )
}
