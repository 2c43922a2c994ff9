//! Attempts to create credits, and to write tables that only the host may write.

use super::stage::Stage;

/// Inserts into the view that released components write, in credits.
const ROW: &str = "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES";

/// Inserts into the table itself, in micros.
const ENTRY: &str = "INSERT INTO ledger_entries (job_id, kind, micros, note, created_at) VALUES";

async fn account(stage: &Stage) -> String {
    stage.sql("SELECT printf('%.3f %.3f %.3f', granted, held, consumed) FROM credit_account").await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn credits_come_from_the_host_alone() {
    let stage = Stage::start().await;
    // Some credits are spent and some held, so that there is something to gain.
    stage.sql(&format!("{ROW} ('spent', 'hold', 60, '', ''), ('held', 'hold', 40, '', '')")).await.unwrap();
    stage.sql(&format!("{ROW} ('spent', 'charge', 60, '', '')")).await.unwrap();
    let before = account(&stage).await;
    assert!(before.ends_with(" 40.000 60.000"), "{before}");
    for statement in [
        format!("{ROW} ('g', 'grant', 1000, '', '')"),
        format!("{ROW} ('g', 'GRANT', 1000, '', '')"),
        format!("{ROW} ('g', CAST('grant' AS BLOB), 1000, '', '')"),
        "INSERT OR IGNORE INTO ledger SELECT 'g', 'grant', 1000, '', ''".into(),
        format!("{ROW} ('h', 'hold', -1000, '', '')"),
        format!("{ROW} ('h', 'hold', 9e999, '', '')"),
        format!("{ROW} ('h', 'hold', NULL, '', '')"),
        format!("{ROW} ('h', 'hold', 1000000, '', '')"),
        format!("{ROW} ('held', 'release', 41, '', '')"),
        format!("{ROW} ('held', 'release', -5, '', '')"),
        format!("{ROW} ('none', 'release', 1, '', '')"),
        format!("{ROW} ('none', 'charge', 1, '', '')"),
        // Texts and blobs that a check takes for large numbers and arithmetic for negative ones.
        format!("{ROW} ('t', 'hold', '-40x', '', '')"),
        format!("{ROW} ('t', 'hold', CAST('-40' AS BLOB), '', '')"),
        format!("{ROW} ('t', 'charge', '-60x', '', '')"),
        format!("{ROW} ('t', 'release', CAST('-60' AS BLOB), '', '')"),
        format!("{ENTRY} ('g', 'grant', 1000, '', '')"),
        format!("{ENTRY} ('g', CAST('grant' AS BLOB), 1000, '', '')"),
        "INSERT OR IGNORE INTO ledger_entries SELECT 'g', 'grant', 1000, '', ''".into(),
        format!("{ENTRY} ('h', 'hold', -1000, '', '')"),
        format!("{ENTRY} ('h', 'hold', 0.5, '', '')"),
        format!("{ENTRY} ('h', 'hold', 9e999, '', '')"),
        format!("{ENTRY} ('h', 'hold', 9223372036854775807, '', '')"),
        format!("{ENTRY} ('t', 'hold', '-40x', '', '')"),
        format!("{ENTRY} ('t', 'hold', CAST('-40' AS BLOB), '', '')"),
        format!("{ENTRY} ('t', 'charge', '-60x', '', '')"),
        format!("{ENTRY} ('held', 'release', 40000001, '', '')"),
        "INSERT OR IGNORE INTO ledger_entries VALUES ('h', 'hold', 1000000000000000, '', '')".into(),
        "INSERT OR IGNORE INTO ledger VALUES ('h', 'hold', 1e9, '', '')".into(),
        "UPDATE ledger SET credits = 100000 WHERE kind = 'grant'".into(),
        "UPDATE OR REPLACE ledger SET kind = 'grant' WHERE kind = 'hold'".into(),
        "DELETE FROM ledger".into(),
        "DELETE FROM ledger WHERE kind = 'charge'".into(),
        // Replaces the grant, which would be given again when the database is next opened.
        "INSERT OR REPLACE INTO ledger_entries (rowid, job_id, kind, micros, note, created_at) \
         SELECT rowid, 'x', 'hold', 0, '', '' FROM ledger_entries WHERE kind = 'grant'"
            .into(),
        format!("{ROW} ('held', 'hold', 0, '', '') ON CONFLICT (job_id, kind) DO UPDATE SET credits = 0"),
        "INSERT OR REPLACE INTO ledger VALUES ('held', 'hold', 0, '', '')".into(),
        "UPDATE credit_account SET granted = 100000".into(),
        "UPDATE main.\"credit_account\" SET consumed = 0".into(),
        "UPDATE credit_balance SET granted = 100000".into(),
        "UPDATE main.\"credit_balance\" SET consumed = 0".into(),
        "INSERT OR REPLACE INTO credit_balance VALUES (1, 100000, 0, 0)".into(),
        "DELETE FROM credit_balance".into(),
        "WITH a AS (SELECT 1) UPDATE credit_account SET held = 0".into(),
        "INSERT OR REPLACE INTO credit_account VALUES (1, 100000, 0, 0)".into(),
        "DELETE FROM credit_account".into(),
        "DROP TRIGGER ledger_entries_move_the_balance".into(),
        "DROP TRIGGER ledger_entries_settle_within_the_hold".into(),
        "DROP TRIGGER ledger_takes_credits".into(),
        "DROP VIEW ledger".into(),
        "DROP TRIGGER temp.components_grant_no_credits".into(),
        "CREATE TRIGGER mine AFTER INSERT ON projects BEGIN UPDATE credit_account SET granted = 1e6; END".into(),
        "CREATE TEMP TRIGGER mine AFTER INSERT ON projects BEGIN UPDATE credit_account SET granted = 1e6; END".into(),
        "PRAGMA recursive_triggers = OFF".into(),
        "PRAGMA ignore_check_constraints = ON".into(),
        "ALTER TABLE credit_account RENAME TO mine".into(),
        "INSERT INTO usage_events SELECT * FROM usage_events".into(),
        "UPDATE usage_events SET units = 0".into(),
        "DELETE FROM usage_events".into(),
        "DELETE FROM _sqlx_migrations".into(),
    ] {
        let refused = stage.sql(&statement).await;
        assert!(refused.is_err(), "{statement}: {refused:?}");
        assert_eq!(account(&stage).await, before, "{statement}");
    }
    let kinds = "SELECT group_concat(kind) FROM (SELECT kind FROM ledger ORDER BY kind)";
    assert_eq!(stage.sql(kinds).await.unwrap(), "charge,grant,hold,hold");
    stage.others_are_served("attempts at the ledger").await;
}
