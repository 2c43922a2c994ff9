//! Traces: the spans that a collector receives, and the behavior without a collector that responds.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Server, ServerOptions};
use prost::Message as _;

use crate::metrics::Samples;
use crate::operators::Operator;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";
/// Maximum time until a span arrives.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A span as the collector received it.
#[derive(Debug)]
struct ReceivedSpan {
    span: Span,
    attributes: BTreeMap<String, String>,
    resource: BTreeMap<String, String>,
}

fn display_value(value: &Option<AnyValue>) -> String {
    match value.as_ref().and_then(|value| value.value.as_ref()) {
        Some(Value::StringValue(text)) => text.clone(),
        Some(Value::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

fn attributes(pairs: &[KeyValue]) -> BTreeMap<String, String> {
    pairs.iter().map(|attribute| (attribute.key.clone(), display_value(&attribute.value))).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A collector of OTLP over HTTP, and the spans that it receives.
struct Collector {
    address: String,
    spans: Receiver<ReceivedSpan>,
}

impl Collector {
    fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = format!("http://{}", listener.local_addr()?);
        let (sender, spans) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let sender = sender.clone();
                // The end of a connection is an error here and ends its thread.
                thread::spawn(move || serve(&stream, |got| sender.send(got).is_ok()));
            }
        });
        Ok(Self { address, spans })
    }

    /// Returns the next span that `is_wanted` accepts.
    fn next(&self, is_wanted: impl Fn(&ReceivedSpan) -> bool) -> Result<ReceivedSpan> {
        let begun = Instant::now();
        loop {
            let left = TIMEOUT.saturating_sub(begun.elapsed());
            let got = self.spans.recv_timeout(left).context("no such span came")?;
            if is_wanted(&got) {
                return Ok(got);
            }
        }
    }
}

fn serve(stream: &TcpStream, mut receive: impl FnMut(ReceivedSpan) -> bool) -> Result<()> {
    let (mut reader, mut writer) = (BufReader::new(stream), stream);
    loop {
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            ensure!(reader.read_line(&mut line)? > 0, "the client is gone");
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            head.push(line);
        }
        let header = |name: &str| head.iter().find_map(|line| line.strip_prefix(name)).map(str::trim);
        ensure!(head[0].starts_with("post /v1/traces ") && header("content-type:") == Some("application/x-protobuf"));
        let mut body = vec![0; header("content-length:").context("no length")?.parse()?];
        reader.read_exact(&mut body)?;
        for spans in ExportTraceServiceRequest::decode(body.as_slice())?.resource_spans {
            let resource = spans.resource.map(|resource| attributes(&resource.attributes)).unwrap_or_default();
            for span in spans.scope_spans.into_iter().flat_map(|scope| scope.spans) {
                let got = ReceivedSpan { attributes: attributes(&span.attributes), span, resource: resource.clone() };
                ensure!(receive(got), "the test is over");
            }
        }
        writer.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n")?;
    }
}

