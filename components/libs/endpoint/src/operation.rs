//! What an operation takes and answers, for the API's document: each endpoint crate lists its own beside their code.

use plumbline_contract::{IdKind, ProblemCode};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::describe::{self, list_query};
use crate::{Fields, Query, Route, example};

/// Functional area of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Area {
    /// Projects.
    Projects,
    /// Documents.
    Documents,
    /// Takeoffs and what they found.
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
    /// What needs premium access.
    Premium,
}

impl Area {
    /// Name and description of the tag.
    pub const fn tag(self) -> (&'static str, &'static str) {
        match self {
            Self::Projects => ("Projects", "A project holds the documents of one job."),
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

/// Release wave in which an operation ships.
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
    /// The marker `x-cut`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Beta => "beta",
            Self::Commercial => "commercial",
        }
    }
}

/// A header of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// Where the resource or the file is.
    Location,
    /// Seconds after which asking again makes sense.
    RetryAfter,
    /// Tag of the resource's present state.
    ETag,
    /// `true` when the answer repeats the first one to the same key. Only then is it there.
    IdempotentReplayed,
}

/// How a component's schema is made, or referred to.
pub type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// An answer that is not a problem.
#[derive(Debug, Clone)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// What it means.
    pub description: &'static str,
    /// Media types and what they hold.
    pub content: Vec<(&'static str, MakeSchema)>,
    /// Headers beside those that every answer has.
    pub headers: Vec<Header>,
    /// An example of each media type's content.
    pub examples: Vec<(&'static str, Value)>,
    /// Operations that go on with the answer's resource: the operation, its path parameter, and where the value is.
    pub links: Vec<Link>,
}

/// An operation that goes on with what an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The operation to call next.
    pub operation: &'static str,
    /// A parameter of it.
    pub parameter: &'static str,
    /// JSON Pointer to the parameter's value in the answer's body.
    pub pointer: &'static str,
}

impl Answer {
    fn new(status: u16, description: &'static str) -> Self {
        let (content, headers, examples, links) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { status, description, content, headers, examples, links }
    }

    /// 200 with a resource.
    pub fn ok<T: JsonSchema>(description: &'static str) -> Self {
        Self::new(200, description).json::<T>()
    }

    /// 201 with the new resource and its address.
    pub fn created<T: JsonSchema>(description: &'static str) -> Self {
        Self::new(201, description).json::<T>().header(Header::Location)
    }

    /// 202 with the job, its address, and when to look again.
    pub fn accepted<T: JsonSchema>(description: &'static str) -> Self {
        Self::new(202, description).json::<T>().header(Header::Location).header(Header::RetryAfter)
    }

    /// An answer without a body.
    pub fn empty(status: u16, description: &'static str) -> Self {
        Self::new(status, description)
    }

    fn json<T: JsonSchema>(self) -> Self {
        self.also("application/json", |generator| generator.subschema_for::<T>())
    }

    /// The same, in another media type too.
    #[must_use]
    pub fn also(mut self, media_type: &'static str, schema: MakeSchema) -> Self {
        self.content.push((media_type, schema));
        self
    }

    /// The same with an example of the media type that was added last.
    #[must_use]
    pub fn example(mut self, example: impl Into<Value>) -> Self {
        if let Some((media_type, _)) = self.content.last() {
            self.examples.push((media_type, example.into()));
        }
        self
    }

    /// The same with a header.
    #[must_use]
    pub fn header(mut self, header: Header) -> Self {
        self.headers.push(header);
        self
    }

    /// The same with an operation to go on with: `pointer` leads to the value of its path parameter.
    #[must_use]
    pub fn then(mut self, operation: &'static str, parameter: &'static str, pointer: &'static str) -> Self {
        self.links.push(Link { operation, parameter, pointer });
        self
    }
}

