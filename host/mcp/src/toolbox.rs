//! The tools, resources and prompts that a tenant's components offer.

use std::collections::BTreeSet;
use std::sync::Arc;

use plumbline_identity::Credential;
use plumbline_tenancy::{Effect, PromptEntry, Route, ToolEntry};
use rmcp::model::{Prompt, PromptArgument, Resource, ResourceTemplate, Tool, ToolAnnotations};
use serde_json::{Map, Value};

use crate::document::{Document, JSON, Parameters};

/// The scheme of resources. The operation's path follows.
const SCHEME: &str = "plumbline://";

/// What a component offers.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'a> {
    /// Its operations.
    pub routes: &'a [Route],
    /// Its tools.
    pub tools: &'a [ToolEntry],
    /// Its prompts.
    pub prompts: &'a [PromptEntry],
}

/// Everything that the components of a tenant offer.
#[derive(Debug, Default)]
pub struct Toolbox {
    tools: Vec<BoundTool>,
    prompts: Vec<PromptEntry>,
}

/// A tool and its operation.
#[derive(Debug)]
pub(crate) struct BoundTool {
    pub(crate) entry: ToolEntry,
    pub(crate) route: Route,
    pub(crate) parameters: Parameters,
    /// The media type of its result.
    pub(crate) media_type: String,
    /// As clients see it.
    pub(crate) tool: Tool,
}

impl Toolbox {
    /// Collects what components offer. A name belongs to the first component that uses it. A tool without schemas, or without
    /// its operation, is left out.
    pub fn new<'a>(document: &Document, offers: impl IntoIterator<Item = Offer<'a>>) -> Self {
        let (mut toolbox, mut names) = (Self::default(), BTreeSet::new());
        for Offer { routes, tools, prompts } in offers {
            for entry in tools {
                let route = routes.iter().find(|route| route.operation == entry.operation);
                let bound = route.and_then(|route| BoundTool::new(document, entry, route));
                match bound.filter(|_| names.insert(entry.name.clone())) {
                    Some(bound) => toolbox.tools.push(bound),
                    None => tracing::warn!(
                        tool = entry.name,
                        "a tool is not offered to agents: its name is taken, or it has no schema"
                    ),
                }
            }
            toolbox.prompts.extend(prompts.iter().cloned());
        }
        toolbox
    }

    /// Returns the tools that a caller may use, which depends on its scopes.
    pub(crate) fn tools<'a>(&'a self, credential: &'a Credential) -> impl Iterator<Item = &'a BoundTool> {
        self.tools.iter().filter(|bound| bound.is_allowed(credential))
    }

    /// Returns a tool by its name, whether the caller may use it or not.
    pub(crate) fn find(&self, name: &str) -> Option<&BoundTool> {
        self.tools.iter().find(|bound| bound.entry.name == name)
    }

    /// Returns the operation of a resource, and its path with the query.
    pub(crate) fn resource<'a>(&'a self, uri: &'a str) -> Option<(&'a BoundTool, &'a str)> {
        let path_and_query = uri.strip_prefix(SCHEME)?;
        let path = path_and_query.split('?').next()?;
        let matches = |template: &str| {
            let (template, path) = (template.split('/'), path.split('/'));
            template.clone().count() == path.clone().count()
                && template
                    .zip(path)
                    .all(|(wanted, found)| wanted == found || (wanted.starts_with('{') && !found.is_empty()))
        };
        let bound = self.tools.iter().find(|bound| bound.entry.resource && matches(&bound.route.path))?;
        Some((bound, path_and_query))
    }

    /// Returns the prompts.
    pub(crate) fn prompts(&self) -> &[PromptEntry] {
        &self.prompts
    }
}

