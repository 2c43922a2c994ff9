//! The cost of a takeoff: by the rate of each page, within minimum and hold, and once per request.

use super::*;

/// Returns the charges recorded for requests. The takeoff of these tests belongs to `req_1`.
fn charged(db: &Db) -> Vec<(String, String, f64)> {
    let rows = db.query("SELECT request_id, job_id, credits FROM usage_charges", []).unwrap();
    rows.iter()
        .map(|row| (row.text("request_id").unwrap(), row.text("job_id").unwrap(), row.real("credits").unwrap()))
        .collect()
}

fn asked_by_request(pages: &[u32], hold: f64) -> Rc<Db> {
    let db = takeoff(pages, hold, "{}");
    db.execute("UPDATE takeoffs SET request_id = 'req_1'", []).unwrap();
    db
}

#[test]
fn the_charge_is_what_each_page_needed_within_minimum_and_hold() {
    use PageRate::{DeepPage, Page, TextPage};
    // Rates of the pages, the hold, the charge.
    let cases: [(&[PageRate], f64, f64); 6] = [
        (&[Page, Page, TextPage, TextPage, DeepPage], 50.0, 16.0),
        (&[TextPage; 30], 15.0, 15.0),
        (&[Page; 4], 40.0, 10.0),
        (&[TextPage], 10.0, 10.0),
        // An extractor that needs more than the estimate. The caller never pays more than the hold.
        (&[Page; 10], 10.0, 10.0),
        (&[DeepPage, DeepPage], 19.9, 19.9),
    ];
    for (rates, hold, charge) in cases {
        let pages: Vec<u32> = (1..).take(rates.len()).collect();
        let db = asked_by_request(&pages, hold);
        let answers = pages.iter().zip(rates).map(|(page, rate)| (*page, vec![Ok(findings(1, *rate))]));
        run(&db, &&extractor(answers), &request()).unwrap();
        assert_eq!((status(&db).as_str(), state(&db).real("credits_charged").unwrap()), ("completed", charge));
        assert_eq!(credits(&db), (100.0 - charge, 0.0, charge), "{rates:?}");
        assert_eq!(charged(&db), [("req_1".to_owned(), TKO.to_owned(), charge)], "{rates:?}");
        run(&db, &&extractor([]), &request()).unwrap();
        assert_eq!((charged(&db).len(), credits(&db).2), (1, charge), "a repeated job charges nothing again");
    }
}

#[test]
fn a_failed_takeoff_charges_its_request_nothing() {
    let db = asked_by_request(&[1, 2], 10.0);
    let all = extractor((1..=2).map(|page| (page, vec![failure(ExtractionFailureCode::Capacity, "too many paths")])));
    run(&db, &&all, &request()).unwrap();
    assert_eq!((status(&db).as_str(), state(&db).real("credits_charged").unwrap()), ("failed", 0.0));
    assert_eq!((credits(&db), charged(&db)), ((100.0, 0.0, 0.0), vec![]));
    assert_eq!(count(&db, "ledger"), 3, "grant, hold, release");

    let db = asked_by_request(&[1], 10.0);
    abandon(&db, &request()).unwrap();
    assert_eq!((credits(&db), charged(&db)), ((100.0, 0.0, 0.0), vec![]));
}

#[test]
fn a_cancelled_takeoff_charges_its_finished_pages_at_least_the_minimum() {
    let cases = [
        (Ok(findings(1, PageRate::DeepPage)), 20.0),
        (Ok(findings(1, PageRate::TextPage)), 10.0),
        (failure(ExtractionFailureCode::Capacity, "too many paths"), 0.0),
    ];
    for (outcome, expected) in cases {
        let db = asked_by_request(&[1, 2, 3], 30.0);
        let mut extractor = extractor((1..=3).map(|page| (page, vec![outcome.clone()])));
        let hand = db.clone();
        extractor.before = Some(Box::new(move |page| {
            if page == 2 {
                hand.execute("UPDATE takeoffs SET cancel_requested = 1", []).unwrap();
            }
        }));
        run(&db, &&extractor, &request()).unwrap();
        assert_eq!((status(&db).as_str(), count(&db, "takeoff_pages")), ("cancelled", 2));
        assert_eq!(
            (credits(&db), state(&db).real("credits_charged").unwrap()),
            ((100.0 - expected, 0.0, expected), expected)
        );
        let noted: f64 = charged(&db).iter().map(|(_, _, credits)| credits).sum();
        assert_eq!(noted, expected);
    }
}

#[test]
fn a_charge_outlives_its_takeoff_and_needs_no_request() {
    let db = asked_by_request(&[1], 10.0);
    run(&db, &&extractor([(1, vec![Ok(findings(1, PageRate::Page))])]), &request()).unwrap();
    db.execute("DELETE FROM projects", []).unwrap();
    assert_eq!((count(&db, "takeoffs"), charged(&db).len()), (0, 1));

    let db = takeoff(&[1], 10.0, "{}");
    run(&db, &&extractor([(1, vec![Ok(findings(1, PageRate::Page))])]), &request()).unwrap();
    assert_eq!((status(&db).as_str(), credits(&db).2, charged(&db).len()), ("completed", 10.0, 0));
}
