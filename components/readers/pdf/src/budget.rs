//! Estimates the cost of a page before it is interpreted, because a running interpretation cannot be stopped.

use std::collections::{HashMap, HashSet};

use hayro_syntax::content::UntypedIter;
use hayro_syntax::object::dict::keys::{ANNOTS, AP, CONTENTS, FORM, RESOURCES, SUBTYPE, XOBJECT};
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, Stream};
use hayro_syntax::page::Page;

use crate::limits;
use crate::measure::{LimitExceeded, check_length, decoded_length, max_length};
use plumbline_reader::Failure;

/// Keys that lead from a page's parts back to the document.
const BACK_REFERENCES: [&[u8]; 8] = [b"Parent", b"P", b"Dest", b"A", b"Popup", b"IRT", b"StructParent", b"Page"];

/// Checks that the page stays within [`crate::limits`].
///
/// # Errors
/// `capacity` if it does not.
pub(crate) fn check(page: &Page<'_>, page_number: u32) -> Result<(), Failure> {
    let failure = |what: &str| {
        Failure::capacity(format!("Page {page_number} has {what}. Split the sheet or export it with less detail."))
    };
    check_contents(page).map_err(|LimitExceeded| failure("too many drawing commands"))?;
    check_streams(page).map_err(|LimitExceeded| failure("fonts or other parts that are too large"))?;
    check_forms(page).map_err(|LimitExceeded| failure("too many drawing commands"))
}

/// Checks the length of the page's own content.
fn check_contents(page: &Page<'_>) -> Result<(), LimitExceeded> {
    let streams: Vec<Stream<'_>> = match page.raw().get::<Object<'_>>(CONTENTS) {
        Some(Object::Stream(stream)) => vec![stream],
        Some(Object::Array(array)) => array.iter::<Stream<'_>>().collect(),
        _ => Vec::new(),
    };
    let max_length = |s: &Stream<'_>| max_length(s.raw_data().len(), &s.filters());
    if streams.iter().map(max_length).fold(0, u64::saturating_add) <= limits::CONTENT_BYTES {
        return Ok(());
    }
    let mut remaining = limits::CONTENT_BYTES;
    for stream in streams {
        // An empty stream has the cost of opening it.
        let cost = decoded_length(&stream.raw_data(), &stream.filters(), remaining)?.saturating_add(16);
        remaining = remaining.checked_sub(cost).ok_or(LimitExceeded)?;
    }
    Ok(())
}

/// Checks the length of every stream that the page's resources and annotations refer to, except images, which are not
/// decoded.
fn check_streams(page: &Page<'_>) -> Result<(), LimitExceeded> {
    let xref = page.xref();
    let mut seen: HashSet<ObjectIdentifier> = HashSet::new();
    let resources = page.resources();
    let mut pending: Vec<Object<'_>> = [
        &resources.ext_g_states,
        &resources.fonts,
        &resources.color_spaces,
        &resources.x_objects,
        &resources.patterns,
        &resources.shadings,
    ]
    .into_iter()
    .map(|dict| Object::Dict(dict.clone()))
    .collect();
    pending.extend(page.raw().get::<Array<'_>>(ANNOTS).map(Object::Array));
    let mut examined = 0usize;
    while let Some(object) = pending.pop() {
        examined += 1;
        if examined > limits::OBJECTS {
            return Err(LimitExceeded);
        }
        let items: Vec<MaybeRef<Object<'_>>> = match &object {
            Object::Dict(dict) => entries(dict),
            Object::Array(array) => array.raw_iter().collect(),
            Object::Stream(stream) => {
                let kind = stream.dict().get::<Name<'_>>(SUBTYPE);
                match kind.as_deref() {
                    Some(b"Image") => {}
                    Some(FORM) => check_length(&stream.raw_data(), &stream.filters(), limits::CONTENT_BYTES)?,
                    _ => check_length(&stream.raw_data(), &stream.filters(), limits::STREAM_BYTES)?,
                }
                entries(stream.dict())
            }
            _ => Vec::new(),
        };
        for item in items {
            match item {
                MaybeRef::Ref(reference) => {
                    let id: ObjectIdentifier = reference.into();
                    if seen.insert(id) {
                        pending.extend(xref.get::<Object<'_>>(id));
                    }
                }
                MaybeRef::NotRef(inner @ (Object::Dict(_) | Object::Array(_) | Object::Stream(_))) => {
                    pending.push(inner)
                }
                MaybeRef::NotRef(_) => {}
            }
        }
    }
    Ok(())
}

fn entries<'a>(dict: &Dict<'a>) -> Vec<MaybeRef<Object<'a>>> {
    dict.entries().filter(|(key, _)| !BACK_REFERENCES.contains(&key.as_ref())).map(|(_, item)| item).collect()
}

/// A content stream with the forms that it draws.
#[derive(Default)]
struct Node {
    /// Its own decoded length.
    own_length: u64,
    /// The forms that it draws, by index, and how often.
    draws: Vec<(usize, u64)>,
}

/// The content streams of a page, as they are found.
#[derive(Default)]
struct Contents<'a> {
    nodes: Vec<Node>,
    index: HashMap<ObjectIdentifier, usize>,
    /// Nodes whose content is not added yet, with the objects that it may draw.
    pending: Vec<(usize, Stream<'a>, Dict<'a>)>,
}

