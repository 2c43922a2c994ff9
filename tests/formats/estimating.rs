//! Formats of estimating packages: `rib_itwo`, `presto`, `quickbooks`.
//!
//! `python/read_estimating.py` reads the files: GAEB with pyGAEB, the others by the descriptions of their formats,
//! because the package index has no readers of them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use plumbline_exporter::quantities::{Attribute, MeasureType, ReviewStatus, RouteSystem, Trade};
use plumbline_exporter::testing::{FixedRows, header, item, route};
use plumbline_exporter::{ItemRow, RouteRow, Rows, for_each_item, for_each_route};
use plumbline_tests::{Python, report_skipped, run};
use serde::Deserialize;

/// A format, with its properties and its names of units.
struct Format {
    name: &'static str,
    extension: &'static str,
    /// Decimal places of quantities.
    decimals: i32,
    /// The format's names of `EA`, `M` and `SF`.
    units: [&'static str; 3],
}

const FORMATS: [Format; 3] = [
    Format { name: "rib_itwo", extension: "x83", decimals: 3, units: ["St", "m", "ft2"] },
    Format { name: "presto", extension: "bc3", decimals: 3, units: ["u", "m", "ft2"] },
    Format { name: "quickbooks", extension: "iif", decimals: 5, units: ["EA", "M", "SF"] },
];

impl Format {
    fn write(&self, rows: &impl Rows) -> Result<Vec<u8>> {
        match self.name {
            "rib_itwo" => plumbline_exporter_rib_itwo::write(rows, Vec::new()),
            "presto" => plumbline_exporter_presto::write(rows, Vec::new()),
            _ => plumbline_exporter_quickbooks::write(rows, Vec::new()),
        }
        .map_err(anyhow::Error::msg)
    }

    fn unit(&self, code: &str) -> Result<&'static str> {
        let place = ["EA", "M", "SF"].iter().position(|known| *known == code);
        Ok(self.units[place.with_context(|| format!("the tests have no unit {code}"))?])
    }
}

/// The content that a reader found in a file.
#[derive(Debug, Deserialize)]
struct ParsedFile {
    lines: Vec<ParsedLine>,
    about: String,
}

#[derive(Debug, Deserialize)]
struct ParsedLine {
    description: String,
    unit: String,
    quantity: String,
    section: Vec<String>,
}

/// Writes the rows in each format and passes the parsed file to `check`. Does nothing without Python.
fn for_each_format(rows: &impl Rows, check: impl Fn(&Format, ParsedFile) -> Result<()>) -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    for format in &FORMATS {
        let file = folder.path().join(format!("export.{}", format.extension));
        rows.rewind();
        std::fs::write(&file, format.write(rows)?)?;
        let found = run(python.script("read_estimating.py").arg(format.name).arg(&file))?;
        check(format, serde_json::from_slice(&found)?).with_context(|| format!("in {}", format.name))?;
    }
    Ok(())
}

/// Returns the takeoff's quantities by description and unit. Routes are described by system and size.
fn quantities(rows: &impl Rows) -> Result<BTreeMap<(String, String), f64>> {
    let mut quantities = BTreeMap::new();
    rows.rewind();
    for_each_item(rows, |item| -> Result<()> {
        if item.review_status != ReviewStatus::Rejected {
            *quantities.entry((item.description, item.unit)).or_default() += item.effective_quantity;
        }
        Ok(())
    })?;
    for_each_route(rows, |route| -> Result<()> {
        let system = match route.system {
            RouteSystem::BranchCircuit => "Branch circuit",
            RouteSystem::Duct => "Duct",
            other => anyhow::bail!("the tests have no system {other:?}"),
        };
        let size = route.attributes.iter().find_map(|(key, value)| match (key.as_str(), value) {
            ("size", Attribute::Text(size)) => Some(format!(", {size}")),
            _ => None,
        });
        *quantities.entry((format!("{system}{}", size.unwrap_or_default()), route.unit)).or_default() += route.quantity;
        Ok(())
    })?;
    Ok(quantities)
}

