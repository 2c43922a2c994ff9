//! The rights of the roles, compared with what the sandbox on SQLite allows.

use std::collections::BTreeSet;

use plumbline_postgres_schema::GRANT_COMPONENTS;

use crate::common::*;
use crate::sqlite;

/// Tables that only triggers and the host write: `GUARDED_TABLES` of host/storage/src/sqlite/sandbox.rs.
const GUARDED: [&str; 6] = ["credit_balance", "events", "outbox_size", "usage_events", "usage_totals", "usage_writers"];

#[tokio::test]
async fn components_have_the_rights_of_the_sandbox_and_no_others() {
    let Some(fixture) = fixture().await else { return };
    let admin = fixture.connect("postgres").await;
    let mut expected = BTreeSet::from(["opened_scope SELECT".to_owned()]);
    let tables = "SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'";
    let tenant = sqlite::tenant();
    for row in sqlite::rows(&tenant, tables) {
        let table = row[0].clone().unwrap();
        expected.insert(format!("{table} SELECT"));
        // SQLite refuses to write a view without a trigger.
        if GUARDED.contains(&table.as_str()) || table == "credit_account" {
            continue;
        }
        expected.insert(format!("{table} DELETE"));
        for column in sqlite::rows(&tenant, &format!("SELECT name FROM pragma_table_info('{table}')")) {
            let column = column[0].clone().unwrap();
            expected.insert(format!("{table}.{column} INSERT"));
            expected.insert(format!("{table}.{column} UPDATE"));
        }
    }
    let found = "SELECT relname || ' ' || privilege FROM pg_class
            CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS privilege
            WHERE relkind IN ('r', 'v') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
                AND has_table_privilege('plumbline_components', pg_class.oid, privilege)
        UNION ALL
        SELECT relname || '.' || attname || ' ' || privilege FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
            CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'REFERENCES']) AS privilege
            WHERE relkind IN ('r', 'v') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
                AND attnum > 0 AND has_column_privilege('plumbline_components', pg_class.oid, attnum, privilege)";
    let found: BTreeSet<String> =
        rows(&admin, found).await.unwrap().into_iter().filter_map(|mut row| row.remove(0)).collect();
    assert_eq!(found, expected);

    let functions = "SELECT oid::regprocedure FROM pg_proc
        WHERE pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
            AND has_function_privilege('plumbline_components', oid, 'EXECUTE')
            AND has_schema_privilege('plumbline_components', pronamespace, 'USAGE') ORDER BY 1";
    let functions: Vec<_> =
        rows(&admin, functions).await.unwrap().into_iter().filter_map(|mut row| row.remove(0)).collect();
    let allowed = ["current_scope()", "named_scope()", "is_host()", "require_lease(text,text,bigint)"]
        .map(|name| format!("plumbline.{name}"));
    assert_eq!(functions.iter().collect::<BTreeSet<_>>(), allowed.iter().collect());
    // Functions that run with the owner's rights find names only in schemas where nobody else creates any.
    let unsafe_ones =
        "SELECT oid::regprocedure FROM pg_proc WHERE pronamespace IN ('host'::regnamespace, 'plumbline'::regnamespace)
        AND prosecdef AND NOT COALESCE(proconfig, '{}') && ARRAY['search_path=pg_catalog, pg_temp',
            'search_path=plumbline, host, pg_catalog, pg_temp'] ORDER BY 1";
    let unsafe_ones: Vec<_> =
        rows(&admin, unsafe_ones).await.unwrap().into_iter().filter_map(|mut row| row.remove(0)).collect();
    // They name every schema themselves, or were parsed when they were created.
    assert_eq!(unsafe_ones, ["host.scope_setting(bigint)", "plumbline.current_scope()"]);
}

