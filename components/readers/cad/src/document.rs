//! An open drawing: model space as page 1, and a further page for each layout that draws something.

use std::collections::BTreeMap;

use acadrust::entities::EntityType;
use acadrust::objects::{Layout, ObjectType};
use acadrust::{CadDocument, Handle};
use kurbo::{Affine, Rect};
use plumbline_reader::Failure;
use plumbline_reader::pictures::{DrawViews, cannot_draw};
use plumbline_sheet::page_pictures::View;
use plumbline_sheet::{Sheet, SheetBuilder, hidden_layers};

use crate::page::Page;
use crate::plot::{DrawingFacts, INCHES, Lengths, MARGIN, MM_PER_POINT, Plot, Unit, insertion_unit};
use crate::style::Styles;
use crate::survey::Survey;
use crate::symbol_blocks::SymbolBlocks;
use crate::walk::Walker;
use crate::{file, limits, measured, plot, sheet_to_pdf, title};

/// A page of the drawing.
#[derive(Debug, Clone)]
struct Space {
    /// The layout's name.
    name: String,
    record: Handle,
    /// The layout; `None` for model space.
    layout: Option<Handle>,
}

/// An open drawing.
pub struct Document {
    drawing: CadDocument,
    styles: Styles,
    symbols: SymbolBlocks,
    spaces: Vec<Space>,
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Document").field("pages", &self.spaces).finish_non_exhaustive()
    }
}

impl Document {
    /// Parses a file.
    ///
    /// # Errors
    /// Returns an error if it is not a DXF or DWG, is damaged, or exceeds the limits.
    pub fn open(bytes: Vec<u8>) -> Result<Self, Failure> {
        let drawing = file::parse(bytes)?;
        let styles = Styles::of(&drawing);
        let symbols = SymbolBlocks::of(&drawing);
        let mut document = Self { drawing, styles, symbols, spaces: Vec::new() };
        document.spaces = document.find_spaces();
        match document.spaces.len() {
            0 => Err(Failure::unreadable(
                "The drawing is damaged because it has no model space. Run AUDIT on it, save it and upload it again.",
            )),
            n if n > limits::PAGES => Err(Failure::capacity(format!(
                "The drawing has {n} layouts. The limit is {}. Split it and upload the parts.",
                limits::PAGES
            ))),
            _ => Ok(document),
        }
    }

    /// Returns the number of pages.
    pub fn page_count(&self) -> u32 {
        self.spaces.len() as u32
    }

    /// Plots one page to a sheet. Page numbers start at 1.
    ///
    /// # Errors
    /// Returns an error if the page does not exist, or it draws more than the limits allow.
    pub fn sheet(&self, page_number: u32) -> Result<Sheet, Failure> {
        let Some(space) = (page_number as usize).checked_sub(1).and_then(|i| self.spaces.get(i)) else {
            return Err(Failure::unreadable(format!(
                "Page {page_number} does not exist. The drawing has pages 1 to {}.",
                self.spaces.len()
            )));
        };
        self.draw(space, page_number)
    }

    /// Returns model space, then the layouts that draw something, in the order of their tabs.
    fn find_spaces(&self) -> Vec<Space> {
        let model = self.symbols.named("*Model_Space");
        let mut spaces: Vec<Space> =
            model.map(|record| Space { name: "Model".to_owned(), record, layout: None }).into_iter().collect();
        let mut layouts: BTreeMap<(i16, String), &Layout> = BTreeMap::new();
        for object in self.drawing.objects.values() {
            if let ObjectType::Layout(layout) = object
                && Some(layout.block_record) != model
                && !layout.name.eq_ignore_ascii_case("Model")
            {
                layouts.insert((layout.tab_order, layout.name.clone()), layout);
            }
        }
        let mut seen: Vec<Handle> = model.into_iter().collect();
        for ((_, name), layout) in layouts {
            let record = layout.block_record;
            if !seen.contains(&record) && self.has_entities(record) {
                seen.push(record);
                spaces.push(Space { name, record, layout: Some(layout.handle) });
            }
        }
        // Drawings from before layouts (R12) have one paper space and no object for it.
        if let Some(record) = self.symbols.named("*Paper_Space")
            && !seen.contains(&record)
            && self.has_entities(record)
        {
            spaces.push(Space { name: "Paper space".to_owned(), record, layout: Some(Handle::NULL) });
        }
        spaces
    }

