//! Lists: L1 to L5.

use anyhow::Result;
use plumbline_tests::Server;

#[test]
fn pages_of_a_list_skip_nothing_and_repeat_nothing() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    for number in 0..7 {
        account.project(&format!("Project {number}"))?;
    }
    let mut seen = Vec::new();
    let mut cursor = String::new();
    for page in 0.. {
        let next = if cursor.is_empty() { String::new() } else { format!("&cursor={cursor}") };
        let answer = account.get(&format!("/projects?limit=3{next}"))?.expect(200);
        seen.extend(answer.json["data"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()));
        if page == 0 {
            // L3: records that are added in the meantime do not affect a list that is being read.
            account.project("Added meanwhile")?;
        }
        assert_eq!(answer.json["has_more"], answer.json["next_cursor"].is_string());
        match answer.json["next_cursor"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => break,
        }
    }
    let mut unique = seen.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), seen.len(), "nothing twice");
    assert!(seen.len() >= 7, "nothing skipped");
    Ok(())
}

#[test]
fn wrong_limits_cursors_and_parameters_are_refused() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let other = server.account("Another")?;
    for number in 0..3 {
        account.project(&format!("Project {number}"))?;
        other.project(&format!("Project {number}"))?;
    }
    for limit in ["0", "201", "ten"] {
        let answer = account.get(&format!("/projects?limit={limit}"))?;
        assert!(matches!(answer.status, 400 | 422), "L1 limit={limit}: {}", answer.status);
    }
    account.get("/projects?color=red")?.expect_problem(400, "invalid_request");
    let first = account.get("/projects?limit=1")?.expect(200);
    let cursor = first.text("next_cursor");
    for wrong in [format!("{cursor}x"), "x".repeat(513), "bm90IGEgY3Vyc29y".into()] {
        account.get(&format!("/projects?cursor={wrong}"))?.expect_problem(400, "invalid_cursor");
    }
    account.get(&format!("/projects?cursor={cursor}&q=Project"))?.expect_problem(400, "invalid_cursor");
    Ok(())
}
