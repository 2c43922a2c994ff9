//! The projects endpoints
