//! Announcements between hosts.

use std::time::Duration;

use plumbline_postgres::Postgres;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::fixture::{Fixture, Mode, settings, translate};

const CHANNEL: &str = "test_work";
/// Longer than any announcement takes, also one after a connection was lost.
const LONG: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn announcements_reach_other_hosts_as_few_and_after_a_lost_connection() {
    let Some(Fixture { server, postgres }) = Fixture::start(Mode::Prepared).await else { return };
    let other = Postgres::connect(&settings(&server), translate()).await.unwrap();
    let (sender, mut heard) = mpsc::unbounded_channel();
    let _listening = other.announcements(CHANNEL, move || sender.send(()).unwrap_or_default());
    let announcing = postgres.announcements(CHANNEL, || {});
    timeout(LONG, heard.recv()).await.unwrap().unwrap();

    announcing.announce();
    timeout(LONG, heard.recv()).await.unwrap().unwrap();

    for _ in 0..10_000 {
        announcing.announce();
    }
    timeout(LONG, heard.recv()).await.unwrap().unwrap();
    // The ten thousand take less than a second, so they become fewer than twenty.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let more = std::iter::from_fn(|| heard.try_recv().ok()).count();
    assert!(more < 20, "{more} announcements");

    let terminate = "SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE query = 'LISTEN test_work'";
    assert_eq!(postgres.query(terminate, &[]).await.unwrap().len(), 2);
    // Each listener has connected again and reports that it may have missed some.
    timeout(LONG, heard.recv()).await.unwrap().unwrap();
    announcing.announce();
    timeout(LONG, heard.recv()).await.unwrap().unwrap();
}