/// Checks that the parsed quantities equal the takeoff's. `written` returns a description as the format writes it.
fn compare(
    format: &Format,
    found: &ParsedFile,
    expected: &BTreeMap<(String, String), f64>,
    written: impl Fn(&Format, &str) -> String,
) -> Result<()> {
    let mut sums: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
    for line in &found.lines {
        let sum = sums.entry((&line.description, &line.unit)).or_default();
        sum.0 += line.quantity.parse::<f64>()?;
        // Each line is rounded once, by at most half a unit of the last decimal.
        sum.1 += 0.5 * 10f64.powi(-format.decimals) + 1e-9;
    }
    ensure!(sums.len() == expected.len(), "{} quantities of {}", sums.len(), expected.len());
    for ((description, unit), quantity) in expected {
        let described = written(format, description);
        let key = (described.as_str(), format.unit(unit)?);
        let (sum, tolerance) = sums.get(&key).with_context(|| format!("no {key:?}"))?;
        ensure!((sum - quantity).abs() <= *tolerance, "{sum} of {key:?}, not {quantity}");
    }
    Ok(())
}

fn verbatim(_: &Format, description: &str) -> String {
    description.to_owned()
}

#[test]
fn an_empty_takeoff_exports_a_readable_file() -> Result<()> {
    for_each_format(&FixedRows::new(header(), 0, item), |_, found| {
        ensure!(found.lines.is_empty(), "{:?}", found.lines);
        for fact in ["tko_0123456789abcdefghijkl", "reader pdf 0.1.0", "extractor electrical 0.1.0"] {
            ensure!(found.about.contains(fact), "no {fact} in {}", found.about);
        }
        Ok(())
    })
}

/// Returns a hundred thousand items of some three hundred lines in two trades, with overrides and rejected items, and
/// routes whose lengths have no exact decimal form.
fn large_rows() -> FixedRows<impl Fn(u32) -> ItemRow> {
    let mut rows = FixedRows::new(header(), 100_000, |i| {
        let line = i.wrapping_mul(2_654_435_761) % 300;
        let area = line.is_multiple_of(10);
        ItemRow {
            description: format!("Part {line}"),
            trade: if line < 150 { Trade::Electrical } else { Trade::FireProtection },
            category: format!("category_{}", line % 4),
            measure: if area { MeasureType::Area } else { MeasureType::Count },
            unit: if area { "SF".into() } else { "EA".into() },
            effective_quantity: if area { f64::from(i % 13) / 3.0 + 0.0004 } else { f64::from(1 + i % 2) },
            review_status: if i.is_multiple_of(97) { ReviewStatus::Rejected } else { ReviewStatus::Accepted },
            ..item(i)
        }
    });
    rows.routes = (0..2000).map(fractional_route).collect();
    rows
}

fn fractional_route(i: u32) -> RouteRow {
    let sizes = ["21 mm", "27 mm", "3/4\""];
    let size = ("size".to_owned(), Attribute::Text(sizes[i as usize % 3].into()));
    RouteRow {
        quantity: f64::from(i) / 7.0 + 0.000_1,
        system: if i.is_multiple_of(5) { RouteSystem::Duct } else { RouteSystem::BranchCircuit },
        attributes: if i.is_multiple_of(4) { vec![] } else { vec![size] },
        ..route(i)
    }
}

#[test]
fn quantities_of_a_large_takeoff_are_read_back() -> Result<()> {
    let rows = large_rows();
    let expected = quantities(&rows)?;
    for_each_format(&rows, |format, found| {
        // Inch and foot marks are written with the format's replacement for quotation marks.
        let written = |format: &Format, description: &str| match format.name {
            "quickbooks" => description.replace('"', "''"),
            _ => description.to_owned(),
        };
        compare(format, &found, &expected, written)?;
        let sections: std::collections::BTreeSet<&[String]> =
            found.lines.iter().map(|line| line.section.as_slice()).collect();
        // Two trades of four categories each, and the routes.
        ensure!(sections.len() == 9, "{sections:?}");
        ensure!(sections.contains(["Fire protection".to_owned(), "Category 3".to_owned()].as_slice()), "{sections:?}");
        ensure!(sections.contains(["Electrical".to_owned(), "Routes".to_owned()].as_slice()), "{sections:?}");
        Ok(())
    })
}

