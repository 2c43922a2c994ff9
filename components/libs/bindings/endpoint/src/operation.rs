//! Descriptions of operations for the API's document. Each endpoint crate keeps its descriptions beside its code.

use plumbline_contract::{IdKind, ProblemCode};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::describe::{self, list_query};
use crate::{Fields, Query, Route, example};

/// A functional area of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Area {
    /// Projects.
    Projects,
    /// Documents.
    Documents,
    /// Takeoffs and their results.
    Takeoffs,
    /// Exports.
    Exports,
    /// Conversion to CAD.
    Cad,
    /// Estimates.
    Estimates,
    /// Credits.
    Billing,
    /// Usage records.
    Usage,
    /// Webhook endpoints.
    Webhooks,
    /// The event log.
    Events,
    /// The calling credential and capabilities.
    Clients,
    /// Taxonomy and enumerations.
    Reference,
    /// Operations that need premium access.
    Premium,
}

impl Area {
    /// Returns the name and description of the tag.
    pub const fn tag(self) -> (&'static str, &'static str) {
        match self {
            Self::Projects => ("Projects", "A project holds the documents of one construction project."),
            Self::Documents => ("Documents", "Drawings, specifications and schedules: upload, read, download."),
            Self::Takeoffs => {
                ("Takeoffs", "Quantities from drawings: items, measured routes, schedules, totals, review.")
            }
            Self::Exports => ("Exports", "Takeoffs as files of many formats."),
            Self::Cad => ("CAD", "PDF drawings as DXF and DWG."),
            Self::Estimates => ("Estimates", "Priced takeoffs."),
            Self::Billing => ("Billing", "Credits and the rate card."),
            Self::Usage => ("Usage", "Requests and their cost."),
            Self::Webhooks => ("Webhooks", "Addresses that receive events."),
            Self::Events => ("Events", "Events of the last 30 days."),
            Self::Clients => ("Clients", "The calling credential and its capabilities."),
            Self::Reference => ("Reference", "The public taxonomy and enumerations."),
            Self::Premium => ("Premium", "Operations that need a subscription and approval."),
        }
    }
}

/// The release wave in which an operation ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// First release.
    Core,
    /// Beta.
    Beta,
    /// Later.
    Commercial,
}

impl Cut {
    /// Returns the value of the marker `x-cut`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Beta => "beta",
            Self::Commercial => "commercial",
        }
    }
}

/// A header of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// Address of the resource or file.
    Location,
    /// Recommended seconds before the next request.
    RetryAfter,
    /// Tag of the current state of the resource.
    ETag,
    /// `true` if the response repeats the first one to the same key, otherwise absent.
    IdempotentReplayed,
}

/// A function that creates the schema of a component, or a reference to it.
pub type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// A response that is not a problem.
#[derive(Debug, Clone)]
pub struct ResponseSpec {
    /// HTTP status.
    pub status: u16,
    /// Its meaning.
    pub description: &'static str,
    /// Media types with the schemas of their content.
    pub content: Vec<(&'static str, MakeSchema)>,
    /// Headers in addition to those that every response has.
    pub headers: Vec<Header>,
    /// An example of each media type's content.
    pub examples: Vec<(&'static str, Value)>,
    /// Operations that continue with the response's resource: the operation, its path parameter, and where the value is.
    pub links: Vec<Link>,
}

/// An operation that continues with a value of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The operation to call next.
    pub operation: &'static str,
    /// A parameter of that operation.
    pub parameter: &'static str,
    /// JSON Pointer to the parameter's value in the response's body.
    pub pointer: &'static str,
}

impl ResponseSpec {
    fn new(status: u16, description: &'static str) -> Self {
        let (content, headers, examples, links) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { status, description, content, headers, examples, links }
    }

    /// Creates a 200 response with a resource.
    pub fn ok<T: JsonSchema>(description: &'static str) -> Self {
        Self::new(200, description).json::<T>()
    }

    /// Creates a 201 response with the new resource and its address.
    pub fn created<T: JsonSchema>(description: &'static str) -> Self {
        Self::new(201, description).json::<T>().header(Header::Location)
    }

    /// Creates a 202 response with the job, its address, and when to poll.
    pub fn accepted<T: JsonSchema>(description: &'static str) -> Self {
        Self::new(202, description).json::<T>().header(Header::Location).header(Header::RetryAfter)
    }

    /// Creates a response without a body.
    pub fn empty(status: u16, description: &'static str) -> Self {
        Self::new(status, description)
    }

    /// Creates a 200 response with a picture.
    pub fn picture(description: &'static str) -> Self {
        let binary = |_: &mut SchemaGenerator| schemars::json_schema!({"type": "string", "format": "binary"});
        Self::new(200, description).media_type(crate::picture::MEDIA_TYPE, binary)
    }

    fn json<T: JsonSchema>(self) -> Self {
        self.media_type("application/json", |generator| generator.subschema_for::<T>())
    }

