//! The input of the steps of a takeoff, read once for each page.

use crate::bindings::Options;
use plumbline_geometry::{Point, Rect};
use plumbline_sheet::Sheet;
use plumbline_sheet_parts::regions::Regions;
use plumbline_sheet_parts::tables::Schedule;
use plumbline_symbols::annotations::{DocumentContext, Kind, Page as Notes};
use plumbline_symbols::{Field, TextSpots};

use crate::document::Document;
use crate::profile::Profile;
use crate::reading::Reading;
use crate::scales::Scales;

/// A page, its document and the options of the request.
pub(crate) struct Page<'a> {
    pub(crate) sheet: &'a Sheet,
    /// The surveys of all pages.
    pub(crate) document: Document,
    /// The profile of the discipline.
    pub(crate) profile: Profile,
    /// The scales in use.
    pub(crate) scales: Scales,
    /// The parts of the page: views, title block, marks.
    pub(crate) regions: &'a Regions,
    /// The schedules on the page.
    pub(crate) schedules: &'a [Schedule],
    /// The lines of the page.
    pub(crate) field: &'a Field,
    /// The texts of the page.
    pub(crate) texts: TextSpots,
    /// The lines of text with their frames and leaders.
    pub(crate) notes: &'a Notes,
    /// The names that the document explains.
    pub(crate) known: DocumentContext,
    /// The areas where nothing is counted: legends, schedules, title block, notes, grid bubbles and repeated views.
    pub(crate) excluded: Vec<Rect>,
    /// The areas where nothing is counted without a legend: `excluded`, and the marks of details, sections and elevations.
    /// A legend may show a circle with a letter as a symbol.
    pub(crate) excluded_without_legend: Vec<Rect>,
}

/// Fewest circuits with a word or a panel's name that show how a sheet writes its circuits.
const NAMED_CIRCUITS: usize = 4;

/// Returns whether a sheet writes its circuits with a word or their panel, such as `C-12`.
fn names_circuits(notes: &Notes) -> bool {
    let named = |text: &str| {
        let said = plumbline_symbols::annotations::read(text, &DocumentContext::new());
        text.starts_with(char::is_alphabetic) && said.iter().any(|l| l.kind() == Kind::Circuit)
    };
    let lines = notes.lines.all().iter();
    lines.filter(|line| line.text.len() <= 16 && named(&line.text)).take(NAMED_CIRCUITS).count() == NAMED_CIRCUITS
}

impl<'a> Page<'a> {
    /// Reads the input of every step.
    pub(crate) fn read(
        profile: Profile,
        sheet: &'a Sheet,
        reading: &'a Reading,
        surveys: &[Vec<u8>],
        options: &Options,
    ) -> Self {
        let Reading { field, regions, schedules, notes } = reading;
        let document = Document::of(surveys);
        let mut excluded: Vec<Rect> = document.legend_areas(sheet.page_number).collect();
        excluded.extend(document.abbreviation_areas(sheet.page_number));
        excluded.extend(schedules.iter().map(|s| s.area));
        excluded.extend(&regions.title_block);
        for areas in [&regions.key_plans, &regions.north_arrows, &regions.grid_bubbles, &regions.notes_blocks] {
            excluded.extend(areas);
        }
        excluded.extend(regions.match_lines.iter().flat_map(|m| &m.beyond));
        excluded.extend(document.repeated(sheet.page_number));
        let mut excluded_without_legend = excluded.clone();
        excluded_without_legend.extend(regions.excluded());
        let scales = Scales::of(sheet, options.declared_scale.as_deref());
        let mut known = document.known();
        if let Some(scale) = scales.all.first() {
            known = known.with_imperial(scale.imperial);
        }
        if names_circuits(notes) {
            known = known.with_named_circuits();
        }
        Self {
            sheet,
            document,
            profile,
            scales,
            regions,
            schedules,
            field,
            texts: TextSpots::of(sheet),
            notes,
            known,
            excluded,
            excluded_without_legend,
        }
    }

    /// Returns the name of the view at a point if it is not a plan: a diagram, a detail or a section.
    pub(crate) fn non_plan_view_at(&self, at: Point) -> Option<String> {
        let view = &self.regions.viewports[self.regions.viewport_at(at)?];
        (!view.kind.is_plan()).then(|| view.title.clone().unwrap_or_else(|| format!("{:?}", view.kind).to_lowercase()))
    }
}
