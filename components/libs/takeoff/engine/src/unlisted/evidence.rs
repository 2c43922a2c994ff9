//! Collects the evidence for a shape's name: its block, its layer, its letters and tags, and similar standard symbols.
//!
//! Each piece of evidence gives points to a kind in the manner of log-odds. The weights were set by hand. The drawn
//! plans of `tests/naming.rs` guard them.

use crate::vocabulary::{Class, Kind, readable};
use plumbline_geometry::Point;
use plumbline_notation::language::sheets;
use plumbline_symbols::glyphs::{Agreement, Glyph, Specificity};
use plumbline_symbols::{Repeat, Surroundings};

use super::codes::{code, own};
use super::layers::is_of_trade;
use super::name_evidence::{NameEvidence, Source};
use super::shape_in_context::ShapeInContext;
use super::tags::{MOST, Tags};
use crate::page::Page;

/// Points of a block's name, which names the object itself.
const BLOCK: f32 = 3.5;
/// Points of a layer, which names the trade better than the object.
const LAYER: f32 = 1.6;
/// Points of a layer that is named after a trade and does not name the object.
const TRADE_LAYER: f32 = 1.0;
/// Points of letters that a list of abbreviations explains.
const EXPLAINED: f32 = 3.0;
/// Points of letters with only one meaning in the trade.
const SURE_LETTERS: f32 = 2.6;
/// Points of letters with a usual meaning in the trade.
const LETTERS: f32 = 1.3;
/// Points of tags of another trade.
const ANOTHER: f32 = 3.0;
/// Points of a schedule that lists the tags.
const LISTED: f32 = 3.0;
/// Points of circuits if the sheet's title names the devices.
const CIRCUITS: f32 = 1.4;
/// Points of circuits otherwise, which can only confirm other evidence.
const CIRCUITS_ALONE: f32 = 0.7;
/// Points of ratings. Watts and lumens are written at luminaires, candelas at strobes, flows at air terminals.
const RATING: f32 = 1.2;
/// Points of switch legs, which are written at switches and at luminaires.
const LEGS: f32 = 0.7;

/// Points of the pen of named devices, which supports the best glyph.
const PEN: f32 = 0.5;

/// Points of a glyph that agrees completely.
const GLYPH: f32 = 3.0;
/// Agreement above which a glyph has points, and the additional agreement that gives all points.
const GLYPH_FROM: f32 = 0.70;
const GLYPH_SPAN: f32 = 0.22;
/// Difference from the best agreement at which a glyph has no points.
const RIVAL: f32 = 0.15;

/// Returns all evidence for the name of a shape.
pub(super) fn name_evidence(page: &Page<'_>, shape: &ShapeInContext<'_>, tags: &Tags) -> Vec<NameEvidence> {
    let ShapeInContext { repeat, around, agreements, .. } = shape;
    let mut out = Vec::new();
    out.extend(by_block(page, around));
    out.extend(by_layer(page, around));
    out.extend(by_letters(page, tags));
    out.extend(by_marks(page, tags));
    out.extend(by_circuits(page, repeat, tags));
    out.extend(by_ratings(page, tags));
    out.extend(by_glyph(page, agreements, tags));
    out
}

/// Returns whether the block or the layer of a shape, or the letters inside it, name it.
pub(super) fn is_named(page: &Page<'_>, around: &Surroundings) -> bool {
    by_block(page, around).is_some() || by_layer(page, around).is_some() || !around.letters.is_empty()
}

fn by_block(page: &Page<'_>, around: &Surroundings) -> Option<NameEvidence> {
    let block = around.block.as_ref()?;
    let kind = page.profile.own(page.profile.words.classify_block(block))?;
    Some(NameEvidence {
        source: Source::Block,
        kind,
        points: BLOCK,
        text: format!("block {block}"),
        name: readable(block),
    })
}

fn by_layer(page: &Page<'_>, around: &Surroundings) -> Option<NameEvidence> {
    let layer = around.layers.first()?;
    let kind = page.profile.own(page.profile.words.classify_layer(layer))?;
    let name = format!("{} (on layer {layer})", kind.item_type.replace('_', " "));
    let points = if is_of_trade(layer) { TRADE_LAYER } else { LAYER };
    Some(NameEvidence { source: Source::Layer, kind, points, text: format!("layer {layer}"), name })
}

/// Returns the evidence of letters that are the same at most places.
fn by_letters(page: &Page<'_>, tags: &Tags) -> Vec<NameEvidence> {
    let found = tags.letters.iter().filter(|(_, n)| tags.share(**n) > MOST).filter_map(|(letters, &count)| {
        let evidence = by_letter(page, tags, letters, count)?;
        // A single letter beside a shape may be a separate device: `S`.
        let single = letters.chars().count() == 1 && !tags.holds(letters);
        Some(NameEvidence { points: if single { evidence.points.min(LETTERS) } else { evidence.points }, ..evidence })
    });
    found.collect()
}

