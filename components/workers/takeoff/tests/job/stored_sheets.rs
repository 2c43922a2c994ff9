//! Sheets and surveys that a takeoff adds to its document, and their bytes.

use super::*;

#[test]
fn a_deep_takeoff_looks_at_its_pages_once_and_says_where_it_could_not() {
    let db = takeoff(&[1, 2, 3], 30.0, "{}");
    db.execute("UPDATE takeoffs SET depth = 'deep'", []).unwrap();
    db.execute("UPDATE documents SET content_type = 'application/pdf', sheet_bytes = 300", []).unwrap();
    let stored = |db: &Db| {
        let row = db.query_opt("SELECT sheet_bytes FROM documents", []).unwrap().unwrap();
        row.opt_int("sheet_bytes").unwrap()
    };
    let page = |_| vec![Ok(findings(1, PageRate::DeepPage))];
    let mut extractor = extractor([(1, page(())), (2, page(())), (3, page(()))]);
    extractor.stored_bytes = 300;
    run(&db, &&extractor, &request()).unwrap();
    let looks: Vec<String> = extractor.log.borrow().iter().filter(|line| line.starts_with("look")).cloned().collect();
    assert_eq!(looks, ["look k application/pdf 1", "look k application/pdf 2", "look k application/pdf 3"]);
    let keys: Vec<bool> = extractor.requests.borrow().iter().map(|page| page.sheet_key.ends_with(".deep")).collect();
    assert_eq!(keys, [true, false, false]);
    let warned =
        db.query("SELECT page_number FROM takeoff_warnings WHERE position = 1000000 ORDER BY page_number", []).unwrap();
    let warned: Vec<u32> = warned.iter().map(|row| row.count("page_number").unwrap()).collect();
    assert_eq!(warned, [2, 3]);
    assert_eq!(stored(&db), Some(301), "the sheet of page 1 is a byte long");
    // Another takeoff of the document uses the sheet that this one made.
    let db = takeoff(&[1], 30.0, "{}");
    db.execute("UPDATE takeoffs SET depth = 'deep'", []).unwrap();
    extractor.log.borrow_mut().clear();
    run(&db, &&extractor, &request()).unwrap();
    assert!(!extractor.log.borrow().iter().any(|line| line.starts_with("look")));
    assert!(extractor.requests.borrow()[3].sheet_key.ends_with(".deep"));
    assert_eq!(stored(&db), Some(301), "a sheet counts once");
}

#[test]
fn surveys_count_as_stored_bytes_even_if_the_extractor_fails() {
    for is_failing in [false, true] {
        let db = takeoff(&[1], 20.0, "{}");
        db.execute("UPDATE documents SET sheet_bytes = 300", []).unwrap();
        let mut extractor = extractor([(1, vec![Ok(findings(1, PageRate::Page))])]);
        extractor.stored_bytes = 450;
        if is_failing {
            let message = "a survey exceeds its limit".to_owned();
            extractor.open_failure = Some(ExtractionFailure { code: ExtractionFailureCode::Capacity, message });
        }
        run(&db, &&extractor, &request()).unwrap();
        assert_eq!(status(&db), if is_failing { "failed" } else { "completed" });
        let row = db.query_opt("SELECT sheet_bytes FROM documents", []).unwrap().unwrap();
        assert_eq!(row.int("sheet_bytes").unwrap(), 450);
    }
}