#[test]
fn a_collector_gets_the_spans_of_a_request_and_of_a_job() -> Result<()> {
    let collector = Collector::start()?;
    let server =
        Server::start_with(ServerOptions::with_environment(&[("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.address)]))?;
    let account = server.account("Ames & Sons")?;
    let traceparent = format!("00-{TRACE}-{CALLER}-01");
    let query = "/projects?external_ref=hush-hush";
    account.call("GET", query, None, &[("traceparent", &traceparent)])?.expect(200);
    let in_trace = |got: &ReceivedSpan| hex(&got.span.trace_id) == TRACE;
    // A span is exported when it ends, so the inner one arrives first.
    let component = collector.next(in_trace)?;
    let request = collector.next(in_trace)?;
    assert_eq!((request.span.name.as_str(), request.span.kind), ("projects.list", SpanKind::Server as i32));
    assert_eq!(hex(&request.span.parent_span_id), CALLER);
    assert_eq!(request.attributes["http.request.method"], "GET");
    assert_eq!(request.attributes["http.response.status_code"], "200");
    assert_eq!(request.attributes["plumbline.operation"], "projects.list");
    assert!(request.attributes["plumbline.request_id"].starts_with("req_"));
    assert_eq!(request.resource["service.name"], "plumbline");
    assert_eq!(
        (component.span.name.as_str(), &component.span.parent_span_id),
        ("endpoint:projects", &request.span.span_id)
    );
    assert_eq!(component.attributes["plumbline.outcome"], "ok");
    assert!(component.attributes["plumbline.statements"].parse::<u32>()? > 0, "{component:?}");
    assert!(request.span.start_time_unix_nano <= component.span.start_time_unix_nano);
    assert!(component.span.end_time_unix_nano <= request.span.end_time_unix_nano);
    let all = format!("{component:?} {request:?}");
    for private in [account.secret.as_str(), &account.key, &account.tenant, "hush", "/projects", "Ames"] {
        assert!(!all.contains(private), "{private}: {all}");
    }
    // Without a caller's trace, a request starts one.
    account.get("/projects/prj_1111111111111111111111")?.expect(404);
    let own = collector.next(|got| got.span.name == "projects.get")?;
    assert!(own.span.parent_span_id.is_empty() && hex(&own.span.trace_id) != TRACE);

    let project = account.project("Riverside")?;
    account.upload(&project, "E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    let job = collector.next(|got| got.span.kind == SpanKind::Consumer as i32)?;
    assert_eq!((job.span.name.as_str(), job.attributes["plumbline.job.attempt"].as_str()), ("ingest", "1"));
    Ok(())
}

#[test]
fn a_ratio_of_zero_records_nothing() -> Result<()> {
    let collector = Collector::start()?;
    let variables = [("PLUMBLINE_TRACES__ENDPOINT", collector.address.as_str()), ("PLUMBLINE_TRACES__RATIO", "0")];
    let mut server = Server::start_with(ServerOptions::with_environment(&variables))?;
    let account = server.account("Ames & Sons")?;
    account.call("GET", "/projects", None, &[("traceparent", &format!("00-{TRACE}-{CALLER}-01"))])?.expect(200);
    // Pending spans are sent before the server exits.
    server.stop()?;
    assert!(collector.spans.try_recv().is_err());
    Ok(())
}

#[test]
fn a_silent_collector_delays_no_requests() -> Result<()> {
    // Connections wait in its queue and are never accepted.
    let silent = TcpListener::bind("127.0.0.1:0")?;
    let endpoint = format!("http://{}", silent.local_addr()?);
    // The collector has two minutes for each request. No step of the server takes half of that on any machine.
    let settings = [("PLUMBLINE_TRACES__ENDPOINT", endpoint.as_str()), ("OTEL_EXPORTER_OTLP_TIMEOUT", "120000")];
    let mut operator = Operator::start(&settings)?;
    let account = operator.server.account("Ames & Sons")?;
    let mut slowest = Duration::ZERO;
    let begun = Instant::now();
    // Two spans each, which is more than may be pending.
    loop {
        for _ in 0..500 {
            let one = Instant::now();
            account.get("/projects")?.expect(200);
            slowest = slowest.max(one.elapsed());
        }
        let dropped = Samples::scrape(&operator)?.get(r#"plumbline_spans_total{outcome="dropped"}"#);
        if dropped > 0.0 {
            break;
        }
        ensure!(begun.elapsed() < 4 * TIMEOUT, "nothing was dropped");
    }
    assert!(slowest < Duration::from_secs(60), "{slowest:?}");
    let stopping = Instant::now();
    operator.server.stop()?;
    assert!(stopping.elapsed() < Duration::from_secs(60), "{:?}", stopping.elapsed());
    Ok(())
}

#[test]
fn without_a_collector_nothing_is_traced() -> Result<()> {
    let operator = Operator::start(&[])?;
    operator.server.account("Ames & Sons")?.get("/projects")?.expect(200);
    assert!(!Samples::scrape(&operator)?.has("plumbline_spans_total"));
    Ok(())
}
