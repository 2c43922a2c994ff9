//! The normalized form of email addresses, which makes them comparable.

use crate::error::IdentityError;

/// Maximum length of an address in bytes (RFC 5321, section 4.5.3.1.3).
const MAX_BYTES: usize = 254;

/// Returns the address as it is stored: without surrounding white space, in lower case.
///
/// Only ASCII letters are lower-cased. Beyond ASCII, different letters can have the same lower case (the Kelvin sign and
/// `K`), and the addresses of two people would become one account.
///
/// # Errors
/// Returns an error if the text is not an address.
pub(super) fn normalized(text: &str) -> Result<String, IdentityError> {
    let address = text.trim().to_ascii_lowercase();
    let mut parts = address.split('@');
    let whole = |part: Option<&str>| part.is_some_and(|part| !part.is_empty());
    let two_parts = whole(parts.next()) && whole(parts.next()) && parts.next().is_none();
    if !two_parts || address.len() > MAX_BYTES || address.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err(IdentityError::Invalid("Enter a valid email address, for example `name@company.example`.".into()));
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::normalized;

    #[test]
    fn an_address_has_one_form() {
        assert_eq!(normalized(" Ann.Lee@Example.COM\t").unwrap(), "ann.lee@example.com");
        assert_eq!(normalized("jörg@müller.example").unwrap(), "jörg@müller.example");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@example.com", "a".repeat(243));
        assert_eq!(long.len(), 255);
        let wrong =
            ["", "@", "ann", "ann@", "@example.com", "a@b@c", "a b@c", "a\n@c", "a\u{a0}b@c", "a\u{7}@c", &long];
        for text in wrong {
            assert!(normalized(text).is_err(), "{text:?}");
        }
        assert!(normalized(&long[1..]).is_ok());
    }

    #[test]
    fn letters_that_only_look_alike_stay_different() {
        assert_ne!(normalized("\u{212a}im@example.com").unwrap(), normalized("kim@example.com").unwrap());
    }
}
