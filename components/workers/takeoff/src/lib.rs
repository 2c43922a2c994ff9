//! The takeoff job: quantities of a document's pages.
//!
//! Payload: `{"takeoff_id": "tko_…"}`. The tenant's extractor surveys the whole document, then extracts the requested
//! pages, several at once. The results of a page are written in the same transaction as the mark that it is done, so a
//! repeated job does only the remaining pages and writes the same ids. At the end the takeoff is completed, cancelled
//! or failed in one transaction with the charge and the release of the rest of the hold.
//!
//! ```
//! use plumbline_worker::{Host, Request};
//!
//! let db = plumbline_database::testing::database(200.0).expect("a database");
//! let request = Request { id: "job_1".into(), payload: r#"{"takeoff_id": "tko_1"}"#.into(), attempt: 1 };
//! // The takeoff was deleted in the meantime, so the job has nothing to do.
//! assert!(plumbline_worker_takeoff::run(&db, &Host, &request).is_ok());
//! ```

mod checks;
mod continued;
mod deep;
mod job;
mod legends;
mod loads;
mod page;
mod regroup;
mod rows;
mod scale;
mod settle;
mod stated;
mod takeoff;

pub use job::{abandon, run};

plumbline_worker::worker!(run, |db, _host, request| abandon(db, request));
