//! Reads the bill as a tree with quick-xml, and checks what the schema and an estimator require.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plumbline_exporter::testing::{FixedRows, FullOutput, header, item, route};
use plumbline_exporter::{ItemRow, Rows};
use plumbline_exporter_rib_itwo::write;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

#[derive(Debug, Default, Clone)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<Element>,
}

impl Element {
    fn of(start: &BytesStart) -> Self {
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.unwrap();
            let value = attribute.normalized_value(quick_xml::XmlVersion::Explicit1_0).unwrap().into_owned();
            (attribute.key.as_ref().to_owned(), value)
        });
        let name = start.name().as_ref().to_owned();
        Self { name, attributes: attributes.collect(), ..Self::default() }
    }

    fn attribute(&self, name: &str) -> &str {
        &self.attributes.iter().find(|(key, _)| key == name).unwrap().1
    }

    fn at(&self, path: &str) -> &Element {
        path.split('/').fold(self, |element, name| {
            element.children.iter().find(|child| child.name == name).unwrap_or_else(|| panic!("no {name} of {path}"))
        })
    }

    fn names(&self) -> Vec<&str> {
        self.children.iter().map(|child| child.name.as_str()).collect()
    }

    fn all<'a>(&'a self, name: &'a str) -> Vec<&'a Element> {
        let own = (self.name == name).then_some(self);
        own.into_iter().chain(self.children.iter().flat_map(|child| child.all(name))).collect()
    }

    fn words(&self) -> Vec<&str> {
        self.all("span").iter().map(|span| span.text.as_str()).collect()
    }
}

fn read(rows: &impl Rows) -> Element {
    let file = String::from_utf8(write(rows, Vec::new()).unwrap()).unwrap();
    let mut reader = Reader::from_str(&file);
    let mut open = vec![Element::default()];
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => open.push(Element::of(&start)),
            Event::End(_) => {
                let done = open.pop().unwrap();
                open.last_mut().unwrap().children.push(done);
            }
            Event::Text(text) => open.last_mut().unwrap().text.push_str(&text),
            Event::GeneralRef(name) => {
                let character = quick_xml::escape::resolve_predefined_entity(&name).unwrap();
                open.last_mut().unwrap().text.push_str(character);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open.len(), 1);
    open.remove(0).at("GAEB").clone()
}

#[test]
fn the_file_has_the_parts_of_a_tender_in_order() {
    let mut rows = FixedRows::new(header(), 1200, item);
    rows.routes = vec![route(1), route(2)];
    let gaeb = read(&rows);
    assert_eq!(gaeb.attribute("xmlns"), "http://www.gaeb.de/GAEB_DA_XML/DA83/3.3");
    assert_eq!(gaeb.names(), ["GAEBInfo", "PrjInfo", "Award"]);
    assert_eq!(gaeb.at("GAEBInfo").names(), ["Version", "VersDate", "Date", "Time", "ProgSystem", "ProgName"]);
    assert_eq!(gaeb.at("GAEBInfo/Time").text, "08:00:00");
    assert_eq!(gaeb.at("PrjInfo").names(), ["NamePrj", "LblPrj", "Descrip", "Cur", "CurLbl"]);
    assert_eq!(gaeb.at("PrjInfo/LblPrj").text, "Café «Größe» & Söhne, 2nd floor");
    assert_eq!(gaeb.at("Award").names(), ["DP", "AwardInfo", "BoQ"]);
    assert_eq!((gaeb.at("Award/DP").text.as_str(), gaeb.at("Award/AwardInfo/Cur").text.as_str()), ("83", "EUR"));
    let info = gaeb.at("Award/BoQ/BoQInfo");
    assert_eq!(info.names(), ["Name", "LblBoQ", "Date", "OutlCompl", "BoQBkdn", "BoQBkdn", "BoQBkdn"]);
    let lengths: Vec<&str> = info.all("Length").iter().map(|length| length.text.as_str()).collect();
    assert_eq!(lengths, ["2", "2", "4"]);

    let body = gaeb.at("Award/BoQ/BoQBody");
    assert_eq!(body.names(), ["Remark", "BoQCtgy"]);
    let about = body.at("Remark/Description/CompleteText/DetailTxt").words().join("\n");
    assert!(about.contains("tko_0123456789abcdefghijkl") && about.contains("extractor electrical 0.1.0"), "{about}");
    assert_eq!(body.at("BoQCtgy/LblTx").words(), ["Electrical"]);
    let items = body.all("Item");
    assert_eq!(items.len(), 2);
    assert_eq!(items[0].names(), ["Qty", "QU", "Description"]);
    assert_eq!((items[0].at("Qty").text.as_str(), items[0].at("QU").text.as_str()), ("1200.000", "St"));
    assert_eq!((items[1].at("Qty").text.as_str(), items[1].at("QU").text.as_str()), ("25.000", "m"));
    assert_eq!(items[0].attribute("RNoPart"), "0010");
    let text = items[0].at("Description/CompleteText");
    assert_eq!(text.names(), ["DetailTxt", "OutlineText"]);
    assert_eq!(text.at("OutlineText/OutlTxt/TextOutlTxt").words(), ["Duplex receptacle, 20 A"]);
    let detail = text.at("DetailTxt/Text").words();
    assert_eq!(detail[0], "Duplex receptacle, 20 A");
    assert!(detail[2].starts_with("Sheet E-101, page 1: 1000 St, https://") && detail[2].ends_with("#page=1"));
    assert_eq!(detail.len(), 4);
}

