//! Fair sharing of the requests that run at once: a tenant whose requests are slow leaves room for the others.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use plumbline_tests::{Server, poll_until};

use crate::publishing::guest;

/// Concurrent requests of the slow tenant.
const SLOW_REQUESTS: usize = 300;
/// The most of them that run at once: half of the 256 that the host allows.
const SHARE: usize = 128;
/// Requests of the other tenant after the first slow one was refused.
const REQUESTS: usize = 100;

/// Writes an endpoint that serves only `GET /wait`, which waits until its deadline of ten seconds. The test guest
/// serves every path, which would overlap the routes of other endpoints.
pub(crate) fn waiting_endpoint(folder: &Path) -> Result<PathBuf> {
    let mut bytes = std::fs::read(guest("endpoint")?)?;
    let (every_path, one_path) = (br#""/{what}""#, br#""/wait"  "#);
    // The routes are in a section of their own and in the data that it was made of.
    let places: Vec<usize> = (0..bytes.len()).filter(|place| bytes[*place..].starts_with(every_path)).collect();
    ensure!(!places.is_empty(), "no route");
    for place in places {
        bytes[place..place + one_path.len()].copy_from_slice(one_path);
    }
    let file = folder.join("waiting.wasm");
    std::fs::write(&file, bytes)?;
    Ok(file)
}

#[test]
fn slow_requests_of_one_tenant_leave_room_for_others() -> Result<()> {
    let server = Server::start()?;
    let (slow, other) = (server.account("Ames & Sons")?, server.account("Brick & Co")?);
    let folder = tempfile::tempdir()?;
    let file = waiting_endpoint(folder.path())?;
    server.admin(&["component", "publish", file.to_str().context("path")?, "--slot", "endpoint:test", "--bind"])?;
    // Another method is refused at once, but only if the path exists.
    poll_until("the endpoint is bound", || Ok((slow.call("POST", "/wait", None, &[])?.status == 405).then_some(())))?;
    let statuses = std::thread::scope(|scope| -> Result<Vec<u16>> {
        let calls: Vec<_> = (0..SLOW_REQUESTS).map(|_| scope.spawn(|| slow.get("/wait"))).collect();
        let running = || calls.iter().filter(|call| !call.is_finished()).count();
        // Once some are refused, the slow tenant uses all that it may.
        while running() == SLOW_REQUESTS {
            other.get("/projects")?.expect(200);
        }
        for _ in 0..REQUESTS {
            other.get("/projects")?.expect(200);
        }
        ensure!(running() >= SHARE, "the slow requests ended early");
        calls.into_iter().map(|call| anyhow::Ok(call.join().expect("a client panicked")?.status)).collect()
    })?;
    let held = statuses.iter().filter(|status| **status != 503).count();
    assert!((SHARE..SLOW_REQUESTS).contains(&held) && !statuses.contains(&200), "{statuses:?}");
    Ok(())
}
