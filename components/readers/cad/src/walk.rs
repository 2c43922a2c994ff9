//! A walk over the entities of a block and of the blocks inserted in it, which passes the drawn parts to a sink.

use std::collections::{BTreeMap, BTreeSet};

use acadrust::entities::{AttributeEntity, EntityType, Insert};
use acadrust::{CadDocument, Handle, Vector3};
use kurbo::{Affine, BezPath};
use plumbline_sheet::{NONE, is_within};

use crate::curves::transformed;
use crate::limits;
use crate::place::{insert_transforms, object_to_world, project};
use crate::style::{Appearance, Styles, Visibility};
use crate::symbol_blocks::SymbolBlocks;
use crate::text::{self, Run};

/// The width of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Width {
    /// The line weight of its appearance.
    Weight,
    /// A width in drawing units.
    Units(f64),
}

/// The paint of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Paint {
    Stroke(Width),
    /// A fill in the color of the appearance.
    Fill,
    /// A fill in the gray that represents patterns.
    Pattern,
}

/// A receiver of the drawn parts.
pub(crate) trait Sink {
    /// Adds an insert of a symbol. Returns the number for its paths.
    fn insert(&mut self, name: &str) -> u32;
    /// Adds a path in world coordinates.
    fn path(&mut self, path: BezPath, paint: Paint, appearance: &Appearance, insert: u32);
    /// Adds a line of text in world coordinates.
    fn text(&mut self, run: Run, appearance: &Appearance);
    /// Returns the limit that was exceeded, if any, worded for "The page has …".
    fn exceeded_limit(&self) -> Option<&'static str>;
}

/// The context of an entity: its coordinates and inherited properties.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) place: Affine,
    /// The style of the insert; `None` outside inserts.
    pub(crate) inherited: Option<Appearance>,
    /// Number of the symbol that it belongs to.
    pub(crate) insert: u32,
    /// Whether it is part of a dimension, a table or a leader, which are not symbols.
    annotation: bool,
    depth: usize,
}

impl Default for Frame {
    fn default() -> Self {
        Self { place: Affine::IDENTITY, inherited: None, insert: NONE, annotation: false, depth: 0 }
    }
}

/// A walk over one page.
pub(crate) struct Walker<'a, S> {
    pub(crate) document: &'a CadDocument,
    pub(crate) styles: &'a Styles,
    pub(crate) symbols: &'a SymbolBlocks,
    pub(crate) sink: S,
    /// Names of omitted entities with their counts.
    pub(crate) omitted: BTreeMap<&'static str, usize>,
    /// Layers that are switched off and contain entities.
    pub(crate) off_layers: BTreeSet<String>,
    drawn: u64,
    exceeded_limit: Option<&'static str>,
    open: Vec<Handle>,
}

impl<'a, S: Sink> Walker<'a, S> {
    pub(crate) fn new(document: &'a CadDocument, styles: &'a Styles, symbols: &'a SymbolBlocks, sink: S) -> Self {
        let (omitted, off_layers, open) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        Self { document, styles, symbols, sink, omitted, off_layers, drawn: 0, exceeded_limit: None, open }
    }

