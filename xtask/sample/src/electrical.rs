//! The electrical design: circuits of panel LP1, devices on the plan, wiring between them.

use crate::building::{Building, Room, Use};
use crate::canvas::{Label, Sheet};
use crate::luminaires::watts;
use crate::options::{Options, Scale};
use crate::pen::Pen;
use crate::shapes::{polygon, polyline};
use crate::symbols::{self, Symbol};
use crate::truth::{Item, Route, Truth};
use kurbo::{BezPath, Line, ParamCurve, ParamCurveArclen, PathSeg, Point, Rect, Vec2};
use rand::{Rng, rngs::StdRng};
use std::collections::BTreeMap;

/// Poles of panel LP1.
pub(crate) const CIRCUITS: u32 = 42;

/// The load of one pole of the panel.
#[derive(Debug, Clone)]
pub(crate) struct Circuit {
    pub(crate) load: String,
    /// Volt-amperes on this pole.
    pub(crate) va: u32,
    pub(crate) poles: u32,
    /// Number of the pole. The first pole is 1 and carries the text.
    pub(crate) pole: u32,
    /// Breaker in amperes, 0 for a space.
    pub(crate) trip: u32,
}

#[derive(Debug, Clone)]
struct Device {
    symbol: Symbol,
    at: Point,
    degrees: f64,
    mirrored: bool,
    tag: Option<String>,
    circuit: Option<String>,
}

impl Device {
    fn bounds(&self) -> Rect {
        self.symbol.bounds(symbols::transform(self.at, self.degrees, self.mirrored))
    }

    /// Returns the direction from the wall into the room.
    fn inward(&self) -> Vec2 {
        let radians = self.degrees.to_radians();
        Vec2::new(-radians.sin(), radians.cos())
    }

    /// Returns the point of the box farthest from the wall.
    fn inner_end(&self) -> Point {
        let bounds = self.bounds();
        bounds.center() + self.inward() * (bounds.height() / 2.0)
    }
}

#[derive(Debug, Clone)]
struct Wire {
    kind: &'static str,
    layer: &'static str,
    path: BezPath,
    arrow: bool,
    circuit: Option<String>,
    size: Option<String>,
}

/// All electrical items on the plan.
#[derive(Debug, Default)]
pub(crate) struct Design {
    /// Circuits by number.
    pub(crate) circuits: BTreeMap<u32, Circuit>,
    devices: Vec<Device>,
    wires: Vec<Wire>,
}

/// A side of a room.
#[derive(Clone, Copy)]
enum Wall {
    North,
    South,
    East,
    West,
}

impl Wall {
    /// Returns the point on the wall's face at `share` of its length, and the rotation that makes a symbol face the
    /// room.
    fn placement(self, rect: Rect, share: f64) -> (Point, f64) {
        let (x, y) = (rect.x0 + rect.width() * share, rect.y0 + rect.height() * share);
        match self {
            Self::North => (Point::new(x, rect.y0), 0.0),
            Self::South => (Point::new(x, rect.y1), 180.0),
            Self::East => (Point::new(rect.x1, y), 90.0),
            Self::West => (Point::new(rect.x0, y), 270.0),
        }
    }
}

impl Design {
    pub(crate) fn new(rng: &mut StdRng, building: &Building) -> Self {
        let mut design = Self::default();
        for (first, load, va, trip) in [(2, "RTU-1", 2880, 40), (8, "WATER HEATER WH-1", 1500, 25)] {
            design.three_pole(first, load, va, trip);
        }
        design.lighting(rng, building);
        design.power(rng, building);
        design.conduit(rng, building);
        let used = design.circuits.len() as u32;
        let spares = (CIRCUITS - used) * 2 / 3;
        for index in 0..CIRCUITS - used {
            let (load, poles, trip) = if index < spares { ("SPARE", 1, 20) } else { ("SPACE", 1, 0) };
            let number = design.free_circuit();
            design.circuits.insert(number, Circuit { load: load.to_owned(), va: 0, poles, pole: 1, trip });
        }
        design
    }

    /// Returns the lowest free circuit number, odd ones first up to 29, as a designer fills a panel.
    fn free_circuit(&self) -> u32 {
        (1..30).step_by(2).chain(1..=CIRCUITS).find(|number| !self.circuits.contains_key(number)).unwrap_or(CIRCUITS)
    }

    fn one_pole(&mut self, load: String, va: u32) -> u32 {
        let number = self.free_circuit();
        self.circuits.insert(number, Circuit { load, va, poles: 1, pole: 1, trip: 20 });
        number
    }

