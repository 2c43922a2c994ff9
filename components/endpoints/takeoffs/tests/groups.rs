//! Consolidated lists: the groups stored with the items give the same results as the items themselves.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::collections::BTreeMap;

use plumbline_contract::ConfidenceBand;
use plumbline_contract::results::Attributes;
use plumbline_database::groups::{self, ItemGroup, Member};
use plumbline_database::{Db, DbResult, Row, Value as Sql, params, testing};
use plumbline_endpoint::testing::Harness;
use plumbline_endpoint_takeoffs::ROUTES;
use proptest::prelude::*;
use serde_json::{Value, json};

const TAKEOFF: &str = "tko_0000000000000000000001";
const TIME: &str = "2026-01-01T00:00:00.000Z";

/// Returns a tenant with a completed takeoff without items.
fn harness() -> Harness {
    let harness = Harness::new(ROUTES).unwrap();
    testing::insert_document(&harness.db, "doc_1", TIME).unwrap();
    testing::insert_takeoff(&harness.db, TAKEOFF, "doc_1", &[1, 2], TIME).unwrap();
    harness
}

/// An item of a drawing, without its position.
#[derive(Debug, Clone)]
struct DrawnItem {
    description: &'static str,
    tag: Option<&'static str>,
    unit: &'static str,
    category: &'static str,
    quantity: f64,
    group_id: Option<&'static str>,
    confidence: ConfidenceBand,
    attributes: Attributes,
    evidence: String,
}

impl DrawnItem {
    fn measure(&self) -> &'static str {
        if self.unit == "EA" { "count" } else { "length" }
    }

    fn member<'a>(&'a self, id: &'a str, position: i64) -> Member<'a> {
        Member {
            id,
            position,
            key: (self.description, self.tag, self.unit),
            kind: ["electrical", self.category, "luminaire", self.measure()],
            group_id: self.group_id,
            quantity: self.quantity,
            confidence: self.confidence,
            attributes: &self.attributes,
            evidence: &self.evidence,
        }
    }
}

/// Returns the lines of the pages of a list.
fn lines(pages: &[String]) -> Vec<Value> {
    let data = |page: &String| serde_json::from_str::<Value>(page).unwrap()["data"].as_array().unwrap().clone();
    pages.iter().flat_map(data).collect()
}

fn item_id(number: usize) -> String {
    format!("itm_{number:022}")
}

/// A tenant's takeoff that grows and is reviewed.
struct TakeoffFixture {
    harness: Harness,
    written: usize,
}

impl TakeoffFixture {
    fn new() -> Self {
        Self { harness: harness(), written: 0 }
    }

    fn insert(&mut self, page: i64, position: i64, item: &DrawnItem, first_position: Option<i64>) {
        self.harness
            .db
            .execute(
                "INSERT INTO items (id, takeoff_id, page_number, position, first_position, group_id, description, trade, \
                 category, item_type, measure_type, extracted_quantity, unit, tag, attributes, sheet_number, geometry, \
                 evidence, confidence, review_status, source) VALUES (?, ?, ?, ?, ?, ?, ?, 'electrical', ?, 'luminaire', ?, ?, \
                 ?, ?, ?, 'E-1', ?, ?, ?, 'extracted', 'plan')",
                params![
                    item_id(self.written),
                    TAKEOFF,
                    page,
                    position,
                    first_position,
                    item.group_id,
                    item.description,
                    item.category,
                    item.measure(),
                    item.quantity,
                    item.unit,
                    item.tag,
                    serde_json::to_string(&item.attributes).unwrap(),
                    json!({"type": "point", "page_number": page, "coordinate_space": "page_normalized",
                           "coordinates": [0.5, 0.5]})
                    .to_string(),
                    &item.evidence,
                    item.confidence.as_str(),
                ],
            )
            .unwrap();
        self.written += 1;
    }

    /// Returns the position after the last item of a sheet.
    fn next_position(&self, page: i64) -> i64 {
        let row =
            self.harness.db.query_opt("SELECT MAX(position) AS last FROM items WHERE page_number = ?", params![page]);
        row.unwrap().unwrap().opt_int("last").unwrap().map_or(0, |last| last + 1)
    }

    /// Writes a sheet with its groups, as the worker does. Does nothing if the sheet is already written.
    fn write_sheet(&mut self, page: i64, items: &[DrawnItem]) {
        if self.next_position(page) > 0 {
            return;
        }
        let ids: Vec<String> = (0..items.len()).map(|place| item_id(self.written + place)).collect();
        let members = (0i64..).zip(items.iter().zip(&ids)).map(|(position, (item, id))| item.member(id, position));
        let (found, first_positions) = groups::group(members).unwrap();
        for ((position, item), first) in (0i64..).zip(items).zip(first_positions) {
            self.insert(page, position, item, Some(first));
        }
        let rows = found.into_iter().map(|group| Ok(group.columns(TAKEOFF, page as u32)));
        let inserted: DbResult<()> = self.harness.db.transaction(|tx| tx.insert_all("item_groups", rows));
        inserted.unwrap();
    }

