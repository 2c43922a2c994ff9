//! Rate limits, counted in the database for all instances of the application.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

use plumbline_pipeline::{Level, Rate};
use plumbline_tenancy::{DatabaseError, Statement};

use crate::tables;

/// Attempts to change a bucket that other instances change at the same time. All attempts after the first lock it.
const MAX_ATTEMPTS: usize = 20;
/// Age after which a bucket is full and its row can be deleted.
const IDLE_AFTER: Duration = Duration::from_secs(24 * 3600);
/// An instance takes one part in this many of the remaining calls at once, because a statement for each call would cost
/// more than most calls. The caller loses the calls that it does not use. So the part is small, and is one call if few
/// remain.
const BATCH_DIVISOR: u32 = 64;
/// The most calls that an instance takes at once.
const MAX_BATCH: u32 = 64;
/// How long an instance keeps the calls it took.
const BATCH_LIFETIME: Duration = Duration::from_secs(1);

/// The calls that this instance has taken from each bucket.
#[derive(Default)]
pub(crate) struct Buckets(Mutex<HashMap<String, Batch>>);

/// Calls that are taken and not yet made, each with the number that remained after it.
struct Batch {
    rate: Rate,
    until: Instant,
    levels: VecDeque<Level>,
}

impl Buckets {
    /// Takes one call from a bucket.
    pub(crate) fn take(&self, bucket: &str, rate: Rate) -> Result<Level, DatabaseError> {
        if let Some(level) = self.take_kept(bucket, rate) {
            return Ok(level);
        }
        let mut levels = take(bucket, rate)?;
        let level = levels.pop_front().ok_or_else(|| DatabaseError::Corrupt("nothing was taken".into()))?;
        if let Ok(mut batches) = self.0.lock() {
            batches.insert(bucket.to_owned(), Batch { rate, until: Instant::now() + BATCH_LIFETIME, levels });
        }
        Ok(level)
    }

    fn take_kept(&self, bucket: &str, rate: Rate) -> Option<Level> {
        let mut batches = self.0.lock().ok()?;
        let kept = batches.get_mut(bucket).filter(|kept| kept.rate == rate && kept.until > Instant::now())?;
        kept.levels.pop_front()
    }
}

/// Takes calls from a bucket in the database.
fn take(bucket: &str, rate: Rate) -> Result<VecDeque<Level>, DatabaseError> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    for attempt in 0..MAX_ATTEMPTS {
        let changed = if attempt == 0 {
            try_take(bucket, rate, now)
        } else {
            tables::with_write_lock(|| try_take(bucket, rate, now))
        };
        match changed {
            Ok(Some(levels)) => return Ok(levels),
            Ok(None) => {}
            // Calls continue to be served while the database cannot be written. Such a call is not counted.
            Err(error) if tables::is_locked(&error) => return Ok(VecDeque::from([rate.take(None, now).0])),
            Err(error) => return Err(error),
        }
    }
    Err(DatabaseError::Failed(format!("the bucket changed during each of {MAX_ATTEMPTS} attempts")))
}

/// Reads a bucket and writes it back. Returns `None` if it was changed in the meantime.
fn try_take(bucket: &str, rate: Rate, now: Duration) -> Result<Option<VecDeque<Level>>, DatabaseError> {
    let found = tables::query(Statement::new("SELECT full_at FROM rate_limits WHERE bucket = ?").bind(bucket))?;
    let kept = found.first().map(|row| row.opt_int("full_at")).transpose()?.flatten();
    let (levels, after) = take_batch(rate, kept.and_then(|kept| u64::try_from(kept).ok()), now);
    let Some(after) = after.and_then(|after| i64::try_from(after).ok()) else { return Ok(Some(levels)) };
    let changed = if let Some(kept) = kept {
        let update = Statement::new("UPDATE rate_limits SET full_at = ? WHERE bucket = ? AND full_at = ?");
        tables::change(update.bind(after).bind(bucket).bind(kept))?
    } else {
        let idle = i64::try_from(now.saturating_sub(IDLE_AFTER).as_nanos()).unwrap_or(i64::MAX);
        tables::change(Statement::new("DELETE FROM rate_limits WHERE full_at < ?").bind(idle))?;
        let insert = "INSERT INTO rate_limits (bucket, full_at) VALUES (?, ?) ON CONFLICT (bucket) DO NOTHING";
        tables::change(Statement::new(insert).bind(bucket).bind(after))?
    };
    Ok((changed == 1).then_some(levels))
}

/// Takes one call, and more if many remain. Returns the number that remained after each, and the bucket's new state.
fn take_batch(rate: Rate, kept: Option<u64>, now: Duration) -> (VecDeque<Level>, Option<u64>) {
    let (first, mut after) = rate.take(kept, now);
    let mut levels = VecDeque::from([first]);
    if let Level::Left(left) = first {
        for _ in 1..(left / BATCH_DIVISOR).clamp(1, MAX_BATCH) {
            let (level, next) = rate.take(after, now);
            if next.is_none() {
                break;
            }
            levels.push_back(level);
            after = next;
        }
    }
    (levels, after)
}