    fn three_pole(&mut self, first: u32, load: &str, va: u32, trip: u32) {
        for pole in 1..=3 {
            let circuit = Circuit { load: load.to_owned(), va, poles: 3, pole, trip };
            self.circuits.insert(first + 2 * (pole - 1), circuit);
        }
    }

    fn add(&mut self, symbol: Symbol, at: Point, degrees: f64, mirrored: bool) -> &mut Device {
        self.devices.push(Device { symbol, at, degrees, mirrored, tag: None, circuit: None });
        let last = self.devices.len() - 1;
        &mut self.devices[last]
    }

    fn lighting(&mut self, rng: &mut StdRng, building: &Building) {
        for pair in building.rooms.chunks(2) {
            let names: Vec<String> = pair.iter().map(|room| format!("{} {}", room.name, room.number)).collect();
            let mut boxes = Vec::new();
            let mut va = 0;
            for room in pair {
                let (symbol, mark) = match room.usage {
                    Use::Lobby => (Symbol::Downlight, "B"),
                    Use::Restroom => (Symbol::Downlight, "B1"),
                    Use::Break | Use::Electrical | Use::Storage => (Symbol::Troffer, "A1"),
                    Use::Office | Use::OpenOffice | Use::Conference => (Symbol::Troffer, "A"),
                };
                let columns = (room.rect.width() / 95.0).round().clamp(1.0, 6.0) as usize;
                let rows = if matches!(room.usage, Use::Electrical | Use::Restroom) { 2 } else { 3 };
                let upright = symbol == Symbol::Troffer && rng.random_bool(0.5);
                for row in 0..rows {
                    for step in 0..columns {
                        // Alternating directions, like the wiring.
                        let column = if row % 2 == 0 { step } else { columns - 1 - step };
                        let x = room.rect.x0 + room.rect.width() * (column as f64 + 0.5) / columns as f64;
                        let mut y = room.rect.y0 + room.rect.height() * (row as f64 + 0.5) / rows as f64;
                        if rows == 3 && row == 1 {
                            // Clear of the room's name in the middle.
                            y -= 34.0;
                        }
                        let device = self.add(symbol, Point::new(x, y), if upright { 90.0 } else { 0.0 }, false);
                        device.tag = Some(mark.to_owned());
                        boxes.push(device.bounds());
                        va += watts(mark);
                    }
                }
                self.switches(rng, room);
            }
            let number = self.one_pole(format!("LTG - {}", names.join(", ")), va);
            self.chain(&boxes, pair[0].rect.center(), "E-LITE-CIRC");
            let first = boxes[0].center();
            let target = Point::new(pair[0].rect.center().x.max(first.x + 30.0), first.y + 42.0);
            self.home_run(boxes[0], target, "E-LITE-CIRC", format!("LP1-{number}"));
        }
        self.corridor(building);
    }

    fn switches(&mut self, rng: &mut StdRng, room: &Room) {
        let wall = if room.is_north { Wall::South } else { Wall::North };
        let latch = if room.door < room.rect.center().x { room.door + 27.0 + 16.0 } else { room.door - 16.0 };
        let (at, degrees) = wall.placement(room.rect, (latch - room.rect.x0) / room.rect.width());
        let pair = matches!(room.usage, Use::Conference | Use::OpenOffice | Use::Lobby | Use::Break);
        let symbol = if pair { Symbol::ThreeWay } else { Symbol::Switch };
        self.add(symbol, at, degrees, rng.random_bool(0.5));
        if pair {
            // The second three-way switch, at the far end of the corridor wall.
            let share = if room.door < room.rect.center().x { 0.94 } else { 0.06 };
            let (at, degrees) = wall.placement(room.rect, share);
            self.add(symbol, at, degrees, rng.random_bool(0.5));
        }
    }

    fn corridor(&mut self, building: &Building) {
        let corridor = building.corridor;
        let y = corridor.y0 + 30.0;
        let count = (corridor.width() / 120.0).round();
        let mut boxes = Vec::new();
        let mut va = 0;
        for index in 0..count as usize {
            let x = corridor.x0 + corridor.width() * (index as f64 + 0.5) / count;
            let device = self.add(Symbol::Downlight, Point::new(x, y), 0.0, false);
            device.tag = Some("B".to_owned());
            boxes.push(device.bounds());
            va += watts("B");
        }
        for x in [corridor.x0 + 22.0, corridor.x1 - 22.0] {
            let device = self.add(Symbol::Exit, Point::new(x, y), 0.0, x > corridor.center().x);
            device.tag = Some("X1".to_owned());
            va += watts("X1");
        }
        for lobby in building.rooms.iter().filter(|room| room.usage == Use::Lobby) {
            let at = Point::new(lobby.rect.center().x, lobby.rect.y1 - 38.0);
            let device = self.add(Symbol::Exit, at, 0.0, false);
            device.tag = Some("X1".to_owned());
            va += watts("X1");
        }
        for (wall, share) in [(Wall::West, 0.72), (Wall::East, 0.72)] {
            let (at, degrees) = wall.placement(corridor, share);
            self.add(Symbol::ThreeWay, at, degrees, false);
        }
        let number = self.one_pole("LTG - CORRIDOR 100, EXIT SIGNS".to_owned(), va);
        self.chain(&boxes, corridor.center(), "E-LITE-CIRC");
        let start = boxes[boxes.len() / 2];
        let target = start.center() + Vec2::new(62.0, 14.0);
        self.home_run(start, target, "E-LITE-CIRC", format!("LP1-{number}"));
    }