    /// Returns whether a layout has entities other than viewports.
    fn has_entities(&self, record: Handle) -> bool {
        title::entities(&self.drawing, self.symbols.entities(record))
            .any(|e| !matches!(e, EntityType::Viewport(_) | EntityType::Block(_) | EntityType::BlockEnd(_)))
    }

    /// Returns the number of a layout's viewports that show model space. The first viewport is the layout's own.
    fn viewports(&self, record: Handle) -> usize {
        title::entities(&self.drawing, self.symbols.entities(record))
            .filter(|e| matches!(e, EntityType::Viewport(v) if v.id != 1 && v.width > 0.0 && v.height > 0.0))
            .count()
    }

    fn survey(&self, space: &Space, page_number: u32) -> Result<(Survey, usize), Failure> {
        let survey_within = |window: Option<Rect>| {
            let mut walker = Walker::new(&self.drawing, &self.styles, &self.symbols, Survey::new(window));
            walker.walk(space.record).map_err(|what| capacity_failure(page_number, what))?;
            Ok::<_, Failure>(walker.sink)
        };
        let all = survey_within(None)?;
        match all.main_extents() {
            Some(window) => {
                let inliers = survey_within(Some(window))?;
                let outside = inliers.outside;
                Ok((inliers, outside))
            }
            None => Ok((all, 0)),
        }
    }

    fn draw(&self, space: &Space, page_number: u32) -> Result<Sheet, Failure> {
        let (survey, outliers) = self.survey(space, page_number)?;
        let Some(extents) = survey.extents() else { return Ok(self.empty(space, page_number)) };
        let header = &self.drawing.header;
        let plot = if space.layout.is_some() {
            self.layout_plot(space, extents)
        } else {
            plot::model(&DrawingFacts {
                extents,
                height: survey.height(),
                stated: survey.stated(),
                unit: insertion_unit(header.insertion_units),
                measured: self.measured_unit(),
                metric: header.measurement != 0,
            })
        };
        let k = plot.points;
        let (width, height) = (extents.width() * k + 2.0 * MARGIN, extents.height() * k + 2.0 * MARGIN);
        // The page's y axis points down.
        let place = Affine::new([k, 0.0, 0.0, -k, MARGIN - extents.x0 * k, MARGIN + extents.y1 * k]);
        let builder = SheetBuilder::new(page_number, width as f32, height as f32, 0);
        let page = Page::new(builder, &self.styles, place, Rect::new(0.0, 0.0, width, height));
        let mut walker = Walker::new(&self.drawing, &self.styles, &self.symbols, page);
        walker.walk(space.record).map_err(|what| capacity_failure(page_number, what))?;
        let omitted = std::mem::take(&mut walker.omitted);
        let off_layers = std::mem::take(&mut walker.off_layers);
        let mut builder = walker.sink.builder;
        if outliers > 0 {
            builder.note(format!("Objects far away from the rest of the drawing were left out: {outliers}."));
        }
        if let Some(note) = hidden_layers::note(off_layers.iter().map(String::as_str)) {
            builder.note(note);
        }
        self.add_notes(space, &plot, omitted, &mut builder);
        let mut sheet = builder.finish();
        sheet.read_title_block();
        self.set_name(space, &mut sheet);
        apply_scale(&plot.lengths, &mut sheet);
        Ok(sheet)
    }

    /// Returns the unit indicated by the drawing's dimensions and its length format.
    fn measured_unit(&self) -> Option<Unit> {
        // In the engineering and architectural formats, with feet and inches, AutoCAD takes a drawing unit as an inch.
        let feet_and_inches = matches!(self.drawing.header.linear_unit_format, 3 | 4);
        measured::unit(&self.drawing, &self.symbols).or(feet_and_inches.then_some(INCHES))
    }

