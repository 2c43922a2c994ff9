-- Creates the three roles of Plumbline and prepares the database that psql is connected to. Run it once, as a superuser or as the
-- administrator of a managed service. Running it again changes nothing but the passwords:
--
--   psql -d plumbline -v owner_password=… -v host_password=… -v components_password=… -f roles.sql
--
-- Several installations in one cluster need a database and roles of their own: -v owner=… -v host=… -v components=…
-- docs/postgresql.md explains the roles.
\set ON_ERROR_STOP on
\if :{?owner} \else \set owner plumbline_owner \endif
\if :{?host} \else \set host plumbline_host \endif
\if :{?components} \else \set components plumbline_components \endif

SELECT format('CREATE ROLE %I LOGIN', name)
FROM unnest(ARRAY[:'owner', :'host', :'components']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec

-- The attributes of a new role; NOSUPERUSER and NOBYPASSRLS are the default, and only a superuser may name them.
ALTER ROLE :"owner" LOGIN NOCREATEDB NOCREATEROLE PASSWORD :'owner_password';
ALTER ROLE :"host" LOGIN NOCREATEDB NOCREATEROLE PASSWORD :'host_password';
ALTER ROLE :"components" LOGIN NOCREATEDB NOCREATEROLE PASSWORD :'components_password';

-- The owner runs `plumbline migrate` and creates the schemas. The others only connect. Nobody makes temporary tables.
SELECT current_database() AS database \gset
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT, CREATE ON DATABASE :"database" TO :"owner";
GRANT CONNECT ON DATABASE :"database" TO :"host", :"components";
REVOKE ALL ON SCHEMA public FROM PUBLIC;

ALTER ROLE :"owner" IN DATABASE :"database" SET search_path = plumbline, host, pg_catalog, pg_temp;
ALTER ROLE :"host" IN DATABASE :"database" SET search_path = plumbline, host, pg_catalog, pg_temp;
ALTER ROLE :"components" IN DATABASE :"database" SET search_path = plumbline, host, pg_catalog, pg_temp;

-- The host sets shorter times for each statement. These end what a host that lost its connection left behind.
ALTER ROLE :"host" IN DATABASE :"database" SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE :"components" IN DATABASE :"database" SET idle_in_transaction_session_timeout = '30s';
ALTER ROLE :"components" IN DATABASE :"database" SET statement_timeout = '60s';
