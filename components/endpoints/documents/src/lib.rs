//! The documents endpoints
