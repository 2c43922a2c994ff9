//! The token of the operators' listener. Anyone who can read its file may call, since they could also read the database
//! next to it.

use std::path::Path;

use anyhow::{Context as _, Result};
use http::HeaderMap;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};

use plumbline_pipeline::{Problem, ProblemCode};
use plumbline_storage::files;

/// The file name in the data directory.
const FILE: &str = "admin.token";

/// The operators' token.
pub(crate) struct Token(String);

impl Token {
    /// Reads the token of a data directory, or creates it if it is missing. Only its owner can read it.
    ///
    /// # Errors
    /// Returns an error if the file can neither be read nor created.
    pub(crate) fn open(data_dir: &Path) -> Result<Self> {
        let path = data_dir.join(FILE);
        let failed = || format!("the operators' token {}", path.display());
        if !path.exists() {
            files::create_private(&path, plumbline_identity::new_secret("pla_").as_bytes()).with_context(failed)?;
        }
        let token = std::fs::read_to_string(&path).with_context(failed)?.trim().to_owned();
        anyhow::ensure!(!token.is_empty(), "{} is empty. Delete it to create a new one", failed());
        Ok(Self(token))
    }

    /// Checks that a call has the token.
    ///
    /// # Errors
    /// `unauthenticated` if it does not.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        if plumbline_identity::same_secret(given.trim(), &self.0) {
            return Ok(());
        }
        let detail = "Send the operators' token, found in `admin.token` of the data directory, as \
                      `Authorization: Bearer <token>`.";
        Err(Problem::new(ProblemCode::Unauthenticated, detail).header(WWW_AUTHENTICATE, "Bearer"))
    }
}