    fn ids(&self) -> Vec<String> {
        let rows = self.harness.db.query("SELECT id FROM items ORDER BY id", []).unwrap();
        rows.iter().map(|row| row.text("id").unwrap()).collect()
    }

    /// Returns all lines of a list, page by page.
    fn list(&self, query: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let mut cursor = String::new();
        loop {
            let answer =
                self.harness.get(&format!("/takeoffs/{TAKEOFF}/items?consolidated=true&limit=2{query}{cursor}"));
            assert_eq!(answer.status, 200, "{query}: {}", answer.value());
            let body = answer.value();
            lines.push(String::from_utf8(answer.body).unwrap());
            let Some(next) = body["next_cursor"].as_str() else { return lines };
            cursor = format!("&cursor={next}");
        }
    }

    fn lists(&self) -> Vec<Vec<String>> {
        let queries = [
            "",
            "&units=metric",
            "&units=imperial",
            "&page_number=2",
            "&category=power",
            "&measure_type=length",
            "&review_status=extracted",
            "&review_status=accepted&units=metric",
            "&review_status=rejected",
            "&review_status=extracted&category=lighting",
            "&review_status=accepted&page_number=1",
        ];
        queries.iter().map(|query| self.list(query)).collect()
    }

    /// Checks that lists are the same without groups, and that their sums match the summary.
    fn check_lists(&self) {
        let db = &self.harness.db;
        let with_groups = self.lists();
        self.check_lines(&with_groups[0]);
        self.check_lines(&self.list("&review_status=extracted&units=metric"));
        self.check_sums(&with_groups[0]);
        let first_positions = db.query("SELECT id, first_position FROM items", []).unwrap();
        db.execute("UPDATE items SET first_position = NULL", []).unwrap();
        assert_eq!(with_groups, self.lists());
        for row in first_positions {
            let values = params![row.opt_int("first_position").unwrap(), row.text("id").unwrap()];
            db.execute("UPDATE items SET first_position = ? WHERE id = ?", values).unwrap();
        }
    }

    /// Checks that each line is found by its id and accepts a review with its version.
    fn check_lines(&self, pages: &[String]) {
        for line in lines(pages) {
            let path = format!("/takeoffs/{TAKEOFF}/items/{}", line["id"].as_str().unwrap());
            let version = line["version"].as_str().unwrap();
            let found = self.harness.call("PATCH", &path, Some(&json!({})), &[("if-match", version)]);
            assert_eq!(found.status, 200, "{line}: {}", found.value());
            for field in ["page_number", "description", "tag"] {
                assert_eq!(found.value()[field], line[field]);
            }
        }
    }

    fn check_sums(&self, pages: &[String]) {
        let mut sums = BTreeMap::new();
        for line in lines(pages) {
            *sums.entry(line["unit"].to_string()).or_insert(0.0) += line["effective_quantity"].as_f64().unwrap();
        }
        let summary = self.harness.get(&format!("/takeoffs/{TAKEOFF}/summary")).value();
        for total in summary["totals"].as_array().unwrap() {
            *sums.entry(total["unit"].to_string()).or_insert(0.0) -= total["quantity"].as_f64().unwrap();
        }
        assert!(sums.values().all(|left| left.abs() < 1e-3), "{sums:?} are left of the summary's totals");
    }

    /// Checks that the stored groups equal those made from the items that have one.
    fn check_groups(&self) {
        let db = &self.harness.db;
        for page in [1, 2] {
            let items = db
                .query(
                    "SELECT * FROM items WHERE page_number = ? AND first_position IS NOT NULL ORDER BY position",
                    params![page as i64],
                )
                .unwrap();
            let items: Vec<_> = items.iter().map(StoredItem::from_row).collect();
            let (expected, first_positions) = groups::group(items.iter().map(StoredItem::member)).unwrap();
            assert_eq!(stored_groups(db, page), expected);
            assert_eq!(items.iter().map(|item| item.first_position).collect::<Vec<_>>(), first_positions);
        }
    }

    /// Returns whether every item has a group.
    fn is_grouped(&self) -> bool {
        let row =
            self.harness.db.query_opt("SELECT COUNT(*) AS n FROM items WHERE first_position IS NULL", []).unwrap();
        row.unwrap().int("n").unwrap() == 0
    }
}

/// An item from its row.
struct StoredItem {
    id: String,
    position: i64,
    first_position: i64,
    texts: [String; 7],
    tag: Option<String>,
    group_id: Option<String>,
    quantity: f64,
    confidence: ConfidenceBand,
    attributes: Attributes,
}

