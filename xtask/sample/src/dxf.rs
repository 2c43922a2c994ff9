//! A writer of a sheet as a DXF at real size: symbols as inserts of named blocks, layers, line types and text.
//!
//! The file format is release 12, the oldest and plainest form, which every CAD program reads: no handles, no objects.
//! As with the PDF, the writer does not use a library, because the sample must not depend on the library that the
//! product reads with.

use crate::canvas::{Mark, Sheet};
use crate::options::Scale;
use crate::pen::{Color, Pen};
use crate::symbols::Symbol;
use kurbo::{Affine, BezPath, PathEl, Point};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Capital height of Helvetica, as a share of the font size.
const CAPITAL: f64 = 0.718;

/// Maximum distance between a curve and the lines that approximate it, in points on paper.
const FLATTEN: f64 = 0.01;

/// The pure colors of the index table and its gray, by number.
const COLORS: [(u8, Color); 8] = [
    (1, [1.0, 0.0, 0.0]),
    (2, [1.0, 1.0, 0.0]),
    (3, [0.0, 1.0, 0.0]),
    (4, [0.0, 1.0, 1.0]),
    (5, [0.0, 0.0, 1.0]),
    (6, [1.0, 0.0, 1.0]),
    (7, [0.0, 0.0, 0.0]),
    (8, [0.5, 0.5, 0.5]),
];

/// Returns the name of a symbol's block.
fn block_name(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Duplex => "DUPLEX_RECEPTACLE",
        Symbol::Gfi => "DUPLEX_RECEPTACLE_GFI",
        Symbol::Switch => "SWITCH_SP",
        Symbol::ThreeWay => "SWITCH_3WAY",
        Symbol::Troffer => "LIGHT_TROFFER_2X4",
        Symbol::Downlight => "LIGHT_DOWNLIGHT",
        Symbol::Exit => "EXIT_SIGN",
        Symbol::Junction => "JUNCTION_BOX",
        Symbol::Panel => "PANELBOARD",
        Symbol::Data => "DATA_OUTLET",
    }
}

fn color_number(color: Color) -> u8 {
    let far = |c: &Color| c.iter().zip(color).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
    COLORS.iter().min_by(|a, b| far(&a.1).total_cmp(&far(&b.1))).map_or(7, |(number, _)| *number)
}

/// A DXF file that is being written.
struct Writer {
    out: String,
    /// Transform from points of the sheet, y down, to drawing units, y up.
    transform: Affine,
    /// Drawing units per point.
    unit: f64,
    /// Names of line types by dash lengths in hundredths of a point.
    line_types: BTreeMap<Vec<i64>, String>,
}

impl Writer {
    fn pair(&mut self, code: u16, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{code:>3}\r\n{value}\r");
    }

    fn point(&mut self, first: u16, p: Point) {
        self.pair(first, format_args!("{:.8}", p.x));
        self.pair(first + 10, format_args!("{:.8}", p.y));
        self.pair(first + 20, "0.0");
    }

    fn entity(&mut self, kind: &str, layer: &str, color: u8) {
        self.pair(0, kind);
        self.pair(8, layer);
        self.pair(62, color);
    }

    /// Returns the lines of a path: a list of points for each subpath, and whether it is closed.
    fn parts(path: &BezPath) -> Vec<(Vec<Point>, bool)> {
        let mut parts: Vec<(Vec<Point>, bool)> = Vec::new();
        kurbo::flatten(path.iter(), FLATTEN, |element| match element {
            PathEl::MoveTo(p) => parts.push((vec![p], false)),
            PathEl::LineTo(p) => parts.last_mut().into_iter().for_each(|(points, _)| points.push(p)),
            PathEl::ClosePath => parts.last_mut().into_iter().for_each(|(_, closed)| *closed = true),
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
        });
        parts
    }

    fn path(&mut self, pen: &Pen, path: &BezPath, layer: &str, color: Option<u8>) {
        for (points, closed) in Self::parts(path) {
            let points: Vec<Point> = points.into_iter().map(|p| self.transform * p).collect();
            if let Some(fill) = pen.fill {
                // A fan of triangles. Every filled shape on the sheet is visible as a whole from its first corner.
                for pair in points.windows(2).skip(1) {
                    self.entity("SOLID", layer, color.unwrap_or_else(|| color_number(fill)));
                    for (code, p) in [(10, points[0]), (11, pair[0]), (12, pair[1]), (13, pair[1])] {
                        self.point(code, p);
                    }
                }
            }
            if let Some(width) = pen.width {
                let color = color.unwrap_or_else(|| color_number(pen.color));
                self.polyline(&points, closed, width, layer, color, &pen.dash);
            }
        }
    }

