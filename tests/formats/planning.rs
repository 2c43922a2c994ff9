//! Formats of planning packages, `ms_project` and `primavera_p6`, read with MPXJ.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use plumbline_exporter::quantities::{Attribute, ReviewStatus, RouteSystem, Trade};
use plumbline_exporter::testing::{FixedRows, header, item, route};
use plumbline_exporter::{Header, ItemRow, RouteRow, Rows, for_each_item, for_each_route};
use plumbline_tests::{Python, report_skipped, run};
use serde_json::Value;

/// Number of lines in [`many_lines_item`].
const LINES: u32 = 300;

/// A takeoff that was written in both formats and read back.
struct Case {
    /// Expected quantities by description and unit.
    expected: BTreeMap<(String, String), f64>,
    ms_project: Value,
    primavera_p6: Value,
}

impl Case {
    /// Returns the parsed file of each format, with the format's name.
    fn by_format(&self) -> [(&'static str, &Value); 2] {
        [("ms_project", &self.ms_project), ("primavera_p6", &self.primavera_p6)]
    }
}

/// The cases by name.
type Cases = BTreeMap<&'static str, Case>;

/// One test with many checks: the runner runs each test in a process of its own, and writing and reading all files takes
/// seconds, most of them for Java.
#[test]
fn mpxj_reads_in_both_formats_what_was_written() -> Result<()> {
    let Some(cases) = write_and_read_all()? else { return Ok(()) };
    quantities_are_those_of_the_takeoff(&cases)?;
    lines_with_labor_hours_are_tasks_in_both_formats(&cases)?;
    lines_are_nested_under_trade_and_category(&cases)?;
    odd_characters_survive_or_are_replaced_visibly(&cases)?;
    long_names_are_truncated_distinct_and_complete_in_the_notes(&cases)?;
    an_empty_takeoff_is_a_project_without_lines(&cases)?;
    the_project_states_its_provenance(&cases)
}

/// Returns all cases, or `None` without Python.
fn write_and_read_all() -> Result<Option<Cases>> {
    let Some(python) = Python::find()? else { return Ok(None) };
    let folder = tempfile::tempdir()?;
    let mut script = python.script("read_planning.py");
    let mut quantities = Vec::new();
    let mut write = |name: &'static str, rows: &dyn Fn() -> Result<WrittenFiles>| -> Result<()> {
        let written = rows()?;
        for (extension, bytes) in [("xml", &written.ms_project), ("xer", &written.primavera_p6)] {
            let path = folder.path().join(format!("{name}.{extension}"));
            std::fs::write(&path, bytes)?;
            script.arg(path);
        }
        quantities.push((name, written.quantities));
        Ok(())
    };
    write("empty", &|| WrittenFiles::from_rows(&FixedRows::new(header(), 0, item)))?;
    write("odd", &|| WrittenFiles::from_rows(&FixedRows::new(header(), ODD.len() as u32 + 1, odd_item)))?;
    write("long", &|| WrittenFiles::from_rows(&FixedRows::new(header(), 3, long_item)))?;
    write("labor", &|| WrittenFiles::from_rows(&FixedRows::new(header(), 6, labor_item)))?;
    write("many", &|| WrittenFiles::from_rows(&FixedRows::new(header(), 100_000, many_lines_item)))?;
    write("routes", &|| {
        let mut rows = FixedRows::new(Header { include_evidence: false, ..header() }, 5, item);
        rows.routes = (0..1000).map(fractional_route).collect();
        WrittenFiles::from_rows(&rows)
    })?;
    let read: Vec<Value> = serde_json::from_slice(&run(&mut script)?)?;
    let mut read = read.into_iter();
    let cases = quantities.into_iter().map(|(name, expected)| {
        let mut next = || read.next().with_context(|| format!("nothing was read of {name}"));
        Ok((name, Case { expected, ms_project: next()?, primavera_p6: next()? }))
    });
    cases.collect::<Result<_>>().map(Some)
}

struct WrittenFiles {
    ms_project: Vec<u8>,
    primavera_p6: Vec<u8>,
    quantities: BTreeMap<(String, String), f64>,
}