    /// Adds another media type.
    #[must_use]
    pub fn media_type(mut self, media_type: &'static str, schema: MakeSchema) -> Self {
        self.content.push((media_type, schema));
        self
    }

    /// Adds an example of the media type that was added last.
    #[must_use]
    pub fn example(mut self, example: impl Into<Value>) -> Self {
        if let Some((media_type, _)) = self.content.last() {
            self.examples.push((media_type, example.into()));
        }
        self
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, header: Header) -> Self {
        self.headers.push(header);
        self
    }

    /// Adds an operation to continue with. `pointer` leads to the value of its path parameter.
    #[must_use]
    pub fn link(mut self, operation: &'static str, parameter: &'static str, pointer: &'static str) -> Self {
        self.links.push(Link { operation, parameter, pointer });
        self
    }
}

/// The description of one operation.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Method, path, scope and name, as served. Usage records, capabilities, metrics and traces use this name.
    pub route: Route,
    /// Verb and noun in camel case. Client generators derive a method name from it.
    pub id: &'static str,
    /// Summary in one line.
    pub summary: &'static str,
    /// Further description; may be empty.
    pub description: &'static str,
    /// Functional area.
    pub area: Area,
    /// Release wave.
    pub cut: Cut,
    /// Parameters of path, query and headers, in OpenAPI's form.
    pub parameters: Vec<Value>,
    /// Name and schema of the JSON body.
    pub body: Option<(&'static str, Value)>,
    /// Examples of the body, each with a line about what it shows.
    pub examples: Vec<(&'static str, Value)>,
    /// Responses that are not problems.
    pub responses: Vec<ResponseSpec>,
    /// Every problem with which the operation, or the host before it, can respond.
    pub problems: Vec<ProblemCode>,
}

impl Operation {
    /// Creates the description of the operation with that name in a table, with its id in the document. Problems common
    /// to all operations are derived from the route.
    ///
    /// # Panics
    /// Panics if the table does not have such an operation. The description's test reports this mistake.
    pub fn new(
        routes: &[Route],
        (name, id): (&str, &'static str),
        area: Area,
        cut: Cut,
        summary: &'static str,
    ) -> Self {
        let route = *routes.iter().find(|route| route.operation == name).expect("the table has the operation");
        use ProblemCode as P;
        let mut problems = vec![
            P::InvalidRequest,
            P::Unauthenticated,
            P::NotAcceptable,
            P::PayloadTooLarge,
            P::RateLimited,
            P::Internal,
            P::ComponentTrapped,
            P::ComponentOutOfMemory,
            P::ComponentOutputTooLarge,
            P::Unavailable,
            P::ComponentTimeout,
        ];
        if route.scope.is_some() {
            problems.push(P::InsufficientScope);
        }
        if route.path.contains('{') {
            problems.push(P::NotFound);
        }
        // POST, PATCH and DELETE read the body, even if only to refuse one.
        if route.method != "GET" {
            problems.extend([P::UnsupportedMediaType, P::ValidationFailed]);
        }
        let (description, parameters, examples, responses) = ("", Vec::new(), Vec::new(), Vec::new());
        Self { route, id, summary, description, area, cut, parameters, body: None, examples, responses, problems }
    }

    /// Sets the further description.
    #[must_use]
    pub fn about(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// Sets the kind of id at `{name}` of its path.
    #[must_use]
    pub fn id(self, name: &str, kind: IdKind) -> Self {
        self.id_of_kinds(name, &[kind])
    }

    /// Sets the kinds of ids allowed at `{name}` of its path.
    #[must_use]
    pub fn id_of_kinds(mut self, name: &str, kinds: &[IdKind]) -> Self {
        let schema = json!({"type": "string", "pattern": IdKind::pattern_of(kinds)});
        let mut parameter = json!({"name": name, "in": "path", "required": true, "schema": schema});
        if let Some(kind) = kinds.first() {
            parameter["example"] = example::id(*kind).into();
        }
        self.parameters.push(parameter);
        self
    }

    /// Declares a text at `{name}` of its path that is not an id of the contract.
    #[must_use]
    pub fn text(mut self, name: &str) -> Self {
        let schema = json!({"type": "string", "minLength": 1});
        self.parameters.push(json!({"name": name, "in": "path", "required": true, "schema": schema}));
        self
    }

    /// Declares a page number at `{name}` of its path.
    #[must_use]
    pub fn page_number(mut self, name: &str) -> Self {
        let schema = json!({"type": "integer", "minimum": 1, "maximum": u32::MAX});
        self.parameters.push(json!({"name": name, "in": "path", "required": true, "schema": schema, "example": 1}));
        self
    }

    /// Sets the function that reads its query.
    #[must_use]
    pub fn query<T>(mut self, read_filter: fn(&mut Query) -> T) -> Self {
        self.parameters.extend(describe::query(read_filter));
        self
    }

    /// Declares a list and sets the function that reads its filter.
    #[must_use]
    pub fn list<T>(mut self, read_filter: fn(&mut Query) -> T) -> Self {
        self.parameters.extend(list_query(read_filter));
        self.problem(ProblemCode::InvalidCursor)
    }

    /// Sets the body's name and the function that reads it.
    #[must_use]
    pub fn body<T>(mut self, name: &'static str, read: fn(&mut Fields<'_>) -> T) -> Self {
        self.body = Some((name, describe::body(read)));
        self
    }

    /// Adds an example of its body, and a line about what the example shows.
    #[must_use]
    pub fn example(mut self, shows: &'static str, body: Value) -> Self {
        self.examples.push((shows, body));
        self
    }

    /// Declares that it accepts an idempotency key.
    #[must_use]
    pub fn idempotent(mut self) -> Self {
        self.parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "1–255 printable ASCII characters, bare or as a quoted string. For 24 hours, repeating the \
                            request with the same key returns the first response without repeating the operation.",
            "schema": {"type": "string", "pattern": crate::idempotency::KEY_PATTERN},
            "example": "order-2026-0117",
        }));
        for response in &mut self.responses {
            response.headers.push(Header::IdempotentReplayed);
        }
        use ProblemCode as P;
        self.problems(&[P::InvalidIdempotencyKey, P::IdempotencyKeyReused, P::IdempotencyInProgress])
    }

