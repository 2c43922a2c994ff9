//! Row-level security and the seal of the scope.

use crate::common::*;

const PROJECT: &str = "INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'School', '{}', '2026')";

/// Returns the tables and views of tenants.
async fn relations(client: &tokio_postgres::Client) -> Vec<String> {
    let select =
        "SELECT relname FROM pg_class WHERE relnamespace = 'plumbline'::regnamespace AND relkind IN ('r', 'v')";
    rows(client, select).await.unwrap().into_iter().filter_map(|mut row| row.remove(0)).collect()
}

#[tokio::test]
async fn a_session_without_a_scope_reads_and_writes_nothing() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("ten_1").await;
    let host = fixture.session(HOST, &scope).await;
    crate::deletion::fill(&host).await;

    let raw = fixture.connect(COMPONENTS).await;
    let relations = relations(&raw).await;
    assert!(relations.len() > 20);
    for relation in &relations {
        assert_eq!(one(&raw, &format!("SELECT COUNT(*) FROM {relation}")).await, "0", "{relation}");
    }
    for relation in ["projects", "items", "outbox", "idempotency"] {
        assert_eq!(changed(&raw, &format!("DELETE FROM {relation}")).await, 0);
    }
    assert_eq!(changed(&raw, "UPDATE projects SET name = 'mine'").await, 0);
    assert_eq!(
        refusal(&raw, PROJECT).await,
        "42501: new row violates row-level security policy for table \"projects\""
    );
    let entry = "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES ('j', 'hold', 0, '', '')";
    assert!(refusal(&raw, entry).await.starts_with("42501:"));

    for sql in [
        "SELECT * FROM host.tenants",
        "SELECT * FROM host.jobs",
        "SELECT * FROM host.scope_keys",
        "SELECT host.scope_setting(1)",
        "SELECT host.open_scope('ten_1', 'sandbox')",
        "SELECT host.delete_scope(1)",
        "SELECT * FROM host.credit_balances()",
        "SELECT host.grant_components('plumbline_components')",
        "SET ROLE plumbline_host",
        "SET ROLE plumbline_owner",
        "CREATE TABLE mine (a INT)",
        "CREATE TABLE plumbline.mine (a INT)",
        "CREATE TABLE public.mine (a INT)",
        "CREATE TEMP TABLE mine (a INT)",
        "CREATE SCHEMA mine",
        "CREATE FUNCTION plumbline.mine() RETURNS INT LANGUAGE sql RETURN 1",
        "ALTER TABLE projects DISABLE ROW LEVEL SECURITY",
        "ALTER TABLE ledger_entries DISABLE TRIGGER ALL",
        "DROP POLICY rows_of_the_scope ON projects",
        "CREATE POLICY mine ON projects USING (true)",
        "TRUNCATE projects",
        "TRUNCATE ledger_entries",
        "COPY projects TO PROGRAM 'cat'",
        "SET session_replication_role = replica",
        "SET row_security = off; SELECT * FROM projects",
        "SELECT lo_import('/etc/passwd')",
        "SELECT pg_read_file('/etc/passwd')",
    ] {
        let refused = refusal(&raw, sql).await;
        assert!(refused.starts_with("42501:"), "{sql}: {refused}");
    }
    assert_eq!(one(&host, "SELECT COUNT(*) FROM projects WHERE name <> 'mine'").await, "1");
}

#[tokio::test]
async fn a_scope_cannot_be_forged() {
    let Some(fixture) = fixture().await else { return };
    let (first, second) = (fixture.scope("ten_1").await, fixture.scope("ten_2").await);
    for scope in [&first, &second] {
        changed(&fixture.session(HOST, scope).await, PROJECT).await;
    }
    let mac = first.setting.split_once('.').unwrap().1;
    assert_eq!(mac.len(), 64);
    let id = second.id;
    let component = fixture.connect(COMPONENTS).await;
    for forged in [
        format!("{id}"),
        format!("{id}."),
        format!("{id}.{mac}"),
        format!("{id}.{}", "0".repeat(64)),
        format!("0{}", first.setting),
        format!(" {}", first.setting),
        format!("{} ", first.setting),
        format!("{}.{}", first.setting, id),
        first.setting.to_uppercase(),
        "x".into(),
        ".".into(),
        "-1.0".into(),
        "99999999999999999999.0".into(),
        "1 OR true".into(),
    ] {
        set_scope(&component, &forged).await;
        for sql in [
            "SELECT COUNT(*) FROM projects",
            "DELETE FROM projects",
            PROJECT,
            // Their triggers run as the owner, and must not tell of a balance.
            "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES ('j', 'hold', 1, '', '')",
            "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES ('j', 'hold', 1, '', '')",
            "INSERT INTO outbox (id, kind, payload, created_at) VALUES ('o', 'takeoff', '{}', '')",
        ] {
            let refused = refusal(&component, sql).await;
            assert!(
                ["42501:", "22P02:", "22003:"].iter().any(|code| refused.starts_with(code)),
                "{forged}: {sql}: {refused}"
            );
            assert!(!refused.contains("available"), "{refused}");
        }
    }
    set_scope(&component, &first.setting).await;
    assert_eq!(one(&component, "SELECT COUNT(*) FROM projects").await, "1");
    // A component may set its own scope again, or none.
    set_scope(&component, "").await;
    assert_eq!(one(&component, "SELECT COUNT(*) FROM projects").await, "0");
    // A new key ends what the old one sealed.
    let owner = fixture.connect(OWNER).await;
    owner.execute("SELECT host.renew_scope_key($1)", &[&first.id]).await.unwrap();
    set_scope(&component, &first.setting).await;
    assert!(refusal(&component, "SELECT 1 FROM projects").await.contains("plumbline.scope"));
}

