//! A table of calls with the pipeline's responses, and tests of the requests that components receive.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response};
use http_body_util::Full;
use plumbline_identity::{Credential, IdentityError, Kind, Refusal};
use plumbline_pipeline::{
    Backend, Buckets, ComponentCall, ComponentError, Level, Pipeline, ProblemCode, Rate, RouteTable, RunningKeys,
    Settings, Tier, Tiers,
};
use plumbline_tenancy::{ClientId, Environment, Route, Scope, TenantSettings, UsageEvent};

/// The state of a backend with one component that returns the requested operation and records the requests it receives.
#[derive(Default)]
struct TestState {
    requests: Mutex<Vec<Request<Bytes>>>,
    recorded: Mutex<Vec<UsageEvent>>,
    /// Buckets whose refusals waited.
    refused: Mutex<Vec<String>>,
    buckets: Buckets,
    running: RunningKeys,
    has_no_endpoints: bool,
}

/// The backend of a pipeline. The test keeps a reference to its state.
struct TestBackend(Arc<TestState>);

fn credential(scopes: &[&str]) -> Credential {
    Credential {
        kind: Kind::Key,
        client_id: ClientId::stored("pc_1".into()),
        tenant: "ten_1111111111111111111111".parse().unwrap(),
        environment: Environment::Sandbox,
        scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        name: "Müller & Söhne".into(),
        user: None,
        secret_expires_at: None,
        opens_agents: true,
        settings: TenantSettings::default(),
    }
}

impl Backend for TestBackend {
    type Component = &'static str;
    type Body = Bytes;

    async fn credential(&self, token: &str) -> Result<Result<Arc<Credential>, Refusal>, IdentityError> {
        Ok(match token {
            "good" => Ok(Arc::new(credential(&["projects:read", "projects:write"]))),
            "reader" => Ok(Arc::new(credential(&["projects:read"]))),
            "old" => Err(Refusal::Expired),
            _ => Err(Refusal::Unknown),
        })
    }

    async fn take(&self, bucket: &str, rate: Rate) -> Result<Level, ComponentError> {
        Ok(self.0.buckets.take(bucket, rate))
    }

    async fn delay_refusal(&self, bucket: &str) {
        self.0.refused.lock().unwrap().push(bucket.to_owned());
    }

    async fn acquire_key(&self, key: &str) -> Result<bool, ComponentError> {
        Ok(self.0.running.acquire(key))
    }

    fn release_key(&self, key: &str) {
        self.0.running.release(key);
    }

    fn routes(&self, _: &Credential) -> Arc<RouteTable<&'static str>> {
        if self.0.has_no_endpoints {
            return Arc::new(RouteTable::new(std::iter::empty(), &[]));
        }
        let route = |method: &str, path: &str, scope: &str, operation: &str| Route {
            method: method.into(),
            path: path.into(),
            scope: (!scope.is_empty()).then(|| scope.to_owned()),
            operation: operation.into(),
        };
        let routes = vec![
            route("GET", "/projects/{project_id}", "projects:read", "projects.get"),
            route("GET", "/projects/mine", "", "projects.mine"),
            route("POST", "/projects", "projects:write", "projects.create"),
            route("GET", "/broken", "", "broken"),
            route("GET", "/pictures/{id}", "", "pictures.get"),
        ];
        Arc::new(RouteTable::new([("projects", routes)], &["endpoint:projects".into(), "exporter:csv".into()]))
    }

    async fn answer(
        &self,
        call: &ComponentCall<'_, &'static str>,
        mut request: Request<Bytes>,
    ) -> Result<Response<Bytes>, ComponentError> {
        assert_eq!(call.target.component, "projects");
        call.set_headers(request.headers_mut())?;
        self.0.requests.lock().unwrap().push(request);
        if call.target.route.operation == "broken" {
            return Err(ComponentError { code: ProblemCode::ComponentTimeout, detail: "Too long.".into() });
        }
        let body = format!("{{\"operation\":\"{}\"}}", call.target.route.operation);
        let wanted = (call.target.route.operation == "pictures.get").then_some(call.below);
        let mut response = Response::builder();
        if let Some(wanted) = wanted {
            response = response.header("x-plumbline-picture", wanted).header("content-length", "3");
        }
        Ok(response
            .header("x-plumbline-units", "3")
            .header("x-plumbline-end-customer", "acme")
            .header("etag", "\"1\"")
            .body(Bytes::from(body))
            .unwrap())
    }

    async fn picture(&self, credential: &Credential, wanted: &str) -> Result<Bytes, ComponentError> {
        assert_eq!(credential.client_id.as_str(), "pc_1");
        match wanted {
            "/pictures/1" => Ok(Bytes::from_static(b"{\"operation\":\"a picture\"}")),
            _ => Err(ComponentError { code: ProblemCode::NotEnabled, detail: "No picture.".into() }),
        }
    }

    fn record(&self, scope: Scope, event: UsageEvent) {
        assert_eq!(scope.to_string(), credential(&[]).scope().to_string());
        self.0.recorded.lock().unwrap().push(event);
    }
}

