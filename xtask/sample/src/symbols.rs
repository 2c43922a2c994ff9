//! The symbols: their linework at the size on the sheet, their legend texts, and how an instance is placed.
//!
//! A wall symbol has its origin on the wall's face and extends to positive y, into the room. A ceiling symbol has its
//! origin in the middle. Sizes are points on paper and follow common practice in US offices.

use crate::pen::Pen;
use crate::shapes::polygon;
use kurbo::{Affine, Arc, BezPath, Circle, Line, Point, Rect, Shape, Vec2};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// The S of a switch.
const LETTER_S: &str = "M3.4,5.2 C3,2.6 -3.4,2.6 -3.4,5.8 C-3.4,9.2 3.4,7.8 3.4,11.2 C3.4,14.4 -3,14.4 -3.4,11.8";
/// The small 3 beside the S of a three-way switch.
const SUBSCRIPT_THREE: &str = "M5.2,12 C6,10.6 8.8,10.8 8.6,12.6 C8.5,13.8 7.4,14 6.6,14 C7.6,14 8.9,14.3 8.9,15.7 \
    C8.9,17.6 5.8,17.8 5,16.2";
/// The J of a junction box.
const LETTER_J: &str = "M1.5,-3 L1.5,1.2 C1.5,3.6 -2.1,3.6 -2.1,1.2";

/// The kinds of symbols on the sheet, in the legend's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// Duplex receptacle.
    Duplex,
    /// Duplex receptacle with ground fault protection.
    Gfi,
    /// Single-pole switch.
    Switch,
    /// Three-way switch.
    ThreeWay,
    /// Recessed 2×4 luminaire.
    Troffer,
    /// Recessed downlight.
    Downlight,
    /// Exit sign.
    Exit,
    /// Junction box.
    Junction,
    /// Panelboard.
    Panel,
    /// Data outlet.
    Data,
}

impl Symbol {
    /// Every symbol in the legend's order.
    pub const ALL: [Self; 10] = [
        Self::Duplex,
        Self::Gfi,
        Self::Switch,
        Self::ThreeWay,
        Self::Troffer,
        Self::Downlight,
        Self::Exit,
        Self::Junction,
        Self::Panel,
        Self::Data,
    ];

