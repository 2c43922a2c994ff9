-- Jobs that no worker can take, and abandoned jobs whose worker could not be notified.

-- Why no worker can take the job at the moment; NULL while one can, or while nobody has tried.
ALTER TABLE jobs ADD COLUMN unserved TEXT;
CREATE INDEX jobs_unserved ON jobs (tenant_id, environment, kind) WHERE unserved IS NOT NULL;

-- Of an abandoned job: why its worker could not mark the job's resource as failed. It may still hold credits.
ALTER TABLE jobs ADD COLUMN stranded TEXT;
-- Until now such a job was known only by its attempts: 5 at the work and 10 at the end.
UPDATE jobs SET stranded = 'its worker could not be notified' WHERE state = 'abandoned' AND attempts >= 15;
