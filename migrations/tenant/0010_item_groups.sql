-- Consolidated lists: one row for the items of a sheet with equal description, tag and unit, written with the items. It
-- holds only what reviews do not change, so a review cannot leave it behind: what was reviewed is read in the index below.

-- Position of the item that the group begins with. NULL: not grouped yet; such a takeoff is consolidated item by item.
ALTER TABLE items ADD COLUMN first_position BIGINT;

-- The web application writes its rows itself, in a form of its own.
UPDATE items SET first_position = grouped.first_position
FROM (
    SELECT id, MIN(position) OVER (PARTITION BY takeoff_id, page_number, description, tag, unit) AS first_position
    FROM items WHERE takeoff_id IN (SELECT id FROM takeoffs WHERE origin = 'api')
) AS grouped
WHERE items.id = grouped.id;

-- Both are nearly always empty when items are written, so they cost nothing there.
CREATE INDEX items_not_grouped ON items (takeoff_id, page_number) WHERE first_position IS NULL;
CREATE INDEX items_reviewed ON items (takeoff_id, page_number, first_position, review_status, quantity_override, note)
    WHERE review_status <> 'extracted' OR quantity_override IS NOT NULL OR note IS NOT NULL;

-- Columns of the first item are read from it, at the same takeoff, page and position.
CREATE TABLE item_groups (
    takeoff_id TEXT NOT NULL REFERENCES takeoffs (id) ON DELETE CASCADE,
    page_number BIGINT NOT NULL,
    first_position BIGINT NOT NULL,
    item_count BIGINT NOT NULL,
    mixed BIGINT NOT NULL,                  -- 1 when trade, category, item type or measure type differ, else 0
    extracted_quantity DOUBLE PRECISION NOT NULL, -- the sum
    confidence TEXT NOT NULL,               -- of the least certain item
    group_id TEXT,                          -- NULL when they differ
    attributes TEXT,                        -- JSON object of those that all have; NULL when they are the first item's
    evidence TEXT,                          -- JSON array of all items'; NULL for one item, and for more than 128 KiB
    PRIMARY KEY (takeoff_id, page_number, first_position)
);

INSERT INTO item_groups (takeoff_id, page_number, first_position, item_count, mixed, extracted_quantity, confidence, group_id,
    evidence)
SELECT takeoff_id, page_number, first_position, COUNT(*),
    CASE WHEN MIN(trade) = MAX(trade) AND MIN(category) = MAX(category) AND MIN(item_type) = MAX(item_type)
        AND MIN(measure_type) = MAX(measure_type) THEN 0 ELSE 1 END,
    SUM(extracted_quantity),
    CASE MAX(CASE confidence WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END)
        WHEN 1 THEN 'high' WHEN 2 THEN 'medium' ELSE 'low' END,
    CASE WHEN COUNT(group_id) = COUNT(*) AND MIN(group_id) = MAX(group_id) THEN MIN(group_id) END,
    CASE WHEN COUNT(*) > 1 AND SUM(LENGTH(evidence)) <= 131072 THEN
        '[' || COALESCE(STRING_AGG(NULLIF(SUBSTR(evidence, 2, LENGTH(evidence) - 2), ''), ',' ORDER BY position), '') || ']' END
FROM items WHERE first_position IS NOT NULL
GROUP BY takeoff_id, page_number, first_position;

-- A takeoff with such a group is consolidated item by item where a filter may select a part of it.
CREATE INDEX item_groups_mixed ON item_groups (takeoff_id) WHERE mixed = 1;
