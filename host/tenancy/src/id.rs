//! Ids and times as text. An id is a prefix and 22 characters from `0-9A-Za-z`, as in the contract.

use rand::Rng as _;
use rand::distr::Alphanumeric;
use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

use crate::clock;

/// Number of characters after the prefix: 22 of 62 make 131 bits.
const RANDOM_CHARACTERS: usize = 22;

/// Format of every stored time: ISO 8601 in UTC with milliseconds. It sorts as text.
const TIME_FORMAT: &[BorrowedFormatItem<'static>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

/// Returns a new random id.
pub fn random(prefix: &str) -> String {
    let mut id = String::with_capacity(prefix.len() + RANDOM_CHARACTERS);
    id.push_str(prefix);
    id.extend(rand::rng().sample_iter(&Alphanumeric).take(RANDOM_CHARACTERS).map(char::from));
    id
}

/// Returns whether `text` is an id with this prefix.
pub fn has_shape(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix)
        .is_some_and(|rest| rest.len() == RANDOM_CHARACTERS && rest.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Returns the current time in the stored format, by the [`clock`] of hosts.
pub fn now() -> String {
    at(clock::now())
}

/// Returns a time in the stored format.
pub fn at(moment: OffsetDateTime) -> String {
    // The format has no part that can fail for a valid UTC date of four-digit years.
    moment.format(TIME_FORMAT).unwrap_or_default()
}

/// Parses a time in the stored format or another RFC 3339 format. Returns `None` if it is not valid or cannot be stored.
pub fn parse(text: &str) -> Option<OffsetDateTime> {
    let moment = OffsetDateTime::parse(text, &time::format_description::well_known::Rfc3339).ok()?;
    moment.checked_to_offset(time::UtcOffset::UTC).filter(|moment| (0..=9999).contains(&moment.year()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_their_shape_and_differ() {
        let one = random("ten_");
        assert!(has_shape(&one, "ten_"), "{one}");
        assert_ne!(one, random("ten_"));
    }

    #[test]
    fn times_have_milliseconds_and_sort_as_text() {
        let early = at(OffsetDateTime::UNIX_EPOCH);
        assert_eq!(early, "1970-01-01T00:00:00.000Z");
        assert!(early < now());
    }

    #[test]
    fn a_time_is_read_as_it_is_written() {
        let text = "2026-11-21T08:00:00.250Z";
        assert_eq!(parse(text).map(at).as_deref(), Some(text));
        assert_eq!(parse("2026-11-21T09:00:00+01:00").map(at).as_deref(), Some("2026-11-21T08:00:00.000Z"));
        for other in ["", "soon", "2026-11-21", "2026-13-21T08:00:00.000Z"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
