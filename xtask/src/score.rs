//! Results compared with a truth file: one line per check, then the means.
//!
//! A check's accuracy is 1 − |got − want| / want, at least 0. A case without a result scores 0. Lengths are in meters.

use anyhow::{Context as _, Result};
use fancy_regex::Regex;
use plumbline_client::types::{
    AttributeValue as Attribute, ConfidenceBand as Confidence, MeasureType, Route, Schedule, TakeoffItem,
    TakeoffWarning as Warning,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A truth file.
#[derive(Debug, Deserialize)]
pub(crate) struct Truth {
    pub(crate) cases: Vec<Case>,
}

/// One drawing (or some of its pages) and its content.
#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    /// Path of the drawing, relative to the truth file's folder.
    pub(crate) file: String,
    pub(crate) discipline: String,
    /// Page numbers from 1. Empty for all pages.
    #[serde(default)]
    pub(crate) pages: Vec<u32>,
    /// Metadata of the takeoff, such as a declared scale.
    #[serde(default)]
    pub(crate) metadata: BTreeMap<String, String>,
    #[serde(default)]
    counts: Vec<Count>,
    #[serde(default)]
    lengths: Vec<Length>,
    #[serde(default)]
    schedules: Vec<ScheduleCheck>,
    /// A warning that must be present. The takeoff must have no items.
    expect_warning: Option<String>,
}

/// Expects that the quantities of items whose text matches add up to `want`.
#[derive(Debug, Deserialize)]
struct Count {
    r#match: String,
    want: serde_json::Number,
}

/// Expects that the lengths of routes of a color add up to `want_m`.
#[derive(Debug, Deserialize)]
struct Length {
    color: String,
    label: String,
    want_m: f64,
}

/// Expects that the first schedule of a kind whose title matches has this number of rows, or these tags.
#[derive(Debug, Deserialize)]
struct ScheduleCheck {
    kind: String,
    title: String,
    circuits: Option<usize>,
    #[serde(default)]
    tags: Vec<String>,
}

/// The result of a takeoff, as in the result file of a case.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Results {
    pub(crate) items: Vec<TakeoffItem>,
    pub(crate) routes: Vec<Route>,
    pub(crate) schedules: Vec<Schedule>,
    pub(crate) warnings: Vec<Warning>,
}

/// The lines of the score.
#[derive(Debug)]
pub(crate) struct Scorecard {
    /// One line per check.
    pub(crate) lines: Vec<String>,
    /// The means of counts, lengths and schedules.
    pub(crate) means: String,
    /// One line per discipline with its means.
    pub(crate) disciplines: Vec<String>,
    /// The share of counted items that are right, by confidence.
    pub(crate) calibration: Vec<String>,
}

/// Accuracies by kind of check.
#[derive(Debug, Default, Clone)]
struct Accuracies {
    count: Vec<f64>,
    length: Vec<f64>,
    schedule: Vec<f64>,
}

impl Accuracies {
    fn add(&mut self, other: Self) {
        self.count.extend(other.count);
        self.length.extend(other.length);
        self.schedule.extend(other.schedule);
    }

    /// Returns the three means, 0 for kinds without checks.
    fn means(&self) -> [f64; 3] {
        [&self.count, &self.length, &self.schedule]
            .map(|values| if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 })
    }

    /// Returns a line with the means and the numbers of checks.
    fn line(&self, name: &str) -> String {
        let kinds = [("counts", &self.count), ("lengths", &self.length), ("schedules", &self.schedule)];
        let shown = kinds.iter().zip(self.means()).map(|((kind, values), mean)| match values.len() {
            0 => format!("{kind} -"),
            checks => format!("{kind} {mean:.3} ({checks} checks)"),
        });
        format!("{name:16} {}", shown.collect::<Vec<_>>().join(", "))
    }
}

