//! `plumbline component diff`: takes off a drawing with two versions of its extractor, and shows the differences in the
//! quantities. Runs in a temporary directory and does not change any tenant's takeoffs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use clap::Args;
use plumbline_engine::{Class, DEFAULT_TENANT, Slot};
use plumbline_storage::{Change, Environment, Publication, Scope, Storage, TenantId};
use plumbline_terminal as output;
use serde_json::{Value, json};

use crate::in_process::{InProcessClient, text, with_client};
use crate::program::{Program, Server};

/// Distance within which the centers of two marks count as the same place, relative to the page's width.
const SAME_PLACE: f64 = 0.003;
/// Relative difference above which quantities differ. Smaller ones are rounding.
const SAME_QUANTITY: f64 = 1e-6;

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The version to compare with: a digest, a `.wasm` file, or `bound` for the current version of the slot
    before: String,
    /// The version to compare
    after: String,
    /// The extractor's slot
    #[arg(long)]
    slot: Slot,
    /// Drawing to compare on
    #[arg(long, value_name = "FILE", required_unless_present = "document")]
    drawing: Option<PathBuf>,
    /// Document of the tenant to compare on, instead of a drawing; from production unless `--sandbox` is given
    #[arg(long, value_name = "ID", requires = "tenant", conflicts_with = "drawing")]
    document: Option<String>,
    /// The tenant of the document, and of the binding that `bound` means
    #[arg(long)]
    tenant: Option<TenantId>,
    /// Take the document from the sandbox
    #[arg(long)]
    sandbox: bool,
    /// Scale for sheets that do not state one
    #[arg(long)]
    scale: Option<String>,
}

impl Arguments {
    /// Returns whether a version or the drawing comes from an installation.
    pub fn needs_installation(&self) -> bool {
        self.drawing.is_none() || [&self.before, &self.after].into_iter().any(|version| !Path::new(version).is_file())
    }
}

/// The findings of one version.
struct Found {
    items: Vec<Value>,
    routes: Vec<Value>,
}

/// Runs the comparison.
///
/// # Errors
/// Returns an error if a version or the drawing cannot be read, or if a takeoff fails.
pub async fn run(program: &impl Program, arguments: Arguments, as_program: bool) -> Result<()> {
    if arguments.slot.class != Class::Extractor {
        bail!("slot: `{}` is not an extractor. Only extractors can be compared", arguments.slot);
    }
    // Opening a storage creates an installation, which a comparison of files does not need.
    let storage = if arguments.needs_installation() { Some(program.storage().await?) } else { None };
    let before = component(program, storage.as_ref(), &arguments, &arguments.before).await?;
    let after = component(program, storage.as_ref(), &arguments, &arguments.after).await?;
    let (name, drawing) = drawing(storage.as_ref(), &arguments).await?;
    drop(storage);
    let (before, after) = with_client(program, async |client| {
        let document = client.upload_drawing(&name, drawing.to_vec()).await?;
        let before = take_off(client, &arguments, &document, before).await.context("the first version failed")?;
        let after = take_off(client, &arguments, &document, after).await.context("the second version failed")?;
        Ok((before, after))
    })
    .await?;
    show(&before, &after, as_program)
}

/// Returns the bytes of a version.
async fn component(
    program: &impl Program,
    storage: Option<&Storage>,
    arguments: &Arguments,
    named: &str,
) -> Result<Bytes> {
    if Path::new(named).is_file() {
        return program.fetch(named).await;
    }
    let storage = storage.with_context(|| format!("the file {named} was not found"))?;
    let digest = if named == "bound" {
        let (slot, tenant) =
            (arguments.slot.to_string(), arguments.tenant.as_ref().map_or(DEFAULT_TENANT, TenantId::as_str));
        let current = storage.control.current().await?;
        let of = |tenant: &str| current.iter().find(|binding| binding.tenant == tenant && binding.slot == slot);
        let bound = of(tenant).or_else(|| of(DEFAULT_TENANT));
        bound.with_context(|| format!("{slot} does not have a binding. Give a digest or a file"))?.digest.clone()
    } else {
        program.digest(storage, named).await?
    };
    Ok(storage.control.component_bytes(&digest).await?.into())
}

