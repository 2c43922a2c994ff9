//! Components that import interfaces their class is not granted, or export another class's world.

use plumbline_engine::Refusal;

use super::stage::Stage;
use crate::common::guest;

#[tokio::test(flavor = "multi_thread")]
async fn a_forbidden_import_is_refused_by_its_name() {
    let stage = Stage::start().await;
    for (slot, import) in [
        ("endpoint:x", "wasi:sockets/tcp@0.2.0"),
        ("endpoint:x", "wasi:sockets/types@0.3.0"),
        ("endpoint:x", "wasi:http/outgoing-handler@0.2.0"),
        ("endpoint:x", "wasi:http/client@0.3.0"),
        ("endpoint:x", "plumbline:worker/blobs@1.0.0"),
        ("endpoint:x", "spin:key-value/key-value@3.0.0"),
        ("endpoint:x", "spin:postgres/postgres@4.2.0"),
        ("worker:x", "wasi:sockets/instance-network@0.2.0"),
        ("worker:x", "wasi:http/outgoing-handler@0.2.0"),
        ("worker:x", "spin:postgres/postgres@4.2.0"),
        ("worker:x", "plumbline:endpoint/signing@1.0.0"),
        ("worker:x", "plumbline:endpoint/sealing@1.0.0"),
        ("endpoint:x", "plumbline:blob-totals/totals@1.0.0"),
        ("reader:x", "plumbline:blob-totals/totals@1.0.0"),
        ("extractor:x", "plumbline:blob-totals/totals@1.0.0"),
        ("exporter:x", "plumbline:blob-totals/totals@1.0.0"),
        ("reader:x", "spin:sqlite/sqlite@3.1.0"),
        ("reader:x", "plumbline:worker/blobs@1.0.0"),
        ("reader:x", "wasi:sockets/udp@0.2.0"),
        ("extractor:x", "plumbline:worker/blobs@1.0.0"),
        ("extractor:x", "wasi:nn/graph@0.2.0-rc-2024-10-28"),
        ("extractor:x", "plumbline:worker/blobs@1.0.0"),
        ("exporter:x", "spin:sqlite/sqlite@3.1.0"),
        ("exporter:x", "wasi:http/outgoing-handler@0.2.0"),
        ("exporter:x", "wasi:keyvalue/store@0.2.0"),
        ("exporter:x", "env"),
    ] {
        let bytes = wat::parse_str(format!(r#"(component (import "{import}" (instance)))"#)).unwrap();
        let refusal = stage.host.engine.inspect(&slot.parse().unwrap(), bytes).await.unwrap_err();
        let Refusal::Import { imports, .. } = &refusal else { panic!("{slot} {import}: {refusal:?}") };
        assert_eq!(imports, &[import], "{slot}");
    }
}

/// A granted interface with a function that the host does not have.
#[tokio::test(flavor = "multi_thread")]
async fn an_invented_function_of_a_granted_interface_is_refused() {
    let stage = Stage::start().await;
    let invented = r#"(component (import "plumbline:worker/blobs@1.0.0"
        (instance (export "read-of" (func (param "tenant" string) (param "key" string) (result string))))))"#;
    let bytes = wat::parse_str(invented).unwrap();
    let refusal = stage.host.engine.inspect(&"worker:x".parse().unwrap(), bytes).await.unwrap_err();
    assert!(matches!(&refusal, Refusal::World { cause, .. } if cause.contains("read-of")), "{refusal:?}");
}

/// The guest of every class in the slot of every other class.
#[tokio::test(flavor = "multi_thread")]
async fn a_world_fits_its_own_slot_alone() {
    let stage = Stage::start().await;
    let classes = [
        ("endpoint:test", "endpoint"),
        ("worker:test", "worker"),
        ("reader:text", "reader"),
        ("extractor:electrical", "extractor"),
        ("exporter:lines", "exporter"),
    ];
    for (slot, own) in classes {
        for (_, other) in classes.into_iter().filter(|(_, other)| *other != own) {
            let refusal = stage.host.engine.inspect(&slot.parse().unwrap(), guest(other)).await.unwrap_err();
            let fits = matches!(refusal, Refusal::Import { .. } | Refusal::World { .. } | Refusal::Description { .. });
            assert!(fits, "{other} in {slot}: {refusal:?}");
        }
        for bytes in ["(component)", "(module)"] {
            let refusal = stage.host.engine.inspect(&slot.parse().unwrap(), wat::parse_str(bytes).unwrap()).await;
            assert!(matches!(refusal, Err(Refusal::World { .. } | Refusal::NotAComponent(_))), "{slot}: {refusal:?}");
        }
    }
    stage.others_are_served("wrong worlds").await;
}
