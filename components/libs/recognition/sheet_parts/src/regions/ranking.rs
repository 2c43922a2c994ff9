//! Ranks the disciplines that a sheet may have, by its number, its title, the field of the title block, its layers and
//! its text.

use std::collections::BTreeMap;

use plumbline_sheet::Sheet;
use serde::{Deserialize, Serialize};

use crate::regions::discipline::Discipline;
use crate::regions::discipline_words::{in_text, of_layer, of_number};
use crate::regions::model::Regions;

/// A discipline that a sheet may have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RankedDiscipline {
    /// The discipline.
    pub discipline: Discipline,
    /// From 0 to 1.
    pub confidence: f32,
    /// The evidence, for people: ``sheet number E-101; title `LIGHTING` ``.
    #[serde(rename = "why")]
    pub evidence: String,
}

/// Weights of the kinds of evidence. A standard sheet number is decisive. Layers and text of the background say little,
/// because every trade draws over the architect's plan.
const NUMBER: f32 = 4.0;
const LOOSE_NUMBER: f32 = 1.5;
const TITLE: f32 = 4.0;
const FIELD: f32 = 3.0;
const VIEW: f32 = 2.0;
const LAYERS: f32 = 1.5;
const TEXT: f32 = 1.0;
/// Amount of evidence that makes the confidence one half.
const HALF: f32 = 1.5;
/// Minimum confidence of a clear mismatch.
const CLEAR: f32 = 0.5;

/// Returns the disciplines that a sheet may have, the likeliest first, or nothing if there is no evidence.
pub fn disciplines(sheet: &Sheet, regions: &Regions) -> Vec<RankedDiscipline> {
    let mut scores: BTreeMap<Discipline, (f32, Vec<String>)> = BTreeMap::new();
    let mut add = |d: Discipline, weight: f32, evidence: String| {
        let entry = scores.entry(d).or_default();
        entry.0 += weight;
        entry.1.push(evidence);
    };
    if let Some(number) = &regions.number
        && let Some((discipline, _, sure)) = of_number(number)
    {
        add(discipline, if sure { NUMBER } else { LOOSE_NUMBER }, format!("sheet number {number}"));
    }
    // Several trades in a title share its weight: `MECHANICAL AND PLUMBING PLAN`.
    let mut share = |text: &str, weight: f32, what: &str| {
        let said: Vec<(Discipline, &str)> = in_text(text).collect();
        for (d, word) in &said {
            add(*d, weight / (said.len() as f32).sqrt(), format!("{what} `{word}`"));
        }
    };
    if let Some(title) = &regions.title {
        share(title, TITLE, "title");
    }
    let own = regions.title.as_deref();
    let views: Vec<&str> =
        regions.viewports.iter().filter_map(|v| v.title.as_deref()).filter(|t| Some(*t) != own).collect();
    for title in &views {
        share(title, VIEW / views.len() as f32, "view");
    }
    let in_block = sheet.texts().filter(|run| regions.title_block.is_some_and(|b| b.contains(run.bbox.center())));
    let text: String = in_block.flat_map(|run| [run.text, "\n"]).collect();
    let fields: Vec<(Discipline, String)> = in_text(&text).map(|(d, w)| (d, w.to_owned())).collect();
    // A block that lists the consultants of all trades is not evidence.
    if fields.len() <= 2 {
        for (d, word) in &fields {
            add(*d, FIELD / fields.len() as f32, format!("title block `{word}`"));
        }
    }
    layers(sheet, &mut add);
    words(sheet, regions, &mut add);
    let total: f32 = scores.values().map(|(s, _)| s).sum();
    let mut out: Vec<RankedDiscipline> = scores
        .into_iter()
        .map(|(discipline, (score, mut evidence))| {
            evidence.dedup();
            // Its share of all evidence, reduced if there is little of it.
            let confidence = score / total * (score / (score + HALF));
            RankedDiscipline { discipline, confidence, evidence: evidence.join("; ") }
        })
        .collect();
    out.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then(a.discipline.cmp(&b.discipline)));
    out
}

/// Adds the paths of layers that name a discipline. The architect's background is on most sheets of the other trades.
fn layers(sheet: &Sheet, add: &mut impl FnMut(Discipline, f32, String)) {
    let of: Vec<Option<Discipline>> = sheet.layers.iter().map(|l| of_layer(l)).collect();
    let mut paths: BTreeMap<Discipline, (usize, usize)> = BTreeMap::new();
    for &layer in &sheet.path_layers {
        if let Some(Some(d)) = of.get(layer as usize) {
            paths.entry(*d).or_insert((0, layer as usize)).0 += 1;
        }
    }
    let background = |d: Discipline| matches!(d, Discipline::Architectural | Discipline::Structural);
    if paths.keys().any(|d| !background(*d)) {
        paths.retain(|d, _| !background(*d));
    }
    let total: usize = paths.values().map(|p| p.0).sum();
    for (d, (count, layer)) in paths {
        let name = sheet.layers.get(layer).map_or("", String::as_str);
        add(d, LAYERS * count as f32 / total as f32, format!("layer `{name}`"));
    }
}

