//! Assigns texts to symbols: by leader, inside, by distance, and to similar symbols if a text says so.

use std::collections::HashMap;

use plumbline_geometry::{BoxIndex, Point, Rect, rect};

use crate::annotations::context::DocumentContext;
use crate::annotations::groups::TextGroup;
use crate::annotations::heads::Head;
use crate::annotations::label::{Kind, Kinds, Label};
use crate::annotations::leaders::Leader;
use crate::annotations::lines::center;
use crate::annotations::matching::{Choice, least_cost};
use crate::annotations::page::Page;
use crate::annotations::shape::{distance, extent};

/// The maximum distance of a text from its symbol without a leader, in heights of its font.
const REACH: f32 = 4.5;

/// The cost of a position relative to the symbol that is unusual on the sheet, in heights of the font.
const UNUSUAL: f32 = 1.5;

/// The weight of the distance between the middles, relative to that between the borders.
const MIDDLES: f32 = 0.1;

/// The maximum number of rounds of assignment. Each uses the positions of the texts assigned before.
const ROUNDS: usize = 6;

/// The maximum number of symbols that a text reaches.
const MOST_CHOICES: usize = 8;

/// The maximum distance between a frame and the box of the symbol that it is, in heights of the font.
const OF_FRAME: f32 = 0.5;

/// The resolution of costs, in fractions of a point.
const FINE: f32 = 1000.0;

/// A symbol that texts may belong to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SymbolBox {
    /// x-min, y-min, x-max, y-max in points.
    pub area: Rect,
    /// The kinds of labels that the symbol may have.
    pub accepts: Kinds,
    /// The class of the symbol. A typical label of one symbol applies to others of its class.
    pub class: u32,
}

/// The way that a text was matched to a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchMethod {
    /// A leader connects it to the symbol.
    Leader,
    /// It is written in the symbol.
    Inside,
    /// It is the nearest, considering all symbols and texts.
    Distance,
    /// It is marked as typical of several symbols.
    Typical,
}

/// A label of a symbol.
#[derive(Debug, Clone, PartialEq)]
pub struct Assigned {
    /// The label.
    pub label: Label,
    /// The text as written: the whole line, or all the text in the frame.
    pub text: String,
    /// The line of the text, an index of [`crate::annotations::Lines::all`].
    pub line: usize,
    /// The box of the text.
    pub area: Rect,
    /// The way that the label was found.
    pub method: MatchMethod,
    /// The distance from the text to the symbol in points; 0 by leader and inside.
    pub distance: f32,
}

/// Returns the labels of each symbol. Each text is assigned to one symbol, except for typical labels and texts with
/// several leaders. Texts whose middle is in an excluded area (legend, schedule, title block) are not assigned.
pub fn assign(boxes: &[SymbolBox], page: &Page, known: &DocumentContext, excluded: &[Rect]) -> Vec<Vec<Assigned>> {
    let groups = TextGroup::all(page, known, excluded);
    let index = BoxIndex::new(boxes.iter().enumerate().map(|(i, b)| (b.area, i)));
    let mut work = Work { boxes, page, index, out: vec![Vec::new(); boxes.len()] };
    let mut open = vec![true; groups.len()];
    let leaders = leaders_of(page);
    work.framed(&groups, &mut open);
    work.by_leader(&groups, &leaders, &mut open, true);
    work.inside(&groups, &mut open);
    work.by_leader(&groups, &leaders, &mut open, false);
    let kinds = [
        Kind::Equipment,
        Kind::Address,
        Kind::Circuit,
        Kind::Mark,
        Kind::Keynote,
        Kind::Rating,
        Kind::Size,
        Kind::Mounting,
        Kind::SwitchLeg,
        Kind::Count,
        Kind::Typical,
    ];
    for kind in kinds {
        work.by_distance(&groups, &mut open, kind);
    }
    work.typical();
    work.out
}

/// Returns the leaders of each line.
fn leaders_of(page: &Page) -> HashMap<usize, Vec<&Leader>> {
    let mut out: HashMap<usize, Vec<&Leader>> = HashMap::new();
    for leader in &page.leaders {
        for &line in &leader.lines {
            out.entry(line).or_default().push(leader);
        }
    }
    out
}

