-- What an operator agrees with a tenant.
ALTER TABLE tenants ADD COLUMN tier TEXT NOT NULL DEFAULT 'standard' CHECK (tier IN ('standard', 'enterprise'));
ALTER TABLE tenants ADD COLUMN billing_mode TEXT NOT NULL DEFAULT 'ledger' CHECK (billing_mode IN ('ledger', 'artifact'));
ALTER TABLE tenants ADD COLUMN unit_system TEXT NOT NULL DEFAULT 'metric' CHECK (unit_system IN ('imperial', 'metric'));
ALTER TABLE tenants ADD COLUMN retention_days BIGINT CHECK (retention_days BETWEEN 1 AND 36500); -- NULL: documents are kept
