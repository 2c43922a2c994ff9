//! Drawn plans with known truth: symbols of several families, plotted in every way that programs plot them.

pub(crate) mod families;
pub(crate) mod plan;
pub(crate) mod plot;
pub(crate) mod random;
pub(crate) mod score;
