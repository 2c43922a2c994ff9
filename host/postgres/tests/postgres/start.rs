//! Settings and roles that are refused at start, and TLS.

use plumbline_postgres::{Postgres, Settings};

use crate::fixture::{self, COMPONENTS, DATABASE, Fixture, HOST, Mode, session, translate};

async fn error(settings: &Settings) -> String {
    Postgres::connect(settings, translate()).await.err().map_or_else(String::new, |error| error.to_string())
}

/// An excess right, its text in the message, and the statement that revokes it.
#[tokio::test(flavor = "multi_thread")]
async fn a_role_with_a_right_too_many_is_refused() {
    let Some(fixture) = Fixture::start(Mode::Prepared).await else { return };
    let settings = fixture::settings(&fixture.server);
    assert_eq!(error(&settings).await, "");
    let admin = session(&fixture.server.url("postgres", DATABASE)).await;
    for (grant, expected, revoke) in [
        ("ALTER ROLE plumbline_components SUPERUSER", "NOSUPERUSER", "ALTER ROLE plumbline_components NOSUPERUSER"),
        ("ALTER ROLE plumbline_components BYPASSRLS", "NOBYPASSRLS", "ALTER ROLE plumbline_components NOBYPASSRLS"),
        ("ALTER ROLE plumbline_components CREATEROLE", "NOCREATEROLE", "ALTER ROLE plumbline_components NOCREATEROLE"),
        (
            "GRANT plumbline_host TO plumbline_components",
            "REVOKE plumbline_host FROM plumbline_components;",
            "REVOKE plumbline_host FROM plumbline_components",
        ),
        (
            "CREATE TABLE public.mine (); ALTER TABLE public.mine OWNER TO plumbline_components",
            "owns objects",
            "DROP TABLE public.mine",
        ),
        (
            "GRANT CREATE ON DATABASE plumbline TO plumbline_components",
            "REVOKE CREATE ON DATABASE",
            "REVOKE CREATE ON DATABASE plumbline FROM plumbline_components",
        ),
        (
            "GRANT CREATE ON SCHEMA public TO PUBLIC",
            "REVOKE CREATE ON SCHEMA public FROM PUBLIC, plumbline_components;",
            "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        ),
        (
            "GRANT USAGE ON SCHEMA host TO plumbline_components",
            "REVOKE ALL ON SCHEMA host FROM PUBLIC, plumbline_components;",
            "REVOKE ALL ON SCHEMA host FROM plumbline_components",
        ),
        (
            "ALTER TABLE plumbline.parts NO FORCE ROW LEVEL SECURITY",
            "all tenants' rows of parts",
            "ALTER TABLE plumbline.parts FORCE ROW LEVEL SECURITY",
        ),
    ] {
        admin.batch_execute(grant).await.unwrap();
        let message = error(&settings).await;
        assert!(
            message.starts_with("database.components_url: the role `plumbline_components` ")
                && message.contains(expected),
            "{grant}: {message}"
        );
        admin.batch_execute(revoke).await.unwrap();
    }
    assert_eq!(error(&settings).await, "");

    let server = &fixture.server;
    for (settings, expected) in [
        (Settings { connections: 0, ..settings.clone() }, "database.connections: "),
        (Settings { url: "plumbline.db".into(), ..settings.clone() }, "database.url: use an address such as"),
        (
            Settings { components_url: server.url(HOST, DATABASE), ..settings.clone() },
            "database.components_url: the role",
        ),
        (
            Settings { components_url: server.url(COMPONENTS, "postgres"), ..settings.clone() },
            "database.components_url: the address leads to database `postgres`",
        ),
        (Settings { url: server.url("nobody", DATABASE), ..settings.clone() }, "database.url: role \"nobody\""),
        (
            Settings { url: "postgres://a@127.0.0.1:1/b".into(), ..settings.clone() },
            "database.url: error connecting to server: ",
        ),
    ] {
        let message = error(&settings).await;
        assert!(message.starts_with(expected), "{expected}: {message}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_is_verified_when_the_address_asks_for_it() {
    let Some((server, certificate)) = fixture::start_with_tls().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root.crt");
    std::fs::write(&root, &certificate).unwrap();
    let root = root.display();
    for (host, options, expected) in [
        ("127.0.0.1", "sslmode=disable".to_owned(), ""),
        ("127.0.0.1", "sslmode=require".to_owned(), ""),
        ("localhost", format!("sslmode=verify-full&sslrootcert={root}"), ""),
        ("127.0.0.1", format!("sslmode=verify-full&sslrootcert={root}"), "not valid for name"),
        ("localhost", "sslmode=verify-full".to_owned(), "UnknownIssuer"),
    ] {
        let url = |role: &str| server.url(role, DATABASE).replace("127.0.0.1", host) + "?" + &options;
        let settings = Settings { url: url(HOST), components_url: url(COMPONENTS), ..Settings::default() };
        let message = error(&settings).await;
        assert!(
            if expected.is_empty() { message.is_empty() } else { message.contains(expected) },
            "{options}: {message}"
        );
    }
}
