//! The rows and the output of an export as traits, so that an exporter runs against the host's resources and in tests.

use crate::quantities::Schedule;
use crate::{ComponentRef, Header, ItemRow, RouteRow, Sink, Source, Totals};

/// Number of rows pulled at once: enough to make the cost of a call negligible, few enough to keep a batch below a
/// megabyte even with long attributes.
pub const BATCH: u32 = 500;

/// The source of an exporter's rows. Each list is read to its end, in any order of the lists, and again after
/// [`Rows::rewind`].
pub trait Rows {
    /// Returns the facts about the whole export.
    fn header(&self) -> Header;
    /// Returns the components that made the quantities.
    fn components(&self) -> Vec<ComponentRef>;
    /// Returns the numbers of rows.
    fn totals(&self) -> Totals;
    /// Restarts all lists, with the same rows in the same order.
    fn rewind(&self);
    /// Returns the next items, at most `max`, by page and position; empty at the end.
    fn items(&self, max: u32) -> Vec<ItemRow>;
    /// Returns the next routes, at most `max`; empty at the end.
    fn routes(&self, max: u32) -> Vec<RouteRow>;
    /// Returns the next schedules, at most `max`; empty at the end.
    fn schedules(&self, max: u32) -> Vec<Schedule>;
}

/// The destination of an exporter's bytes.
pub trait Output {
    /// Appends bytes.
    ///
    /// # Errors
    /// The host's error text if the file exceeds the size limit or cannot be stored.
    fn write(&mut self, bytes: &[u8]) -> Result<(), String>;
}

impl Rows for Source {
    fn header(&self) -> Header {
        Source::header(self)
    }
    fn components(&self) -> Vec<ComponentRef> {
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

/// Calls `each` for every item, with one batch in memory at a time.
///
/// # Errors
/// The first error of `each`.
pub fn for_each_item<E>(rows: &impl Rows, mut each: impl FnMut(ItemRow) -> Result<(), E>) -> Result<(), E> {
    drain(|| rows.items(BATCH), &mut each)
}

/// Calls `each` for every route, with one batch in memory at a time.
///
/// # Errors
/// The first error of `each`.
pub fn for_each_route<E>(rows: &impl Rows, mut each: impl FnMut(RouteRow) -> Result<(), E>) -> Result<(), E> {
    drain(|| rows.routes(BATCH), &mut each)
}

/// Calls `each` for every schedule. Pulls a few schedules at a time, because one may have hundreds of rows.
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
