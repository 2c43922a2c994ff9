-- A takeoff tells how many items it has by trade each time it is polled: counted in the index, without reading the items.
CREATE INDEX items_by_trade ON items (takeoff_id, trade);
