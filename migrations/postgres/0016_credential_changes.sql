-- Changes of credentials: a new secret, and premium scopes (migrations/control/0014_credential_changes.sql).
CREATE FUNCTION host.a_service_secret_is_rotated() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM host.record_tenant_event(NEW.tenant_id, NEW.environment, 'credential.changed', 'credential', NEW.id,
        jsonb_build_object('id', NEW.id, 'name', NEW.name, 'credential_type', 'service', 'change', 'secret_rotated'));
    RETURN NULL;
END $$;
CREATE TRIGGER a_service_secret_is_rotated AFTER UPDATE OF secret_hash ON host.service_credentials
FOR EACH ROW WHEN (NEW.secret_hash IS DISTINCT FROM OLD.secret_hash)
EXECUTE FUNCTION host.a_service_secret_is_rotated();

CREATE FUNCTION host.premium_scopes_change() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = plumbline, host, pg_catalog, pg_temp AS $$
DECLARE
    changed host.premium_grants;
    service_name TEXT;
BEGIN
    IF TG_OP = 'DELETE' THEN
        changed := OLD;
    ELSE
        changed := NEW;
    END IF;
    SELECT name INTO service_name FROM host.service_credentials
    WHERE id = changed.client_id AND tenant_id = changed.tenant_id;
    PERFORM host.record_tenant_event(changed.tenant_id, changed.environment, 'credential.changed', 'credential', changed.client_id,
        jsonb_build_object(
            'id', changed.client_id,
            'name', COALESCE(
                (SELECT name FROM host.api_keys WHERE id = changed.client_id AND tenant_id = changed.tenant_id),
                service_name,
                (SELECT record::JSONB ->> 'name' FROM host.oauth_clients WHERE id = changed.client_id), changed.client_id
            ),
            'credential_type', CASE
                WHEN left(changed.client_id, 3) = 'oc_' THEN 'app'
                WHEN service_name IS NOT NULL THEN 'service'
                ELSE 'api_key'
            END,
            'change', TG_ARGV[0]
        ));
    RETURN NULL;
END $$;
CREATE TRIGGER a_premium_scope_is_granted AFTER INSERT ON host.premium_grants
FOR EACH ROW EXECUTE FUNCTION host.premium_scopes_change('premium_granted');
CREATE TRIGGER a_premium_scope_is_withdrawn AFTER DELETE ON host.premium_grants
FOR EACH ROW EXECUTE FUNCTION host.premium_scopes_change('premium_withdrawn');