impl StoredItem {
    fn from_row(row: &Row) -> Self {
        let names = ["description", "unit", "trade", "category", "item_type", "measure_type", "evidence"];
        Self {
            id: row.text("id").unwrap(),
            position: row.int("position").unwrap(),
            first_position: row.int("first_position").unwrap(),
            texts: names.map(|name| row.text(name).unwrap()),
            tag: row.opt_text("tag").unwrap(),
            group_id: row.opt_text("group_id").unwrap(),
            quantity: row.real("extracted_quantity").unwrap(),
            confidence: row.name("confidence").unwrap(),
            attributes: row.json("attributes").unwrap(),
        }
    }

    fn member(&self) -> Member<'_> {
        let [description, unit, trade, category, item_type, measure_type, evidence] =
            self.texts.each_ref().map(String::as_str);
        Member {
            id: &self.id,
            position: self.position,
            key: (description, self.tag.as_deref(), unit),
            kind: [trade, category, item_type, measure_type],
            group_id: self.group_id.as_deref(),
            quantity: self.quantity,
            confidence: self.confidence,
            attributes: &self.attributes,
            evidence,
        }
    }
}

/// Returns the groups of a sheet from the database.
fn stored_groups(db: &Db, page: u32) -> Vec<ItemGroup> {
    let sql = "SELECT * FROM item_groups WHERE page_number = ? ORDER BY first_position";
    db.query(sql, params![page]).unwrap().into_iter().map(|row| row.read().unwrap()).collect()
}

/// A change of the takeoff. Numbers choose an item.
#[derive(Debug, Clone)]
enum Step {
    /// The worker writes a sheet.
    Sheet(i64, Vec<DrawnItem>),
    /// Another program writes an item without a group.
    Item(i64, DrawnItem),
    /// A caller reviews an item.
    Review(usize, Value),
    /// A caller reviews a line.
    Line(usize, Value),
    /// Another program accepts an item.
    Accept(usize),
    /// Another program changes an extracted value.
    Change(usize, &'static str, &'static str),
    /// Another program deletes an item.
    Delete(usize),
}

fn drawn_item() -> impl Strategy<Value = DrawnItem> {
    let attributes = prop::sample::select(vec![
        "{}",
        r#"{"layer":"E"}"#,
        r#"{"layer":"E","on":true,"width_mm":0.35}"#,
        r#"{"layer":"F","on":true,"width_mm":1}"#,
    ]);
    let evidence = prop::sample::select(vec![
        "[]",
        r#"[{"page_number":1,"bbox":[0.1,0.1,0.2,0.2]}]"#,
        r#"[{"page_number":1,"bbox":[0.3,0.1,0.4,0.2]},{"page_number":2,"bbox":[0.0,0.0,1.0,1.0]}]"#,
    ]);
    (
        prop::sample::select(vec!["A", "A", "B"]),
        prop::sample::select(vec![None, None, Some("x")]),
        prop::sample::select(vec!["EA", "EA", "M", "FT"]),
        prop::sample::select(vec!["lighting", "lighting", "lighting", "lighting", "lighting", "power"]),
        1u32..40,
        prop::sample::select(vec![None, Some("g"), Some("g"), Some("h")]),
        prop::sample::select(ConfidenceBand::ALL.to_vec()),
        attributes,
        evidence,
    )
        .prop_map(|(description, tag, unit, category, eighths, group_id, confidence, attributes, evidence)| {
            DrawnItem {
                description,
                tag,
                unit,
                category,
                quantity: f64::from(eighths) / 8.0,
                group_id,
                confidence,
                attributes: serde_json::from_str(attributes).unwrap(),
                evidence: evidence.to_owned(),
            }
        })
}

fn step() -> impl Strategy<Value = Step> {
    let review = prop::sample::select(vec![
        json!({"review_status": "accepted"}),
        json!({"review_status": "accepted", "note": "seen"}),
        json!({"review_status": "rejected"}),
        json!({"quantity_override": 2.7}),
        json!({"quantity_override": null}),
        json!({"note": "seen"}),
        json!({"note": null}),
    ]);
    let of_a_line = prop::sample::select(vec![
        json!({"review_status": "accepted"}),
        json!({"review_status": "rejected", "note": "twice"}),
        json!({"quantity_override": null, "note": null}),
    ]);
    let change = prop::sample::select(vec![
        ("description", "'B'"),
        ("tag", "'x'"),
        ("extracted_quantity", "7.25"),
        ("attributes", "'{\"layer\":\"G\"}'"),
        ("evidence", "'[]'"),
        ("category", "'power'"),
        ("page_number", "2"),
        ("position", "position + 1000"),
    ]);
    let number = any::<prop::sample::Index>().prop_map(|index| index.index(1 << 16));
    prop_oneof![
        4 => (1i64..=2, prop::collection::vec(drawn_item(), 1..9)).prop_map(|(page, items)| Step::Sheet(page, items)),
        1 => (1i64..=2, drawn_item()).prop_map(|(page, item)| Step::Item(page, item)),
        12 => (number.clone(), review).prop_map(|(item, body)| Step::Review(item, body)),
        4 => (number.clone(), of_a_line).prop_map(|(line, body)| Step::Line(line, body)),
        2 => number.clone().prop_map(Step::Accept),
        1 => (number.clone(), change).prop_map(|(item, (column, value))| Step::Change(item, column, value)),
        1 => number.prop_map(Step::Delete),
    ]
}

