//! The schema on PostgreSQL: migrations with their checksums, and the statements that give the roles their rights.
//!
//! The crate has no driver and no connection. `migrations/postgres` has the SQL, `docs/postgresql.md` explains it.
//!
//! ```
//! use plumbline_postgres_schema::{MIGRATIONS, Moved};
//!
//! assert!(MIGRATIONS.iter().zip(1..).all(|(migration, version)| migration.version == version));
//! // What a transaction reports of the ledger before its COMMIT.
//! assert_eq!(Moved::parse("0 5000000 0 0").map(|moved| moved.held), Some(5_000_000));
//! ```

use sha2::{Digest as _, Sha256};

/// A step of the schema. A released step never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Migration {
    /// The number, counted from 1 without gaps.
    pub version: i64,
    /// The name: the file's, without its number.
    pub name: &'static str,
    /// SQL statements that the owner's role runs as one text, in a transaction together with the row of `host.migrations`.
    pub sql: &'static str,
}

impl Migration {
    /// Returns the SHA-256 of the SQL in hex, which `host.migrations` keeps.
    pub fn checksum(&self) -> String {
        hex::encode(Sha256::digest(self.sql))
    }
}

macro_rules! migrations {
    ($($version:literal $name:literal $file:literal,)*) => {
        &[$(Migration {
            version: $version,
            name: $name,
            sql: include_str!(concat!("../../../migrations/postgres/", $file)),
        }),*]
    };
}

/// All migrations in the order of their numbers.
pub const MIGRATIONS: &[Migration] = migrations![
    1 "host_tables" "0001_host_tables.sql",
    2 "scopes" "0002_scopes.sql",
    3 "tenant_tables" "0003_tenant_tables.sql",
    4 "ledger" "0004_ledger.sql",
    5 "rules" "0005_rules.sql",
    6 "rights" "0006_rights.sql",
    7 "leases" "0007_leases.sql",
    8 "events" "0008_events.sql",
    9 "webhooks" "0009_webhooks.sql",
    10 "tenant_events" "0010_tenant_events.sql",
    11 "proposed_reviews" "0011_proposed_reviews.sql",
    12 "delivery_order" "0012_delivery_order.sql",
    13 "scope_lookup" "0013_scope_lookup.sql",
    14 "outbox_size" "0014_outbox_size.sql",
    15 "event_states" "0015_event_states.sql",
    16 "credential_changes" "0016_credential_changes.sql",
    17 "single_reviews" "0017_single_reviews.sql",
    18 "undelivered_events" "0018_undelivered_events.sql",
];

/// Creates the table of the applied migrations if it is missing. The owner's role runs it before the first migration.
pub const BOOTSTRAP: &str = r#"
CREATE SCHEMA IF NOT EXISTS host;
CREATE TABLE IF NOT EXISTS host.migrations (
    version BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    checksum TEXT COLLATE "C" NOT NULL,
    applied_at TEXT COLLATE "C" NOT NULL
);"#;

/// Gives the host's role, `$1`, its rights. The owner's role runs it after the migrations.
pub const GRANT_HOST: &str = "SELECT host.grant_host($1)";

/// Gives the components' role, `$1`, exactly its rights, takes all others from it and from PUBLIC, and returns whether
/// anything changed. The owner runs it after the migrations, and each host at its start.
pub const GRANT_COMPONENTS: &str = "SELECT host.grant_components($1)";

/// Reads all primary keys, unique constraints and unique indexes of tenants' tables: schema, name of the index, table, and
/// the columns without the scope in SQLite's notation, as in `items.takeoff_id, items.page_number, items.position`. The name is
/// what PostgreSQL reports as the constraint that a row violates.
pub const UNIQUE_KEYS: &str = "
SELECT relation.relnamespace::REGNAMESPACE::TEXT AS schema_name, index.relname::TEXT AS index_name,
    relation.relname::TEXT AS table_name,
    string_agg(relation.relname || '.' || attname, ', ' ORDER BY place) AS columns
FROM pg_index
JOIN pg_class AS index ON index.oid = indexrelid
JOIN pg_class AS relation ON relation.oid = indrelid
CROSS JOIN unnest(indkey::SMALLINT[]) WITH ORDINALITY AS key (number, place)
JOIN pg_attribute ON attrelid = indrelid AND attnum = key.number AND attname <> 'scope_id'
WHERE indisunique AND relation.relnamespace IN ('plumbline'::REGNAMESPACE, 'host'::REGNAMESPACE)
GROUP BY 1, 2, 3";

/// The setting that opens a scope for a transaction. `host.scope_setting(id)` returns its value.
pub const SCOPE_SETTING: &str = "plumbline.scope";

/// The setting that reports what a transaction moved in the ledger. See [`Moved`].
pub const MOVED_SETTING: &str = "plumbline.moved";

/// The setting that is not empty at the end of a transaction that has added to the outbox, itself or by a trigger.
pub const OUTBOX_SETTING: &str = "plumbline.outbox";

/// Credits that a transaction has moved so far, in micros: the value of the setting [`MOVED_SETTING`] before its COMMIT.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moved {
    /// Granted.
    pub granted: u64,
    /// Put on hold.
    pub held: u64,
    /// Charged.
    pub charged: u64,
    /// Released.
    pub released: u64,
}

impl Moved {
    /// Reads the setting's value. Returns nothing moved for an empty one, and `None` if it is not four numbers.
    pub fn parse(setting: &str) -> Option<Self> {
        if setting.is_empty() {
            return Some(Self::default());
        }
        let mut numbers = setting.split(' ').map(|number| number.parse().ok());
        let mut next = || numbers.next().flatten();
        let moved = Self { granted: next()?, held: next()?, charged: next()?, released: next()? };
        numbers.next().is_none().then_some(moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_listed() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations/postgres");
        let mut files: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        let listed: Vec<String> =
            MIGRATIONS.iter().map(|step| format!("{:04}_{}.sql", step.version, step.name)).collect();
        assert_eq!(listed, files);
    }

    #[test]
    fn only_four_numbers_are_moved_credits() {
        assert_eq!(Moved::parse(""), Some(Moved::default()));
        assert_eq!(Moved::parse("1 2 3 4"), Some(Moved { granted: 1, held: 2, charged: 3, released: 4 }));
        for text in ["1 2 3", "1 2 3 4 5", "1 2 3 x", "-1 2 3 4"] {
            assert_eq!(Moved::parse(text), None, "{text}");
        }
    }
}
