-- Creates the three roles of Plumbline and prepares the database that psql is connected to. Run it before the first
-- `plumbline migrate`, as a superuser or as the administrator of a managed service. You can run it again:
--
--     psql --dbname plumbline --file roles.sql
--
-- It sets no passwords: use `\password plumbline_owner` and so on, or certificates. Several installations in one cluster
-- need roles of their own: --set owner=… --set host=… --set components=…
--
--   plumbline_owner       owns the schemas and tables. Only `plumbline migrate` uses it.
--   plumbline_host        is the hosts' role (`database.url`).
--   plumbline_components  runs the statements of components (`database.components_url`).
--
-- docs/postgresql.md explains the roles.
\set ON_ERROR_STOP on
\if :{?owner}
\else
    \set owner plumbline_owner
\endif
\if :{?host}
\else
    \set host plumbline_host
\endif
\if :{?components}
\else
    \set components plumbline_components
\endif
SELECT current_database() AS database \gset

-- NOSUPERUSER, NOBYPASSRLS and NOREPLICATION are the defaults. Only a superuser may name them.
SELECT format('CREATE ROLE %I LOGIN', name)
FROM unnest(ARRAY[:'owner', :'host', :'components']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE :"owner" LOGIN NOCREATEDB NOCREATEROLE;
ALTER ROLE :"host" LOGIN NOCREATEDB NOCREATEROLE;
ALTER ROLE :"components" LOGIN NOCREATEDB NOCREATEROLE;

-- By default, every role may connect and create temporary tables.
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT, CREATE ON DATABASE :"database" TO :"owner";
GRANT CONNECT ON DATABASE :"database" TO :"host", :"components";
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- Schemas are named here and not in the connection, because PgBouncer does not forward a search path.
ALTER ROLE :"owner" IN DATABASE :"database" SET search_path = plumbline, host, pg_catalog, pg_temp;
ALTER ROLE :"host" IN DATABASE :"database" SET search_path = plumbline, host, pg_catalog, pg_temp;
ALTER ROLE :"components" IN DATABASE :"database" SET search_path = plumbline, host, pg_catalog, pg_temp;

-- The host's own limits are stricter. These end what a host that lost its connection left behind.
ALTER ROLE :"host" IN DATABASE :"database" SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE :"components" IN DATABASE :"database" SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE :"components" IN DATABASE :"database" SET statement_timeout = '60s';
