//! The ingest job
