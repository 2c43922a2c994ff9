//! What endpoint components share: routing, validation, problems, cursors, idempotency