    fn power(&mut self, rng: &mut StdRng, building: &Building) {
        for room in &building.rooms {
            let exterior = if room.is_north { Wall::North } else { Wall::South };
            let shares: Vec<f64> = match room.usage {
                Use::OpenOffice => vec![0.1, 0.3, 0.5, 0.7, 0.9],
                Use::Conference | Use::Lobby => vec![0.15, 0.5, 0.85],
                Use::Restroom => vec![0.8],
                Use::Electrical => vec![0.15],
                Use::Office | Use::Break | Use::Storage => vec![0.2, 0.8],
            };
            let mut spots: Vec<(Wall, f64, Symbol)> = Vec::new();
            let side = if room.is_north { 0.55 } else { 0.45 } + rng.random_range(-0.05..0.05);
            let wet = matches!(room.usage, Use::Restroom | Use::Break);
            let symbol = if wet { Symbol::Gfi } else { Symbol::Duplex };
            if !matches!(room.usage, Use::Restroom | Use::Electrical) {
                spots.push((Wall::West, side, Symbol::Duplex));
            }
            spots.extend(shares.iter().map(|share| (exterior, share + rng.random_range(-0.03..0.03), symbol)));
            if !matches!(room.usage, Use::Restroom | Use::Electrical | Use::Storage) {
                spots.push((Wall::East, side + rng.random_range(0.06..0.12), Symbol::Duplex));
            }
            // A designer splits a large room between two circuits of one home run.
            let parts = if room.usage == Use::OpenOffice { 2 } else { 1 };
            let size = spots.len().div_ceil(parts);
            let name = format!("REC - {} {}", room.name, room.number);
            let numbers: Vec<u32> =
                spots.chunks(size).map(|chunk| self.one_pole(name.clone(), 180 * chunk.len() as u32)).collect();
            let mut outlets = Vec::new();
            for (index, (wall, share, symbol)) in spots.into_iter().enumerate() {
                let (at, degrees) = wall.placement(room.rect, share);
                let device = self.add(symbol, at, degrees, rng.random_bool(0.5));
                device.circuit = numbers.get(index / size).map(|number| format!("LP1-{number}"));
                outlets.push(device.clone());
                if matches!(room.usage, Use::Office | Use::OpenOffice | Use::Conference) && degrees % 180.0 == 0.0 {
                    self.add(Symbol::Data, at + Vec2::new(24.0, 0.0), degrees, rng.random_bool(0.5));
                }
            }
            self.chain_walls(&outlets, room.rect.center());
            let list: Vec<String> = numbers.iter().map(u32::to_string).collect();
            let last = outlets[outlets.len() - 1].bounds();
            let inward = (room.rect.center().y - last.center().y).clamp(-34.0, 34.0);
            let to = Point::new(room.rect.center().x, last.center().y + inward);
            self.home_run(last, to, "E-POWR-CIRC", format!("LP1-{}", list.join(",")));
        }
    }

    /// Adds the panel, and conduit from it along the corridor to junction boxes.
    fn conduit(&mut self, rng: &mut StdRng, building: &Building) {
        let Some(room) = building.rooms.iter().find(|room| room.usage == Use::Electrical) else { return };
        let (at, degrees) = Wall::North.placement(room.rect, room.panel_share());
        self.add(Symbol::Panel, at, degrees, false).tag = Some("LP1".to_owned());
        let corridor = building.corridor;
        let shares = [0.12, 0.34, 0.9];
        for (lane, (share, size)) in shares.into_iter().zip(["1\"C", "3/4\"C", "1-1/4\"C"]).enumerate() {
            let x = corridor.x0 + corridor.width() * (share + rng.random_range(-0.02..0.02));
            let y = corridor.y1 - 12.0 - 13.0 * lane as f64;
            let junction = self.add(Symbol::Junction, Point::new(x, y), 0.0, false).bounds();
            let end = if x < at.x { junction.x1 } else { junction.x0 };
            let start = at.x - 14.0 + 14.0 * lane as f64;
            let path = polyline(&[(start, at.y), (start, y), (end, y)]);
            let size = Some(size.to_owned());
            self.wires.push(Wire { kind: "conduit", layer: "E-POWR-CNDT", path, arrow: false, circuit: None, size });
        }
    }

