//! Marked files, read back with the PDF library: every mark must be on its symbol, at any page rotation.
#![allow(clippy::unwrap_used, reason = "a test stops where it finds what it did not expect")]

use lopdf::{Dictionary, Document, Object, ObjectId};
use plumbline_pdf::marks::{Mark, MarkError, mark};
use plumbline_sample::{Drawing, Options, Truth};

fn marks(truth: &Truth) -> Vec<Mark> {
    (1..)
        .zip(&truth.items)
        .map(|(number, item)| Mark {
            page: item.page,
            bbox: item.bbox,
            number,
            label: item.description.clone(),
            group: item.symbol.clone(),
        })
        .collect()
}

/// Returns the rectangles of the marks of a page, with their text.
fn squares(document: &Document, page: ObjectId) -> Vec<([f64; 4], String)> {
    let annotations = document.get_page_annotations(page).unwrap();
    annotations
        .into_iter()
        .map(|annotation| {
            assert_eq!(annotation.get(b"Subtype").unwrap().as_name().unwrap(), b"Square");
            let rect = annotation.get(b"Rect").unwrap().as_array().unwrap();
            let rect: Vec<f64> = rect.iter().map(|value| f64::from(value.as_float().unwrap())).collect();
            let text = lopdf::decode_text_string(annotation.get(b"Contents").unwrap()).unwrap();
            ([rect[0], rect[1], rect[2], rect[3]], text)
        })
        .collect()
}

/// Computes the user space position of a displayed, normalized point independently: turns the displayed page back, then
/// flips y.
fn user(rotation: u16, displayed: (f64, f64), [x, y]: [f64; 2]) -> (f64, f64) {
    let (x, y) = (x * displayed.0, y * displayed.1);
    match rotation {
        0 => (x, displayed.1 - y),
        90 => (y, x),
        180 => (displayed.0 - x, y),
        270 => (displayed.1 - y, displayed.0 - x),
        other => panic!("no such rotation: {other}"),
    }
}

#[test]
fn every_mark_encloses_its_symbol_on_every_rotation() {
    for (rotation, crop_margin) in [(0, 0.0), (90, 0.0), (180, 36.0), (270, 36.0)] {
        let drawing = Drawing::e101(3, &Options { rotation, crop_margin, ..Options::default() });
        let marked = mark(&drawing.pdf, &marks(&drawing.truth)).unwrap();
        let document = Document::load_mem(&marked).unwrap();
        let pages = document.get_pages();
        let squares = squares(&document, pages[&1]);
        assert_eq!(squares.len(), drawing.truth.items.len());
        let sheet = &drawing.truth.sheets[0];
        for (item, (rect, text)) in drawing.truth.items.iter().zip(squares) {
            assert!(text.ends_with(&item.description), "{text}");
            let [x0, y0, x1, y1] = item.bbox;
            for corner in [[x0, y0], [x1, y1]] {
                let (u, v) = user(rotation, (sheet.width_pt, sheet.height_pt), corner);
                let inside = rect[0] <= u && u <= rect[2] && rect[1] <= v && v <= rect[3];
                assert!(inside, "/Rotate {rotation}: ({u:.1}, {v:.1}) is outside {rect:?}");
            }
            // Near it too: the number is above the box, and nothing extends more than about 20 points.
            let symbol = (x1 - x0) * sheet.width_pt + (y1 - y0) * sheet.height_pt;
            assert!((rect[2] - rect[0]) + (rect[3] - rect[1]) < symbol + 50.0, "{rect:?}");
        }
    }
}

