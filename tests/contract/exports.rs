//! `/exports`: every format through the API. `formats/` reads the files.

use anyhow::{Context as _, Result};
use plumbline_sample::{Drawing, Options};
use plumbline_tests::{Account, Python, Response, Server, agent, run, send, wait_for};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read as _};
use std::time::{SystemTime, UNIX_EPOCH};

/// Time for which links in exports are valid, in seconds.
const LINK_SECONDS: u64 = 7 * 24 * 60 * 60;

fn export(account: &Account, body: Value) -> Result<(Value, Response)> {
    let created = account.post("/exports", body)?.expect(202);
    let path = format!("/exports/{}", created.text("id"));
    let done =
        wait_for(account, &path, |export| matches!(export["status"].as_str(), Some("completed" | "failed")))?.json;
    assert_eq!(done["status"], "completed", "{done}");
    let url = done["download"]["url"].as_str().unwrap_or_default().to_owned();
    let file = account.send_bytes("GET", &url, &[], &[])?.expect(200);
    Ok((done, file))
}

/// Returns the rows of an exported table by the names of their columns.
fn table_rows(file: &[u8]) -> Result<Vec<BTreeMap<String, String>>> {
    let mut reader = csv::Reader::from_reader(file.strip_prefix("\u{feff}".as_bytes()).unwrap_or(file));
    Ok(reader.deserialize().collect::<Result<Vec<_>, csv::Error>>()?)
}

/// Reads a workbook with openpyxl. Returns its sheets by name.
fn read_workbook(python: &Python, file: &[u8]) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("takeoff.xlsx");
    std::fs::write(&path, file)?;
    Ok(serde_json::from_slice(&run(python.script("read_workbook.py").arg(path))?)?)
}

/// Opens a link as a browser does: without a key, and without the fragment.
fn open(link: &str) -> Result<Response> {
    let (address, _) = link.split_once('#').unwrap_or((link, ""));
    let response = send(&agent(), "GET", address, &[], &[])?;
    // With files in a store, the host leads to the store's address.
    if response.status == 302 { send(&agent(), "GET", response.header("location"), &[], &[]) } else { Ok(response) }
}

#[test]
fn each_format_holds_what_the_takeoff_holds() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    account.post("/exports", json!({"takeoff_id": takeoff.id, "format": "csv"}))?;
    account.wait_for_takeoff(&takeoff.id)?;
    let items = account.list_all(&format!("/takeoffs/{}/items", takeoff.id))?;

    let (done, file) = export(&account, json!({"takeoff_id": takeoff.id, "format": "json"}))?;
    insta::assert_json_snapshot!("export", done, {
        ".id" => "[id]", ".takeoff_id" => "[id]", ".created_at" => "[time]", ".completed_at" => "[time]",
        ".download.url" => "[url]", ".download.expires_at" => "[time]",
    });
    assert_eq!(file.json["items"].as_array().unwrap().len(), items.len());

    let (_, file) = export(&account, json!({"takeoff_id": takeoff.id, "format": "csv"}))?;
    let text = String::from_utf8(file.bytes)?;
    for item in &items {
        assert!(text.contains(item["id"].as_str().unwrap()), "{}", item["id"]);
    }

    let (done, file) =
        export(&account, json!({"takeoff_id": takeoff.id, "format": "xlsx", "options": {"include_evidence": true}}))?;
    assert!(done["download"]["filename"].as_str().unwrap().ends_with(".xlsx"));
    let mut book = zip::ZipArchive::new(Cursor::new(file.bytes))?;
    let sheets = std::io::read_to_string(book.by_name("xl/workbook.xml")?)?;
    assert!(sheets.contains("<sheet name=\"Marked page 1\""), "{sheets}");
    let mut picture = Vec::new();
    book.by_name("xl/media/image1.png")?.read_to_end(&mut picture)?;
    assert!(picture.starts_with(b"\x89PNG"), "the picture of the marked page");

    for (format, begins, extension) in [("ms_project", "<?xml", ".xml"), ("primavera_p6", "ERMHDR\t", ".xer")] {
        let (done, file) = export(&account, json!({"takeoff_id": takeoff.id, "format": format}))?;
        assert!(done["download"]["filename"].as_str().unwrap().ends_with(extension), "{done}");
        let text = String::from_utf8_lossy(&file.bytes);
        assert!(text.starts_with(begins) && text.contains(&takeoff.id), "{format}");
    }

    let (done, file) = export(&account, json!({"takeoff_id": takeoff.id, "format": "pdf"}))?;
    assert!(done["download"]["filename"].as_str().unwrap().ends_with(".pdf"), "{done}");
    let marked = lopdf::Document::load_mem(&file.bytes)?;
    let pages = marked.get_pages();
    let marks = marked.get_page_annotations(pages[&1])?.len();
    let counted =
        items.iter().filter(|item| item["measure_type"] == "count" && item["evidence"][0].is_object()).count();
    assert_eq!(marks, counted, "a mark for each counted item");
    assert!(pages.len() > lopdf::Document::load_mem(&pdf)?.get_pages().len(), "the legend comes after the sheets");
    assert!(marked.catalog()?.get(b"Outlines").is_ok(), "bookmarks");

    let (done, file) = export(&account, json!({"takeoff_id": takeoff.id, "format": "png"}))?;
    assert!(done["download"]["filename"].as_str().unwrap().ends_with(".zip"), "{done}");
    assert_eq!(file.header("content-type"), "application/zip");
    let mut archive = zip::ZipArchive::new(Cursor::new(file.bytes))?;
    let index: Value = serde_json::from_reader(archive.by_name("index.json")?)?;
    let with_evidence: BTreeSet<&str> =
        items.iter().filter(|item| item["evidence"][0].is_object()).filter_map(|item| item["id"].as_str()).collect();
    let shown: BTreeSet<&str> =
        index.as_array().unwrap().iter().filter_map(|entry| entry["item_id"].as_str()).collect();
    assert_eq!(shown, with_evidence);
    for entry in index.as_array().unwrap() {
        let mut png = Vec::new();
        archive.by_name(entry["picture"].as_str().unwrap())?.read_to_end(&mut png)?;
        assert!(png.starts_with(b"\x89PNG"), "{entry}");
    }
    Ok(())
}

