//! A walk over the entities of a block and of the blocks inserted in it, which passes the drawn parts to a sink.

use std::collections::{BTreeMap, BTreeSet};

use acadrust::entities::{AttributeEntity, EntityType, Insert};
use acadrust::{CadDocument, Handle, Vector3};
use kurbo::{Affine, BezPath};
use plumbline_sheet::NONE;

use crate::curves::{placed, sound};
use crate::limits;
use crate::place::{flat, inserts, object};
use crate::style::{Inherited, Look, Shown, Styles};
use crate::symbol_blocks::SymbolBlocks;
use crate::text::{self, Run};

/// The width of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Width {
    /// The line weight of its look.
    Weight,
    /// A width in drawing units.
    Units(f64),
}

/// The paint of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Paint {
    Stroke(Width),
    /// A fill in the look's color.
    Fill,
    /// A fill in the gray that represents patterns.
    Pattern,
}

/// A receiver of the drawn parts.
pub(crate) trait Sink {
    /// Adds an insert of a symbol. Returns the number for its paths.
    fn insert(&mut self, name: &str) -> u32;
    /// Adds a path in world coordinates.
    fn path(&mut self, path: BezPath, paint: Paint, look: &Look, insert: u32);
    /// Adds a line of text in world coordinates.
    fn text(&mut self, run: Run, look: &Look);
    /// Returns the limit that was exceeded, if any, worded for "The page has …".
    fn over(&self) -> Option<&'static str>;
}

/// The context of an entity: its coordinates and inherited properties.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) place: Affine,
    pub(crate) inherited: Inherited,
    /// Number of the symbol that it belongs to.
    pub(crate) insert: u32,
    /// Whether it is part of a dimension, a table or a leader, which are not symbols.
    annotation: bool,
    depth: usize,
}

impl Default for Frame {
    fn default() -> Self {
        Self { place: Affine::IDENTITY, inherited: Inherited::default(), insert: NONE, annotation: false, depth: 0 }
    }
}

/// A walk over one page.
pub(crate) struct Walker<'a, S> {
    pub(crate) document: &'a CadDocument,
    pub(crate) styles: &'a Styles,
    pub(crate) symbols: &'a SymbolBlocks,
    pub(crate) sink: S,
    /// Names of omitted entities with their counts.
    pub(crate) left_out: BTreeMap<&'static str, usize>,
    /// Layers that are switched off and contain entities.
    pub(crate) off: BTreeSet<String>,
    drawn: u64,
    over: Option<&'static str>,
    open: Vec<Handle>,
}

impl<'a, S: Sink> Walker<'a, S> {
    pub(crate) fn new(document: &'a CadDocument, styles: &'a Styles, symbols: &'a SymbolBlocks, sink: S) -> Self {
        let (left_out, off, open) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        Self { document, styles, symbols, sink, left_out, off, drawn: 0, over: None, open }
    }