struct Work<'a> {
    boxes: &'a [SymbolBox],
    page: &'a Page,
    index: BoxIndex<usize>,
    out: Vec<Vec<Assigned>>,
}

impl Work<'_> {
    /// Returns the symbols whose box touches an area, in order.
    fn near(&self, area: Rect) -> Vec<usize> {
        self.index.sorted(area)
    }

    fn accepts(&self, symbol: usize, group: &TextGroup) -> bool {
        group.labels.iter().any(|(label, ..)| self.boxes[symbol].accepts.has(label.kind()))
    }

    /// Returns whether a symbol already has everything that a text says about it.
    fn has(&self, symbol: usize, group: &TextGroup) -> bool {
        let accepts = self.boxes[symbol].accepts;
        let fresh = |label: &Label| !self.out[symbol].iter().any(|old| old.label.same_property(label));
        !group.labels.iter().filter(|(label, ..)| accepts.has(label.kind())).any(|(label, ..)| fresh(label))
    }

    fn give(&mut self, symbol: usize, group: &TextGroup, method: MatchMethod, distance: f32) {
        let accepts = self.boxes[symbol].accepts;
        for (label, text, line) in group.labels.iter().filter(|(label, ..)| accepts.has(label.kind())) {
            if self.out[symbol].iter().any(|old| old.label.same_property(label)) && method != MatchMethod::Leader {
                continue;
            }
            let area = if group.frame.is_some() { group.area } else { self.page.lines.all()[*line].bbox };
            let (label, text) = (label.clone(), text.clone());
            self.out[symbol].push(Assigned { label, text, line: *line, area, method, distance });
        }
    }

    /// Returns the symbol at a leader's tip: the smallest that contains it, otherwise the nearest.
    fn at_tip(&self, tip: Point, group: &TextGroup) -> Option<usize> {
        let reach = (0.6 * group.size).clamp(1.5, 6.0);
        let near = self.near(Rect::between(tip, tip).grown(reach));
        let key = |i: usize| (self.boxes[i].area.distance(tip), extent(self.boxes[i].area));
        near.into_iter().filter(|&i| self.accepts(i, group) && key(i).0 <= reach).min_by(|&a, &b| {
            let (a, b) = (key(a), key(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
    }

    /// Assigns texts with leaders. A leader with a head that does not point at a symbol points at something else, so
    /// its text is not assigned.
    fn by_leader(
        &mut self,
        groups: &[TextGroup],
        leaders: &HashMap<usize, Vec<&Leader>>,
        open: &mut [bool],
        heads: bool,
    ) {
        for (n, group) in groups.iter().enumerate().filter(|(n, _)| open[*n]).collect::<Vec<_>>() {
            let mut own: Vec<&Leader> = group.lines.iter().filter_map(|l| leaders.get(l)).flatten().copied().collect();
            own.retain(|l| (l.head != Head::None) == heads);
            let mut targets: Vec<usize> = own.iter().filter_map(|l| self.at_tip(l.tip, group)).collect();
            targets.sort_unstable();
            targets.dedup();
            open[n] = targets.is_empty() && (own.is_empty() || !heads);
            for symbol in targets {
                self.give(symbol, group, MatchMethod::Leader, 0.0);
            }
        }
    }

    /// Assigns texts whose frame is the symbol itself, such as a panel's name. A wire that begins at the frame is not a
    /// leader.
    fn framed(&mut self, groups: &[TextGroup], open: &mut [bool]) {
        let framed: Vec<usize> = (0..groups.len()).filter(|&n| open[n] && groups[n].frame.is_some()).collect();
        for n in framed {
            let group = &groups[n];
            let likes = |b: Rect| {
                b.to_array().iter().zip(group.area.to_array()).all(|(a, b)| (a - b).abs() <= OF_FRAME * group.size)
            };
            let found =
                self.near(group.area).into_iter().find(|&i| likes(self.boxes[i].area) && self.accepts(i, group));
            if let Some(symbol) = found {
                self.give(symbol, group, MatchMethod::Inside, 0.0);
                open[n] = false;
            }
        }
    }

    /// Assigns texts written in a symbol.
    fn inside(&mut self, groups: &[TextGroup], open: &mut [bool]) {
        for (n, group) in groups.iter().enumerate().filter(|(n, _)| open[*n]).collect::<Vec<_>>() {
            let middle = match group.lines.as_slice() {
                [one] => center(&self.page.lines.all()[*one]),
                _ => group.area.center(),
            };
            let span = group.area.width().max(group.area.height());
            let holds = |b: Rect| b.grown(0.3).contains(middle) && span <= 1.3 * b.width().hypot(b.height());
            let near = self.near(rect(middle.x - 1.0, middle.y - 1.0, middle.x + 1.0, middle.y + 1.0));
            let found = near
                .into_iter()
                .filter(|&i| holds(self.boxes[i].area) && self.accepts(i, group) && !self.has(i, group))
                .min_by(|&a, &b| extent(self.boxes[a].area).total_cmp(&extent(self.boxes[b].area)));
            if let Some(symbol) = found {
                self.give(symbol, group, MatchMethod::Inside, 0.0);
                open[n] = false;
            }
        }
    }

    /// Assigns texts of one kind to the symbols around them, at the least total cost.
    fn by_distance(&mut self, groups: &[TextGroup], open: &mut [bool], kind: Kind) {
        let members: Vec<usize> = (0..groups.len()).filter(|&n| open[n] && groups[n].kind() == Some(kind)).collect();
        let mut choices: Vec<Vec<(usize, f32)>> = Vec::with_capacity(members.len());
        for &n in &members {
            let group = &groups[n];
            let reach = REACH * group.size;
            let near = self.near(group.area.grown(reach));
            let mut list: Vec<(usize, f32)> = near
                .into_iter()
                .filter(|&i| self.accepts(i, group) && !self.has(i, group))
                .map(|i| (i, group.distance(self.page, self.boxes[i].area)))
                .filter(|(_, d)| *d <= reach)
                .collect();
            list.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
            list.truncate(MOST_CHOICES);
            choices.push(list);
        }
        // A symbol may have several notes, and each is assigned to the nearest symbol.
        let single = !matches!(kind, Kind::Keynote | Kind::Typical);
        // The usual positions come first from every pair, then from the assigned pairs.
        let mut usual = Usual::of(self, members.iter().map(|&n| &groups[n]).zip(&choices));
        let mut found = self.matched(groups, &members, &choices, &usual, single);
        for _ in 0..ROUNDS {
            let joined: Vec<Vec<(usize, f32)>> =
                found.iter().map(|f| f.map(|s| (s, 0.0)).into_iter().collect()).collect();
            usual = Usual::of(self, members.iter().map(|&n| &groups[n]).zip(&joined));
            let again = self.matched(groups, &members, &choices, &usual, single);
            if again == found {
                break;
            }
            found = again;
        }
        for ((&n, list), symbol) in members.iter().zip(&choices).zip(found) {
            if let Some((symbol, d)) = symbol.and_then(|s| list.iter().find(|(i, _)| *i == s)) {
                self.give(*symbol, &groups[n], MatchMethod::Distance, *d);
                open[n] = false;
            }
        }
    }

    /// Returns the symbol of each text, by distance and by the usual positions of texts.
    fn matched(
        &self,
        groups: &[TextGroup],
        members: &[usize],
        choices: &[Vec<(usize, f32)>],
        usual: &Usual,
        single: bool,
    ) -> Vec<Option<usize>> {
        let middle = |b: Rect| b.center();
        let cost = |group: &TextGroup, (symbol, far): (usize, f32)| {
            // If two symbols are equally near, prefer the one whose middle is nearer.
            let middles = distance(middle(self.boxes[symbol].area), group.area.center());
            let unusual = UNUSUAL * group.size * (1.0 - usual.share(self, group, symbol));
            (symbol, ((far + MIDDLES * middles + unusual) * FINE) as i64)
        };
        let costs: Vec<Vec<Choice>> = members
            .iter()
            .zip(choices)
            .map(|(&n, list)| list.iter().map(|&choice| cost(&groups[n], choice)).collect())
            .collect();
        if single {
            let alone: Vec<i64> = members.iter().map(|&n| (3.0 * REACH * groups[n].size * FINE) as i64).collect();
            least_cost(&costs, &alone, self.boxes.len())
        } else {
            costs.iter().map(|list| list.iter().min_by_key(|(i, c)| (*c, *i)).map(|(i, _)| *i)).collect()
        }
    }

    /// Copies typical labels to the nearest symbols of the same class that have no such label.
    fn typical(&mut self) {
        for symbol in 0..self.boxes.len() {
            let mut given: Vec<usize> = Vec::new();
            for said in self.out[symbol].clone() {
                let Label::Typical { of } = said.label else { continue };
                if said.method == MatchMethod::Typical || given.contains(&said.line) {
                    continue;
                }
                given.push(said.line);
                let stack = self.page.lines.stack_of(said.line);
                let with: Vec<Assigned> = self.out[symbol]
                    .iter()
                    .filter(|a| a.method != MatchMethod::Typical && (stack.contains(&a.line) || of.is_some()))
                    .cloned()
                    .collect();
                let middle = |i: usize| {
                    let b = self.boxes[i].area;
                    b.center()
                };
                let mut others: Vec<(f32, usize)> = (0..self.boxes.len())
                    .filter(|&i| i != symbol && self.boxes[i].class == self.boxes[symbol].class)
                    .map(|i| (distance(middle(i), middle(symbol)), i))
                    .collect();
                others.sort_by(|a, b| a.0.total_cmp(&b.0));
                others.truncate(of.map_or(usize::MAX, |n| (n as usize).saturating_sub(1)));
                for (far, i) in others {
                    for one in with.iter().filter(|a| !matches!(a.label, Label::Typical { .. } | Label::Count { .. })) {
                        if !self.out[i].iter().any(|old| old.label.same_property(&one.label)) {
                            self.out[i].push(Assigned { method: MatchMethod::Typical, distance: far, ..one.clone() });
                        }
                    }
                }
            }
        }
    }
}

/// The usual positions of texts of one kind relative to their symbols.
struct Usual {
    /// The number of pairs at each position: class of the symbol, anchor of the text, position.
    counts: HashMap<(u32, usize, i32, i32), u32>,
    most: f32,
}

/// The distance within which positions are the same, in heights of the font.
const PLACE: f32 = 0.5;

impl Usual {
    fn of<'u>(work: &Work<'_>, pairs: impl Iterator<Item = (&'u TextGroup, &'u Vec<(usize, f32)>)>) -> Self {
        let mut counts: HashMap<(u32, usize, i32, i32), u32> = HashMap::new();
        for (group, list) in pairs {
            for &(i, _) in list {
                for key in Self::keys(work, group, i) {
                    *counts.entry(key).or_default() += 1;
                }
            }
        }
        let most = counts.values().copied().max().unwrap_or(1) as f32;
        Self { counts, most }
    }

    fn keys(work: &Work<'_>, group: &TextGroup, symbol: usize) -> [(u32, usize, i32, i32); 3] {
        let b = work.boxes[symbol];
        let seen = group.seen_from(work.page, b.area.center());
        let key = |anchor: usize| {
            let Point { x: u, y: v, .. } = seen[anchor];
            (b.class, anchor, (u / PLACE).round() as i32, (v / PLACE).round() as i32)
        };
        [key(0), key(1), key(2)]
    }

    /// Returns how usual the position of a text at a symbol is, from 0 to 1.
    fn share(&self, work: &Work<'_>, group: &TextGroup, symbol: usize) -> f32 {
        if self.most < 3.0 {
            return 0.0;
        }
        let keys = Self::keys(work, group, symbol);
        let around = |&(class, anchor, u, v): &(u32, usize, i32, i32)| -> f32 {
            let places = (-1..=1).flat_map(|du| (-1..=1).map(move |dv| (class, anchor, u + du, v + dv)));
            places.filter_map(|k| self.counts.get(&k)).map(|&c| c as f32).fold(0.0, f32::max)
        };
        let most = keys.iter().map(around).fold(0.0, f32::max);
        ((most - 1.0) / (self.most - 1.0)).clamp(0.0, 1.0)
    }
}