/// The counted items that checks match, by confidence, and how many of them can be right. For each check, at most as
/// many items as in the truth count as right, starting with the most confident. A surplus item is therefore one of the
/// least confident. If there are more confident items than in the truth, some of those count as wrong.
#[derive(Debug, Default)]
struct Calibration {
    /// `(right, all)` of high, medium and low confidence.
    by_confidence: [(f64, f64); 3],
}

impl Calibration {
    fn add(&mut self, items: &[(f64, Confidence)], want: f64) {
        let mut left = want;
        for (rank, confidence) in [Confidence::High, Confidence::Medium, Confidence::Low].into_iter().enumerate() {
            let marked: f64 = items.iter().filter(|(_, c)| *c == confidence).fold(0.0, |sum, (n, _)| sum + n);
            let right = marked.min(left);
            left -= right;
            self.by_confidence[rank].0 += right;
            self.by_confidence[rank].1 += marked;
        }
    }

    fn lines(&self) -> Vec<String> {
        ["high", "medium", "low"]
            .iter()
            .zip(self.by_confidence)
            .filter(|(_, (_, all))| *all > 0.0)
            .map(|(name, (right, all))| {
                format!("confidence {name:6} {right:>5.0} of {all:>5.0} items right ({:.3})", right / all)
            })
            .collect()
    }
}

/// Scores the results in a folder.
///
/// # Errors
/// Returns an error if a truth's expression cannot be read or a result file is damaged.
pub(crate) fn score(cases: &[Case], results: &Path) -> Result<Scorecard> {
    let mut lines = Vec::new();
    let mut accuracies = Accuracies::default();
    let mut by_discipline: BTreeMap<&str, Accuracies> = BTreeMap::new();
    let mut calibration = Calibration::default();
    for case in cases {
        let file = results.join(format!("{}.json", case.id));
        let found: Results = match std::fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes).with_context(|| format!("{} is damaged", file.display()))?,
            Err(_) => Results::default(),
        };
        let case_accuracies = check(case, &found, &mut lines, &mut calibration)?;
        by_discipline.entry(&case.discipline).or_default().add(case_accuracies.clone());
        accuracies.add(case_accuracies);
    }
    let [count, length, schedule] = accuracies.means();
    let means = format!("count accuracy {count:.3}, length accuracy {length:.3}, schedule accuracy {schedule:.3}");
    let disciplines = by_discipline.iter().map(|(name, of)| of.line(name)).collect();
    Ok(Scorecard { lines, means, disciplines, calibration: calibration.lines() })
}

