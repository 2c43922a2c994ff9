//! The native backend with the real migrations: transactions, ledger rules, typed columns.

use plumbline_database::{DbError, columns, deletion, ledger, outbox, params, testing, usage};

const NOW: &str = "2026-11-21T08:00:00.000Z";

#[test]
fn an_error_rolls_the_whole_transaction_back() {
    let db = testing::database(100.0).unwrap();
    let failed: Result<(), DbError> = db.transaction(|tx| {
        ledger::hold(tx, "tko_1", 30.0, "estimate", NOW)?;
        outbox::enqueue(tx, "job_1", "takeoff", &serde_json::json!({"takeoff_id": "tko_1"}), NOW)?;
        Err(DbError::Unavailable("stopped half way".to_owned()))
    });
    assert_eq!(failed, Err(DbError::Unavailable("stopped half way".to_owned())));
    assert_eq!(ledger::balance(&db).unwrap().available, 100.0);
    assert_eq!(db.query_opt("SELECT COUNT(*) AS n FROM outbox", []).unwrap().unwrap().int("n").unwrap(), 0);
    // The connection is free for the next transaction.
    db.transaction(|tx| ledger::hold(tx, "tko_1", 30.0, "estimate", NOW)).unwrap();
    assert_eq!(ledger::balance(&db).unwrap().held, 30.0);
}

#[test]
fn a_hold_over_the_balance_is_refused_by_the_database() {
    let db = testing::database(20.0).unwrap();
    let refused = db.transaction(|tx| ledger::hold(tx, "tko_1", 20.5, "estimate", NOW)).unwrap_err();
    assert!(refused.insufficient_credits(), "{refused}");
    db.transaction(|tx| ledger::hold(tx, "tko_1", 20.0, "estimate", NOW)).unwrap();
    assert_eq!(ledger::balance(&db).unwrap().available, 0.0);
}

#[test]
fn a_release_gives_back_what_the_charge_left() {
    let db = testing::database(100.0).unwrap();
    db.transaction(|tx| ledger::hold(tx, "tko_1", 25.0, "estimate", NOW)).unwrap();
    let released = db
        .transaction(|tx| {
            ledger::charge(tx, "tko_1", 10.0, "pages", NOW)?;
            ledger::release(tx, "tko_1", "rest", NOW)
        })
        .unwrap();
    assert_eq!(released, 15.0);
    let balance = ledger::balance(&db).unwrap();
    assert_eq!((balance.available, balance.held, balance.consumed), (90.0, 0.0, 10.0));
    let over = db.transaction(|tx| ledger::charge(tx, "tko_2", 1.0, "never held", NOW)).unwrap_err();
    assert!(over.violates("more than was held"), "{over}");
}

#[test]
fn what_was_purchased_is_what_was_granted_beside_the_trial() {
    let db = testing::database(200.0).unwrap();
    assert_eq!(ledger::balance(&db).unwrap().purchased, 0.0);
    for (id, credits) in [("g1", 500.0), ("g2", 0.1), ("g3", 0.2)] {
        db.execute(
            "INSERT INTO ledger (job_id, kind, credits, note, created_at) VALUES (?, 'grant', ?, 'bought', ?)",
            params![id, credits, NOW],
        )
        .unwrap();
    }
    db.transaction(|tx| {
        ledger::hold(tx, "tko_1", 0.3, "estimate", NOW)?;
        ledger::charge(tx, "tko_1", 0.1, "pages", NOW)
    })
    .unwrap();
    let balance = ledger::balance(&db).unwrap();
    assert_eq!((balance.available, balance.held, balance.consumed, balance.purchased), (700.0, 0.2, 0.1, 500.3));
}

#[test]
fn an_account_spent_in_tenths_has_nothing_left() {
    let db = testing::database(0.3).unwrap();
    for job in ["a", "b", "c"] {
        db.transaction(|tx| ledger::hold(tx, job, 0.1, "", NOW)).unwrap();
        db.transaction(|tx| ledger::charge(tx, job, 0.1, "", NOW)).unwrap();
    }
    let balance = ledger::balance(&db).unwrap();
    assert_eq!((balance.available.to_string().as_str(), balance.consumed), ("0", 0.3));
}

/// Number of migration files before credits became integers.
const FILES_WITH_FLOATS: usize = 13;

