-- Projects, documents, takeoffs and what they hold; the outbox and idempotency records of the endpoints.

CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    reference TEXT,
    end_customer_ref TEXT,
    external_ref TEXT UNIQUE,
    address TEXT,
    metadata TEXT NOT NULL,                 -- JSON object of strings
    created_at TEXT NOT NULL,
    updated_at TEXT
);
CREATE INDEX projects_by_age ON projects (created_at, id);

CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    filename TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('awaiting_upload', 'ingesting', 'ready', 'failed')),
    discipline_hint TEXT,
    external_ref TEXT UNIQUE,
    content_type TEXT,                      -- declared by the caller, then what the bytes proved to be
    source_url TEXT,                        -- url form only
    blob_key TEXT NOT NULL,                 -- the original file
    page_count BIGINT,
    size_bytes BIGINT,
    failure_code TEXT,
    failure_message TEXT,
    metadata TEXT NOT NULL,
    upload_expires_at TEXT,                 -- upload form only
    created_at TEXT NOT NULL,
    ready_at TEXT,
    retain_until TEXT
);
CREATE INDEX documents_by_age ON documents (created_at, id);
CREATE INDEX documents_by_project ON documents (project_id, created_at, id);

CREATE TABLE document_pages (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,                 -- 1-based
    sheet_number TEXT,
    sheet_title TEXT,
    has_text BIGINT NOT NULL,               -- 0 or 1
    has_vectors BIGINT NOT NULL,
    rotation BIGINT NOT NULL,
    width_pt DOUBLE PRECISION NOT NULL,
    height_pt DOUBLE PRECISION NOT NULL,
    disciplines TEXT,                       -- JSON array of trades, NULL when unknown
    sheet_key TEXT,                         -- blob of the parsed sheet; NULL when the page could not be read
    problem TEXT,                           -- why it could not
    PRIMARY KEY (document_id, number)
);

CREATE TABLE takeoffs (
    id TEXT PRIMARY KEY,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    discipline TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed', 'cancelled')),
    cancel_requested BIGINT NOT NULL DEFAULT 0,
    external_ref TEXT UNIQUE,
    pages TEXT NOT NULL,                    -- JSON array of the page numbers asked for, in order
    pages_total BIGINT NOT NULL,
    include_schedules BIGINT NOT NULL,
    units TEXT NOT NULL,
    depth TEXT NOT NULL,
    estimated_credits DOUBLE PRECISION NOT NULL,
    credits_charged DOUBLE PRECISION,
    component TEXT,                         -- id@version (digest) of the extractor that made it
    failure_code TEXT,
    failure_message TEXT,
    metadata TEXT NOT NULL,
    created_at TEXT NOT NULL,
    started_at TEXT,
    completed_at TEXT
);
CREATE INDEX takeoffs_by_age ON takeoffs (created_at, id);
CREATE INDEX takeoffs_by_document ON takeoffs (document_id, created_at, id);

-- One row per finished page: what a restarted worker skips, and what the charge is the sum of.
CREATE TABLE takeoff_pages (
    takeoff_id TEXT NOT NULL REFERENCES takeoffs (id) ON DELETE CASCADE,
    page_number BIGINT NOT NULL,
    rate TEXT NOT NULL CHECK (rate IN ('text_page', 'page', 'deep_page', 'none')),
    finished_at TEXT NOT NULL,
    PRIMARY KEY (takeoff_id, page_number)
);

CREATE TABLE takeoff_warnings (
    takeoff_id TEXT NOT NULL REFERENCES takeoffs (id) ON DELETE CASCADE,
    page_number BIGINT NOT NULL,            -- 0 for a warning about the whole takeoff
    position BIGINT NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (takeoff_id, page_number, position)
);

