//! The plot of model space: the unit of the drawing and the scale of its plot.
//!
//! Model space has real sizes and no paper. Its texts indicate the intended scale: they are 2.4 mm (3/32") high on
//! paper. The scale is the usual one nearest to that, or one named in the drawing if it is near. So letters, lines and
//! symbols have the same sizes on the page as on a plot of the drawing.

use kurbo::Rect;
use plumbline_sheet::{Scale, ScaleSource};

use crate::limits;

/// Millimeters per point.
pub(crate) const MM_PER_POINT: f64 = 25.4 / 72.0;

/// Height of a capital on paper, in millimeters.
const CAPITAL_MM: f64 = 2.4;

/// Margin around the drawing, in points: a quarter of an inch.
pub(crate) const MARGIN: f64 = 18.0;

/// The sheet to which a drawing without text is fitted, in points: ARCH D.
const FALLBACK_SHEET: [f64; 2] = [2592.0, 1728.0];

/// Shortest side of a page in points.
const MIN_SIDE: f64 = 72.0;

/// A stated scale within this factor of the scale indicated by the texts is used for the plot.
const MAX_FACTOR: f64 = 2.0;

/// Smallest plausible ratio of a plot. Below it, texts would be less than a millimeter high in reality.
const MIN_READABLE_RATIO: f64 = 0.4;

const METRIC_RATIOS: [f64; 25] = [
    1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 75.0, 100.0, 125.0, 150.0, 200.0, 250.0, 300.0, 400.0, 500.0, 750.0, 1000.0,
    1250.0, 2000.0, 2500.0, 5000.0, 10_000.0, 25_000.0, 50_000.0,
];
const IMPERIAL_RATIOS: [f64; 24] = [
    1.0, 2.0, 4.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 120.0, 128.0, 192.0, 240.0, 360.0, 384.0, 480.0,
    600.0, 720.0, 1200.0, 2400.0, 6000.0, 12_000.0,
];

/// A unit of length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Unit {
    pub(crate) mm: f64,
    pub(crate) imperial: bool,
    pub(crate) name: &'static str,
}

const fn unit(mm: f64, imperial: bool, name: &'static str) -> Unit {
    Unit { mm, imperial, name }
}

/// Inches.
pub(crate) const INCHES: Unit = unit(25.4, true, "inches");
/// Feet.
pub(crate) const FEET: Unit = unit(304.8, true, "feet");
const MILLIMETERS: Unit = unit(1.0, false, "millimeters");

/// Likely units of a drawing without a declared unit.
const LIKELY_UNITS: [Unit; 5] =
    [MILLIMETERS, unit(10.0, false, "centimeters"), unit(1000.0, false, "meters"), INCHES, FEET];

/// Returns the unit of `$INSUNITS`, or `None` for no unit and for astronomical and atomic units.
pub(crate) fn insertion_unit(code: i16) -> Option<Unit> {
    Some(match code {
        1 => INCHES,
        2 => FEET,
        3 => unit(1_609_344.0, true, "miles"),
        4 => MILLIMETERS,
        5 => unit(10.0, false, "centimeters"),
        6 => unit(1000.0, false, "meters"),
        7 => unit(1_000_000.0, false, "kilometers"),
        9 => unit(0.0254, true, "mils"),
        10 => unit(914.4, true, "yards"),
        14 => unit(100.0, false, "decimeters"),
        15 => unit(10_000.0, false, "decameters"),
        16 => unit(100_000.0, false, "hectometers"),
        21 => unit(1_200_000.0 / 3937.0, true, "US survey feet"),
        _ => return None,
    })
}

/// The lengths on a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Lengths {
    /// The whole page has this scale.
    Scale(Scale),
    /// It was drawn at paper size, so the scales in its texts apply.
    AsWritten,
    /// The lengths are unknown.
    Unknown,
}

/// The plot of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plot {
    /// Points per drawing unit.
    pub(crate) points: f64,
    pub(crate) lengths: Lengths,
    /// A note for the caller.
    pub(crate) note: Option<String>,
}

/// The known facts about a drawing.
#[derive(Debug, Clone)]
pub(crate) struct DrawingFacts {
    pub(crate) extents: Rect,
    /// Height of most capitals, in drawing units.
    pub(crate) height: Option<f64>,
    /// Scales named in it, and whether each is in feet and inches.
    pub(crate) stated: Vec<(f64, bool)>,
    /// The unit that the file declares.
    pub(crate) unit: Option<Unit>,
    /// The unit in which its own dimensions are right.
    pub(crate) measured: Option<Unit>,
    /// Whether its other settings are metric.
    pub(crate) metric: bool,
}

