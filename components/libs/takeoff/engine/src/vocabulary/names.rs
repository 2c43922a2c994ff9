//! The meaning of the names of layers and blocks.

use std::sync::LazyLock;

use plumbline_notation::language::{Words, layers};

use crate::vocabulary::entry::Specificity;
use crate::vocabulary::fold::{Token, tokens};
use crate::vocabulary::kinds::{Class, Discipline, Line, System, Trade};
use crate::vocabulary::lexicon::{Lexicon, lexicon};
use crate::vocabulary::phrase::Index;
use crate::vocabulary::run_on::{is_wattage, split_compounds};
use crate::vocabulary::words::codes;

static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(codes::entries()));

/// Separators between the name of a linked file and the name of the block.
const LINKS: [&str; 3] = ["_dwg_", "_rvt_", "_ifc_"];
/// The length of an element's number in Revit, in digits.
const ELEMENT: std::ops::RangeInclusive<usize> = 5..=9;

/// Returns the family and the type from a block's name as Revit exports it: `Family - Type-1226698-Name of the view`,
/// after the name of the file that it is linked from. Returns other names unchanged.
pub fn family(name: &str) -> &str {
    let linked = LINKS.iter().filter_map(|link| name.rfind(link).map(|at| at + link.len())).max();
    let own = &name[linked.unwrap_or(0)..];
    let mut from = 0;
    for part in own.split('-') {
        let number = ELEMENT.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        // The name comes before the number, the view after it.
        if number && from > 1 && from + part.len() < own.len() {
            return own[..from - 1].trim();
        }
        from += part.len() + 1;
    }
    if linked.is_some() { name } else { own }
}

/// Returns the discipline of a US National CAD Standard designator, the first letter of a layer's name.
fn designated(letter: char) -> Option<Option<Discipline>> {
    Some(match letter {
        'e' | 't' => Some(Discipline::Electrical),
        'm' => Some(Discipline::Mechanical),
        'p' => Some(Discipline::Plumbing),
        'f' => Some(Discipline::FireProtection),
        's' => Some(Discipline::Structural),
        'd' => Some(Discipline::Process),
        // Architecture, interiors, civil, landscape, survey, general, hazardous, equipment, other, shop drawings.
        'a' | 'i' | 'c' | 'l' | 'v' | 'g' | 'h' | 'q' | 'r' | 'x' | 'z' | 'b' | 'o' | 'w' => None,
        _ => return None,
    })
}

/// Tables of the Dutch NL-SfB and its parent CI/SfB (table 1), which ISO 13567 layer names use as their element: 52
/// drainage, 53 water, 54 gas, 56 heating, 57 ventilation, 61–63 power and lighting, 64 communication, 74 fixtures.
const SFB: &[(&str, &str)] = &[
    ("16", "fundering"),
    ("17", "paal"),
    ("52", "afvoer"),
    ("53", "waterleiding"),
    ("54", "gasleiding"),
    ("56", "verwarming"),
    ("57", "luchtkanaal"),
    ("61", "wandcontactdoos"),
    ("62", "wandcontactdoos"),
    ("63", "verlichting"),
    ("64", "telecommunicatie"),
    ("74", "sanitair"),
];

/// Splits a name into words at a lowercase letter before a capital and between letters and digits. Drops the name of
/// the drawing that it was bound from (`E101$0$E-LITE`, `plan|E-POWR`).
fn words_of(name: &str) -> Vec<Token> {
    let own = name.rsplit(['|', '$']).next().unwrap_or(name);
    let mut spaced = String::with_capacity(own.len() + 8);
    let mut before: Option<char> = None;
    for c in own.chars() {
        let turn = before.is_some_and(|b| {
            b.is_lowercase() && c.is_uppercase() || b.is_alphabetic() != c.is_alphabetic() && b.is_alphanumeric()
        });
        if turn || matches!(c, '_' | '-' | '.') {
            spaced.push(' ');
        }
        spaced.push(if c.is_alphanumeric() { c } else { ' ' });
        before = Some(c);
    }
    tokens(&spaced)
}

