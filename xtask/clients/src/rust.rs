//! The generated parts of the Rust client: types, calls, methods.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use serde_json::json;
use typify::{TypeSpace, TypeSpaceImpl, TypeSpaceSettings};

use crate::document::{Document, Operation, pascal_case};

/// The heading of each file.
const HEAD: &str = "Generated from `host/openapi.json` by `cargo xtask clients`. Do not edit.";

/// The client that methods are generated for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClientKind {
    /// The async `Client`.
    Async,
    /// The `blocking::Client`.
    Blocking,
}

/// Returns the enumerations. The type generator is not used, because its enumerations refuse names that the service adds later.
pub(crate) fn enums(document: &Document) -> Result<String> {
    let mut code = String::new();
    for (name, enumeration) in &document.enums {
        let variants: String =
            enumeration.values.iter().map(|value| format!("{} = {value:?}, ", pascal_case(value))).collect();
        writeln!(code, "open_enum! {{ #[doc = {:?}] {name} {{ {variants} }} }}", enumeration.description)?;
    }
    format(&format!("use crate::open_enum::open_enum;\n{code}"))
}

/// Returns the types of request bodies, responses and queries.
pub(crate) fn types(document: &Document) -> Result<String> {
    let mut definitions = document.schemas.clone();
    definitions.extend(document.operations.iter().filter_map(Operation::query_type));
    // Maps keep their keys sorted, so that written values equal the ones that were read.
    let mut settings = TypeSpaceSettings::default();
    settings.with_derive("PartialEq".to_owned()).with_map_type("::std::collections::BTreeMap");
    for (name, enumeration) in &document.enums {
        definitions.insert(name.clone(), json!({"type": "string", "enum": enumeration.values}));
        let implemented = [TypeSpaceImpl::FromStringIrrefutable, TypeSpaceImpl::Display].into_iter();
        settings.with_replacement(name, format!("crate::types::{name}"), implemented);
    }
    let mut space = TypeSpace::new(&settings);
    space.add_root_schema(serde_json::from_value(json!({"definitions": definitions}))?)?;
    format(&space.to_stream().to_string())
}

/// Returns one function per operation, which creates the call.
pub(crate) fn operations(document: &Document) -> Result<String> {
    let mut code = String::from("use crate::call::{Call, Page, segment};\nuse crate::types;\n");
    for operation in document.operations.iter().filter(|operation| !operation.is_file) {
        code.push_str(&response_enum(operation));
        code.push_str(&function(operation));
    }
    for name in document.schemas.keys() {
        if let Some(record) = document.record(name) {
            writeln!(
                code,
                "impl Page for types::{name} {{ type Record = types::{record}; \
                 fn split(self) -> (Vec<types::{record}>, Option<String>) {{ (self.data, self.next_cursor) }} }}"
            )?;
        }
    }
    format(&code)
}

/// Returns the type of a response that is one of several. The type generator is not used, because it numbers the variants.
fn response_enum(operation: &Operation) -> String {
    if operation.response_schemas.len() < 2 {
        return String::new();
    }
    let variants: String = operation
        .response_schemas
        .iter()
        .map(|name| format!("#[doc = {:?}]\n{name}(types::{name}),\n", format!("As [`types::{name}`].")))
        .collect();
    format!(
        "/// Answer to `{} {}`.\n#[derive(Debug, Clone, serde::Deserialize)]\n#[serde(untagged)]\npub enum {}Answer {{ {variants} }}\n",
        operation.method,
        operation.path,
        operation.stem(),
    )
}

/// Returns the arguments of an operation: names and types, with `types` before the type names.
fn arguments(operation: &Operation) -> Vec<(String, String)> {
    let mut arguments: Vec<_> =
        operation.path_parameters.iter().map(|place| (place.clone(), "&str".to_owned())).collect();
    if let Some((name, _)) = operation.query_type() {
        arguments.push(("query".to_owned(), format!("&types::{name}")));
    }
    if let Some(body) = &operation.body {
        arguments.push(("body".to_owned(), format!("&types::{body}")));
    }
    arguments
}

fn parameter_list(arguments: &[(String, String)]) -> String {
    arguments.iter().map(|(name, kind)| format!("{name}: {kind}")).collect::<Vec<_>>().join(", ")
}

/// Returns the response type of an operation. `operations` is the prefix of its own types.
fn response_type(operation: &Operation, operations: &str) -> String {
    match operation.response_schemas.as_slice() {
        [] => "()".to_owned(),
        [one] => format!("types::{one}"),
        _ => format!("{operations}{}Answer", operation.stem()),
    }
}

fn function(operation: &Operation) -> String {
    let mut path = operation.path.clone();
    for place in &operation.path_parameters {
        path = path.replace(&format!("{{{place}}}"), "{}");
    }
    let values: Vec<String> = operation.path_parameters.iter().map(|place| format!("segment({place})")).collect();
    let path = match values.is_empty() {
        true => format!("{path:?}.to_owned()"),
        false => format!("format!({path:?}, {})", values.join(", ")),
    };
    let mut call = format!("Call::new({:?}, {path})", operation.method);
    if !operation.query.is_empty() {
        call.push_str(".query(query)");
    }
    if operation.body.is_some() {
        call.push_str(".body(body)");
    }
    if operation.accepts_idempotency_key {
        call.push_str(".keyed()");
    }
    format!(
        "/// {}: `{} {}`.\npub fn {}({}) -> Call<{}> {{ {call} }}\n",
        operation.summary,
        operation.method,
        operation.path,
        operation.function(),
        parameter_list(&arguments(operation)),
        response_type(operation, ""),
    )
}

/// Returns one client method per operation.
pub(crate) fn methods(document: &Document, kind: ClientKind) -> Result<String> {
    let (client, fn_, await_) = match kind {
        ClientKind::Async => ("crate::Client", "async fn", ".await"),
        ClientKind::Blocking => ("crate::blocking::Client", "fn", ""),
    };
    let mut code = String::new();
    for operation in document.operations.iter().filter(|operation| !operation.is_file) {
        let arguments = arguments(operation);
        let names: Vec<_> = arguments.iter().map(|(name, _)| name.as_str()).collect();
        let paged = match operation.record(document) {
            Some(_) => "\n///\n/// Answers one page. `all` reads all pages of a call.",
            None => "",
        };
        let if_match = match operation.accepts_if_match {
            true => {
                "\n///\n/// [`Call::if_match`](crate::Call::if_match) of the call protects a change by someone else."
            }
            false => "",
        };
        let separator = if arguments.is_empty() { "" } else { ", " };
        writeln!(
            code,
            "/// {}: `{} {}`.{paged}{if_match}\n///\n/// # Errors\n/// See [`Error`](crate::Error).\n\
             pub {fn_} {name}(&self{separator}{}) -> Result<{}, crate::Error> {{ \
             self.call(operations::{name}({})){await_} }}",
            operation.summary,
            operation.method,
            operation.path,
            parameter_list(&arguments),
            response_type(operation, "operations::"),
            names.join(", "),
            name = operation.function(),
        )?;
    }
    format(&format!("use crate::{{operations, types}};\nimpl {client} {{ {code} }}"))
}

fn format(code: &str) -> Result<String> {
    let file = syn::parse_file(code).context("the generated code is not Rust")?;
    Ok(format!("//! {HEAD}\n\n{}", prettyplease::unparse(&file)))
}
