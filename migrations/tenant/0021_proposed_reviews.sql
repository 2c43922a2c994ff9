-- A review that an agent enters is proposed until a person reviews the item.
ALTER TABLE items ADD COLUMN proposed BIGINT NOT NULL DEFAULT 0;

DROP INDEX items_reviewed;
CREATE INDEX items_reviewed
    ON items (takeoff_id, page_number, first_position, review_status, quantity_override, note, revision, proposed)
    WHERE review_status <> 'extracted' OR quantity_override IS NOT NULL OR note IS NOT NULL OR revision > 1;
