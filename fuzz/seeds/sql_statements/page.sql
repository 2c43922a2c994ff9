SELECT id, tag FROM items WHERE takeoff_id = ? AND (page_number, position) > (?, ?) ORDER BY page_number, position LIMIT ?
