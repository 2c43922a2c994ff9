//! The right to open a scope.

use crate::settings::PostgresError;

/// The first key of the advisory locks of writers. The second is the scope's.
const WRITERS: i32 = 19001;

/// A scope, and the right to open it.
#[derive(Clone, PartialEq, Eq)]
pub struct ScopeKey {
    /// `scope_id` of the scope's rows.
    pub id: i64,
    /// The value of the setting `plumbline.scope` that makes the scope's rows visible. It is a secret.
    pub setting: String,
}

impl std::fmt::Debug for ScopeKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScopeKey").field("id", &self.id).finish_non_exhaustive()
    }
}

impl ScopeKey {
    /// Creates a key. The setting becomes part of statements, so it may only have characters that need no quotes.
    ///
    /// # Errors
    /// [`PostgresError::Damaged`] if it has others.
    pub(crate) fn new(id: i64, setting: String) -> Result<Self, PostgresError> {
        if setting.is_empty() || setting.contains(|c: char| !c.is_ascii_alphanumeric() && !"._:-".contains(c)) {
            let problem = "has characters other than letters, digits and ._:-";
            return Err(plumbline_sql::DbError::column("host.scope_setting", problem).into());
        }
        Ok(Self { id, setting })
    }

    /// Returns the statement that opens the scope for the rest of a transaction. Unlike a call of `set_config`, the server
    /// neither plans it nor returns a row.
    pub(crate) fn open(&self) -> String {
        format!("SET LOCAL plumbline.scope = '{}'", self.setting)
    }

    /// Returns the statement that waits for the turn to write, until the transaction ends.
    pub(crate) fn lock(&self) -> String {
        let (writers, scope) = self.turn();
        format!("SELECT pg_advisory_xact_lock({writers}, {scope})")
    }

    /// Returns the keys of the advisory lock that is the turn to write.
    #[expect(clippy::cast_possible_truncation, reason = "two scopes would take turns with each other, no more")]
    pub(crate) fn turn(&self) -> (i32, i32) {
        (WRITERS, self.id as i32)
    }
}