async fn drawing(storage: Option<&Storage>, arguments: &Arguments) -> Result<(String, Bytes)> {
    if let Some(path) = &arguments.drawing {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("drawing.pdf").to_owned();
        return Ok((name, bytes.into()));
    }
    let (Some(document), Some(tenant), Some(storage)) = (&arguments.document, &arguments.tenant, storage) else {
        bail!("missing drawing. Use --drawing, or --document with --tenant");
    };
    let environment = if arguments.sandbox { Environment::Sandbox } else { Environment::Production };
    let scope = Scope::new(tenant.clone(), environment);
    let key = format!("documents/{document}/original");
    let failed = || format!("document: cannot read `{document}` in {environment}");
    let size = storage.blobs.size(&scope, &key).await.with_context(failed)?;
    let bytes = storage.blobs.read(&scope, &key, 0..size).await.with_context(failed)?;
    // The service recognizes files by their content. The extension only has to match it.
    let ending = match bytes.get(..4) {
        Some(b"%PDF") => "pdf",
        Some([b'A', b'C', b'1', b'0']) => "dwg",
        Some([0x89, b'P', b'N', b'G']) => "png",
        Some([0xff, 0xd8, ..]) => "jpg",
        _ => "dxf",
    };
    Ok((format!("{document}.{ending}"), bytes))
}

/// Binds a version in the temporary directory and takes off the document.
async fn take_off(
    client: &InProcessClient<impl Server>,
    arguments: &Arguments,
    document: &str,
    component: Bytes,
) -> Result<Found> {
    let (engine, control) = (client.server.engine(), &client.server.storage().control);
    let published = engine.publish(&arguments.slot, component, &Publication::by("diff")).await?;
    let (slot, by) = (arguments.slot.to_string(), Change::by("diff"));
    control.bind(DEFAULT_TENANT, &slot, &published.digest, "{}", &by).await?;
    engine.registry().refresh().await?;
    let mut request = json!({"document_id": document, "discipline": arguments.slot.name});
    if let Some(scale) = &arguments.scale {
        request["metadata"] = json!({"scale": scale});
    }
    let takeoff = client.take_off(&request).await?;
    let path = format!("/takeoffs/{}", text(&takeoff, "id"));
    Ok(Found {
        items: client.all(&format!("{path}/items")).await?,
        routes: client.all(&format!("{path}/routes")).await?,
    })
}

/// A line of the summary: description and unit.
type Line = (String, String);

/// The quantities of both versions, and the numbers of items that are only in one of them.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Difference {
    before: f64,
    after: f64,
    gone: usize,
    new: usize,
}

impl Difference {
    fn differs(&self) -> bool {
        let larger = self.before.abs().max(self.after.abs());
        self.gone + self.new > 0 || (self.before - self.after).abs() > SAME_QUANTITY * larger
    }
}

fn compare(before: &Found, after: &Found) -> BTreeMap<Line, Difference> {
    let mut lines: BTreeMap<Line, Difference> = BTreeMap::new();
    let item = |item: &Value| (text(item, "description").to_owned(), text(item, "unit").to_owned());
    let route = |route: &Value| {
        let size = text(&route["attributes"], "size");
        (format!("{} {size}", text(route, "system")).trim().to_owned(), text(route, "unit").to_owned())
    };
    for value in &before.items {
        lines.entry(item(value)).or_default().before += value["effective_quantity"].as_f64().unwrap_or(0.0);
    }
    for value in &after.items {
        lines.entry(item(value)).or_default().after += value["effective_quantity"].as_f64().unwrap_or(0.0);
    }
    for value in &before.routes {
        lines.entry(route(value)).or_default().before += value["quantity"].as_f64().unwrap_or(0.0);
    }
    for value in &after.routes {
        lines.entry(route(value)).or_default().after += value["quantity"].as_f64().unwrap_or(0.0);
    }
    for value in unmatched(&before.items, &after.items, item) {
        lines.entry(item(value)).or_default().gone += 1;
    }
    for value in unmatched(&after.items, &before.items, item) {
        lines.entry(item(value)).or_default().new += 1;
    }
    lines
}