fn by_letter(page: &Page<'_>, tags: &Tags, letters: &str, count: usize) -> Option<NameEvidence> {
    let words = page.profile.words;
    let text = format!("{letters} at {count} of {}", tags.places);
    let named = |kind: Kind, points: f32, name: String| NameEvidence {
        source: Source::Letters,
        kind,
        points,
        text: text.clone(),
        name,
    };
    if let Some(explained) = page.document.abbreviation(letters) {
        let kind = own(page, explained)?;
        return Some(named(kind, EXPLAINED, explained.to_owned()));
    }
    if let Some(meaning) = code(letters) {
        return own(page, meaning).map(|kind| named(kind, SURE_LETTERS, meaning.to_owned()));
    }
    if let Some(mark) = words.mark_meaning(letters) {
        let kind = page.profile.own(Some(Class::Item(mark.kind)))?;
        let points = if mark.certain { SURE_LETTERS } else { LETTERS };
        return Some(named(kind, points, format!("{} ({})", kind.item_type.replace('_', " "), mark.prefix)));
    }
    // A whole word, such as `EXIT`.
    let worded = letters.chars().count() >= 4 && letters.chars().all(char::is_alphabetic);
    own(page, letters).filter(|_| worded).map(|kind| named(kind, LETTERS, letters.to_lowercase()))
}

/// Returns the evidence of tags with different numbers: tags that schedules list, or that the trade knows.
fn by_marks(page: &Page<'_>, tags: &Tags) -> Option<NameEvidence> {
    let listed = |mark: &&String| page.document.row_of(mark).is_some();
    let rows: Vec<&String> = tags.marks.iter().filter(listed).collect();
    if tags.share(rows.len()) > MOST {
        let (_, summary, row) = page.document.row_of(rows[0])?;
        let described = own(page, &row.description).or_else(|| own(page, &summary.title));
        let kind = described.or_else(|| own(page, "luminaire").filter(|_| summary.fixtures))?;
        let text = format!("schedule lists {}, at {} of {}", row.tag, rows.len(), tags.places);
        return Some(NameEvidence {
            source: Source::Marks,
            kind,
            points: LISTED,
            text,
            name: kind.item_type.replace('_', " "),
        });
    }
    let meaning = |mark: &String| page.profile.words.mark_meaning(mark).filter(|m| m.number.is_some());
    let known: Vec<_> = tags.marks.iter().filter_map(meaning).collect();
    let first = known.first()?;
    let same = known.iter().filter(|m| m.prefix == first.prefix).count();
    if tags.share(same) <= MOST {
        return None;
    }
    // If another trade numbers it like this, it belongs to that trade, regardless of its shape.
    let points = match page.profile.own(Some(Class::Item(first.kind))) {
        None => ANOTHER,
        Some(_) if first.certain => SURE_LETTERS,
        Some(_) => LETTERS,
    };
    let kind = first.kind;
    let text = format!("tags {} at {same} of {}", first.prefix, tags.places);
    Some(NameEvidence { source: Source::Marks, kind, points, text, name: kind.item_type.replace('_', " ") })
}

