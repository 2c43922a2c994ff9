-- The tables of tenants. They are SQLite's (migrations/tenant), with the scope first in each row, key and index.
--
-- Components' statements do not name `scope_id`: its default is the transaction's scope, and row-level security hides the rows of all
-- others (0006). It references nothing, because a reference would lock the scope's row for each insert. `host.delete_scope` deletes the
-- rows instead.

CREATE TABLE plumbline.projects (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    reference TEXT COLLATE "C",
    end_customer_ref TEXT COLLATE "C",
    external_ref TEXT COLLATE "C",
    address TEXT COLLATE "C",
    metadata TEXT COLLATE "C" NOT NULL,  -- JSON object of strings
    created_at TEXT COLLATE "C" NOT NULL,
    updated_at TEXT COLLATE "C",
    PRIMARY KEY (scope_id, id),
    UNIQUE (scope_id, external_ref)
);
CREATE INDEX projects_by_age ON plumbline.projects (scope_id, created_at, id);

CREATE TABLE plumbline.documents (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,
    project_id TEXT COLLATE "C" NOT NULL,
    filename TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('awaiting_upload', 'ingesting', 'ready', 'failed')),
    discipline_hint TEXT COLLATE "C",
    external_ref TEXT COLLATE "C",
    content_type TEXT COLLATE "C",  -- declared by the caller, then what the bytes proved to be
    source_url TEXT COLLATE "C",  -- url form only
    blob_key TEXT COLLATE "C" NOT NULL,  -- the original file
    page_count BIGINT,
    size_bytes BIGINT,
    failure_code TEXT COLLATE "C",
    failure_message TEXT COLLATE "C",
    metadata TEXT COLLATE "C" NOT NULL,
    upload_expires_at TEXT COLLATE "C",  -- upload form only
    created_at TEXT COLLATE "C" NOT NULL,
    ready_at TEXT COLLATE "C",
    retain_until TEXT COLLATE "C",
    -- Bytes that the caller said an upload would have; NULL if it said nothing.
    declared_bytes BIGINT,
    -- JSON object {role, id, version, digest}: the reader that ingested the document.
    reader TEXT COLLATE "C",
    -- Most bytes that the file may have when its size was not declared: what the quota had left, at most the largest file. NULL for a
    -- declared size.
    reserved_bytes BIGINT,
    -- Bytes of the sheets that ingestion keeps beside the file. NULL until it is ready.
    sheet_bytes BIGINT,
    PRIMARY KEY (scope_id, id),
    UNIQUE (scope_id, external_ref),
    FOREIGN KEY (scope_id, project_id) REFERENCES plumbline.projects (scope_id, id) ON DELETE CASCADE
);
CREATE INDEX documents_by_age ON plumbline.documents (scope_id, created_at, id);
CREATE INDEX documents_by_project ON plumbline.documents (scope_id, project_id, created_at, id);

CREATE TABLE plumbline.document_pages (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    document_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,  -- 1-based
    sheet_number TEXT COLLATE "C",
    sheet_title TEXT COLLATE "C",
    has_text BIGINT NOT NULL,  -- 0 or 1
    has_vectors BIGINT NOT NULL,
    rotation BIGINT NOT NULL,
    width_pt DOUBLE PRECISION NOT NULL,
    height_pt DOUBLE PRECISION NOT NULL,
    disciplines TEXT COLLATE "C",  -- JSON array of trades, NULL when unknown
    sheet_key TEXT COLLATE "C",  -- blob of the parsed sheet; NULL when the page could not be read
    problem TEXT COLLATE "C",  -- why it could not
    PRIMARY KEY (scope_id, document_id, number),
    FOREIGN KEY (scope_id, document_id) REFERENCES plumbline.documents (scope_id, id) ON DELETE CASCADE
);

