//! The export job: a takeoff's quantities as one file.
//!
//! Payload: `{"export_id": "exp_…"}`. The job reads rows from the database in batches, converts them to the requested
//! units and pushes them to the host, which spools them to disk. Then the tenant's exporter for the format pulls them
//! and writes the file. A repeated job writes the file again under the same key.
//!
//! ```
//! use plumbline_guest_worker::{Host, Request};
//!
//! let db = plumbline_db::testing::database(200.0).expect("a database");
//! let request = Request { id: "job_1".into(), payload: r#"{"export_id": "exp_1"}"#.into(), attempt: 1 };
//! // The export was deleted in the meantime, so the job has nothing to do.
//! assert!(plumbline_worker_export::run(&db, &Host, &request).is_ok());
//! ```

mod drawing;
mod export;
mod filename;
mod job;
mod read;

#[cfg(target_family = "wasm")]
mod component {
    //! The component's functions that the host calls.

    use plumbline_db::Db;
    use plumbline_guest_worker::{Failure, Guest, Host, Request, export, retryable};

    struct Export;

    impl Guest for Export {
        fn run(request: Request) -> Result<(), Failure> {
            crate::run(&Db::open().map_err(retryable)?, &Host, &request)
        }
        fn abandon(request: Request, _reason: String) -> Result<(), Failure> {
            crate::abandon(&Db::open().map_err(retryable)?, &request)
        }
    }

    export!(Export with_types_in plumbline_guest_worker::bindings);
}

pub use job::{abandon, run};
