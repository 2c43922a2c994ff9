//! Reads callouts that state several cables or conduits for one line: `3 x CAT6`, `(3) 3/4"C`, `2 RUNS OF 4C 16mm²`.
//!
//! Conductors in one conduit count as one conduit: `2-#12, 1-#12G IN 3/4"C`. Cores of one cable count as one:
//! `3x2.5mm²`.

use std::sync::LazyLock;

use crate::routes::patterns::patterns;
use plumbline_notation::language::routes;
use regex::Regex;

/// Most cables or conduits of one line. A larger number has another meaning.
const MOST: u32 = 48;

/// Longest callout, in characters.
const LONGEST: usize = 80;

/// Trade sizes of conduit with a fraction, in inches (NFPA 70, chapter 9, table 4): `2-1/2"C` is one conduit.
const MIXED_SIZES: [&str; 4] = ["1-1/4", "1-1/2", "2-1/2", "3-1/2"];

patterns! {
    // A number and its sign: `3 x`, `(3)`, `2X(`, `3 NOS.`.
    TIMES = r"^(\d{1,2})\s*[x×]\s*(\S.*)$";
    BRACKETED = r"^\((\d{1,2})\)\s*[x×]?\s*(\S.*)$";
    PREFIXED = format!(r"^(\d{{1,2}})\s*(?:{})\s*[x×-]?\s*(\S.*)$", routes::PIECES.alternatives());
    // Runs, as on Indian and British drawings: `2R x 4C 16`, `3 RUNS OF`.
    RUNS = format!(
        r"^(\d{{1,2}})\s*(?:R\s*[-x×]\s*|(?:{runs})\s*(?:{of}|[-x×:])?\s*|(?:{sets})\s*(?:{of}|[-:])?\s*)(\(?\d.*)$",
        runs = routes::RUNS.alternatives(),
        sets = routes::SETS.alternatives(),
        of = routes::OF.alternatives(),
    );
    // `2-4"C`: a number, a hyphen and a trade size.
    HYPHENED = format!(
        r#"^(\d{{1,2}})\s?[-–]\s?(\d(?:[ -]\d/\d|/\d)?\s*(?:"|''|”|″)\s*(?:C\b|{conduits}|EMT|RGS|IMC|RMC|PVC).*)$"#,
        conduits = routes::CONDUITS.alternatives(),
    );
    // A number before the word for a cable or a conduit.
    WORD = format!(r"^(\d{{1,2}})\s+(?:[A-Z0-9./-]+\s+){{0,2}}?(?:{})\b.*$", routes::CABLES.alternatives());
    // The cable or conduit after a number and a cross.
    CABLE = format!(
        r#"^\(?\s*(?:CAT\.?\s?\d|RG-?\d|[FSU]+/?[FU]?TP\b|NY[MY]\b|H0[57]|U-?1000|[XVY]M?VK|XVB|VMVK|RVK|RZ1|FROR|FG\d|N2XH|NHX|OM\d|OS\d|SMF|MMF|{cable}|EMT|RGS|PVC|HDPE|UPVC|DN\s?\d|[ØΦ⌀]\s?\d|\d{{2,3}}\s?mm\s+(?:[ØΦ⌀]\s*)?(?:U?PVC|HDPE|G\.?I|EMT|{conduits}|{pipes})|\d{{1,3}}\s?C\s*[x×/#-]?\s*\d|\d{{1,2}}/C\b|\d{{1,3}}[x×G]\d[\d.,]*\)|\d+(?:[ -]?\d/\d|/\d)?\s*(?:"|''|”|″)\s*(?:C\b|{conduits}|EMT|RGS|IMC|RMC|PVC|HDPE|UPVC|{pipes}))"#,
        cable = routes::CABLE.alternatives(),
        conduits = routes::CONDUITS.alternatives(),
        pipes = routes::PIPES.alternatives(),
    );
    // Conductors: `#12`, `AWG`, `kcmil`, `THHN`.
    CONDUCTOR = r"^[^#]{0,6}#\s?\d|^\S{0,6}\s?(?:AWG|KCMIL|MCM)\b|^(?:THHN|THWN|XHHW|TW)\b";
    // The conduit that contains the conductors before it.
    HELD = format!(
        r#"\b(?:{held_in})\s+(?:(?:{one})\s+|\(1\)\s*|1\s?[-x]\s?)?((?:[ØΦ⌀]\s?)?\d[\d /-]*(?:\.\d+)?\s*(?:"|''|”|″|mm)?\s*(?:[ØΦ⌀]|C\b|EMT|RGS|IMC|RMC|PVC|HDPE|{conduit})[A-Z]*)"#,
        held_in = routes::HELD_IN.alternatives(),
        one = routes::ONE.alternatives(),
        conduit = routes::CONDUIT_BEGINNING.alternatives(),
    );
    EACH = format!(r"\b(?:{})(?:\b|\s|$)", routes::EACH.alternatives());
}

