//! Waiting for documents, takeoffs and exports.

use std::time::Instant;

use backon::{BackoffBuilder as _, ExponentialBuilder};
use serde::de::DeserializeOwned;

use crate::call::Call;
use crate::types::{Document, DocumentStatus, Export, Failure, JobStatus, Takeoff};
use crate::{Client, Error, operations};
use sealed::Outcome;

/// A resource that is processed in the background.
pub trait Job: DeserializeOwned + sealed::Sealed {}

pub(crate) mod sealed {
    use super::{Call, Failure};

    /// Progress of a job.
    #[derive(Debug)]
    pub enum Outcome {
        /// The job is queued or running.
        Running,
        /// The job completed.
        Done,
        /// The job failed or was cancelled.
        Failed(Option<Failure>),
    }

    /// The properties of a resource that waiting needs.
    pub trait Sealed: Sized {
        fn id(&self) -> &str;
        fn get(id: &str) -> Call<Self>;
        fn status(&self) -> String;
        fn outcome(&self) -> Outcome;
    }
}

/// Makes a resource a job: the operation that reads it, the status of success, and those of failure.
macro_rules! job {
    ($resource:ident, $get:ident, $done:pat, $failed:pat) => {
        impl Job for $resource {}
        impl sealed::Sealed for $resource {
            fn id(&self) -> &str {
                &self.id
            }

            fn get(id: &str) -> Call<Self> {
                operations::$get(id)
            }

            fn status(&self) -> String {
                self.status.to_string()
            }

            fn outcome(&self) -> Outcome {
                match self.status {
                    $done => Outcome::Done,
                    $failed => Outcome::Failed(self.failure.clone()),
                    _ => Outcome::Running,
                }
            }
        }
    };
}

job!(Document, get_document, DocumentStatus::Ready, DocumentStatus::Failed);
job!(Takeoff, get_takeoff, JobStatus::Completed, JobStatus::Failed | JobStatus::Cancelled);
job!(Export, get_export, JobStatus::Completed, JobStatus::Failed | JobStatus::Cancelled);

impl Client {
    /// Waits until a document is ready, or a takeoff or an export is completed, and returns it.
    ///
    /// # Errors
    /// [`Error::Failed`] if it fails or is cancelled, [`Error::Timeout`] after [`WaitPolicy::timeout`](crate::WaitPolicy::timeout).
    pub async fn wait<J: Job>(&self, job: &J) -> Result<J, Error> {
        self.wait_with(job, |_| {}).await
    }

    /// Waits like [`Client::wait`]. `progress` receives the resource after each poll.
    ///
    /// # Errors
    /// See [`Client::wait`].
    pub async fn wait_with<J: Job>(&self, job: &J, mut progress: impl FnMut(&J)) -> Result<J, Error> {
        let begun = Instant::now();
        let call = J::get(job.id());
        let mut pauses = ExponentialBuilder::default()
            .with_factor(1.5)
            .with_min_delay(self.waiting.first_pause)
            .with_max_delay(self.waiting.longest_pause)
            .without_max_times()
            .build();
        loop {
            let (resource, retry_after) = self.call_timed(&call).await?;
            progress(&resource);
            match resource.outcome() {
                Outcome::Done => return Ok(resource),
                Outcome::Failed(failure) => return Err(failed(&resource, failure)),
                Outcome::Running => {}
            }
            let pause = pauses.next().unwrap_or(self.waiting.longest_pause).max(retry_after.unwrap_or_default());
            let waited = begun.elapsed();
            if waited + pause > self.waiting.timeout {
                return Err(Error::Timeout { resource: resource.id().to_owned(), status: resource.status(), waited });
            }
            tokio::time::sleep(pause).await;
        }
    }
}

fn failed<J: Job>(resource: &J, failure: Option<Failure>) -> Error {
    let (code, message) = failure.map(|failure| (failure.code.to_string(), failure.message)).unwrap_or_default();
    Error::Failed { resource: resource.id().to_owned(), status: resource.status(), code, message }
}