#[test]
fn the_list_names_every_kind_with_its_count() {
    let drawing = Drawing::e101(1, &Options::default());
    let marked = mark(&drawing.pdf, &marks(&drawing.truth)).unwrap();
    let document = Document::load_mem(&marked).unwrap();
    assert!(document.get_pages().len() >= 2);
    let last = document.get_pages().len() as u32;
    let text = document.extract_text(&[last]).unwrap();
    for (description, count) in drawing.truth.counts() {
        // Long descriptions wrap. Their first words are on one line.
        let beginning: String = description.chars().take(20).collect();
        assert!(text.contains(&beginning), "{beginning} is not in {text}");
        assert!(text.lines().any(|line| line.trim() == count.to_string()), "{count} of {description}");
    }

    let pages = document.get_pages();
    let root = document.catalog().unwrap().get(b"Outlines").unwrap().as_reference().unwrap();
    let groups = bookmarks(&document, bookmarks(&document, root)[0].1);
    let annotations = document.get_page_annotations(pages[&1]).unwrap();
    let swatches = swatches(&document, pages[&last]);
    assert_eq!(swatches.len(), groups.len());
    for (swatch, (title, id)) in swatches.iter().zip(groups) {
        let (label, _) = title.rsplit_once(" (").unwrap();
        let first = annotations.iter().find(|annotation| {
            lopdf::decode_text_string(annotation.get(b"Subj").unwrap()).is_ok_and(|subject| subject == label)
        });
        assert_same_color(swatch, &color(first.unwrap()), label);
        assert_same_color(swatch, &color(document.get_dictionary(id).unwrap()), label);
    }
}

/// Returns the color of an annotation or bookmark.
fn color(dictionary: &Dictionary) -> Vec<f32> {
    let color = dictionary.get(b"C").unwrap().as_array().unwrap();
    color.iter().map(|value| value.as_float().unwrap()).collect()
}

/// Returns the colors of the filled rectangles of a page, in order.
fn swatches(document: &Document, page: ObjectId) -> Vec<Vec<f32>> {
    let content = String::from_utf8(document.get_page_content(page)).unwrap();
    let filled = content.lines().filter_map(|line| line.strip_suffix(" re f")?.split_once(" rg "));
    filled.map(|(color, _)| color.split(' ').map(|value| value.parse().unwrap()).collect()).collect()
}

fn assert_same_color(one: &[f32], other: &[f32], kind: &str) {
    let near = one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-3);
    assert!(one.len() == 3 && other.len() == 3 && near, "{kind}: {one:?} and {other:?}");
}

#[test]
fn the_list_is_transliterated_and_marks_and_bookmarks_are_not() {
    let drawing = Drawing::e101(1, &Options::default());
    let label = "配管 ⌀50";
    let pipe = Mark { label: label.into(), ..marks(&drawing.truth).remove(0) };
    let document = Document::load_mem(&mark(&drawing.pdf, &[pipe]).unwrap()).unwrap();
    let pages = document.get_pages();
    let text = document.extract_text(&[pages.len() as u32]).unwrap();
    assert!(text.contains("Pei Guan Ø50"), "{text}");
    assert_eq!(squares(&document, pages[&1])[0].1, format!("1  {label}"));
    let root = document.catalog().unwrap().get(b"Outlines").unwrap().as_reference().unwrap();
    let groups = bookmarks(&document, bookmarks(&document, root)[0].1);
    assert_eq!(groups[0].0, format!("{label} (1)"));
}

#[test]
fn marking_twice_keeps_the_first_marks() {
    let drawing = Drawing::e101(1, &Options::default());
    let all = marks(&drawing.truth);
    let once = mark(&drawing.pdf, &all[..5]).unwrap();
    let twice = mark(&once, &all[5..9]).unwrap();
    let document = Document::load_mem(&twice).unwrap();
    assert_eq!(squares(&document, document.get_pages()[&1]).len(), 9);
    assert_eq!(document.get_pages().len(), 3);
}

#[test]
fn an_inherited_box_and_rotation_count() {
    let drawing = Drawing::e101(1, &Options { rotation: 90, ..Options::default() });
    let mut document = Document::load_mem(&drawing.pdf).unwrap();
    let page = document.get_pages()[&1];
    let parent = document.get_dictionary(page).unwrap().get(b"Parent").unwrap().as_reference().unwrap();
    for key in [&b"MediaBox"[..], b"CropBox", b"Rotate"] {
        let value = document.get_dictionary_mut(page).unwrap().remove(key).unwrap();
        document.get_dictionary_mut(parent).unwrap().set(key, value);
    }
    let mut inherited = Vec::new();
    document.save_to(&mut inherited).unwrap();
    let rects = |pdf: &[u8]| {
        let document = Document::load_mem(&mark(pdf, &marks(&drawing.truth)).unwrap()).unwrap();
        let pages = document.get_pages();
        let list = document.get_dictionary(pages[&2]).unwrap();
        assert_eq!(list.get(b"Rotate").and_then(Object::as_i64).unwrap(), 0);
        squares(&document, pages[&1])
    };
    assert_eq!(rects(&inherited), rects(&drawing.pdf));
}