/// Returns the devices that the title of the view at a place, or of the sheet, names.
fn subject(page: &Page<'_>, at: Point) -> Option<&'static str> {
    let view = page.regions.viewport_at(at).and_then(|n| page.regions.viewports[n].title.as_deref());
    let titles = [view, page.regions.title.as_deref()];
    let mut of_titles = titles.into_iter().flatten().map(|title| {
        let title = title.to_uppercase();
        match (sheets::LIGHTING.occurs_in(&title), sheets::POWER.occurs_in(&title)) {
            (true, false) => Some("luminaire"),
            (false, true) => Some("receptacle"),
            _ => None,
        }
    });
    of_titles.find_map(|subject| subject)
}

/// Returns the evidence of circuits at most places. The sheet's title decides what they feed.
fn by_circuits(page: &Page<'_>, repeat: &Repeat, tags: &Tags) -> Vec<NameEvidence> {
    let share = tags.share(tags.circuits);
    if share < MOST {
        return by_legs(page, tags);
    }
    let text = format!("circuit tags at {} of {}", tags.circuits, tags.places);
    let at = repeat.places.first().map_or(Point::zero(), |place| place.center());
    let feeds: &[(&str, f32)] = match subject(page, at) {
        Some(subject) => &[(subject, CIRCUITS)],
        None => &[("receptacle", CIRCUITS_ALONE), ("luminaire", CIRCUITS_ALONE)],
    };
    let of = |(name, points): &(&str, f32)| {
        let kind = own(page, name)?;
        Some(NameEvidence {
            source: Source::Circuits,
            kind,
            points: points * share,
            text: text.clone(),
            name: (*name).to_owned(),
        })
    };
    feeds.iter().filter_map(of).chain(by_legs(page, tags)).collect()
}

fn by_legs(page: &Page<'_>, tags: &Tags) -> Vec<NameEvidence> {
    if tags.share(tags.legs) < MOST {
        return Vec::new();
    }
    let text = format!("switch legs at {} of {}", tags.legs, tags.places);
    let of = |name: &&str| {
        let kind = own(page, name)?;
        Some(NameEvidence { source: Source::Legs, kind, points: LEGS, text: text.clone(), name: (*name).to_owned() })
    };
    ["luminaire", "switch"].iter().filter_map(of).collect()
}

/// Units that identify the device that has them.
const UNITS: &[(&str, &str)] = &[
    ("W", "luminaire"),
    ("lm", "luminaire"),
    ("cd", "strobe"),
    ("CFM", "diffuser"),
    ("L/s", "diffuser"),
    ("m³/h", "diffuser"),
];

fn by_ratings(page: &Page<'_>, tags: &Tags) -> Vec<NameEvidence> {
    let of = |(unit, name): &(&str, &str)| {
        let count = *tags.units.get(unit)?;
        let kind = own(page, name).filter(|_| tags.share(count) >= MOST)?;
        let text = format!("{unit} at {count} of {}", tags.places);
        Some(NameEvidence { source: Source::Rating, kind, points: RATING, text, name: (*name).to_owned() })
    };
    UNITS.iter().filter_map(of).collect()
}

/// Returns the points of a glyph. `best` is the agreement of the best glyph.
fn points(agreement: &Agreement, best: f32) -> f32 {
    let part = match agreement.glyph.specificity {
        Specificity::High => 1.0,
        Specificity::Medium => 0.6,
        Specificity::Low => 0.3,
    };
    let agreed = ((agreement.share - GLYPH_FROM) / GLYPH_SPAN).clamp(0.0, 1.0);
    GLYPH * part * agreed * (1.0 - (best - agreement.share) / RIVAL).max(0.0)
}

/// Returns whether most places have the letters of a glyph. A glyph without letters needs none.
fn has_letters(agreement: &Agreement, tags: &Tags) -> bool {
    let letters = agreement.glyph.letters;
    letters.is_empty() || letters.iter().any(|letters| tags.holds(letters))
}

/// Returns the evidence of the standard symbols that the shape resembles, the best of each kind.
fn by_glyph(page: &Page<'_>, agreements: &[Agreement], tags: &Tags) -> Vec<NameEvidence> {
    let agreements: Vec<&Agreement> = agreements.iter().filter(|agreement| has_letters(agreement, tags)).collect();
    let best = agreements.first().map_or(0.0, |agreement| agreement.share);
    let mut out: Vec<NameEvidence> = Vec::new();
    for agreement in agreements {
        let Glyph { name, standard, .. } = agreement.glyph;
        let Some(kind) = own(page, name) else { continue };
        let points = points(agreement, best);
        match out.iter_mut().find(|w| w.kind == kind) {
            Some(better) if better.points >= points => {}
            Some(worse) => {
                worse.points = points;
                worse.text = format!("glyph {standard}: {name}");
            }
            None => out.push(NameEvidence {
                source: Source::Glyph,
                kind,
                points,
                text: format!("glyph {standard}: {name}"),
                name: (*name).to_owned(),
            }),
        }
    }
    out
}

/// Returns the evidence of the pen of named devices for the best glyph. The pen belongs to a trade, so it proves nothing
/// if one of the `others` names another category.
pub(super) fn by_pen(
    page: &Page<'_>,
    shape: &ShapeInContext<'_>,
    tags: &Tags,
    others: &[NameEvidence],
) -> Option<NameEvidence> {
    let Glyph { name, .. } = shape.agreements.iter().find(|agreement| has_letters(agreement, tags))?.glyph;
    let kind = own(page, name)?;
    let of_sheet = |w: &&NameEvidence| matches!(w.source, Source::Glyph | Source::Circuits | Source::Legs);
    let agrees = |w: &NameEvidence| (w.kind.trade, w.kind.category) == (kind.trade, kind.category);
    if !others.iter().filter(|w| !of_sheet(w)).all(agrees) {
        return None;
    }
    let text = format!("drawn like the named devices, in #{:06x}", shape.repeat.appearance.color);
    Some(NameEvidence { source: Source::Pen, kind, points: PEN, text, name: (*name).to_owned() })
}
