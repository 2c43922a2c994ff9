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
mod pdf;
mod schedules;
mod symbols;
mod table;
mod truth;

pub use symbols::Symbol;
pub use truth::{Item, LegendRow, Route, Schedule, ScheduleRow, SheetTruth, Truth};

use canvas::Sheet;
use rand::{SeedableRng, rngs::StdRng};

/// The page format and scale of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// ARCH D (36 × 24 in), 1/8" = 1'-0", lengths in feet.
    #[default]
    Eighth,
    /// ISO A1, 1:100, lengths in meters.
    OneToHundred,
}

impl Scale {
    /// Returns the scale text of the title block.
    pub fn text(self) -> &'static str {
        match self {
            Self::Eighth => "1/8\" = 1'-0\"",
            Self::OneToHundred => "1:100",
        }
    }

    /// Returns the ratio of real length to paper length.
    pub fn ratio(self) -> f64 {
        match self {
            Self::Eighth => 96.0,
            Self::OneToHundred => 100.0,
        }
    }

    /// Returns the unit code of lengths: `FT` or `M`.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Eighth => "FT",
            Self::OneToHundred => "M",
        }
    }

    /// Returns the real length, in [`Scale::unit`], of `points` (1/72 in) on paper.
    pub fn real_length(self, points: f64) -> f64 {
        match self {
            Self::Eighth => points / 72.0 / 12.0 * self.ratio(),
            Self::OneToHundred => points / 72.0 * 0.0254 * self.ratio(),
        }
    }

    /// Returns the width and height of the sheet in points.
    pub fn paper_size(self) -> (f64, f64) {
        match self {
            Self::Eighth => (2592.0, 1728.0),
            Self::OneToHundred => (2384.0, 1684.0),
        }
    }
}

/// Properties that may vary between two drawings of one seed.
#[derive(Debug, Clone)]
pub struct Options {
    /// Page format and scale.
    pub scale: Scale,
    /// `/Rotate` of every page: 0, 90, 180 or 270 (other values count as 0). The page looks the same to a viewer.
    pub rotation: u16,
    /// Mirror about half of the instances that a wall allows to be mirrored.
    pub mirror: bool,
    /// Write the segments of every symbol in random order and direction, each as a separate path.
    pub shuffle: bool,
    /// Cut every segment of a symbol in two at a random place.
    pub split: bool,
    /// Draw dashed conduit as many short lines instead of with a dash pattern.
    pub exploded_dashes: bool,
    /// Put legend and schedules on a separate sheet E-001 before the plan.
    pub legend_sheet: bool,
    /// Make the media box this much larger (points, every side) than the crop box.
    pub crop_margin: f64,
    /// Write the scale on the sheet (title block text and scale bar). Without it, lengths cannot be measured.
    pub show_scale: bool,
    /// Draw a revision cloud across the panel schedule.
    pub revision_cloud: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scale: Scale::Eighth,
            rotation: 0,
            mirror: true,
            shuffle: false,
            split: false,
            exploded_dashes: false,
            legend_sheet: false,
            crop_margin: 0.0,
            show_scale: true,
            revision_cloud: true,
        }
    }
}

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
        let design = electrical::Design::new(&mut rng, &building, options);
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
            let column = building.right() + 70.0;
            legend::draw(&mut plan, (column, 110.0), &mut rng, options, &mut truth);
            legend::notes(&mut plan, (column, 640.0));
            let y = building.bottom() + 120.0;
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
