//! One page from beginning to end.

use std::collections::BTreeMap;

use plumbline_guest_extractor::Options;
use plumbline_guest_extractor::quantities::{Confidence, Depth, PageRate};
use plumbline_routes::{LineClass, RouteOptions, SymbolBox, routes};
use plumbline_sheet::Sheet;
use plumbline_symbols::{Field, Ink, Instance, Legend, LegendRow, Symbol, TextSpots, recognise};

use crate::blocks::{Blocks, Meaning, row_of};
use crate::classify::{Class, Kind, classify, known};
use crate::items::{Context, Entry, items};
use crate::scales::Scales;
use crate::survey::{Survey, fixture_tags, panel_names};
use crate::unlisted::unlisted;
use crate::{notices, runs, schedules};

pub use plumbline_guest_extractor::quantities::Findings;

/// The quantities of one page, given what all pages of the document told ([`crate::survey_native`]).
pub fn extract_native(sheet: &Sheet, surveys: &[Vec<u8>], options: &Options) -> Findings {
    let surveys = Survey::read_all(surveys);
    let scales = Scales::of(sheet, options.declared_scale.as_deref());
    let schedules = plumbline_tables::schedules(sheet);

    // A legend of another trade names finishes, pipes or bars.
    let ours = |legend: &&Legend| {
        let known = legend.rows.iter().filter(|r| known(&r.description).is_some()).count();
        known * 3 >= legend.rows.len()
    };
    let legends: Vec<(u32, &LegendRow)> = surveys
        .iter()
        .flat_map(|s| s.legends.iter().filter(ours).flat_map(move |l| l.rows.iter().map(move |r| (s.page, r))))
        .collect();
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut classes: Vec<LineClass> = Vec::new();
    for (index, &(page, row)) in legends.iter().enumerate() {
        match classify(&row.description) {
            Class::Item(kind) => entries.push(Entry { page, index, row, kind, block: None }),
            Class::Line(system) => classes.extend(runs::line_class(row, system)),
            Class::Mark => {}
        }
    }
    let symbols: Vec<Symbol> =
        entries.iter().map(|e| Symbol { whole: e.row.specimen.clone(), parts: e.row.parts.clone() }).collect();

    let texts = TextSpots::of(sheet);
    let field = Field::new(Ink::of(sheet));
    let mut excluded: Vec<[f32; 4]> =
        surveys.iter().filter(|s| s.page == sheet.page_number).flat_map(|s| s.legends.iter().map(|l| l.area)).collect();
    excluded.extend(schedules.iter().map(|s| s.area));

    let by_shape = recognise(&field, &symbols, &texts, &excluded);
    // What blocks say outright stands in the place of what shapes were found to be.
    let shown: Vec<(String, String)> = surveys.iter().flat_map(|s| s.blocks.iter().cloned()).collect();
    let blocks = Blocks::of(sheet, &field, &by_shape, &excluded);
    let meanings = blocks.meanings(&by_shape, &entries, &shown);
    let rows: Vec<(&str, Kind, LegendRow)> = meanings
        .iter()
        .filter_map(|(name, meaning)| match meaning {
            Meaning::Own(kind) => Some((*name, *kind, row_of(name))),
            Meaning::Entry(_) => None,
        })
        .collect();
    let mut entry_of: BTreeMap<&str, usize> = meanings
        .iter()
        .filter_map(|(name, meaning)| match meaning {
            Meaning::Entry(entry) => Some((*name, *entry)),
            Meaning::Own(_) => None,
        })
        .collect();
    for (n, (name, kind, row)) in rows.iter().enumerate() {
        entry_of.insert(name, entries.len());
        let index = legends.len() + n;
        entries.push(Entry { page: sheet.page_number, index, row, kind: *kind, block: Some(name) });
    }
    let (instances, names): (Vec<Instance>, Vec<Option<&str>>) =
        blocks.instead(by_shape, &entry_of).into_iter().unzip();
    let mut panels: Vec<String> = surveys.iter().flat_map(|s| s.panels.iter().cloned()).collect();
    panels.extend(panel_names(&schedules));
    panels.sort();
    panels.dedup();
    let mut fixtures: Vec<String> = surveys.iter().flat_map(|s| s.fixtures.iter().cloned()).collect();
    fixtures.extend(fixture_tags(&schedules));
    let context = Context {
        sheet,
        field: &field,
        texts: &texts,
        scales: &scales,
        panels: &panels,
        fixtures: &fixtures,
        excluded: &excluded,
    };
    let found = items(&context, &entries, &instances, &names);

    let boxes: Vec<SymbolBox> = found
        .iter()
        .zip(&instances)
        .map(|(item, instance)| SymbolBox {
            key: item.key.clone(),
            kind: runs::end_kind(&item.item_type),
            tag: item.tag.clone(),
            area: instance.found.bbox,
        })
        .collect();
    let mut found = found;
    // Where a legend says what is counted, what it leaves out is left out on purpose.
    if symbols.is_empty() && notices::mismatch(sheet).is_none() {
        found.extend(unlisted(sheet, &field, &scales, &instances, &excluded));
    }
    if notices::is_diagram(sheet) {
        // The devices of a riser or a one-line diagram are those of the plans once more.
        for item in &mut found {
            item.confidence = Confidence::Low;
        }
    }
    let wiring = RouteOptions { scales: scales.all.clone(), symbols: boxes, excluded, classes, default_system: None };
    let measured = if scales.all.is_empty() { Vec::new() } else { routes(sheet, &wiring) };

    let mut warnings = Vec::new();
    warnings.extend(notices::mismatch(sheet));
    warnings.extend(notices::scanned(sheet));
    if found.is_empty() && schedules.is_empty() {
        warnings.push(notices::nothing_found(sheet, !symbols.is_empty()));
    }
    if scales.all.is_empty() && !found.is_empty() {
        warnings.push(notices::no_scale(sheet));
    }
    warnings.extend(scales.complaint.as_deref().map(|c| notices::scale_complaint(sheet, c)));

    let rate = match (options.depth, sheet.path_verbs.is_empty()) {
        (Depth::Deep, _) => PageRate::DeepPage,
        (Depth::Standard, true) => PageRate::TextPage,
        (Depth::Standard, false) => PageRate::Page,
    };
    Findings {
        items: found,
        routes: runs::to_wit(sheet, &scales, &measured),
        schedules: if options.include_schedules {
            schedules::to_wit(sheet.page_number, &schedules)
        } else {
            Vec::new()
        },
        warnings,
        rate,
    }
}
