//! The jobs behind entries of the ledger, for people: what they were for, and which document they worked on.

use std::borrow::Cow;

use crate::ExportFormat;
use crate::enums::Named as _;

/// The tables that describe the job of an entry `l`, in a tenant's database.
pub const JOINS: &str = "LEFT JOIN exports e ON e.id = l.job_id \
                         LEFT JOIN takeoffs t ON t.id = COALESCE(e.takeoff_id, l.job_id) \
                         LEFT JOIN documents d ON d.id = t.document_id";

/// The columns of [`JOINS`] that describe the job, in the order in which [`Job::of`] takes their values.
pub const COLUMNS: &[&str] = &["t.discipline", "e.format", "d.filename"];

/// The details of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job<'a> {
    /// Discipline of the takeoff, or `None` if the job is something else or the takeoff was deleted.
    pub discipline: Option<&'a str>,
    /// Format of the export, or `None` if the job is something else or the export was deleted.
    pub format: Option<&'a str>,
    /// File name of the document, or `None` if there is none or it was deleted.
    pub document: Option<&'a str>,
}

impl<'a> Job<'a> {
    /// Returns a job from the values of [`COLUMNS`]. Missing values count as unknown.
    pub fn of(details: &'a [Option<String>]) -> Self {
        let value = |index: usize| details.get(index).and_then(Option::as_deref);
        Self { discipline: value(0), format: value(1), document: value(2) }
    }

    /// Returns the name of the job, such as `fire protection takeoff`. `id` is the job's id.
    pub fn words(&self, id: &str) -> Cow<'static, str> {
        if let Some(format) = self.format {
            let title = ExportFormat::named(format).map(ExportFormat::title);
            return format!("export to {}", title.unwrap_or(format)).into();
        }
        match self.discipline {
            Some(discipline) => format!("{} takeoff", discipline.replace('_', " ")).into(),
            None if id.starts_with("exp_") => "export".into(),
            None => "takeoff".into(),
        }
    }
}
