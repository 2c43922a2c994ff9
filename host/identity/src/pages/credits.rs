//! The credits of an organization, what operations cost, and the way to more.

use askama::Template;
use plumbline_contract::rates;
use plumbline_tenancy::{CreditAccount, Environment};

use crate::Role;
use crate::pages::{Frame, words};

/// `GET /account/credits`
#[derive(Debug, Clone, Template)]
#[template(path = "credits.html")]
pub struct Credits<'a> {
    /// The frame of the page.
    pub frame: Frame<'a>,
    /// The account in each environment.
    pub accounts: Vec<EnvironmentCredits<'a>>,
    /// Where to write for more credits.
    pub support_email: &'a str,
}

/// The account in one environment.
#[derive(Debug, Clone, Copy)]
pub struct EnvironmentCredits<'a> {
    /// The environment.
    pub environment: Environment,
    /// The account with its open holds and its last entries.
    pub credits: &'a CreditAccount,
}

impl Credits<'_> {
    /// Returns the operation, its name for people and its price, of each row of the rate card that can be used.
    fn prices(&self) -> impl Iterator<Item = (&'static str, &'static str, String)> {
        rates::RATE_CARD.iter().filter_map(|(operation, credits)| {
            Some((*operation, words::operation_words(operation)?, words::price(*credits)))
        })
    }
}
