-- Reviews of this item alone. Each adds one and is an event of the item's takeoff (sqlite/0024_single_reviews.sql). A review and its event
-- are one statement, because on PostgreSQL each statement of a transaction makes the tenant's other writers wait for a round trip.
-- Operations that review several items or routes count in `takeoffs.reviews`.
ALTER TABLE items ADD COLUMN single_reviews BIGINT NOT NULL DEFAULT 0;
