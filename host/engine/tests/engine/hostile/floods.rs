//! Floods of jobs, of log lines and of SQL results.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use plumbline_engine::JobOutcome;

use super::stage::Stage;

/// Returns a statement that inserts this many outbox entries.
fn entries(number: u32, payload: &str) -> String {
    format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {number}) \
         INSERT INTO outbox (id, kind, payload, created_at) SELECT 'flood' || i, 'test', {payload}, '' FROM n"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_are_asked_for_in_bounded_numbers() {
    let stage = Stage::start_with_workers().await;
    for flood in [
        entries(100_000, "''"),
        format!("BEGIN IMMEDIATE;;{};;COMMIT", entries(100_000, "''")),
        format!("BEGIN IMMEDIATE;;{};;{}", entries(1_500, "''"), entries(3_000, "''").replace("'flood'", "'more'")),
    ] {
        let refused = stage.sql(&flood).await.unwrap_err();
        assert!(refused.contains("the outbox is full"), "{refused}");
        assert_eq!(stage.sql("SELECT count(*) FROM outbox").await.unwrap(), "0");
    }
    for large in [
        entries(1, "zeroblob(1000000)"),
        entries(1, "printf('%1000000d', 1)"),
        entries(1, "''").replace("'test'", "printf('%1000d', 1)"),
        entries(1, "''").replace("'flood'", "printf('%1000d', 1)"),
        entries(1, "''").replace(", '' FROM n", ", printf('%1000d', 1) FROM n"),
        format!("{};;UPDATE outbox SET payload = printf('%1000000d', 1)", entries(1, "''")),
    ] {
        let refused = stage.sql(&large).await.unwrap_err();
        assert!(refused.contains("an outbox entry has at most"), "{refused}");
    }
    // Entries that are due much later are bounded by their payloads: 1,024 of the largest fill the outbox.
    let later = |number, name: &str| {
        entries(number, "printf('%.262144c', 'x')")
            .replace("created_at) SELECT", "created_at, due_at) SELECT")
            .replace(", '' FROM n", ", '', '2099-01-01T00:00:00.000Z' FROM n")
            .replace("'flood'", name)
    };
    for name in ["'a'", "'b'", "'c'", "'d'"] {
        stage.sql(&later(256, name)).await.unwrap();
    }
    let refused = stage.sql(&later(1, "'e'")).await.unwrap_err();
    assert!(refused.contains("the outbox is full: at most 1000000 entries"), "{refused}");
    stage.others_are_served("a flood of jobs").await;
}

/// A worker that queues itself twice each time is refused once the outbox is full. The entries in it are not affected.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_multiplies_itself_meets_the_same_bound() {
    let stage = Stage::start_with_workers().await;
    assert_eq!(stage.job("again").await.unwrap().0, JobOutcome::Done);
    stage.sql(&entries(1_998, "''")).await.unwrap();
    let (outcome, _) = stage.job("again and again").await.unwrap();
    assert!(
        matches!(&outcome, JobOutcome::Failed { message, .. } if message.contains("the outbox is full")),
        "{outcome:?}"
    );
    assert_eq!(stage.sql("SELECT count(*) FROM outbox").await.unwrap(), "2000");
    stage.others_are_served("a worker that multiplies itself").await;
}

/// The results of a statement are bounded in size, and sorting does not use the host's memory.
#[tokio::test(flavor = "multi_thread")]
async fn statements_are_bounded() {
    let stage = Stage::start().await;
    let rows = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)";
    for (statement, says) in [
        (format!("{rows} SELECT length(group_concat(zeroblob(1000000))) FROM n"), "too"),
        ("SELECT zeroblob(100000000)".to_owned(), "too"),
        (format!("{rows} SELECT zeroblob(1000000) FROM n"), "bytes"),
        (format!("SELECT {}", vec!["zeroblob(16000000)"; 60].join(", ")), "bytes"),
        (
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) SELECT i FROM n".into(),
            "rows",
        ),
        (format!("SELECT 1 WHERE '{}' LIKE '%'", "x".repeat(20_000)), ""),
        (format!("SELECT {}1", "1+".repeat(5_000)), "depth"),
    ] {
        match stage.sql(&statement).await {
            Err(error) => assert!(error.contains(says), "{error}"),
            Ok(value) => assert!(says.is_empty(), "{value}"),
        }
    }
    // 400 MB to sort, in a file.
    let sorted =
        format!("{rows} SELECT count(*) FROM (SELECT printf('%.1000000c', 'x') || i AS b FROM n ORDER BY b LIMIT 390)");
    assert_eq!(stage.sql(&sorted).await.unwrap(), "390");
    stage.others_are_served("large statements").await;
}

/// Lines of components that reached the log, and the log's report of dropped ones.
static LINES: AtomicU64 = AtomicU64::new(0);
static DROPPED: Mutex<String> = Mutex::new(String::new());

/// Counts the lines that components write. No other test reads the log.
struct Counter;

impl tracing::Subscriber for Counter {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target() == "component"
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        struct Text(String);
        impl tracing::field::Visit for Text {
            fn record_debug(&mut self, _: &tracing::field::Field, value: &dyn std::fmt::Debug) {
                let _ = write!(self.0, "{value:?} ");
            }
        }
        let mut text = Text(String::new());
        event.record(&mut text);
        // Guests of other tests in this program panic.
        if text.0.contains("endpoint:hostile") {
            if text.0.contains("were dropped") {
                DROPPED.lock().unwrap_or_else(PoisonError::into_inner).push_str(&text.0);
            } else if text.0.contains("line ") {
                LINES.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn log_lines_are_bounded_and_the_dropped_ones_counted() {
    tracing::subscriber::set_global_default(Counter).unwrap();
    let stage = Stage::start().await;
    assert_eq!(stage.ask_with("/log", "20000").await.unwrap().0, 200);
    // The instance reports what it dropped when it ends.
    stage.ask("/trap").await.unwrap_err();
    stage.assert_new_instance("a flood of lines").await;
    let said = tokio::time::timeout(std::time::Duration::from_secs(10), async {
        loop {
            let said = DROPPED.lock().unwrap().clone();
            if !said.is_empty() {
                break said;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    });
    let said = said.await.unwrap();
    assert!(said.contains("bytes of output were dropped"), "{said}");
    let lines = LINES.load(Ordering::Relaxed);
    assert!((1..=500).contains(&lines), "{lines} of 20,000 lines were written");
}