/// One operation, described.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Method, path, scope and name, as they are served. Usage records, capabilities, metrics and traces use this name.
    pub route: Route,
    /// Verb and noun in camel case. Generators of clients make the name of a method of it.
    pub id: &'static str,
    /// One line.
    pub summary: &'static str,
    /// What else there is to know; may be empty.
    pub description: &'static str,
    /// Functional area.
    pub area: Area,
    /// Release wave.
    pub cut: Cut,
    /// Parameters of path, query and headers, as OpenAPI has them.
    pub parameters: Vec<Value>,
    /// Name and schema of the JSON body.
    pub body: Option<(&'static str, Value)>,
    /// Examples of the body, each with a line that says what it shows.
    pub examples: Vec<(&'static str, Value)>,
    /// Answers that are not problems.
    pub answers: Vec<Answer>,
    /// Every problem that the operation, or the host before it, can answer with.
    pub problems: Vec<ProblemCode>,
}

impl Operation {
    /// The operation of that name in a table, with its id in the document. What every operation can answer with is known
    /// from its route.
    ///
    /// # Panics
    /// When the table has no such operation: a slip in the description that its test shows.
    pub fn of(routes: &[Route], (name, id): (&str, &'static str), area: Area, cut: Cut, summary: &'static str) -> Self {
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
        // POST, PATCH and DELETE look at the body, be it to refuse one.
        if route.method != "GET" {
            problems.extend([P::UnsupportedMediaType, P::ValidationFailed]);
        }
        let (description, parameters, examples, answers) = ("", Vec::new(), Vec::new(), Vec::new());
        Self { route, id, summary, description, area, cut, parameters, body: None, examples, answers, problems }
    }

    /// The same with more to know about it.
    #[must_use]
    pub fn about(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// The same with the kind of id that stands at `{name}` of its path.
    #[must_use]
    pub fn id(self, name: &str, kind: IdKind) -> Self {
        self.id_of(name, &[kind])
    }

    /// The same with the kinds of ids that may stand at `{name}` of its path.
    #[must_use]
    pub fn id_of(mut self, name: &str, kinds: &[IdKind]) -> Self {
        let schema = json!({"type": "string", "pattern": IdKind::pattern_of(kinds)});
        let mut parameter = json!({"name": name, "in": "path", "required": true, "schema": schema});
        if let Some(kind) = kinds.first() {
            parameter["example"] = example::id(*kind).into();
        }
        self.parameters.push(parameter);
        self
    }

    /// The same with a text at `{name}` of its path that is not an id of the contract.
    #[must_use]
    pub fn text(mut self, name: &str) -> Self {
        let schema = json!({"type": "string", "minLength": 1});
        self.parameters.push(json!({"name": name, "in": "path", "required": true, "schema": schema}));
        self
    }

    /// The same with the function that reads its query.
    #[must_use]
    pub fn query<T>(mut self, read_filter: fn(&mut Query) -> T) -> Self {
        self.parameters.extend(describe::query(read_filter));
        self
    }

    /// The same as a list with the function that reads its filter.
    #[must_use]
    pub fn list<T>(mut self, read_filter: fn(&mut Query) -> T) -> Self {
        self.parameters.extend(list_query(read_filter));
        self.problem(ProblemCode::InvalidCursor)
    }

    /// The same with the function that reads its body, and the body's name.
    #[must_use]
    pub fn body<T>(mut self, name: &'static str, read: fn(&mut Fields<'_>) -> T) -> Self {
        self.body = Some((name, describe::body(read)));
        self
    }

    /// The same with an example of its body, and a line that says what the example shows.
    #[must_use]
    pub fn example(mut self, shows: &'static str, body: Value) -> Self {
        self.examples.push((shows, body));
        self
    }

    /// The same, taking an idempotency key.
    #[must_use]
    pub fn idempotent(mut self) -> Self {
        self.parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "1–255 printable ASCII characters, bare or as a quoted string. For 24 hours, the same request \
                            with the same key returns the first response and does nothing twice.",
            "schema": {"type": "string", "pattern": crate::idempotency::KEY_PATTERN},
            "example": "order-2026-0117",
        }));
        for answer in &mut self.answers {
            answer.headers.push(Header::IdempotentReplayed);
        }
        use ProblemCode as P;
        self.problems(&[P::InvalidIdempotencyKey, P::IdempotencyKeyReused, P::IdempotencyInProgress])
    }

    /// The same, answering 304 to a caller who has the resource already.
    #[must_use]
    pub fn unless_matched(mut self) -> Self {
        self.parameters.push(json!({
            "name": "If-None-Match", "in": "header", "required": false, "schema": {"type": "string"},
            "description": "The ETag of your copy. The response is 304 without a body while the resource is unchanged.",
        }));
        for answer in &mut self.answers {
            answer.headers.push(Header::ETag);
        }
        self.answer(Answer::empty(304, "The resource is unchanged.").header(Header::ETag))
    }

    /// The same, changing only what the caller has seen.
    #[must_use]
    pub fn if_matched(mut self) -> Self {
        self.parameters.push(json!({
            "name": "If-Match", "in": "header", "required": false, "schema": {"type": "string"},
            "description": "The ETag of your copy. The response is 412 when the resource has changed since.",
        }));
        for answer in &mut self.answers {
            answer.headers.push(Header::ETag);
        }
        self.problem(ProblemCode::PreconditionFailed)
    }

    /// The same with an answer. Answers come before what adds headers to all of them.
    #[must_use]
    pub fn answer(mut self, answer: Answer) -> Self {
        self.answers.push(answer);
        self
    }

    /// The same with a problem it can answer with.
    #[must_use]
    pub fn problem(self, code: ProblemCode) -> Self {
        self.problems(&[code])
    }

    /// The same with problems it can answer with.
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

/// What descriptions lack of a table, in words; empty when every operation is described once, with each parameter of its
/// path and an answer.
pub fn gaps(routes: &[Route], operations: &[Operation]) -> Vec<String> {
    let mut gaps = Vec::new();
    for route in routes {
        let described: Vec<_> = operations.iter().filter(|one| one.route.operation == route.operation).collect();
        let [operation] = described[..] else {
            gaps.push(format!("{} is described {} times", route.operation, described.len()));
            continue;
        };
        if operation.answers.is_empty() && !operation.problems.contains(&ProblemCode::NotEnabled) {
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
