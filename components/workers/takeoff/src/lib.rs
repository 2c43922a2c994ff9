//! The takeoff job: quantities of a document's pages.
//!
//! Payload: `{"takeoff_id": "tko_…"}`. The tenant's extractor surveys the whole document, then extracts the requested
//! pages, several at once. The results of a page are written in the same transaction as the mark that it is done, so a
//! repeated job does only the remaining pages and writes the same ids. At the end the takeoff is completed, cancelled
//! or failed in one transaction with the charge and the release of the rest of the hold.
//!
//! ```
//! use plumbline_guest_worker::{Host, Request};
//!
//! let db = plumbline_db::testing::database(200.0).expect("a database");
//! let request = Request { id: "job_1".into(), payload: r#"{"takeoff_id": "tko_1"}"#.into(), attempt: 1 };
//! // The takeoff was deleted in the meantime, so the job has nothing to do.
//! assert!(plumbline_worker_takeoff::run(&db, &Host, &request).is_ok());
//! ```

mod checks;
mod continued;
mod deep;
mod insert;
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

#[cfg(target_family = "wasm")]
mod component {
    //! The component's functions that the host calls.

    use plumbline_db::Db;
    use plumbline_guest_worker::{Failure, Guest, Host, Request, export, retryable};

    struct Takeoff;

    impl Guest for Takeoff {
        fn run(request: Request) -> Result<(), Failure> {
            crate::run(&Db::open().map_err(retryable)?, &Host, &request)
        }
        fn abandon(request: Request, _reason: String) -> Result<(), Failure> {
            crate::abandon(&Db::open().map_err(retryable)?, &request)
        }
    }

    export!(Takeoff with_types_in plumbline_guest_worker::bindings);
}

pub use job::{abandon, run};
