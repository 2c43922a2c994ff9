//! Text as the word tables see it: lower case, without accents, split into words.
//!
//! Drawings write `DETECCIÓN`, `Deteccion` and `detecção`, `ＬＥＤ` and `ｽｲｯﾁ`. Folding reduces them to one spelling. A
//! run of Chinese or Japanese characters is one word because nothing separates its words.

use plumbline_notation::language::grammar;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// The folded text.
    pub(crate) text: String,
    /// The number of the clause. Words such as `with`, `for`, `con` and `mit` start a new one: `LUMINAIRE` | `WITH`
    /// `SENSOR`.
    pub(crate) clause: u16,
    /// Whether a comma, a slash or similar punctuation separates this word from the previous one.
    pub(crate) separated: bool,
}

/// Returns whether a word is a filler, which may stand between the words of a phrase (`detector de humo`).
pub(crate) fn is_filler(word: &str) -> bool {
    grammar::FILLERS.contains(word)
}

/// Returns a letter without its accent. Ligatures become two letters.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'č' => "c",
        'è'..='ë' | 'ē' | 'ę' | 'ě' => "e",
        'ì'..='ï' | 'ī' => "i",
        'ñ' | 'ń' => "n",
        'ò'..='ö' | 'ō' | 'ő' => "o",
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => "u",
        'ý' | 'ÿ' => "y",
        'đ' | 'ď' => "d",
        'ğ' => "g",
        'ı' => "i",
        'ł' => "l",
        'ň' => "n",
        'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ť' | 'ţ' | 'ț' => "t",
        'ź' | 'ż' | 'ž' => "z",
        // Russian text seldom distinguishes them.
        'ё' => "е",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        _ => return None,
    })
}

/// Full-width forms of the half-width katakana from U+FF66 on.
const KATAKANA: &str =
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";

/// Returns the full-width form of a half-width katakana character.
fn full_width(c: char) -> Option<char> {
    let index = (c as u32).checked_sub(0xFF66)?;
    (index < 0xFF9E - 0xFF66).then(|| KATAKANA.chars().nth(index as usize)).flatten()
}

/// Returns whether the character's script does not separate words.
pub(crate) fn is_dense(c: char) -> bool {
    matches!(c as u32, 0x3005..=0x3007 | 0x3040..=0x30FA | 0x30FC..=0x30FF | 0x3400..=0x9FFF | 0xF900..=0xFAFF)
}

/// Returns the text in lower case, without accents and at full width.
pub(crate) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // Full-width ASCII.
            '\u{FF01}'..='\u{FF5E}' => {
                out.extend(char::from_u32(c as u32 - 0xFEE0).into_iter().flat_map(char::to_lowercase));
            }
            // A voiced or half-voiced sound mark joins the previous character, whose code rises by one or two.
            '\u{FF9E}' | '\u{3099}' | '\u{FF9F}' | '\u{309A}' => {
                let by = if matches!(c, '\u{FF9E}' | '\u{3099}') { 1 } else { 2 };
                match out.pop() {
                    Some('ウ') if by == 1 => out.push('ヴ'),
                    Some(before) => out.push(char::from_u32(before as u32 + by).unwrap_or(before)),
                    None => {}
                }
            }
            // Combining accents.
            '\u{300}'..='\u{36F}' => {}
            _ if full_width(c).is_some() => out.extend(full_width(c)),
            _ => {
                for lower in c.to_lowercase() {
                    match plain(lower) {
                        Some(letters) => out.push_str(letters),
                        None => out.push(lower),
                    }
                }
            }
        }
    }
    out
}

