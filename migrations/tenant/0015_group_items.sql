-- A line of a consolidated list names its items. JSON array of their ids in the order of their positions; NULL for a single item, and
-- for more than 128 KiB.
ALTER TABLE item_groups ADD COLUMN item_ids TEXT;

UPDATE item_groups SET item_ids = listed.item_ids
FROM (
    SELECT takeoff_id, page_number, first_position, '["' || STRING_AGG(id, '","' ORDER BY position) || '"]' AS item_ids
    FROM items WHERE first_position IS NOT NULL
    GROUP BY takeoff_id, page_number, first_position
    HAVING COUNT(*) > 1 AND SUM(LENGTH(id) + 3) + 1 <= 131072
) AS listed
WHERE item_groups.takeoff_id = listed.takeoff_id AND item_groups.page_number = listed.page_number
    AND item_groups.first_position = listed.first_position;

-- A line's version counts the reviews of its items, also of those that a later review made as they were extracted.
DROP INDEX items_reviewed;
CREATE INDEX items_reviewed ON items (takeoff_id, page_number, first_position, review_status, quantity_override, note, revision)
    WHERE review_status <> 'extracted' OR quantity_override IS NOT NULL OR note IS NOT NULL OR revision > 1;
