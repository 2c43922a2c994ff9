-- When a tenant last had its turn: of those with as few jobs running, the one that waited longest is next.
CREATE TABLE job_turns (
    tenant_id TEXT PRIMARY KEY,
    served_at TEXT NOT NULL
);
