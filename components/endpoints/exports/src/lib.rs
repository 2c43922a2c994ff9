//! The exports endpoints
