//! Attempts to reach another tenant's data, and the host's, by every way out of the sandbox.

use http::{HeaderMap, Method, Uri};
use plumbline_storage::{Environment, Scope, Value};

use super::stage::Stage;

/// The good tenant's data, which no other tenant may see.
const SECRET: &str = "the-good-tenants-secret";

async fn with_a_secret() -> std::sync::Arc<Stage> {
    let stage = Stage::start_with_workers().await;
    let insert = "INSERT INTO projects (id, name, metadata, created_at) VALUES ('p', ?, '{}', '')";
    stage.good_database().await.execute(insert, vec![Value::Text(SECRET.into())]).await.unwrap();
    stage.host.storage.blobs.write(&stage.host.scope, "secret", SECRET.into()).await.unwrap();
    stage
}

#[tokio::test(flavor = "multi_thread")]
async fn sql_stays_in_its_own_file() {
    let stage = with_a_secret().await;
    let data = stage.host.folder.path().join("data");
    let other = data.join("tenants").join(stage.host.scope.tenant.as_str()).join("production.db");
    assert!(other.exists());
    let (other, control) = (other.display(), data.join("control.db").display().to_string());
    for statement in [
        format!("ATTACH '{other}' AS other"),
        format!("ATTACH 'file:{other}?mode=ro' AS other"),
        format!("ATTACH '{control}' AS control"),
        format!("BEGIN;;ATTACH '{other}' AS other"),
        format!("VACUUM INTO '{}'", data.join("copy.db").display()),
        "DETACH main".into(),
        "PRAGMA database_list".into(),
        "PRAGMA temp_store_directory = '/tmp'".into(),
        "PRAGMA writable_schema = ON".into(),
        "PRAGMA trusted_schema = ON".into(),
        "SELECT file FROM pragma_database_list".into(),
        "CREATE TEMP TABLE t (a)".into(),
        "CREATE TEMP VIEW v AS SELECT * FROM projects".into(),
        "CREATE VIRTUAL TABLE t USING fts5(a)".into(),
        format!("CREATE VIRTUAL TABLE t USING csv(filename='{other}')"),
        "SELECT load_extension('/lib/x.so')".into(),
        format!("SELECT readfile('{other}')"),
        "SELECT writefile('/tmp/x', 'x')".into(),
        "SELECT edit('x')".into(),
        "SELECT fts3_tokenizer('simple')".into(),
        "SELECT * FROM other.projects".into(),
        "SELECT data FROM sqlite_dbpage".into(),
        "DELETE FROM sqlite_temp_master".into(),
        "UPDATE sqlite_master SET sql = ''".into(),
    ] {
        let refused = stage.sql(&statement).await;
        assert!(refused.is_err(), "{statement}: {refused:?}");
    }
    assert!(!data.join("copy.db").exists());
    assert_eq!(stage.sql("SELECT count(*) FROM projects").await.unwrap(), "0");
    for name in ["other", "../production", "control", "", "main", &other.to_string()] {
        assert_eq!(stage.ask_with("/database", name).await.unwrap().0, 409, "{name}");
    }
    stage.others_are_served("statements").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_stay_in_their_own_folder() {
    let stage = with_a_secret().await;
    let good = &stage.host.scope;
    let keys = [
        format!("../{}/production/secret", good.tenant),
        format!("../../{good}/secret"),
        format!("x/../../../{good}/secret"),
        format!("{good}/secret"),
        format!("/{good}/secret"),
        format!("//{good}/secret"),
        format!("./../{good}/secret"),
        format!("%2e%2e/%2e%2e/{good}/secret"),
        format!("..%2f{good}%2fsecret"),
        format!("..\\{good}\\secret"),
        "/etc/passwd".into(),
        "../../../control.db".into(),
        "../../../signing.key".into(),
        "secret".into(),
        ".".into(),
        "..".into(),
        "a//b".into(),
        "a/./b".into(),
        "a\u{0}b".into(),
        "a\u{202e}b".into(),
        "k".repeat(10_000),
        String::new(),
    ];
    for key in &keys {
        for verb in ["read", "size", "write", "delete", "delete-prefix"] {
            let (_, said) = stage.job(&format!("{verb} {key}")).await.unwrap();
            assert!(!said.contains(SECRET) && (verb == "write" || !said.contains("Ok([")), "{verb} {key}: {said}");
        }
    }
    // Prefixes that a careless path comparison would take for another tenant's.
    for prefix in ["/", "../", "..", "", "./", "s/../../"] {
        stage.job(&format!("delete-prefix {prefix}")).await.unwrap();
    }
    let kept = stage.host.storage.blobs.read_all(good, "secret", 100).await.unwrap();
    assert_eq!(kept, SECRET);
    for name in ["control.db", "signing.key"] {
        assert!(stage.host.folder.path().join("data").join(name).exists(), "{name}");
    }
}

/// Fetching is the only way out, and it reaches only public addresses.
#[tokio::test(flavor = "multi_thread")]
async fn a_fetch_reaches_nothing_of_the_hosts() {
    let stage = with_a_secret().await;
    for url in [
        "http://127.0.0.1:1/",
        "https://127.0.0.1:1/",
        "https://localhost:1/",
        "https://[::1]:1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://user@10.0.0.1/",
        "file:///etc/passwd",
        "ftp://example.com/",
        "data:text/plain,x",
        "",
    ] {
        let (_, said) = stage.job(&format!("fetch {url}")).await.unwrap();
        assert!(said.contains("Unreachable"), "{url}: {said}");
    }
}

/// URLs and sealed texts are bound to the tenant that requested them. The call itself does not name the tenant.
#[tokio::test(flavor = "multi_thread")]
async fn addresses_and_seals_are_the_tenants_own() {
    let stage = with_a_secret().await;
    let good = &stage.host.scope;
    let sandbox = Scope::new(stage.bad.tenant.clone(), Environment::Sandbox);
    let (_, sealed) = stage.ask_as(good, "/seal", SECRET, "cursor").await.unwrap();
    assert_eq!(stage.ask_as(good, "/open", &sealed, "cursor").await.unwrap(), (200, SECRET.into()));
    for (scope, purpose) in [(&stage.bad, "cursor"), (&sandbox, "cursor"), (good, "other"), (good, "")] {
        let opened = stage.ask_as(scope, "/open", &sealed, purpose).await.unwrap();
        assert_eq!(opened, (409, "closed".into()), "{scope} {purpose}");
    }

    let verify = |method: Method, url: &str| {
        let uri: Uri = url.parse().unwrap();
        stage.host.storage.signer.verify(&method, &uri, &HeaderMap::new())
    };
    let (_, url) = stage.ask_with("/sign-download", &format!("{good}/secret")).await.unwrap();
    let grant = verify(Method::GET, &url).unwrap();
    assert_eq!(grant.scope, stage.bad, "an address belongs to the party that signs it");
    // A URL changed by hand is not valid.
    let forged = url.replace(stage.bad.tenant.as_str(), good.tenant.as_str());
    assert!(forged == url || verify(Method::GET, &forged).is_err());
    for key in [format!("../../{good}/secret"), format!("/{good}/secret"), "a?b=c".into(), "a#b".into(), String::new()]
    {
        for path in ["/sign-download", "/sign-upload"] {
            let error = stage.ask_with(path, &key).await.unwrap_err();
            assert_eq!(error.code(), "component_trapped", "{path} {key}");
        }
    }
    let (_, size) = stage.ask_with("/stat", "secret").await.unwrap();
    assert_eq!(size, "None");
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_no_files_and_no_environment_but_the_bindings() {
    let stage = with_a_secret().await;
    let folder = stage.host.folder.path().display();
    let names = format!("/ . .. /etc/passwd /proc/self/environ {folder} {folder}/data/control.db ../../etc/passwd");
    assert_eq!(stage.ask_with("/files", &names).await.unwrap(), (200, String::new()));
    assert_eq!(stage.ask("/environment").await.unwrap(), (200, "own=setting []".into()));
}

/// A request's leftovers in an instance are visible at most to the same tenant's next request.
#[tokio::test(flavor = "multi_thread")]
async fn an_instance_keeps_nothing_for_another_tenant() {
    let stage = Stage::start().await;
    let sandbox = Scope::new(stage.bad.tenant.clone(), Environment::Sandbox);
    for _ in 0..5 {
        stage.ask_as(&stage.host.scope, "/leave", SECRET, "").await.unwrap();
        for scope in [&stage.bad, &sandbox] {
            assert_eq!(stage.ask_as(scope, "/left", "", "").await.unwrap(), (200, String::new()));
        }
    }
}
