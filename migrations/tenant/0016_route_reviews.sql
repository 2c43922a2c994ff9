-- Routes are reviewed as items are. One that has no review of its own goes with its item.
ALTER TABLE routes ADD COLUMN review_status TEXT NOT NULL DEFAULT 'extracted';
ALTER TABLE routes ADD COLUMN quantity_override DOUBLE PRECISION;
ALTER TABLE routes ADD COLUMN note TEXT;
ALTER TABLE routes ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
