//! The export job: a takeoff's quantities as one file.
//!
//! Payload: `{"export_id": "exp_…"}`. The job reads rows from the database in batches, converts them to the requested
//! units and pushes them to the host, which spools them to disk. Then the tenant's exporter for the format pulls them
//! and writes the file. A repeated job writes the file again under the same key.
//!
//! ```
//! use plumbline_worker::{Host, Request};
//!
//! let db = plumbline_database::testing::database(200.0).expect("a database");
//! let request = Request { id: "job_1".into(), payload: r#"{"export_id": "exp_1"}"#.into(), attempt: 1 };
//! // The export was deleted in the meantime, so the job has nothing to do.
//! assert!(plumbline_worker_export::run(&db, &Host, &request).is_ok());
//! ```

mod drawing;
mod export;
mod filename;
mod job;
mod read;

pub use job::{abandon, run};

plumbline_worker::worker!(run, |db, _host, request| abandon(db, request));
