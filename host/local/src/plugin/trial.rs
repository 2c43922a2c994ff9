//! The runs and report of `plumbline plugin test`, for a component that has passed the checks of publishing.

use std::time::Instant;

use anyhow::{Result, bail};
use bytes::Bytes;
use plumbline_drawings::Trial;
use plumbline_drawings::bindings::drawing::quantities::{Depth, Findings, UnitSystem};
use plumbline_drawings::bindings::drawing::sheets::Sheet;
use plumbline_drawings::bindings::extractor::api::Options;
use plumbline_engine::{Details, Refusal};
use serde_json::{Value, json};

use super::{findings, rows};

/// Maximum number of problems shown per page. An extractor that makes an error once often makes it everywhere.
const SHOWN: usize = 20;

/// The checks and their outcomes.
#[derive(Default)]
pub(crate) struct Report(Vec<Check>);

struct Check {
    name: String,
    outcome: Result<String, String>,
}

impl Report {
    /// Adds a check with its result, or with its fault.
    pub(crate) fn add(&mut self, name: impl Into<String>, outcome: Result<String, String>) {
        self.0.push(Check { name: name.into(), outcome });
    }

    /// Returns all checks, for programs.
    pub(crate) fn as_json(&self) -> Vec<Value> {
        let message = |check: &Check| match &check.outcome {
            Ok(message) | Err(message) => message.clone(),
        };
        let shown = |check: &Check| json!({"check": check.name, "ok": check.outcome.is_ok(), "told": message(check)});
        self.0.iter().map(shown).collect()
    }

    /// Returns all checks, for people, one line each.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|Check { name, outcome }| match outcome {
            Ok(message) => format!("ok     {name}: {message}"),
            Err(message) => format!("FAILED {name}: {message}"),
        })
    }

    /// Returns `Ok` if all checks passed.
    ///
    /// # Errors
    /// Returns an error with the number of failed checks.
    pub(crate) fn verdict(&self) -> Result<()> {
        match self.0.iter().filter(|check| check.outcome.is_err()).count() {
            0 => Ok(()),
            1 => bail!("1 check failed"),
            more => bail!("{more} checks failed"),
        }
    }
}

/// Runs a component on the samples, or an extractor on the given sheets. Returns the file that an exporter wrote for
/// the largest takeoff.
pub(crate) async fn run(trial: &Trial, sheets: &[Sheet], report: &mut Report) -> Option<Bytes> {
    match &trial.description().details {
        Details::Exporter { media_type, extension, .. } => {
            report.add("media type and extension", file_type(media_type, extension));
            try_exporter(trial, media_type, report).await
        }
        Details::Extractor { .. } => {
            try_extractor(trial, sheets, report).await;
            None
        }
        _ => {
            report.add("run", Err("only exporters and extractors can be tested".into()));
            None
        }
    }
}

/// Returns advice for a refusal whose own text does not include any.
pub(crate) fn advice(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NotAComponent(_) => {
            "\n       Build a component. In Rust, use --target wasm32-wasip2 and crate-type cdylib."
        }
        Refusal::Import { imports, .. } if imports.iter().any(|name| name.starts_with("wasi:http")) => {
            "\n       In JavaScript, build with disableFeatures: ['http', 'fetch-event']. In Rust, remove the HTTP client."
        }
        Refusal::Import { imports, .. } if imports.iter().any(|name| name.starts_with("wasi:sockets")) => {
            "\n       In Python, build with --stub-wasi. In Rust, remove code that opens sockets."
        }
        Refusal::World { .. } => {
            "\n       Build it against the wit/ folder that `plumbline plugin new` copies, and export its world's interfaces."
        }
        Refusal::NotCompiled { .. } | Refusal::Import { .. } | Refusal::Description { .. } | Refusal::Call(_) => "",
    }
}

fn file_type(media_type: &str, extension: &str) -> Result<String, String> {
    let word = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric());
    if media_type.parse::<http::HeaderValue>().is_err() || !media_type.contains('/') {
        return Err(format!("`{media_type}` is not a valid media type. Use, for example, `text/csv`"));
    }
    if !word(extension) {
        return Err(format!("`{extension}` is not a valid extension. Use, for example, `csv`, without a dot"));
    }
    Ok(format!("{media_type}, .{extension}"))
}

