//! PgBouncer in transaction mode: each transaction may have another connection to the server.

use plumbline_postgres::{Postgres, Settings};
use plumbline_tests::PgBouncer;

use crate::checks;
use crate::fixture::{AFTER, COMPONENTS, DATABASE, Fixture, HOST, Mode, SCHEMA, translate};

#[tokio::test(flavor = "multi_thread")]
async fn everything_works_through_a_pooler() {
    let Some(fixture) = Fixture::start(Mode::Unprepared).await else { return };
    let Some(pooler) = PgBouncer::start(fixture.server.port, &[HOST, COMPONENTS]).unwrap() else { return };
    let url = |role: &str| format!("postgres://{role}@127.0.0.1:{}/{DATABASE}", pooler.port);
    let settings =
        Settings { url: url(HOST), components_url: url(COMPONENTS), connections: 12, prepared_statements: false };
    let postgres = Postgres::connect(&settings, translate()).await.unwrap();
    assert_eq!(postgres.migrate(&[SCHEMA], AFTER).await.unwrap(), 0);
    let Fixture { server, .. } = fixture;
    checks::all(&Fixture { server, postgres }).await;
}
