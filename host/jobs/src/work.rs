//! Wakes the tasks that take jobs, on this host and on others.

use std::sync::Arc;

use plumbline_storage::{Announcements, Storage};
use tokio::sync::Notify;

/// Wakes those who wait for work.
#[derive(Debug)]
pub(crate) struct Work {
    here: Arc<Notify>,
    /// Reaches the other hosts, if the database can. They find jobs by polling otherwise.
    elsewhere: Option<Announcements>,
}

impl Work {
    /// Starts to hear what other hosts announce.
    pub(crate) fn new(storage: &Storage) -> Self {
        let here = Arc::new(Notify::new());
        let heard = Arc::clone(&here);
        Self { elsewhere: storage.job_announcements(move || heard.notify_one()), here }
    }

    /// Announces that a job may be due that any host can take.
    pub(crate) fn announce(&self) {
        self.here.notify_one();
        if let Some(elsewhere) = &self.elsewhere {
            elsewhere.announce();
        }
    }

    /// Wakes this host, which has a free place.
    pub(crate) fn wake(&self) {
        self.here.notify_one();
    }

    /// Waits until a job may be due.
    pub(crate) async fn wait(&self) {
        self.here.notified().await;
    }
}
