//! The views of a sheet: plans, sections and details, each with the number, title and scale of its caption.

use plumbline_geometry::Rect;

use plumbline_notation::language::{captions, scales};

use crate::Pattern;
use crate::cells::Rules;
use crate::frame::Frame;
use crate::line::{Line, is_flat};
use crate::lines::usual_size;
use crate::model::Sheet;
use crate::scale_text::{LABEL, ScaleText};
use crate::view_areas;
use crate::written_scales::WrittenScale;

/// Minimum ratio of a title's size to the median text size, if nothing else marks it as a title.
const TITLE_SIZE: f32 = 1.25;
/// Maximum distance of the title above the scale, in heights of the larger text.
const ABOVE: f32 = 4.0;
/// Maximum distance of the title beside the scale, in heights of the larger text.
const BESIDE: f32 = 15.0;
/// Maximum distance between the number and the title, in text heights.
const NUMBER_GAP: f32 = 6.0;
/// Maximum number of words of a title.
const MOST_WORDS: usize = 12;

/// A view and its caption, in points.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Number as in its bubble: `1`, `A`, `3A`.
    pub number: Option<String>,
    /// The sheet named in the bubble's lower half, for example `A-100`.
    pub sheet: Option<String>,
    /// Title as written, without number and scale.
    pub title: Option<String>,
    /// The scale of its caption.
    pub scale: Option<ScaleText>,
    /// The text that gives the scale, or says that there is none.
    pub scale_text: Option<String>,
    /// Whether the caption says that it is not to scale.
    pub not_to_scale: bool,
    /// The caption: number, title and scale.
    pub caption: Rect,
    /// The part of the page that belongs to the view, including its caption.
    pub area: Rect,
}

impl View {
    /// Returns whether it only shows the location of the other views on the site or in the building.
    pub fn is_key_plan(&self) -> bool {
        self.title.as_deref().is_some_and(is_key_plan)
    }
}

/// Words that name a view, in several languages.
static VIEW: Pattern = Pattern::any_case(|| format!("(?:{})", captions::VIEW.bounded()));

/// Titles of key plans, which need no other sign that they are titles.
static KEY_PLAN: Pattern =
    Pattern::any_case(|| format!(r"(?:^\s*(?:\S+\s+){{0,3}}(?:{})\s*$)", captions::KEY_PLAN.alternatives()));

/// Returns whether a text is the title of a key plan.
pub(crate) fn is_key_plan(text: &str) -> bool {
    KEY_PLAN.is_match(text)
}

/// Headings of tables and text, which are not views.
static NOT_A_VIEW: Pattern = Pattern::any_case(|| format!(r"(?:{}|:\s*$)", captions::NOT_A_VIEW.bounded()));

static NUMBER: Pattern = Pattern::new(|| r"^(?:\d{1,3}[A-Za-z]?\.?|[A-Z]\d{0,2}|[A-Z]-[A-Z]|[A-Z]-?\d{1,2})$".into());

static SHEET: Pattern = Pattern::new(|| r"^[A-Z]{1,3}[-. ]?\d{1,4}(?:[-.]\d{1,3})*[A-Z]?$|^-+$".into());

/// Returns the number of letters of a text.
fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}

