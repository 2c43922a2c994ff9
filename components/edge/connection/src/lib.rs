//! The adapter of `spin:sqlite` that gives gateway and endpoint one connection for all requests of an instance. A
//! separate connection for each request would read the schema and compile every statement again.
//!
//! Requests of an instance share it safely, because gateway and endpoint use only the synchronous functions: no other
//! request runs between the statements of a transaction.

#[cfg(target_family = "wasm")]
mod component {
    use std::cell::{Cell, RefCell};
    use std::rc::Rc;

    #[allow(missing_docs, clippy::all, reason = "generated; documented in the WIT")]
    mod bindings {
        wit_bindgen::generate!({
            inline: "package plumbline:edge-connection; world adapter { import spin:sqlite/sqlite@3.1.0; export spin:sqlite/sqlite@3.1.0; }",
            world: "plumbline:edge-connection/adapter",
            path: ["../../../wit/deps/spin-sqlite@3.1.0"],
            generate_all,
            // Values pass through unchanged, so both sides use the same types.
            merge_structurally_equal_types: true,
        });
    }

    use bindings::exports::spin::sqlite::sqlite::{
        Connection, Error, Guest, GuestConnection, QueryResult, RowResult, Value,
    };
    use bindings::spin::sqlite::sqlite as host;
    use bindings::{wit_future, wit_stream};

    /// Commits do not wait for the disk, and statements wait for locks, as at the central host. A database that is not
    /// SQLite refuses these settings and does not need them.
    const SETTINGS: [&str; 2] = ["PRAGMA synchronous = NORMAL", "PRAGMA busy_timeout = 2000"];

    thread_local! {
        /// The instance's connections, each with the name of its database. There are two at most: endpoints and gateway
        /// use PostgreSQL by different names.
        static SHARED: RefCell<Vec<(String, Rc<host::Connection>)>> = const { RefCell::new(Vec::new()) };
    }

    struct Adapter;

    /// A connection that was handed out.
    struct SharedConnection {
        connection: Rc<host::Connection>,
        /// Whether a transaction is open on it.
        is_in_transaction: Cell<bool>,
    }

    impl Guest for Adapter {
        type Connection = SharedConnection;
    }

    fn shared(database: &str) -> Result<Rc<host::Connection>, Error> {
        let existing = SHARED.with_borrow(|shared| {
            shared.iter().find(|(name, _)| name == database).map(|(_, connection)| Rc::clone(connection))
        });
        if let Some(connection) = existing {
            return Ok(connection);
        }
        let connection = Rc::new(host::Connection::open(database)?);
        for setting in SETTINGS {
            let _ = connection.execute(setting, &[]);
        }
        SHARED.with_borrow_mut(|shared| shared.push((database.to_owned(), Rc::clone(&connection))));
        Ok(connection)
    }

    impl SharedConnection {
        fn run(&self, statement: &str, parameters: &[Value]) -> Result<QueryResult, Error> {
            let answer = self.connection.execute(statement, parameters);
            let keyword = statement.split_whitespace().next().unwrap_or_default();
            match &answer {
                Ok(_) if keyword.eq_ignore_ascii_case("BEGIN") => self.is_in_transaction.set(true),
                Ok(_) if ["COMMIT", "ROLLBACK", "END"].iter().any(|end| keyword.eq_ignore_ascii_case(end)) => {
                    self.is_in_transaction.set(false);
                }
                Ok(_) => {}
                // The connection itself may be broken, so the next open creates another.
                Err(_) => SHARED.with_borrow_mut(|shared| {
                    shared.retain(|(_, connection)| !Rc::ptr_eq(connection, &self.connection));
                }),
            }
            answer
        }
    }

    impl Drop for SharedConnection {
        fn drop(&mut self) {
            // Rolls back after a request that ended early, as closing a connection would.
            if self.is_in_transaction.get() {
                let _ = self.connection.execute("ROLLBACK", &[]);
            }
        }
    }

    impl GuestConnection for SharedConnection {
        fn open(database: String) -> Result<Connection, Error> {
            let connection = shared(&database)?;
            Ok(Connection::new(Self { connection, is_in_transaction: Cell::new(false) }))
        }

        fn execute(&self, statement: String, parameters: Vec<Value>) -> Result<QueryResult, Error> {
            self.run(&statement, &parameters)
        }

        fn last_insert_rowid(&self) -> i64 {
            self.connection.last_insert_rowid()
        }

        fn changes(&self) -> u64 {
            self.connection.changes()
        }

        plumbline_edge::asynchronous_by_synchronous!();
    }

    bindings::export!(Adapter with_types_in bindings);
}