impl DrawingFacts {
    /// Returns the ratio at which texts have the usual size on paper, in a unit.
    fn ratio_by_text(&self, unit: Unit) -> Option<f64> {
        self.height.map(|h| h * unit.mm / CAPITAL_MM).filter(|r| r.is_finite() && *r > 0.0)
    }

    /// Returns the ratio at which the drawing fits a large sheet.
    fn ratio_by_sheet(&self, mm: f64) -> f64 {
        let fits = |size: [f64; 2]| {
            let side_length = |length: f64, available: f64| length * mm / MM_PER_POINT / (available - 2.0 * MARGIN);
            side_length(self.extents.width(), size[0]).max(side_length(self.extents.height(), size[1]))
        };
        fits(FALLBACK_SHEET).min(fits([FALLBACK_SHEET[1], FALLBACK_SHEET[0]])).max(1e-6)
    }

    /// Returns the stated scale that is near to the one indicated by the size of the texts, in a unit.
    fn stated_ratio(&self, unit: Unit) -> Option<(f64, bool)> {
        let target = self.ratio_by_text(unit)?;
        self.stated.iter().copied().find(|(ratio, _)| is_near(*ratio, target))
    }

    /// Returns whether the drawing was drawn at paper size, in this unit.
    fn is_paper(&self, unit: Unit) -> bool {
        self.ratio_by_text(unit).is_some_and(|ratio| (0.4..2.2).contains(&ratio))
    }
}

fn is_near(a: f64, b: f64) -> bool {
    (a / b).max(b / a) <= MAX_FACTOR
}

/// Returns the usual ratio nearest to a ratio.
fn standard_ratio(ratio: f64, imperial: bool) -> f64 {
    let list: &[f64] = if imperial { &IMPERIAL_RATIOS } else { &METRIC_RATIOS };
    let distance = |r: &f64| (r / ratio).ln().abs();
    list.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(ratio)
}

/// Returns the given ratio, or another one if the drawing would be too large or too small for a page.
fn fit_to_page(facts: &DrawingFacts, mm: f64, ratio: f64, imperial: bool) -> f64 {
    let side_length =
        |ratio: f64| facts.extents.width().max(facts.extents.height()) * mm / MM_PER_POINT / ratio + 2.0 * MARGIN;
    if side_length(ratio) > limits::SIDE {
        let list: &[f64] = if imperial { &IMPERIAL_RATIOS } else { &METRIC_RATIOS };
        let smallest = list.iter().copied().find(|r| *r > ratio && side_length(*r) <= limits::SIDE);
        return smallest.unwrap_or_else(|| ratio * side_length(ratio) / (limits::SIDE - 4.0 * MARGIN));
    }
    if side_length(ratio) < MIN_SIDE + 2.0 * MARGIN { facts.ratio_by_sheet(mm) } else { ratio }
}

fn scaled_plot(facts: &DrawingFacts, unit: Unit, ratio: f64, imperial: bool, note: Option<String>) -> Plot {
    let ratio = fit_to_page(facts, unit.mm, ratio, imperial);
    let text = format!("1:{} (model space in {})", (ratio * 1e4).round() / 1e4, unit.name);
    let scale = Scale { ratio, imperial, source: ScaleSource::Declared, text, area: None };
    Plot { points: unit.mm / ratio / MM_PER_POINT, lengths: Lengths::Scale(scale), note }
}

/// Returns the plot of a drawing that was drawn at paper size.
fn paper_plot(facts: &DrawingFacts, unit: Unit) -> Plot {
    let points = unit.mm / fit_to_page(facts, unit.mm, 1.0, unit.imperial) / MM_PER_POINT;
    Plot { points, lengths: Lengths::AsWritten, note: None }
}

/// Chooses unit and scale of model space.
pub(crate) fn model(facts: &DrawingFacts) -> Plot {
    match (facts.measured, facts.unit) {
        (Some(measured), named) if named != Some(measured) => {
            let note = format!(
                "The dimensions in the drawing are correct in {}. Lengths are given for that unit.",
                measured.name
            );
            let plot = plot_in_unit(&DrawingFacts { unit: Some(measured), ..facts.clone() }, measured);
            Plot { note: plot.note.or(Some(note)), ..plot }
        }
        (_, Some(unit)) => plot_in_unit(facts, unit),
        (_, None) => plot_without_unit(facts),
    }
}