    fn polyline(&mut self, points: &[Point], closed: bool, width: f64, layer: &str, color: u8, dash: &[f64]) {
        self.entity("POLYLINE", layer, color);
        if let Some(name) = self.line_types.get(&key(dash)).cloned() {
            self.pair(6, name);
        }
        self.pair(66, 1);
        self.point(10, Point::ORIGIN);
        self.pair(70, u8::from(closed));
        self.pair(40, format_args!("{:.8}", width * self.unit));
        self.pair(41, format_args!("{:.8}", width * self.unit));
        for p in points {
            self.pair(0, "VERTEX");
            self.pair(8, layer);
            self.point(10, *p);
        }
        self.pair(0, "SEQEND");
    }

    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Path { layer, pen, path } => self.path(pen, path, layer, None),
            Mark::Text { layer, text, size, color, at, angle, .. } => {
                self.entity("TEXT", layer, color_number(*color));
                self.point(10, self.transform * *at);
                self.pair(40, format_args!("{:.8}", CAPITAL * size * self.unit));
                self.pair(1, text.replace('–', "-"));
                self.pair(50, angle);
            }
        }
    }

    fn insert(&mut self, symbol: Symbol, layer: &str, transform: Affine) {
        let [_, _, c, d, x, y] = transform.as_coeffs();
        self.entity("INSERT", layer, 7);
        self.pair(2, block_name(symbol));
        self.point(10, self.transform * Point::new(x, y));
        self.pair(41, if transform.determinant() < 0.0 { "-1.0" } else { "1.0" });
        // Clockwise on the sheet, whose y axis points down, is clockwise here too.
        self.pair(50, format_args!("{:.8}", -(-c).atan2(d).to_degrees()));
    }

    fn header(&mut self, scale: Scale) {
        self.pair(0, "SECTION");
        self.pair(2, "HEADER");
        self.pair(9, "$ACADVER");
        self.pair(1, "AC1009");
        self.pair(9, "$INSUNITS");
        self.pair(70, if scale == Scale::Eighth { 2 } else { 6 });
        self.pair(9, "$LTSCALE");
        self.pair(40, "1.0");
        self.pair(0, "ENDSEC");
    }

    fn tables(&mut self, layers: &[&str]) {
        self.pair(0, "SECTION");
        self.pair(2, "TABLES");
        let line_types: Vec<(Vec<i64>, String)> = self.line_types.iter().map(|(k, n)| (k.clone(), n.clone())).collect();
        self.table("LTYPE", line_types.len() + 1);
        self.line_type("CONTINUOUS", &[]);
        for (dashes, name) in line_types {
            self.line_type(&name, &dashes);
        }
        self.pair(0, "ENDTAB");
        self.table("LAYER", layers.len());
        for layer in layers {
            self.pair(0, "LAYER");
            self.pair(2, layer);
            self.pair(70, 0);
            self.pair(62, 7);
            self.pair(6, "CONTINUOUS");
        }
        self.pair(0, "ENDTAB");
        self.pair(0, "ENDSEC");
    }

    fn table(&mut self, name: &str, entries: usize) {
        self.pair(0, "TABLE");
        self.pair(2, name);
        self.pair(70, entries);
    }

    fn line_type(&mut self, name: &str, dashes: &[i64]) {
        let lengths: Vec<f64> = dashes.iter().map(|d| *d as f64 / 100.0 * self.unit).collect();
        self.pair(0, "LTYPE");
        self.pair(2, name);
        self.pair(70, 0);
        self.pair(3, "");
        self.pair(72, 65);
        self.pair(73, lengths.len());
        self.pair(40, format_args!("{:.8}", lengths.iter().sum::<f64>()));
        for (n, length) in lengths.into_iter().enumerate() {
            self.pair(49, format_args!("{:.8}", if n % 2 == 0 { length } else { -length }));
        }
    }

    fn blocks(&mut self) {
        self.pair(0, "SECTION");
        self.pair(2, "BLOCKS");
        // In a block, the symbol is at its own origin.
        let outer = std::mem::replace(&mut self.transform, Affine::scale_non_uniform(self.unit, -self.unit));
        for symbol in Symbol::ALL {
            self.pair(0, "BLOCK");
            self.pair(8, "0");
            self.pair(2, block_name(symbol));
            self.pair(70, 0);
            self.point(10, Point::ORIGIN);
            for (pen, path) in symbol.parts() {
                self.path(&pen, &path, "0", Some(0));
            }
            self.pair(0, "ENDBLK");
            self.pair(8, "0");
        }
        self.transform = outer;
        self.pair(0, "ENDSEC");
    }
}

/// Returns a dash pattern as the key of its line type.
fn key(dash: &[f64]) -> Vec<i64> {
    let pairs = if dash.len() % 2 == 1 { [dash, dash].concat() } else { dash.to_vec() };
    pairs.into_iter().map(|d| (d * 100.0).round() as i64).collect()
}

/// Writes the file, in feet at 1/8" = 1'-0" and in meters at 1:100.
pub(crate) fn write(sheet: &Sheet, scale: Scale) -> Vec<u8> {
    let unit = scale.real_length(1.0);
    let transform = Affine::new([unit, 0.0, 0.0, -unit, 0.0, sheet.height * unit]);
    let mut layers: Vec<&str> = vec!["0"];
    let mut line_types: BTreeMap<Vec<i64>, String> = BTreeMap::new();
    for mark in &sheet.marks {
        if !layers.contains(&mark.layer()) {
            layers.push(mark.layer());
        }
        if let Mark::Path { pen, .. } = mark
            && !pen.dash.is_empty()
        {
            let name = format!("DASH{}", line_types.len() + 1);
            line_types.entry(key(&pen.dash)).or_insert(name);
        }
    }
    let mut writer = Writer { out: String::new(), transform, unit, line_types };
    writer.header(scale);
    writer.tables(&layers);
    writer.blocks();
    writer.pair(0, "SECTION");
    writer.pair(2, "ENTITIES");
    let mut next = 0;
    for (n, mark) in sheet.marks.iter().enumerate() {
        // One insert replaces the marks of a symbol.
        while sheet.symbols.get(next).is_some_and(|s| s.marks.end <= n) {
            next += 1;
        }
        match sheet.symbols.get(next) {
            Some(placed) if placed.marks.start == n => writer.insert(placed.symbol, mark.layer(), placed.transform),
            Some(placed) if placed.marks.contains(&n) => {}
            _ => writer.mark(mark),
        }
    }
    writer.pair(0, "ENDSEC");
    writer.pair(0, "EOF");
    writer.out.into_bytes()
}
