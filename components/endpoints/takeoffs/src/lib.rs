//! The takeoffs endpoints
