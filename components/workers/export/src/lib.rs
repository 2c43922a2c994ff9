//! The export job