fn check(case: &Case, found: &Results, lines: &mut Vec<String>, calibration: &mut Calibration) -> Result<Accuracies> {
    let mut accuracies = Accuracies::default();
    let id = &case.id;
    for row in &case.counts {
        let expression = expression(&row.r#match)?;
        let items: Vec<(f64, Confidence)> = found
            .items
            .iter()
            .filter(|item| item.measure_type == MeasureType::Count && matches(&expression, &text(item)))
            .map(|item| (item.effective_quantity, item.confidence.clone()))
            .collect();
        // Not `sum`: an empty sum is -0 and would be printed as such.
        let got: f64 = items.iter().fold(0.0, |sum, (quantity, _)| sum + quantity);
        calibration.add(&items, row.want.as_f64().unwrap_or_default());
        let accuracy = relative_accuracy(got, row.want.as_f64().unwrap_or_default());
        accuracies.count.push(accuracy);
        let name: String = row.r#match.chars().take(40).collect();
        lines.push(format!("{id:16} count  {name:40} want {:>6} got {got:>8.0}  {accuracy:.2}", row.want.to_string()));
    }
    for row in &case.lengths {
        let got: f64 = found
            .routes
            .iter()
            .filter(|route| {
                let color = route.attributes.get("color");
                matches!(color, Some(Attribute::String(color)) if color.to_lowercase() == row.color)
            })
            .map(|route| route.quantity * meters(&route.unit))
            .fold(0.0, |sum, meters| sum + meters);
        let accuracy = relative_accuracy(got, row.want_m);
        accuracies.length.push(accuracy);
        let name: String = row.label.chars().take(40).collect();
        lines.push(format!("{id:16} length {name:40} want {:>6.1} got {got:>8.1}  {accuracy:.2}", row.want_m));
    }
    for row in &case.schedules {
        let expression = expression(&row.title)?;
        let schedule = found.schedules.iter().find(|schedule| {
            schedule.kind.to_string() == row.kind && matches(&expression, schedule.title.as_deref().unwrap_or_default())
        });
        let (accuracy, note) = match (schedule, row.circuits) {
            (None, _) => (0.0, "not found".to_owned()),
            (Some(schedule), Some(circuits)) => {
                let rows = schedule.rows.len();
                (relative_accuracy(rows as f64, circuits as f64), format!("{rows} rows of {circuits} circuits"))
            }
            (Some(schedule), None) => {
                let wanted: BTreeSet<&str> = row.tags.iter().map(String::as_str).collect();
                let found: BTreeSet<&str> = schedule.rows.iter().map(|row| row.tag.as_str()).collect();
                let hit = wanted.intersection(&found).count();
                (hit as f64 / row.tags.len() as f64, format!("{hit} of {} tags", row.tags.len()))
            }
        };
        accuracies.schedule.push(accuracy);
        let name = format!("{} {}", row.kind, row.title);
        lines.push(format!("{id:16} sched  {name:40} {note}  {accuracy:.2}"));
    }
    if let Some(wanted) = &case.expect_warning {
        let seen: Vec<String> = found.warnings.iter().map(|warning| format!("'{}'", warning.code)).collect();
        let hit = found.items.is_empty() && found.warnings.iter().any(|warning| warning.code.to_string() == *wanted);
        let accuracy = f64::from(u8::from(hit));
        // A warning belongs to the counts, because it means that there was nothing to count.
        accuracies.count.push(accuracy);
        lines.push(format!("{id:16} warn   {wanted:40} [{}]  {accuracy:.2}", seen.join(", ")));
    }
    Ok(accuracies)
}

fn relative_accuracy(got: f64, want: f64) -> f64 {
    if want == 0.0 { f64::from(u8::from(got == 0.0)) } else { (1.0 - (got - want).abs() / want).max(0.0) }
}

/// Returns the meters of a length unit, or 0 for an unknown unit.
fn meters(unit: &str) -> f64 {
    match unit {
        "FT" | "LF" => 0.3048,
        "IN" => 0.0254,
        "M" => 1.0,
        "MM" => 0.001,
        "YD" => 0.9144,
        _ => 0.0,
    }
}

/// Compiles a truth's expression, case-insensitively. Some use look-around, which the `regex` crate does not support.
fn expression(text: &str) -> Result<Regex> {
    Regex::new(&format!("(?i){text}")).with_context(|| format!("truth.json: `{text}` is no regular expression"))
}

/// Returns whether an expression matches. An expression that takes too many steps does not match.
fn matches(expression: &Regex, text: &str) -> bool {
    expression.is_match(text).unwrap_or(false)
}

/// Returns the text of an item: description, tag, category, type and attributes, without empty ones and zeros.
fn text(item: &TakeoffItem) -> String {
    let named = [Some(&item.description), item.tag.as_ref(), Some(&item.category), Some(&item.item_type)];
    let named = named.into_iter().flatten().filter(|text| !text.is_empty()).cloned();
    let attributes = item.attributes.values().filter_map(|value| match value {
        Attribute::String(text) if !text.is_empty() => Some(text.clone()),
        Attribute::Boolean(true) => Some("True".to_owned()),
        // As in JSON: 47.0.
        Attribute::Double(number) if *number != 0.0 => Some(format!("{number:?}")),
        _ => None,
    });
    named.chain(attributes).collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn sheet() -> Value {
        json!({"number": "E-101", "title": null})
    }

    fn item(description: &str, quantity: f64) -> Value {
        json!({
            "id": "itm_1", "takeoff_id": "tko_1", "description": description, "trade": "electrical",
            "category": "lighting", "item_type": "luminaire", "measure_type": "count", "extracted_quantity": quantity,
            "quantity_override": null, "effective_quantity": quantity, "unit": "EA", "tag": null, "sheet": sheet(),
            "attributes": {"rating": "47 W"}, "page_number": 1, "evidence": [], "confidence": "high", "source": "plan",
            "review_status": "extracted", "group_id": null, "note": null, "version": "1",
        })
    }

    fn schedule(id: &str, kind: &str, title: &str, rows: Value) -> Value {
        json!({
            "id": id, "kind": kind, "title": title, "sheet": sheet(), "page_number": 1, "columns": [], "rows": rows,
        })
    }

    #[test]
    fn lines_and_means_are_those_of_the_rule() {
        let truth: Truth = serde_json::from_value(json!({"cases": [{
            "id": "a", "file": "a.pdf", "discipline": "electrical",
            "counts": [{"match": "47\\s*W", "want": 4}, {"match": "(?<!P)SWL\\b", "want": 2}],
            "lengths": [{"color": "#0000ff", "label": "cold", "want_m": 3.048}],
            "schedules": [{"kind": "panel", "title": "LP-?1", "circuits": 4}, {"kind": "fixture", "title": "LIGHT", "tags": ["A", "B"]}],
        }]}))
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let route = json!({
            "id": "rte_1", "takeoff_id": "tko_1", "trade": "plumbing", "system": "pipe", "quantity": 10.0, "unit": "FT",
            "page_number": 1, "attributes": {"color": "#0000FF"}, "confidence": "high", "version": "1",
            "quantity_override": null, "effective_quantity": 10.0, "review_status": "extracted", "note": null,
        });
        let row = json!({"tag": "A", "description": "", "attributes": {}});
        let results = json!({
            "items": [item("PANEL LIGHT", 2.0), item("PSWL", 1.0)], "routes": [route], "warnings": [],
            "schedules": [
                schedule("sch_1", "panel", "Panel lp1", json!([row, row, row])),
                schedule("sch_2", "fixture", "LIGHTING", json!([row])),
            ],
        });
        std::fs::write(folder.path().join("a.json"), results.to_string()).unwrap();
        let card = score(&truth.cases, folder.path()).unwrap();
        let expected = [
            r"a                count  47\s*W                                   want      4 got        3  0.75",
            r"a                count  (?<!P)SWL\b                              want      2 got        0  0.00",
            "a                length cold                                     want    3.0 got      3.0  1.00",
            "a                sched  panel LP-?1                              3 rows of 4 circuits  0.75",
            "a                sched  fixture LIGHT                            1 of 2 tags  0.50",
        ];
        assert_eq!(card.lines, expected);
        assert_eq!(card.means, "count accuracy 0.375, length accuracy 1.000, schedule accuracy 0.625");
        let discipline =
            "electrical       counts 0.375 (2 checks), lengths 1.000 (1 checks), schedules 0.625 (2 checks)";
        assert_eq!(card.disciplines, [discipline]);
        assert_eq!(card.calibration, ["confidence high       3 of     3 items right (1.000)"]);
    }

    #[test]
    fn of_too_many_items_the_least_sure_are_wrong() {
        let mut calibration = Calibration::default();
        calibration.add(&[(3.0, Confidence::High), (2.0, Confidence::Low)], 4.0);
        calibration.add(&[(3.0, Confidence::High)], 2.0);
        assert_eq!(calibration.by_confidence, [(5.0, 6.0), (0.0, 0.0), (1.0, 2.0)]);
    }

    #[test]
    fn a_case_without_a_result_scores_nothing() {
        let truth: Truth = serde_json::from_value(json!({"cases": [{
            "id": "b", "file": "b.pdf", "discipline": "electrical", "counts": [{"match": "x", "want": 1}],
        }]}))
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        assert!(score(&truth.cases, folder.path()).unwrap().means.starts_with("count accuracy 0.000"));
    }
}