#[test]
fn accepted_only_leaves_the_rest_out() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let items = account.list_all(&format!("/takeoffs/{}/items", takeoff.id))?;
    let id = items[0]["id"].as_str().unwrap();
    account.patch(&format!("/takeoffs/{}/items/{id}", takeoff.id), json!({"review_status": "accepted"}))?.expect(200);
    let body = json!({"takeoff_id": takeoff.id, "format": "json", "options": {"accepted_only": true, "include_evidence": true}});
    let (_, file) = export(&account, body)?;
    let rows = file.json["items"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["id"], id);
    assert!(!rows[0]["evidence"].as_array().unwrap().is_empty());
    Ok(())
}

#[test]
fn a_format_that_does_not_exist_is_refused() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let answer = account.post("/exports", json!({"format": "docx"}))?.expect_problem(422, "validation_failed");
    let named = answer.json["errors"].as_array().unwrap().iter().any(|error| error["field"] == "/format");
    assert!(named, "{}", answer.json);
    Ok(())
}

#[test]
fn a_link_in_an_export_opens_the_drawing_without_signing_in() -> Result<()> {
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let pdf = Drawing::e101(1, &Options::default()).pdf;
    let takeoff = account.start_takeoff("E-101.pdf", &pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let (_, file) = export(&account, json!({"takeoff_id": takeoff.id, "format": "json"}))?;
    let link = file.json["takeoff"]["document"]["url"].as_str().unwrap().to_owned();
    let opened = open(&link)?;
    assert_eq!((opened.status, opened.header("content-type")), (200, "application/pdf"));
    assert!(opened.header("content-disposition").starts_with("inline"), "{}", opened.header("content-disposition"));
    assert_eq!(opened.bytes, pdf);
    assert_eq!(open(&link.replace("until=", "until=9"))?.status, 401);
    let address = url::Url::parse(&link)?;
    let (_, until) = address.query_pairs().find(|(name, _)| name == "until").context("no time of expiry")?;
    let seconds = until.parse::<u64>()?.saturating_sub(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs());
    assert!((LINK_SECONDS - 600..=LINK_SECONDS).contains(&seconds), "the link is valid for {seconds} s");

    let with_evidence = |format: &str| {
        export(&account, json!({"takeoff_id": takeoff.id, "format": format, "options": {"include_evidence": true}}))
    };
    let (_, table) = with_evidence("csv")?;
    let rows = table_rows(&table.bytes)?;
    assert!(rows.iter().any(|row| row["record"] == "item") && rows.iter().any(|row| row["record"] == "route"));
    let links: BTreeSet<&str> = rows.iter().map(|row| row["link"].as_str()).collect();
    for link in links {
        let opened = open(link)?;
        assert_eq!((opened.status, opened.bytes == pdf), (200, true), "{link}");
    }

    let Some(python) = Python::find()? else { return Ok(()) };
    let (_, workbook) = with_evidence("xlsx")?;
    let workbook = read_workbook(&python, &workbook.bytes)?;
    for sheet in ["Items", "Routes"] {
        let links = workbook[sheet]["links"].as_object().context("links")?;
        let links: BTreeSet<&str> = links.values().filter_map(Value::as_str).collect();
        assert!(!links.is_empty(), "{sheet} has no links");
        for link in links {
            let opened = open(link)?;
            assert_eq!((opened.status, opened.bytes == pdf), (200, true), "{sheet}: {link}");
        }
    }
    Ok(())
}

#[test]
fn a_category_has_one_spelling_in_all_formats() -> Result<()> {
    let Some(python) = Python::find()? else { return Ok(()) };
    let server = Server::start()?;
    let account = server.account("Ames & Sons")?;
    let takeoff = account.start_takeoff("E-101.pdf", &Drawing::e101(1, &Options::default()).pdf)?;
    account.wait_for_takeoff(&takeoff.id)?;
    let taxonomy = account.get("/reference/taxonomy")?.expect(200).json;
    let field = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let mut names = BTreeMap::new();
    for trade in taxonomy["trades"].as_array().context("trades")? {
        for category in trade["categories"].as_array().context("categories")? {
            names.insert((field(trade, "code"), field(category, "code")), field(category, "name"));
        }
    }

    // Files for programs have the codes of the API.
    let items = account.list_all(&format!("/takeoffs/{}/items", takeoff.id))?;
    let codes: BTreeMap<String, String> =
        items.iter().map(|item| (field(item, "id"), field(item, "category"))).collect();
    let (_, file) = export(&account, json!({"takeoff_id": takeoff.id, "format": "json"}))?;
    let rows = file.json["items"].as_array().context("items")?;
    let in_json: BTreeMap<String, String> = rows.iter().map(|row| (field(row, "id"), field(row, "category"))).collect();
    assert_eq!(in_json, codes);
    let (_, file) = export(&account, json!({"takeoff_id": takeoff.id, "format": "csv"}))?;
    let rows = table_rows(&file.bytes)?.into_iter().filter(|row| row["record"] == "item");
    let in_csv: BTreeMap<String, String> = rows.map(|row| (row["id"].clone(), row["category"].clone())).collect();
    assert_eq!(in_csv, codes);

    // The workbook has the names that the API gives to these codes, on both of its sheets.
    let expected: BTreeMap<String, String> = items
        .iter()
        .map(|item| (field(item, "id"), names[&(field(item, "trade"), field(item, "category"))].clone()))
        .collect();
    let (_, file) = export(&account, json!({"takeoff_id": takeoff.id, "format": "xlsx"}))?;
    let workbook = read_workbook(&python, &file.bytes)?;
    let sheet = workbook["Items"]["rows"].as_array().context("the items")?;
    let heads = sheet[0].as_array().context("the heads")?;
    let column = |name: &str| heads.iter().position(|head| head == name).with_context(|| format!("no column {name}"));
    let (id, category) = (column("ID")?, column("Category")?);
    let cell = |row: &Value, column: usize| row[column].as_str().unwrap_or_default().to_owned();
    let in_items: BTreeMap<String, String> =
        sheet[1..].iter().map(|row| (cell(row, id), cell(row, category))).collect();
    assert_eq!(in_items, expected);
    let summary = workbook["Summary"]["rows"].as_array().context("the summary")?;
    let lines = summary.iter().skip_while(|row| row[0] != "Line").skip(1).take_while(|row| row[0].is_number());
    let in_summary: BTreeSet<String> = lines.map(|line| cell(line, 2)).collect();
    assert_eq!(in_summary, expected.into_values().collect::<BTreeSet<_>>());
    Ok(())
}