impl<'a> Contents<'a> {
    /// Adds the content of a node: its length, and the forms among `objects` that it draws.
    fn add(&mut self, node: usize, content: &[u8], objects: &Dict<'a>) {
        self.nodes[node].own_length = content.len() as u64;
        let named = form_names(objects);
        if named.is_empty() {
            return;
        }
        let counts = draw_counts(UntypedIter::new(content));
        for (name, stream) in named {
            if let Some(&count) = counts.get(name.as_ref()) {
                let form = self.node(stream, objects);
                self.nodes[node].draws.push((form, count));
            }
        }
    }

    /// Returns the node of a form.
    fn node(&mut self, stream: Stream<'a>, outer: &Dict<'a>) -> usize {
        *self.index.entry(stream.obj_id()).or_insert_with(|| {
            // A form without its own resources uses those of the stream that draws it.
            let own_objects =
                stream.dict().get::<Dict<'_>>(RESOURCES).map(|r| r.get::<Dict<'_>>(XOBJECT).unwrap_or_default());
            self.nodes.push(Node::default());
            self.pending.push((self.nodes.len() - 1, stream, own_objects.unwrap_or_else(|| outer.clone())));
            self.nodes.len() - 1
        })
    }
}

/// Checks the cost of nested forms: a page of a few hundred bytes can request drawing that would never finish.
fn check_forms(page: &Page<'_>) -> Result<(), LimitExceeded> {
    let page_objects = &page.resources().x_objects;
    let mut contents = Contents { nodes: vec![Node::default()], ..Contents::default() };
    contents.add(0, page.page_stream().unwrap_or_default(), page_objects);
    if let Some(annotations) = page.raw().get::<Array<'_>>(ANNOTS) {
        for annotation in annotations.iter::<Dict<'_>>().take(limits::ANNOTATIONS) {
            let Some(appearances) = annotation.get::<Dict<'_>>(AP) else { continue };
            for stream in appearances.get::<Stream<'_>>(b"N").into_iter() {
                let node = contents.node(stream, page_objects);
                contents.nodes[0].draws.push((node, 1));
            }
        }
    }
    while let Some((node, stream, objects)) = contents.pending.pop() {
        if contents.nodes.len() > limits::FORMS {
            return Err(LimitExceeded);
        }
        let Ok(data) = stream.decoded_data() else { continue };
        contents.add(node, &data, &objects);
    }
    if cost(&contents.nodes) > limits::CONTENT_BYTES { Err(LimitExceeded) } else { Ok(()) }
}

/// Returns the forms of a resource dictionary with their names.
pub(crate) fn form_names<'a>(objects: &Dict<'a>) -> Vec<(Name<'a>, Stream<'a>)> {
    let is_form = |s: &Stream<'_>| s.dict().get::<Name<'_>>(SUBTYPE).is_some_and(|n| n.as_ref() == FORM);
    objects
        .keys()
        .filter_map(|name| Some((name.clone(), objects.get::<Stream<'_>>(name)?)))
        .filter(|(_, s)| is_form(s))
        .collect()
}

/// Returns how often `Do` draws each name.
fn draw_counts(mut content: UntypedIter<'_>) -> HashMap<Vec<u8>, u64> {
    let mut counts = HashMap::new();
    while let Some(instruction) = content.next() {
        if &**instruction.operator == b"Do"
            && let Some(Object::Name(name)) = instruction.operands().last()
        {
            *counts.entry(name.as_ref().to_vec()).or_insert(0) += 1;
        }
    }
    counts
}

/// Returns the cost of drawing the first node in bytes of content. Each form counts as often as it is drawn, down to
/// the depth at which the interpreter stops.
fn cost(nodes: &[Node]) -> u64 {
    let mut costs: Vec<u64> = nodes.iter().map(|n| n.own_length).collect();
    for _ in 0..limits::FORM_DEPTH {
        let next: Vec<u64> = nodes
            .iter()
            .map(|n| {
                // A form without content has the cost of opening it.
                n.draws.iter().fold(n.own_length, |sum, &(to, count)| {
                    sum.saturating_add(costs[to].saturating_add(16).saturating_mul(count))
                })
            })
            .collect();
        if next == costs {
            break;
        }
        costs = next;
    }
    costs.first().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_forms_multiply_and_cycles_end() {
        let node = |own_length, draws: &[(usize, u64)]| Node { own_length, draws: draws.to_vec() };
        assert_eq!(cost(&[node(100, &[(1, 3)]), node(50, &[])]), 100 + 3 * 66);
        let mut laughs = vec![node(10, &[(1, 1)])];
        laughs.extend((1..40).map(|i| node(10, &[(i + 1, 10)])));
        laughs.push(node(10, &[]));
        assert_eq!(cost(&laughs), u64::MAX);
        assert!(cost(&[node(10, &[(1, 1)]), node(10, &[(1, 1)])]) < 5000);
        assert_eq!(cost(&[node(10, &[(1, 1)]), node(10, &[(1, 4)])]), u64::MAX);
    }
}