impl WrittenFiles {
    fn from_rows(rows: &impl Rows) -> Result<Self> {
        let ms_project = plumbline_exporter_ms_project::write(rows, Vec::new()).map_err(anyhow::Error::msg)?;
        rows.rewind();
        let primavera_p6 = plumbline_exporter_primavera_p6::write(rows, Vec::new()).map_err(anyhow::Error::msg)?;
        rows.rewind();
        let mut quantities = BTreeMap::new();
        let mut add = |description: String, unit: String, quantity: f64| {
            *quantities.entry((description, unit)).or_default() += quantity;
        };
        for_each_item(rows, |item| {
            if item.review_status != ReviewStatus::Rejected {
                add(item.description, item.unit, item.effective_quantity);
            }
            anyhow::Ok(())
        })?;
        for_each_route(rows, |route| {
            let size = match route.attributes.first() {
                Some((key, Attribute::Text(size))) if key == "size" => format!(", {size}"),
                _ => String::new(),
            };
            let system = match route.system {
                RouteSystem::CableTray => "Cable tray",
                _ => "Branch circuit",
            };
            add(format!("{system}{size}"), route.unit, route.quantity);
            anyhow::Ok(())
        })?;
        Ok(Self { ms_project, primavera_p6, quantities })
    }
}

/// Descriptions, and the names of their tasks in each format.
const ODD: [(&str, &str, &str); 8] = [
    ("12\" <×> 6' & \"duct\" ]]>", "12\" <×> 6' & \"duct\" ]]>", "12\" <×> 6' & \"duct\" ]]>"),
    ("tab\there", "tab here", "tab here"),
    ("two\r\nlines", "two lines", "two lines"),
    ("bell\u{7} and \u{1}\u{b}\u{7f}more", "bell and more", "bell and more"),
    ("🙂 ⌀12″ ≥ 3′", "🙂 ⌀12″ ≥ 3′", "slight smile Ø12\" >= 3'"),
    ("配管 Größe €", "配管 Größe €", "Pei Guan Größe €"),
    ("=SUM(A1)\u{fffe}", "=SUM(A1)\u{fffd}", "=SUM(A1)?"),
    ("%R\t1\t2", "%R 1 2", "%R 1 2"),
];

fn odd_item(number: u32) -> ItemRow {
    match ODD.get(number as usize) {
        Some((description, ..)) => ItemRow {
            description: (*description).into(),
            effective_quantity: f64::from(number) + 0.0625,
            ..item(number)
        },
        None => ItemRow { review_status: ReviewStatus::Rejected, effective_quantity: 1000.0, ..item(number) },
    }
}

/// Returns an item whose description is too long for every format and differs from others only at its end.
fn long_item(number: u32) -> ItemRow {
    ItemRow {
        description: format!("{}{number}", "é".repeat(400)),
        effective_quantity: f64::from(number + 1),
        ..item(number)
    }
}

/// Returns an item of a line in which each item takes two and a half hours.
fn labor_item(number: u32) -> ItemRow {
    ItemRow {
        description: format!("Thing {}", number % 2),
        attributes: vec![("labor_hours".into(), Attribute::Number(2.5))],
        ..item(number)
    }
}

fn many_lines_item(number: u32) -> ItemRow {
    let line = number % LINES;
    ItemRow {
        description: format!("Thing {}", line / 2),
        trade: if line.is_multiple_of(3) { Trade::Plumbing } else { Trade::Electrical },
        category: format!("category_{}", line % 7),
        unit: if line.is_multiple_of(2) { "EA".into() } else { "M".into() },
        effective_quantity: 0.1,
        sheet_number: Some(format!("E-{}", number / 1000)),
        ..item(number)
    }
}

fn fractional_route(number: u32) -> RouteRow {
    let size = ("size".to_string(), Attribute::Text(format!("{} mm", 20 + number % 3)));
    RouteRow {
        system: if number.is_multiple_of(2) { RouteSystem::CableTray } else { RouteSystem::BranchCircuit },
        quantity: 1.0 / f64::from(number + 3),
        attributes: if number.is_multiple_of(5) { vec![] } else { vec![size] },
        ..route(number)
    }
}

