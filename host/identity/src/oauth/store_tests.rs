//! The store against the harness that its library brings.

use oauth_as::storage_conformance::StorageConformance;

use super::store::Store;
use crate::testing::{Memory, World};

/// Checks of what is not offered here.
const NOT_OFFERED: &str = "device";

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_store_keeps_its_librarys_contract() {
    let violations = StorageConformance::new(|| async { Store { database: Memory::new(), outside: World::default() } })
        .with_spawn(|task| drop(tokio::spawn(task)))
        .run()
        .await;
    eprintln!("{violations:#?}");
    let of_ours: Vec<_> = violations.iter().filter(|violation| !format!("{violation:?}").contains(NOT_OFFERED)).collect();
    assert!(of_ours.is_empty(), "{of_ours:#?}");
}
