//! Draws plans of every discipline with a known truth: a building, a ruled legend, and symbols with tags beside them. The
//! symbols are turned, mirrored and crossed by walls.

use kurbo::{BezPath, Circle, Rect, Shape};
use plumbline_sheet::Sheet;
use plumbline_sheet::drawing::Drawing;
use plumbline_takeoff::quantities::Discipline;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};

/// A symbol of a legend.
pub(crate) struct Listed {
    pub(crate) description: &'static str,
    /// The item type in the taxonomy.
    pub(crate) item_type: &'static str,
    paths: Vec<BezPath>,
    /// The letters drawn inside it.
    letters: &'static str,
}

/// An instance of a listed symbol.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Placed {
    pub(crate) listed: usize,
    pub(crate) at: [f32; 2],
    /// The tag written beside it, or the letters inside it.
    pub(crate) tag: Option<String>,
    /// The circuit written beside it.
    pub(crate) circuit: Option<String>,
}

/// A drawn plan.
pub(crate) struct Plan {
    pub(crate) sheet: Sheet,
    pub(crate) listed: Vec<Listed>,
    pub(crate) placed: Vec<Placed>,
}

fn lines(points: &[&[(f64, f64)]]) -> BezPath {
    let mut path = BezPath::new();
    for way in points {
        for (n, p) in way.iter().enumerate() {
            if n == 0 { path.move_to(*p) } else { path.line_to(*p) }
        }
    }
    path
}

fn circle(radius: f64) -> BezPath {
    Circle::new((0.0, 0.0), radius).to_path(0.01)
}

fn square(half: f64) -> BezPath {
    Rect::new(-half, -half, half, half).to_path(0.01)
}

fn bow_tie() -> BezPath {
    lines(&[&[(-8.0, -4.0), (8.0, 4.0), (8.0, -4.0), (-8.0, 4.0), (-8.0, -4.0)]])
}

/// Returns the symbols of a discipline's legend.
pub(crate) fn listed(discipline: Discipline) -> Vec<Listed> {
    let one = |description, item_type, paths| Listed { description, item_type, paths, letters: "" };
    let lettered = |description, item_type, paths, letters| Listed { description, item_type, paths, letters };
    match discipline {
        Discipline::Electrical => vec![
            one(
                "DUPLEX RECEPTACLE",
                "duplex_receptacle",
                vec![circle(5.0), lines(&[&[(-1.5, -8.0), (-1.5, 8.0)], &[(1.5, -8.0), (1.5, 8.0)]])],
            ),
            one(
                "JUNCTION BOX",
                "junction_box",
                vec![square(4.0), lines(&[&[(-4.0, -4.0), (4.0, 4.0)], &[(-4.0, 4.0), (4.0, -4.0)]])],
            ),
            one(
                "LUMINARIA LED TIPO PANEL 60X60",
                "luminaire",
                vec![Rect::new(-11.0, -6.0, 11.0, 6.0).to_path(0.01), lines(&[&[(-11.0, -6.0), (11.0, 6.0)]])],
            ),
            one(
                "THREE WAY SWITCH",
                "three_way_switch",
                vec![circle(2.0), lines(&[&[(0.0, 2.0), (0.0, 12.0), (5.0, 12.0)], &[(0.0, 9.0), (5.0, 9.0)]])],
            ),
        ],
        Discipline::Mechanical => vec![
            one(
                "SUPPLY AIR DIFFUSER",
                "supply_diffuser",
                vec![square(8.0), lines(&[&[(-8.0, -8.0), (8.0, 8.0)], &[(-8.0, 8.0), (8.0, -8.0)]]), square(3.0)],
            ),
            one("RETURN AIR GRILLE", "return_grille", vec![square(8.0), lines(&[&[(-8.0, -8.0), (8.0, 8.0)]])]),
            lettered("THERMOSTAT", "thermostat", vec![circle(5.0)], "T"),
            one("FIRE DAMPER", "fire_damper", vec![lines(&[&[(-9.0, 0.0), (9.0, 0.0)], &[(-4.0, -5.0), (4.0, 5.0)]])]),
        ],
        Discipline::Plumbing => vec![
            one("FLOOR DRAIN", "floor_drain", vec![square(5.0), circle(5.0), circle(1.5)]),
            one(
                "GATE VALVE",
                "gate_valve",
                vec![bow_tie(), lines(&[&[(0.0, 0.0), (0.0, 6.0)], &[(-3.0, 6.0), (3.0, 6.0)]])],
            ),
            one("CHECK VALVE", "check_valve", vec![bow_tie(), lines(&[&[(-8.0, 6.0), (8.0, 6.0), (5.0, 8.0)]])]),
            lettered("CLEANOUT", "floor_cleanout", vec![circle(5.5), circle(4.5)], "CO"),
        ],
        Discipline::FireProtection => vec![
            one(
                "PENDENT SPRINKLER",
                "pendent_sprinkler",
                vec![circle(4.0), lines(&[&[(-6.5, 0.0), (6.5, 0.0)], &[(0.0, -6.5), (0.0, 6.5)]])],
            ),
            one("UPRIGHT SPRINKLER", "upright_sprinkler", vec![circle(4.0), circle(2.0)]),
            lettered("SMOKE DETECTOR", "smoke_detector", vec![square(5.0)], "S"),
            lettered("MANUAL PULL STATION", "pull_station", vec![square(5.0)], "F"),
        ],
        Discipline::Process => vec![
            one("GATE VALVE", "gate_valve", vec![bow_tie()]),
            one("GLOBE VALVE", "globe_valve", vec![bow_tie(), circle(2.0)]),
            one(
                "CENTRIFUGAL PUMP",
                "centrifugal_pump",
                vec![circle(8.0), lines(&[&[(0.0, -8.0), (8.0, 0.0), (0.0, 8.0)]])],
            ),
        ],
        Discipline::Structural => vec![
            one(
                "STEEL COLUMN",
                "steel_column",
                vec![lines(&[&[(-6.0, -6.0), (6.0, -6.0)], &[(-6.0, 6.0), (6.0, 6.0)], &[(0.0, -6.0), (0.0, 6.0)]])],
            ),
            one(
                "CONCRETE COLUMN",
                "concrete_column",
                vec![
                    square(6.0),
                    lines(&[&[(-6.0, -6.0), (6.0, 6.0)], &[(-6.0, 0.0), (0.0, 6.0)], &[(0.0, -6.0), (6.0, 0.0)]]),
                ],
            ),
        ],
        Discipline::MultiDiscipline => {
            let mut all = Vec::new();
            for (from, count) in
                [(Discipline::Electrical, 2), (Discipline::Mechanical, 2), (Discipline::FireProtection, 3)]
            {
                all.extend(listed(from).into_iter().take(count));
            }
            all
        }
    }
}

