//! The calling credential.

use plumbline_contract::client::{BillingMode, ClientInfo, ClientMode, ClientTier, Environment};
use plumbline_endpoint::{Account, Caller, Context, OperationError, Outcome, Request, Response};

use crate::catalog;

/// Handles `GET /clients/me`.
pub(crate) fn get(context: &Context<'_>, _: &Request) -> Outcome {
    let caller = &context.caller;
    let account = caller.account();
    let environment = environment(caller)?;
    let info = ClientInfo {
        id: caller.client.clone(),
        environment,
        mode: if caller.is_delegated() { ClientMode::Delegated } else { ClientMode::Service },
        billing_mode: billing_mode(&account),
        tier: ClientTier::parse(&account.tier).unwrap_or(match environment {
            Environment::Sandbox => ClientTier::Sandbox,
            Environment::Production => ClientTier::Standard,
        }),
        scopes: caller.scopes().map(str::to_owned).collect(),
        products: catalog::products(caller),
        name: account.client_name,
        agent: account.agent,
        rate_limits: account.rate_limits,
        quotas: account.quotas,
        secret_expires_at: account.secret_expires_at,
    };
    Response::json(200, &info)
}

/// Returns the environment of the credential.
///
/// # Errors
/// [`OperationError::Internal`] if the host reports an unknown environment.
pub(crate) fn environment(caller: &Caller) -> Result<Environment, OperationError> {
    Environment::parse(&caller.environment)
        .ok_or_else(|| OperationError::Internal(format!("the host names an environment `{}`", caller.environment)))
}

/// Returns how billable operations are paid: from the ledger, unless the host reports another mode.
pub(crate) fn billing_mode(account: &Account) -> BillingMode {
    BillingMode::parse(&account.billing_mode).unwrap_or(BillingMode::Ledger)
}