impl BoundTool {
    fn new(document: &Document, entry: &ToolEntry, route: &Route) -> Option<Self> {
        let described = document.describe(&entry.operation, entry.spends);
        let own = |schema: &Option<Value>| schema.as_ref().and_then(Value::as_object).cloned();
        let input = own(&entry.input_schema)
            .map(without_headers)
            .or_else(|| described.as_ref().map(|described| described.input.clone()))?;
        let output = own(&entry.output_schema).or_else(|| described.as_ref()?.output.clone());
        let media_type = described.as_ref().map_or_else(|| JSON.to_owned(), |described| described.media_type.clone());
        let parameters = match described {
            Some(described) if entry.input_schema.is_none() => described.parameters,
            _ => Parameters::of_schema(route, &input),
        };
        let annotations = ToolAnnotations::new()
            .read_only(entry.effect == Effect::Read)
            .destructive(entry.effect == Effect::Destroy)
            .idempotent(entry.idempotent || entry.effect == Effect::Read)
            .open_world(false);
        let mut tool = Tool::new(entry.name.clone(), entry.description.clone(), Arc::new(input))
            .with_title(entry.title.clone())
            .with_annotations(annotations);
        if let Some(output) = output {
            tool = tool.with_raw_output_schema(Arc::new(output));
        }
        Some(Self { entry: entry.clone(), route: route.clone(), parameters, media_type, tool })
    }

    pub(crate) fn is_allowed(&self, credential: &Credential) -> bool {
        self.route.scope.as_ref().is_none_or(|scope| credential.scopes.contains(scope))
    }

    /// Returns the tool's result as a resource, if it needs no arguments.
    pub(crate) fn as_resource(&self) -> Option<Resource> {
        let is_one = self.entry.resource && self.parameters.path.is_empty();
        let resource = || Resource::new(format!("{SCHEME}{}", self.route.path), self.entry.name.clone());
        is_one.then(resource).map(|resource| {
            resource
                .with_title(self.entry.title.clone())
                .with_description(self.entry.description.clone())
                .with_mime_type(self.media_type.clone())
        })
    }

    /// Returns the tool's results as a template of resources, if it needs arguments.
    pub(crate) fn as_template(&self) -> Option<ResourceTemplate> {
        let is_one = self.entry.resource && !self.parameters.path.is_empty();
        // A query in a template: RFC 6570, section 3.2.8.
        let query = match self.parameters.query.as_slice() {
            [] => String::new(),
            names => format!("{{?{}}}", names.join(",")),
        };
        let template = || ResourceTemplate::new(format!("{SCHEME}{}{query}", self.route.path), self.entry.name.clone());
        is_one.then(template).map(|template| {
            template
                .with_title(self.entry.title.clone())
                .with_description(self.entry.description.clone())
                .with_mime_type(self.media_type.clone())
        })
    }
}

impl Parameters {
    /// Returns the parameters of an operation that the document does not have: those of the path, and the others in the query
    /// of a GET or the body of another method.
    fn of_schema(route: &Route, schema: &Map<String, Value>) -> Self {
        let in_path = |name: &str| route.path.split('/').any(|segment| segment == format!("{{{name}}}"));
        let names = schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned();
        let (path, others): (Vec<String>, Vec<String>) = names.partition(|name| in_path(name));
        match route.method.as_str() {
            "GET" | "DELETE" => Self { path, query: others, ..Self::default() },
            _ => Self { path, body: others, ..Self::default() },
        }
    }
}

/// Removes from a component's own schema what asks clients to repeat arguments as HTTP headers. The transport cannot compare
/// those headers, because it does not know the tools of a tenant.
fn without_headers(mut schema: Map<String, Value>) -> Map<String, Value> {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties
            .values_mut()
            .filter_map(Value::as_object_mut)
            .for_each(|property| drop(property.remove("x-mcp-header")));
    }
    schema
}

/// Returns a prompt as clients see it.
pub(crate) fn prompt(entry: &PromptEntry) -> Prompt {
    let argument = |argument: &plumbline_tenancy::PromptParameter| {
        PromptArgument::new(argument.name.clone())
            .with_description(argument.description.clone())
            .with_required(argument.required)
    };
    let arguments: Vec<PromptArgument> = entry.arguments.iter().map(argument).collect();
    Prompt::new(entry.name.clone(), Some(entry.description.clone()), Some(arguments)).with_title(entry.title.clone())
}
