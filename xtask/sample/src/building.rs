//! The architectural background: an invented one-story office building with rooms on both sides of a corridor.

use crate::canvas::{Label, Sheet};
use crate::options::Scale;
use crate::pen::{GRAY, Pen};
use crate::shapes::polyline;
use kurbo::{Arc, Circle, Ellipse, Rect, Shape};
use rand::{Rng, rngs::StdRng};

/// Thickness of exterior and interior walls, width of a door, in points on paper.
const EXTERIOR: f64 = 9.0;
const INTERIOR: f64 = 5.0;
const DOOR: f64 = 27.0;
/// Width of the strip to the right of the plan: gap, legend column, title block, margins.
const RIGHT_STRIP: f64 = 830.0;

/// The use of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Office,
    OpenOffice,
    Conference,
    Break,
    Lobby,
    Restroom,
    Electrical,
    Storage,
}

/// A room of the building.
#[derive(Debug, Clone)]
pub(crate) struct Room {
    pub(crate) name: &'static str,
    pub(crate) number: u32,
    pub(crate) usage: Use,
    /// The area between the inner faces of the walls.
    pub(crate) rect: Rect,
    /// Whether the room lies north of the corridor, so that its door is in its south wall.
    pub(crate) is_north: bool,
    /// Left edge of the door opening.
    pub(crate) door: f64,
}

impl Room {
    /// Returns the position along the corridor wall of a panelboard that is clear of the door, as a share of the wall.
    pub(crate) fn panel_share(&self) -> f64 {
        if self.door < self.rect.center().x { 0.66 } else { 0.34 }
    }
}

/// The building with its rooms.
#[derive(Debug)]
pub(crate) struct Building {
    /// The outer faces of the exterior walls.
    pub(crate) outer: Rect,
    pub(crate) corridor: Rect,
    pub(crate) rooms: Vec<Room>,
}

impl Building {
    /// Divides the plan area of a sheet that is `page_width` points wide.
    pub(crate) fn new(rng: &mut StdRng, page_width: f64) -> Self {
        let outer = Rect::new(200.0, 210.0, page_width - RIGHT_STRIP, 1030.0);
        let inner = outer.inset(-EXTERIOR);
        let middle = outer.center().y + rng.random_range(-12.0_f64..12.0).round();
        let corridor = Rect::new(inner.x0, middle - 45.0, inner.x1, middle + 45.0);
        let north = [
            ("OFFICE", 101, Use::Office, 1.0),
            ("OFFICE", 102, Use::Office, 1.0),
            ("CONFERENCE", 103, Use::Conference, 1.4),
            ("OPEN OFFICE", 104, Use::OpenOffice, 2.0),
            ("BREAK ROOM", 105, Use::Break, 1.2),
            ("OFFICE", 106, Use::Office, 1.0),
        ];
        let south = [
            ("LOBBY", 110, Use::Lobby, 1.4),
            ("OPEN OFFICE", 111, Use::OpenOffice, 2.0),
            ("WOMEN", 112, Use::Restroom, 0.9),
            ("MEN", 113, Use::Restroom, 0.9),
            ("ELECTRICAL", 114, Use::Electrical, 0.8),
            ("STORAGE", 115, Use::Storage, 1.0),
        ];
        let mut rooms = Vec::new();
        for (row, is_north) in [(north, true), (south, false)] {
            let shares: Vec<f64> = row.iter().map(|room| room.3 * rng.random_range(0.92..1.08)).collect();
            let total: f64 = shares.iter().sum();
            let free = inner.width() - INTERIOR * (row.len() - 1) as f64;
            let mut left = inner.x0;
            let last = row.len() - 1;
            for (index, ((name, number, usage, _), share)) in row.into_iter().zip(shares).enumerate() {
                // The last room takes the rest after rounding.
                let right = if index == last { inner.x1 } else { left + (free * share / total).round() };
                let rect = if is_north {
                    Rect::new(left, inner.y0, right, corridor.y0 - INTERIOR)
                } else {
                    Rect::new(left, corridor.y1 + INTERIOR, right, inner.y1)
                };
                let door = if rng.random_bool(0.5) { left + 14.0 } else { right - 14.0 - DOOR };
                rooms.push(Room { name, number, usage, rect, is_north, door });
                left = right + INTERIOR;
            }
        }
        Self { outer, corridor, rooms }
    }

    /// Draws walls, openings, furniture, room names and the column grid, screened back as on an electrical sheet.
    pub(crate) fn draw(&self, sheet: &mut Sheet, scale: Scale) {
        self.grid(sheet, scale);
        self.walls(sheet);
        for room in &self.rooms {
            door(sheet, room);
            furniture(sheet, room);
            sheet.set_layer("A-AREA-IDEN");
            let center = room.rect.center();
            sheet.text(&Label::new(room.name, 8.0).center().color(GRAY), (center.x, center.y - 6.0));
            sheet.text(&Label::new(&room.number.to_string(), 8.0).center().color(GRAY), (center.x, center.y + 6.0));
        }
        sheet.set_layer("A-AREA-IDEN");
        let (x, y) = (self.corridor.center().x, self.corridor.y0 + 14.0);
        sheet.text(&Label::new("CORRIDOR  100", 8.0).center().color(GRAY), (x, y));
    }