/// Draws a plan. The same seed gives the same plan.
pub(crate) fn plan(discipline: Discipline, seed: u64, with_legend: bool) -> Plan {
    let mut random = StdRng::seed_from_u64(seed);
    let listed = listed(discipline);
    let mut drawing = Drawing::new(1200.0, 900.0);
    walls(&mut drawing, &mut random);
    if with_legend {
        legend(&mut drawing, &listed);
    }
    let mut cells: Vec<(usize, usize)> = (0..14).flat_map(|x| (0..12).map(move |y| (x, y))).collect();
    cells.shuffle(&mut random);
    let mut placed = Vec::new();
    let colors = [0x0000_00ff, 0x00ff_0000, 0x0000_8000, 0];
    for (index, symbol) in listed.iter().enumerate() {
        let count = random.random_range(4..16);
        for _ in 0..count {
            let Some((x, y)) = cells.pop() else { break };
            let at = [70.0 + 55.0 * x as f32, 80.0 + 60.0 * y as f32];
            let turn = if random.random_bool(0.8) {
                f64::from(random.random_range(0..4)) * std::f64::consts::FRAC_PI_2
            } else {
                random.random_range(0.0..std::f64::consts::TAU)
            };
            drawing.pen(colors[index % colors.len()], 0.5);
            drawing.symbol(&symbol.paths, at, turn, random.random_bool(0.3));
            write_letters(&mut drawing, symbol, at);
            let (mut tag, circuit) = said_of(discipline, symbol, placed.len(), &mut random);
            if let Some(text) = circuit.as_ref().or(tag.as_ref()) {
                write_beside(&mut drawing, text, at, &mut random);
            }
            if tag.is_none() && !symbol.letters.is_empty() {
                tag = Some(symbol.letters.to_owned());
            }
            placed.push(Placed { listed: index, at, tag, circuit });
        }
    }
    write_of_the_building(&mut drawing, &cells, &mut random);
    write_door_marks(&mut drawing, &cells, &placed);
    drawing.pen(0, 0.3);
    for n in 0..6 {
        // Other drawing beside the symbols: dimensions and furniture.
        let at = [120.0 + 130.0 * n as f32, 52.0];
        drawing.line(at, [at[0] + 90.0, at[1]]).text(&format!("{}'-0\"", 10 + n), [at[0] + 30.0, at[1] - 2.0], 6.0);
        drawing.rect([at[0], 830.0, at[0] + 25.0, 842.0]);
    }
    Plan { sheet: drawing.sheet(), listed, placed }
}

/// Returns the tag and the circuit of a symbol. Four in ten symbols have neither.
fn said_of(
    discipline: Discipline,
    symbol: &Listed,
    number: usize,
    random: &mut StdRng,
) -> (Option<String>, Option<String>) {
    if random.random_bool(0.4) {
        return (None, None);
    }
    let prefix = match symbol.item_type {
        "supply_diffuser" => "SD",
        "return_grille" => "RG",
        "floor_drain" => "FD",
        "gate_valve" => "GV",
        "centrifugal_pump" => "P",
        _ => "",
    };
    match discipline {
        Discipline::Electrical if symbol.item_type == "luminaire" => (None, Some(format!("LP2-{}", 1 + number % 24))),
        Discipline::Electrical => (None, Some(format!("LP1-{}", 1 + number % 42))),
        _ if prefix == "P" => (Some(format!("P-{}", 101 + number)), None),
        _ if !prefix.is_empty() => (Some(format!("{prefix}-{}", 1 + number)), None),
        _ => (None, None),
    }
}