fn list<'a>(read: &'a Value, name: &str) -> &'a [Value] {
    read[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Returns the sums of the lines' quantities by task name and unit.
fn sums(read: &Value) -> BTreeMap<(String, String), f64> {
    let mut sums = BTreeMap::new();
    for leaf in leaves(read) {
        let text = |value: &Value| value.as_str().unwrap_or("missing").to_string();
        *sums.entry((text(&leaf["name"]), text(&leaf["fields"]["Takeoff unit"]))).or_default() +=
            leaf["fields"]["Takeoff quantity"].as_f64().unwrap_or(f64::NAN);
    }
    sums
}

/// Returns the sums of the assignments by task name and unit.
fn assignment_sums(read: &Value) -> BTreeMap<(String, String), f64> {
    let names: BTreeMap<i64, &str> =
        list(read, "tasks").iter().filter_map(|task| Some((task["id"].as_i64()?, task["name"].as_str()?))).collect();
    let mut sums = BTreeMap::new();
    for assignment in list(read, "assignments") {
        let name = assignment["task"].as_i64().and_then(|task| names.get(&task)).copied().unwrap_or("no such task");
        let unit = assignment["unit"].as_str().unwrap_or("no unit");
        *sums.entry((name.to_string(), unit.to_string())).or_default() +=
            assignment["quantity"].as_f64().unwrap_or(f64::NAN);
    }
    sums
}

/// Asserts that the keys are equal, and the quantities equal to four decimals.
fn assert_equal(read: &BTreeMap<(String, String), f64>, expected: &BTreeMap<(String, String), f64>, what: &str) {
    let keys = |sums: &BTreeMap<(String, String), f64>| sums.keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(read), keys(expected), "{what}");
    for (key, quantity) in expected {
        assert!((read[key] - quantity).abs() < 5e-5, "{what}: {key:?} is {} and not {quantity}", read[key]);
    }
}

fn leaves(read: &Value) -> Vec<&Value> {
    let unit = |task: &&Value| task["fields"]["Takeoff unit"].is_string();
    list(read, "tasks").iter().filter(unit).collect()
}

fn quantities_are_those_of_the_takeoff(cases: &Cases) -> Result<()> {
    for name in ["many", "routes"] {
        let case = &cases[name];
        for (format, read) in case.by_format() {
            assert_equal(&sums(read), &case.expected, &format!("{name} in {format}"));
            assert!(leaves(read).iter().all(|leaf| leaf["milestone"] == true), "{format}: lines without labor hours");
            let materials = list(read, "resources").iter().filter(|resource| resource["material"] == true).count();
            // P6 assigns no materials to milestones.
            let expected = if format == "ms_project" { case.expected.clone() } else { BTreeMap::new() };
            assert_eq!(materials, expected.len(), "{format}: a material for each description and unit");
            assert_equal(&assignment_sums(read), &expected, &format!("assignments of {name} in {format}"));
        }
    }
    for (format, read) in cases["many"].by_format() {
        assert_eq!(leaves(read).len() as u32, LINES, "{format}");
        for leaf in leaves(read) {
            let notes = leaf["notes"].as_str().unwrap_or_default();
            assert!(notes.contains("\nIds: itm_") && notes.contains("more"), "{format}: {notes}");
            assert!(notes.contains("\nEvidence: https://example.com/"), "{format}: {notes}");
            let quantity = leaf["fields"]["Takeoff quantity"].as_f64().context("a quantity")?;
            assert!((33.2..33.5).contains(&quantity), "{format}: {quantity}");
        }
    }
    Ok(())
}

/// A line is the same in both formats: a task that lasts its labor hours, with its material.
fn lines_with_labor_hours_are_tasks_in_both_formats(cases: &Cases) -> Result<()> {
    let case = &cases["labor"];
    for (format, read) in case.by_format() {
        assert_equal(&assignment_sums(read), &case.expected, format);
        assert_eq!(leaves(read).len(), 2, "{format}");
        for leaf in leaves(read) {
            assert_eq!(leaf["milestone"], false, "{format}");
            let duration = leaf["duration"].as_str().context("a duration")?;
            assert!(["7.5h", "0.9375d"].contains(&duration.trim_end_matches('?')), "{format}: {duration}");
        }
    }
    Ok(())
}

fn lines_are_nested_under_trade_and_category(cases: &Cases) -> Result<()> {
    for (format, read) in cases["many"].by_format() {
        let tasks: BTreeMap<i64, &Value> =
            list(read, "tasks").iter().filter_map(|task| Some((task["id"].as_i64()?, task))).collect();
        let parent = |task: &Value| task["parent"].as_i64().and_then(|id| tasks.get(&id).copied()).context("a parent");
        for leaf in leaves(read) {
            let category = parent(leaf)?;
            let trade = parent(category)?;
            let category = category["name"].as_str().unwrap_or_default();
            assert!(category.starts_with("Category "), "{format}: {category}");
            assert!(trade["name"] == "Electrical" || trade["name"] == "Plumbing", "{format}: {trade}");
        }
    }
    Ok(())
}

