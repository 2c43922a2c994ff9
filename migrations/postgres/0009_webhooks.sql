-- Webhook endpoints and deliveries (migrations/tenant/0020_webhooks.sql), and their triggers
-- (migrations/tenant/sqlite/0020_webhooks.sql).
CREATE TABLE plumbline.webhook_endpoints (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,  -- whe_ + 22
    url TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C",
    kinds TEXT COLLATE "C" NOT NULL,  -- JSON array of kinds of events
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('enabled', 'disabled')),
    disabled_reason TEXT COLLATE "C" CHECK (disabled_reason IN ('gone', 'failing', 'requested')),
    secret TEXT COLLATE "C" NOT NULL,  -- sealed
    previous_secret TEXT COLLATE "C",  -- sealed; signs too until previous_secret_until
    previous_secret_until TEXT COLLATE "C",
    tests BIGINT NOT NULL DEFAULT 0,  -- test events asked for
    sender TEXT COLLATE "C",  -- the job that sends; no other sends meanwhile, so that events keep their order
    sending_until TEXT COLLATE "C",
    woken_for TEXT COLLATE "C",  -- when the first job that is queued and has not begun is due; '' for at once
    created_at TEXT COLLATE "C" NOT NULL,
    updated_at TEXT COLLATE "C",
    PRIMARY KEY (scope_id, id)
);
CREATE INDEX webhook_endpoints_by_age ON plumbline.webhook_endpoints (scope_id, created_at, id);

CREATE TABLE plumbline.webhook_deliveries (
    scope_id BIGINT NOT NULL DEFAULT plumbline.named_scope(),
    id TEXT COLLATE "C" NOT NULL,  -- whd_ + 22
    endpoint_id TEXT COLLATE "C" NOT NULL,
    event_id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,  -- of the event
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    attempts BIGINT NOT NULL DEFAULT 0,  -- since the event, or since the last replay
    due_at TEXT COLLATE "C",  -- of the next attempt; NULL if there is none
    log TEXT COLLATE "C" NOT NULL DEFAULT '[]',  -- JSON array of the attempts, oldest first
    created_at TEXT COLLATE "C" NOT NULL,
    finished_at TEXT COLLATE "C",
    PRIMARY KEY (scope_id, id),
    UNIQUE (scope_id, endpoint_id, event_id),
    FOREIGN KEY (scope_id, endpoint_id) REFERENCES plumbline.webhook_endpoints (scope_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_age ON plumbline.webhook_deliveries (scope_id, endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_due ON plumbline.webhook_deliveries (scope_id, endpoint_id, due_at, created_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_event ON plumbline.webhook_deliveries (scope_id, event_id, status);
CREATE INDEX webhook_deliveries_swept ON plumbline.webhook_deliveries (scope_id, created_at);
SELECT host.protect_tables();

CREATE FUNCTION plumbline.an_event_is_delivered() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO plumbline.webhook_deliveries (id, endpoint_id, event_id, kind, status, due_at, created_at)
    SELECT 'whd_' || left(replace(gen_random_uuid()::TEXT, '-', ''), 22), endpoint.id, NEW.id, NEW.kind, 'pending', NEW.created_at,
        NEW.created_at
    FROM plumbline.webhook_endpoints AS endpoint
    WHERE endpoint.scope_id = NEW.scope_id AND endpoint.status = 'enabled'
        AND (NEW.kind = 'webhook_endpoint.test' OR endpoint.kinds::JSONB ? NEW.kind)
        AND (NEW.kind <> 'webhook_endpoint.test' OR endpoint.id = NEW.resource_id);
    RETURN NULL;
END $$;
CREATE TRIGGER an_event_is_delivered AFTER INSERT ON plumbline.events
FOR EACH ROW EXECUTE FUNCTION plumbline.an_event_is_delivered();

CREATE FUNCTION plumbline.a_delivery_is_due() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE plumbline.webhook_endpoints AS endpoint SET woken_for = ''
    WHERE endpoint.scope_id = NEW.scope_id AND endpoint.id = NEW.endpoint_id
        AND (endpoint.woken_for IS NULL OR endpoint.woken_for > '');
    IF FOUND THEN
        INSERT INTO plumbline.outbox (id, kind, payload, created_at)
        VALUES ('job_' || left(replace(gen_random_uuid()::TEXT, '-', ''), 22), 'webhook',
            jsonb_build_object('endpoint_id', NEW.endpoint_id)::TEXT, NEW.created_at);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER a_delivery_is_due AFTER INSERT ON plumbline.webhook_deliveries
FOR EACH ROW EXECUTE FUNCTION plumbline.a_delivery_is_due();

CREATE FUNCTION plumbline.a_webhook_endpoint_is_tested() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'webhook_endpoint.test', 'webhook_endpoint', NEW.id, NULL,
        jsonb_build_object('id', NEW.id));
    RETURN NULL;
END $$;
CREATE TRIGGER a_webhook_endpoint_is_tested AFTER UPDATE OF tests ON plumbline.webhook_endpoints
FOR EACH ROW WHEN (NEW.tests > OLD.tests) EXECUTE FUNCTION plumbline.a_webhook_endpoint_is_tested();

CREATE FUNCTION plumbline.a_webhook_endpoint_is_disabled() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_event(NEW.scope_id, 'webhook_endpoint.disabled', 'webhook_endpoint', NEW.id, NULL,
        jsonb_build_object('id', NEW.id, 'disabled_reason', NEW.disabled_reason));
    RETURN NULL;
END $$;
CREATE TRIGGER a_webhook_endpoint_is_disabled AFTER UPDATE OF status ON plumbline.webhook_endpoints
FOR EACH ROW WHEN (NEW.status = 'disabled' AND OLD.status = 'enabled') EXECUTE FUNCTION plumbline.a_webhook_endpoint_is_disabled();
