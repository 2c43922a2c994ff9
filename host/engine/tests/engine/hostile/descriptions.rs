//! Components with false or oversized descriptions.

use bytes::Bytes;
use plumbline_engine::Refusal;
use plumbline_storage::{Change, Publication};

use super::stage::Stage;
use crate::common::guest;

/// Returns a guest whose `describe` follows a mode. The mode is written into its bytes, see `tests/guests/mode.rs`.
pub(crate) fn changed(name: &str, mode: &str) -> Bytes {
    let mut bytes = guest(name).to_vec();
    let marker = b"plumbline-test-mode:";
    let at = bytes.windows(marker.len()).position(|window| window == marker).unwrap() + marker.len();
    bytes[at..at + mode.len()].copy_from_slice(mode.as_bytes());
    bytes.into()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_description_is_refused_by_its_field() {
    let stage = Stage::start().await;
    for (slot, name, mode, wrong) in [
        ("reader:text", "reader", "other-id", "id"),
        ("reader:text", "reader", "long-id", "id"),
        ("reader:text", "reader", "no-version", "version"),
        ("reader:text", "reader", "odd-version", "version"),
        ("reader:text", "reader", "long-version", "version"),
        ("reader:text", "reader", "long-name", "name"),
        ("reader:text", "reader", "odd-name", "name"),
        ("reader:text", "reader", "no-types", "media-types"),
        ("reader:text", "reader", "many-types", "media-types"),
        ("reader:text", "reader", "odd-type", "media-types"),
        ("extractor:electrical", "extractor", "other-discipline", "discipline"),
        ("extractor:electrical", "extractor", "many-options", "options"),
        ("extractor:electrical", "extractor", "long-option", "options"),
        ("exporter:lines", "exporter", "other-format", "format"),
        ("exporter:lines", "exporter", "odd-id", "id"),
        ("exporter:lines", "exporter", "odd-type", "media-types"),
        ("exporter:lines", "exporter", "odd-extension", "extension"),
    ] {
        let refusal = stage.host.engine.inspect(&slot.parse().unwrap(), changed(name, mode)).await.unwrap_err();
        let Refusal::Description { field, .. } = &refusal else { panic!("{mode}: {refusal:?}") };
        assert_eq!(field, wrong, "{mode}");
        // The refusal itself is shown to people.
        let said = refusal.to_string();
        assert!(said.len() < 1_000 && !said.chars().any(char::is_control), "{mode}: {said:?}");
    }
    stage.others_are_served("forged descriptions").await;
}

/// When a component is published, it does not see the settings of a binding, so it can be honest then and lie later. The
/// previous binding continues to serve.
#[tokio::test(flavor = "multi_thread")]
async fn a_component_that_cannot_be_loaded_leaves_its_slot_as_it_was() {
    let stage = Stage::start_with_workers().await;
    let (host, slot) = (&stage.host, "reader:text");
    let forged = host.engine.publish(&slot.parse().unwrap(), changed("reader", "trap"), &Publication::by("test")).await;
    assert!(forged.is_err());
    let unknown = "0".repeat(64);
    // Whether the row is refused or skipped, the slot keeps its component.
    let _ = host.storage.control.bind("*", slot, &unknown, "{}", &Change::by("test")).await;
    host.engine.registry().refresh().await.unwrap();
    let bound = host.engine.registry().resolve(&host.scope.tenant, &slot.parse().unwrap()).unwrap();
    assert_eq!(bound.version(), "1.0.0");
}