fn odd_characters_survive_or_are_replaced_visibly(cases: &Cases) -> Result<()> {
    let case = &cases["odd"];
    for (format, read) in case.by_format() {
        let expected = ODD.iter().enumerate().map(|(number, (_, ms_project, primavera_p6))| {
            let name = if format == "ms_project" { ms_project } else { primavera_p6 };
            ((name.to_string(), "EA".to_string()), number as f64 + 0.0625)
        });
        assert_equal(&sums(read), &expected.collect(), format);
        let project = project_notes(read);
        assert!(project.contains("1 item was rejected in review and is not counted."), "{format}: {project}");
    }
    let project = project_notes(&case.primavera_p6);
    assert!(project.contains(" characters are not in Windows-1252 and were transliterated."), "{project}");
    Ok(())
}

fn long_names_are_truncated_distinct_and_complete_in_the_notes(cases: &Cases) -> Result<()> {
    for ((format, read), most) in cases["long"].by_format().into_iter().zip([255, 120]) {
        let sums = sums(read);
        assert_eq!(sums.len(), 3, "{format}");
        let longest = sums.keys().map(|(name, _)| name.chars().count()).max();
        assert_eq!(longest, Some(most), "{format}");
        for leaf in leaves(read) {
            let notes = leaf["notes"].as_str().unwrap_or_default();
            assert!(notes.contains(&"é".repeat(400)), "{format}: {notes}");
        }
    }
    Ok(())
}

fn an_empty_takeoff_is_a_project_without_lines(cases: &Cases) -> Result<()> {
    for (format, read) in cases["empty"].by_format() {
        assert!(sums(read).is_empty() && leaves(read).is_empty(), "{format}");
        assert!(list(read, "tasks").len() <= 1, "{format}");
        assert_eq!(read["project"]["name"], "Café «Größe» & Söhne, 2nd floor", "{format}");
        // The takeoff was completed on a Saturday, so the project starts on Monday.
        assert_eq!(read["project"]["start"], "2026-11-23T08:00", "{format}");
    }
    Ok(())
}

fn the_project_states_its_provenance(cases: &Cases) -> Result<()> {
    for case in cases.values() {
        for (format, read) in case.by_format() {
            let notes = project_notes(read);
            for fact in ["Takeoff: tko_0123456789abcdefghijkl", "Reader: pdf@0.1.0", "Extractor: electrical@0.1.0"] {
                assert!(notes.contains(fact), "{format}: {notes}");
            }
        }
    }
    for (format, read) in cases["routes"].by_format() {
        let leaf = leaves(read).first().copied().context("a line")?;
        assert!(
            !leaf["notes"].as_str().unwrap_or_default().contains("Evidence"),
            "{format}: evidence was not asked for"
        );
    }
    Ok(())
}

/// Returns the notes of the task that represents the project.
fn project_notes(read: &Value) -> &str {
    let root = list(read, "tasks").iter().find(|task| task["parent"].is_null());
    root.and_then(|root| root["notes"].as_str()).unwrap_or_default()
}

/// Variable that names the schema of Microsoft Project's XML. Microsoft publishes it by sections, which
/// `tests/python/assemble_mspdi_schema.py` joins. Its license forbids redistribution. It is that of Project 2007, so
/// the two elements that only Project 2010 knows are left out of the comparison.
const SCHEMA: &str = "TEST_MSPDI_SCHEMA";

#[test]
fn ms_project_is_valid_against_the_published_schema() -> Result<()> {
    let Some(schema) = std::env::var_os(SCHEMA) else {
        report_skipped(&format!("{SCHEMA} names no schema of Microsoft Project's XML (mspdi_pj12.xsd)."));
        return Ok(());
    };
    let Some(python) = Python::find()? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    type MakeItem = fn(u32) -> ItemRow;
    let items: [(u32, MakeItem); 6] = [
        (0, item),
        (5, item),
        (ODD.len() as u32 + 1, odd_item),
        (3, long_item),
        (6, labor_item),
        (1000, many_lines_item),
    ];
    for (count, item) in items {
        let mut rows = FixedRows::new(header(), count, item);
        rows.routes = (0..20).map(fractional_route).collect();
        let file = folder.path().join("export.xml");
        let written = plumbline_exporter_ms_project::write(&rows, Vec::new()).map_err(anyhow::Error::msg)?;
        let mut text = String::from_utf8(written)?;
        for newer in ["<NewTasksAreManual>0</NewTasksAreManual>", "<Manual>0</Manual>"] {
            text = text.replace(newer, "");
        }
        std::fs::write(&file, text)?;
        run(python.script("validate_xsd.py").arg(&schema).arg(&file))?;
    }
    Ok(())
}