fn pipeline(burst: u32) -> (Arc<TestState>, Pipeline<TestBackend>) {
    pipeline_with(TestState::default(), burst)
}

fn pipeline_with(state: TestState, burst: u32) -> (Arc<TestState>, Pipeline<TestBackend>) {
    let state = Arc::new(state);
    // One call every 20 s, so that none is refilled while a test runs.
    let rate = Rate { per_minute: NonZeroU32::new(3).unwrap(), burst: NonZeroU32::new(burst).unwrap() };
    let tier = Tier { read: rate, write: rate, quotas: std::collections::BTreeMap::new() };
    let settings = Settings {
        public_url: "https://api.example.test".into(),
        support_email: "help@example.test".into(),
        tiers: Tiers { sandbox: tier, ..Tiers::default() },
        max_body_bytes: 64,
    };
    (Arc::clone(&state), Pipeline::new(TestBackend(state), settings))
}

/// One line of the table: a call, and the expected status, code or operation, and headers.
struct Line {
    call: (&'static str, &'static str, &'static str, &'static str),
    answer: (u16, &'static str),
    headers: &'static [(&'static str, &'static str)],
}

const METADATA: &str = "resource_metadata=\"https://api.example.test/.well-known/oauth-protected-resource/partner/v1\"";

/// The table. A call is a method, a path below the base, an authorization and a body.
const TABLE: &[Line] = &[
    Line {
        call: ("GET", "/projects/prj_1", "", ""),
        answer: (401, "unauthenticated"),
        headers: &[("www-authenticate", METADATA)],
    },
    Line { call: ("GET", "/projects/prj_1?access_token=good", "", ""), answer: (401, "unauthenticated"), headers: &[] },
    Line { call: ("GET", "/projects/prj_1", "Basic good", ""), answer: (401, "unauthenticated"), headers: &[] },
    Line { call: ("GET", "/projects/prj_1", "Bearer ", ""), answer: (401, "unauthenticated"), headers: &[] },
    Line {
        call: ("GET", "/projects/prj_1", "Bearer old", ""),
        answer: (401, "unauthenticated"),
        headers: &[("www-authenticate", "error=\"invalid_token\"")],
    },
    Line {
        call: ("GET", "/projects/prj_1", "Bearer nobody", ""),
        answer: (401, "unauthenticated"),
        headers: &[("www-authenticate", "error=\"invalid_token\"")],
    },
    Line {
        call: ("GET", "/nothing", "Bearer good", ""),
        answer: (404, "not_found"),
        headers: &[("ratelimit", "\"read\";r=")],
    },
    Line {
        call: ("PATCH", "/projects/prj_1", "Bearer good", ""),
        answer: (405, "method_not_allowed"),
        headers: &[("allow", "GET, HEAD, OPTIONS")],
    },
    Line {
        call: ("OPTIONS", "/projects", "Bearer good", ""),
        answer: (204, ""),
        headers: &[("allow", "OPTIONS, POST")],
    },
    Line {
        call: ("POST", "/projects", "Bearer reader", "{}"),
        answer: (403, "insufficient_scope"),
        headers: &[("www-authenticate", "scope=\"projects:write\"")],
    },
    Line {
        call: (
            "POST",
            "/projects",
            "Bearer good",
            "0123456789012345678901234567890123456789012345678901234567890123456789",
        ),
        answer: (413, "payload_too_large"),
        headers: &[],
    },
    Line {
        call: ("GET", "/broken", "Bearer good", ""),
        answer: (504, "component_timeout"),
        headers: &[("cache-control", "no-store")],
    },
    Line { call: ("GET", "/pictures/1", "Bearer good", ""), answer: (200, "a picture"), headers: &[("etag", "\"1\"")] },
    Line { call: ("HEAD", "/pictures/2", "Bearer good", ""), answer: (200, "pictures.get"), headers: &[] },
    Line { call: ("GET", "/pictures/2", "Bearer good", ""), answer: (501, "not_enabled"), headers: &[] },
    Line {
        call: ("GET", "/projects/prj_1", "Bearer good", ""),
        answer: (200, "projects.get"),
        headers: &[("etag", "\"1\""), ("ratelimit-policy", "\"read\";q=3;w=60;plumbline-burst=1000")],
    },
    Line { call: ("HEAD", "/projects/prj_1", "bearer good", ""), answer: (200, "projects.get"), headers: &[] },
    Line { call: ("GET", "/projects/mine", "Bearer reader", ""), answer: (200, "projects.mine"), headers: &[] },
    Line {
        call: ("POST", "/projects", "Bearer good", "{\"name\":\"North\"}"),
        answer: (200, "projects.create"),
        headers: &[("ratelimit", "\"write\";r=")],
    },
];

fn request((method, path, authorization, body): (&str, &str, &str, &'static str)) -> Request<Full<Bytes>> {
    let mut request = Request::builder()
        .method(Method::from_bytes(method.as_bytes()).unwrap())
        .uri(format!("https://api.example.test/partner/v1{path}"))
        .header("cookie", "secret=1")
        .header("x-plumbline-tenant", "ten_other");
    if !authorization.is_empty() {
        request = request.header("authorization", authorization);
    }
    let mut request = request.body(Full::new(Bytes::from_static(body.as_bytes()))).unwrap();
    plumbline_pipeline::Envelope::open(&mut request);
    request
}

async fn call<T: Backend<Body = Bytes>>(
    pipeline: &Pipeline<T>,
    request: Request<Full<Bytes>>,
) -> (u16, HeaderMap, String) {
    let path = request.uri().path().to_owned();
    let below = path.strip_prefix(plumbline_pipeline::BASE_PATH).unwrap();
    let answer = pipeline.call(request, below, "req_1").await.map(|answered| answered.response);
    let answer = answer.unwrap_or_else(|problem| problem.into_response("https://api.example.test", "req_1"));
    let said: serde_json::Value = serde_json::from_slice(answer.body()).unwrap_or_default();
    let word = said["code"].as_str().or(said["operation"].as_str()).unwrap_or_default().to_owned();
    (answer.status().as_u16(), answer.headers().clone(), word)
}

#[tokio::test]
async fn each_rule_answers_as_the_table_says() {
    let (state, pipeline) = pipeline(1_000);
    for line in TABLE {
        let (status, headers, word) = call(&pipeline, request(line.call)).await;
        assert_eq!((status, word.as_str()), line.answer, "{:?}", line.call);
        for (name, part) in line.headers {
            let value = headers.get(*name).unwrap_or_else(|| panic!("{:?}: no {name}", line.call));
            assert!(value.to_str().unwrap().contains(part), "{:?}: {name}: {value:?}", line.call);
        }
        let is_internal = |name: &http::HeaderName| name.as_str().starts_with("x-plumbline-");
        assert!(headers.keys().all(|name| !is_internal(name) && name != "content-length"), "{:?}", line.call);
    }
    // A call without a valid credential belongs to no tenant, so it is not recorded.
    let nobodys = TABLE.iter().filter(|line| line.answer.0 == 401).count();
    let recorded = state.recorded.lock().unwrap();
    assert_eq!(recorded.len(), TABLE.len() - nobodys);
    let last = recorded.last().unwrap();
    assert_eq!((last.operation.as_str(), last.status_code, last.units), ("projects.create", Some(200), 3.0));
    assert_eq!((last.end_customer_ref.as_deref(), last.error_code.as_deref()), (Some("acme"), None));
    assert!(
        recorded.iter().any(|event| event.operation == "unmatched" && event.error_code.as_deref() == Some("not_found"))
    );
    assert!(
        recorded
            .iter()
            .any(|event| event.operation == "broken" && event.error_code.as_deref() == Some("component_timeout"))
    );
}

#[tokio::test]
async fn a_service_without_endpoints_is_unavailable() {
    let (_, pipeline) = pipeline_with(TestState { has_no_endpoints: true, ..TestState::default() }, 1_000);
    let (status, headers, code) = call(&pipeline, request(("GET", "/projects", "Bearer good", ""))).await;
    assert_eq!((status, code.as_str()), (503, "unavailable"));
    assert!(headers.contains_key("retry-after"), "{headers:?}");
}

#[tokio::test]
async fn a_component_learns_who_calls_from_the_pipeline_alone() {
    let (state, pipeline) = pipeline(1_000);
    call(&pipeline, request(("HEAD", "/projects/prj_1?limit=5", "Bearer good", ""))).await;
    let requests = state.requests.lock().unwrap();
    let request = &requests[0];
    assert_eq!(
        (request.method(), request.uri().to_string().as_str()),
        (&Method::GET, "http://api.example.test/projects/prj_1?limit=5")
    );
    let header =
        |name: &str| request.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    assert_eq!((header("authorization"), header("cookie")), (None, None));
    assert_eq!(request.headers().get_all("x-plumbline-tenant").iter().count(), 1);
    for (name, value) in [
        ("tenant", "ten_1111111111111111111111"),
        ("client", "pc_1"),
        ("mode", "key"),
        ("scopes", "projects:read projects:write"),
        ("environment", "sandbox"),
        ("operation", "projects.get"),
        ("request-id", "req_1"),
        ("base-url", "https://api.example.test/partner/v1"),
        ("slots", "endpoint:projects exporter:csv"),
    ] {
        assert_eq!(header(&format!("x-plumbline-{name}")).as_deref(), Some(value), "{name}");
    }
    let account: serde_json::Value = serde_json::from_str(&header("x-plumbline-account").unwrap()).unwrap();
    assert_eq!((account["client_name"].as_str(), account["tier"].as_str()), (Some("Müller & Söhne"), Some("sandbox")));
}

#[tokio::test]
async fn an_empty_bucket_refuses_and_is_no_bucket_of_the_others() {
    let (state, pipeline) = pipeline(2);
    let read = || request(("GET", "/projects/prj_1", "Bearer good", ""));
    assert_eq!(call(&pipeline, read()).await.0, 200);
    assert_eq!(call(&pipeline, read()).await.0, 200);
    let (status, headers, code) = call(&pipeline, read()).await;
    assert_eq!((status, code.as_str()), (429, "rate_limited"));
    assert!(headers.contains_key("retry-after") && headers["ratelimit"].to_str().unwrap().starts_with("\"read\";r=0;"));
    assert_eq!(
        call(&pipeline, request(("POST", "/projects", "Bearer good", "{}"))).await.0,
        200,
        "writes have a bucket of their own"
    );
    assert_eq!(state.requests.lock().unwrap().len(), 3);
    let refused = state.refused.lock().unwrap();
    assert!(refused.len() == 1 && refused[0].ends_with("/read"), "only the refusal waits for its turn: {refused:?}");
}
