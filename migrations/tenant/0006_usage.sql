-- Usage: what was asked of the service, and what it cost.

-- One row a request, written by the host when the request is answered; components read it (the report) and cannot write
-- it. Times, ids and names are those of the answer's log line.
CREATE TABLE usage_events (
    request_id TEXT PRIMARY KEY,
    occurred_at TEXT NOT NULL,
    client_id TEXT,                         -- the credential
    user_id TEXT,                           -- who signed in, where the credential acts for a user
    surface TEXT NOT NULL CHECK (surface IN ('rest', 'mcp')),
    agent TEXT,                             -- the program that acts for the user
    operation TEXT NOT NULL,                -- as in the route table: 'takeoffs.create'
    status_code BIGINT,                     -- NULL when no answer was sent
    error_code TEXT,                        -- the problem's code
    latency_ms BIGINT NOT NULL,
    units DOUBLE PRECISION NOT NULL,        -- how much was asked for: pages of a takeoff
    end_customer_ref TEXT                   -- of the one project that the operation concerned
);
CREATE INDEX usage_events_by_time ON usage_events (occurred_at);

-- What a request was charged in the end: the charge of the job it started, written in the transaction of that charge. It
-- stays when the job's takeoff or export is deleted. A request without a row here cost nothing.
CREATE TABLE usage_charges (
    request_id TEXT PRIMARY KEY,
    job_id TEXT NOT NULL,                   -- as in the ledger
    credits DOUBLE PRECISION NOT NULL CHECK (credits >= 0),
    charged_at TEXT NOT NULL
);

-- The request that started the job. NULL for jobs from before this column.
ALTER TABLE takeoffs ADD COLUMN request_id TEXT;
ALTER TABLE exports ADD COLUMN request_id TEXT;
