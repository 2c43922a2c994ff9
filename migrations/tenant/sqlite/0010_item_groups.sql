-- Attributes of the groups that exist already. Only databases on SQLite have any.
UPDATE item_groups SET attributes = '{}'
FROM (
    SELECT takeoff_id, page_number, first_position FROM items WHERE first_position IS NOT NULL
    GROUP BY takeoff_id, page_number, first_position HAVING MIN(attributes) <> MAX(attributes)
) AS differing
WHERE item_groups.takeoff_id = differing.takeoff_id AND item_groups.page_number = differing.page_number
    AND item_groups.first_position = differing.first_position;

UPDATE item_groups SET attributes = common.attributes
FROM (
    SELECT takeoff_id, page_number, first_position, '{' || GROUP_CONCAT(pair, ',' ORDER BY name) || '}' AS attributes
    FROM (
        SELECT items.takeoff_id, items.page_number, items.first_position, name.key AS name,
            JSON_QUOTE(name.key) || ':' || MIN(items.attributes -> name.fullkey) AS pair
        FROM item_groups
        JOIN items ON items.takeoff_id = item_groups.takeoff_id AND items.page_number = item_groups.page_number
            AND items.first_position = item_groups.first_position
        JOIN JSON_EACH(items.attributes) AS name
        WHERE item_groups.attributes IS NOT NULL
        GROUP BY items.takeoff_id, items.page_number, items.first_position, name.key
        HAVING COUNT(*) = MIN(item_groups.item_count)
            AND MIN(items.attributes -> name.fullkey) = MAX(items.attributes -> name.fullkey)
    )
    GROUP BY takeoff_id, page_number, first_position
) AS common
WHERE item_groups.takeoff_id = common.takeoff_id AND item_groups.page_number = common.page_number
    AND item_groups.first_position = common.first_position;

-- Whoever changes what was extracted, or deletes an item by itself, need not know of groups: the item's group ends, and its
-- takeoff is consolidated item by item until the worker groups it again. With a takeoff its groups go by cascade.
CREATE TRIGGER item_groups_end_with_an_item AFTER DELETE ON items
WHEN OLD.first_position IS NOT NULL AND EXISTS (SELECT 1 FROM takeoffs WHERE id = OLD.takeoff_id)
BEGIN
    DELETE FROM item_groups
    WHERE takeoff_id = OLD.takeoff_id AND page_number = OLD.page_number AND first_position = OLD.first_position;
    UPDATE items SET first_position = NULL
    WHERE takeoff_id = OLD.takeoff_id AND page_number = OLD.page_number AND first_position = OLD.first_position;
END;

CREATE TRIGGER item_groups_end_with_a_change AFTER UPDATE OF takeoff_id, page_number, position, group_id, description, trade,
    category, item_type, measure_type, extracted_quantity, unit, tag, attributes, evidence, confidence ON items
WHEN OLD.first_position IS NOT NULL
BEGIN
    DELETE FROM item_groups
    WHERE takeoff_id = OLD.takeoff_id AND page_number = OLD.page_number AND first_position = OLD.first_position;
    UPDATE items SET first_position = NULL
    WHERE takeoff_id = OLD.takeoff_id AND page_number = OLD.page_number AND first_position = OLD.first_position;
    UPDATE items SET first_position = NULL WHERE id = NEW.id;
END;
