-- The event of `a_takeoff_is_reviewed` (0019_events.sql).
CREATE TRIGGER an_item_is_reviewed AFTER UPDATE OF single_reviews ON items WHEN NEW.single_reviews > OLD.single_reviews
BEGIN
    INSERT INTO events (id, kind, resource_type, resource_id, project_id, data, created_at)
    SELECT
        'evt_' || lower(hex(randomblob(11))), 'takeoff.reviewed', 'takeoff', id, project_id,
        json_object('id', id, 'status', status, 'document_id', document_id, 'discipline', discipline, 'external_ref', external_ref),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM takeoffs WHERE id = NEW.takeoff_id;
END;
