//! Marks of equipment and fixtures on a plan, counted if no legend shows their symbols.

use std::collections::HashMap;

use plumbline_geometry::{Point, Rect, rect};
use plumbline_sheet::Sheet;

use crate::annotations::context::{DocumentContext, canonical};
use crate::annotations::frames::{Frame, FrameShape};
use crate::annotations::label::{Kind, Label};
use crate::annotations::lines::midline;
use crate::annotations::linework::{Linework, Pieces};
use crate::annotations::mask::Mask;
use crate::annotations::page::Page;
use crate::annotations::read::{read, read_framed};

use crate::annotations::target::UnclaimedInk;

/// A mark on the plan.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkInstance {
    /// The text as written; `VAV-3` for letters over a number in one frame.
    pub text: String,
    /// The box of the text or its frame: x-min, y-min, x-max, y-max.
    pub area: Rect,
    /// The frame around it.
    pub frame: Option<FrameShape>,
    /// The index of the leader that begins at it.
    pub leader: Option<usize>,
    /// The number of items that it represents: 2 if `2@` or `(2)` is written before or after it.
    pub count: u32,
    /// The other texts in its frame: `30` and `5"ø` at `SD1`.
    pub notes: Vec<String>,
    /// The box of its target: the ink at its leader's tip, or else next to it.
    pub target: Option<Rect>,
}

/// The maximum distance of a mark from its ink, in heights of its font.
const REACH: f32 = 3.0;

/// The maximum length of a mark, in characters.
const MOST_LETTERS: usize = 12;

/// The minimum number of similar names on one line across the sheet that makes them the names of axes.
const AXIS: usize = 3;

/// Returns the marks of a sheet, from top to bottom. `known` distinguishes tags from other short texts. Without it,
/// everything that looks like a mark is one.
pub fn marks(sheet: &Sheet, page: &Page, known: &DocumentContext) -> Vec<MarkInstance> {
    let all = page.lines.all();
    let mut framed = vec![false; all.len()];
    let axes = axes(page);
    let mut spots: Vec<(MarkInstance, Vec<usize>, f32)> = Vec::new();
    let mut counts: Vec<(usize, u32)> = Vec::new();
    for (n, frame) in page.frames.iter().enumerate() {
        frame.lines.iter().for_each(|&l| framed[l] = true);
        if !axes[n]
            && let Some((text, notes)) = mark_in(frame, page, known)
        {
            let size = frame.lines.first().map_or(8.0, |&l| all[l].size);
            let leader = page.leaders.iter().position(|l| l.frames.contains(&n));
            let (area, shape) = (frame.area, Some(frame.shape));
            let spot = MarkInstance { text, area, frame: shape, leader, count: 1, notes, target: None };
            spots.push((spot, frame.lines.clone(), size));
        }
    }
    for (i, line) in all.iter().enumerate().filter(|(i, _)| !framed[*i]) {
        let text = line.text.trim();
        let labels = read(text, known);
        if let [Label::Count { number }] = labels.as_slice() {
            counts.push((i, *number));
        }
        if !is_mark(text, &labels) {
            continue;
        }
        let count = labels.iter().find_map(|l| if let Label::Count { number } = l { Some(*number) } else { None });
        let leader = page.leaders.iter().position(|l| l.lines.contains(&i) && l.frames.is_empty());
        let text = labels.iter().find_map(tag_of).map_or_else(|| text.to_owned(), str::to_owned);
        let count = count.unwrap_or(1);
        let spot = MarkInstance { text, area: line.bbox, frame: None, leader, count, notes: Vec::new(), target: None };
        spots.push((spot, vec![i], line.size));
    }
    join_counts(&mut spots, &counts, page);
    if spots.is_empty() {
        return Vec::new();
    }
    let linework = Linework::of(sheet);
    let areas = spots.iter().map(|(spot, _, size)| spot.area.grown(REACH * size));
    let tips = spots.iter().filter_map(|(spot, _, size)| {
        let tip = page.leaders.get(spot.leader?)?.tip;
        Some(Rect::between(tip, tip).grown(2.0 * size))
    });
    let mask = Mask::of(sheet, areas.chain(tips));
    let pieces = Pieces::of(&linework, &mask);
    let ink = UnclaimedInk::of(page, &pieces);
    for (spot, _, size) in &mut spots {
        spot.target = match spot.leader.and_then(|l| page.leaders.get(l)) {
            Some(leader) => {
                let tip = leader.tip;
                let around = rect(tip.x - 1.0, tip.y - 1.0, tip.x + 1.0, tip.y + 1.0);
                Some(ink.cluster(around, *size, 0.5, Some(leader.path.as_slice())).unwrap_or(around.grown(0.5 * *size)))
            }
            None => ink.cluster(spot.area, *size, REACH, None),
        };
    }
    let mut out: Vec<MarkInstance> = spots.into_iter().map(|(spot, ..)| spot).collect();
    out.sort_by(|a, b| a.area.min.y.total_cmp(&b.area.min.y).then(a.area.min.x.total_cmp(&b.area.min.x)));
    out
}