    fn walls(&self, sheet: &mut Sheet) {
        sheet.set_layer("A-WALL");
        let outline = Pen { fill: Some([0.87; 3]), ..Pen::line(0.7).color(GRAY) };
        let o = self.outer;
        let t = EXTERIOR;
        sheet.rect(&outline, o.x0, o.y0, o.width(), t);
        sheet.rect(&outline, o.x0, o.y1 - t, o.width(), t);
        sheet.rect(&outline, o.x0, o.y0 + t, t, o.height() - 2.0 * t);
        sheet.rect(&outline, o.x1 - t, o.y0 + t, t, o.height() - 2.0 * t);
        for north in [true, false] {
            let row: Vec<&Room> = self.rooms.iter().filter(|room| room.is_north == north).collect();
            let y = if north { self.corridor.y0 - INTERIOR } else { self.corridor.y1 };
            let mut from = self.corridor.x0;
            for room in &row {
                sheet.rect(&outline, from, y, room.door - from, INTERIOR);
                from = room.door + DOOR;
            }
            sheet.rect(&outline, from, y, self.corridor.x1 - from, INTERIOR);
            for pair in row.windows(2) {
                let rect = pair[0].rect;
                sheet.rect(&outline, rect.x1, rect.y0, INTERIOR, rect.height());
            }
        }
        sheet.set_layer("A-GLAZ");
        let (glass, white) = (Pen::line(0.5).color(GRAY), Pen { fill: Some([1.0; 3]), ..Pen::line(0.5).color(GRAY) });
        for room in self.rooms.iter().filter(|room| !matches!(room.usage, Use::Restroom | Use::Electrical)) {
            let y = if room.is_north { o.y0 } else { o.y1 - t };
            let count = (room.rect.width() / 130.0).floor().max(1.0);
            for index in 0..count as usize {
                let x = room.rect.x0 + room.rect.width() * (index as f64 + 0.5) / count - 25.0;
                sheet.rect(&white, x, y, 50.0, t);
                sheet.line(&glass, (x, y + t / 2.0 - 0.8), (x + 50.0, y + t / 2.0 - 0.8));
                sheet.line(&glass, (x, y + t / 2.0 + 0.8), (x + 50.0, y + t / 2.0 + 0.8));
            }
        }
    }

    fn grid(&self, sheet: &mut Sheet, scale: Scale) {
        sheet.set_layer("S-GRID");
        let chain = Pen::line(0.35).color([0.6; 3]).dash(&[20.0, 4.0, 4.0, 4.0]);
        let bubble = Pen::line(0.7).color(GRAY);
        let o = self.outer;
        let columns: Vec<f64> = (0..7).map(|index| o.x0 + 4.5 + (o.width() - 9.0) * f64::from(index) / 6.0).collect();
        let lines: Vec<f64> = vec![o.y0 + 4.5, self.corridor.y0 - 2.5, self.corridor.y1 + 2.5, o.y1 - 4.5];
        for (index, x) in columns.iter().enumerate() {
            sheet.line(&chain, (*x, 138.0), (*x, o.y1 + 14.0));
            sheet.shape(&bubble, Circle::new((*x, 124.0), 14.0));
            sheet.text(&Label::new(&(index + 1).to_string(), 11.0).center().color(GRAY), (*x, 124.0));
        }
        for (index, y) in lines.iter().enumerate() {
            sheet.line(&chain, (124.0, *y), (o.x1 + 14.0, *y));
            sheet.shape(&bubble, Circle::new((110.0, *y), 14.0));
            let letter = char::from(b'A' + index as u8).to_string();
            sheet.text(&Label::new(&letter, 11.0).center().color(GRAY), (110.0, *y));
        }
        sheet.set_layer("A-ANNO-DIMS");
        let thin = Pen::line(0.35).color(GRAY);
        let y = 166.0;
        sheet.line(&thin, (columns[0], y), (columns[6], y));
        for (index, x) in columns.iter().enumerate() {
            sheet.line(&Pen::line(0.9).color(GRAY), (x - 3.0, y + 3.0), (x + 3.0, y - 3.0));
            if let Some(next) = columns.get(index + 1) {
                let text = dimension(scale, next - x);
                sheet.text(&Label::new(&text, 7.0).center().color(GRAY), ((x + next) / 2.0, y - 7.0));
            }
        }
        let x = 156.0;
        sheet.line(&thin, (x, lines[0]), (x, lines[3]));
        for (index, y) in lines.iter().enumerate() {
            sheet.line(&Pen::line(0.9).color(GRAY), (x - 3.0, y + 3.0), (x + 3.0, y - 3.0));
            if let Some(next) = lines.get(index + 1) {
                let text = dimension(scale, next - y);
                let label = Label::new(&text, 7.0).center().angle(90.0).color(GRAY);
                sheet.text(&label, (x - 7.0, (y + next) / 2.0));
            }
        }
    }
}