#[test]
fn without_evidence_there_are_no_places() {
    let mut head = header();
    head.include_evidence = false;
    let gaeb = read(&FixedRows::new(head, 3, item));
    assert_eq!(gaeb.all("Item")[0].at("Description/CompleteText/DetailTxt").words().len(), 2);
}

#[test]
fn an_empty_takeoff_is_a_bill_of_its_remark() {
    let gaeb = read(&FixedRows::new(header(), 0, item));
    assert_eq!(gaeb.at("Award/BoQ/BoQBody").names(), ["Remark"]);
}

#[test]
fn odd_characters_survive_and_those_that_xml_has_not_go() {
    let odd = "12\" × 6' <duct> & co; 配管 – Ø50\u{0}\u{b}ąćę]]>";
    let gaeb = read(&FixedRows::new(header(), 1, |i| ItemRow { description: odd.into(), ..item(i) }));
    let text = gaeb.all("Item")[0].at("Description/CompleteText");
    assert_eq!(text.at("OutlineText").words(), ["12\" × 6' <duct> & co; 配管 – Ø50 ąćę]]>"]);
    assert_eq!(text.at("DetailTxt").words()[..2], ["12\" × 6' <duct> & co; 配管 – Ø50", "ąćę]]>"]);
}

#[test]
fn long_names_are_shortened_and_whole_in_the_long_text() {
    let long = "Größe ".repeat(200);
    let mut head = header();
    head.project_name = long.clone();
    head.project_reference = None;
    let rows = FixedRows::new(head, 1, |i| ItemRow { description: long.clone(), unit: "PALLET".into(), ..item(i) });
    let gaeb = read(&rows);
    for (path, most) in [
        ("PrjInfo/NamePrj", 60),
        ("PrjInfo/LblPrj", 100),
        ("Award/BoQ/BoQInfo/Name", 20),
        ("Award/BoQ/BoQInfo/LblBoQ", 60),
    ] {
        let text = &gaeb.at(path).text;
        let length = text.chars().count();
        // The text has as many words as fit.
        assert!((most - 6..=most).contains(&length) && text.ends_with("Größe..."), "{path}: {text}");
    }
    let item = gaeb.all("Item")[0];
    assert_eq!(item.at("QU").text, "PALL");
    assert!(item.at("Description/CompleteText/OutlineText").words()[0].chars().count() <= 70);
    let detail = item.at("Description/CompleteText/DetailTxt").words();
    assert_eq!(detail[0], long.trim());
    assert!(detail[1].contains("unit: PALLET"));
}

#[test]
fn numbers_and_ids_are_unique_for_a_hundred_thousand_lines() {
    let rows = FixedRows::new(header(), 100_000, |i| ItemRow { description: format!("Part {i}"), ..item(i) });
    let gaeb = read(&rows);
    let items = gaeb.all("Item");
    let unique = |name: &str| items.iter().map(|i| i.attribute(name)).collect::<std::collections::HashSet<_>>().len();
    assert_eq!((items.len(), unique("ID"), unique("RNoPart")), (100_000, 100_000, 100_000));
    let lengths: Vec<usize> = gaeb.all("Length").iter().map(|length| length.text.parse().unwrap()).collect();
    assert!(lengths.iter().sum::<usize>() <= 14);
    assert!(items.iter().all(|item| item.attribute("RNoPart").len() == lengths[2]));
}

#[test]
fn a_total_is_rounded_once() {
    let rows = FixedRows::new(header(), 10_000, |i| ItemRow { effective_quantity: 0.0004, ..item(i) });
    assert_eq!(read(&rows).all("Item")[0].at("Qty").text, "4.000");
}

#[test]
fn a_quantity_beyond_the_schema_is_refused_in_words() {
    let rows = FixedRows::new(header(), 1, |i| ItemRow { effective_quantity: 1e8, ..item(i) });
    assert!(write(&rows, Vec::new()).unwrap_err().contains("GAEB"));
}

#[test]
fn a_full_sink_ends_the_export_with_its_own_words() {
    let rows = FixedRows::new(header(), 5000, |i| ItemRow { description: format!("Part {i}"), ..item(i) });
    assert_eq!(write(&rows, FullOutput).err().as_deref(), Some(FullOutput::ERROR));
}