async fn try_exporter(trial: &Trial, media_type: &str, report: &mut Report) -> Option<Bytes> {
    let is_text = media_type.starts_with("text/") || media_type.starts_with("application/json");
    let mut last = None;
    for (name, rows) in rows::samples() {
        let started = Instant::now();
        let outcome = match trial.export(&rows).await {
            Ok(file) if is_text && std::str::from_utf8(&file).is_err() => {
                Err(format!("the file is not UTF-8, but its media type is {media_type}"))
            }
            Ok(file) => {
                let message = format!("{} bytes in {} ms", file.len(), started.elapsed().as_millis());
                last = Some((rows, file));
                Ok(message)
            }
            Err(error) => Err(error.to_string()),
        };
        report.add(name, outcome);
    }
    let (rows, file) = last?;
    let different = "different output on the second run. Do not write the time, random numbers or hash-table order";
    report.add("second run", repeated(&file, trial.export(&rows).await, "identical output", different));
    Some(file)
}

/// Returns `same` if a second run gave the result of the first one.
fn repeated<T: PartialEq>(
    first: &T,
    again: Result<T, impl ToString>,
    same: &str,
    different: &str,
) -> Result<String, String> {
    let again = again.map_err(|error| error.to_string())?;
    if again == *first { Ok(same.to_owned()) } else { Err(different.to_owned()) }
}

async fn try_extractor(trial: &Trial, sheets: &[Sheet], report: &mut Report) {
    let mut surveys = Vec::new();
    for page in sheets {
        let outcome = trial.survey(page).await;
        let message = outcome.as_ref().map(|survey| format!("{} bytes", survey.len()));
        let message = message.map_err(ToString::to_string);
        report.add(format!("survey of page {}", page.page_number), message);
        surveys.push(outcome.unwrap_or_default());
    }
    let options =
        Options { include_schedules: true, units: UnitSystem::AsDrawn, depth: Depth::Standard, declared_scale: None };
    for page in sheets {
        let name = format!("page {}", page.page_number);
        let started = Instant::now();
        let found = match trial.extract(page, &surveys, &options).await {
            Ok(found) => found,
            Err(error) => {
                report.add(name, Err(error.to_string()));
                continue;
            }
        };
        let took = started.elapsed().as_millis();
        report.add(&name, summarize(page, &found).map(|summary| format!("in {took} ms {summary}")));
        let different = "different findings on the second run. A page must always give the same items and keys";
        let again = trial.extract(page, &surveys, &options).await;
        report.add(format!("{name}, second run"), repeated(&found, again, "identical findings", different));
    }
}

/// Returns a summary of the findings, or their problems.
fn summarize(page: &Sheet, found: &Findings) -> Result<String, String> {
    let problems = findings::problems(page, found);
    if problems.is_empty() {
        let Findings { items, routes, schedules, warnings, .. } = found;
        let said: String = warnings.iter().map(|warning| format!(", warning: {}", warning.message)).collect();
        return Ok(format!("{} items, {} routes, {} schedules{said}", items.len(), routes.len(), schedules.len()));
    }
    let more = problems.len().saturating_sub(SHOWN);
    let mut message = problems.into_iter().take(SHOWN).collect::<Vec<_>>().join("\n       ");
    if more > 0 {
        message.push_str(&format!("\n       and {more} more"));
    }
    Err(message)
}

#[cfg(test)]
mod tests {
    use super::file_type;

    #[test]
    fn a_file_has_a_media_type_and_a_plain_extension() {
        assert!(file_type("text/tab-separated-values; charset=utf-8", "tsv").is_ok());
        for (media_type, extension) in [("csv", "csv"), ("text/csv\n", "csv"), ("text/csv", ".csv"), ("text/csv", "")] {
            assert!(file_type(media_type, extension).is_err(), "{media_type} {extension}");
        }
    }
}
