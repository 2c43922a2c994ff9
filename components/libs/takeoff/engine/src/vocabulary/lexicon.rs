//! The vocabulary of a discipline, which classifies descriptions.

use std::cmp::Reverse;
use std::sync::LazyLock;

use plumbline_notation::language::grammar;

use crate::vocabulary::entry::{Entry, Specificity};
use crate::vocabulary::fold::{Token, tokens};
use crate::vocabulary::kinds::{Class, Discipline, Kind, Trade};
use crate::vocabulary::phrase::{Found, Index};
use crate::vocabulary::words::entries;

static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(entries()));

/// The vocabulary of a discipline. It has the words of all trades and prefers the discipline's own trade if several
/// trades share a word.
#[derive(Debug)]
pub struct Lexicon {
    discipline: Discipline,
}

static LEXICONS: [Lexicon; 7] = [
    Lexicon { discipline: Discipline::Electrical },
    Lexicon { discipline: Discipline::Mechanical },
    Lexicon { discipline: Discipline::Plumbing },
    Lexicon { discipline: Discipline::FireProtection },
    Lexicon { discipline: Discipline::Process },
    Lexicon { discipline: Discipline::Structural },
    Lexicon { discipline: Discipline::MultiDiscipline },
];

/// Returns the vocabulary of a discipline.
pub fn lexicon(discipline: Discipline) -> &'static Lexicon {
    &LEXICONS[discipline as usize]
}

/// A phrase found in a text, with its row.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    found: Found,
    entry: &'static Entry,
}

/// The phrase chosen from all those found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chosen {
    pub(crate) class: Class,
    pub(crate) specificity: Specificity,
    /// The number of words in the phrase.
    pub(crate) words: usize,
}

impl Candidate {
    fn class(&self) -> Class {
        self.entry.class
    }

    /// Returns whether this phrase contains all of `next` and part of `before`, which makes them one name.
    fn spans(&self, before: &Self, next: &Self) -> bool {
        let (own, next) = (self.found.head, next.found.head);
        self.overlaps(before) && own[0] < next[0] && next[1] <= own[1]
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.found.head[0] <= other.found.head[1] && other.found.head[0] <= self.found.head[1]
    }
}

impl Lexicon {
    /// Returns the discipline.
    pub fn discipline(&self) -> Discipline {
        self.discipline
    }

    /// Returns the class of a description, by words of any language, or `None` if no word is known.
    ///
    /// The first known word decides; of several phrases there, the longest. In English, German, Dutch and Japanese
    /// compounds the last noun decides (`LUMINAIRE JUNCTION BOX` is a box). A general word yields to a specific one of
    /// its category in the same clause (`LUMINARIA TIPO DOWNLIGHT`).
    pub fn known(&self, description: &str) -> Option<Class> {
        self.known_in(&tokens(description))
    }

    /// Returns the class of a description, or [`Lexicon::default_kind`] if no word is known.
    pub fn classify(&self, description: &str) -> Class {
        self.known(description).unwrap_or(Class::Item(self.default_kind()))
    }

    /// Returns the kind to use if no word is known: the trade's generic device if it has one, otherwise an unclassified
    /// count.
    pub fn default_kind(&self) -> Kind {
        match self.discipline {
            Discipline::Electrical => Kind { trade: Trade::Electrical, category: "devices", item_type: "device" },
            Discipline::FireProtection => {
                Kind { trade: Trade::FireProtection, category: "fire_alarm", item_type: "fire_alarm_device" }
            }
            _ => Kind { trade: Trade::Other, category: "unclassified", item_type: "unclassified_count" },
        }
    }

    /// Returns whether an extractor of this discipline reports the class. Electrical also reports fire alarm. A drawing
    /// of several disciplines reports everything. Every discipline reports its default kind.
    pub fn reports(&self, class: &Class) -> bool {
        let Some((trade, category)) = class.trade_and_category() else { return false };
        match self.discipline.trade() {
            None => true,
            Some(own) => {
                let alarm = matches!(category, "fire_alarm" | "fire_alarm_wiring");
                trade == own
                    || own == Trade::Electrical && trade == Trade::FireProtection && alarm
                    || *class == Class::Item(self.default_kind())
            }
        }
    }

    /// Returns the class that the words mean.
    pub(crate) fn known_in(&self, tokens: &[Token]) -> Option<Class> {
        self.chosen_word(tokens).map(|chosen| chosen.class)
    }

    /// Returns the class that the words mean, with the phrase it was chosen by.
    pub(crate) fn chosen_word(&self, tokens: &[Token]) -> Option<Chosen> {
        self.chosen(&INDEX, tokens)
    }

    /// Returns the best of an index's phrases found among the words.
    pub(crate) fn chosen(&self, index: &'static Index, tokens: &[Token]) -> Option<Chosen> {
        let mut all: Vec<Candidate> = index
            .find(tokens)
            .into_iter()
            .filter_map(|found| Some(Candidate { found, entry: index.entries.get(usize::from(found.entry))? }))
            .collect();
        if all.iter().any(|c| c.entry.specificity != Specificity::Vague) {
            all.retain(|c| c.entry.specificity != Specificity::Vague);
        }
        self.drop_background(&mut all);
        drop_construction_words(&mut all, tokens);
        let first = *all.iter().min_by_key(|c| self.order(c))?;
        let first = self.overridden(first, &all);
        let best = self.compound(first, &all, tokens);
        let best = refine(best, &all, tokens);
        Some(Chosen { class: best.class(), specificity: best.entry.specificity, words: best.found.words })
    }