    /// Returns a short stable name.
    pub fn key(self) -> &'static str {
        self.facts().0
    }

    /// Returns the description in the legend.
    pub fn description(self) -> &'static str {
        self.facts().1
    }

    /// Returns the text of the legend's mounting column.
    pub(crate) fn mounting(self) -> &'static str {
        self.facts().2
    }

    /// Returns the layer of the symbol's instances.
    pub(crate) fn layer(self) -> &'static str {
        self.facts().3
    }

    /// Returns the name, description, mounting and layer.
    fn facts(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Duplex => ("duplex", "DUPLEX RECEPTACLE, 20A, 125V", "18\" AFF", "E-POWR-DEVC"),
            Self::Gfi => ("gfi", "DUPLEX RECEPTACLE, GFI TYPE, 20A, 125V", "44\" AFF", "E-POWR-DEVC"),
            Self::Switch => ("switch", "SINGLE POLE SWITCH, 20A, 120/277V", "46\" AFF", "E-LITE-SWCH"),
            Self::ThreeWay => ("three_way", "THREE-WAY SWITCH, 20A, 120/277V", "46\" AFF", "E-LITE-SWCH"),
            Self::Troffer => {
                ("troffer", "RECESSED 2X4 LED LUMINAIRE, SEE LUMINAIRE SCHEDULE", "CEILING", "E-LITE-CLNG")
            }
            Self::Downlight => {
                ("downlight", "RECESSED LED DOWNLIGHT, SEE LUMINAIRE SCHEDULE", "CEILING", "E-LITE-CLNG")
            }
            Self::Exit => ("exit", "EXIT SIGN, CEILING MOUNTED, WITH BATTERY", "CEILING", "E-LITE-CLNG"),
            Self::Junction => ("junction", "JUNCTION BOX, CEILING MOUNTED", "CEILING", "E-POWR-DEVC"),
            Self::Panel => ("panel", "PANELBOARD, SURFACE MOUNTED", "72\" TO TOP", "E-POWR-DEVC"),
            Self::Data => ("data", "DATA OUTLET, 2 PORT", "18\" AFF", "E-COMM-DEVC"),
        }
    }

    /// Returns the stroked and filled linework around the symbol's origin.
    pub(crate) fn parts(self) -> Vec<(Pen, BezPath)> {
        let pen = Pen::line(0.9);
        let stroke = |shape: BezPath| (pen.clone(), shape);
        let fill = |shape: BezPath| (Pen::solid(), shape);
        let circle = |y: f64, r: f64| Circle::new((0.0, y), r).to_path(0.02);
        let line = |a: (f64, f64), b: (f64, f64)| Line::new(a, b).to_path(0.1);
        match self {
            Self::Duplex => vec![
                stroke(circle(9.0, 6.0)),
                stroke(line((-2.2, 0.0), (-2.2, 14.58))),
                stroke(line((2.2, 0.0), (2.2, 14.58))),
            ],
            Self::Gfi => {
                let mut parts = Self::Duplex.parts();
                parts.push(fill(wedge((0.0, 9.0), 6.0, -FRAC_PI_2, std::f64::consts::PI)));
                parts
            }
            Self::Switch => vec![stroke(svg(LETTER_S)), stroke(line((0.0, 0.0), (0.0, 17.0)))],
            Self::ThreeWay => {
                let mut parts = Self::Switch.parts();
                parts.push(stroke(svg(SUBSCRIPT_THREE)));
                parts
            }
            Self::Troffer => vec![
                stroke(Rect::new(-18.0, -9.0, 18.0, 9.0).to_path(0.1)),
                stroke(line((-18.0, -3.0), (18.0, -3.0))),
                stroke(line((-18.0, 3.0), (18.0, 3.0))),
            ],
            Self::Downlight => vec![
                stroke(circle(0.0, 6.5)),
                stroke(circle(0.0, 3.0)),
                stroke(line((-9.0, 0.0), (-6.5, 0.0))),
                stroke(line((6.5, 0.0), (9.0, 0.0))),
            ],
            Self::Exit => {
                let d = 7.0 * FRAC_PI_4.cos();
                vec![
                    stroke(circle(0.0, 7.0)),
                    stroke(line((-d, -d), (d, d))),
                    stroke(line((-d, d), (d, -d))),
                    fill(wedge((0.0, 0.0), 7.0, FRAC_PI_4, FRAC_PI_2)),
                    fill(wedge((0.0, 0.0), 7.0, -3.0 * FRAC_PI_4, FRAC_PI_2)),
                ]
            }
            Self::Junction => vec![stroke(circle(0.0, 5.2)), stroke(svg(LETTER_J))],
            Self::Panel => vec![
                stroke(Rect::new(-24.0, 0.0, 24.0, 11.0).to_path(0.1)),
                fill(polygon(&[(-24.0, 0.0), (24.0, 0.0), (-24.0, 11.0)])),
            ],
            Self::Data => vec![
                stroke(polygon(&[(0.0, 3.0), (7.0, 15.0), (-7.0, 15.0)])),
                stroke(line((0.0, 0.0), (0.0, 3.0))),
                fill(polygon(&[(0.0, 3.0), (0.0, 15.0), (-7.0, 15.0)])),
            ],
        }
    }

    /// Returns the vector from the symbol's origin to its middle.
    pub(crate) fn middle(self) -> Vec2 {
        self.bounds(Affine::IDENTITY).center().to_vec2()
    }

    /// Returns the box of the linework of an instance placed by `transform`.
    pub(crate) fn bounds(self, transform: Affine) -> Rect {
        self.parts()
            .into_iter()
            .map(|(_, path)| (transform * path).bounding_box())
            .reduce(|a, b| a.union(b))
            .unwrap_or(Rect::ZERO)
    }
}

/// Returns a filled sector of a circle.
fn wedge(center: (f64, f64), radius: f64, start: f64, sweep: f64) -> BezPath {
    let arc = Arc::new(center, (radius, radius), start, sweep, 0.0);
    let mut path = BezPath::new();
    path.move_to(center);
    let mut rim = arc.to_path(0.02).into_iter();
    if let Some(kurbo::PathEl::MoveTo(first)) = rim.next() {
        path.line_to(first);
    }
    path.extend(rim);
    path.close_path();
    path
}

/// Returns the path of SVG path data. All of it is in this file and valid.
fn svg(data: &str) -> BezPath {
    BezPath::from_svg(data).unwrap_or_default()
}

/// Returns the transform that mirrors a symbol about its own axis, rotates it clockwise by `degrees` and moves it to `at`.
pub(crate) fn transform(at: Point, degrees: f64, mirrored: bool) -> Affine {
    let flip = if mirrored { Affine::scale_non_uniform(-1.0, 1.0) } else { Affine::IDENTITY };
    Affine::translate(at.to_vec2()) * Affine::rotate(degrees.to_radians()) * flip
}
