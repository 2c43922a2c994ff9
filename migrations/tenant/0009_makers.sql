-- Which components made a result: what a quantity is traced back to when a version turns out to have been wrong.

-- JSON object {role, id, version, digest}: the reader that ingested the document.
ALTER TABLE documents ADD COLUMN reader TEXT;
-- JSON array of such objects: reader and extractor.
ALTER TABLE takeoffs ADD COLUMN makers TEXT;
-- The exporter that wrote the file: id@version.
ALTER TABLE exports ADD COLUMN component TEXT;