#[tokio::test]
async fn rows_of_another_scope_are_neither_seen_nor_written() {
    let Some(fixture) = fixture().await else { return };
    let (first, second) = (fixture.scope("ten_1").await, fixture.scope("ten_2").await);
    let other = fixture.session(HOST, &second).await;
    changed(&other, PROJECT).await;
    changed(&other, "UPDATE projects SET external_ref = 'ref', name = 'other'").await;
    let entry = "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES ('g', 'grant', 5, '', '')";
    changed(&other, entry).await;

    let id = second.id;
    for role in [COMPONENTS, HOST] {
        let session = fixture.session(role, &first).await;
        assert_eq!(one(&session, "SELECT COUNT(*) FROM projects").await, "0");
        assert_eq!(one(&session, "SELECT granted FROM credit_balance").await, "0");
        assert_eq!(changed(&session, "UPDATE projects SET name = 'mine'").await, 0);
        assert_eq!(changed(&session, &format!("DELETE FROM projects WHERE scope_id = {id}")).await, 0);
        let document = "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at) \
            VALUES ('doc', 'prj_1', '', '', 'ready', '', '{}', '')";
        assert!(refusal(&session, document).await.starts_with("23503:"), "a reference into another scope");
        // Keys of another scope are not in use here.
        changed(&session, PROJECT).await;
        changed(&session, "UPDATE projects SET external_ref = 'ref'").await;
        for sql in [
            format!("UPDATE projects SET scope_id = {id}"),
            format!(
                "INSERT INTO projects (scope_id, id, name, metadata, created_at) VALUES ({id}, 'x', '', '{{}}', '')"
            ),
            format!(
                "INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', '', '{{}}', '')
                 ON CONFLICT (scope_id, id) DO UPDATE SET scope_id = {id}"
            ),
            format!(
                "INSERT INTO ledger_entries (scope_id, job_id, kind, micros, note, created_at)
                 VALUES ({id}, 'j', 'hold', 5, '', '')"
            ),
        ] {
            assert!(refusal(&session, &sql).await.starts_with("42501:"), "{role}: {sql}");
        }
        changed(&session, "DELETE FROM projects").await;
    }
    assert_eq!(one(&other, "SELECT name FROM projects").await, "other");
    assert_eq!(one(&other, "SELECT COUNT(*) FROM ledger_entries").await, "1");
}

#[tokio::test]
async fn the_setting_ends_with_its_transaction() {
    let Some(fixture) = fixture().await else { return };
    let scope = fixture.scope("ten_1").await;
    let mut session = fixture.connect(COMPONENTS).await;
    let transaction = session.transaction().await.unwrap();
    transaction.execute("SELECT set_config('plumbline.scope', $1, true)", &[&scope.setting]).await.unwrap();
    transaction.execute(PROJECT, &[]).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(one(&session, "SELECT COUNT(*) FROM projects").await, "0");
    set_scope(&session, &scope.setting).await;
    assert_eq!(one(&session, "SELECT COUNT(*) FROM projects").await, "1");
}

/// RFC 4231, test case 2, and a scope's own seal.
#[tokio::test]
async fn the_seal_is_hmac_sha256() {
    let Some(fixture) = fixture().await else { return };
    let owner = fixture.connect(OWNER).await;
    let mac = one(
        &owner,
        "SELECT host.seal('what do ya want for nothing?', host.padded_key('Jefe', 54), host.padded_key('Jefe', 92))",
    )
    .await;
    assert_eq!(mac, "what do ya want for nothing?.5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    let scope = fixture.scope("ten_1").await;
    assert!(scope.setting.starts_with(&format!("{}.", scope.id)));
    let keys = "SELECT COUNT(DISTINCT inner_key), COUNT(*) FROM host.scope_keys";
    fixture.scope("ten_2").await;
    assert_eq!(rows(&owner, keys).await.unwrap(), [[Some("2".to_owned()), Some("2".to_owned())]]);
    assert_eq!(one(&owner, "SELECT host.scope_setting(77) IS NULL").await, "t");
}

#[tokio::test]
async fn every_table_of_tenants_is_protected() {
    let Some(fixture) = fixture().await else { return };
    let client = fixture.connect("postgres").await;
    let unprotected = "SELECT relname FROM pg_class
        WHERE relnamespace = 'plumbline'::regnamespace AND relkind IN ('r', 'p') AND NOT (relrowsecurity AND relforcerowsecurity
            AND EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'rows_of_the_scope'))";
    assert_none(&client, unprotected).await;
    let views = "SELECT relname FROM pg_class WHERE relnamespace = 'plumbline'::regnamespace AND relkind = 'v'
        AND NOT 'security_invoker=true' = ANY (COALESCE(reloptions, '{}'))";
    assert_none(&client, views).await;
    // Who has a right that crosses scopes.
    let policies = "SELECT polname, string_agg(polrelid::regclass::text, ', ' ORDER BY polrelid::regclass::text) FROM pg_policy
        WHERE polname <> 'rows_of_the_scope' AND polcmd = 'r' AND polroles = ARRAY['plumbline_owner'::regrole::oid] GROUP BY polname";
    let expected = "plumbline.credit_balance, plumbline.outbox".to_owned();
    assert_eq!(rows(&client, policies).await.unwrap(), [[Some("owner_reads_all_scopes".to_owned()), Some(expected)]]);
    assert_eq!(one(&client, "SELECT COUNT(*) FROM pg_policy WHERE polname <> 'rows_of_the_scope'").await, "2");
}