#[test]
fn what_cannot_be_marked_is_refused_in_words() {
    let drawing = Drawing::e101(1, &Options::default());
    let good = marks(&drawing.truth).remove(0);
    assert!(matches!(mark(b"no pdf", &[]), Err(MarkError::Unreadable(_))));
    let page = Mark { page: 9, ..good.clone() };
    assert!(matches!(mark(&drawing.pdf, &[page]), Err(MarkError::NoSuchPage { page: 9, pages: 1, .. })));
    for bbox in [[0.4, 0.4, 0.3, 0.5], [0.0, 0.0, 1.2, 1.0], [f64::NAN, 0.0, 1.0, 1.0]] {
        let bad = Mark { bbox, ..good.clone() };
        assert!(matches!(mark(&drawing.pdf, &[bad]), Err(MarkError::BadBox { .. })));
    }
}

/// Returns the titles and destinations of the bookmarks below one, in order, by the links between them.
fn bookmarks(document: &Document, parent: ObjectId) -> Vec<(String, ObjectId)> {
    let mut found = Vec::new();
    let mut next = document.get_dictionary(parent).unwrap().get(b"First").and_then(Object::as_reference).ok();
    let mut before = None;
    while let Some(id) = next {
        let bookmark = document.get_dictionary(id).unwrap();
        assert_eq!(bookmark.get(b"Parent").unwrap().as_reference().unwrap(), parent);
        assert_eq!(bookmark.get(b"Prev").and_then(Object::as_reference).ok(), before);
        found.push((lopdf::decode_text_string(bookmark.get(b"Title").unwrap()).unwrap(), id));
        before = Some(id);
        next = bookmark.get(b"Next").and_then(Object::as_reference).ok();
    }
    let last = document.get_dictionary(parent).unwrap().get(b"Last").and_then(Object::as_reference).ok();
    assert_eq!(last, before);
    found
}

#[test]
fn every_group_has_a_bookmark_that_leads_to_its_first_mark() {
    let drawing = Drawing::e101(1, &Options::default());
    let marks = marks(&drawing.truth);
    let once = mark(&drawing.pdf, &marks).unwrap();
    // A file with bookmarks keeps them: if marked twice, it still has the first.
    let twice = mark(&once, &marks).unwrap();
    for (file, tops) in [(once, 1), (twice, 2)] {
        let document = Document::load_mem(&file).unwrap();
        let root = document.catalog().unwrap().get(b"Outlines").unwrap().as_reference().unwrap();
        let top = bookmarks(&document, root);
        assert_eq!(top.iter().map(|(title, _)| title.as_str()).collect::<Vec<_>>(), vec!["Takeoff"; tops]);
        let groups = bookmarks(&document, top[tops - 1].1);
        let mut expected: Vec<(&str, usize)> = Vec::new();
        for item in &drawing.truth.items {
            match expected.iter_mut().find(|(symbol, _)| *symbol == item.symbol) {
                Some((_, count)) => *count += 1,
                None => expected.push((&item.symbol, 1)),
            }
        }
        assert_eq!(groups.len(), expected.len());
        let pages = document.get_pages();
        for ((title, id), (symbol, count)) in groups.iter().zip(expected) {
            let first = drawing.truth.items.iter().find(|item| item.symbol == symbol).unwrap();
            assert_eq!(*title, format!("{} ({count})", first.description));
            let place = document.get_dictionary(*id).unwrap().get(b"Dest").unwrap().as_array().unwrap();
            assert_eq!(place[0].as_reference().unwrap(), pages[&first.page]);
            let sheet = &drawing.truth.sheets[0];
            let (left, upper) = user(0, (sheet.width_pt, sheet.height_pt), [first.bbox[0], first.bbox[1]]);
            let at = [&place[2], &place[3]].map(|value| f64::from(value.as_float().unwrap()));
            assert!((at[0] - left).abs() < 0.1 && (at[1] - upper).abs() < 0.1, "{at:?} is not {left} {upper}");
        }
    }
}

#[test]
fn without_marks_there_is_no_bookmark() {
    let drawing = Drawing::e101(1, &Options::default());
    let document = Document::load_mem(&mark(&drawing.pdf, &[]).unwrap()).unwrap();
    assert!(document.catalog().unwrap().get(b"Outlines").is_err());
}
