//! Reads the texts near symbols: circuits, tags, ratings, sizes, heights and counts, in several languages.
//!
//! - `circuits`: circuits, addresses, switch legs; `tags`: equipment, keynotes, marks;
//! - `ratings`, `sizes`, `heights`, `counts`: the labels of the same names.

mod circuits;
mod counts;
mod heights;
mod ratings;
mod sizes;
mod tags;

pub use circuits::line_of_address;

use crate::annotations::context::DocumentContext;
use crate::annotations::label::{Kind, Label, Read};

/// The maximum length of a text with labels, in characters. Longer texts are prose.
const LONGEST: usize = 48;

/// The number of words by which unread words may outnumber the labels of a text.
const UNREAD: usize = 2;

/// Returns a text with normalized spelling and single spaces.
pub(crate) fn plain(text: &str) -> String {
    plumbline_notation::normalize_spelling(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether the part read ends at the end of a word.
fn ends_word(text: &str, length: usize) -> bool {
    let last = text[..length].chars().next_back();
    let open = |c: char| c.is_alphanumeric() || "\"'°%".contains(c);
    let next = text[length..].chars().next();
    // Japanese is written without spaces.
    let ideograph = |c: Option<char>| c.is_some_and(|c| c as u32 >= 0x3000);
    let ended =
        ideograph(next) || !next.is_some_and(open) || last.is_some_and(|c| !c.is_alphanumeric()) || ideograph(last);
    // `1/8"=1'-0"` is a scale.
    ended && next != Some('=')
}

/// Returns the labels of a text, in the order in which they are written. Returns none for prose, room names and
/// dimensions.
///
/// A complete text is read more freely (`a`, `12`, `F1`) than part of one.
pub fn read(text: &str, known: &DocumentContext) -> Vec<Label> {
    let plain = plain(text);
    if plain.is_empty() || plain.chars().count() > LONGEST {
        return Vec::new();
    }
    let text = plain.as_str();
    if let Some(labels) = circuits::read_complete(text, known) {
        return labels;
    }
    // A text that another reader understands is not a bare mark.
    let understood = || first(text, known).filter(|(length, _)| *length == text.len()).map(|(_, label)| label);
    if let Some(label) = tags::read_complete(text, known, understood) {
        return vec![label];
    }
    let mut labels = Vec::new();
    let mut unread = 0;
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((length, label)) = first(rest, known) {
            labels.push(label);
            rest = &rest[length..];
        } else {
            let word = rest.split([' ', '(', ',', ';']).next().map_or(0, str::len);
            unread += usize::from(rest[..word].chars().any(char::is_alphanumeric));
            let skip = word.max(rest.chars().next().map_or(1, char::len_utf8));
            rest = &rest[skip..];
        }
        rest = rest.trim_start_matches([' ', ',', ';', ')']);
    }
    if unread > labels.len().min(2) + UNREAD || labels.is_empty() {
        return Vec::new();
    }
    labels
}

/// Reads a text in a frame, like [`read`]. A number in a frame is a keynote's, unless the document explains it
/// otherwise.
pub fn read_framed(text: &str, known: &DocumentContext) -> Vec<Label> {
    let labels = read(text, known);
    let bare = text.trim();
    let number = bare.len() <= 3 && bare.chars().any(|c| c.is_ascii_digit()) && bare.chars().all(char::is_alphanumeric);
    let explained = labels.iter().any(|l| matches!(l.kind(), Kind::Equipment | Kind::Keynote));
    let digits_first =
        bare.starts_with(|c: char| c.is_ascii_digit()) && bare.chars().filter(|c| c.is_alphabetic()).count() <= 1;
    let rated = labels.iter().any(|l| l.kind() == Kind::Rating);
    if number && !explained && !rated && (digits_first || known.is_keynote(bare)) {
        return vec![Label::Keynote { number: bare.to_owned() }];
    }
    labels
}

/// Reads the label at the beginning of a text.
fn first(text: &str, known: &DocumentContext) -> Read {
    let readers: [fn(&str, &DocumentContext) -> Read; 8] = [
        |t, _| counts::typical(t),
        tags::known_tag,
        heights::read,
        |t, _| circuits::address(t),
        circuits::circuit,
        |t, _| ratings::read(t),
        sizes::read,
        |t, _| tags::equipment(t).or_else(|| counts::count(t)),
    ];
    readers.iter().find_map(|reader| reader(text, known).filter(|(length, _)| *length > 0 && ends_word(text, *length)))
}

#[cfg(test)]
mod tests;