    /// Wires each device to the next with lines that bow away from `middle`.
    fn chain(&mut self, boxes: &[Rect], middle: Point, layer: &'static str) {
        for pair in boxes.windows(2) {
            let (from, to) = (exit_point(pair[0], pair[1].center()), exit_point(pair[1], pair[0].center()));
            self.branch(from, to, if is_clockwise(from, to, middle) { 0.12 } else { -0.12 }, layer);
        }
    }

    /// Wires wall devices: along one wall in bows that clear the devices between, around a corner close to the walls.
    fn chain_walls(&mut self, devices: &[Device], middle: Point) {
        for pair in devices.windows(2) {
            let (a, b) = (pair[0].bounds(), pair[1].bounds());
            let (from, to, bow) = if (pair[0].degrees - pair[1].degrees).abs() < 1.0 {
                let (from, to) = (pair[0].inner_end(), pair[1].inner_end());
                (from, to, if is_clockwise(from, to, middle) { -0.14 } else { 0.14 })
            } else {
                let (from, to) = (exit_point(a, b.center()), exit_point(b, a.center()));
                (from, to, if is_clockwise(from, to, middle) { 0.03 } else { -0.03 })
            };
            self.branch(from, to, bow, "E-POWR-CIRC");
        }
    }

    fn branch(&mut self, from: Point, to: Point, bow: f64, layer: &'static str) {
        let path = bowed_curve(from, to, bow);
        self.wires.push(Wire { kind: "branch_circuit", layer, path, arrow: false, circuit: None, size: None });
    }

    /// Adds a bowed line with an arrow toward `target`, from the device in `start`.
    fn home_run(&mut self, start: Rect, target: Point, layer: &'static str, circuit: String) {
        let direction = (target - start.center()).normalize();
        let from = exit_point(start, target);
        let path = bowed_curve(from, from + direction * 62.0, 0.16);
        self.wires.push(Wire { kind: "home_run", layer, path, arrow: true, circuit: Some(circuit), size: None });
    }

    /// Draws wiring, devices and their texts, and adds them to the truth.
    pub(crate) fn draw(&self, sheet: &mut Sheet, rng: &mut StdRng, options: &Options, truth: &mut Truth) {
        for wire in &self.wires {
            truth.routes.push(draw_wire(sheet, wire, options));
        }
        for device in &self.devices {
            sheet.set_layer(device.symbol.layer());
            let transform = symbols::transform(device.at, device.degrees, device.mirrored);
            let bounds = sheet.symbol(device.symbol, transform, rng, options);
            label(sheet, device, bounds);
            truth.items.push(Item {
                symbol: device.symbol.key().to_owned(),
                description: device.symbol.description().to_owned(),
                page: sheet.page,
                bbox: sheet.normalize_box(bounds),
                tag: device.tag.clone(),
                circuit: device.circuit.clone(),
                rotation: device.degrees,
                mirrored: device.mirrored,
            });
        }
    }
}

/// Returns the point where a wire toward `target` leaves a device's box.
fn exit_point(from: Rect, target: Point) -> Point {
    let center = from.center();
    let delta = target - center;
    let reach = |half: f64, part: f64| if part.abs() < 1e-9 { f64::INFINITY } else { half / part.abs() };
    let share = reach(from.width() / 2.0, delta.x).min(reach(from.height() / 2.0, delta.y));
    if share.is_finite() { center + delta * share } else { center }
}

/// Returns whether `point` lies clockwise (on the sheet) of the direction from one point to another.
fn is_clockwise(from: Point, to: Point, point: Point) -> bool {
    (to - from).cross(point - from) > 0.0
}

/// Returns a curve that deviates from the straight line by about `bow` of its length.
fn bowed_curve(from: Point, to: Point, bow: f64) -> BezPath {
    let delta = to - from;
    let side = Vec2::new(delta.y, -delta.x) * (bow * 4.0 / 3.0);
    let mut path = BezPath::new();
    path.move_to(from);
    path.curve_to(from + delta * 0.3 + side, from + delta * 0.7 + side, to);
    path
}

