-- What made a binding: the components folder at a start of the server, an operator, or the host (the end of a stage). The
-- folder replaces only what it bound itself.
ALTER TABLE bindings ADD COLUMN origin TEXT NOT NULL DEFAULT 'operator' CHECK (origin IN ('folder', 'operator', 'host'));

-- Earlier rows: every start recorded itself as the actor 'plumbline'. Rows older than that column have no actor. They count
-- as the folder's where the folder would have replaced them until now: a default binding of a component that came with the
-- program, without settings. A component that returned to its slot was rolled back to, so it stays the operator's choice.
UPDATE bindings SET origin = 'host' WHERE actor = 'host';
UPDATE bindings SET origin = 'folder' WHERE tenant_id = '*' AND kind = 'bind' AND (
    actor = 'plumbline'
    OR actor IS NULL AND settings = '{}'
       AND digest IN (SELECT digest FROM components WHERE publisher = 'plumbline')
       AND NOT EXISTS (
           SELECT 1 FROM bindings earlier
           WHERE earlier.tenant_id = bindings.tenant_id AND earlier.slot = bindings.slot
                 AND earlier.digest = bindings.digest AND earlier.sequence < bindings.sequence
       )
);
