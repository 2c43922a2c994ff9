-- Changes of what belongs to a tenant and is kept here: credentials, and bindings of its own. Triggers write them, and the host copies each
-- to the event log of the tenant's databases, under the same id, and deletes it then.
CREATE TABLE tenant_events (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL,                       -- evt_ + 22
    tenant_id TEXT NOT NULL,
    environment TEXT,                       -- NULL for all
    kind TEXT NOT NULL,
    resource_type TEXT NOT NULL,
    resource_id TEXT NOT NULL,
    data TEXT NOT NULL,                     -- JSON object
    created_at TEXT NOT NULL
);

CREATE TRIGGER a_key_is_created AFTER INSERT ON api_keys
BEGIN
    INSERT INTO tenant_events (id, tenant_id, environment, kind, resource_type, resource_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), NEW.tenant_id, NEW.environment, 'credential.created', 'credential', NEW.id,
        json_object('id', NEW.id, 'name', NEW.name, 'credential_type', 'api_key'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_key_is_revoked AFTER UPDATE OF revoked_at ON api_keys WHEN NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL
BEGIN
    INSERT INTO tenant_events (id, tenant_id, environment, kind, resource_type, resource_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), NEW.tenant_id, NEW.environment, 'credential.revoked', 'credential', NEW.id,
        json_object('id', NEW.id, 'name', NEW.name, 'credential_type', 'api_key'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_service_credential_is_created AFTER INSERT ON service_credentials
BEGIN
    INSERT INTO tenant_events (id, tenant_id, environment, kind, resource_type, resource_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), NEW.tenant_id, NEW.environment, 'credential.created', 'credential', NEW.id,
        json_object('id', NEW.id, 'name', NEW.name, 'credential_type', 'service'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_service_credential_is_revoked AFTER UPDATE OF revoked_at ON service_credentials
WHEN NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL
BEGIN
    INSERT INTO tenant_events (id, tenant_id, environment, kind, resource_type, resource_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), NEW.tenant_id, NEW.environment, 'credential.revoked', 'credential', NEW.id,
        json_object('id', NEW.id, 'name', NEW.name, 'credential_type', 'service'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

-- Bindings for all tenants, whose `tenant_id` is no tenant's, are no events.
CREATE TRIGGER a_binding_changes AFTER INSERT ON bindings WHEN EXISTS (SELECT 1 FROM tenants WHERE id = NEW.tenant_id)
BEGIN
    INSERT INTO tenant_events (id, tenant_id, environment, kind, resource_type, resource_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), NEW.tenant_id, NULL, 'component_binding.changed', 'component_binding', NEW.slot,
        json_object('id', NEW.slot, 'change', NEW.kind, 'digest', NEW.digest), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;
