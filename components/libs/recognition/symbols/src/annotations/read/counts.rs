//! The number of items that a mark represents: `(3)`, `x4`, `2@`, `TYP. OF 6`.

use plumbline_notation::language::labels;
use plumbline_sheet::Pattern;

use crate::annotations::label::{Label, Read};

static TYPICAL: Pattern = Pattern::beginning(|| {
    let (typical, of) = (labels::TYPICAL.pattern("", r"\b"), labels::TYPICAL_OF.alternatives());
    let places = labels::PLACES.alternatives();
    format!(r"\(?\s*(?:{typical})\.?(?:\s*(?:{of}|x|@)?\s*\(?\s*(\d{{1,3}})\)?(?:\s?-?\s?(?:{places}))?)?\s*\)?")
});

static COUNT: Pattern = Pattern::beginning(|| {
    let (pieces, quantity) = (labels::PIECES.alternatives(), labels::QUANTITY.alternatives());
    format!(
        r"(?:\((\d{{1,3}})\)|x\s?(\d{{1,3}})\b|(\d{{1,3}})\s?(?:@|x(?:\s|$)|{pieces})|(?:{quantity})\.?\s?[:=]?\s?(\d{{1,3}})\b)"
    )
});

/// Reads `TYP`, `TYP. OF 6`, `TÍPICO`.
pub(crate) fn typical(text: &str) -> Read {
    let found = TYPICAL.captures(text)?;
    let of = found.get(1).and_then(|m| m.as_str().parse().ok());
    Some((found[0].len(), Label::Typical { of }))
}

/// Reads `(3)`, `x4`, `2@`, `4台`.
pub(crate) fn count(text: &str) -> Read {
    let found = COUNT.captures(text)?;
    let number = found.iter().skip(1).flatten().next()?.as_str().parse().ok().filter(|n| *n > 0)?;
    Some((found[0].len(), Label::Count { number }))
}
