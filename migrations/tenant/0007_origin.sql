-- Who started a takeoff. Extractions of the web application are written by it into the tenant's database, completed, and
-- are read-only here.
ALTER TABLE takeoffs ADD COLUMN origin TEXT NOT NULL DEFAULT 'api' CHECK (origin IN ('api', 'web_app'));