/// Texts as drawn (and as in a Unicode file), in BC3 and in IIF.
const ODD: [[&str; 3]; 5] = [
    ["#4 bar @ 12\" o.c.; see <A&B>", "#4 bar @ 12\" o.c.; see <A&B>", "#4 bar @ 12'' o.c., see <A&B>"],
    ["Größe ½ × Ø50 – «naïve»", "Größe ½ × Ø50 – «naïve»", "Größe ½ × Ø50 – «naïve»"],
    ["a|b\\c~d\te]]>", "a/b/c-d e]]>", "a|b\\c~d e]]>"],
    ["⌀50 ≥ 3⅜″ 配管", "Ø50 >= 3 3/8\" Pei Guan", "Ø50 >= 3 3/8'' Pei Guan"],
    ["\"quoted\": =SUM(A1)", "\"quoted\": =SUM(A1)", "''quoted'': =SUM(A1)"],
];

fn odd_rows() -> FixedRows<impl Fn(u32) -> ItemRow> {
    let mut head = header();
    head.project_name = "O'Neill: \"Tower\" | ~ \\ # <&> 配管".into();
    FixedRows::new(head, 500, |i| ItemRow {
        description: ODD[i as usize % 5][0].into(),
        tag: Some(format!("T|1\\2~#\t\"{i}")),
        sheet_number: Some("E|#1".into()),
        ..item(i)
    })
}

#[test]
fn odd_characters_are_read_back_as_each_format_encodes_them() -> Result<()> {
    let rows = odd_rows();
    let expected = quantities(&rows)?;
    for_each_format(&rows, |format, found| {
        compare(format, &found, &expected, |format, description| {
            let row = ODD.iter().find(|row| row[0] == description).map_or([""; 3], |row| *row);
            match format.name {
                "rib_itwo" => description.replace('\t', " "),
                "presto" => row[1].into(),
                _ => row[2].into(),
            }
        })
    })
}

fn long_rows() -> FixedRows<impl Fn(u32) -> ItemRow> {
    let long = "Surface mounted luminaire with emergency battery pack, ".repeat(12);
    let mut head = header();
    head.project_name = long.clone();
    FixedRows::new(head, 3000, move |i| ItemRow {
        description: format!("{long}type {}", i % 1000),
        category: "a_category_with_a_name_that_is_longer_than_thirty_one_characters".into(),
        ..item(i)
    })
}

#[test]
fn long_names_are_complete_somewhere_and_distinct_everywhere() -> Result<()> {
    let rows = long_rows();
    let expected = quantities(&rows)?;
    for_each_format(&rows, |format, found| compare(format, &found, &expected, verbatim))
}

/// Variable that names the folder with the schemas of GAEB DA XML 3.3. Their license forbids redistribution. They are
/// at gaeb.de ("2021-05_Leistungsverzeichnis").
const SCHEMAS: &str = "TEST_GAEB_SCHEMAS";

#[test]
fn x83_is_valid_against_the_published_schema() -> Result<()> {
    let Some(schemas) = std::env::var_os(SCHEMAS).map(PathBuf::from) else {
        report_skipped(&format!("{SCHEMAS} names no folder with the schemas of GAEB DA XML 3.3 (2021-05)."));
        return Ok(());
    };
    let Some(python) = Python::find()? else { return Ok(()) };
    let schema = schemas.join("GAEB_DA_XML_83_3.3_2021-05.xsd");
    let folder = tempfile::tempdir()?;
    let validate = |bytes: Vec<u8>| -> Result<()> {
        let file = folder.path().join("export.x83");
        std::fs::write(&file, bytes)?;
        run(python.script("validate_xsd.py").arg(&schema).arg(&file))?;
        Ok(())
    };
    let [x83, ..] = &FORMATS;
    validate(x83.write(&FixedRows::new(header(), 0, item))?)?;
    validate(x83.write(&large_rows())?)?;
    validate(x83.write(&odd_rows())?)?;
    validate(x83.write(&long_rows())?)
}
