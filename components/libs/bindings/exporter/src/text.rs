//! Texts on one line, within the length of a format's field.

/// End of a text that was cut, in characters that every format has.
const ELLIPSIS: &str = "...";

/// Returns a text on one line: each run of white space, line ends and control characters becomes one space, with none at
/// either end.
///
/// A byte order mark is removed, because it is invisible. Noncharacters become U+FFFD: XML cannot hold them, and the reader
/// sees that something is missing.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{feff}' => {}
            '\u{fffe}' | '\u{ffff}' => line.push(char::REPLACEMENT_CHARACTER),
            _ if !letter.is_whitespace() && !letter.is_control() => line.push(letter),
            _ if line.is_empty() || line.ends_with(' ') => {}
            _ => line.push(' '),
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// Returns the non-empty lines of a text, each converted with [`one_line`].
pub fn paragraphs(text: &str) -> impl Iterator<Item = String> {
    text.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'])
        .map(one_line)
        .filter(|line| !line.is_empty())
}

/// Returns a text of at most `max_chars` characters. A longer text is cut at the end of a word and ends in `...`. A word that
/// fills most of the field is cut where the field ends.
pub fn truncate(text: &str, max_chars: usize) -> String {
    if text.chars().nth(max_chars).is_none() {
        return text.to_owned();
    }
    let ellipsis = &ELLIPSIS[..ELLIPSIS.len().min(max_chars)];
    let room = max_chars - ellipsis.len();
    let end = text.char_indices().nth(room).map_or(text.len(), |(at, _)| at);
    let mut kept = &text[..end];
    if !text[end..].starts_with(char::is_whitespace)
        && let Some(blank) = kept.rfind(char::is_whitespace)
        && kept[..blank].chars().count() * 2 >= room
    {
        kept = &kept[..blank];
    }
    format!("{}{ellipsis}", kept.trim_end())
}

/// Returns a text on one line of at most `max_chars` characters. A longer text ends in `...`.
pub fn shorten(text: &str, max_chars: usize) -> String {
    truncate(&one_line(text), max_chars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_on_one_line() {
        assert_eq!(one_line("  12\" pipe,\r\n\tsee \u{0}note\u{feff} "), "12\" pipe, see note");
        assert_eq!(one_line(" a\tb\r\n\u{1}c\u{a0}d "), "a b c d");
        assert_eq!(one_line("a \u{feff}\n b\u{fffe}"), "a b\u{fffd}");
        assert_eq!(one_line("\n"), "");
        assert_eq!(paragraphs("a\r\n\r\n b \nc").collect::<Vec<_>>(), ["a", "b", "c"]);
    }

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        assert_eq!(shorten("Größe", 5), "Größe");
        assert_eq!(shorten("Leitungsschutzschalter", 10), "Leitung...");
        assert_eq!(shorten("配管配管配管", 5), "配管...");
        assert_eq!(shorten("Wire, 12 AWG", 9), "Wire,...", "no blank before what stands for the rest");
        assert_eq!([truncate("a\tb", 3), truncate("añb c", 4)], ["a\tb", "a..."]);
        assert_eq!(
            shorten("Duplex receptacle, weather resistant", 25),
            "Duplex receptacle,...",
            "at the end of a word"
        );
        assert_eq!(shorten("Duplex receptacle, weather", 21), "Duplex receptacle,...", "the word ends there");
        assert_eq!(shorten("A Leitungsschutzschalter", 10), "A Leitu...", "a long word is cut");
        assert_eq!([truncate("abc", 2), truncate("abc", 0)], ["..", ""], "a field too short even for that");
    }
}
