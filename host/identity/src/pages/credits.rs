//! The page of an organization's credits, prices and the contact for more.

use askama::Template;
use plumbline_contract::rates;
use plumbline_tenancy::{CreditAccount, Environment};

use crate::Role;
use crate::pages::{Frame, words};

/// `GET /account/credits`.
#[derive(Debug, Clone, Template)]
#[template(path = "credits.html")]
pub struct Credits<'a> {
    /// The frame of the page.
    pub frame: Frame<'a>,
    /// Accounts of the environments.
    pub accounts: Vec<EnvironmentCredits<'a>>,
    /// Email address for requesting more credits, if the operator set one.
    pub support_email: Option<&'a str>,
}

/// The credit account in one environment.
#[derive(Debug, Clone, Copy)]
pub struct EnvironmentCredits<'a> {
    /// The environment.
    pub environment: Environment,
    /// The account with its open holds and its last entries.
    pub credits: &'a CreditAccount,
}

impl Credits<'_> {
    /// Returns the operation, display name and price of each row of the rate card whose operation is available.
    fn prices(&self) -> impl Iterator<Item = (&'static str, &'static str, String)> {
        rates::RATE_CARD
            .iter()
            .filter_map(|(operation, credits)| Some((*operation, rates::words(operation)?, words::price(*credits))))
    }
}