/// Writes a text beside a symbol, usually above it to the right, or else on another side.
fn write_beside(drawing: &mut Drawing, text: &str, at: [f32; 2], random: &mut StdRng) {
    let width = 6.0 * 0.55 * text.chars().count() as f32;
    let places = [[10.0, -9.0], [-10.0 - width, -9.0], [12.0, 14.0], [-width / 2.0, 22.0]];
    let place = places[if random.random_bool(0.7) { 0 } else { random.random_range(1..4) }];
    drawing.pen(0, 0.3).text(text, [at[0] + place[0], at[1] + place[1]], 6.0);
}

/// Writes texts that belong to no symbol between the cells: rooms, levels, beams, stairs, tiles.
fn write_of_the_building(drawing: &mut Drawing, free: &[(usize, usize)], random: &mut StdRng) {
    let texts = ["OFFICE 104", "+0.10", "VIGA-101 0.60x0.50m", "UP", "NPT 9.73", "A: 12.50", "0.30x0.30", "ROOM 12"];
    for (n, (x, y)) in free.iter().take(24).enumerate() {
        let at = [70.0 + 55.0 * *x as f32, 80.0 + 60.0 * *y as f32];
        let away = [random.random_range(-14.0..2.0), random.random_range(-6.0..8.0)];
        drawing.pen(0, 0.3).text(texts[n % texts.len()], [at[0] + away[0], at[1] + away[1]], 6.0);
    }
}

/// Writes marks of doors: a dozen away from symbols, and some beside symbols without labels.
fn write_door_marks(drawing: &mut Drawing, free: &[(usize, usize)], placed: &[Placed]) {
    let beside = placed.iter().filter(|p| p.tag.is_none() && p.circuit.is_none()).step_by(6).map(|p| p.at);
    let alone = free.iter().rev().take(12).map(|(x, y)| [70.0 + 55.0 * *x as f32, 80.0 + 60.0 * *y as f32]);
    drawing.pen(0, 0.3);
    for (n, at) in beside.chain(alone).enumerate() {
        drawing.text(&format!("D-{}", 1 + n), [at[0] + 12.0, at[1] + 12.0], 6.0);
    }
}

fn write_letters(drawing: &mut Drawing, symbol: &Listed, at: [f32; 2]) {
    if !symbol.letters.is_empty() {
        let width = 6.0 * 0.55 * symbol.letters.chars().count() as f32;
        drawing.text(symbol.letters, [at[0] - width / 2.0, at[1] + 2.0], 6.0);
    }
}

/// Draws rooms with double walls. Some of their lines cross symbols.
fn walls(drawing: &mut Drawing, random: &mut StdRng) {
    drawing.pen(0x0080_8080, 0.7);
    for x in (40..=860).step_by(164) {
        let x = x as f32 + random.random_range(-6.0..6.0);
        for side in [0.0, 4.0] {
            drawing.line([x + side, 40.0], [x + side, 820.0]);
        }
    }
    for y in (40..=820).step_by(195) {
        let y = y as f32 + random.random_range(-6.0..6.0);
        for side in [0.0, 4.0] {
            drawing.line([40.0, y + side], [864.0, y + side]);
        }
    }
    for (n, name) in ["OFFICE 101", "CORRIDOR", "STORAGE 12", "S.H. VARONES", "KANTOOR"].iter().enumerate() {
        drawing.text(name, [80.0 + 160.0 * n as f32, 130.0 + 97.0 * (n % 3) as f32], 8.0);
    }
}

fn legend(drawing: &mut Drawing, listed: &[Listed]) {
    let (left, split, right, top, height) = (900.0, 960.0, 1170.0, 80.0, 30.0);
    drawing.pen(0, 0.5);
    let bottom = top + height * (listed.len() + 1) as f32;
    for n in 0..=listed.len() + 1 {
        let y = top + height * n as f32;
        drawing.line([left, y], [right, y]);
    }
    for x in [left, split, right] {
        drawing.line([x, top], [x, bottom]);
    }
    drawing.text("SYMBOL", [left + 10.0, top + 19.0], 8.0).text("DESCRIPTION", [split + 10.0, top + 19.0], 8.0);
    let colors = [0x0000_00ff, 0x00ff_0000, 0x0000_8000, 0];
    for (n, symbol) in listed.iter().enumerate() {
        let at = [(left + split) / 2.0, top + height * (n as f32 + 1.5)];
        drawing.pen(colors[n % colors.len()], 0.5).symbol(&symbol.paths, at, 0.0, false);
        write_letters(drawing, symbol, at);
        drawing.pen(0, 0.5).text(symbol.description, [split + 8.0, at[1] + 3.0], 8.0);
    }
}