/// Splits a text into its words.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let folded = folded(text);
    let mut out: Vec<Token> = Vec::new();
    let (mut clause, mut separated, mut word) = (0, false, String::new());
    let mut previous: Option<char> = None;
    let mut finish = |word: &mut String, clause: &mut u16, separated: &mut bool, slash: bool| {
        if word.is_empty() {
            return;
        }
        let text = std::mem::take(word);
        if grammar::CLAUSE_WORDS.contains(&text) || slash && grammar::CLAUSE_LETTERS.contains(&text) {
            *clause += 1;
            *separated = true;
            return;
        }
        out.push(Token { text, clause: *clause, separated: std::mem::replace(separated, false) });
    };
    let mut chars = folded.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_alphanumeric() || c == 'ー' {
            // `照明LED` and `LED照明` are two words.
            if previous.is_some_and(|p| p.is_alphanumeric() && is_dense(p) != is_dense(c)) {
                finish(&mut word, &mut clause, &mut separated, false);
            }
            word.push(c);
        } else {
            // `A.H.U.` is one word.
            let initials = c == '.'
                && word.chars().count() < 6
                && previous.is_some_and(char::is_alphabetic)
                && dotted(&folded, &word)
                && chars.peek().is_some_and(|n| n.is_alphabetic());
            if !initials {
                finish(&mut word, &mut clause, &mut separated, c == '/');
                match c {
                    ';' | '\n' => {
                        clause += 1;
                        separated = true;
                    }
                    ',' | '/' | '+' | '&' | '(' | ')' | '[' | ']' | ':' | '=' | '、' | '・' | '（' | '）' => {
                        separated = true
                    }
                    _ => {}
                }
            }
        }
        previous = Some(c);
    }
    finish(&mut word, &mut clause, &mut separated, false);
    out
}

/// Returns whether the text spells the word with a dot after each letter: `w.c.`, `a.h.u.`.
fn dotted(text: &str, word: &str) -> bool {
    let mut spelled = String::with_capacity(2 * word.len());
    for c in word.chars() {
        spelled.push(c);
        spelled.push('.');
    }
    text.contains(&spelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|t| t.text).collect()
    }

    #[test]
    fn one_spelling_comes_out_of_many() {
        assert_eq!(folded("DIFUSOR DE INYECCIÓN"), "difusor de inyeccion");
        assert_eq!(folded("Außenleuchte ÉCLAIRAGE"), "aussenleuchte eclairage");
        assert_eq!(folded("ＬＥＤ ｽｲｯﾁ ﾎﾞｯｸｽ ﾎﾟﾝﾌﾟ"), "led スイッチ ボックス ポンプ");
        assert_eq!(folded("e\u{301}quipo"), "equipo");
        assert_eq!(folded("Łącznik GNIAZDO OŚWIETLENIE"), "lacznik gniazdo oswietlenie");
        assert_eq!(folded("AYDINLATMA Işık Çıkış"), "aydinlatma isik cikis");
        assert_eq!(folded("Подъёмник Розетка"), "подъемник розетка");
        assert_eq!(folded("ｳﾞ"), "ヴ");
    }

    #[test]
    fn words_are_cut_where_a_reader_cuts_them() {
        assert_eq!(words("THREE-WAY SWITCH, 20A"), ["three", "way", "switch", "20a"]);
        assert_eq!(words("LED照明器具2灯"), ["led", "照明器具", "2", "灯"]);
        assert_eq!(words("W.C. TYPE A"), ["wc", "type", "a"]);
        assert_eq!(words("LUM. LED PANEL 60X60"), ["lum", "led", "panel", "60x60"]);
        assert_eq!(words("コンセント"), ["コンセント"]);
        assert!(words(" -- ").is_empty());
    }

    #[test]
    fn what_follows_with_is_another_clause() {
        let found = tokens("LUMINAIRE WITH SENSOR; SEE NOTE");
        let clauses: Vec<u16> = found.iter().map(|t| t.clause).collect();
        assert_eq!(clauses, [0, 1, 2, 2]);
        assert!(tokens("DATA/TELEPHONE")[1].separated && !tokens("DATA TELEPHONE")[1].separated);
    }
}
