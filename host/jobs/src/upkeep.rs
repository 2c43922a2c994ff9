//! The periodic cleanup of a running host, so that nothing grows for ever: jobs that finished long ago, remains of interrupted
//! uploads, and held credits without a job.

use std::sync::Arc;
use std::time::Duration;

use plumbline_storage::Storage;

use crate::queue::Queue;
use crate::work::Work;
use crate::{holds, stranded};

/// How often old finished jobs are deleted, which is one statement over an index, and stranded jobs beyond a limit.
const JOBS_EVERY: Duration = Duration::from_secs(3600);
/// How often the blobs' folders are walked.
const BLOBS_EVERY: Duration = Duration::from_secs(24 * 3600);
/// How often the open holds of all tenants are checked. Each check opens every tenant's database.
const HOLDS_EVERY: Duration = Duration::from_secs(6 * 3600);

pub(crate) struct Upkeep {
    pub(crate) storage: Storage,
    pub(crate) queue: Queue,
    /// Wakes the workers.
    pub(crate) work: Arc<Work>,
}

impl Upkeep {
    /// Cleans up at once, then at each interval, until the task is aborted.
    pub(crate) async fn run(self) {
        let mut jobs = tokio::time::interval(JOBS_EVERY);
        let mut blobs = tokio::time::interval(BLOBS_EVERY);
        let mut holds = tokio::time::interval(HOLDS_EVERY);
        for ticks in [&mut jobs, &mut blobs, &mut holds] {
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        }
        loop {
            tokio::select! {
                _ = jobs.tick() => self.forget_jobs().await,
                _ = holds.tick() => match holds::reconcile(&self.storage, &self.queue).await {
                    Ok(true) => self.work.announce(),
                    Ok(false) => {}
                    Err(error) => tracing::error!(%error, "held credits could not be checked"),
                },
                _ = blobs.tick() => match self.storage.blobs.remove_abandoned_uploads().await {
                    Ok(0) => {}
                    Ok(files) => tracing::info!(files, "deleted files of interrupted uploads"),
                    Err(error) => tracing::error!(%error, "files of interrupted uploads could not be deleted"),
                },
            }
        }
    }

    async fn forget_jobs(&self) {
        if let Err(error) = self.queue.forget_finished().await {
            tracing::error!(%error, "finished jobs could not be deleted");
        }
        if let Err(error) = stranded::forget(&self.storage, &self.queue).await {
            tracing::error!(%error, "stranded jobs could not be checked");
        }
    }
}
