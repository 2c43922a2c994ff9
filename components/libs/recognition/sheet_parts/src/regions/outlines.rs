//! Outlined parts of a plan with a reference to a larger drawing: `SEE ENLARGED PLAN 2/A-401`.

use plumbline_geometry::{Axis, Rect, Size, VectorExt as _, size};
use plumbline_notation::language::match_lines;
use plumbline_sheet::Line;
use plumbline_sheet::lines::paragraphs;
use plumbline_sheet::{FLATTEN, Pattern, Sheet, segments};

use crate::regions::match_lines::sheet_of;
use crate::regions::model::Outline;
use crate::regions::pattern;

/// Smallest side of an outline in points, larger than a tag, and largest as a share of the page, smaller than a plan.
const SMALLEST: f32 = 30.0;
const LARGEST: f32 = 0.6;
/// Maximum distance of the words from the outline, in text heights.
const BESIDE: f32 = 6.0;

static WORDS: Pattern = Pattern::any_case(|| pattern::of_letters(&match_lines::ENLARGED_ELSEWHERE.bounded()));

static MARK: Pattern =
    Pattern::new(|| r"\b(\d{1,2}|[A-Z])\s*/\s*([A-Z]{1,3}[-. ]?\d{1,4}(?:[-.]\d{1,3})*[A-Z]?)\b".into());

/// Returns the outlined parts of a sheet with the enlarged views they name.
pub(crate) fn outlines(sheet: &Sheet, lines: &[Line]) -> Vec<Outline> {
    let says = |text: &str| WORDS.is_match(text);
    let texts: Vec<_> = paragraphs(lines).into_iter().filter(|p| p.text.len() <= 200 && says(&p.text)).collect();
    if texts.is_empty() {
        return Vec::new();
    }
    let boxes = boxes(sheet);
    let mut out: Vec<Outline> = Vec::new();
    for p in texts {
        let slack = p.size * BESIDE;
        let reach = |b: &&Rect| b.grown(slack).contains(p.bbox.center());
        let size = |b: &Rect| b.width() * b.height();
        let fits = boxes.iter().filter(reach).filter(|b| size(b) > 1.5 * size(&p.bbox));
        let Some(area) = fits.min_by(|a, b| size(a).total_cmp(&size(b))) else { continue };
        let mark = MARK.captures(&p.text);
        let number = mark.as_ref().map(|m| m[1].to_owned());
        let on = mark.map(|m| m[2].to_owned()).or_else(|| sheet_of(&p.text));
        out.push(Outline { area: *area, text: p.text.clone(), number, sheet: on });
    }
    out.sort_by(|a, b| a.area.min.y.total_cmp(&b.area.min.y).then(a.area.min.x.total_cmp(&b.area.min.x)));
    out.dedup_by(|a, b| a.area == b.area);
    out
}

/// Returns upright rectangles drawn as one path, solid or dashed, with sharp or rounded corners.
fn boxes(sheet: &Sheet) -> Vec<Rect> {
    let limit: Size = size(sheet.width * LARGEST, sheet.height * LARGEST);
    let mut out: Vec<Rect> = Vec::new();
    for path in sheet.paths().filter(|p| p.style.stroke.is_some() && p.verbs.len() <= 40) {
        let Some(b) = path.bbox() else { continue };
        let (w, h) = (b.width(), b.height());
        if w < SMALLEST || h < SMALLEST || w > limit.width || h > limit.height {
            continue;
        }
        // Lines cover at least half of each of the four sides, and nothing runs inside.
        let mut along = [0.0f32; 4];
        let mut inside = 0.0f32;
        for s in segments(&path, FLATTEN) {
            let length = s.vector().hypot();
            let on = |axis: Axis, v: f32| (axis.of(s.from) - v).abs() < 1.0 && (axis.of(s.to) - v).abs() < 1.0;
            let sides = [(Axis::X, b.min.x), (Axis::Y, b.min.y), (Axis::X, b.max.x), (Axis::Y, b.max.y)];
            let side = sides.iter().position(|(axis, v)| on(*axis, *v));
            match side {
                Some(side) => along[side] += length,
                None => inside += length,
            }
        }
        let sides = [h, w, h, w];
        if along.iter().zip(sides).all(|(a, s)| *a >= 0.5 * s) && inside <= (w + h) * 0.8 {
            out.push(b);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::regions::regions;
    use plumbline_sheet::drawing::Drawing;

    #[test]
    fn an_outline_with_the_view_it_names_and_none_around_other_text() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.dash(&[4.0, 2.0]).rect([300.0, 200.0, 420.0, 300.0]).rect([500.0, 200.0, 620.0, 300.0]);
        d.text("SEE ENLARGED PLAN", [305.0, 215.0], 7.0).text("2/P-401", [305.0, 224.0], 7.0);
        d.text("OFFICE", [540.0, 250.0], 7.0);
        let found = regions(&d.sheet()).outlines;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].area.to_array(), [300.0, 200.0, 420.0, 300.0]);
        assert_eq!((found[0].number.as_deref(), found[0].sheet.as_deref()), (Some("2"), Some("P-401")));
    }
}