/// Returns the items of one version that have no item of the same line at the same place in the other.
fn unmatched<'a>(these: &'a [Value], those: &[Value], line: impl Fn(&Value) -> Line) -> Vec<&'a Value> {
    let mut there: BTreeMap<(Line, i64), Vec<[f64; 2]>> = BTreeMap::new();
    for value in those {
        if let Some((page, place)) = place(value) {
            there.entry((line(value), page)).or_default().push(place);
        }
    }
    let mut is_there = |value: &&Value| {
        let Some((page, [x, y])) = place(value) else { return true };
        let Some(places) = there.get_mut(&(line(value), page)) else { return false };
        let near = |place: &[f64; 2]| (place[0] - x).hypot(place[1] - y) <= SAME_PLACE;
        places.iter().position(near).map(|index| places.swap_remove(index)).is_some()
    };
    these.iter().filter(|value| !is_there(value)).collect()
}

/// Returns the page of an item and the center of its first evidence.
fn place(item: &Value) -> Option<(i64, [f64; 2])> {
    let bbox = item["evidence"][0]["bbox"].as_array()?;
    let at = |index: usize| bbox.get(index).and_then(Value::as_f64);
    Some((item["page_number"].as_i64()?, [(at(0)? + at(2)?) / 2.0, (at(1)? + at(3)?) / 2.0]))
}

fn show(before: &Found, after: &Found, as_program: bool) -> Result<()> {
    let lines: Vec<(Line, Difference)> = compare(before, after).into_iter().collect();
    let changed: Vec<&(Line, Difference)> = lines.iter().filter(|(_, change)| change.differs()).collect();
    if changed.is_empty() && !as_program {
        output::line(format!("No differences in {} lines", lines.len()));
        return Ok(());
    }
    let number = |value: f64| format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned();
    output::rows(
        as_program,
        &changed,
        |((what, unit), change)| {
            json!({
                "description": what, "unit": unit, "before": change.before, "after": change.after,
                "items_gone": change.gone, "items_new": change.new,
            })
        },
        &["DESCRIPTION", "UNIT", "BEFORE", "AFTER", "CHANGE", "REMOVED", "ADDED"],
        |((what, unit), change)| {
            let by = change.after - change.before;
            vec![
                what.clone(),
                unit.clone(),
                number(change.before),
                number(change.after),
                format!("{}{}", if by > 0.0 { "+" } else { "" }, number(by)),
                change.gone.to_string(),
                change.new.to_string(),
            ]
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(description: &str, x: f64) -> Value {
        json!({"description": description, "unit": "EA", "effective_quantity": 1.0, "page_number": 1,
               "evidence": [{"page_number": 1, "bbox": [x, 0.5, x + 0.01, 0.51]}]})
    }

    fn found(items: Vec<Value>, length: f64) -> Found {
        let route = json!({"system": "conduit", "unit": "M", "quantity": length, "attributes": {"size": "20"}});
        Found { items, routes: vec![route] }
    }

    #[test]
    fn what_moved_is_gone_and_new_and_what_stayed_is_not_shown() {
        let before = found(vec![item("Lamp", 0.1), item("Lamp", 0.2), item("Socket", 0.3)], 12.5);
        let after = found(vec![item("Lamp", 0.1001), item("Lamp", 0.4), item("Socket", 0.3)], 13.0);
        let lines = compare(&before, &after);
        let lamp = lines[&("Lamp".to_owned(), "EA".to_owned())];
        assert_eq!((lamp.before, lamp.after, lamp.gone, lamp.new), (2.0, 2.0, 1, 1));
        assert!(lamp.differs());
        assert!(!lines[&("Socket".to_owned(), "EA".to_owned())].differs());
        assert!(lines[&("conduit 20".to_owned(), "M".to_owned())].differs());
    }
}
