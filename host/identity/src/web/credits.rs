//! `/account/credits`: the balance in each environment, prices, and the last entries of the ledger.

use http::StatusCode;
use plumbline_tenancy::{CreditAccount, Database, Environment, Scope};

use super::account::{Notice, signed_in};
use super::exchange::{Answer, Exchange};
use crate::error::IdentityError;
use crate::people::User;
use crate::settings::DEFAULT_SUPPORT_EMAIL;
use crate::{Identity, Platform, PlatformError, pages};

/// Number of entries of each ledger that the page shows.
const ENTRIES: u32 = 20;

impl<D: Database, P: Platform> Identity<D, P> {
    /// Handles `GET /account/credits`.
    pub(super) async fn credits_page(&self, exchange: &Exchange) -> Answer {
        let session = signed_in(exchange)?;
        let frame = Notice::default().frame(session);
        if !frame.shows_credits() {
            return Err(IdentityError::Forbidden(format!(
                "Your role does not include access to the credits of {}. Ask an admin of your organization.",
                session.organization
            ))
            .into());
        }
        let accounts = match self.credit_accounts(&session.user).await {
            Ok(accounts) => accounts,
            Err(PlatformError(why)) => {
                tracing::error!(why, "the credits of a tenant cannot be read");
                let words = "The credits cannot be loaded right now. Try again in a moment.";
                return Ok(exchange.message(StatusCode::SERVICE_UNAVAILABLE, "Temporarily unavailable", words));
            }
        };
        let page = pages::Credits {
            frame,
            accounts: accounts
                .iter()
                .map(|(environment, credits)| pages::EnvironmentCredits { environment: *environment, credits })
                .collect(),
            support_email: Some(self.settings.support_email.as_str()).filter(|email| *email != DEFAULT_SUPPORT_EMAIL),
        };
        Ok(exchange.page(StatusCode::OK, &page))
    }

    /// Returns the account of the user's organization in each environment, production first.
    async fn credit_accounts(&self, user: &User) -> Result<Vec<(Environment, CreditAccount)>, PlatformError> {
        let mut accounts = Vec::new();
        for environment in Environment::ALL.into_iter().rev() {
            let scope = Scope::new(user.tenant.clone(), environment);
            accounts.push((environment, self.platform.credit_account(&scope, ENTRIES).await?));
        }
        Ok(accounts)
    }
}
