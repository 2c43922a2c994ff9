//! The blocks of a drawing, and the names of those that are symbols.
//!
//! A plan may itself be a block, bound from another drawing, with the devices as blocks in it. A device may also
//! consist of smaller blocks. So a block with several inserts is a *container*, and its inserts count separately. Any
//! other block is a symbol with everything in it.

use std::collections::{HashMap, HashSet};

use acadrust::entities::{EntityType, Insert};
use acadrust::xdata::XDataValue;
use acadrust::{CadDocument, Handle, Vector3};

/// The default base point of a block.
const ORIGIN: Vector3 = Vector3::ZERO;

/// Fewest inserts that make a block a container.
const MIN_INSERTS: usize = 4;

/// Most comparisons for the names of dynamic blocks.
const MAX_LOOKUPS: usize = 5_000_000;

/// The blocks of a drawing by their records.
#[derive(Debug)]
pub(crate) struct SymbolBlocks {
    by_name: HashMap<String, Handle>,
    records: HashMap<Handle, Record>,
    /// Definitions of inserts that show a variant of a dynamic block.
    dynamic: HashMap<Handle, String>,
}

#[derive(Debug)]
struct Record {
    name: String,
    entities: Vec<Handle>,
    base: Vector3,
    external: bool,
    container: bool,
}

impl SymbolBlocks {
    pub(crate) fn of(document: &CadDocument) -> Self {
        let mut by_name = HashMap::new();
        let mut records = HashMap::new();
        for record in document.block_records.iter() {
            // DXF stores the base point with the block's start, DWG with its record.
            let base = match document.get_entity(record.block_entity_handle) {
                Some(EntityType::Block(block)) if block.base_point != ORIGIN => block.base_point,
                _ => record.base_point,
            };
            let inserts = record.entity_handles.iter().filter_map(|h| match document.get_entity(*h)? {
                EntityType::Insert(insert) => {
                    Some(usize::from(insert.column_count.max(1)) * usize::from(insert.row_count.max(1)))
                }
                _ => None,
            });
            let container = record.flags.is_xref || inserts.sum::<usize>() >= MIN_INSERTS;
            by_name.insert(record.name.to_uppercase(), record.handle);
            let entry = Record {
                name: record.name.clone(),
                entities: record.entity_handles.clone(),
                base,
                external: record.flags.is_xref,
                container,
            };
            records.insert(record.handle, entry);
        }
        let mut blocks = Self { by_name, records, dynamic: HashMap::new() };
        blocks.propagate_containers(document);
        blocks.dynamic = blocks.definitions(document);
        blocks
    }

    /// Marks blocks that contain a container as containers too.
    fn propagate_containers(&mut self, document: &CadDocument) {
        let mut parents: HashMap<Handle, Vec<Handle>> = HashMap::new();
        for (handle, record) in &self.records {
            for entity in &record.entities {
                if let Some(EntityType::Insert(insert)) = document.get_entity(*entity)
                    && let Some(inner) = self.named(&insert.block_name)
                {
                    parents.entry(inner).or_default().push(*handle);
                }
            }
        }
        let mut pending: Vec<Handle> = self.records.iter().filter(|(_, r)| r.container).map(|(h, _)| *h).collect();
        let mut seen: HashSet<Handle> = pending.iter().copied().collect();
        while let Some(inner) = pending.pop() {
            for outer in parents.get(&inner).into_iter().flatten() {
                if seen.insert(*outer) {
                    pending.push(*outer);
                }
            }
        }
        for handle in seen {
            if let Some(record) = self.records.get_mut(&handle) {
                record.container = true;
            }
        }
    }

