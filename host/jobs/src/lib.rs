//! Outbox to queue to workers, at least once