CREATE TABLE plumbline.takeoffs (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,
    document_id TEXT COLLATE "C" NOT NULL,
    project_id TEXT COLLATE "C" NOT NULL,
    discipline TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed', 'cancelled')),
    cancel_requested BIGINT NOT NULL DEFAULT 0,
    external_ref TEXT COLLATE "C",
    pages TEXT COLLATE "C" NOT NULL,  -- JSON array of the page numbers asked for, in order
    pages_total BIGINT NOT NULL,
    include_schedules BIGINT NOT NULL,
    units TEXT COLLATE "C" NOT NULL,
    depth TEXT COLLATE "C" NOT NULL,
    estimated_credits DOUBLE PRECISION NOT NULL,
    credits_charged DOUBLE PRECISION,
    component TEXT COLLATE "C",  -- id@version (digest) of the extractor that made it
    failure_code TEXT COLLATE "C",
    failure_message TEXT COLLATE "C",
    metadata TEXT COLLATE "C" NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    started_at TEXT COLLATE "C",
    completed_at TEXT COLLATE "C",
    -- The request that started the job.
    request_id TEXT COLLATE "C",
    -- Who started a takeoff. Extractions of the web application are written by it, completed, and are read-only here.
    origin TEXT COLLATE "C" NOT NULL DEFAULT 'api' CHECK (origin IN ('api', 'web_app')),
    -- JSON array of {role, id, version, digest}: reader and extractor.
    makers TEXT COLLATE "C",
    PRIMARY KEY (scope_id, id),
    UNIQUE (scope_id, external_ref),
    FOREIGN KEY (scope_id, document_id) REFERENCES plumbline.documents (scope_id, id) ON DELETE CASCADE,
    FOREIGN KEY (scope_id, project_id) REFERENCES plumbline.projects (scope_id, id) ON DELETE CASCADE
);
CREATE INDEX takeoffs_by_age ON plumbline.takeoffs (scope_id, created_at, id);
-- Found when a project is deleted.
CREATE INDEX takeoffs_by_project ON plumbline.takeoffs (scope_id, project_id);
CREATE INDEX takeoffs_by_document ON plumbline.takeoffs (scope_id, document_id, created_at, id);

-- One row per finished page: what a restarted worker skips, and what the charge is the sum of.
CREATE TABLE plumbline.takeoff_pages (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    takeoff_id TEXT COLLATE "C" NOT NULL,
    page_number BIGINT NOT NULL,
    rate TEXT COLLATE "C" NOT NULL CHECK (rate IN ('text_page', 'page', 'deep_page', 'none')),
    finished_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (scope_id, takeoff_id, page_number),
    FOREIGN KEY (scope_id, takeoff_id) REFERENCES plumbline.takeoffs (scope_id, id) ON DELETE CASCADE
);

CREATE TABLE plumbline.takeoff_warnings (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    takeoff_id TEXT COLLATE "C" NOT NULL,
    page_number BIGINT NOT NULL,  -- 0 for a warning about the whole takeoff
    position BIGINT NOT NULL,
    code TEXT COLLATE "C" NOT NULL,
    message TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (scope_id, takeoff_id, page_number, position),
    FOREIGN KEY (scope_id, takeoff_id) REFERENCES plumbline.takeoffs (scope_id, id) ON DELETE CASCADE
);

