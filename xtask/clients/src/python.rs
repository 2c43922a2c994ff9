//! The generated parts of the Python client: typed dictionaries, and a method for each operation.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value};

use crate::document::{Document, Operation, pascal_case};
use crate::schemas::{self, DEFINITIONS};

const HEAD: &str = "Generated from `host/openapi.json` by `cargo xtask clients`. Do not edit.";
/// Python keywords that occur as field names.
const KEYWORDS: [&str; 6] = ["from", "class", "import", "in", "is", "not"];

/// Returns the types of request bodies, responses and queries.
pub(crate) fn types(document: &Document) -> Result<String> {
    let mut types = Types::default();
    for (name, enumeration) in &document.enums {
        types.code.push_str(&comment("", &enumeration.description));
        writeln!(types.code, "{name}: TypeAlias = Literal[\n{}]\n", wrapped(&enumeration.values))?;
    }
    for (name, schema) in &document.schemas {
        types.define(name, schema)?;
    }
    for (name, mut schema) in document.operations.iter().filter_map(Operation::query_type) {
        escape_keywords(&mut schema);
        types.define(&name, &schema)?;
    }
    Ok(format!(
        "\"\"\"Types of bodies, answers and queries, as dictionaries.\n\nThe service may add properties, and names to a `Literal`: \
         handle others too.\n\n{HEAD}\n\"\"\"\n\nfrom __future__ import annotations\n\n\
         from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n{}",
        types.code.replace("\n\n\n\n", "\n\n\n").trim_end().to_owned() + "\n",
    ))
}

/// Returns the values of an enumeration in lines of at most 100 characters.
fn wrapped(values: &[String]) -> String {
    let mut lines = vec![String::new()];
    for value in values {
        let value = format!("{value:?},");
        match lines.last_mut() {
            Some(line) if line.is_empty() => *line = format!("    {value}"),
            Some(line) if line.len() + 1 + value.len() <= 100 => *line = format!("{line} {value}"),
            _ => lines.push(format!("    {value}")),
        }
    }
    lines.join("\n") + "\n"
}

/// Adds an underscore to parameter names that are Python keywords. The client removes it.
fn escape_keywords(query: &mut Value) {
    let Some(properties) = query["properties"].as_object() else { return };
    let renamed: Map<String, Value> =
        properties.iter().map(|(name, schema)| (argument_name(name), schema.clone())).collect();
    let required: Vec<String> =
        query["required"].as_array().into_iter().flatten().filter_map(Value::as_str).map(argument_name).collect();
    query["properties"] = Value::Object(renamed);
    query["required"] = required.into();
}

fn argument_name(name: &str) -> String {
    let suffix = if KEYWORDS.contains(&name) { "_" } else { "" };
    format!("{name}{suffix}")
}

/// The written types, in the order of their definitions.
#[derive(Debug, Default)]
struct Types {
    code: String,
}

impl Types {
    /// Writes the type of a schema.
    fn define(&mut self, name: &str, schema: &Value) -> Result<()> {
        if let Some(properties) = schema["properties"].as_object() {
            return self.define_dictionary(name, schema, properties);
        }
        let kind = self.type_expression(name, schema)?;
        self.code.push_str(&comment("", schema["description"].as_str().unwrap_or_default()));
        Ok(writeln!(self.code, "{name}: TypeAlias = {kind:?}\n\n")?)
    }