#[test]
fn credits_that_were_floats_are_the_same_as_integers() {
    let rows = "INSERT INTO ledger VALUES ('trial', 'grant', 200, 'trial credits', '2026-01-01'), \
        ('g1', 'grant', 500.3, 'bought', '2026-02-01'), ('tko_1', 'hold', 60, 'estimate', '2026-03-01'), \
        ('tko_1', 'charge', 20.2, 'pages', '2026-03-02'), ('tko_1', 'release', 39.8, 'rest', '2026-03-02'), \
        ('exp_1', 'hold', 0.3, 'export', '2026-03-03'), ('exp_1', 'charge', 0.1, 'a part', '2026-03-03'), \
        ('g2', 'grant', 0.0002, 'a fraction of a thousandth', '2026-03-03'), ('exp_2', 'hold', 0.0005, '', ''), \
        ('exp_2', 'charge', 0.0002, '', ''), ('exp_2', 'release', 0.0003, '', '');";
    let db = testing::database_upgraded_from(FILES_WITH_FLOATS, rows).unwrap();
    let balance = ledger::balance(&db).unwrap();
    assert_eq!((balance.available, balance.held, balance.consumed), (679.8, 0.2, 20.3002));
    assert_eq!(balance.purchased, 500.3002);
    let kept = |sql: &str| db.query_opt(sql, []).unwrap().unwrap().text("rows").unwrap();
    assert_eq!(
        kept(
            "SELECT group_concat(job_id || kind || micros || note || created_at) AS rows \
             FROM (SELECT * FROM ledger_entries ORDER BY job_id, kind)"
        ),
        "exp_1charge100000a part2026-03-03,exp_1hold300000export2026-03-03,exp_2charge200,exp_2hold500,exp_2release300,\
         g1grant500300000bought2026-02-01,g2grant200a fraction of a thousandth2026-03-03,\
         tko_1charge20200000pages2026-03-02,tko_1hold60000000estimate2026-03-01,tko_1release39800000rest2026-03-02,\
         trialgrant200000000trial credits2026-01-01"
    );
    // Released components continue to read and write credits.
    db.execute("INSERT INTO ledger VALUES ('exp_1', 'release', 0.2, 'rest', '2026-03-04')", []).unwrap();
    assert_eq!(
        kept("SELECT available || '' AS rows FROM (SELECT granted - held - consumed AS available FROM credit_account)"),
        "680.0"
    );
    assert_eq!(ledger::outstanding(&db, "exp_1").unwrap(), 0.0);
}

/// An account with a hold that did not move its balance still opens after the migration. The hold is released, and those
/// that moved the balance are kept.
#[test]
fn a_hold_that_did_not_move_the_account_is_released() {
    let rows = "INSERT INTO ledger VALUES ('trial', 'grant', 200, '', ''), ('tko_1', 'hold', 60, '', ''); \
        INSERT OR IGNORE INTO ledger VALUES ('tko_2', 'hold', 1e9, '', '');";
    let db = testing::database_upgraded_from(FILES_WITH_FLOATS, rows).unwrap();
    let balance = ledger::balance(&db).unwrap();
    assert_eq!((balance.available, balance.held, balance.consumed), (140.0, 60.0, 0.0));
    assert_eq!(ledger::outstanding(&db, "tko_2").unwrap(), 0.0);
    for clause in ["", "OR IGNORE"] {
        let charge = format!("INSERT {clause} INTO ledger VALUES ('tko_2', 'charge', 1000, '', '')");
        let refused = db.execute(&charge, []).unwrap_err();
        assert!(refused.violates("more than was held"), "{refused}");
    }
    db.transaction(|tx| ledger::charge(tx, "tko_1", 60.0, "", NOW)).unwrap();
    let balance = ledger::balance(&db).unwrap();
    assert_eq!((balance.available, balance.held, balance.consumed), (140.0, 0.0, 60.0));
}

/// Number of migration files before surplus holds were released.
const FILES_WITH_SURPLUS_HOLDS: usize = 20;

