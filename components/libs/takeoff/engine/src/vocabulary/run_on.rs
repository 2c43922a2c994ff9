//! Block names that run words together (`threepinsocket`, `tubelight`), and lamps named by their power (`15w`).

use plumbline_notation::language::layers;

use crate::vocabulary::fold::Token;

/// The minimum number of letters before the noun: `box` in `outbox` is not a noun of its own, `socket` in `plugsocket`
/// is.
const BEFORE: usize = 3;

/// Splits run-on nouns from the words (`switchboardsocket` is `switchboard` and `socket`). Returns `None` if there are
/// none.
pub(crate) fn split_compounds(words: &[Token]) -> Option<Vec<Token>> {
    let mut any = false;
    let mut out = Vec::with_capacity(words.len() + 2);
    for token in words {
        // The longest match wins.
        let noun = layers::RUN_ON
            .all()
            .filter(|noun| token.text.strip_suffix(*noun).is_some_and(|before| before.chars().count() >= BEFORE))
            .max_by_key(|noun| noun.len());
        let Some(noun) = noun else {
            out.push(token.clone());
            continue;
        };
        any = true;
        let before = &token.text[..token.text.len() - noun.len()];
        out.push(Token { text: before.to_owned(), ..token.clone() });
        out.push(Token { text: noun.to_owned(), clause: token.clause, separated: false });
    }
    any.then_some(out)
}

/// Returns whether a name is a lamp's power in watts and nothing else: `15w`, `LED 2x36W`, `36вт`.
pub(crate) fn is_wattage(words: &[Token]) -> bool {
    let watts = |token: &Token| token.text == "w" || layers::WATT.contains(&token.text);
    let number = |token: &Token| !token.text.is_empty() && token.text.chars().all(|c| c.is_ascii_digit());
    let lamp = |token: &Token| matches!(token.text.as_str(), "led" | "x") || layers::LAMP.contains(&token.text);
    let follows = words.windows(2).any(|pair| number(&pair[0]) && pair[0].text.len() <= 4 && watts(&pair[1]));
    follows && words.iter().all(|token| watts(token) || number(token) || lamp(token))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::fold::tokens;

    fn cut_text(text: &str) -> Option<Vec<String>> {
        split_compounds(&tokens(text)).map(|words| words.into_iter().map(|token| token.text).collect())
    }

    #[test]
    fn the_noun_at_the_end_is_split_off() {
        assert_eq!(cut_text("threepinsocket"), Some(vec!["threepin".to_owned(), "socket".to_owned()]));
        assert_eq!(cut_text("switchboardsocket"), Some(vec!["switchboard".to_owned(), "socket".to_owned()]));
        assert_eq!(cut_text("my tubelight 2").map(|words| words.join(" ")), Some("my tube light 2".to_owned()));
        assert_eq!(cut_text("socket"), None, "the noun alone");
        assert_eq!(cut_text("onbox"), None, "too little before it");
    }

    #[test]
    fn a_power_alone_is_a_lamp() {
        for name in ["15 w", "led 2 x 36 w", "36 вт"] {
            assert!(is_wattage(&tokens(name)), "{name}");
        }
        for name in ["w", "15", "15 w heater", "wc 15", "12000 0 x"] {
            assert!(!is_wattage(&tokens(name)), "{name}");
        }
    }
}
