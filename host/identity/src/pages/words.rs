//! Times, roles, environments and scopes as people read them.

use plumbline_tenancy::Environment;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::{format_description, offset};

use crate::{Role, scope_entry};

/// The day of an ISO 8601 time; a text that is none stays as it is.
pub(crate) fn day(text: &str) -> String {
    written(text, |at| at.format(format_description!("[day padding:none] [month repr:long] [year]")))
}

/// The day and the minute of an ISO 8601 time; a text that is none stays as it is.
pub(crate) fn minute(text: &str) -> String {
    written(text, |at| {
        at.format(format_description!("[day padding:none] [month repr:long] [year], [hour]:[minute] UTC"))
    })
}

fn written(text: &str, form: impl Fn(OffsetDateTime) -> Result<String, time::error::Format>) -> String {
    let at = OffsetDateTime::parse(text, &Rfc3339).ok();
    at.and_then(|at| form(at.to_offset(offset!(UTC))).ok()).unwrap_or_else(|| text.to_owned())
}

/// What a role is called.
pub(crate) const fn role_name(role: &Role) -> &'static str {
    match role {
        Role::Viewer => "Viewer",
        Role::Estimator => "Estimator",
        Role::Admin => "Admin",
    }
}

/// What a role may do, after its name.
pub(crate) const fn role_words(role: &Role) -> &'static str {
    match role {
        Role::Viewer => "sees projects, drawings and takeoffs, and changes nothing",
        Role::Estimator => "works on projects, drawings, takeoffs and exports",
        Role::Admin => "does all that an estimator does, and manages people, API keys and credits",
    }
}

/// What an environment is called.
pub(crate) const fn environment_name(environment: &Environment) -> &'static str {
    match environment {
        Environment::Sandbox => "Sandbox",
        Environment::Production => "Production",
    }
}

/// What an environment is for.
pub(crate) const fn environment_words(environment: &Environment) -> &'static str {
    match environment {
        Environment::Sandbox => "for trying out: nothing it does costs anything",
        Environment::Production => "your real projects and credits",
    }
}

/// What a scope allows; one that is not known goes by its name.
pub(crate) fn scope_words(name: &str) -> &str {
    scope_entry(name).map_or(name, |entry| entry.words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_utc_and_other_texts_are_kept() {
        assert_eq!(day("2026-05-03T09:07:00.000Z"), "3 May 2026");
        assert_eq!(minute("2026-05-03T23:07:00.000Z"), "3 May 2026, 23:07 UTC");
        assert_eq!(minute("2026-05-03T23:07:00-02:00"), "4 May 2026, 01:07 UTC");
        assert_eq!((day("soon"), minute("")), ("soon".to_owned(), String::new()));
    }

    #[test]
    fn a_scope_that_is_not_known_goes_by_its_name() {
        assert_eq!(scope_words("projects:read"), "see your projects");
        assert_eq!(scope_words("old:scope"), "old:scope");
    }
}
