-- Proposed reviews (migrations/tenant/0021_proposed_reviews.sql).
ALTER TABLE plumbline.items ADD COLUMN proposed BIGINT NOT NULL DEFAULT 0;

DROP INDEX plumbline.items_reviewed;
CREATE INDEX items_reviewed ON plumbline.items
    (scope_id, takeoff_id, page_number, first_position, review_status, quantity_override, revision, proposed)
    WHERE review_status <> 'extracted' OR quantity_override IS NOT NULL OR note IS NOT NULL OR revision > 1;