impl TakeoffFixture {
    fn apply(&mut self, step: &Step) {
        let ids = self.ids();
        let id = |number: usize| (!ids.is_empty()).then(|| ids[number % ids.len()].clone());
        match step {
            Step::Sheet(page, items) => self.write_sheet(*page, items),
            Step::Item(page, item) => self.insert(*page, self.next_position(*page), &item.clone(), None),
            Step::Review(number, body) => {
                let Some(id) = id(*number) else { return };
                let answer = self.harness.call("PATCH", &format!("/takeoffs/{TAKEOFF}/items/{id}"), Some(body), &[]);
                assert_eq!(answer.status, 200, "{}", answer.value());
            }
            Step::Line(number, body) => {
                let lines = lines(&self.list(""));
                let Some(line) = lines.get(number % lines.len().max(1)) else { return };
                let path = format!("/takeoffs/{TAKEOFF}/items/{}", line["id"].as_str().unwrap());
                let answer = self.harness.call("PATCH", &path, Some(body), &[]);
                assert_eq!(answer.status, 200, "{}", answer.value());
            }
            Step::Accept(number) => {
                let sql = "UPDATE items SET review_status = 'accepted' WHERE id = ?";
                self.harness.db.execute(sql, params![id(*number)]).unwrap();
            }
            Step::Change(number, column, value) => {
                let sql = format!("UPDATE OR IGNORE items SET {column} = {value} WHERE id = ?");
                self.harness.db.execute(&sql, params![id(*number)]).unwrap();
            }
            Step::Delete(number) => {
                self.harness.db.execute("DELETE FROM items WHERE id = ?", params![id(*number)]).unwrap();
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn kept_groups_equal_those_of_the_items_whatever_happens(steps in prop::collection::vec(step(), 1..20)) {
        let mut fixture = TakeoffFixture::new();
        for step in &steps {
            fixture.apply(step);
            fixture.check_groups();
            fixture.check_lists();
        }
        fixture.harness.db.execute("DELETE FROM takeoffs", []).unwrap();
        assert_eq!(fixture.harness.scalar("SELECT COUNT(*) FROM item_groups").unwrap(), Some(Sql::Integer(0)));
    }

    #[test]
    fn reviews_leave_every_item_in_its_group(
        items in prop::collection::vec(drawn_item(), 1..12),
        steps in prop::collection::vec(step(), 1..20),
    ) {
        let mut fixture = TakeoffFixture::new();
        fixture.write_sheet(1, &items);
        for step in steps.iter().filter(|step| matches!(step, Step::Review(..) | Step::Line(..) | Step::Accept(_))) {
            fixture.apply(step);
        }
        assert!(fixture.is_grouped());
        fixture.check_groups();
        fixture.check_lists();
    }
}

/// Evidence that is too long to be stored comes from the items, and a sheet may have more items than fit into one result of
/// the host.
#[test]
fn groups_of_thousands_are_whole() {
    let mut fixture = TakeoffFixture::new();
    let item = |description, number: usize| DrawnItem {
        description,
        tag: None,
        unit: "M",
        category: "lighting",
        quantity: 0.1 * number as f64,
        group_id: None,
        confidence: ConfidenceBand::High,
        attributes: Attributes::new(),
        evidence: format!(r#"[{{"page_number":1,"bbox":[0.1,0.1,0.2,{}]}}]"#, number as f64 / 1e4),
    };
    let items: Vec<DrawnItem> = (0..6_000).map(|number| item(["A", "B"][number % 2], number)).collect();
    fixture.write_sheet(1, &items);
    fixture.write_sheet(2, &[item("A", 1), item("C", 2)]);
    assert!(stored_groups(&fixture.harness.db, 1).iter().all(|group| group.evidence.is_none()));
    let body: Value = serde_json::from_str(&fixture.list("")[0]).unwrap();
    let evidence = body["data"][1]["evidence"].as_array().unwrap();
    assert_eq!((evidence.len(), &evidence[2_999]["bbox"][3]), (3_000, &json!(0.5999)));
    fixture.check_groups();
    fixture.check_lists();
}
