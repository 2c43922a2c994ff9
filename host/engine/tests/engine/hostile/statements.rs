//! SQL that runs on the thread and the stack of the calling guest. It counts as the guest's own computing, and nested
//! statements end in an error, however deep the guest's stack already is.

use plumbline_engine::CallError;

use super::bombs::while_others_are_served;
use super::stage::Stage;

/// Seconds that a guest of these tests may compute. A response may take longer.
const COMPUTE: u64 = 2;

#[tokio::test(flavor = "multi_thread")]
async fn short_statements_without_end_are_computing() {
    let stage = Stage::start().await;
    while_others_are_served(&stage, async {
        for statement in ["SELECT 1", "SELECT count(*) FROM projects", "no statement"] {
            stage.ask("/served").await.unwrap();
            let error = stage.ask_with("/sql-without-end", statement).await.unwrap_err();
            assert!(matches!(error, CallError::Timeout { seconds: COMPUTE, .. }), "{statement}: {error}");
            stage.assert_new_instance(statement).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_that_nest_fit_on_the_stack_of_a_guest_that_is_deep_itself() {
    let stage = Stage::start().await;
    let nested = |inner: &str, open: &str, close: &str, depth: usize| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let statements = [
        nested("SELECT 1", "SELECT (", ")", 95),
        nested("SELECT 1 AS a", "SELECT * FROM (", ") WHERE a IN (SELECT 1)", 60),
        format!("SELECT {}", nested("1", "abs(", ")", 95)),
        format!("SELECT {}", nested("1", "(", ")", 2_000)),
        format!("SELECT length(json('{}'))", nested("", "[", "]", 900)),
        format!("SELECT '{}' LIKE '{}b'", "a".repeat(200), "%a".repeat(200)),
        format!("SELECT 1{}", " UNION SELECT 1".repeat(19)),
    ];
    while_others_are_served(&stage, async {
        for statement in &statements {
            let at = async |calls: u32| stage.ask_with("/sql-below", &format!("{calls} {statement}")).await;
            let shallow = at(0).await.unwrap();
            let (mut reached, mut ended) = (0, 0);
            for calls in (500..20_000).step_by(500) {
                match at(calls).await {
                    Ok(answer) => {
                        assert_eq!(answer, shallow, "{statement} below {calls} calls");
                        reached = calls;
                    }
                    // The guest's own stack is full.
                    Err(error) => {
                        assert_eq!(error.code(), "component_trapped", "{statement} below {calls} calls: {error}");
                        ended += 1;
                    }
                }
            }
            assert!(reached > 0 && ended > 0, "the guest came no deeper than {reached} calls, and {ended} ended");
        }
    })
    .await;
}