    fn define_dictionary(&mut self, name: &str, schema: &Value, properties: &Map<String, Value>) -> Result<()> {
        let required: BTreeSet<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut fields = Vec::new();
        for (field, property) in properties {
            let kind = self.type_expression(&format!("{name}{}", pascal_case(field)), property)?;
            let kind = if required.contains(field.as_str()) { kind } else { format!("NotRequired[{kind}]") };
            fields.push((field, kind, property["description"].as_str().unwrap_or_default()));
        }
        let about = schema["description"].as_str().unwrap_or_default();
        // A class cannot have a field that is a keyword.
        if fields.iter().any(|(field, ..)| KEYWORDS.contains(&field.as_str())) {
            self.code.push_str(&comment("", about));
            writeln!(self.code, "{name} = TypedDict(\n    \"{name}\",\n    {{")?;
            for (field, kind, about) in fields {
                writeln!(self.code, "{}        {field:?}: {kind:?},", comment("        ", about))?;
            }
            return Ok(writeln!(self.code, "    }},\n)\n")?);
        }
        writeln!(self.code, "\nclass {name}(TypedDict):")?;
        if !about.is_empty() {
            writeln!(self.code, "    \"\"\"{about}\"\"\"\n")?;
        }
        for (field, kind, about) in fields {
            writeln!(self.code, "{}    {field}: {kind}", comment("    ", about))?;
        }
        self.code.push_str("\n\n");
        Ok(())
    }

    /// Returns the expression of a type. Nested objects and alternatives get their own types, whose names start with `name`.
    fn type_expression(&mut self, name: &str, schema: &Value) -> Result<String> {
        if let Some(reference) = schema["$ref"].as_str() {
            return Ok(reference.strip_prefix(DEFINITIONS).context("a reference leads elsewhere")?.to_owned());
        }
        if let Some(values) = schemas::names(schema) {
            return Ok(format!(
                "Literal[{}]",
                values.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>().join(", ")
            ));
        }
        if let Some(alternatives) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            let one = |one: &Value| self.type_expression(&format!("{name}{}", tag(one)), one);
            return Ok(alternatives.iter().map(one).collect::<Result<Vec<_>>>()?.join(" | "));
        }
        match &schema["type"] {
            Value::Array(types) => {
                let one = |one: &Value| {
                    let mut alone = schema.clone();
                    alone["type"] = one.clone();
                    self.type_expression(name, &alone)
                };
                Ok(types.iter().map(one).collect::<Result<Vec<_>>>()?.join(" | "))
            }
            Value::String(kind) => match kind.as_str() {
                "string" => Ok("str".to_owned()),
                "integer" => Ok("int".to_owned()),
                "number" => Ok("float".to_owned()),
                "boolean" => Ok("bool".to_owned()),
                "null" => Ok("None".to_owned()),
                "array" => Ok(format!("list[{}]", self.type_expression(&format!("{name}Entry"), &schema["items"])?)),
                "object" if schema.get("properties").is_some() => {
                    // The nested type is written first, because the current one is incomplete.
                    let mut own = Self::default();
                    own.define(name, schema)?;
                    self.code.push_str(&own.code);
                    Ok(name.to_owned())
                }
                "object" if schema["additionalProperties"] == true => Ok("dict[str, Any]".to_owned()),
                "object" => Ok(format!(
                    "dict[str, {}]",
                    self.type_expression(&format!("{name}Value"), &schema["additionalProperties"])?
                )),
                other => bail!("{name} has the unknown type {other}"),
            },
            _ => bail!("{name} has no type"),
        }
    }
}

/// Returns the name that identifies an alternative, as the suffix of a type's name.
fn tag(alternative: &Value) -> String {
    let properties = alternative["properties"].as_object();
    let tags = properties.into_iter().flat_map(Map::values).filter_map(schemas::names);
    let mut single = tags.filter(|names| names.len() == 1 && names[0] != "page_normalized" && names[0] != "cad_dwg");
    single.next().map(|names| pascal_case(&names[0])).unwrap_or_default()
}

/// Returns a comment above a definition.
fn comment(indentation: &str, about: &str) -> String {
    match about {
        "" => String::new(),
        _ => about.lines().map(|line| format!("{indentation}# {line}\n")).collect(),
    }
}

