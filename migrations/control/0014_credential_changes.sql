-- Changes of credentials other than their creation and revocation: a new secret, and premium scopes.
CREATE TRIGGER a_service_secret_is_rotated AFTER UPDATE OF secret_hash ON service_credentials
WHEN NEW.secret_hash IS NOT OLD.secret_hash
BEGIN
    INSERT INTO tenant_events (id, tenant_id, environment, kind, resource_type, resource_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), NEW.tenant_id, NEW.environment, 'credential.changed', 'credential', NEW.id,
        json_object('id', NEW.id, 'name', NEW.name, 'credential_type', 'service', 'change', 'secret_rotated'),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

-- A grant names a client id: that of an API key, of a service credential or of an app (`oc_`). Grants are not
-- checked for one that exists: if none does, the client id stands for the name.
CREATE TRIGGER a_premium_scope_is_granted AFTER INSERT ON premium_grants
BEGIN
    INSERT INTO tenant_events (id, tenant_id, environment, kind, resource_type, resource_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), NEW.tenant_id, NEW.environment, 'credential.changed', 'credential', NEW.client_id,
        json_object(
            'id', NEW.client_id,
            'name', COALESCE(
                (SELECT name FROM api_keys WHERE id = NEW.client_id AND tenant_id = NEW.tenant_id),
                (SELECT name FROM service_credentials WHERE id = NEW.client_id AND tenant_id = NEW.tenant_id),
                (SELECT json_extract(record, '$.name') FROM oauth_clients WHERE id = NEW.client_id), NEW.client_id
            ),
            'credential_type', CASE
                WHEN substr(NEW.client_id, 1, 3) = 'oc_' THEN 'app'
                WHEN EXISTS (SELECT 1 FROM service_credentials WHERE id = NEW.client_id AND tenant_id = NEW.tenant_id) THEN 'service'
                ELSE 'api_key'
            END,
            'change', 'premium_granted'
        ),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;

CREATE TRIGGER a_premium_scope_is_withdrawn AFTER DELETE ON premium_grants
BEGIN
    INSERT INTO tenant_events (id, tenant_id, environment, kind, resource_type, resource_id, data, created_at)
    VALUES (
        'evt_' || lower(hex(randomblob(11))), OLD.tenant_id, OLD.environment, 'credential.changed', 'credential', OLD.client_id,
        json_object(
            'id', OLD.client_id,
            'name', COALESCE(
                (SELECT name FROM api_keys WHERE id = OLD.client_id AND tenant_id = OLD.tenant_id),
                (SELECT name FROM service_credentials WHERE id = OLD.client_id AND tenant_id = OLD.tenant_id),
                (SELECT json_extract(record, '$.name') FROM oauth_clients WHERE id = OLD.client_id), OLD.client_id
            ),
            'credential_type', CASE
                WHEN substr(OLD.client_id, 1, 3) = 'oc_' THEN 'app'
                WHEN EXISTS (SELECT 1 FROM service_credentials WHERE id = OLD.client_id AND tenant_id = OLD.tenant_id) THEN 'service'
                ELSE 'api_key'
            END,
            'change', 'premium_withdrawn'
        ),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    );
END;
