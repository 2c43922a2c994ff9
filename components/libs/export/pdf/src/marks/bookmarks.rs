//! Bookmarks: one for each group, under one named Takeoff, after the file's own.

use crate::marks::model::{Mark, MarkError};
use crate::marks::page::View;
use crate::marks::palette::Color;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use std::collections::{BTreeMap, HashMap};

/// The title of the parent bookmark of the groups.
const TITLE: &str = "Takeoff";

/// A group with the data of its bookmark.
struct Group<'a> {
    first: &'a Mark,
    count: usize,
}

/// Adds the bookmarks, each linked to the first mark of its group. Without marks, the file's bookmarks are unchanged.
pub(crate) fn append(
    document: &mut Document,
    pages: &BTreeMap<u32, ObjectId>,
    marks: &[Mark],
    colors: &HashMap<&str, Color>,
) -> Result<(), MarkError> {
    let groups = groups(marks);
    if groups.is_empty() {
        return Ok(());
    }
    let root = root(document)?;
    let top = document.new_object_id();
    let ids: Vec<ObjectId> = groups.iter().map(|_| document.new_object_id()).collect();
    for (index, (group, id)) in groups.iter().zip(&ids).enumerate() {
        let page = pages[&group.first.page];
        let view = View::of(document, page).ok_or(MarkError::BadPage { page: group.first.page })?;
        let (width, height) = view.size();
        let (left, upper) = view.user(group.first.bbox[0] * width, group.first.bbox[1] * height);
        let [red, green, blue] = colors[group.first.group.as_str()];
        let mut bookmark = dictionary! {
            "Title" => lopdf::text_string(&format!("{} ({})", group.first.label, group.count)),
            "Parent" => top,
            "Dest" => vec![
                Object::Reference(page), "XYZ".into(), Object::Real(left as f32), Object::Real(upper as f32), Object::Null,
            ],
            "C" => vec![Object::Real(red), Object::Real(green), Object::Real(blue)],
        };
        link(&mut bookmark, "Prev", index.checked_sub(1).and_then(|before| ids.get(before)));
        link(&mut bookmark, "Next", ids.get(index + 1));
        document.objects.insert(*id, bookmark.into());
    }
    let mut takeoff = dictionary! {
        "Title" => lopdf::text_string(TITLE),
        "Parent" => root,
        "Count" => i64::try_from(groups.len()).unwrap_or(i64::MAX),
        "Dest" => vec![Object::Reference(pages[&groups[0].first.page]), "Fit".into()],
    };
    link(&mut takeoff, "First", ids.first());
    link(&mut takeoff, "Last", ids.last());
    let outlines = document.get_dictionary(root)?;
    let last = outlines.get(b"Last").and_then(Object::as_reference).ok();
    let shown = outlines.get(b"Count").and_then(Object::as_i64).unwrap_or(0).max(0);
    link(&mut takeoff, "Prev", last.as_ref());
    document.objects.insert(top, takeoff.into());
    if let Some(last) = last {
        document.get_dictionary_mut(last)?.set("Next", top);
    }
    let outlines = document.get_dictionary_mut(root)?;
    if last.is_none() {
        outlines.set("First", top);
    }
    outlines.set("Last", top);
    outlines.set("Count", shown + 1 + groups.len() as i64);
    Ok(())
}

/// Returns the root of the file's bookmarks. Creates one if the file has none that is usable.
fn root(document: &mut Document) -> Result<ObjectId, MarkError> {
    let found = document.catalog()?.get(b"Outlines").and_then(Object::as_reference).ok();
    let usable = |id: &ObjectId| {
        let Ok(outlines) = document.get_dictionary(*id) else { return false };
        // A root whose last bookmark is missing cannot be extended.
        outlines.get(b"Last").and_then(Object::as_reference).is_ok_and(|last| document.get_dictionary(last).is_ok())
    };
    if let Some(id) = found.filter(usable) {
        return Ok(id);
    }
    let id = document.add_object(dictionary! { "Type" => "Outlines" });
    document.catalog_mut()?.set("Outlines", id);
    Ok(id)
}

/// Returns the groups in the order of their first numbers.
fn groups(marks: &[Mark]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for mark in marks {
        match known.get(mark.group.as_str()) {
            Some(index) => groups[*index].count += 1,
            None => {
                known.insert(&mark.group, groups.len());
                groups.push(Group { first: mark, count: 1 });
            }
        }
    }
    groups
}

fn link(dictionary: &mut Dictionary, key: &str, to: Option<&ObjectId>) {
    if let Some(id) = to {
        dictionary.set(key, *id);
    }
}