/// Adds the words of the drawing itself: the number of runs that name each discipline.
fn words(sheet: &Sheet, regions: &Regions, add: &mut impl FnMut(Discipline, f32, String)) {
    const LONGEST: usize = 200;
    let mut runs: BTreeMap<Discipline, usize> = BTreeMap::new();
    for run in sheet.texts() {
        let long = run.text.len() < 4 || run.text.len() > LONGEST;
        if !long && !regions.title_block.is_some_and(|b| b.contains(run.bbox.center())) {
            for (d, _) in in_text(run.text) {
                *runs.entry(d).or_default() += 1;
            }
        }
    }
    let total: usize = runs.values().sum();
    for (d, count) in runs {
        // A single word on a sheet is weak evidence.
        let much = (total as f32 / 10.0).min(1.0);
        add(d, TEXT * much * count as f32 / total as f32, format!("{count} texts"));
    }
}

/// Returns why a sheet is clearly not of the given discipline, or `None` if it is, may be, or is unknown.
pub fn mismatch(ranking: &[RankedDiscipline], asked: Discipline) -> Option<String> {
    let first = ranking.first().filter(|r| r.confidence >= CLEAR)?;
    // A second discipline with much of the evidence makes it a sheet of both.
    let second = ranking.iter().skip(1).any(|r| r.confidence >= first.confidence * 0.4 && r.discipline.covers(asked));
    (!first.discipline.covers(asked) && !second).then(|| {
        format!("This sheet appears to be {} ({}), not {}.", first.discipline.name(), first.evidence, asked.name())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regions::regions;
    use plumbline_sheet::drawing::Drawing;

    fn ranking(number: &str, title: &str, layer: &str) -> Vec<RankedDiscipline> {
        let mut d = Drawing::new(1000.0, 700.0);
        d.rect([700.0, 560.0, 980.0, 680.0]).text("SHEET TITLE:", [710.0, 575.0], 6.0).text(
            title,
            [710.0, 592.0],
            12.0,
        );
        d.text("SHEET NO.", [860.0, 640.0], 6.0).text(number, [870.0, 668.0], 24.0).text("DATE:", [710.0, 640.0], 6.0);
        d.layer(layer).line([100.0, 100.0], [400.0, 100.0]);
        let sheet = d.sheet();
        disciplines(&sheet, &regions(&sheet))
    }

    #[test]
    fn numbers_titles_and_layers_in_several_languages() {
        use Discipline as D;
        for (number, title, layer, want) in [
            ("E-101", "FIRST FLOOR LIGHTING PLAN", "E-LITE", D::Electrical),
            ("M2.01", "HVAC PLAN", "A-WALL", D::Mechanical),
            ("P-3", "GROUND FLOOR PLAN PLUMBING", "0", D::Plumbing),
            ("FA2-01", "FIRE ALARM PLAN", "0", D::FireProtection),
            ("S-101", "FOUNDATION PLAN", "S-GRID", D::Structural),
            ("AF101", "FIRST FLOOR FINISH PLAN", "0", D::Architectural),
            ("IE-IL1", "ILUMINACIÓN PRIMER NIVEL", "0", D::Electrical),
            ("IS-02", "DESAGÜE SEGUNDO NIVEL", "0", D::Plumbing),
            ("W-201", "VERWARMING BEGANE GROND", "0", D::Mechanical),
            ("D-10", "PROCESS FLOW DIAGRAM", "0", D::Process),
            ("C-100", "GRADING PLAN", "0", D::Civil),
            ("E-12", "電灯設備 １階平面図", "0", D::Electrical),
        ] {
            let found = ranking(number, title, layer);
            assert_eq!(found.first().map(|r| r.discipline), Some(want), "{number} {title}: {found:?}");
        }
    }

    #[test]
    fn a_clear_mismatch_is_said_and_related_trades_are_none() {
        let fire = ranking("FA-101", "FIRE ALARM PLAN", "0");
        assert_eq!(mismatch(&fire, Discipline::Electrical), None);
        assert_eq!(mismatch(&fire, Discipline::FireProtection), None);
        let why = mismatch(&fire, Discipline::Structural).unwrap();
        assert!(why.contains("fire_protection") && why.contains("FA-101"), "{why}");
        let power = ranking("E-101", "POWER PLAN", "E-LITE");
        let why = mismatch(&power, Discipline::Plumbing).unwrap();
        assert!(why.contains("layer `E-LITE`"), "{why}");
        assert_eq!(mismatch(&power, Discipline::Multi), None);
        assert_eq!(mismatch(&[], Discipline::Plumbing), None);
    }

    #[test]
    fn a_sheet_of_two_trades_serves_both() {
        let found = ranking("ME-101", "MECHANICAL AND ELECTRICAL PLAN", "0");
        assert_eq!(mismatch(&found, Discipline::Electrical), None);
        assert_eq!(mismatch(&found, Discipline::Mechanical), None);
    }
}