    /// Returns the names of the dynamic blocks that inserts of nameless blocks (`*U12`) show.
    fn definitions(&self, document: &CadDocument) -> HashMap<Handle, String> {
        let known = document.block_representations.len();
        let mut lookups = MAX_LOOKUPS.checked_div(known).unwrap_or(0);
        let anonymous = document.entities().filter_map(|e| match e {
            EntityType::Insert(insert) if insert.block_name.starts_with('*') => Some(insert),
            _ => None,
        });
        anonymous
            .filter_map(|insert| {
                let handle = insert.common.handle;
                let definition = self
                    .named(&insert.block_name)
                    .and_then(|record| dynamic_block_of(document, record))
                    .or_else(|| {
                        // Each lookup searches all of them.
                        lookups = lookups.checked_sub(1)?;
                        document.dynamic_definition_for_insert(handle)
                    });
                Some((handle, self.records.get(&definition?)?.name.clone()))
            })
            .collect()
    }

    /// Returns the record of a block by its name, ignoring case.
    pub(crate) fn named(&self, name: &str) -> Option<Handle> {
        self.by_name.get(&name.to_uppercase()).copied()
    }

    /// Returns the entities of a block.
    pub(crate) fn entities(&self, record: Handle) -> &[Handle] {
        self.records.get(&record).map_or(&[], |r| &r.entities)
    }

    /// Returns the point of a block that its inserts place at their insertion points.
    pub(crate) fn base(&self, record: Handle) -> Vector3 {
        self.records.get(&record).map_or(ORIGIN, |r| r.base)
    }

    /// Returns whether a block is an external drawing that the file only references.
    pub(crate) fn is_external(&self, record: Handle) -> bool {
        self.records.get(&record).is_some_and(|r| r.external && r.entities.is_empty())
    }

    /// Returns whether the inserts in a block count separately.
    pub(crate) fn is_container(&self, record: Handle) -> bool {
        self.records.get(&record).is_some_and(|r| r.container)
    }

    /// Returns the name of the symbol that an insert shows.
    pub(crate) fn name_of<'a>(&'a self, insert: &'a Insert, record: Handle) -> &'a str {
        let own = || self.records.get(&record).map_or(insert.block_name.as_str(), |r| r.name.as_str());
        self.dynamic.get(&insert.common.handle).map_or_else(own, String::as_str)
    }
}

/// Returns the dynamic block of a nameless variant, which AutoCAD stores in the record's extended data.
fn dynamic_block_of(document: &CadDocument, record: Handle) -> Option<Handle> {
    let note = document.object_xdata(record)?.get_record("AcDbBlockRepBTag")?;
    note.values.iter().find_map(|value| match value {
        XDataValue::Handle(definition) => Some(*definition),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use acadrust::{BlockRecord, Line};

    fn block(document: &mut CadDocument, name: &str, inserts: &[&str]) -> Handle {
        let mut record = BlockRecord::new(name);
        record.handle = document.allocate_handle();
        let handle = record.handle;
        document.block_records.add(record).unwrap();
        let mut line = Line::from_coords(0.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        line.common.owner_handle = handle;
        document.add_entity(EntityType::Line(line)).unwrap();
        for name in inserts {
            let mut insert = Insert::new(*name, ORIGIN);
            insert.common.owner_handle = handle;
            document.add_entity(EntityType::Insert(insert)).unwrap();
        }
        handle
    }

    #[test]
    fn a_plan_bound_as_a_block_is_a_container_and_a_device_of_two_blocks_is_not() {
        let mut document = CadDocument::new();
        block(&mut document, "CIRCLE", &[]);
        let device = block(&mut document, "Duplex", &["CIRCLE", "CIRCLE"]);
        let plan = block(&mut document, "E101$0$PLAN", &["Duplex"; 6]);
        let outer = block(&mut document, "ALL", &["E101$0$PLAN"]);
        let blocks = SymbolBlocks::of(&document);
        assert_eq!(blocks.named("DUPLEX"), Some(device));
        assert_eq!(blocks.entities(device).len(), 3);
        assert!(!blocks.is_container(device) && blocks.is_container(plan) && blocks.is_container(outer));
        assert_eq!(blocks.name_of(&Insert::new("DUPLEX", ORIGIN), device), "Duplex");
    }
}