/// Finds the views: one for each scale outside the title block, and one for each title that names a view and is
/// numbered or underlined.
pub(crate) fn find(sheet: &Sheet, lines: &[Line], rules: &Rules, frame: &Frame, anchors: &[WrittenScale]) -> Vec<View> {
    let drawing = drawing_area(frame);
    let mut views: Vec<View> = Vec::new();
    let mut used = vec![false; lines.len()];
    for anchor in anchors.iter().filter(|a| !a.title_block) {
        views.push(captioned(anchor, lines, frame, &mut used));
    }
    let usual = usual_size(lines);
    for (index, line) in lines.iter().enumerate() {
        let text = line.text.trim();
        let plain = VIEW.is_match(text) && !NOT_A_VIEW.is_match(text) && text.split_whitespace().count() <= MOST_WORDS;
        if used[index] || !is_flat(line) || !plain || frame.title_block.is_some_and(|b| b.contains(line.bbox.center()))
        {
            continue;
        }
        let key = is_key_plan(text);
        let large = line.size >= usual * TITLE_SIZE;
        if !key && !(large && (number_of(lines, line.bbox, line.size, &used).is_some() || underlined(line, rules))) {
            continue;
        }
        used[index] = true;
        let (title, bbox) = whole_title(lines, index, &mut used);
        let view = View {
            number: None,
            sheet: None,
            title: Some(title),
            scale: None,
            scale_text: None,
            not_to_scale: false,
            caption: bbox,
            area: drawing,
        };
        views.push(numbered(view, lines, line.size, &mut used));
    }
    views.sort_by(|a, b| a.caption.min.y.total_cmp(&b.caption.min.y).then(a.caption.min.x.total_cmp(&b.caption.min.x)));
    let texts: Vec<Rect> = lines.iter().map(|l| l.bbox).collect();
    // A key plan is a small drawing somewhere and takes no part of the page from the other views.
    let captions: Vec<Rect> = views.iter().filter(|v| !v.is_key_plan()).map(|v| v.caption).collect();
    let mut areas = view_areas::areas(sheet, &texts, &captions, drawing).into_iter();
    for view in &mut views {
        let caption = view.caption;
        view.area = if view.is_key_plan() {
            view_areas::key_plan_area(sheet, caption, &texts)
        } else {
            areas.next().unwrap_or(drawing)
        };
    }
    views
}

/// Returns the part of the page inside the border, without a title block that takes a whole side.
pub fn drawing_area(frame: &Frame) -> Rect {
    let mut area = frame.border.unwrap_or(Rect::from_size(frame.page));
    if let Some(b) = frame.title_block {
        let (wide, high) = (area.width(), area.height());
        let middle = b.center();
        if b.height() >= high * 0.6 {
            if middle.x > area.center().x { area.max.x = b.min.x } else { area.min.x = b.max.x }
        } else if b.width() >= wide * 0.6 {
            if middle.y > area.center().y { area.max.y = b.min.y } else { area.min.y = b.max.y }
        }
    }
    area
}

/// Returns the view of a scale. Its title is on the same line, above it or beside it.
fn captioned(anchor: &WrittenScale, lines: &[Line], frame: &Frame, used: &mut [bool]) -> View {
    let line = &lines[anchor.line];
    used[anchor.line] = true;
    let mut view = View {
        number: None,
        sheet: None,
        title: before_scale(&anchor.text),
        scale: anchor.scale,
        scale_text: Some(anchor.text.clone()),
        not_to_scale: anchor.scale.is_none(),
        caption: anchor.bbox,
        area: Rect::from_size(frame.page),
    };
    let mut size = line.size;
    if view.title.is_none()
        && let Some(title) = title_of(line, lines, frame, used)
    {
        used[title] = true;
        size = lines[title].size;
        let (text, bbox) = whole_title(lines, title, used);
        view.title = Some(text);
        view.caption = view.caption.union(bbox);
    }
    numbered(view, lines, size, used)
}

/// Returns the text before a scale, as in `FLOOR PLAN SCALE: 1/4" = 1'-0"`, or `None` if it is not a title.
fn before_scale(text: &str) -> Option<String> {
    static VALUE: Pattern = Pattern::any_case(|| {
        let none = scales::NONE_AFTER_TITLE.alternatives();
        format!(r#"(?:\d+[/ \d]*(?:"|''|”|in\b|mm|cm)?\s*[=:/]\s*\d|{none})"#)
    });
    let label = LABEL.find(text).map(|m| m.start());
    let value = VALUE.find(text).map(|m| m.start());
    let at = [label, value].into_iter().flatten().min()?;
    let title = text[..at].trim().trim_end_matches(['-', '–', '(', ',', '.', ':']).trim();
    // Damaged letters before a ratio are not a title: `Es?ala`.
    let damaged = title.contains('\u{fffd}') && !title.contains(' ');
    (letters(title) >= 3 && !damaged).then(|| title.to_owned())
}

/// Returns the line that is the title above or beside a scale: the largest one.
fn title_of(scale: &Line, lines: &[Line], frame: &Frame, used: &[bool]) -> Option<usize> {
    let fits = |i: &usize| {
        let l = &lines[*i];
        if used[*i] || !is_flat(l) || letters(&l.text) < 3 || l.size < scale.size * 0.9 {
            return None;
        }
        if frame.title_block.is_some_and(|b| b.contains(l.bbox.center())) {
            return None;
        }
        let size = l.size.max(scale.size);
        let rise = scale.bbox.min.y - l.bbox.max.y;
        let above = (-0.5 * size..=ABOVE * size).contains(&rise)
            && l.bbox.min.x <= scale.bbox.max.x + 2.0 * size
            && l.bbox.max.x >= scale.bbox.min.x - 2.0 * size;
        let gap = (scale.bbox.min.x - l.bbox.max.x).max(l.bbox.min.x - scale.bbox.max.x);
        let beside = (scale.start.y - l.start.y).abs() <= 0.6 * size && gap <= BESIDE * size;
        (above || beside).then_some((l.size, if above { rise.max(0.0) } else { gap.max(0.0) }))
    };
    let found = (0..lines.len()).filter_map(|i| fits(&i).map(|f| (f, i)));
    found.max_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1))).map(|(_, i)| i)
}