#[tokio::test]
async fn each_start_puts_the_rights_in_order() {
    let Some(fixture) = fixture().await else { return };
    let (admin, host, owner) =
        (fixture.connect("postgres").await, fixture.connect(HOST).await, fixture.connect(OWNER).await);
    let grant = async |client: &tokio_postgres::Client| -> bool {
        client.query_one(GRANT_COMPONENTS, &[&COMPONENTS]).await.unwrap().get(0)
    };
    assert!(!grant(&host).await, "nothing to change");
    for stray in [
        "GRANT ALL ON SCHEMA host TO plumbline_components",
        "GRANT SELECT ON host.tenants TO plumbline_components",
        "GRANT SELECT (scope_id) ON host.scope_keys TO plumbline_components",
        "GRANT SELECT ON host.jobs TO PUBLIC",
        "GRANT CREATE ON SCHEMA plumbline TO PUBLIC",
        "GRANT UPDATE (scope_id) ON plumbline.items TO plumbline_components",
        "GRANT INSERT ON plumbline.usage_events TO plumbline_components",
        "GRANT EXECUTE ON FUNCTION host.scope_setting TO PUBLIC",
        "GRANT EXECUTE ON FUNCTION host.delete_scope TO plumbline_components",
        "GRANT USAGE ON SEQUENCE host.bindings_sequence_seq TO plumbline_components",
        "REVOKE SELECT ON plumbline.items FROM plumbline_components",
        "REVOKE UPDATE (name) ON plumbline.projects FROM plumbline_components",
        // What a migration of a later release brings.
        "CREATE FUNCTION host.later() RETURNS INT LANGUAGE sql RETURN 1; GRANT EXECUTE ON FUNCTION host.later TO PUBLIC",
    ] {
        owner.batch_execute(stray).await.unwrap_or_else(|error| panic!("{stray}: {error:?}"));
        assert!(grant(&host).await, "{stray}");
        assert!(!grant(&host).await, "{stray}: put in order");
    }
    // Two hosts that start at the same time.
    owner.batch_execute("GRANT SELECT ON host.jobs TO plumbline_components").await.unwrap();
    let second = fixture.connect(HOST).await;
    let changes = tokio::join!(grant(&host), grant(&second));
    assert!(changes.0 != changes.1, "one of them");
    // The host's own rights remain.
    assert_eq!(one(&host, "SELECT COUNT(*) FROM host.jobs").await, "0");

    admin
        .batch_execute("CREATE ROLE too_much BYPASSRLS; CREATE ROLE member; GRANT plumbline_host TO member")
        .await
        .unwrap();
    for role in ["too_much", "member", "postgres", HOST, OWNER] {
        let refused = host.query_one(GRANT_COMPONENTS, &[&role]).await.unwrap_err();
        assert!(text_of(&refused).contains("has more rights"), "{role}: {}", text_of(&refused));
    }
}

#[tokio::test]
async fn the_host_owns_nothing() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("ten_1").await;
    let host = fixture.session(HOST, &scope).await;
    for sql in [
        "SELECT * FROM host.scope_keys",
        "INSERT INTO host.scopes (tenant_id, environment) VALUES ('ten_1', 'sandbox')",
        "DELETE FROM host.scopes",
        "UPDATE host.migrations SET name = ''",
        "UPDATE credit_balance SET granted = 5",
        "SELECT host.renew_scope_key(1)",
        "SELECT host.grant_host('plumbline_components')",
        "ALTER TABLE projects NO FORCE ROW LEVEL SECURITY",
        "CREATE TABLE host.mine (a INT)",
        "CREATE TEMP TABLE mine (a INT)",
        "TRUNCATE projects",
    ] {
        let refused = refusal(&host, sql).await;
        assert!(refused.starts_with("42501:"), "{sql}: {refused}");
    }
    let attributes =
        "SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = current_user";
    assert_eq!(one(&host, attributes).await, "f");
    let owned = "SELECT COUNT(*) FROM pg_class WHERE relowner = 'plumbline_host'::regrole";
    assert_eq!(one(&host, owned).await, "0");
}
