//! The clock by which leases and due times are measured.

use std::time::{Duration, Instant};

use time::OffsetDateTime;

use crate::error::Error;
use crate::pool::{Dialect, Pool};
use crate::query::query;

/// The clock of a database. All hosts that share the database share it, so that a host whose own clock is wrong neither
/// takes over a job too early nor keeps it too long. SQLite has no clock apart from its host's, whose hosts are one
/// machine's processes.
#[derive(Debug, Clone)]
pub struct Clock(Pool);

/// Number of questions for one reading. The first may open a connection, and any may wait for a busy server.
const QUESTIONS: usize = 3;

/// A reading of a database's clock.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// The time that the clock showed.
    pub time: OffsetDateTime,
    /// When it showed it.
    pub at: Instant,
    /// How much earlier or later that may have been: half of the round trip.
    pub error: Duration,
}

impl Clock {
    /// Creates the clock of a database.
    pub fn of(pool: &Pool) -> Self {
        Self(pool.clone())
    }

    /// Returns the current time.
    ///
    /// # Errors
    /// Returns an error if the database fails. SQLite is not asked.
    pub async fn now(&self) -> Result<OffsetDateTime, Error> {
        match self.0.dialect() {
            Dialect::Sqlite => Ok(OffsetDateTime::now_utc()),
            Dialect::Postgres => {
                let microseconds = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
                let microseconds: i64 = query(microseconds).native().fetch_scalar(&self.0).await?;
                OffsetDateTime::from_unix_timestamp_nanos(i128::from(microseconds) * 1000)
                    .map_err(|error| Error::Clock(error.to_string()))
            }
        }
    }

    /// Reads the clock of PostgreSQL several times and returns the most exact reading. Returns `None` on SQLite.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn read(&self) -> Result<Option<Reading>, Error> {
        if self.0.dialect() == Dialect::Sqlite {
            return Ok(None);
        }
        let mut best: Option<Reading> = None;
        for _ in 0..QUESTIONS {
            let asked = Instant::now();
            let time = self.now().await?;
            let error = asked.elapsed() / 2;
            if best.is_none_or(|best| error < best.error) {
                best = Some(Reading { time, at: asked + error, error });
            }
        }
        Ok(best)
    }
}