fn plot_in_unit(facts: &DrawingFacts, unit: Unit) -> Plot {
    if let Some((ratio, imperial)) = facts.stated_ratio(unit) {
        return scaled_plot(facts, unit, ratio, imperial || unit.imperial, None);
    }
    // Templates set a unit that is often not the one used. If the texts match the scale they name only in another unit,
    // that unit is used.
    if facts.measured.is_none()
        && let Some((other, (ratio, imperial))) = only_matching_unit(facts)
    {
        let note = format!(
            "The file states {} as its unit, but at its stated scale the text has a readable size only in {}. Lengths \
             are given for {}. If this is wrong, set INSUNITS and upload it again.",
            unit.name, other.name, other.name
        );
        return scaled_plot(facts, other, ratio, imperial, Some(note));
    }
    // Letters of less than a millimeter also show that the unit comes from a template, and the building is drawn in a
    // larger one.
    if facts.measured.is_none()
        && facts.ratio_by_text(unit).is_some_and(|ratio| ratio < MIN_READABLE_RATIO)
        && let Some((other, ratio)) = only_readable_unit(facts, unit)
    {
        let note = format!(
            "The file states {} as its unit, but the text would then be less than a millimeter high. Lengths are given \
             for {}. If this is wrong, set INSUNITS and upload it again.",
            unit.name, other.name
        );
        return scaled_plot(facts, other, standard_ratio(ratio, other.imperial), other.imperial, Some(note));
    }
    if facts.is_paper(unit) && facts.stated.iter().any(|(ratio, _)| *ratio > 2.0) {
        return paper_plot(facts, unit);
    }
    let target =
        facts.ratio_by_text(unit).filter(|r| *r >= MIN_READABLE_RATIO).unwrap_or_else(|| facts.ratio_by_sheet(unit.mm));
    scaled_plot(facts, unit, standard_ratio(target, unit.imperial), unit.imperial, None)
}

/// Returns the only likely unit in which the texts' size matches a scale that the drawing names.
fn only_matching_unit(facts: &DrawingFacts) -> Option<(Unit, (f64, bool))> {
    let mut fitting =
        LIKELY_UNITS.into_iter().filter_map(|u| Some((u, facts.stated_ratio(u)?))).filter(|(_, s)| s.0 > 2.0);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(first)
}

/// Returns the only likely unit of the same system in which the drawing has the size of a building and its texts are
/// readable at a usual scale.
fn only_readable_unit(facts: &DrawingFacts, named: Unit) -> Option<(Unit, f64)> {
    /// Scales of plans and of their details.
    const SCALES: std::ops::RangeInclusive<f64> = 5.0..=1000.0;
    /// Longer side of a building or its site, in millimeters.
    const BUILDING: std::ops::RangeInclusive<f64> = 2_000.0..=1_000_000.0;
    let side = facts.extents.width().max(facts.extents.height());
    let mut fitting = LIKELY_UNITS
        .into_iter()
        .filter(|unit| unit.imperial == named.imperial && BUILDING.contains(&(side * unit.mm)))
        .filter_map(|unit| Some((unit, facts.ratio_by_text(unit).filter(|ratio| SCALES.contains(ratio))?)));
    let first = fitting.next()?;
    fitting.next().is_none().then_some(first)
}