/// Returns a title joined with the lines of its size directly above it, and its box.
fn whole_title(lines: &[Line], index: usize, used: &mut [bool]) -> (String, Rect) {
    let mut text = lines[index].text.trim().to_owned();
    let mut bbox = lines[index].bbox;
    let size = lines[index].size;
    for _ in 0..2 {
        let joins = |i: &usize| {
            let l = &lines[*i];
            let step = lines[index].bbox.min.y.min(bbox.min.y) - l.bbox.max.y;
            let near = |a: f32, b: f32| (a - b).abs() <= 1.5 * size;
            let aligned = near(l.bbox.min.x, bbox.min.x)
                || near(l.bbox.max.x, bbox.max.x)
                || near(l.bbox.center().x, bbox.center().x);
            let same = (l.size / size - 1.0).abs() <= 0.08 && is_flat(l) && letters(&l.text) >= 3;
            !used[*i] && same && aligned && (-0.4 * size..=0.8 * size).contains(&step)
        };
        let Some(above) = (0..lines.len()).find(joins) else { break };
        used[above] = true;
        text = format!("{} {text}", lines[above].text.trim());
        bbox = bbox.union(lines[above].bbox);
    }
    (text, bbox)
}

/// Returns the line with the number before a caption.
fn number_of(lines: &[Line], caption: Rect, size: f32, used: &[bool]) -> Option<usize> {
    let fits = |i: &usize| {
        let l = &lines[*i];
        let gap = caption.min.x - l.bbox.max.x;
        let y = l.bbox.center().y;
        !used[*i]
            && NUMBER.is_match(l.text.trim())
            && l.size >= size * 0.5
            && (-0.3 * size..=NUMBER_GAP * size).contains(&gap)
            && (caption.min.y - size..=caption.max.y + 0.5 * size).contains(&y)
    };
    (0..lines.len()).filter(fits).max_by(|&a, &b| {
        let (a, b) = (&lines[a], &lines[b]);
        a.size.total_cmp(&b.size).then(a.bbox.max.x.total_cmp(&b.bbox.max.x))
    })
}

/// Adds the number of its bubble and the sheet below it to a view, or the number that its title begins with.
fn numbered(mut view: View, lines: &[Line], size: f32, used: &mut [bool]) -> View {
    static LEADING: Pattern = Pattern::new(|| r"^(\d{1,3}[A-Z]?|[A-Z]\d?)[.)]?\s+(\p{L}.{2,})$".into());
    if let Some(index) = number_of(lines, view.caption, size, used) {
        used[index] = true;
        let number = &lines[index];
        view.number = Some(number.text.trim().trim_end_matches('.').to_owned());
        let under = lines.iter().find(|l| {
            let step = l.bbox.center().y - number.bbox.center().y;
            SHEET.is_match(l.text.trim())
                && (0.5 * number.size..=2.5 * number.size).contains(&step)
                && (l.bbox.center().x - number.bbox.center().x).abs() <= 1.5 * number.size
        });
        view.caption = view.caption.union(number.bbox);
        if let Some(under) = under {
            view.caption = view.caption.union(under.bbox);
            view.sheet = Some(under.text.trim().to_owned()).filter(|t| !t.starts_with('-'));
        }
    } else if let Some(parts) = view.title.as_deref().and_then(|t| LEADING.captures(t)) {
        // `A FLOOR` begins with a word, `1 FLOOR PLAN` with a number.
        let (number, rest) = (parts[1].to_owned(), parts[2].to_owned());
        if number.starts_with(|c: char| c.is_ascii_digit()) {
            (view.number, view.title) = (Some(number), Some(rest));
        }
    }
    view
}