fn draw_wire(sheet: &mut Sheet, wire: &Wire, options: &Options) -> Route {
    sheet.set_layer(wire.layer);
    let dashed = wire.kind == "conduit";
    if dashed && options.exploded_dashes {
        for dash in wire.path.segments().flat_map(dashes) {
            sheet.shape(&Pen::line(0.8), dash);
        }
    } else {
        let pen = if dashed { Pen::line(0.8).dash(&[9.0, 5.0]) } else { Pen::line(0.6) };
        sheet.path(&pen, wire.path.clone());
    }
    let length: f64 = wire.path.segments().map(|segment| segment.arclen(1e-4)).sum();
    let last = wire.path.segments().last();
    let first = wire.path.segments().next();
    let (from, to) = (first.map_or(Point::ORIGIN, |s| s.start()), last.map_or(Point::ORIGIN, |s| s.end()));
    if let (true, Some(PathSeg::Cubic(curve))) = (wire.arrow, last) {
        arrow_head(sheet, to, (curve.p3 - curve.p2).normalize());
    }
    if let Some(circuit) = &wire.circuit {
        sheet.set_layer("E-ANNO-TEXT");
        let right = to.x >= from.x;
        let text = Label::new(circuit, 7.0);
        sheet.text(&if right { text } else { text.right() }, (to.x + if right { 6.0 } else { -6.0 }, to.y));
    }
    if let (Some(size), Some(PathSeg::Line(run))) = (&wire.size, last) {
        sheet.set_layer("E-ANNO-TEXT");
        let middle = run.p0.midpoint(run.p1);
        sheet.text(&Label::new(size, 6.0).center(), (middle.x, middle.y - 4.5));
    }
    let scale: Scale = options.scale;
    Route {
        kind: wire.kind.to_owned(),
        page: sheet.page,
        layer: wire.layer.to_owned(),
        circuit: wire.circuit.clone(),
        size: wire.size.clone(),
        length: (scale.real_length(length) * 1e4).round() / 1e4,
        ends: [sheet.normalize(from), sheet.normalize(to)],
    }
}

/// Returns the dashes of a straight run, which starts and ends with a dash.
fn dashes(segment: PathSeg) -> impl Iterator<Item = Line> {
    let (from, to) = (segment.start(), segment.end());
    let delta = to - from;
    let count = ((delta.hypot() + 5.0) / 14.0).round().max(1.0);
    // n dashes of 9 parts with n - 1 gaps of 5 parts fill the run.
    let part = 1.0 / (count * 14.0 - 5.0);
    (0..count as usize).map(move |index| {
        let start = index as f64 * 14.0 * part;
        Line::new(from + delta * start, from + delta * (start + 9.0 * part))
    })
}

fn arrow_head(sheet: &mut Sheet, tip: Point, direction: Vec2) {
    let side = Vec2::new(direction.y, -direction.x) * 2.4;
    let back = tip - direction * 8.0;
    sheet.path(&Pen::solid(), polygon(&[tip, back + side, back - side].map(<(f64, f64)>::from)));
}

/// Draws the texts beside a device: type tag, circuit, `GFI`.
fn label(sheet: &mut Sheet, device: &Device, bounds: Rect) {
    sheet.set_layer("E-ANNO-TEXT");
    let center = bounds.center();
    // The side away from the wall.
    let inward = device.inward();
    let beyond = |distance: f64| {
        let reach = if inward.x.abs() > 0.5 { bounds.width() } else { bounds.height() } / 2.0;
        center + inward * (reach + distance)
    };
    if let Some(tag) = &device.tag {
        let at =
            if device.symbol == Symbol::Panel { beyond(8.0) } else { Point::new(bounds.x1 + 2.5, bounds.y0 - 3.0) };
        let text = Label::new(tag, 7.0);
        let text = if device.symbol == Symbol::Panel { text.center().bold() } else { text };
        sheet.text(&text, (at.x, at.y));
    }
    if let Some(circuit) = &device.circuit {
        let at = beyond(6.0);
        let text = Label::new(circuit, 6.0);
        let text = match inward.x {
            x if x > 0.5 => text,
            x if x < -0.5 => text.right(),
            _ => text.center(),
        };
        sheet.text(&text, (at.x, at.y));
    }
    if device.symbol == Symbol::Gfi {
        // Beside the circle, clear of the circuit's text.
        let side = Vec2::new(inward.y.abs(), inward.x.abs());
        let at = center + side * 9.0 + Vec2::new(if side.x > 0.5 { 0.0 } else { -5.0 }, 0.0);
        sheet.text(&Label::new("GFI", 6.0), (at.x, at.y));
    }
}
