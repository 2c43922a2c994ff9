//! PgBouncer in transaction mode: each transaction may have another connection to the server.

use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use plumbline_postgres::{Postgres, Settings};
use tempfile::TempDir;

use crate::checks;
use crate::fixture::{AFTER, COMPONENTS, DATABASE, Fixture, HOST, Mode, SCHEMA, translate};
use crate::server::{self, Server};

struct Pooler {
    process: Child,
    port: u16,
    _folder: TempDir,
}

impl Pooler {
    fn start(server: &Server) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = server::free_port();
        let users = folder.path().join("users.txt");
        std::fs::write(&users, format!("\"{HOST}\" \"\"\n\"{COMPONENTS}\" \"\"\n")).unwrap();
        let settings = folder.path().join("pgbouncer.ini");
        // Fewer connections to the server than the pools have, so that transactions change places.
        let text = format!(
            "[databases]\n* = host=127.0.0.1 port={}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = transaction\ndefault_pool_size = 6\n",
            server.port,
            users.display()
        );
        std::fs::write(&settings, text).unwrap();
        for path in [folder.path(), &users, &settings] {
            server::belongs_to_user(path);
        }
        let mut command = server::command("pgbouncer");
        let process = command.arg(&settings).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(started.elapsed() < Duration::from_secs(30), "pgbouncer does not listen");
            std::thread::yield_now();
        }
        Self { process, port, _folder: folder }
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_works_through_a_pooler() {
    if server::program("pgbouncer").is_none() {
        plumbline_tests::report_missing("PgBouncer", "`apt-get install pgbouncer` installs it on Debian").unwrap();
        return;
    }
    let Some(fixture) = Fixture::start(Mode::Unprepared).await else { return };
    let pooler = Pooler::start(&fixture.server);
    let url = |role: &str| format!("postgres://{role}@127.0.0.1:{}/{DATABASE}", pooler.port);
    let settings =
        Settings { url: url(HOST), components_url: url(COMPONENTS), connections: 12, prepared_statements: false };
    let postgres = Postgres::connect(&settings, translate()).await.unwrap();
    assert_eq!(postgres.migrate(&[SCHEMA], AFTER).await.unwrap(), 0);
    let Fixture { server, .. } = fixture;
    checks::all(&Fixture { server, postgres }).await;
}
