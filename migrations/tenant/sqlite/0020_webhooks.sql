-- The triggers of webhooks: each event is a delivery to each endpoint that wants it, and one outbox entry wakes an endpoint's sender,
-- however many deliveries wait. A job clears `woken_for` when it begins, before it reads what is due. Entries of the outbox do not tell
-- whether their jobs have begun, because they are marked after their jobs are queued.

CREATE TRIGGER an_event_is_delivered AFTER INSERT ON events
BEGIN
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, kind, status, due_at, created_at)
    SELECT 'whd_' || lower(hex(randomblob(11))), id, NEW.id, NEW.kind, 'pending', NEW.created_at, NEW.created_at
    FROM webhook_endpoints WHERE status = 'enabled'
        AND (NEW.kind = 'webhook_endpoint.test' OR EXISTS (SELECT 1 FROM json_each(kinds) WHERE value = NEW.kind))
        AND (NEW.kind <> 'webhook_endpoint.test' OR id = NEW.resource_id);
END;

CREATE TRIGGER a_delivery_is_due AFTER INSERT ON webhook_deliveries
WHEN EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = NEW.endpoint_id AND (woken_for IS NULL OR woken_for > ''))
BEGIN
    UPDATE webhook_endpoints SET woken_for = '' WHERE id = NEW.endpoint_id;
    INSERT INTO outbox (id, kind, payload, created_at)
    VALUES ('job_' || lower(hex(randomblob(11))), 'webhook', json_object('endpoint_id', NEW.endpoint_id), NEW.created_at);
END;

CREATE TRIGGER a_webhook_endpoint_is_tested AFTER UPDATE OF tests ON webhook_endpoints WHEN NEW.tests > OLD.tests
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'webhook_endpoint.test', 'webhook_endpoint', NEW.id, NULL, json_object('id', NEW.id),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_webhook_endpoint_is_disabled AFTER UPDATE OF status ON webhook_endpoints
WHEN NEW.status = 'disabled' AND OLD.status = 'enabled'
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), 'webhook_endpoint.disabled', 'webhook_endpoint', NEW.id, NULL,
        json_object('id', NEW.id, 'disabled_reason', NEW.disabled_reason), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;
