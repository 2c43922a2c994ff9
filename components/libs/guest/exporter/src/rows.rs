//! The two ends of an export as traits, so that an exporter runs against the host's resources and against a test's.

use crate::quantities::Schedule;
use crate::{Header, ItemRow, Maker, RouteRow, Sink, Source, Totals};

/// How many rows are pulled at once: enough that the call's cost vanishes, few enough that a batch stays below a
/// megabyte even with long attributes.
pub const BATCH: u32 = 500;

/// Where an exporter gets its rows. Each list is read to its end, in any order of the lists, and again after
/// [`Rows::rewind`].
pub trait Rows {
    /// What is known of the whole export.
    fn header(&self) -> Header;
    /// The components that made the quantities.
    fn makers(&self) -> Vec<Maker>;
    /// How many rows there are.
    fn totals(&self) -> Totals;
    /// Begins all lists again: the same rows in the same order.
    fn rewind(&self);
    /// The next items, at most `max`, by page and position; empty at the end.
    fn items(&self, max: u32) -> Vec<ItemRow>;
    /// The next routes, at most `max`; empty at the end.
    fn routes(&self, max: u32) -> Vec<RouteRow>;
    /// The next schedules, at most `max`; empty at the end.
    fn schedules(&self, max: u32) -> Vec<Schedule>;
}

/// Where an exporter's bytes go.
pub trait Output {
    /// Appends.
    ///
    /// # Errors
    /// The host's words when the file passes the size it allows or cannot be stored.
    fn write(&mut self, bytes: &[u8]) -> Result<(), String>;
}

impl Rows for Source {
    fn header(&self) -> Header {
        Source::header(self)
    }
    fn makers(&self) -> Vec<Maker> {
        Source::makers(self)
    }
    fn totals(&self) -> Totals {
        Source::totals(self)
    }
    fn rewind(&self) {
        Source::rewind(self);
    }
    fn items(&self, max: u32) -> Vec<ItemRow> {
        Source::items(self, max)
    }
    fn routes(&self, max: u32) -> Vec<RouteRow> {
        Source::routes(self, max)
    }
    fn schedules(&self, max: u32) -> Vec<Schedule> {
        Source::schedules(self, max)
    }
}

impl Output for &Sink {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        Sink::write(self, bytes)
    }
}

impl Output for Vec<u8> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

/// Calls `each` for every item, a batch in memory at a time.
///
/// # Errors
/// The first error of `each`.
pub fn for_each_item<E>(rows: &impl Rows, mut each: impl FnMut(ItemRow) -> Result<(), E>) -> Result<(), E> {
    drain(|| rows.items(BATCH), &mut each)
}

/// Calls `each` for every route, a batch in memory at a time.
///
/// # Errors
/// The first error of `each`.
pub fn for_each_route<E>(rows: &impl Rows, mut each: impl FnMut(RouteRow) -> Result<(), E>) -> Result<(), E> {
    drain(|| rows.routes(BATCH), &mut each)
}

/// Calls `each` for every schedule. Schedules are pulled a few at a time: one may have hundreds of rows.
///
/// # Errors
/// The first error of `each`.
pub fn for_each_schedule<E>(rows: &impl Rows, mut each: impl FnMut(Schedule) -> Result<(), E>) -> Result<(), E> {
    drain(|| rows.schedules(8), &mut each)
}

fn drain<T, E>(next: impl Fn() -> Vec<T>, each: &mut impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
    loop {
        let batch = next();
        if batch.is_empty() {
            return Ok(());
        }
        for row in batch {
            each(row)?;
        }
    }
}