    /// Walks a block, starting at its own record.
    ///
    /// # Errors
    /// The name of an exceeded limit.
    pub(crate) fn walk(&mut self, record: Handle) -> Result<(), &'static str> {
        self.block(record, &Frame::default());
        self.exceeded_limit.map_or(Ok(()), Err)
    }

    fn is_over_limit(&mut self) -> bool {
        if self.exceeded_limit.is_none() {
            self.exceeded_limit =
                if self.drawn > limits::DRAWN { Some("too many entities") } else { self.sink.exceeded_limit() };
        }
        self.exceeded_limit.is_some()
    }

    /// Counts an entity that is not drawn.
    pub(crate) fn omit(&mut self, reason: &'static str) {
        *self.omitted.entry(reason).or_default() += 1;
    }

    fn block(&mut self, record: Handle, frame: &Frame) {
        let document = self.document;
        let symbols = self.symbols;
        // A block within itself is damage, because AutoCAD does not allow it.
        if self.open.contains(&record) || frame.depth > limits::DEPTH {
            self.omit("blocks that contain themselves or are nested too deep");
            return;
        }
        self.open.push(record);
        for handle in symbols.entities(record) {
            self.drawn += 1;
            if self.is_over_limit() {
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
        let appearance = self.styles.appearance(common, frame.inherited.as_ref());
        match (self.styles.visibility(&appearance.layer), entity) {
            (Visibility::Visible, _) => {}
            (Visibility::Off, EntityType::Insert(_)) => {}
            _ => {
                // AutoCAD keeps the points of dimensions on this layer, which is never plotted.
                if !appearance.layer.eq_ignore_ascii_case("Defpoints") && !self.off_layers.contains(&appearance.layer) {
                    self.off_layers.insert(appearance.layer);
                }
                return;
            }
        }
        match entity {
            EntityType::Insert(insert) => self.insert(insert, &appearance, frame),
            EntityType::Dimension(dimension) => {
                // Its block is drawn in the coordinates of its container.
                let name = &dimension.base().block_name;
                match self.symbols.named(name) {
                    Some(record) => self.draw_annotation_block(record, Affine::IDENTITY, &appearance, frame),
                    None => self.omit("dimensions without a drawn block"),
                }
            }
            EntityType::Table(table) => {
                let record = table.block_record_handle.or_else(|| self.symbols.named(&table.block_name));
                match record {
                    Some(record) => {
                        let at = table.insertion_point;
                        let turn = table.horizontal_direction.y.atan2(table.horizontal_direction.x);
                        let place = Affine::translate((at.x, at.y)) * Affine::rotate(turn);
                        self.draw_annotation_block(record, place, &appearance, frame);
                    }
                    None => self.omit("tables without a drawn block"),
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
                    self.draw_text([run], &appearance, frame);
                }
            }
            other => self.draw_entity(other, &appearance, frame),
        }
    }

    fn inner(&self, outer: &Frame, appearance: &Appearance, place: Affine, insert: u32) -> Frame {
        Frame {
            place,
            inherited: Some(appearance.clone()),
            insert,
            annotation: outer.annotation,
            depth: outer.depth + 1,
        }
    }

    fn insert(&mut self, insert: &Insert, appearance: &Appearance, frame: &Frame) {
        let Some(record) = self.symbols.named(&insert.block_name) else {
            self.omit("inserts of blocks that are not in the file");
            return;
        };
        let symbols = self.symbols;
        if symbols.is_external(record) {
            self.omit("references to other drawings, which must be bound before the upload");
        }
        let base = symbols.base(record);
        for place in insert_transforms(insert, base) {
            self.drawn += 1;
            if self.is_over_limit() {
                return;
            }
            // Everything within a symbol belongs to the symbol.
            let number = if frame.insert != NONE || frame.annotation || self.symbols.is_container(record) {
                frame.insert
            } else {
                self.sink.insert(symbols.name_of(insert, record))
            };
            self.block(record, &self.inner(frame, appearance, frame.place * place, number));
        }
        for attribute in insert.attributes.iter().take(limits::POINTS) {
            let appearance = self.styles.appearance(&attribute.common, Some(appearance));
            if attribute.flags.invisible
                || attribute.common.invisible
                || self.styles.visibility(&appearance.layer) != Visibility::Visible
            {
                continue;
            }
            let normal = attribute_normal(insert, attribute);
            self.draw_text(text::attribute(self.document, attribute, normal), &appearance, frame);
        }
    }

    /// Draws a block that is part of an annotation.
    pub(crate) fn draw_annotation_block(
        &mut self,
        record: Handle,
        place: Affine,
        appearance: &Appearance,
        frame: &Frame,
    ) {
        let inner = self.inner(frame, appearance, frame.place * place, frame.insert);
        self.block(record, &Frame { annotation: true, ..inner });
    }

    /// Passes on a path given in the coordinates of `place`.
    pub(crate) fn draw(&mut self, path: BezPath, place: Affine, paint: Paint, appearance: &Appearance, frame: &Frame) {
        let whole = frame.place * place;
        let path = transformed(whole, path);
        if path.elements().len() < 2 || !is_within(&path, 1e12) {
            return;
        }
        let paint = match paint {
            Paint::Stroke(Width::Units(width)) => Paint::Stroke(Width::Units(width * crate::place::mean_scale(whole))),
            other => other,
        };
        self.sink.path(path, paint, appearance, frame.insert);
    }

    /// Passes on the lines of a text given in the coordinates of its container.
    pub(crate) fn draw_text(&mut self, runs: impl IntoIterator<Item = Run>, appearance: &Appearance, frame: &Frame) {
        for run in runs {
            let run = run.transformed(frame.place);
            let coords = [run.start.x, run.start.y, run.end.x, run.end.y, run.up.x, run.up.y];
            if coords.iter().all(|v| v.abs() < 1e12) {
                self.sink.text(run, appearance);
            }
        }
    }
}

/// Returns the side from which an attribute is seen. The parser does not read it from a DXF. For a mirrored insert's
/// attribute, it is the side from which the attribute is nearer to the insert.
fn attribute_normal(insert: &Insert, attribute: &AttributeEntity) -> Vector3 {
    let mirrored = insert.x_scale() * insert.y_scale() < 0.0 || insert.normal.z < 0.0;
    let below = Vector3::new(0.0, 0.0, -1.0);
    if !mirrored || attribute.normal.z < 0.0 {
        return attribute.normal;
    }
    let at = object_to_world(insert.normal, insert.insert_point.z) * project(insert.insert_point);
    let distance = |normal: Vector3| (object_to_world(normal, 0.0) * project(attribute.insertion_point) - at).hypot();
    if distance(below) < distance(attribute.normal) { below } else { attribute.normal }
}