/// The meaning of a callout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Callout {
    /// The number of cables or conduits.
    pub(crate) count: u32,
    /// The text after the number, which describes one of them.
    pub(crate) of: String,
}

/// Reads a callout. Returns `None` if it does not state two cables or more.
pub(crate) fn callout(text: &str) -> Option<Callout> {
    let text = text.trim();
    if text.chars().count() > LONGEST {
        return None;
    }
    let found = |number: &str, of: &str| {
        let count: u32 = number.parse().ok()?;
        (2..=MOST).contains(&count).then(|| Callout { count, of: of.trim().to_owned() })
    };
    // Each of several parallel sets has its own conduit.
    if let Some(c) = RUNS.captures(text) {
        return found(&c[1], &c[2]);
    }
    // Everything before `IN 3/4"C` is in that one conduit.
    if containing_conduit(text).is_some() && !EACH.is_match(text) {
        return None;
    }
    if let Some(c) = HYPHENED.captures(text) {
        let is_size = MIXED_SIZES.iter().any(|size| text.replace(' ', "").starts_with(size));
        return if is_size { None } else { found(&c[1], &c[2]) };
    }
    for pattern in [&TIMES, &BRACKETED, &PREFIXED] {
        if let Some(c) = pattern.captures(text) {
            let counted = CABLE.is_match(&c[2]) && !CONDUCTOR.is_match(&c[2]);
            return if counted { found(&c[1], &c[2]) } else { None };
        }
    }
    WORD.captures(text).and_then(|c| found(&c[1], text[c[1].len()..].trim()))
}

/// Returns the conduit that contains a text's conductors or cables: `3/4"C` in `2-#12, 1-#12G IN 3/4"C`.
pub(crate) fn containing_conduit(text: &str) -> Option<&str> {
    HELD.captures(text).and_then(|c| c.get(1)).map(|m| m.as_str().trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> Option<u32> {
        callout(text).map(|c| c.count)
    }

    #[test]
    fn cables_and_conduits_are_counted() {
        assert!(every_pattern().iter().all(|p| !p.as_str().is_empty()));
        for (text, n) in [
            ("3 x CAT6", 3),
            ("3X CAT 6A", 3),
            ("(2) CAT6", 2),
            ("(3) 3/4\"C", 3),
            ("(2) 4\" CONDUITS", 2),
            ("(4) 1-1/2\" EMT", 4),
            ("3 CABLES", 3),
            ("3 DATA CABLES", 3),
            ("4 CONDUITS TO ROOF", 4),
            ("2 TUBOS PVC", 2),
            ("2X(4C 16mm²)", 2),
            ("2 x 4C x 16 mm2", 2),
            ("2x(3x2.5)", 2),
            ("2R-3.5C x 240", 2),
            ("2 RUNS OF 4C 16mm²", 2),
            ("2 SETS OF 4#500 + 1#1/0G IN 4\"C", 2),
            ("2-4\"C", 2),
            ("3-3/4\"C", 3),
            ("4 x Ø50", 4),
            ("3 NOS. 50mm PVC", 3),
            ("2 x U1000 R2V 3G2.5", 2),
        ] {
            assert_eq!(count(text).unwrap_or(0), n, "{text}");
        }
    }

    #[test]
    fn conductors_cores_and_sizes_are_one() {
        for text in [
            "2-#12, 1-#12G IN 3/4\"C",
            "(3) #12, (1) #12 G. IN 3/4\" C.",
            "3#12 + 1#12G",
            "(3) #12",
            "2 x #10",
            "3x2.5mm²",
            "3 x 2.5",
            "3G1.5",
            "2-1/2\"C",
            "1-1/4\" C",
            "3/4\"C",
            "1 x CAT6",
            "3 CAT6 IN 1\"C",
            "24x12",
            "2 x 4",
            "(2) 24x12",
            "(3) OFFICES",
            "2 x 3 m",
            "12 x 600 mm",
            "LP1-1,3,5",
            "99 CABLES",
            "0 CABLES",
        ] {
            assert_eq!(count(text), None, "{text}");
        }
        assert_eq!(containing_conduit("2-#12, 1-#12G IN 3/4\"C"), Some("3/4\"C"));
        assert_eq!(containing_conduit("4#10 EN TUBO"), None);
        assert_eq!(callout("(3) 3/4\"C").map(|c| c.of).as_deref(), Some("3/4\"C"));
    }
}
