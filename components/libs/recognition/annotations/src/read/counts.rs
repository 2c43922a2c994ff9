//! The number of items that a mark represents: `(3)`, `x4`, `2@`, `TYP. OF 6`.

use std::sync::LazyLock;

use regex::Regex;

use super::{Read, beginning};
use crate::label::Label;

static TYPICAL: LazyLock<Regex> = LazyLock::new(|| {
    beginning(
        r"\(?\s*(?:typ(?:ical|isch|ique)?\b|t[ií]p(?:ico|ica)?\b|標準|代表)\.?(?:\s*(?:of|de|for|van|von|x|@|en)?\s*\(?\s*(\d{1,3})\)?(?:\s?-?\s?(?:places?|plcs?|locations?|lugares|uds?|stuks?|箇所|ヶ所))?)?\s*\)?",
    )
});

static COUNT: LazyLock<Regex> = LazyLock::new(|| {
    beginning(
        r"(?:\((\d{1,3})\)|x\s?(\d{1,3})\b|(\d{1,3})\s?(?:@|x(?:\s|$)|ea\b\.?|pcs?\b\.?|uds?\b\.?|unid(?:ades)?\b\.?|stuks?\b|st\.|stk\b\.?|台|個|箇所|ヶ所|か所|本|灯)|(?:qty|cant|anz|aantal|qté|数量)\.?\s?[:=]?\s?(\d{1,3})\b)",
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