/// The hold of 1,500 was kept without moving the balance. The release of it took what `tko_1` holds, and its charge did not
/// move the balance either.
#[test]
fn entries_that_settled_a_hold_outside_the_balance_are_corrected() {
    let rows = "INSERT INTO ledger VALUES ('trial', 'grant', 200, '', ''), ('tko_1', 'hold', 100, '', ''), \
        ('tko_2', 'hold', 30, '', ''), ('tko_2', 'charge', 30, '', ''); \
        UPDATE credit_balance SET granted = 2000000000; \
        INSERT INTO ledger VALUES ('tko_3', 'hold', 1500, '', ''), ('tko_3', 'release', 200, '', ''), \
        ('tko_3', 'charge', 1000, '', ''); \
        UPDATE credit_balance SET granted = 200000000, held = 0, consumed = 30000000;";
    let db = testing::database_upgraded_from(FILES_WITH_SURPLUS_HOLDS, rows).unwrap();
    let balance = ledger::balance(&db).unwrap();
    assert_eq!((balance.available, balance.held, balance.consumed), (70.0, 100.0, 30.0));
    let entries = db
        .query_opt(
            "SELECT group_concat(kind || micros, ' ') AS entries \
             FROM (SELECT * FROM ledger_entries WHERE job_id = 'tko_3' ORDER BY kind)",
            [],
        )
        .unwrap()
        .unwrap();
    assert_eq!(entries.text("entries").unwrap(), "charge0 hold1500000000 release1500000000");
    db.transaction(|tx| ledger::charge(tx, "tko_1", 100.0, "", NOW)).unwrap();
    assert_eq!(ledger::balance(&db).unwrap().consumed, 130.0);
}

/// The check of the column alone would not stop it: `INSERT OR IGNORE` skips a failed check in a trigger.
#[test]
fn no_more_is_settled_than_the_account_holds() {
    let db = testing::database(100.0).unwrap();
    db.transaction(|tx| ledger::hold(tx, "tko_1", 30.0, "", NOW)).unwrap();
    db.execute("UPDATE credit_balance SET held = 10000000", []).unwrap();
    for kind in ["charge", "release"] {
        let entry = format!("INSERT OR IGNORE INTO ledger VALUES ('tko_1', '{kind}', 30, '', '')");
        let refused = db.execute(&entry, []).unwrap_err();
        assert!(refused.violates("more than was held"), "{refused}");
    }
    db.transaction(|tx| ledger::charge(tx, "tko_1", 10.0, "", NOW)).unwrap();
}

#[test]
fn a_request_is_charged_once_however_often_its_job_says_so() {
    let db = testing::database(0.0).unwrap();
    for (request, credits) in [(Some("req_1"), 12.5), (Some("req_1"), 99.0), (None, 7.0)] {
        db.transaction(|tx| usage::record_charge(tx, request, "tko_1", credits, NOW)).unwrap();
    }
    let rows = db.query("SELECT request_id, job_id, credits, charged_at FROM usage_charges", []).unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].text("request_id").unwrap().as_str(), rows[0].real("credits").unwrap()), ("req_1", 12.5));
    assert_eq!(
        (rows[0].text("job_id").unwrap().as_str(), rows[0].text("charged_at").unwrap().as_str()),
        ("tko_1", NOW)
    );
}

#[test]
fn columns_are_typed_and_name_what_is_wrong() {
    let db = testing::database(0.0).unwrap();
    let row = db
        .query_opt("SELECT ? AS t, ? AS n, 3 AS i, '{\"a\":\"b\"}' AS j", params!["x", None::<&str>])
        .unwrap()
        .unwrap();
    assert_eq!(row.text("t").unwrap(), "x");
    assert_eq!(row.opt_text("n").unwrap(), None);
    assert_eq!(row.real("i").unwrap(), 3.0);
    assert_eq!(row.json::<serde_json::Value>("j").unwrap()["a"], "b");
    assert_eq!(row.text("n").unwrap_err(), DbError::Column { column: "n".into(), problem: "is NULL".into() });
    assert!(matches!(row.int("missing"), Err(DbError::Column { .. })));
}

#[test]
fn a_delayed_entry_keeps_its_time_and_an_id_asks_once() {
    let db = testing::database(0.0).unwrap();
    let due = "2026-12-21T08:00:00.000Z";
    let payload = serde_json::json!({"expire_document": "doc_1"});
    let asked: Result<(), DbError> = db.transaction(|tx| {
        outbox::enqueue(tx, "job_1", "takeoff", &payload, NOW)?;
        outbox::enqueue_at(tx, "job_2", "cleanup", &payload, NOW, due)?;
        outbox::enqueue_at(tx, "job_2", "cleanup", &payload, NOW, "2027-01-01T00:00:00.000Z")
    });
    asked.unwrap();
    let rows = db.query("SELECT id, due_at FROM outbox ORDER BY id", []).unwrap();
    let times: Vec<_> = rows.iter().map(|row| (row.text("id").unwrap(), row.opt_text("due_at").unwrap())).collect();
    assert_eq!(times, [("job_1".to_owned(), None), ("job_2".to_owned(), Some(due.to_owned()))]);
}

