-- The queue of jobs. A row is an outbox entry of some tenant, under the entry's own id, so that handing it over twice
-- makes one job. Rows that are done or given up stay for a while as a memory of that id, then are swept away.
CREATE TABLE jobs (
    tenant_id TEXT NOT NULL,
    environment TEXT NOT NULL,
    id TEXT NOT NULL,                       -- the outbox entry's
    kind TEXT NOT NULL,                     -- which worker: ingest, takeoff, export
    payload TEXT NOT NULL,                  -- JSON, as the component wrote it
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'abandoning', 'done', 'abandoned')),
    attempts BIGINT NOT NULL DEFAULT 0,     -- begun so far; counted when a lease is taken, so that a job that kills its host is counted
    due_at TEXT NOT NULL,                   -- not before
    leased_by TEXT,                         -- host instance
    lease_until TEXT,
    reason TEXT,                            -- of the last failure
    queued_at TEXT NOT NULL,
    finished_at TEXT,
    PRIMARY KEY (tenant_id, environment, id)
);
CREATE INDEX jobs_due ON jobs (due_at) WHERE state IN ('waiting', 'abandoning');
CREATE INDEX jobs_running ON jobs (tenant_id, environment) WHERE leased_by IS NOT NULL;
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
