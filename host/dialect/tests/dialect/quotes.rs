//! Text outside of quotes. A fuzz target reads this file too.

/// Returns the text outside of quotes.
pub(crate) fn outside_quotes(sql: &str) -> String {
    let mut quote = None;
    sql.chars()
        .filter(|c| match quote {
            None => {
                quote = matches!(c, '\'' | '"').then_some(*c);
                quote.is_none()
            }
            Some(open) => {
                quote = (open != *c).then_some(open);
                false
            }
        })
        .collect()
}