    /// Walks a block, starting at its own record.
    ///
    /// # Errors
    /// The name of an exceeded limit.
    pub(crate) fn walk(&mut self, record: Handle) -> Result<(), &'static str> {
        self.block(record, &Frame::default());
        self.over.map_or(Ok(()), Err)
    }

    fn full(&mut self) -> bool {
        if self.over.is_none() {
            self.over = if self.drawn > limits::DRAWN { Some("too many entities") } else { self.sink.over() };
        }
        self.over.is_some()
    }

    fn leave_out(&mut self, what: &'static str) {
        *self.left_out.entry(what).or_default() += 1;
    }

    fn block(&mut self, record: Handle, frame: &Frame) {
        let document = self.document;
        let symbols = self.symbols;
        // A block within itself is damage, because AutoCAD does not allow it.
        if self.open.contains(&record) || frame.depth > limits::DEPTH {
            self.leave_out("blocks that contain themselves or are nested too deep");
            return;
        }
        self.open.push(record);
        for handle in symbols.entities(record) {
            self.drawn += 1;
            if self.full() {
                break;
            }
            if let Some(entity) = document.get_entity(*handle) {
                self.entity(entity, frame);
            }
        }
        self.open.pop();
    }

    fn entity(&mut self, entity: &EntityType, frame: &Frame) {
        let common = entity.common();
        if common.invisible {
            return;
        }
        let look = self.styles.look(common, &frame.inherited);
        match (self.styles.shown(&look.layer), entity) {
            (Shown::Yes, _) => {}
            (Shown::Off, EntityType::Insert(_)) => {}
            _ => {
                // AutoCAD keeps the points of dimensions on this layer, which is never plotted.
                if !look.layer.eq_ignore_ascii_case("Defpoints") && !self.off.contains(&look.layer) {
                    self.off.insert(look.layer);
                }
                return;
            }
        }
        match entity {
            EntityType::Insert(insert) => self.insert(insert, &look, frame),
            EntityType::Dimension(dimension) => {
                // Its block is drawn in the coordinates of its container.
                let name = &dimension.base().block_name;
                match self.symbols.named(name) {
                    Some(record) => self.mark(record, Affine::IDENTITY, &look, frame),
                    None => self.leave_out("dimensions without a drawn block"),
                }
            }
            EntityType::Table(table) => {
                let record = table.block_record_handle.or_else(|| self.symbols.named(&table.block_name));
                match record {
                    Some(record) => {
                        let at = table.insertion_point;
                        let turn = table.horizontal_direction.y.atan2(table.horizontal_direction.x);
                        self.mark(record, Affine::translate((at.x, at.y)) * Affine::rotate(turn), &look, frame);
                    }
                    None => self.leave_out("tables without a drawn block"),
                }
            }
            EntityType::AttributeDefinition(definition) => {
                // In a block, the inserts have the values. A constant definition has its own.
                let value = match (frame.depth, definition.flags.constant) {
                    (_, true) => &definition.default_value,
                    (0, false) => &definition.tag,
                    _ => return,
                };
                if !definition.flags.invisible
                    && let Some(run) = text::definition(self.document, definition, value)
                {
                    self.write([run], &look, frame);
                }
            }
            other => self.simple(other, &look, frame),
        }
    }

    fn inner(&self, outer: &Frame, look: &Look, place: Affine, insert: u32) -> Frame {
        Frame {
            place,
            inherited: Inherited {
                layer: Some(look.layer.clone()),
                color: look.color,
                weight: look.weight,
                line_type: look.line_type.clone(),
            },
            insert,
            annotation: outer.annotation,
            depth: outer.depth + 1,
        }
    }

    fn insert(&mut self, insert: &Insert, look: &Look, frame: &Frame) {
        let Some(record) = self.symbols.named(&insert.block_name) else {
            self.leave_out("inserts of blocks that are not in the file");
            return;
        };
        let symbols = self.symbols;
        if symbols.is_external(record) {
            self.leave_out("references to other drawings, which must be bound before the upload");
        }
        let base = symbols.base(record);
        for place in inserts(insert, base) {
            self.drawn += 1;
            if self.full() {
                return;
            }
            // Everything within a symbol belongs to the symbol.
            let number = if frame.insert != NONE || frame.annotation || self.symbols.is_container(record) {
                frame.insert
            } else {
                self.sink.insert(symbols.name_of(insert, record))
            };
            self.block(record, &self.inner(frame, look, frame.place * place, number));
        }
        for attribute in insert.attributes.iter().take(limits::POINTS) {
            let look = self.styles.look(&attribute.common, &self.inner(frame, look, frame.place, NONE).inherited);
            if attribute.flags.invisible || attribute.common.invisible || self.styles.shown(&look.layer) != Shown::Yes {
                continue;
            }
            let normal = side_of(insert, attribute);
            self.write(text::attribute(self.document, attribute, normal), &look, frame);
        }
    }

    /// Draws a block that is part of an annotation.
    pub(crate) fn mark(&mut self, record: Handle, place: Affine, look: &Look, frame: &Frame) {
        let inner = self.inner(frame, look, frame.place * place, frame.insert);
        self.block(record, &Frame { annotation: true, ..inner });
    }

    /// Passes on a path given in the coordinates of `place`.
    pub(crate) fn draw(&mut self, path: BezPath, place: Affine, paint: Paint, look: &Look, frame: &Frame) {
        let whole = frame.place * place;
        let path = placed(whole, path);
        if path.elements().len() < 2 || !sound(&path) {
            return;
        }
        let paint = match paint {
            Paint::Stroke(Width::Units(width)) => Paint::Stroke(Width::Units(width * crate::place::stretch(whole))),
            other => other,
        };
        self.sink.path(path, paint, look, frame.insert);
    }

    /// Passes on the lines of a text given in the coordinates of its container.
    pub(crate) fn write(&mut self, runs: impl IntoIterator<Item = Run>, look: &Look, frame: &Frame) {
        for run in runs {
            let run = run.placed(frame.place);
            let sound = [run.start.x, run.start.y, run.end.x, run.end.y, run.up.x, run.up.y];
            if sound.iter().all(|v| v.abs() < 1e12) {
                self.sink.text(run, look);
            }
        }
    }

    /// Counts an entity of a kind that is not supported.
    pub(crate) fn skip(&mut self, what: &'static str) {
        self.leave_out(what);
    }
}

/// Returns the side from which an attribute is seen. The parser does not read it from a DXF. For a mirrored insert's
/// attribute, it is the side from which the attribute is nearer to the insert.
fn side_of(insert: &Insert, attribute: &AttributeEntity) -> Vector3 {
    let mirrored = insert.x_scale() * insert.y_scale() < 0.0 || insert.normal.z < 0.0;
    let below = Vector3::new(0.0, 0.0, -1.0);
    if !mirrored || attribute.normal.z < 0.0 {
        return attribute.normal;
    }
    let at = object(insert.normal, insert.insert_point.z) * flat(insert.insert_point);
    let far = |normal: Vector3| (object(normal, 0.0) * flat(attribute.insertion_point) - at).hypot();
    if far(below) < far(attribute.normal) { below } else { attribute.normal }
}