CREATE TABLE plumbline.items (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,  -- made from (takeoff, page, key): the same after a crash
    takeoff_id TEXT COLLATE "C" NOT NULL,
    page_number BIGINT NOT NULL,
    position BIGINT NOT NULL,  -- order within the page
    group_id TEXT COLLATE "C",
    description TEXT COLLATE "C" NOT NULL,
    trade TEXT COLLATE "C" NOT NULL,
    category TEXT COLLATE "C" NOT NULL,
    item_type TEXT COLLATE "C" NOT NULL,
    measure_type TEXT COLLATE "C" NOT NULL,
    extracted_quantity DOUBLE PRECISION NOT NULL,
    quantity_override DOUBLE PRECISION,
    unit TEXT COLLATE "C" NOT NULL,
    tag TEXT COLLATE "C",
    attributes TEXT COLLATE "C" NOT NULL,  -- JSON object
    sheet_number TEXT COLLATE "C",
    sheet_title TEXT COLLATE "C",
    geometry TEXT COLLATE "C",  -- JSON, the contract's Geometry
    evidence TEXT COLLATE "C" NOT NULL,  -- JSON array
    confidence TEXT COLLATE "C" NOT NULL,
    review_status TEXT COLLATE "C" NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    note TEXT COLLATE "C",
    revision BIGINT NOT NULL DEFAULT 1,  -- grows with each review; the ETag of the item
    -- Position of the item that the group begins with. NULL: not grouped yet; such a takeoff is consolidated item by item.
    first_position BIGINT,
    PRIMARY KEY (scope_id, id),
    FOREIGN KEY (scope_id, takeoff_id) REFERENCES plumbline.takeoffs (scope_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX items_in_order ON plumbline.items (scope_id, takeoff_id, page_number, position);
CREATE INDEX items_by_trade ON plumbline.items (scope_id, takeoff_id, trade);
CREATE INDEX items_not_grouped ON plumbline.items (scope_id, takeoff_id, page_number) WHERE first_position IS NULL;
-- Without `note`, which SQLite's index has: an index row on PostgreSQL has at most 2,704 bytes.
CREATE INDEX items_reviewed ON plumbline.items (scope_id, takeoff_id, page_number, first_position, review_status, quantity_override, revision)
    WHERE review_status <> 'extracted' OR quantity_override IS NOT NULL OR note IS NOT NULL OR revision > 1;

CREATE TABLE plumbline.routes (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,
    takeoff_id TEXT COLLATE "C" NOT NULL,
    page_number BIGINT NOT NULL,
    position BIGINT NOT NULL,
    item_id TEXT COLLATE "C",
    trade TEXT COLLATE "C" NOT NULL,
    system TEXT COLLATE "C" NOT NULL,
    quantity DOUBLE PRECISION NOT NULL,
    unit TEXT COLLATE "C" NOT NULL,
    attributes TEXT COLLATE "C" NOT NULL,
    confidence TEXT COLLATE "C" NOT NULL,
    starts_at TEXT COLLATE "C",  -- JSON, the contract's RouteEndpoint
    ends_at TEXT COLLATE "C",
    segments BIGINT NOT NULL,
    geometry TEXT COLLATE "C",
    -- Routes are reviewed as items are. One that has no review of its own goes with its item.
    review_status TEXT COLLATE "C" NOT NULL DEFAULT 'extracted',
    quantity_override DOUBLE PRECISION,
    note TEXT COLLATE "C",
    revision BIGINT NOT NULL DEFAULT 1,
    PRIMARY KEY (scope_id, id),
    FOREIGN KEY (scope_id, takeoff_id) REFERENCES plumbline.takeoffs (scope_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX routes_in_order ON plumbline.routes (scope_id, takeoff_id, page_number, position);

CREATE TABLE plumbline.schedules (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,
    takeoff_id TEXT COLLATE "C" NOT NULL,
    page_number BIGINT NOT NULL,
    position BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C",
    sheet_number TEXT COLLATE "C",
    sheet_title TEXT COLLATE "C",
    columns TEXT COLLATE "C" NOT NULL,  -- JSON array of strings
    rows TEXT COLLATE "C" NOT NULL,  -- JSON array, the contract's rows
    PRIMARY KEY (scope_id, id),
    FOREIGN KEY (scope_id, takeoff_id) REFERENCES plumbline.takeoffs (scope_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX schedules_in_order ON plumbline.schedules (scope_id, takeoff_id, page_number, position);

CREATE TABLE plumbline.exports (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,
    takeoff_id TEXT COLLATE "C",
    format TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed', 'cancelled')),
    external_ref TEXT COLLATE "C",
    accepted_only BIGINT NOT NULL,
    include_evidence BIGINT NOT NULL,
    units TEXT COLLATE "C" NOT NULL,
    credits_charged DOUBLE PRECISION NOT NULL,
    document_url TEXT COLLATE "C",  -- where evidence links point
    blob_key TEXT COLLATE "C" NOT NULL,
    filename TEXT COLLATE "C",  -- set when completed
    media_type TEXT COLLATE "C",
    size_bytes BIGINT,
    failure_code TEXT COLLATE "C",
    failure_message TEXT COLLATE "C",
    created_at TEXT COLLATE "C" NOT NULL,
    completed_at TEXT COLLATE "C",
    request_id TEXT COLLATE "C",
    -- The exporter that wrote the file: id@version.
    component TEXT COLLATE "C",
    PRIMARY KEY (scope_id, id),
    UNIQUE (scope_id, external_ref),
    FOREIGN KEY (scope_id, takeoff_id) REFERENCES plumbline.takeoffs (scope_id, id) ON DELETE CASCADE
);
-- Found when a takeoff is deleted.
CREATE INDEX exports_by_takeoff ON plumbline.exports (scope_id, takeoff_id);

-- What the host is asked to do, written in the transaction that makes it necessary. `kind` names the worker's slot
-- without its prefix: 'ingest', 'takeoff', 'export'. The host sets dispatched_at once the job is queued.
CREATE TABLE plumbline.outbox (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    payload TEXT COLLATE "C" NOT NULL,  -- JSON
    created_at TEXT COLLATE "C" NOT NULL,
    dispatched_at TEXT COLLATE "C",
    -- Not before this time; NULL for at once.
    due_at TEXT COLLATE "C",
    -- The order of the commits within a scope, whose writers take turns. SQLite has the row's number.
    sequence BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (scope_id, id)
);
CREATE INDEX outbox_waiting ON plumbline.outbox (scope_id, created_at) WHERE dispatched_at IS NULL;
CREATE INDEX outbox_due ON plumbline.outbox (scope_id, COALESCE(due_at, '')) WHERE dispatched_at IS NULL;
CREATE INDEX outbox_in_order ON plumbline.outbox (scope_id, sequence) WHERE dispatched_at IS NULL;
-- For the dispatcher, which looks for due entries of all scopes.
CREATE INDEX outbox_due_anywhere ON plumbline.outbox (COALESCE(due_at, ''), scope_id) WHERE dispatched_at IS NULL;
-- The planner takes no statistics of an expression from a partial index. Most waiting entries are due much later.
CREATE STATISTICS plumbline.outbox_due_times ON COALESCE(due_at, '') FROM plumbline.outbox;

CREATE TABLE plumbline.idempotency (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    client_id TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT COLLATE "C" NOT NULL,  -- of method, path and body
    status BIGINT NOT NULL,
    headers TEXT COLLATE "C" NOT NULL,  -- JSON object: those of the first answer that a replay repeats
    body TEXT COLLATE "C" NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (scope_id, client_id, key)
);
CREATE INDEX idempotency_by_age ON plumbline.idempotency (scope_id, created_at);

-- What was asked for on a day, under the names of the quotas per day. Counted rather than looked up, because what was
-- asked for and deleted again counts too.
CREATE TABLE plumbline.quota_use (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    name TEXT COLLATE "C" NOT NULL,
    day TEXT COLLATE "C" NOT NULL,  -- UTC, as in 2026-11-21
    used BIGINT NOT NULL,
    PRIMARY KEY (scope_id, name, day)
);

CREATE TABLE plumbline.access_requests (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,
    client_id TEXT COLLATE "C" NOT NULL,  -- the credential that asked
    capabilities TEXT COLLATE "C" NOT NULL,  -- JSON array of scopes
    note TEXT COLLATE "C",
    created_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (scope_id, id)
);
CREATE INDEX access_requests_by_age ON plumbline.access_requests (scope_id, created_at, id);

-- One row a request, written by the host when the request is answered; components read it (the report) and cannot write
-- it. Times, ids and names are those of the answer's log line.
CREATE TABLE plumbline.usage_events (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    request_id TEXT COLLATE "C" NOT NULL,
    occurred_at TEXT COLLATE "C" NOT NULL,
    client_id TEXT COLLATE "C",  -- the credential
    user_id TEXT COLLATE "C",  -- who signed in, where the credential acts for a user
    surface TEXT COLLATE "C" NOT NULL CHECK (surface IN ('rest', 'mcp')),
    agent TEXT COLLATE "C",  -- the program that acts for the user
    operation TEXT COLLATE "C" NOT NULL,  -- as in the route table: 'takeoffs.create'
    status_code BIGINT,  -- NULL when no answer was sent
    error_code TEXT COLLATE "C",  -- the problem's code
    latency_ms BIGINT NOT NULL,
    units DOUBLE PRECISION NOT NULL,  -- how much was asked for: pages of a takeoff
    end_customer_ref TEXT COLLATE "C",  -- of the one project that the operation concerned
    PRIMARY KEY (scope_id, request_id)
);
CREATE INDEX usage_events_by_time ON plumbline.usage_events (scope_id, occurred_at);

-- What a request was charged in the end: the charge of the job it started, written in the transaction of that charge. It
-- stays when the job's takeoff or export is deleted. A request without a row here cost nothing.
CREATE TABLE plumbline.usage_charges (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    request_id TEXT COLLATE "C" NOT NULL,
    job_id TEXT COLLATE "C" NOT NULL,  -- as in the ledger
    credits DOUBLE PRECISION NOT NULL CHECK (credits >= 0),
    charged_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (scope_id, request_id)
);

-- Columns of the first item are read from it, at the same takeoff, page and position.
CREATE TABLE plumbline.item_groups (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    takeoff_id TEXT COLLATE "C" NOT NULL,
    page_number BIGINT NOT NULL,
    first_position BIGINT NOT NULL,
    item_count BIGINT NOT NULL,
    mixed BIGINT NOT NULL,  -- 1 when trade, category, item type or measure type differ, else 0
    extracted_quantity DOUBLE PRECISION NOT NULL,  -- the sum
    confidence TEXT COLLATE "C" NOT NULL,  -- of the least certain item
    group_id TEXT COLLATE "C",  -- NULL when they differ
    attributes TEXT COLLATE "C",  -- JSON object of those that all have; NULL when they are the first item's
    evidence TEXT COLLATE "C",  -- JSON array of all items'; NULL for one item, and for more than 128 KiB
    -- A line of a consolidated list names its items. JSON array of their ids in the order of their positions; NULL for a single item, and
    -- for more than 128 KiB.
    item_ids TEXT COLLATE "C",
    PRIMARY KEY (scope_id, takeoff_id, page_number, first_position),
    FOREIGN KEY (scope_id, takeoff_id) REFERENCES plumbline.takeoffs (scope_id, id) ON DELETE CASCADE
);
CREATE INDEX item_groups_mixed ON plumbline.item_groups (scope_id, takeoff_id) WHERE mixed = 1;

-- What the report groups by, and what it shows. An empty text stands for none, since the columns of a key are never NULL.
CREATE TABLE plumbline.usage_totals (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    day TEXT COLLATE "C" NOT NULL,  -- UTC: '2026-11-24'
    client_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    surface TEXT COLLATE "C" NOT NULL CHECK (surface IN ('rest', 'mcp')),
    agent TEXT COLLATE "C" NOT NULL,
    operation TEXT COLLATE "C" NOT NULL,
    end_customer_ref TEXT COLLATE "C" NOT NULL,
    latency_ms BIGINT NOT NULL,  -- the longest of those that are not told apart: exact up to 255, within 1 % beyond
    requests BIGINT NOT NULL CHECK (requests > 0),
    errors BIGINT NOT NULL,
    units DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (scope_id, day, client_id, user_id, surface, agent, operation, end_customer_ref, latency_ms)
);

-- The last batch of each process that writes: a batch whose commit was reported as failed and was none the less there is not
-- added a second time.
CREATE TABLE plumbline.usage_writers (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    writer TEXT COLLATE "C" NOT NULL,
    batch BIGINT NOT NULL,
    written_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (scope_id, writer)
);

-- Credits as integers of a millionth (micros), so that sums and comparisons are exact. 0004 has the rules.
CREATE TABLE plumbline.ledger_entries (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    job_id TEXT COLLATE "C" NOT NULL,  -- the takeoff or export the credits are for; for a grant its own id
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('grant', 'hold', 'release', 'charge')),
    -- Below 2^53, so that a float holds it exactly.
    micros BIGINT NOT NULL CHECK (micros BETWEEN 0 AND 9000000000000000),
    note TEXT COLLATE "C" NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (scope_id, job_id, kind)  -- each job is held, charged and released at most once
);
CREATE INDEX ledger_entries_by_time ON plumbline.ledger_entries (scope_id, created_at);

-- The running sums of the entries, in micros.
CREATE TABLE plumbline.credit_balance (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id BIGINT NOT NULL CHECK (id = 1),
    granted BIGINT NOT NULL,
    held BIGINT NOT NULL CHECK (held >= 0),
    consumed BIGINT NOT NULL CHECK (consumed >= 0),
    PRIMARY KEY (scope_id, id),
    CONSTRAINT available_not_negative CHECK (granted - held - consumed >= 0)
);