/// Returns the name of a layer or block in readable form: words separated by spaces, without the bound drawing's name.
pub fn readable(name: &str) -> String {
    let own = name.rsplit(['|', '$']).next().unwrap_or(name);
    own.split(['_', '-', ' ', '.']).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns whether layers with a discipline's designator can hold such things.
fn can_contain(designator: Discipline, class: &Class) -> bool {
    let Some((trade, _)) = class.trade_and_category() else { return false };
    match designator {
        Discipline::Structural => trade == Trade::Structural,
        Discipline::Electrical => matches!(trade, Trade::Electrical | Trade::FireProtection),
        _ => trade != Trade::Structural,
    }
}

/// Returns the wiring on a layer that is named after the things it feeds: `ALUMBRADO_CONDUIT`, `CKTO TOMAS`,
/// `E-LITE-WIRE`.
fn wiring(words: &[Token]) -> Option<Class> {
    let starts = |parts: Words| words.iter().any(|t| parts.all().any(|part| t.text.starts_with(part)));
    let line = |system, item_type, category| {
        Some(Class::Line(Line { system, trade: Trade::Electrical, name: None, category, item_type }))
    };
    if starts(layers::CONDUIT) {
        return line(System::Conduit, "conduit", "raceways");
    }
    (starts(layers::WIRE) && !words.iter().any(|t| layers::NOT_WIRE.contains(&t.text)))
        .then(|| line(System::BranchCircuit, "branch_circuit", "wiring"))
        .flatten()
}

impl Lexicon {
    /// Returns the class of what is drawn on a layer, by its name: US National CAD Standard (`E-LITE-FIXT`,
    /// `P-DOMW-HPIP`), NL-SfB numbers, words of any language. Returns `None` if the name says nothing, and for text,
    /// dimensions, hatches and the building.
    ///
    /// The name of a layer of several things (`lights and sockets`) does not classify any of them.
    pub fn classify_layer(&self, layer: &str) -> Option<Class> {
        if self.is_of_several(layer) {
            return None;
        }
        let words = words_of(layer);
        let writing = |t: &Token| {
            layers::WRITING.contains(&t.text) || layers::WRITING_PART.all().any(|part| t.text.contains(part))
        };
        if words.iter().any(writing) {
            return None;
        }
        let (designator, class) = match words.split_first() {
            Some((first, rest)) if !rest.is_empty() && first.text.chars().count() <= 2 => {
                match first.text.chars().next().and_then(designated) {
                    Some(Some(discipline)) => {
                        let words = lexicon(discipline);
                        let code = words.named(rest).filter(|class| can_contain(discipline, class));
                        (Some(discipline), code.or_else(|| words.known_in(rest)))
                    }
                    // The architect's plan shows fixtures, and nothing else that these disciplines count.
                    Some(None) if first.text.chars().count() == 1 => {
                        let fixture = |t: &Token| t.text == "pfix" || layers::FIXTURE.contains(&t.text);
                        let shown = rest.iter().any(fixture).then(|| lexicon(Discipline::Plumbing).named(rest));
                        (Some(Discipline::Plumbing), shown.flatten())
                    }
                    _ => (None, self.named(&words)),
                }
            }
            _ => (None, self.named(&words)),
        };
        let known = class.filter(|class| designator.is_none_or(|d| can_contain(d, class)));
        let class = match known.filter(|class| class.trade_and_category().is_none_or(|p| p.0 != Trade::Process)) {
            None => self.element_class(&words).or(known)?,
            Some(class) => class,
        };
        match class.trade_and_category()? {
            (Trade::Architectural | Trade::Civil, _) => None,
            // Things without a known name are fixtures for plumbing.
            (Trade::Other, _) => {
                matches!(self.discipline(), Discipline::Plumbing | Discipline::MultiDiscipline).then_some(class)
            }
            (Trade::Electrical | Trade::FireProtection, _) => Some(wiring(&words).unwrap_or(class)),
            _ => Some(class),
        }
    }

    /// Returns whether a layer's name joins the names of different things: `светильники и розетки`, `Power & Lighting`.
    fn is_of_several(&self, layer: &str) -> bool {
        let lower = layer.to_lowercase();
        let joined = |word: &&str| layers::JOINING.contains(word);
        if !lower.split([' ', '_', '-']).any(|word| joined(&word)) && !lower.contains(['&', '+', ',', '/']) {
            return false;
        }
        let mut parts: Vec<String> = vec![String::new()];
        for word in lower.split([' ', '_', '-', '&', '+', ',', '/']) {
            if word.is_empty() || joined(&word) {
                parts.push(String::new());
            } else if let Some(part) = parts.last_mut() {
                part.push(' ');
                part.push_str(word);
            }
        }
        let kinds = parts.iter().filter_map(|part| self.known_in(&tokens(part)));
        let mut categories: Vec<_> = kinds.filter_map(|class| class.trade_and_category()).collect();
        categories.dedup();
        categories.len() > 1
    }

    /// Returns the class of a block, by its name. A mark, a frame or other sheet furniture is [`Class::Mark`].
    pub fn classify_block(&self, name: &str) -> Option<Class> {
        let words = words_of(name);
        if words.iter().any(|t| layers::SHEET_FURNITURE.contains(&t.text)) {
            return Some(Class::Mark);
        }
        if let Some(class) = self.named(&words) {
            return Some(class);
        }
        let lights = matches!(self.discipline(), Discipline::Electrical | Discipline::MultiDiscipline);
        if lights && is_wattage(&words) {
            return self.named(&tokens("luminaire"));
        }
        split_compounds(&words).and_then(|words| self.named(&words)).or_else(|| {
            let letters = |t: &&Token| t.text.len() >= 2 && t.text.chars().all(|c| c.is_ascii_alphabetic());
            let marked = words.iter().filter(letters).find_map(|t| self.mark_meaning(&t.text.to_uppercase()));
            marked.filter(|mark| mark.certain).map(|mark| Class::Item(mark.kind))
        })
    }

    /// Returns the class by abbreviations, or else by words. A word is more specific than a general abbreviation of its
    /// category (`LITE` and `DOWNLIGHT`) and than one that names no particular thing (`FIXT`).
    fn named(&self, words: &[Token]) -> Option<Class> {
        let known = self.known_in(words);
        let Some(code) = self.chosen(&INDEX, words) else { return known };
        Some(match code.specificity {
            Specificity::Specific => code.class,
            // Fixtures are luminaires on electrical drawings only.
            Specificity::Vague if code.class.trade_and_category().is_some_and(|p| p.0 == Trade::Other) => {
                let light = |k: &Class| k.trade_and_category() == Some((Trade::Electrical, "lighting"));
                known.filter(|k| !light(k) || self.discipline() == Discipline::Electrical).unwrap_or(code.class)
            }
            _ => {
                let finer = known.filter(|k| {
                    matches!(k, Class::Item(_)) && k.trade_and_category() == code.class.trade_and_category()
                });
                finer.unwrap_or(code.class)
            }
        })
    }

    /// Returns the class by the element number of an ISO 13567 layer with NL-SfB classes: `E-63-armaturen`, `(53)`,
    /// `5310_water`.
    fn element_class(&self, words: &[Token]) -> Option<Class> {
        let digits = |t: &Token| t.text.chars().all(|c| c.is_ascii_digit()) && matches!(t.text.len(), 2 | 4);
        let number = match words {
            [first, ..] if digits(first) => first,
            [agent, second, ..] if agent.text.len() == 1 && digits(second) => second,
            _ => return None,
        };
        let (_, word) = SFB.iter().find(|(code, _)| number.text.get(..2) == Some(code))?;
        self.named(&tokens(word))
    }
}
