//! The realistic sheets that the demo and the tests use, with the exact content of each.
//!
//! ```
//! use plumbline_sample::{Drawing, Options};
//! let Drawing { pdf, truth } = Drawing::e101(7, &Options::default());
//! assert!(pdf.starts_with(b"%PDF"));
//! assert!(!truth.items.is_empty());
//! ```
//!
//! The same seed and options give the same bytes. [`Options`] varies properties that a reader must not depend on (page
//! rotation, order and splitting of path segments, crop box) without changing the truth's quantities, so that property
//! tests can compare two drawings of one seed.

mod building;
mod canvas;
mod dxf;
mod electrical;
mod font;
mod frame;
mod legend;
mod luminaires;
mod options;
mod pdf;
mod pen;
mod schedules;
mod shapes;
mod symbols;
mod table;
mod truth;

pub use options::{Options, Scale};
pub use symbols::Symbol;
pub use truth::{Item, LegendRow, Route, Schedule, ScheduleRow, SheetTruth, Truth};

use canvas::Sheet;
use rand::{SeedableRng, rngs::StdRng};

/// A drawn PDF with its true content.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// The file.
    pub pdf: Vec<u8>,
    /// Everything a takeoff should find.
    pub truth: Truth,
}

impl Drawing {
    /// Draws sheet E-101, "LIGHTING & POWER PLAN – LEVEL 1", of an invented office building. `seed` decides room
    /// sizes, numbers of devices, circuits and loads.
    pub fn e101(seed: u64, options: &Options) -> Self {
        let (sheets, truth) = Self::sheets(seed, options);
        Self { pdf: pdf::write(&sheets, options.rotation, options.crop_margin), truth }
    }

    /// Draws the sheet of legend and schedules and the plan as separate files of one page. The truth is the plan's.
    pub fn e101_separate_sheets(seed: u64) -> ([Vec<u8>; 2], Truth) {
        let options = Options { legend_sheet: true, ..Options::default() };
        let (sheets, mut truth) = Self::sheets(seed, &options);
        truth.items.iter_mut().for_each(|item| item.page = 1);
        let file = |sheet: Option<&Sheet>| {
            let pages = sheet.map(std::slice::from_ref).unwrap_or_default();
            pdf::write(pages, options.rotation, options.crop_margin)
        };
        ([file(sheets.first()), file(sheets.last())], truth)
    }

    /// Draws the same sheet as a DXF at real size, its symbols as inserts of named blocks. A legend sheet is omitted.
    /// The sheet's lower left corner is the origin, and its frame is half an inch inside.
    pub fn e101_dxf(seed: u64, options: &Options) -> (Vec<u8>, Truth) {
        let (sheets, truth) = Self::sheets(seed, options);
        (sheets.last().map(|plan| dxf::write(plan, options.scale)).unwrap_or_default(), truth)
    }

    /// Draws the sheets, the plan last.
    fn sheets(seed: u64, options: &Options) -> (Vec<Sheet>, Truth) {
        let mut rng = StdRng::seed_from_u64(seed);
        let (width, height) = options.scale.paper_size();
        let building = building::Building::new(&mut rng, width);
        let design = electrical::Design::new(&mut rng, &building);
        let mut truth = Truth { unit: options.scale.unit().to_owned(), ..Truth::default() };
        let mut sheets = Vec::new();

        let plan_page = if options.legend_sheet { 2 } else { 1 };
        let mut plan = Sheet::new(plan_page, width, height);
        let plan_info = frame::SheetInfo {
            number: "E-101",
            title: "LIGHTING & POWER PLAN – LEVEL 1",
            scale: options.show_scale.then_some(options.scale),
            is_plan: true,
        };
        frame::draw(&mut plan, &plan_info, &mut truth);
        building.draw(&mut plan, options.scale);
        design.draw(&mut plan, &mut rng, options, &mut truth);

        if options.legend_sheet {
            let mut first = Sheet::new(1, width, height);
            let info = frame::SheetInfo {
                number: "E-001",
                title: "ELECTRICAL SYMBOLS, NOTES & SCHEDULES",
                scale: None,
                is_plan: false,
            };
            frame::draw(&mut first, &info, &mut truth);
            legend::draw(&mut first, (110.0, 120.0), &mut rng, options, &mut truth);
            legend::notes(&mut first, (760.0, 120.0));
            schedules::panel(&mut first, (110.0, 640.0), &design, options, &mut rng, &mut truth);
            schedules::luminaires(&mut first, (1120.0, 640.0), &mut truth);
            sheets.push(first);
        } else {
            let column = building.outer.x1 + 70.0;
            legend::draw(&mut plan, (column, 110.0), &mut rng, options, &mut truth);
            legend::notes(&mut plan, (column, 640.0));
            let y = building.outer.y1 + 120.0;
            schedules::panel(&mut plan, (110.0, y), &design, options, &mut rng, &mut truth);
            schedules::luminaires(&mut plan, (1120.0, y), &mut truth);
        }
        sheets.push(plan);
        truth.sheets.sort_by_key(|sheet| sheet.page);
        for sheet in &mut truth.sheets {
            sheet.rotation = pdf::rotation(options.rotation);
        }
        (sheets, truth)
    }
}