    /// Declares that it responds with 304 if the caller already has the resource.
    #[must_use]
    pub fn if_none_match(mut self) -> Self {
        self.parameters.push(json!({
            "name": "If-None-Match", "in": "header", "required": false, "schema": {"type": "string"},
            "description": "The ETag of your copy. The response is 304 without a body while the resource is unchanged.",
        }));
        for response in &mut self.responses {
            response.headers.push(Header::ETag);
        }
        self.response(ResponseSpec::empty(304, "The resource is unchanged.").header(Header::ETag))
    }

    /// Declares that it accepts `If-Match`, to change only the state that the caller has seen.
    #[must_use]
    pub fn if_match(mut self) -> Self {
        self.parameters.push(json!({
            "name": "If-Match", "in": "header", "required": false, "schema": {"type": "string"},
            "description": "The ETag of your copy. The response is 412 when the resource has changed since.",
        }));
        for response in &mut self.responses {
            response.headers.push(Header::ETag);
        }
        self.problem(ProblemCode::PreconditionFailed)
    }

    /// Adds a response. Call it before methods that add headers to all responses.
    #[must_use]
    pub fn response(mut self, response: ResponseSpec) -> Self {
        self.responses.push(response);
        self
    }

    /// Adds a problem with which it can respond.
    #[must_use]
    pub fn problem(self, code: ProblemCode) -> Self {
        self.problems(&[code])
    }

    /// Adds problems with which it can respond.
    #[must_use]
    pub fn problems(mut self, codes: &[ProblemCode]) -> Self {
        for code in codes {
            if !self.problems.contains(code) {
                self.problems.push(*code);
            }
        }
        self
    }
}

/// Returns a message for each gap in the descriptions of a table. Empty if every operation is described once, with each
/// parameter of its path and a response.
pub fn gaps(routes: &[Route], operations: &[Operation]) -> Vec<String> {
    let mut gaps = Vec::new();
    for route in routes {
        let described: Vec<_> = operations.iter().filter(|one| one.route.operation == route.operation).collect();
        let [operation] = described[..] else {
            gaps.push(format!("{} is described {} times", route.operation, described.len()));
            continue;
        };
        if operation.responses.is_empty() && !operation.problems.contains(&ProblemCode::NotEnabled) {
            gaps.push(format!("{} has no answer", route.operation));
        }
        let mut named: Vec<_> = operation
            .parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| format!("{{{}}}", parameter["name"].as_str().unwrap_or_default()))
            .collect();
        let mut expected: Vec<_> = route.path.split('/').filter(|part| part.starts_with('{')).collect();
        named.sort_unstable();
        expected.sort_unstable();
        if named != expected {
            gaps.push(format!("{}: the path has {expected:?}, described are {named:?}", route.operation));
        }
    }
    gaps
}

/// Adds the function `example`, which returns an example of a request or a response from `examples.json` of the crate.
#[macro_export]
macro_rules! examples {
    () => {
        fn example(name: &str) -> ::serde_json::Value {
            $crate::example::named(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples.json")), name)
        }
    };
}

/// Adds the test that the `operations()` of this module describe its `ROUTES` without gaps.
#[macro_export]
macro_rules! test_descriptions {
    () => {
        #[cfg(test)]
        mod tests {
            #[test]
            fn every_operation_is_described() {
                assert_eq!($crate::operation::gaps(super::ROUTES, &super::operations()), [""; 0]);
            }
        }
    };
}
