//! Languages with a file of their own, which covers devices, fixtures and the building. English, Spanish, Portuguese,
//! French, German, Dutch and Japanese are in the tables of the trades.

pub(crate) mod it;
pub(crate) mod pl;
pub(crate) mod ru;
pub(crate) mod tr;
pub(crate) mod zh;
