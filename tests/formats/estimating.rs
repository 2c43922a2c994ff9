//! Formats of estimating packages: `rib_itwo`, `presto`, `quickbooks`.
