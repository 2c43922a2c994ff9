//! Values and rows of SQL, the same in components and on the host.
//!
//! - `value`: values of statements and rows. `row`: rows, whose columns are read by name. `read`: rows read by serde.
//! - `text_id`: what types of ids have in common.
//! - `host` (feature `host`): results, errors and limits of a component's SQL, for the host's databases.
//! - `sqlite` (feature `rusqlite`), `spin` (feature `spin`, in components): conversions from and to the values of a
//!   driver.
//!
//! ```
//! use plumbline_sql::{Row, Value};
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! struct Project {
//!     name: String,
//!     note: Option<String>,
//! }
//!
//! let columns = ["name".to_owned(), "note".to_owned()];
//! let row = Row::new(columns.into(), vec![Value::from("Tower"), Value::Null]);
//! assert_eq!(row.text("name")?, "Tower");
//! let project: Project = row.read()?;
//! assert_eq!((project.name.as_str(), project.note), ("Tower", None));
//! # Ok::<(), plumbline_sql::DbError>(())
//! ```

mod error;
#[cfg(feature = "host")]
mod host;
mod read;
mod row;
#[cfg(all(feature = "spin", target_family = "wasm"))]
mod spin;
#[cfg(feature = "rusqlite")]
mod sqlite;
mod text_id;
mod value;

pub use error::{DbError, DbResult};
#[cfg(feature = "host")]
pub use host::{ConstraintKind, QueryResult, SqlError, SqlLimits};
pub use row::Row;
pub use value::{Value, json};
