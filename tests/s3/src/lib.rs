//! S3 stores for tests: `s3s-fs` in this process, which can refuse requests, and `moto` as a second one. Also
//! ports for servers of other programs.
//!
//! ```
//! let store = plumbline_test_s3::S3Server::start()?;
//! assert!(store.url().starts_with("http://127.0.0.1:"));
//! assert!(store.objects()?.is_empty());
//! # Ok::<(), anyhow::Error>(())
//! ```

mod moto;
mod port;
mod s3s_fs;

pub use moto::{Moto, TEST_MOTO};
pub use port::ReservedPort;
pub use s3s_fs::S3Server;

/// The bucket of every store.
pub const BUCKET: &str = "plumbline-test";
/// The id of the key that the stores take.
pub const KEY_ID: &str = "AKIATEST";
/// The secret of the key.
pub const SECRET: &str = "a secret of tests";

/// Returns the environment variables that make a host keep its files in a store at this address.
pub fn environment(url: &str) -> Vec<(String, String)> {
    [
        ("PLUMBLINE_BLOBS__URL", format!("s3://{BUCKET}/files").as_str()),
        ("PLUMBLINE_BLOBS__ENDPOINT", url),
        ("AWS_ACCESS_KEY_ID", KEY_ID),
        ("AWS_SECRET_ACCESS_KEY", SECRET),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}
