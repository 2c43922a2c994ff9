//! Rate limits, counted in the database for all instances of the application.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

use plumbline_pipeline::{Level, Rate};
use plumbline_tenancy::{DatabaseError, Statement};

use crate::tables;

/// Attempts to change a bucket that other instances change at the same time. All attempts after the first lock it.
const TRIES: usize = 20;
/// Age after which a bucket is full and its row can be deleted.
const IDLE: Duration = Duration::from_secs(24 * 3600);
/// An instance takes one part in this many of the remaining calls at once, because a statement for each call would cost more
/// than most calls. The caller loses the calls that it does not use. So the part is small, and is one call if few remain.
const PART: u32 = 64;
/// The most calls that an instance takes at once.
const MOST: u32 = 64;
/// How long an instance keeps the calls it took.
const KEPT: Duration = Duration::from_secs(1);

/// The calls that this instance has taken from each bucket.
#[derive(Default)]
pub(crate) struct Buckets(Mutex<HashMap<String, Taken>>);

/// Calls that are taken and not yet made, each with the number that remained after it.
struct Taken {
    rate: Rate,
    until: Instant,
    levels: VecDeque<Level>,
}

impl Buckets {
    /// Takes one call from a bucket.
    pub(crate) fn take(&self, bucket: &str, rate: Rate) -> Result<Level, DatabaseError> {
        if let Some(level) = self.kept(bucket, rate) {
            return Ok(level);
        }
        let mut levels = take(bucket, rate)?;
        let level = levels.pop_front().ok_or_else(|| DatabaseError::Corrupt("nothing was taken".into()))?;
        if let Ok(mut taken) = self.0.lock() {
            taken.insert(bucket.to_owned(), Taken { rate, until: Instant::now() + KEPT, levels });
        }
        Ok(level)
    }

    fn kept(&self, bucket: &str, rate: Rate) -> Option<Level> {
        let mut taken = self.0.lock().ok()?;
        let kept = taken.get_mut(bucket).filter(|kept| kept.rate == rate && kept.until > Instant::now())?;
        kept.levels.pop_front()
    }
}

/// Takes calls from a bucket in the database.
fn take(bucket: &str, rate: Rate) -> Result<VecDeque<Level>, DatabaseError> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    for attempt in 0..TRIES {
        let changed =
            if attempt == 0 { change(bucket, rate, now) } else { tables::locked(|| change(bucket, rate, now)) };
        match changed {
            Ok(Some(levels)) => return Ok(levels),
            Ok(None) => {}
            // Calls continue to be served while the database cannot be written. Such a call is not counted.
            Err(error) if tables::is_locked(&error) => return Ok(VecDeque::from([rate.take(None, now).0])),
            Err(error) => return Err(error),
        }
    }
    Err(DatabaseError::Failed(format!("the bucket changed during each of {TRIES} attempts")))
}

/// Reads a bucket and writes it back. Returns `None` if it was changed in the meantime.
fn change(bucket: &str, rate: Rate, now: Duration) -> Result<Option<VecDeque<Level>>, DatabaseError> {
    let found = tables::query(Statement::new("SELECT full_at FROM rate_limits WHERE bucket = ?").bind(bucket))?;
    let kept = found.first().map(|row| row.integer(0)).transpose()?.flatten();
    let (levels, after) = some(rate, kept.and_then(|kept| u64::try_from(kept).ok()), now);
    let Some(after) = after.and_then(|after| i64::try_from(after).ok()) else { return Ok(Some(levels)) };
    let changed = if let Some(kept) = kept {
        let update = Statement::new("UPDATE rate_limits SET full_at = ? WHERE bucket = ? AND full_at = ?");
        tables::change(update.bind(after).bind(bucket).bind(kept))?
    } else {
        let idle = i64::try_from(now.saturating_sub(IDLE).as_nanos()).unwrap_or(i64::MAX);
        tables::change(Statement::new("DELETE FROM rate_limits WHERE full_at < ?").bind(idle))?;
        let insert = "INSERT INTO rate_limits (bucket, full_at) VALUES (?, ?) ON CONFLICT (bucket) DO NOTHING";
        tables::change(Statement::new(insert).bind(bucket).bind(after))?
    };
    Ok((changed == 1).then_some(levels))
}

/// Takes one call, and more if many remain. Returns the number that remained after each, and the bucket's new state.
fn some(rate: Rate, kept: Option<u64>, now: Duration) -> (VecDeque<Level>, Option<u64>) {
    let (first, mut after) = rate.take(kept, now);
    let mut levels = VecDeque::from([first]);
    if let Level::Left(left) = first {
        for _ in 1..(left / PART).clamp(1, MOST) {
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