#[test]
fn deleting_takes_everything_below_and_looks_for_blobs_twice() {
    let db = testing::database(100.0).unwrap();
    let made: Result<(), DbError> = db.transaction(|tx| {
        tx.execute("INSERT INTO projects (id, name, metadata, created_at) VALUES ('prj_1', 'P', '{}', ?)", params![NOW])?;
        tx.execute(
            "INSERT INTO documents (id, project_id, filename, kind, status, blob_key, metadata, created_at) \
             VALUES ('doc_1', 'prj_1', 'a.pdf', 'drawing', 'ready', 'documents/doc_1/original', '{}', ?)",
            params![NOW],
        )?;
        tx.execute(
            "INSERT INTO takeoffs (id, document_id, project_id, discipline, status, pages, pages_total, include_schedules, \
             units, depth, estimated_credits, metadata, created_at) VALUES ('tko_1', 'doc_1', 'prj_1', 'electrical', \
             'processing', '[1]', 1, 1, 'as_drawn', 'standard', 10, '{}', ?)",
            params![NOW],
        )?;
        tx.execute(
            "INSERT INTO exports (id, takeoff_id, format, status, accepted_only, include_evidence, units, credits_charged, \
             blob_key, created_at) VALUES ('exp_1', 'tko_1', 'presto', 'queued', 0, 0, 'as_drawn', 0, 'exports/exp_1/file', ?)",
            params![NOW],
        )?;
        ledger::hold(tx, "tko_1", 10.0, "takeoff", NOW)?;
        ledger::hold(tx, "exp_1", 20.0, "export", NOW)
    });
    made.unwrap();
    let count = |table: &str| {
        db.query_opt(&format!("SELECT COUNT(*) AS n FROM {table}"), []).unwrap().unwrap().int("n").unwrap()
    };
    let gone = db.transaction(|tx| deletion::delete(tx, deletion::Target::Document("doc_1"), NOW)).unwrap();
    assert!(gone);
    assert_eq!([count("projects"), count("documents"), count("takeoffs"), count("exports")], [1, 0, 0, 0]);
    assert_eq!(ledger::balance(&db).unwrap().held, 0.0, "what was held for takeoff and export is given back");
    let rows = db.query("SELECT kind, payload, due_at FROM outbox ORDER BY due_at", []).unwrap();
    let payload = r#"{"prefixes":["documents/doc_1/","exports/exp_1/"]}"#;
    let asked: Vec<_> =
        rows.iter().map(|row| (row.text("payload").unwrap(), row.opt_text("due_at").unwrap())).collect();
    let second = Some("2026-11-22T08:00:00.000Z".to_owned());
    assert_eq!(asked, [(payload.to_owned(), None), (payload.to_owned(), second)]);
    assert!(!db.transaction(|tx| deletion::delete(tx, deletion::Target::Document("doc_1"), NOW)).unwrap());
}

#[test]
fn many_rows_are_inserted_in_few_statements_and_by_column_name() {
    let db = testing::database(0.0).unwrap();
    let entry = |number: i64| columns! { note: "n", created_at: NOW, kind: "grant", micros: number, job_id: number.to_string() };
    db.transaction(|tx| tx.insert_all("ledger_entries", (1..=450).map(|number| Ok(entry(number))))).unwrap();
    let sum = "SELECT COUNT(*) AS n, SUM(micros) AS micros FROM ledger_entries WHERE note = 'n' AND kind = 'grant'";
    let row = db.query_opt(sum, []).unwrap().unwrap();
    assert_eq!((row.int("n").unwrap(), row.int("micros").unwrap()), (450, 450 * 451 / 2));
    let failed = db.transaction(|tx| {
        tx.insert_all("ledger_entries", [Ok(entry(451)), Err(DbError::Unavailable("the source".to_owned()))])
    });
    assert_eq!(failed, Err(DbError::Unavailable("the source".to_owned())));
}

#[test]
fn a_row_that_exists_is_not_inserted_again() {
    let db = testing::database(0.0).unwrap();
    let charge = |credits: f64| columns! { request_id: "req_1", job_id: "tko_1", credits: credits, charged_at: NOW };
    let insert = |credits| db.transaction(|tx| tx.insert_new("usage_charges", "request_id", charge(credits))).unwrap();
    assert_eq!((insert(1.0), insert(2.0)), (true, false));
    let row = db.query_opt("SELECT credits FROM usage_charges", []).unwrap().unwrap();
    assert_eq!(row.real("credits").unwrap(), 1.0);
}
