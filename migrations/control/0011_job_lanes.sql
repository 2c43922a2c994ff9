-- Which places of a host a job takes: each of the usual kinds has places of its own, all other kinds share some.
ALTER TABLE jobs ADD COLUMN lane TEXT NOT NULL DEFAULT 'other';
UPDATE jobs SET lane = kind WHERE kind IN ('ingest', 'takeoff', 'export', 'cleanup');
-- The next job of a tenant in a lane, without a look at those that wait behind it.
CREATE INDEX jobs_next ON jobs (tenant_id, lane, due_at) WHERE state IN ('waiting', 'abandoning') AND leased_by IS NULL;
