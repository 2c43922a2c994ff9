//! The export job: a takeoff's quantities as one file.
//!
//! Payload: `{"export_id": "exp_…"}`. Rows are read from the database a batch at a time, brought into the units asked
//! for and pushed to the host, which spools them to disk; then the tenant's exporter for the format pulls them and writes
//! the file. A repeated job writes the file anew under the same key.

mod drawing;
mod export;
mod filename;
mod job;
mod read;

#[cfg(target_family = "wasm")]
mod component {
    //! The component's two functions, for the host.

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
