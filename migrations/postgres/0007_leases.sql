-- Fails unless a job of the transaction's scope is under a host's lease with this number. Keeps others from taking the job over until the
-- transaction ends. The host runs it before each commit of a job's worker; docs/internals/jobs.md explains the fence.
CREATE FUNCTION plumbline.require_lease(job TEXT, host TEXT, number BIGINT) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM FROM host.jobs
    JOIN host.scopes ON scopes.tenant_id = jobs.tenant_id AND scopes.environment = jobs.environment
    WHERE scopes.id = plumbline.current_scope() AND jobs.id = require_lease.job
        AND jobs.leased_by = require_lease.host AND jobs.fence = require_lease.number
    FOR SHARE OF jobs;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the lease of the job was lost' USING ERRCODE = 'PL001';
    END IF;
END $$;
