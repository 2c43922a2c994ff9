//! A survey of a page's drawing before it is plotted: its extents, the size of its texts, and the scales that they
//! name.

use kurbo::{BezPath, Point, Rect};
use plumbline_sheet::scale_text::{has_scale_label, parse_scale};

use crate::style::Appearance;
use crate::text::Run;
use crate::walk::{Paint, Sink};

/// Most marks and texts to keep as samples. If there are more, every second is dropped.
const MAX_SAMPLES: usize = 100_000;

/// Maximum distance of a mark from the middle of the drawing, as a multiple of its size, to be part of it.
const MAX_DISTANCE: f64 = 4.0;

/// A sample of values, spread evenly over all values added.
#[derive(Debug)]
struct Sample<T> {
    kept: Vec<T>,
    every: usize,
    count: usize,
}

impl<T> Default for Sample<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), every: 1, count: 0 }
    }
}

impl<T: Copy> Sample<T> {
    fn add(&mut self, value: T) {
        if self.count.is_multiple_of(self.every) {
            self.kept.push(value);
            if self.kept.len() >= MAX_SAMPLES {
                let mut n = 0usize;
                self.kept.retain(|_| {
                    n += 1;
                    n % 2 == 1
                });
                self.every *= 2;
            }
        }
        self.count += 1;
    }
}

/// The survey of a page, collected mark by mark.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// Marks outside this rectangle are skipped.
    window: Option<Rect>,
    extents: Option<Rect>,
    centers: Sample<Point>,
    /// Heights of capitals in drawing units.
    heights: Sample<f64>,
    /// Scales named in texts, with their frequency.
    stated: Vec<(f64, bool, usize)>,
    /// Number of marks outside the window.
    pub(crate) outside: usize,
    marks: usize,
}

impl Survey {
    pub(crate) fn new(window: Option<Rect>) -> Self {
        Self { window, ..Self::default() }
    }

    fn add_bounds(&mut self, bounds: Rect) -> bool {
        if !bounds.is_finite() {
            return false;
        }
        if self.window.is_some_and(|window| !bounds.overlaps(window)) {
            self.outside += 1;
            return false;
        }
        let bounds = self.window.map_or(bounds, |window| bounds.intersect(window));
        self.marks += 1;
        self.centers.add(bounds.center());
        self.extents = Some(self.extents.map_or(bounds, |extents| extents.union(bounds)));
        true
    }

    /// Returns the extents of the drawing, or `None` if nothing is drawn.
    pub(crate) fn extents(&self) -> Option<Rect> {
        self.extents
    }

    /// Returns the main part of the drawing, if some of its marks are far away from all others.
    pub(crate) fn main_extents(&self) -> Option<Rect> {
        let extents = self.extents?;
        let part = |mut values: Vec<f64>| {
            values.sort_by(f64::total_cmp);
            // Strays are few: at least one mark in a hundred on either side counts.
            let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
            let (low, high) = (at(0.01), at(0.99));
            let distance = (high - low) * MAX_DISTANCE;
            (low - distance, high + distance)
        };
        if self.centers.kept.len() < 100 {
            return None;
        }
        let (x0, x1) = part(self.centers.kept.iter().map(|p| p.x).collect());
        let (y0, y1) = part(self.centers.kept.iter().map(|p| p.y).collect());
        let is_inside = extents.x0 >= x0 && extents.x1 <= x1 && extents.y0 >= y0 && extents.y1 <= y1;
        let is_valid = x1 > x0 && y1 > y0;
        (is_valid && !is_inside).then(|| Rect::new(x0, y0, x1, y1))
    }

    /// Returns the height of a capital of most text, in drawing units.
    pub(crate) fn height(&self) -> Option<f64> {
        let mut heights = self.heights.kept.clone();
        heights.sort_by(f64::total_cmp);
        heights.get(heights.len() / 2).copied()
    }

    /// Returns the scales named in texts, and whether each is in feet and inches, the most frequent first.
    pub(crate) fn stated(&self) -> Vec<(f64, bool)> {
        let mut stated = self.stated.clone();
        stated.sort_by(|a, b| b.2.cmp(&a.2).then(a.0.total_cmp(&b.0)));
        stated.into_iter().map(|(ratio, imperial, _)| (ratio, imperial)).collect()
    }
}

impl Sink for Survey {
    fn insert(&mut self, _: &str) -> u32 {
        0
    }

    fn path(&mut self, path: BezPath, _: Paint, _: &Appearance, _: u32) {
        self.add_bounds(path.control_box());
    }

    fn text(&mut self, run: Run, _: &Appearance) {
        let bounds = Rect::from_points(run.start, run.end).union_pt(run.start + run.up).union_pt(run.end + run.up);
        if !self.add_bounds(bounds) {
            return;
        }
        self.heights.add(run.up.hypot());
        let text = run.text.as_str();
        if text.len() < 80
            && (text.contains([':', '=', '/']) || has_scale_label(text))
            && let Some(scale) = parse_scale(text)
            && (scale.certain || has_scale_label(text) || text.len() < 12)
            && scale.ratio >= 1.0
        {
            let room = self.stated.len() < 64;
            match self.stated.iter_mut().find(|(ratio, ..)| (*ratio / scale.ratio - 1.0).abs() < 0.005) {
                Some(found) => found.2 += 1,
                None if room => self.stated.push((scale.ratio, scale.imperial, 1)),
                None => {}
            }
        }
    }

    fn exceeded_limit(&self) -> Option<&'static str> {
        (self.marks + self.outside > crate::limits::DRAWN as usize).then_some("too many entities")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strays_are_told_from_the_drawing() {
        let mut survey = Survey::new(None);
        for i in 0..400 {
            let x = f64::from(i % 20);
            survey.add_bounds(Rect::new(x, f64::from(i / 20), x + 1.0, f64::from(i / 20) + 1.0));
        }
        assert_eq!(survey.main_extents(), None);
        survey.add_bounds(Rect::new(1e7, 0.0, 1e7 + 1.0, 1.0));
        let window = survey.main_extents().expect("a stray");
        assert!(window.x1 < 200.0 && window.x0 < 0.0, "{window:?}");
    }

    #[test]
    fn a_sample_is_spread_and_bounded() {
        let mut sample = Sample::default();
        (0..1_000_000).for_each(|i| sample.add(i));
        assert!(sample.kept.len() < MAX_SAMPLES && sample.kept.len() > MAX_SAMPLES / 4);
        assert!(sample.kept.last().is_some_and(|last| *last > 900_000));
    }
}
