//! The cleanup job