/// Returns the tag of a label.
fn tag_of(label: &Label) -> Option<&str> {
    match label {
        Label::Equipment { tag } => Some(tag),
        Label::Mark { text } => Some(text),
        _ => None,
    }
}

/// Returns whether a text is a mark: a tag with a letter, alone or with a count.
fn is_mark(text: &str, labels: &[Label]) -> bool {
    let tags = labels.iter().filter(|l| tag_of(l).is_some()).count();
    let others = labels.iter().any(|l| !matches!(l.kind(), Kind::Equipment | Kind::Mark | Kind::Count | Kind::Typical));
    // `MEN'S WC` is a room.
    let words = text.split_whitespace().count();
    let whole = words < 2 * labels.len() || labels.iter().filter_map(tag_of).any(|t| canonical(t) == canonical(text));
    tags == 1 && whole && !others && text.chars().count() <= MOST_LETTERS + 6 && text.chars().any(char::is_alphabetic)
}

/// Returns the mark in a frame and the other texts in it.
fn mark_in(frame: &Frame, page: &Page, known: &DocumentContext) -> Option<(String, Vec<String>)> {
    let whole = read_framed(&frame.text, known);
    if let [label] = whole.as_slice()
        && let Some(tag) = tag_of(label)
    {
        return Some((tag.to_owned(), Vec::new()));
    }
    if let [Label::Keynote { number }] = whole.as_slice() {
        return Some((number.clone(), Vec::new()));
    }
    let texts: Vec<&str> = frame.lines.iter().map(|&l| page.lines.all()[l].text.trim()).collect();
    let at = texts.iter().position(|t| {
        let lettered = t.chars().any(char::is_alphabetic) && t.chars().count() <= MOST_LETTERS;
        lettered && read(t, known).iter().any(|l| tag_of(l).is_some())
    })?;
    let notes = texts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, t)| (*t).to_owned()).collect();
    (texts.len() > 1).then(|| (texts[at].to_owned(), notes))
}

/// Returns whether each frame names an axis: circles of one size in one row, all with different names.
fn axes(page: &Page) -> Vec<bool> {
    let mut rows: HashMap<(bool, i32, i32), Vec<usize>> = HashMap::new();
    let middle = |f: &Frame| f.area.center();
    for (i, f) in page.frames.iter().enumerate() {
        if matches!(f.shape, FrameShape::Circle | FrameShape::Hexagon) && f.text.chars().count() <= 4 {
            let size = f.area.width().round() as i32;
            let Point { x, y, .. } = middle(f);
            rows.entry((true, (y / 3.0).round() as i32, size)).or_default().push(i);
            rows.entry((false, (x / 3.0).round() as i32, size)).or_default().push(i);
        }
    }
    let mut out = vec![false; page.frames.len()];
    for members in rows.values().filter(|m| m.len() >= AXIS) {
        let mut names: Vec<&str> = members.iter().map(|&i| page.frames[i].text.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let span = Rect::around(members.iter().map(|&i| middle(&page.frames[i]))).unwrap_or_default();
        let size = page.frames[members[0]].area.width();
        // Notes in a list are close together. Axes are rooms apart.
        let apart = span.longer_side() / (members.len() - 1) as f32 >= 2.5 * size;
        if names.len() == members.len() && apart {
            members.iter().for_each(|&i| out[i] = true);
        }
    }
    out
}

/// Assigns separate counts to the mark directly beside them.
fn join_counts(spots: &mut [(MarkInstance, Vec<usize>, f32)], counts: &[(usize, u32)], page: &Page) {
    for &(line, number) in counts {
        let line = &page.lines.all()[line];
        let (a, b) = midline(line);
        let far = |spot: &MarkInstance| crate::annotations::shape::segment_to_box(a, b, spot.area);
        let nearest = spots
            .iter_mut()
            .filter(|(spot, ..)| spot.count == 1)
            .map(|entry| (far(&entry.0), entry))
            .min_by(|x, y| x.0.total_cmp(&y.0).then(x.1.0.area.min.y.total_cmp(&y.1.0.area.min.y)));
        if let Some((d, entry)) = nearest
            && d <= 1.5 * line.size
        {
            entry.0.count = number;
        }
    }
}