/// Returns a dimension text: feet and inches, or millimeters.
fn dimension(scale: Scale, points: f64) -> String {
    let real = scale.real_length(points);
    match scale {
        Scale::Eighth => {
            let inches = (real * 12.0).round() as i64;
            format!("{}'-{}\"", inches / 12, inches % 12)
        }
        Scale::OneToHundred => format!("{:.0}", real * 1000.0),
    }
}

fn door(sheet: &mut Sheet, room: &Room) {
    sheet.set_layer("A-DOOR");
    let pen = Pen::line(0.6).color(GRAY);
    let at_left = room.door < room.rect.center().x;
    let hinge = if at_left { room.door } else { room.door + DOOR };
    let (wall, into) = if room.is_north { (room.rect.y1, -1.0) } else { (room.rect.y0, 1.0) };
    sheet.line(&pen, (hinge, wall), (hinge, wall + into * DOOR));
    let (start, sweep) = match (at_left, room.is_north) {
        (true, true) => (0.0, -1.0),
        (true, false) => (0.0, 1.0),
        (false, true) => (2.0, 1.0),
        (false, false) => (2.0, -1.0),
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    let arc = Arc::new((hinge, wall), (DOOR, DOOR), start * quarter, sweep * quarter, 0.0);
    sheet.path(&Pen::line(0.35).color(GRAY), arc.to_path(0.05));
}

fn furniture(sheet: &mut Sheet, room: &Room) {
    let pen = Pen::line(0.35).color([0.6; 3]);
    let r = room.rect;
    // Away from the corridor wall, toward the exterior.
    let (deep, out) = if room.is_north { (r.y0 + 46.0, 1.0) } else { (r.y1 - 46.0, -1.0) };
    let mut desk = |x: f64, y: f64| {
        sheet.set_layer("I-FURN");
        sheet.rect(&pen, x - 27.0, y - 13.5, 54.0, 27.0);
        sheet.shape(&pen, Rect::new(x - 8.0, y + out * 26.0 - 8.0, x + 8.0, y + out * 26.0 + 8.0).to_rounded_rect(4.0));
    };
    match room.usage {
        Use::Office => desk(r.center().x, deep + 26.0 * out),
        Use::OpenOffice => {
            let count = (r.width() / 84.0).floor();
            for index in 0..count as usize {
                let x = r.x0 + r.width() * (index as f64 + 0.5) / count;
                desk(x, deep + 26.0 * out);
                desk(x, deep + 150.0 * out);
            }
        }
        Use::Conference | Use::Break => {
            sheet.set_layer("I-FURN");
            let table = Ellipse::new(r.center(), (r.width() * 0.24, 46.0), 0.0);
            sheet.path(&pen, table.to_path(0.1));
        }
        Use::Restroom => {
            sheet.set_layer("P-FIXT");
            let wall = if room.is_north { r.y0 } else { r.y1 };
            for index in 0..3 {
                let x = r.x0 + 24.0 + f64::from(index) * 34.0;
                sheet.line(&pen, (x + 17.0, wall), (x + 17.0, wall + out * 48.0));
                sheet.path(&pen, Ellipse::new((x, wall + out * 17.0), (6.5, 9.0), 0.0).to_path(0.1));
                sheet.rect(&pen, x - 8.0, wall + if out > 0.0 { 1.0 } else { -7.0 }, 16.0, 6.0);
            }
        }
        Use::Electrical => {
            // The working clearance that the code requires in front of a panelboard.
            sheet.set_layer("E-ANNO-CLRN");
            let (x, y) = (r.x0 + r.width() * room.panel_share(), r.y0);
            let corners = [(x - 27.0, y), (x - 27.0, y + 38.0), (x + 27.0, y + 38.0), (x + 27.0, y)];
            sheet.path(&Pen::line(0.35).color(GRAY).dash(&[4.0, 2.0]), polyline(&corners));
        }
        Use::Lobby => {
            sheet.set_layer("I-FURN");
            let x = r.center().x;
            sheet.shape(&pen, Rect::new(x - 70.0, deep - 90.0, x + 70.0, deep - 60.0).to_rounded_rect(10.0));
        }
        Use::Storage => {
            sheet.set_layer("I-FURN");
            sheet.rect(&pen, r.x0 + 30.0, r.y0 + 110.0, 40.0, r.height() - 150.0);
        }
    }
}
