//! Runs the library's conformance harness against the store.

use oauth_as::storage_conformance::StorageConformance;

use super::store::Store;
use crate::testing::{Memory, TestPlatform};

/// Words that identify violations about device grants, which are not offered here.
const NOT_OFFERED: [&str; 2] = ["device", "user_code"];

// One thread: the database yields at each call, so the harness's concurrent calls interleave at every step, even on a busy machine.
#[tokio::test]
async fn the_store_keeps_its_librarys_contract() {
    let violations =
        StorageConformance::new(|| async { Store { database: Memory::new(), platform: TestPlatform::default() } })
            .with_spawn(|task| drop(tokio::spawn(task)))
            .run()
            .await;
    let about_devices = |text: &str| NOT_OFFERED.iter().any(|what| text.contains(what));
    let ours: Vec<_> =
        violations.iter().filter(|one| !about_devices(one.check) && !about_devices(&one.detail)).collect();
    assert!(ours.is_empty(), "{ours:#?}");
}
