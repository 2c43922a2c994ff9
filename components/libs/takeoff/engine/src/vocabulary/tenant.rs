//! Words of a tenant, from the settings of an extractor's binding.
//!
//! The setting `words.` with the key of a row holds more phrases for that row, separated by `|`:
//! `"words.electrical.power.receptacle": "toma estabilizada | toma + ups"`. The host passes settings as environment
//! variables. An instance of a component has the settings of one binding, so these words are read once.

use crate::vocabulary::fold::folded;

/// What the names of such settings begin with.
const PREFIX: &str = "words.";

/// The most phrases of a tenant. All phrases are numbered with 16 bits.
const MOST: usize = 2000;

/// More phrases for a row of the word tables.
#[derive(Debug)]
pub(crate) struct TenantRow {
    /// The row's key: `electrical.power.receptacle`.
    pub(crate) key: String,
    /// The phrases, folded. They live as long as the index that contains them.
    pub(crate) phrases: &'static [&'static str],
}

/// Returns the phrases that the environment holds, in the order of their rows' keys.
pub(crate) fn rows() -> Vec<TenantRow> {
    // Variables of another encoding are not settings.
    from_settings(std::env::vars_os().filter_map(|(name, value)| name.into_string().ok().zip(value.into_string().ok())))
}

/// Returns the phrases that settings hold, in the order of their rows' keys.
pub(crate) fn from_settings(settings: impl Iterator<Item = (String, String)>) -> Vec<TenantRow> {
    let mut found: Vec<(String, String)> =
        settings.filter_map(|(name, text)| Some((name.strip_prefix(PREFIX)?.to_owned(), text))).collect();
    found.sort();
    let mut left = MOST;
    let mut rows = Vec::new();
    for (key, text) in found {
        let phrases: Vec<&'static str> =
            text.split('|').map(tidy).filter(|p| !p.is_empty()).take(left).map(keep).collect();
        left -= phrases.len();
        rows.push(TenantRow { key, phrases: Box::leak(phrases.into_boxed_slice()) });
    }
    rows
}

/// Returns a phrase as texts are folded, with single spaces.
fn tidy(phrase: &str) -> String {
    folded(phrase).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn keep(phrase: String) -> &'static str {
    Box::leak(phrase.into_boxed_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_hold_phrases_of_rows() {
        let settings = [
            ("words.plumbing.fixtures.sink", "Bacha | PILETÓN  doble |"),
            ("currency", "EUR"),
            ("words.electrical.power.receptacle", "toma + ups"),
        ];
        let rows = from_settings(settings.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())));
        let shown: Vec<(&str, &[&str])> = rows.iter().map(|row| (row.key.as_str(), row.phrases)).collect();
        let want: [(&str, &[&str]); 2] =
            [("electrical.power.receptacle", &["toma + ups"]), ("plumbing.fixtures.sink", &["bacha", "pileton doble"])];
        assert_eq!(shown, want);
    }

    #[test]
    fn a_tenant_has_a_limited_number_of_phrases() {
        let text = vec!["word"; MOST + 10].join("|");
        let rows = from_settings([("words.a".to_owned(), text.clone()), ("words.b".to_owned(), text)].into_iter());
        assert_eq!(rows.iter().map(|row| row.phrases.len()).collect::<Vec<_>>(), [MOST, 0]);
    }
}