/// Returns whether a rule of about the same length runs directly below a line.
fn underlined(line: &Line, rules: &Rules) -> bool {
    let Rect { min, max } = line.bbox;
    rules.horizontal().iter().any(|rule| {
        (rule.at - max.y).abs() <= line.size * 0.6
            && rule.from <= min.x + line.size
            && rule.to >= max.x - line.size
            && rule.length() <= line.bbox.width() * 2.5 + line.size * 4.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;
    use crate::layout::Layout;

    fn views(d: Drawing) -> Vec<View> {
        Layout::of(&d.sheet()).views
    }

    fn notes(d: &mut Drawing) {
        for i in 0..12 {
            d.text("note", [30.0, 30.0 + 10.0 * i as f32], 6.0);
        }
    }

    #[test]
    fn bubble_title_and_scale_make_a_caption() {
        let mut d = Drawing::new(1000.0, 700.0);
        notes(&mut d);
        d.circle([200.0, 610.0], 14.0).text("1", [197.0, 606.0], 9.0).text("A-100", [190.0, 619.0], 5.0);
        d.text("FIRST FLOOR PLAN", [220.0, 608.0], 12.0).text("SCALE: 1/8\" = 1'-0\"", [220.0, 620.0], 7.0);
        let found = views(d);
        assert_eq!(found.len(), 1);
        let view = &found[0];
        assert_eq!(view.title.as_deref(), Some("FIRST FLOOR PLAN"));
        assert_eq!((view.number.as_deref(), view.sheet.as_deref()), (Some("1"), Some("A-100")));
        assert_eq!(view.scale.map(|s| s.ratio), Some(96.0));
    }

    #[test]
    fn number_title_and_scale_in_one_line() {
        let mut d = Drawing::new(1000.0, 700.0);
        notes(&mut d);
        d.text("2 ENLARGED TOILET ROOM  SCALE: 1/4\"=1'-0\"", [300.0, 600.0], 10.0);
        let found = views(d);
        assert_eq!(found[0].title.as_deref(), Some("ENLARGED TOILET ROOM"));
        assert_eq!((found[0].number.as_deref(), found[0].scale.map(|s| s.ratio)), (Some("2"), Some(48.0)));
    }

    #[test]
    fn a_title_in_two_lines_without_scale() {
        let mut d = Drawing::new(1000.0, 700.0);
        notes(&mut d);
        d.text("FIRST FLOOR", [600.0, 600.0], 12.0).text("KEY PLAN", [600.0, 613.0], 12.0);
        // A note that mentions a plan is not a title.
        d.text("SEE FLOOR PLAN", [300.0, 300.0], 12.0).text("FLOOR PLAN", [300.0, 400.0], 6.0);
        let found = views(d);
        let titles: Vec<_> = found.iter().map(|v| v.title.clone().unwrap()).collect();
        assert_eq!(titles, ["FIRST FLOOR KEY PLAN"]);
    }

    #[test]
    fn an_underlined_title_of_a_view_that_is_not_to_scale() {
        let mut d = Drawing::new(1000.0, 700.0);
        notes(&mut d);
        d.text("RISER DIAGRAM", [300.0, 600.0], 12.0).line([300.0, 603.0], [385.0, 603.0]).text(
            "N.T.S.",
            [300.0, 614.0],
            7.0,
        );
        let found = views(d);
        assert_eq!(found.len(), 1);
        assert!(found[0].not_to_scale && found[0].title.as_deref() == Some("RISER DIAGRAM"), "{found:?}");
    }
}
