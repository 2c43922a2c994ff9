//! The symbol legend and the general notes.

use crate::canvas::{Label, Sheet};
use crate::options::Options;
use crate::pen::Pen;
use crate::symbols::{self, Symbol};
use crate::truth::{LegendRow, Truth};
use kurbo::Point;
use rand::rngs::StdRng;

const WIDTH: f64 = 470.0;
const ROW: f64 = 42.0;

/// Draws the legend: one specimen of each symbol with description and mounting.
pub(crate) fn draw(sheet: &mut Sheet, (x, y): (f64, f64), rng: &mut StdRng, options: &Options, truth: &mut Truth) {
    sheet.set_layer("E-ANNO-LEGN");
    let body = y + 46.0;
    sheet.text(&Label::new("ELECTRICAL SYMBOL LEGEND", 12.0).bold().center(), (x + WIDTH / 2.0, y + 14.0));
    sheet.line(&Pen::line(1.2), (x, y + 28.0), (x + WIDTH, y + 28.0));
    let (text, mounting) = (x + 96.0, x + 388.0);
    for (head, middle) in [("SYMBOL", x + 48.0), ("DESCRIPTION", (text + mounting) / 2.0), ("MOUNTING", x + 429.0)] {
        sheet.text(&Label::new(head, 7.5).bold().center(), (middle, y + 37.0));
    }
    for (index, symbol) in Symbol::ALL.into_iter().enumerate() {
        let middle = body + (index as f64 + 0.5) * ROW;
        let origin = Point::new(x + 48.0, middle) - symbol.middle();
        let bounds = sheet.symbol(symbol, symbols::transform(origin, 0.0, false), rng, options);
        if symbol == Symbol::Gfi {
            sheet.text(&Label::new("GFI", 6.0), (bounds.x1 + 4.0, middle));
        }
        sheet.text(&Label::new(symbol.description(), 8.0), (text + 6.0, middle));
        sheet.text(&Label::new(symbol.mounting(), 8.0), (mounting + 8.0, middle));
        truth.legend.push(LegendRow {
            page: sheet.page,
            symbol: symbol.key().to_owned(),
            description: symbol.description().to_owned(),
            bbox: sheet.normalize_box(bounds),
        });
    }
    let bottom = body + Symbol::ALL.len() as f64 * ROW;
    for index in 0..Symbol::ALL.len() {
        let line = body + index as f64 * ROW;
        sheet.line(&Pen::line(0.4), (x, line), (x + WIDTH, line));
    }
    for column in [text, mounting] {
        sheet.line(&Pen::line(0.4), (column, y + 28.0), (column, bottom));
    }
    sheet.rect(&Pen::line(1.2), x, y, WIDTH, bottom - y);
}

/// Draws the general notes.
pub(crate) fn notes(sheet: &mut Sheet, (x, y): (f64, f64)) {
    sheet.set_layer("E-ANNO-NOTE");
    sheet.text(&Label::new("GENERAL NOTES", 12.0).bold(), (x, y));
    let notes = [
        "1.  COORDINATE EXACT LOCATION OF CEILING DEVICES WITH THE REFLECTED CEILING PLAN.",
        "2.  MINIMUM CONDUIT SIZE SHALL BE 3/4\". CONDUIT SHOWN DASHED IS ABOVE CEILING.",
        "3.  HOME RUNS ARE TO PANEL LP1 UNLESS NOTED OTHERWISE.",
        "4.  MULTIWIRE BRANCH CIRCUITS SHALL HAVE A MEANS OF SIMULTANEOUS DISCONNECT.",
        "5.  RECEPTACLES WITHIN 6'-0\" OF A SINK SHALL BE GFI TYPE.",
        "6.  CONNECT EXIT SIGNS AHEAD OF LOCAL SWITCHING.",
        "7.  WIRING SHALL BE #12 AWG COPPER UNLESS NOTED OTHERWISE.",
    ];
    for (index, note) in notes.into_iter().enumerate() {
        sheet.text(&Label::new(note, 8.0), (x, y + 24.0 + index as f64 * 17.0));
    }
}