/// Returns a class with a method for each operation, and the same for asyncio.
pub(crate) fn operations(document: &Document) -> String {
    let mut code = format!(
        "\"\"\"A method for each operation.\n\n{HEAD}\n\"\"\"\n\nfrom __future__ import annotations\n\n\
         from abc import abstractmethod\nfrom collections.abc import AsyncIterator, Iterator\n\
         from typing import Any, TypeVar, Unpack\n\nfrom . import types\nfrom ._call import Call, segment\n\nT = TypeVar(\"T\")\n",
    );
    for (class, def, await_, iterator) in
        [("Operations", "def", "", "Iterator"), ("AsyncOperations", "async def", "await ", "AsyncIterator")]
    {
        let _ = write!(
            code,
            "\n\nclass {class}:\n    @abstractmethod\n    {def} call(self, call: Call[T]) -> T:\n        \
             \"\"\"Sends a call.\"\"\"\n\n    @abstractmethod\n    def pages(self, call: Call[Any]) -> {iterator}[Any]:\n        \
             \"\"\"Reads the records of all pages of a call.\"\"\"\n",
        );
        for operation in document.operations.iter().filter(|operation| !operation.is_file) {
            let _ = write_method(&mut code, document, operation, (def, await_, iterator));
        }
    }
    code
}

/// Writes a method, and for a list with pages another method that reads all of them.
fn write_method(
    code: &mut String,
    document: &Document,
    operation: &Operation,
    (def, await_, iterator): (&str, &str, &str),
) -> std::fmt::Result {
    let mut arguments = vec!["self".to_owned()];
    arguments.extend(operation.path_parameters.iter().map(|place| format!("{place}: str")));
    let path = operation.path_parameters.iter().fold(operation.path.clone(), |path, place| {
        path.replace(&format!("{{{place}}}"), &format!("{{segment({place})}}"))
    });
    let literal = if operation.path_parameters.is_empty() { "" } else { "f" };
    let mut call = vec![format!("{:?}", operation.method), format!("{literal}\"{path}\"")];
    let has_query_and_body = !operation.query.is_empty() && operation.body.is_some();
    if operation.accepts_idempotency_key || operation.accepts_if_match || has_query_and_body {
        arguments.push("*".to_owned());
    }
    if operation.accepts_idempotency_key {
        arguments.push("idempotency_key: str | None = None".to_owned());
        call.push("keyed=True, idempotency_key=idempotency_key".to_owned());
    }
    if operation.accepts_if_match {
        arguments.push("if_match: str | None = None".to_owned());
        call.push("if_match=if_match".to_owned());
    }
    if let Some((name, _)) = operation.query_type() {
        // A parameter and a field of the body may have the same name.
        if has_query_and_body {
            arguments.push(format!("query: types.{name} | None = None"));
            call.push("query=query or {}".to_owned());
        } else {
            arguments.push(format!("**query: Unpack[types.{name}]"));
            call.push("query=query".to_owned());
        }
    }
    if let Some(name) = &operation.body {
        arguments.push(format!("**body: Unpack[types.{name}]"));
        call.push("body=body".to_owned());
    }
    let answer = match operation.response_schemas.as_slice() {
        [] => "None".to_owned(),
        answers => answers.iter().map(|name| format!("types.{name}")).collect::<Vec<_>>().join(" | "),
    };
    let (arguments, call) = (arguments.join(", "), call.join(", "));
    let (name, summary) = (operation.function(), &operation.summary);
    let paged = operation.record(document);
    let one = if paged.is_some() { " Returns one page." } else { "" };
    write!(
        code,
        "\n    {def} {name}({arguments}) -> {answer}:\n        \"\"\"{summary}: `{} {}`.{one}\"\"\"\n        \
         return {await_}self.call(Call[{answer}]({call}))\n",
        operation.method, operation.path,
    )?;
    if let Some(record) = paged {
        let all = name.trim_start_matches("list_");
        write!(
            code,
            "\n    def {all}({arguments}) -> {iterator}[types.{record}]:\n        \
             \"\"\"{summary}, over all pages. `limit` is the size of a page, 200 by default.\"\"\"\n        \
             return self.pages(Call[{answer}]({call}))\n",
        )?;
    }
    Ok(())
}
