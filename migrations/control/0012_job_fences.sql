-- The number of a job's claim: raised whenever a host takes the job. What a host writes for a job, it writes only while the
-- job still has the number with which the host took it.
ALTER TABLE jobs ADD COLUMN fence BIGINT NOT NULL DEFAULT 0;

-- Every tenant with a job has a turn, not only those that were served: where several hosts claim at a time, the row of the
-- turn is what they lock.
INSERT INTO job_turns (tenant_id, served_at) SELECT DISTINCT tenant_id, '' FROM jobs WHERE TRUE ON CONFLICT (tenant_id) DO NOTHING;
