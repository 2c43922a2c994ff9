//! The scales of a sheet: in the title block, under the views, or from a graphic bar.

use plumbline_geometry::Rect;

use crate::line::Line;
use crate::model::{Scale, ScaleSource, Sheet};
use crate::scale_bar;
use crate::scale_text::ScaleText;
use crate::views::View;
use crate::written_scales::{SAME, WrittenScale};

/// Finds the scales from written scales and views that were already collected, otherwise from a graphic bar.
pub(crate) fn find(sheet: &Sheet, lines: &[Line], anchors: &[WrittenScale], views: &[View]) -> Vec<Scale> {
    let mut scales = by_text(anchors, views);
    if scales.is_empty() {
        scales.extend(scale_bar::find(sheet, lines));
    }
    scales
}

fn same(a: ScaleText, b: ScaleText) -> bool {
    (a.ratio / b.ratio - 1.0).abs() < SAME
}

/// Returns the scale that the title block gives for the page. Several, as in `1:50 1:20`, do not say which area they
/// apply to.
fn page_scale(anchors: &[WrittenScale]) -> Option<(ScaleText, &str)> {
    let titles: Vec<&WrittenScale> = anchors.iter().filter(|a| a.title_block && a.scale.is_some()).collect();
    // A text identified as a scale takes precedence over one that only looks like a ratio.
    let certain = titles.iter().any(|t| t.certain);
    let mut chosen =
        titles.into_iter().filter(|t| t.certain || !certain).filter_map(|a| Some((a.scale?, a.text.as_str())));
    let first = chosen.next()?;
    chosen.all(|(scale, _)| same(scale, first.0)).then_some(first)
}

/// Returns one scale for each view, and one for the page if nothing contradicts it.
fn by_text(anchors: &[WrittenScale], views: &[View]) -> Vec<Scale> {
    let made = |scale: ScaleText, text: &str, area: Option<Rect>| Scale {
        ratio: scale.ratio,
        imperial: scale.imperial,
        source: ScaleSource::TitleBlock,
        text: text.to_owned(),
        area,
    };
    let page = page_scale(anchors);
    let own = |v: &View| v.scale.map(|s| (s, v.scale_text.clone().unwrap_or_default()));
    let scaled: Vec<(ScaleText, String)> = views.iter().filter_map(own).collect();
    let unscaled = views.iter().any(|v| v.not_to_scale);
    let first = page.map(|(s, t)| (s, t.to_owned())).or_else(|| scaled.first().cloned());
    let Some((first, text)) = first else { return Vec::new() };
    let agree = scaled.iter().all(|(s, _)| same(*s, first));
    // A view without a scale has the scale of the page.
    let of_views = views.iter().filter(|v| !v.not_to_scale && !v.is_key_plan()).filter_map(|v| {
        let (scale, text) = own(v).or_else(|| page.map(|(s, t)| (s, t.to_owned())))?;
        Some(made(scale, &text, Some(v.area)))
    });
    let many = views.iter().filter(|v| !v.is_key_plan()).count() > 1;
    let mut out: Vec<Scale> = if many { of_views.collect() } else { Vec::new() };
    if agree && (!unscaled || out.is_empty()) {
        out.push(made(first, &text, None));
    }
    out
}

#[cfg(test)]
mod tests {
    use plumbline_geometry::{Point, point};

    use super::*;
    use crate::drawing::Drawing;
    use crate::layout::Layout;

    fn scales(sheet: &Sheet) -> Vec<Scale> {
        Layout::of(sheet).scales
    }

    /// Returns the scale that applies at a point of the page, in points.
    fn scale_at(sheet: &Sheet, point: Point) -> Option<&Scale> {
        let within = sheet.scales.iter().find(|s| s.area.is_some_and(|a| a.contains(point)));
        within.or_else(|| sheet.scales.iter().find(|s| s.area.is_none()))
    }