    /// Returns the sort key that ranks a candidate, the best first.
    fn order(&self, c: &Candidate) -> impl Ord + use<> {
        let f = &c.found;
        // Within one word, the later end wins, then the longer part. For longer phrases, the earlier row wins.
        let within = if f.words == 1 { (f.end, f.bytes) } else { (0, 0) };
        (f.start, Reverse(f.words), Reverse(within), self.trade_distance(c), f.entry, Reverse(f.last))
    }

    /// Returns the distance of a candidate's trade from the discipline: own trade, also reported, marks, others.
    fn trade_distance(&self, c: &Candidate) -> u8 {
        match c.class().trade_and_category() {
            Some((trade, _)) if Some(trade) == self.discipline.trade() => 0,
            _ if self.discipline.trade().is_some() && self.reports(&c.class()) => 1,
            None => 2,
            Some(_) if c.entry.specificity == Specificity::Overriding => 4,
            Some(_) => 3,
        }
    }

    /// Drops words of buildings and sites, the background of every trade, unless they stand alone (`ACCESS PANEL` is
    /// not a panel, `DOOR CONTACT` is not a door).
    fn drop_background(&self, all: &mut Vec<Candidate>) {
        let background =
            |c: &Candidate| matches!(c.class().trade_and_category(), Some((Trade::Architectural | Trade::Civil, _)));
        let others: Vec<Candidate> =
            all.iter().filter(|c| !background(c) && self.reports(&c.class())).copied().collect();
        let stands = |c: &Candidate| others.iter().all(|o| o.overlaps(c) && o.found.words < c.found.words);
        all.retain(|c| !background(c) || stands(c));
    }

    /// Returns the own trade's word that overrides another trade's phrase, if it has one.
    fn overridden(&self, best: Candidate, all: &[Candidate]) -> Candidate {
        if self.trade_distance(&best) < 3 {
            return best;
        }
        let overrides = |c: &&Candidate| {
            c.entry.specificity == Specificity::Overriding && self.trade_distance(c) == 0 && c.overlaps(&best)
        };
        all.iter().filter(overrides).min_by_key(|c| self.order(c)).copied().unwrap_or(best)
    }

    /// Returns the last of several adjacent nouns in languages that put the head noun last.
    fn compound(&self, first: Candidate, all: &[Candidate], tokens: &[Token]) -> Candidate {
        let mut best = first;
        loop {
            let next = best.found.head[1] + 1;
            let joins = |c: &&Candidate| {
                let token = &tokens[next];
                // `INDICATES SMOKE DETECTOR` names a thing; `INDICATES LUMINAIRE TYPE` explains how luminaires are
                // tagged.
                let named = c.found.words > 1 && c.entry.specificity == Specificity::Specific;
                best.found.last
                    && c.found.last
                    && (best.class() != Class::Mark || named)
                    && c.found.head[0] == next
                    && !token.separated
                    && token.clause == tokens[best.found.head[1]].clause
                    && c.class().trade_and_category() != best.class().trade_and_category()
                    && c.entry.specificity != Specificity::Vague
                    && !all.iter().any(|d| d.class() == best.class() && d.spans(&best, c))
            };
            let Some(found) = tokens.get(next).and_then(|_| all.iter().filter(joins).min_by_key(|c| self.order(c)))
            else {
                return best;
            };
            // `SPEAKER STROBE` joins `CEILING SPEAKER` and `STROBE`.
            let whole = all.iter().filter(|d| d.spans(&best, found)).min_by_key(|d| Reverse(d.found.words));
            best = *whole.unwrap_or(found);
        }
    }
}

/// Drops words that only say how another thing is built.
fn drop_construction_words(all: &mut Vec<Candidate>, tokens: &[Token]) {
    // `SWITCH MOUNTED IN PANEL` is the switch.
    let placed = |at: usize| tokens.get(at).is_some_and(|t| grammar::PLACEMENT.contains(&t.text));
    let construction = |c: &Candidate| {
        let next = c.found.head[1] + 1;
        c.found.last && tokens.get(next).is_some_and(|t| grammar::CONSTRUCTION.contains(&t.text)) && !placed(next + 1)
    };
    let after = |c: &Candidate| {
        all.iter().any(|other| other.found.head[0] > c.found.head[1] + 1 && other.entry.class != Class::Mark)
    };
    let keep: Vec<bool> = all.iter().map(|c| !(construction(c) && after(c))).collect();
    let mut keep = keep.into_iter();
    all.retain(|_| keep.next().unwrap_or(true));
}

/// Returns the specific word that refines a general one.
fn refine(best: Candidate, all: &[Candidate], tokens: &[Token]) -> Candidate {
    if best.entry.specificity == Specificity::Specific {
        return best;
    }
    let clause = |c: &Candidate| tokens[c.found.head[0]].clause;
    let more = |c: &&Candidate| {
        c.entry.specificity == Specificity::Specific
            && clause(c) == clause(&best)
            && same_category(c.class(), best.class())
    };
    let other_trade =
        |c: &Candidate| c.class().trade_and_category().map(|p| p.0) != best.class().trade_and_category().map(|p| p.0);
    let order = |c: &&Candidate| (Reverse(c.found.words), other_trade(c), c.found.start, c.found.entry);
    all.iter().filter(more).min_by_key(order).copied().unwrap_or(best)
}

/// Returns whether two things share a category, or two lines share a kind of route.
fn same_category(a: Class, b: Class) -> bool {
    match (a, b) {
        (Class::Item(_), Class::Item(_)) => a.trade_and_category() == b.trade_and_category(),
        (Class::Line(a), Class::Line(b)) => a.system == b.system,
        _ => false,
    }
}
