-- Bytes that count towards the quota `storage_mb`, beside the file's own.

-- Most bytes that the file may have when its size was not declared: what the quota had left, at most the largest file. NULL for a
-- declared size, and for documents from before this column.
ALTER TABLE documents ADD COLUMN reserved_bytes BIGINT;

-- Bytes of the sheets that ingestion keeps beside the file. NULL until it is ready, and for documents from before this column.
ALTER TABLE documents ADD COLUMN sheet_bytes BIGINT;
