//! Texts that are assigned to a symbol as a whole: a frame, a stack of lines or a line, with its labels.

use plumbline_geometry::{Aligned, Point, Rect, point, total_order};
use plumbline_sheet::lines::{along_across, direction};

use crate::annotations::context::DocumentContext;
use crate::annotations::label::{Kind, Label};
use crate::annotations::lines::{center, distance_to_box};
use crate::annotations::page::Page;
use crate::annotations::read::{read, read_framed};
use crate::annotations::rooms::measures_room;

/// A text that is assigned to a symbol as a whole.
#[derive(Debug, Clone)]
pub(crate) struct TextGroup {
    /// The lines with labels, in reading order.
    pub(crate) lines: Vec<usize>,
    /// The frame around it.
    pub(crate) frame: Option<usize>,
    /// The labels, each with its text and line.
    pub(crate) labels: Vec<(Label, String, usize)>,
    /// x-min, y-min, x-max, y-max.
    pub(crate) area: Rect,
    /// The height of the font.
    pub(crate) size: f32,
}

/// Returns whether a stack of one symbol has only one label of this kind.
fn once(label: &Label) -> bool {
    matches!(
        label.kind(),
        Kind::Equipment | Kind::Circuit | Kind::Mark | Kind::SwitchLeg | Kind::Mounting | Kind::Count | Kind::Rating
    )
}

/// Returns whether a label is a mark of letters only, such as a room's short name. One or two letters are a type.
fn is_word(label: &Label) -> bool {
    matches!(label, Label::Mark { text } if text.chars().count() > 2 && !text.contains(|c: char| c.is_ascii_digit()))
}

impl TextGroup {
    /// Returns the groups of a page outside the excluded areas, by position.
    pub(crate) fn all(page: &Page, known: &DocumentContext, excluded: &[Rect]) -> Vec<Self> {
        let all = page.lines.all();
        let out_of = |i: usize| excluded.iter().any(|area| area.contains(center(&all[i])));
        let mut framed = vec![false; all.len()];
        let mut out = Vec::new();
        for (n, frame) in page.frames.iter().enumerate() {
            frame.lines.iter().for_each(|&l| framed[l] = true);
            out.extend(Self::framed(page, n, known).filter(|_| !frame.lines.iter().any(|&l| out_of(l))));
        }
        for stack in page.lines.stacks() {
            let mut current: Option<Self> = None;
            let of_room = stack.iter().any(|&i| measures_room(&all[i].text));
            for &i in stack.iter().filter(|&&i| !framed[i] && !out_of(i)) {
                let line = &all[i];
                let mut labels = read(&line.text, known);
                if of_room {
                    labels.retain(|label| !is_word(label));
                }
                if labels.is_empty() {
                    continue;
                }
                // A repeated label belongs to the next symbol.
                let again = current.as_ref().is_some_and(|group| {
                    group.labels.iter().any(|(old, ..)| labels.iter().any(|new| once(new) && old.same_property(new)))
                });
                if again {
                    out.extend(current.take());
                }
                let group = current.get_or_insert_with(|| Self {
                    lines: Vec::new(),
                    frame: None,
                    labels: Vec::new(),
                    area: line.bbox,
                    size: line.size,
                });
                group.lines.push(i);
                group.area = group.area.union(line.bbox);
                group.labels.extend(labels.into_iter().map(|label| (label, line.text.trim().to_owned(), i)));
            }
            out.extend(current);
        }
        let key = |u: &Self| [u.area.min.y, u.area.min.x, u.area.max.y, u.area.max.x];
        out.sort_by(|a, b| total_order(key(a), key(b)));
        out
    }

    /// Returns the labels of a frame: as one text, otherwise line by line.
    fn framed(page: &Page, index: usize, known: &DocumentContext) -> Option<Self> {
        let frame = &page.frames[index];
        let all = page.lines.all();
        let first = *frame.lines.first()?;
        let mut labels: Vec<(Label, String, usize)> =
            read_framed(&frame.text, known).into_iter().map(|label| (label, frame.text.clone(), first)).collect();
        if labels.is_empty() || frame.lines.len() > 2 {
            let each = frame.lines.iter().flat_map(|&i| {
                read(&all[i].text, known).into_iter().map(move |label| (label, all[i].text.trim().to_owned(), i))
            });
            let each: Vec<_> = each.collect();
            if each.len() > labels.len() {
                labels = each;
            }
        }
        let group =
            Self { lines: frame.lines.clone(), frame: Some(index), labels, area: frame.area, size: all[first].size };
        (!group.labels.is_empty()).then_some(group)
    }

    /// Returns the kind by which it competes for symbols: the most specific one.
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.labels.iter().map(|(label, ..)| label.kind()).min()
    }

    /// Returns the distance from a box: of the nearest line, or of the frame.
    pub(crate) fn distance(&self, page: &Page, area: Rect) -> f32 {
        if self.frame.is_some() {
            return self.area.gap(area);
        }
        let all = page.lines.all();
        self.lines.iter().map(|&l| distance_to_box(&all[l], area)).fold(f32::INFINITY, f32::min)
    }

    /// Returns the start of the first line, the middle of all and the end of the longest line, relative to a point,
    /// along the reading direction and across it, in heights of the font.
    pub(crate) fn seen_from(&self, page: &Page, p: Point) -> [Point<Aligned>; 3] {
        let all = page.lines.all();
        let first = &all[self.lines[0]];
        let way = direction(first.start, first.end);
        let at = |q: Point| along_across(way, (q - p).to_point()) / self.size.max(0.01);
        let middle = self.area.center();
        let ends = self.lines.iter().map(|&l| at(all[l].end));
        let last = ends.fold(point(f32::MIN, 0.0), |best, e| if e.x > best.x { e } else { best });
        [at(first.start), at(middle), point(last.x, at(first.start).y)]
    }
}
