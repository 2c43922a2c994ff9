//! The tags that this extractor counts.

/// Prefixes of the tags of drains.
const PREFIXES: [&str; 2] = ["FD", "RD"];

/// Returns whether a text is a drain's tag: `FD-1`, `FD12`, `RD-3A`.
pub fn is_tag(text: &str) -> bool {
    let Some(rest) = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix)) else { return false };
    let number = rest.strip_prefix('-').unwrap_or(rest);
    let digits = number.trim_end_matches(|c: char| c.is_ascii_uppercase());
    !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && digits.len() <= 3
        && number.len() <= digits.len() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_other_text() {
        for tag in ["FD-1", "FD12", "RD-3A"] {
            assert!(is_tag(tag), "{tag}");
        }
        for other in ["FD", "FD-", "FD-1AB", "FDC-1", "FD-1000", "FLOOR", "EF-1", "FD-A"] {
            assert!(!is_tag(other), "{other}");
        }
    }
}