CREATE TABLE items (
    id TEXT PRIMARY KEY,                    -- made from (takeoff, page, key): the same after a crash
    takeoff_id TEXT NOT NULL REFERENCES takeoffs (id) ON DELETE CASCADE,
    page_number BIGINT NOT NULL,
    position BIGINT NOT NULL,               -- order within the page
    group_id TEXT,
    description TEXT NOT NULL,
    trade TEXT NOT NULL,
    category TEXT NOT NULL,
    item_type TEXT NOT NULL,
    measure_type TEXT NOT NULL,
    extracted_quantity DOUBLE PRECISION NOT NULL,
    quantity_override DOUBLE PRECISION,
    unit TEXT NOT NULL,
    tag TEXT,
    attributes TEXT NOT NULL,               -- JSON object
    sheet_number TEXT,
    sheet_title TEXT,
    geometry TEXT,                          -- JSON, the contract's Geometry
    evidence TEXT NOT NULL,                 -- JSON array
    confidence TEXT NOT NULL,
    review_status TEXT NOT NULL,
    source TEXT NOT NULL,
    note TEXT,
    revision BIGINT NOT NULL DEFAULT 1      -- grows with each review; the ETag of the item
);
CREATE UNIQUE INDEX items_in_order ON items (takeoff_id, page_number, position);

CREATE TABLE routes (
    id TEXT PRIMARY KEY,
    takeoff_id TEXT NOT NULL REFERENCES takeoffs (id) ON DELETE CASCADE,
    page_number BIGINT NOT NULL,
    position BIGINT NOT NULL,
    item_id TEXT,
    trade TEXT NOT NULL,
    system TEXT NOT NULL,
    quantity DOUBLE PRECISION NOT NULL,
    unit TEXT NOT NULL,
    attributes TEXT NOT NULL,
    confidence TEXT NOT NULL,
    starts_at TEXT,                         -- JSON, the contract's RouteEndpoint
    ends_at TEXT,
    segments BIGINT NOT NULL,
    geometry TEXT
);
CREATE UNIQUE INDEX routes_in_order ON routes (takeoff_id, page_number, position);

CREATE TABLE schedules (
    id TEXT PRIMARY KEY,
    takeoff_id TEXT NOT NULL REFERENCES takeoffs (id) ON DELETE CASCADE,
    page_number BIGINT NOT NULL,
    position BIGINT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT,
    sheet_number TEXT,
    sheet_title TEXT,
    columns TEXT NOT NULL,                  -- JSON array of strings
    rows TEXT NOT NULL                      -- JSON array, the contract's rows
);
CREATE UNIQUE INDEX schedules_in_order ON schedules (takeoff_id, page_number, position);

CREATE TABLE exports (
    id TEXT PRIMARY KEY,
    takeoff_id TEXT REFERENCES takeoffs (id) ON DELETE CASCADE,
    format TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed', 'cancelled')),
    external_ref TEXT UNIQUE,
    accepted_only BIGINT NOT NULL,
    include_evidence BIGINT NOT NULL,
    units TEXT NOT NULL,
    credits_charged DOUBLE PRECISION NOT NULL,
    document_url TEXT,                      -- where evidence links point
    blob_key TEXT NOT NULL,
    filename TEXT,                          -- set when completed
    media_type TEXT,
    size_bytes BIGINT,
    failure_code TEXT,
    failure_message TEXT,
    created_at TEXT NOT NULL,
    completed_at TEXT
);

-- What the host is asked to do, written in the transaction that makes it necessary. `kind` names the worker's slot
-- without its prefix: 'ingest', 'takeoff', 'export'. The host sets dispatched_at once the job is queued.
CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,                  -- JSON
    created_at TEXT NOT NULL,
    dispatched_at TEXT
);
CREATE INDEX outbox_waiting ON outbox (created_at) WHERE dispatched_at IS NULL;

CREATE TABLE idempotency (
    client_id TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,              -- of method, path and body
    status BIGINT NOT NULL,
    headers TEXT NOT NULL,                  -- JSON object: those of the first answer that a replay repeats
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (client_id, key)
);
