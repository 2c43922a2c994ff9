//! A statement through a component's connection stays close to the same statement through bare sqlx.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::time::Instant;

use common::*;
use sqlx::Connection as _;

const STATEMENTS: u32 = 3000;
const READ: &str = "SELECT id, name, created_at FROM projects WHERE id = ?";

/// The bound is wide because test machines are busy; the ratio measured on a quiet one is near 1.
#[tokio::test]
async fn a_statement_costs_little_more_than_bare() {
    let fixture = fixture().await;
    let connection = fixture.database.connect();
    connection.execute(INSERT_PROJECT, vec![text("prj_1"), text("a")]).await.unwrap();
    let path = fixture.dir.path().join(format!("tenants/{}/production.db", fixture.scope.tenant));
    let mut bare = sqlx::SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    let (mut best_bare, mut best_ours) = (f64::MAX, f64::MAX);
    // The best of several rounds of each, in turns, so that a moment's load does not decide.
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..STATEMENTS {
            let row: Vec<(String, String, String)> =
                sqlx::query_as(READ).bind("prj_1").fetch_all(&mut bare).await.unwrap();
            assert_eq!(row.len(), 1);
        }
        best_bare = best_bare.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        for _ in 0..STATEMENTS {
            // A connection a request, as components do.
            let rows = fixture.database.connect().execute(READ, vec![text("prj_1")]).await.unwrap().rows;
            assert_eq!(rows.len(), 1);
        }
        best_ours = best_ours.min(start.elapsed().as_secs_f64());
    }
    let micros = |seconds: f64| seconds * 1e6 / f64::from(STATEMENTS);
    #[allow(clippy::print_stdout, reason = "the measure is what one runs this for")]
    {
        println!(
            "bare {:.1} µs, ours {:.1} µs, ratio {:.2}",
            micros(best_bare),
            micros(best_ours),
            best_ours / best_bare
        );
    }
    assert!(best_ours < best_bare * 2.0, "bare {:.1} µs, ours {:.1} µs", micros(best_bare), micros(best_ours));
}
