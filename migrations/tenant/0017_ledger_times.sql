-- The newest entries of the ledger are what its page shows.
CREATE INDEX ledger_entries_by_time ON ledger_entries (created_at);