    /// Returns the plot of a layout: in millimeters or inches, as it was laid out.
    fn layout_plot(&self, space: &Space, extents: Rect) -> Plot {
        let layout = space.layout.and_then(|h| match self.drawing.objects.get(&h) {
            Some(ObjectType::Layout(layout)) => Some(layout),
            _ => None,
        });
        // Paper unit 0 is inches, 1 millimeters, 2 pixels.
        let inches = layout.map_or(self.drawing.header.measurement == 0, |l| l.plot_paper_units == 0);
        let mm = if inches { 25.4 } else { 1.0 };
        let longest = extents.width().max(extents.height()) * mm / MM_PER_POINT + 2.0 * MARGIN;
        // A layout that was drawn at real size is scaled down to a possible page size.
        let shrink = if longest > limits::SIDE { FALLBACK_SIDE / longest } else { 1.0 };
        let enlarge = if longest < SMALLEST_LAYOUT { FALLBACK_SIDE / longest } else { 1.0 };
        let lengths = if shrink * enlarge == 1.0 { Lengths::AsWritten } else { Lengths::Unknown };
        Plot { points: mm / MM_PER_POINT * shrink * enlarge, lengths, note: None }
    }

    fn empty(&self, space: &Space, page_number: u32) -> Sheet {
        let mut builder = SheetBuilder::new(page_number, 612.0, 792.0, 0);
        builder.note(if self.spaces.len() > 1 && space.layout.is_none() {
            "Model space is empty. The drawing is in its layouts, which are the pages after this one."
        } else {
            "The page is empty, or its layers are off or frozen."
        });
        let mut sheet = builder.finish();
        self.set_name(space, &mut sheet);
        sheet
    }

    /// Sets number and title: from the title block's attributes, then from its text, then from the layout's name.
    fn set_name(&self, space: &Space, sheet: &mut Sheet) {
        let own = title::read(title::entities(&self.drawing, self.symbols.entities(space.record)));
        sheet.number = own.number.or(sheet.number.take());
        sheet.title = own.title.or(sheet.title.take()).or_else(|| Some(space.name.clone()));
    }

    fn add_notes(
        &self,
        space: &Space,
        plot: &Plot,
        omitted: BTreeMap<&'static str, usize>,
        builder: &mut SheetBuilder,
    ) {
        if let Some(note) = &plot.note {
            builder.note(note.as_str());
        }
        if space.layout.is_some() {
            let viewports = self.viewports(space.record);
            if viewports > 0 {
                builder.note(format!(
                    "The layout shows model space in {viewports} viewport(s). Their contents are on page 1, once and at \
                     their own scale. This page has only the objects of the layout itself."
                ));
            }
        }
        for (what, count) in omitted {
            builder.note(format!("Not drawn: {count} {what}."));
        }
    }
}

/// Smallest size of a layout in points. A smaller one was not laid out in units of paper.
const SMALLEST_LAYOUT: f64 = 144.0;

/// The longest side of a sheet whose own size is implausible, in points.
const FALLBACK_SIDE: f64 = 2592.0;

fn capacity_failure(page_number: u32, what: &str) -> Failure {
    Failure::capacity(format!("Page {page_number} has {what}. Purge the drawing, or split it and upload the parts."))
}

/// Replaces the scales from the sheet's texts by the drawing's own scale.
fn apply_scale(lengths: &Lengths, sheet: &mut Sheet) {
    match lengths {
        Lengths::AsWritten => {}
        Lengths::Unknown => sheet.scales.clear(),
        Lengths::Scale(scale) => {
            // If there are views of several scales, those with another scale than the plot were drawn enlarged.
            let views = sheet.scales.iter().any(|s| (s.ratio / scale.ratio - 1.0).abs() < 0.005);
            sheet.scales.retain(|s| views && s.area.is_some());
            sheet.scales.push(scale.clone());
        }
    }
}

impl DrawViews for Document {
    fn draw_view(&mut self, page_number: u32, view: &View) -> Result<Vec<u8>, Failure> {
        let pdf = sheet_to_pdf::write(&self.sheet(page_number)?);
        let page = plumbline_pdf::pictures::Document::open(pdf).map_err(cannot_draw)?;
        page.view(1, view).map_err(cannot_draw)
    }
}

plumbline_reader::pages_by_methods!(Document, limits::FILE_BYTES);
