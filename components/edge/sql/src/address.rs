//! Addresses of PostgreSQL with settings for the session.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// Returns an address whose sessions begin with settings: `postgres://…?options=-c lock_timeout=5000`.
///
/// Spin has a pool of connections for each address, and resets the settings of a connection to these before it is used
/// again. So no session can get another application's settings. A pooler that does not pass them on cannot either.
///
/// # Errors
/// Returns the problem of an address that cannot have settings.
pub fn with_settings(address: &str, settings: &[(&str, &str)]) -> Result<String, String> {
    if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
        return Err("use an address such as `postgres://role:password@host/database`".into());
    }
    let (_, query) = address.split_once('?').unwrap_or((address, ""));
    if query.split('&').any(|pair| pair.starts_with("options=")) {
        return Err("the address must not have `options`, because this edge sets them".into());
    }
    let options: Vec<String> = settings.iter().map(|(name, value)| format!("-c {name}={value}")).collect();
    let options = options.join(" ");
    let options = utf8_percent_encode(&options, NON_ALPHANUMERIC);
    let separator = match (address.contains('?'), query.is_empty()) {
        (false, _) => "?",
        (true, true) => "",
        (true, false) => "&",
    };
    Ok(format!("{address}{separator}options={options}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_part_of_the_address() {
        let settings = [("plumbline.scope", "7.ab"), ("lock_timeout", "5000")];
        let options = "options=%2Dc%20plumbline%2Escope%3D7%2Eab%20%2Dc%20lock%5Ftimeout%3D5000";
        for (address, expected) in [
            ("postgres://a:b@host/db", format!("postgres://a:b@host/db?{options}")),
            ("postgresql://host/db?", format!("postgresql://host/db?{options}")),
            ("postgres://host/db?sslmode=require", format!("postgres://host/db?sslmode=require&{options}")),
        ] {
            assert_eq!(with_settings(address, &settings), Ok(expected));
        }
        assert!(with_settings("postgres://host/db?options=-cx", &settings).unwrap_err().contains("`options`"));
        assert!(with_settings("host=a dbname=b", &settings).is_err());
    }
}
