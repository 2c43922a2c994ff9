//! Readings of PostgreSQL's clock, from which the [`clock`] of this process goes on.

use std::sync::Weak;
use std::time::Duration;

use plumbline_host_sql::{Clock, Reading};
use plumbline_tenancy::clock;
use time::OffsetDateTime;

use crate::error::StorageError;

/// Interval between readings. Monotonic clocks drift by a millisecond in this time at most.
const INTERVAL: Duration = Duration::from_secs(30);
/// Difference to the machine's clock that is logged.
const NOTABLE: time::Duration = time::Duration::SECOND;

/// The readings of one database's clock.
pub(crate) struct ClockReadings {
    database: Clock,
    /// Whether the machine's clock was wrong at the last reading.
    differs: bool,
}

impl ClockReadings {
    /// Creates the readings of a database's clock.
    pub(crate) fn new(database: Clock) -> Self {
        Self { database, differs: false }
    }

    /// Reads the clock. Logs a warning if the machine's clock has become wrong.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn take(&mut self) -> Result<(), StorageError> {
        let Some(Reading { time, at, error }) = self.database.read().await? else { return Ok(()) };
        clock::follow(time, at, error);
        let ahead = OffsetDateTime::now_utc() - at.elapsed() - time;
        let differs = ahead.abs() > NOTABLE;
        if differs && !self.differs {
            tracing::warn!(
                seconds_ahead = ahead.whole_seconds(),
                "the clock of this machine differs from the database's. Correct it: requests to an S3 store depend on it"
            );
        }
        self.differs = differs;
        Ok(())
    }

    /// Reads the clock now and then for as long as the storage exists.
    pub(crate) async fn repeat<T>(mut self, storage: Weak<T>) {
        loop {
            tokio::time::sleep(INTERVAL).await;
            if storage.strong_count() == 0 {
                return;
            }
            // Until the database answers again, the clock goes on from its last reading.
            if let Err(error) = self.take().await {
                tracing::debug!(%error, "the database's clock could not be read");
            }
        }
    }
}
