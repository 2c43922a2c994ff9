-- An event of a scope without webhook endpoints prepares no deliveries (0009), whose table, indexes and policies took the server
-- some 80 µs.
SET LOCAL lock_timeout = '20s';

CREATE OR REPLACE FUNCTION plumbline.an_event_is_delivered() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM plumbline.webhook_endpoints AS endpoint WHERE endpoint.scope_id = NEW.scope_id AND endpoint.status = 'enabled') THEN
        INSERT INTO plumbline.webhook_deliveries (id, endpoint_id, event_id, kind, status, due_at, created_at)
        SELECT 'whd_' || left(replace(gen_random_uuid()::TEXT, '-', ''), 22), endpoint.id, NEW.id, NEW.kind, 'pending', NEW.created_at,
            NEW.created_at
        FROM plumbline.webhook_endpoints AS endpoint
        WHERE endpoint.scope_id = NEW.scope_id AND endpoint.status = 'enabled'
            AND (NEW.kind = 'webhook_endpoint.test' OR endpoint.kinds::JSONB ? NEW.kind)
            AND (NEW.kind <> 'webhook_endpoint.test' OR endpoint.id = NEW.resource_id);
    END IF;
    RETURN NULL;
END $$;
