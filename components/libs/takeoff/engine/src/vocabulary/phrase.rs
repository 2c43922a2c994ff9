//! Finds the phrases of the word tables in a text.

use crate::vocabulary::entry::Entry;
use crate::vocabulary::fold::{Token, is_dense, is_filler};

/// A modifier is at most this many words before the first word of its phrase …
const BEFORE: usize = 4;
/// … or this many after its last.
const AFTER: usize = 8;

/// A phrase of a row.
#[derive(Debug, Clone, Copy)]
struct Phrase {
    text: &'static str,
    entry: u16,
    /// Whether it belongs to a language that puts the noun last.
    last: bool,
}

/// The minimum length in bytes of a word that is looked up as part of another: one Japanese character.
pub(crate) const PART: usize = 3;

/// Adds the phrases of a sorted list whose first word is a prefix of the text.
fn beginning(list: &[(&'static str, u16)], text: &str, out: &mut Vec<u16>) {
    let Some(start) = text.as_bytes().get(..PART) else { return };
    let head = |word: &str| word.as_bytes().get(..PART).map(|bytes| bytes.cmp(start));
    let from = list.partition_point(|(word, _)| head(word).is_none_or(|order| order.is_lt()));
    let same = list[from..].iter().take_while(|(word, _)| head(word).is_some_and(|order| order.is_eq()));
    out.extend(same.filter(|(word, _)| text.starts_with(word)).map(|(_, number)| *number));
}

/// The way to look up the first word of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    Whole,
    Prefix,
    Within,
}

/// All phrases of all tables, by their first words.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) entries: Vec<Entry>,
    phrases: Vec<Phrase>,
    /// First words without their asterisks, sorted, each with its phrase.
    whole: Vec<(&'static str, u16)>,
    prefix: Vec<(&'static str, u16)>,
    within: Vec<(&'static str, u16)>,
}

/// A phrase found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) entry: u16,
    /// The phrase's first word, including modifiers before it.
    pub(crate) start: usize,
    /// The first and the last word of the phrase itself.
    pub(crate) head: [usize; 2],
    /// The number of words in the phrase, including modifiers.
    pub(crate) words: usize,
    /// The byte offset in its last word where it ends, which decides within a compound word.
    pub(crate) end: usize,
    /// The number of bytes of the text that it covers.
    pub(crate) bytes: usize,
    /// Whether it belongs to a language that puts the noun last.
    pub(crate) last: bool,
}

/// Returns the first word of a phrase without its asterisks, and the way to look it up.
fn look(word: &'static str) -> (&'static str, Look) {
    let core = word.trim_matches('*');
    let how = if word.starts_with('*') || core.chars().next().is_some_and(is_dense) {
        Look::Within
    } else if word.ends_with('*') {
        Look::Prefix
    } else {
        Look::Whole
    };
    (core, how)
}

/// Returns the token without each plural ending that it may have.
fn singulars(token: &str) -> impl Iterator<Item = &str> {
    let long = token.len() >= 5;
    ["s", "es", "n", "en"].into_iter().filter_map(move |ending| {
        let stem = token.strip_suffix(ending)?;
        (stem.len() >= 2 && stem.is_ascii() && (ending == "s" || long)).then_some(stem)
    })
}

/// Returns the byte offset in a token where a phrase's word ends, and the number of bytes that the word covers.
fn within(word: &str, token: &str) -> Option<(usize, usize)> {
    let core = word.trim_matches('*');
    let dense = core.chars().next().is_some_and(is_dense);
    let (open, ends) = (dense || word.starts_with('*'), dense || word.ends_with('*'));
    match (open, ends) {
        (false, false) => {
            (token == core || singulars(token).any(|stem| stem == core)).then_some((token.len(), token.len()))
        }
        (false, true) => token.starts_with(core).then_some((token.len(), core.len())),
        (true, true) => token.rfind(core).map(|at| (at + core.len(), core.len())),
        (true, false) => {
            std::iter::once(token).chain(singulars(token)).find(|t| t.ends_with(core))?;
            Some((token.len(), core.len()))
        }
    }
}

/// Returns the best match of the alternatives `a/b/c` in a token.
fn any_within(slot: &str, token: &str) -> Option<(usize, usize)> {
    slot.split('/').filter_map(|word| within(word, token)).max()
}

impl Index {
    /// Builds an index of the phrases of the entries.
    pub(crate) fn new(entries: Vec<Entry>) -> Self {
        let mut index =
            Self { entries, phrases: Vec::new(), whole: Vec::new(), prefix: Vec::new(), within: Vec::new() };
        for at in 0..index.entries.len() {
            let entry = index.entries[at];
            for (list, last) in [(entry.last, true), (entry.first, false)] {
                for text in list {
                    index.add(Phrase { text, entry: at as u16, last });
                }
            }
        }
        for list in [&mut index.whole, &mut index.prefix, &mut index.within] {
            list.sort_unstable();
        }
        index
    }

    fn add(&mut self, phrase: Phrase) {
        let number = self.phrases.len() as u16;
        let slot = phrase.text.trim_start_matches('^').split(' ').next().unwrap_or_default();
        for word in slot.split('/') {
            let (core, how) = look(word);
            match how {
                Look::Whole => self.whole.push((core, number)),
                Look::Prefix => self.prefix.push((core, number)),
                Look::Within => self.within.push((core, number)),
            }
        }
        self.phrases.push(phrase);
    }

    /// Returns the phrases whose first word may be this token.
    fn candidates(&self, token: &str) -> Vec<u16> {
        let mut out = Vec::new();
        for word in std::iter::once(token).chain(singulars(token)) {
            let from = self.whole.partition_point(|(w, _)| *w < word);
            out.extend(self.whole[from..].iter().take_while(|(w, _)| *w == word).map(|(_, n)| *n));
        }
        beginning(&self.prefix, token, &mut out);
        for (at, _) in token.char_indices() {
            beginning(&self.within, &token[at..], &mut out);
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Returns every phrase found in the tokens.
    pub(crate) fn find(&self, tokens: &[Token]) -> Vec<Found> {
        let mut out = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            for number in self.candidates(&token.text) {
                out.extend(self.found(self.phrases[usize::from(number)], tokens, at));
            }
        }
        out
    }

    /// Returns the phrase if it matches with its first word at token `at`.
    fn found(&self, phrase: Phrase, tokens: &[Token], at: usize) -> Option<Found> {
        let text = phrase.text.trim_start_matches('^');
        if phrase.text.len() != text.len() && at != 0 {
            return None;
        }
        let mut found =
            Found { entry: phrase.entry, start: at, head: [at, at], words: 0, end: 0, bytes: 0, last: phrase.last };
        let mut slots = text.split(' ').peekable();
        while let Some(slot) = slots.next() {
            match slot {
                "&" | "+" => {
                    let (place, bytes) = modifier(slots.next()?, slot == "+", tokens, found.head)?;
                    if slot == "&" {
                        found.start = found.start.min(place);
                    }
                    found.bytes += bytes;
                }
                _ => {
                    let mut next = if found.words == 0 { at } else { found.head[1] + 1 };
                    let clause = tokens[at].clause;
                    let mut skipped = 0;
                    while skipped < 2 && any_within(slot, &tokens.get(next)?.text).is_none() {
                        if found.words == 0 || !is_filler(&tokens[next].text) {
                            return None;
                        }
                        next += 1;
                        skipped += 1;
                    }
                    let token = tokens.get(next)?;
                    let (end, bytes) = any_within(slot, &token.text)?;
                    if token.clause != clause {
                        return None;
                    }
                    found.head[1] = next;
                    found.end = end;
                    found.bytes += bytes;
                }
            }
            found.words += 1;
        }
        Some(found)
    }
}

/// Returns the position of a modifier near a phrase's own words, and its length in bytes.
fn modifier(slot: &str, anywhere: bool, tokens: &[Token], head: [usize; 2]) -> Option<(usize, usize)> {
    let clause = tokens[head[0]].clause;
    let near = |n: &usize| {
        let dense = tokens[*n].text.chars().next().is_some_and(is_dense);
        let outside = *n < head[0] || *n > head[1] || dense;
        let close = tokens[*n].clause == clause && n + BEFORE >= head[0] && *n <= head[1] + AFTER;
        outside && (anywhere || close)
    };
    let place = |n: usize| any_within(slot, &tokens[n].text).map(|(_, bytes)| (n, bytes));
    // Prefer the nearest after the phrase, then the nearest before it.
    let after = (head[0]..tokens.len()).filter(near).find_map(place);
    after.or_else(|| (0..head[0]).rev().filter(near).find_map(place))
}
