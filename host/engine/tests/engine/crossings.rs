//! Tests how often a call crosses between the host and a component. Each crossing costs more than most functions, so their
//! number is fixed: any import that the operation does not need ends the call.

use std::path::Path;

use wasmtime::component::{Component, Linker, Resource, ResourceAny, ResourceType, Val};
use wasmtime::{Config, Engine, Store, StoreContextMut};

/// The host's side of `spin:sqlite/sqlite`'s `connection`.
struct Connection;

/// The component's calls to the host, in order.
type Asked = Vec<&'static str>;

fn text(text: &str) -> Val {
    Val::String(text.to_owned())
}

fn record(fields: &[(&str, Val)]) -> Val {
    Val::Record(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

/// Returns one row of `projects`, as the statement of `GET /projects/{project_id}` reads it.
fn project() -> Val {
    let value = |kind: &str, value: Val| Val::Variant(kind.to_owned(), Some(Box::new(value)));
    let null = || Val::Variant("null".to_owned(), None);
    let columns = [
        ("id", value("text", text("prj_0000000000000000000001"))),
        ("name", value("text", text("North School"))),
        ("reference", null()),
        ("end_customer_ref", null()),
        ("external_ref", null()),
        ("address", null()),
        ("metadata", value("text", text("{}"))),
        ("created_at", value("text", text("2026-11-24T08:00:00.000Z"))),
        ("updated_at", null()),
        ("document_count", value("integer", Val::S64(3))),
    ];
    let names = columns.iter().map(|(name, _)| text(name)).collect();
    let row = record(&[("values", Val::List(columns.into_iter().map(|(_, value)| value).collect()))]);
    record(&[("columns", Val::List(names)), ("rows", Val::List(vec![row]))])
}

fn request() -> Val {
    let header =
        |name: &str, value: &str| Val::Tuple(vec![text(name), Val::List(value.bytes().map(Val::U8).collect())]);
    let headers = vec![
        header("x-plumbline-tenant", "ten_0000000000000000000001"),
        header("x-plumbline-base-url", "http://localhost/partner/v1"),
        header("x-plumbline-scopes", "projects:read"),
    ];
    record(&[
        ("method", text("GET")),
        ("path", text("/projects/prj_0000000000000000000001")),
        ("query", text("")),
        ("headers", Val::List(headers)),
        ("body", Val::List(Vec::new())),
    ])
}

/// Defines every import. Those of connections and statements answer; any other ends the call.
fn linker(engine: &Engine, component: &Component) -> Linker<Asked> {
    let mut linker: Linker<Asked> = Linker::new(engine);
    let mut sqlite = linker.instance("spin:sqlite/sqlite@3.1.0").unwrap();
    let closed = |mut store: StoreContextMut<'_, Asked>, _| {
        store.data_mut().push("drop");
        Ok(())
    };
    sqlite.resource("connection", ResourceType::host::<Connection>(), closed).unwrap();
    let opened = |mut store: StoreContextMut<'_, Asked>, _, _: &[Val], results: &mut [Val]| {
        store.data_mut().push("open");
        let connection = ResourceAny::try_from_resource(Resource::<Connection>::new_own(1), store)?;
        results[0] = Val::Result(Ok(Some(Box::new(Val::Resource(connection)))));
        Ok(())
    };
    sqlite.func_new("[static]connection.open", opened).unwrap();
    let executed = |mut store: StoreContextMut<'_, Asked>, _, parameters: &[Val], results: &mut [Val]| {
        store.data_mut().push("execute");
        // A borrowed resource must be dropped before the call ends.
        let Val::Resource(connection) = parameters[0] else { wasmtime::bail!("{parameters:?}") };
        connection.try_into_resource::<Connection>(store)?;
        results[0] = Val::Result(Ok(Some(Box::new(project()))));
        Ok(())
    };
    sqlite.func_new("[method]connection.execute", executed).unwrap();
    linker.define_unknown_imports_as_traps(component).unwrap();
    linker
}

#[tokio::test(flavor = "multi_thread")]
async fn a_get_crosses_four_times() {
    // As built by `cargo xtask build`.
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("components").join("endpoint-projects.wasm");
    let mut config = Config::new();
    config.wasm_component_model_async(true);
    let engine = Engine::new(&config).unwrap();
    let component = Component::from_file(&engine, file).unwrap();
    let mut store = Store::new(&engine, Asked::new());
    let instance = linker(&engine, &component).instantiate_async(&mut store, &component).await.unwrap();
    let calls = instance.get_export_index(&mut store, None, "plumbline:endpoint/calls@1.0.0").unwrap();
    let answer = instance.get_export_index(&mut store, Some(&calls), "answer").unwrap();
    let answer = instance.get_func(&mut store, answer).unwrap();
    // The second call finds a warm instance.
    for _ in 0..2 {
        store.data_mut().clear();
        let mut results = [Val::Bool(false)];
        answer.call_async(&mut store, &[request()], &mut results).await.unwrap();
        let Val::Record(response) = &results[0] else { panic!("{results:?}") };
        assert_eq!(response[0], ("status".to_owned(), Val::U16(200)), "{response:?}");
        // Together with the call itself, four.
        assert_eq!(*store.data(), ["open", "execute", "drop"]);
    }
}