    #[test]
    fn one_scale_holds_for_the_page() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("FIRST FLOOR PLAN", [300.0, 600.0], 12.0).text("SCALE 1/8\"=1'-0\"", [300.0, 615.0], 9.0);
        d.text("1:12 SLOPE", [400.0, 300.0], 8.0).text("2:40", [950.0, 650.0], 8.0).text(
            "ROUTE 1:20",
            [10.0, 10.0],
            8.0,
        );
        let found = scales(&d.sheet());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].ratio, found[0].imperial, found[0].area), (96.0, true, None));
    }

    #[test]
    fn a_label_with_its_scale_in_the_next_cell() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([800.0, 600.0, 990.0, 690.0]).line([800.0, 640.0], [990.0, 640.0]);
        d.text("ESCALA", [805.0, 650.0], 6.0).text("1/75", [820.0, 670.0], 12.0).text("E-1", [900.0, 625.0], 20.0);
        let found = scales(&d.sheet());
        assert_eq!(found.iter().map(|s| s.ratio).collect::<Vec<_>>(), [75.0]);
    }

    #[test]
    fn views_of_different_scale_have_their_areas_and_the_page_has_none() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([850.0, 600.0, 990.0, 690.0]).text("SCALE: AS NOTED", [855.0, 640.0], 7.0);
        d.text("SCALE: 1:50", [200.0, 600.0], 9.0).text("SCALE: 1:20", [600.0, 600.0], 9.0);
        d.text("SCALE: 1:10", [600.0, 300.0], 9.0);
        let mut sheet = d.sheet();
        sheet.scales = scales(&sheet);
        assert_eq!(scale_at(&sheet, point(150.0, 400.0)).map(|s| s.ratio), Some(50.0));
        assert_eq!(scale_at(&sheet, point(650.0, 400.0)).map(|s| s.ratio), Some(20.0));
        assert_eq!(scale_at(&sheet, point(650.0, 200.0)).map(|s| s.ratio), Some(10.0));
        assert!(sheet.scales.iter().all(|s| s.area.is_some()), "{:?}", sheet.scales);
    }

    #[test]
    fn views_of_one_scale_have_their_areas_and_leave_the_page_its_scale() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("SCALE: 1:50", [200.0, 600.0], 9.0).text("SCALE: 1:50", [600.0, 600.0], 9.0);
        let found = scales(&d.sheet());
        assert_eq!(found.iter().map(|s| s.area.is_some()).collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn a_view_that_is_not_to_scale_has_none_and_does_not_take_that_of_the_page() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([850.0, 600.0, 990.0, 690.0]).text("SCALE: 1:50", [855.0, 640.0], 7.0);
        d.text("SCALE: 1:50", [200.0, 600.0], 9.0).text("NTS", [600.0, 600.0], 9.0);
        let mut sheet = d.sheet();
        sheet.scales = scales(&sheet);
        assert_eq!(scale_at(&sheet, point(150.0, 400.0)).map(|s| s.ratio), Some(50.0));
        assert_eq!(scale_at(&sheet, point(650.0, 400.0)), None);
    }

    #[test]
    fn the_name_of_a_view_with_its_scale_behind() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("PLANTA PRIMER NIVEL 1:75", [200.0, 600.0], 14.0);
        for i in 0..5 {
            d.text("RAMPA 1:20", [100.0, 100.0 + 20.0 * i as f32], 8.0);
        }
        assert_eq!(scales(&d.sheet()).iter().map(|s| s.ratio).collect::<Vec<_>>(), [75.0]);
    }

    #[test]
    fn no_scale_is_none() {
        let mut d = Drawing::new(1000.0, 700.0);
        d.text("SCALE: NTS", [200.0, 600.0], 9.0).text("DO NOT SCALE DRAWINGS", [600.0, 600.0], 9.0);
        assert!(scales(&d.sheet()).is_empty());
    }
}
