//! Who may call the operators' listener: whoever can read the token's file, as they could the database beside it.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use http::HeaderMap;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};

use plumbline_pipeline::{Problem, ProblemCode};

/// The file in the data directory.
const FILE: &str = "admin.token";

/// The token.
pub(crate) struct Token(String);

impl Token {
    /// Reads the token of a data directory, made when it is missing; only its owner can read it.
    ///
    /// # Errors
    /// When the file can be neither read nor made.
    pub(crate) fn open(data_dir: &Path) -> Result<Self> {
        let path = data_dir.join(FILE);
        let failed = || format!("the operators' token {}", path.display());
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&path) {
            Ok(mut file) => {
                let token = plumbline_identity::new_secret("pla_");
                file.write_all(token.as_bytes()).with_context(failed)?;
                Ok(Self(token))
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                let token = std::fs::read_to_string(&path).with_context(failed)?.trim().to_owned();
                anyhow::ensure!(!token.is_empty(), "{} is empty; delete it to have a new one made", failed());
                Ok(Self(token))
            }
            Err(error) => Err(error).with_context(failed),
        }
    }

    /// Whether a call carries it.
    ///
    /// # Errors
    /// `unauthenticated`.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        if plumbline_identity::same_secret(given.trim(), &self.0) {
            return Ok(());
        }
        let detail = "Send the operators' token, which stands in `admin.token` of the data directory, as \
                      `Authorization: Bearer <token>`.";
        Err(Problem::new(ProblemCode::Unauthenticated, detail).header(WWW_AUTHENTICATE, "Bearer"))
    }
}