fn plot_without_unit(facts: &DrawingFacts) -> Plot {
    if let Some((unit, (ratio, imperial))) = only_matching_unit(facts) {
        let note = format!(
            "The file does not state its unit. The text has a readable size at its stated scale in {}, so this unit is \
             used. If this is wrong, set INSUNITS and upload it again.",
            unit.name
        );
        return scaled_plot(facts, unit, ratio, imperial, Some(note));
    }
    let paper = [MILLIMETERS, INCHES].into_iter().find(|u| facts.is_paper(*u));
    if let Some(unit) = paper {
        return paper_plot(facts, unit);
    }
    let unit = if facts.metric { MILLIMETERS } else { INCHES };
    let target = facts.ratio_by_text(unit).unwrap_or_else(|| facts.ratio_by_sheet(unit.mm));
    let ratio = fit_to_page(facts, unit.mm, target, unit.imperial);
    let note =
        "The file does not state its unit, so lengths are not measured. Set its unit (INSUNITS) and upload it again.";
    Plot { points: unit.mm / ratio / MM_PER_POINT, lengths: Lengths::Unknown, note: Some(note.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(width: f64, height: Option<f64>, stated: &[f64], insunits: i16) -> DrawingFacts {
        DrawingFacts {
            extents: Rect::new(0.0, 0.0, width, width * 0.7),
            height,
            stated: stated.iter().map(|r| (*r, false)).collect(),
            unit: insertion_unit(insunits),
            measured: None,
            metric: true,
        }
    }

    fn ratio(plot: &Plot) -> Option<f64> {
        match &plot.lengths {
            Lengths::Scale(scale) => Some(scale.ratio),
            _ => None,
        }
    }

    #[test]
    fn the_scale_is_the_usual_one_that_makes_texts_readable() {
        // A building of 60 m in millimeters with letters of 250 mm.
        let plot = model(&facts(60_000.0, Some(250.0), &[], 4));
        assert_eq!(ratio(&plot), Some(100.0));
        assert!((plot.points * 60_000.0 * MM_PER_POINT - 600.0).abs() < 1e-6, "600 mm of paper");
        // Feet, letters of 9 inches: 1/8" = 1'-0".
        assert_eq!(ratio(&model(&facts(200.0, Some(0.75), &[], 2))), Some(96.0));
    }

    #[test]
    fn a_scale_that_the_drawing_names_wins_when_it_is_near() {
        assert_eq!(ratio(&model(&facts(60_000.0, Some(250.0), &[75.0, 20.0], 4))), Some(75.0));
        assert_eq!(ratio(&model(&facts(60_000.0, Some(250.0), &[20.0], 4))), Some(100.0), "a detail's scale");
    }

    #[test]
    fn units_are_found_from_the_scale_named() {
        let plot = model(&facts(60.0, Some(0.25), &[100.0], 0));
        assert_eq!(ratio(&plot), Some(100.0));
        assert!(plot.note.is_some_and(|n| n.contains("in meters, so this unit is used")));
        let plot = model(&facts(60.0, Some(0.25), &[100.0], 4));
        assert_eq!(ratio(&plot), Some(100.0));
        assert!(plot.note.is_some_and(|n| n.contains("states millimeters as its unit")));
    }

    #[test]
    fn letters_of_less_than_a_millimeter_are_in_another_unit() {
        let plot = model(&facts(43.0, Some(0.2), &[], 4));
        assert_eq!(ratio(&plot), Some(75.0));
        assert!(plot.note.is_some_and(|n| n.contains("Lengths are given for meters")));
        // Not if the drawing is that small in every unit, and not against its dimensions.
        for small in [
            facts(0.4, Some(0.002), &[], 4),
            DrawingFacts { measured: Some(MILLIMETERS), ..facts(43.0, Some(0.2), &[], 4) },
        ] {
            assert!(model(&small).note.is_none(), "{small:?}");
        }
    }

    #[test]
    fn dimensions_that_contradict_the_file_win() {
        let plot = model(&DrawingFacts { measured: Some(INCHES), ..facts(900.0, Some(5.0), &[], 4) });
        assert_eq!(ratio(&plot), Some(48.0));
        assert!(plot.note.is_some_and(|n| n.contains("correct in inches")));
    }

    #[test]
    fn a_drawing_of_a_sheet_keeps_what_its_texts_say() {
        let plot = model(&facts(841.0, Some(2.5), &[100.0], 4));
        assert_eq!(plot.lengths, Lengths::AsWritten);
        assert!((plot.points * MM_PER_POINT - 1.0).abs() < 1e-9);
    }

    #[test]
    fn no_unit_and_no_scale_is_no_length() {
        let plot = model(&facts(60.0, Some(0.25), &[], 0));
        assert_eq!(plot.lengths, Lengths::Unknown);
        assert!(plot.note.is_some());
    }

    #[test]
    fn no_page_is_larger_or_smaller_than_a_page_can_be() {
        for (width, height) in [(1e9, Some(250.0)), (1e12, Some(0.1)), (5.0, Some(250.0)), (0.001, None), (1e7, None)] {
            for unit in [4, 0, 1, 6] {
                let plot = model(&facts(width, height, &[100.0], unit));
                let side = width * plot.points + 2.0 * MARGIN;
                assert!((60.0..=limits::SIDE + 1.0).contains(&side), "{width} {height:?} {unit}: {side}");
            }
        }
    }
}
