//! Query parameters: each is known, given once, and of its type; all that fail are named at once.

use percent_encoding::percent_decode_str;
use plumbline_contract::enums::Named;
use plumbline_contract::{FieldError, Problem, ProblemCode, lists};

use crate::list::List;
use crate::{Context, Failed, Request, cursor};

/// The parameters of a request that are not yet read; like [`crate::Fields`] for bodies.
pub struct Query {
    parameters: Vec<(String, String)>,
    /// All but `limit` and `cursor`, in the order of their names: what a cursor is bound to.
    filter: String,
    errors: Vec<FieldError>,
}

impl Query {
    /// The parameters of a request.
    pub fn of(request: &Request) -> Self {
        let decode = |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned();
        let parameters: Vec<(String, String)> = request
            .query
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
            .map(|(name, value)| (decode(name), decode(value)))
            .collect();
        let mut filter: Vec<String> = parameters
            .iter()
            .filter(|(name, _)| name != "limit" && name != "cursor")
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        filter.sort_unstable();
        Self { parameters, filter: filter.join("\n"), errors: Vec::new() }
    }

    /// Refuses every parameter: the operation takes none.
    ///
    /// # Errors
    /// 400 when there is one.
    pub fn none(request: &Request) -> Result<(), Failed> {
        Self::of(request).finish()
    }

    fn fail(&mut self, name: &str, message: impl Into<String>) {
        self.errors.push(FieldError { field: name.to_owned(), message: message.into() });
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let index = self.parameters.iter().position(|(parameter, _)| parameter == name)?;
        let (_, value) = self.parameters.remove(index);
        if self.parameters.iter().any(|(parameter, _)| parameter == name) {
            self.parameters.retain(|(parameter, _)| parameter != name);
            self.fail(name, "must be given once");
            return None;
        }
        Some(value)
    }

    /// Text of at most so many characters.
    pub fn text(&mut self, name: &str, max: usize) -> Option<String> {
        let value = self.take(name)?;
        if value.chars().count() > max || value.contains('\0') {
            self.fail(name, format!("must have at most {max} characters, none of them U+0000"));
            return None;
        }
        Some(value)
    }

    /// One of a closed set of names.
    pub fn name<T: Named>(&mut self, name: &str) -> Option<T> {
        let value = self.take(name)?;
        let found = T::named(&value);
        if found.is_none() {
            self.fail(name, format!("must be one of {}", T::NAMES.join(", ")));
        }
        found
    }

    /// A whole number within a range.
    pub fn integer(&mut self, name: &str, min: u32, max: u32) -> Option<u32> {
        let value = self.take(name)?;
        // `+5` parses as a number in Rust; in an address a plus is a blank.
        let found = value.parse().ok().filter(|number| (min..=max).contains(number) && !value.starts_with('+'));
        if found.is_none() {
            let range = if max == u32::MAX { format!("of at least {min}") } else { format!("from {min} to {max}") };
            self.fail(name, format!("must be a whole number {range}"));
        }
        found
    }

    /// Yes or no; an empty value or `null` counts as absent.
    pub fn flag(&mut self, name: &str) -> Option<bool> {
        match self.take(name)?.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            "" | "null" => None,
            _ => {
                self.fail(name, "must be true or false");
                None
            }
        }
    }

    /// Ends reading.
    ///
    /// # Errors
    /// 400 with every parameter that failed or is unknown.
    pub fn finish(mut self) -> Result<(), Failed> {
        for (name, _) in std::mem::take(&mut self.parameters) {
            self.fail(&name, "is not a parameter of this operation");
        }
        if self.errors.is_empty() {
            return Ok(());
        }
        let said: Vec<_> = self.errors.iter().map(|error| format!("{} {}", error.field, error.message)).collect();
        let detail = format!("The query is not valid: {}.", said.join("; "));
        Err(Problem { errors: self.errors, ..Problem::new(ProblemCode::InvalidRequest, detail) }.into())
    }

    /// Ends reading for a list: takes `limit` and `cursor` too.
    ///
    /// # Errors
    /// As [`Query::finish`], and `invalid_cursor` for a cursor that was not made for this list with this filter.
    pub fn list(mut self, context: &Context<'_>, request: &Request) -> Result<List, Failed> {
        let limit = self.integer("limit", 1, lists::LIMIT_MAX).unwrap_or(lists::LIMIT_DEFAULT);
        let cursor = self.take("cursor");
        let binding = [&request.path, &self.filter].map(Clone::clone);
        self.finish()?;
        let after = cursor.map(|cursor| cursor::read(context.host, &cursor, &binding)).transpose()?;
        Ok(List::new(limit, after, binding))
    }
}

#[cfg(test)]
mod tests {
    use plumbline_contract::JobStatus;

    use super::*;

    fn query(text: &str) -> Query {
        Query::of(&Request { query: text.to_owned(), ..Request::default() })
    }

    #[test]
    fn parameters_are_decoded_and_typed() {
        let mut query = query("q=a%26b+c&status=queued&page_number=3&consolidated=true&units=");
        assert_eq!(query.text("q", 200).as_deref(), Some("a&b c"));
        assert_eq!(query.name::<JobStatus>("status"), Some(JobStatus::Queued));
        assert_eq!(query.integer("page_number", 1, u32::MAX), Some(3));
        assert_eq!(query.flag("consolidated"), Some(true));
        assert_eq!(query.text("units", 5).as_deref(), Some(""));
        assert!(query.finish().is_ok());
    }

    #[test]
    fn what_fails_is_named_at_once() {
        let mut query = query("status=done&limit=201&q=1&q=2&nonsense");
        query.name::<JobStatus>("status");
        query.integer("limit", 1, 200);
        query.text("q", 200);
        let (problem, _) = query.finish().unwrap_err().into_problem();
        assert_eq!(problem.code, ProblemCode::InvalidRequest);
        let named: Vec<_> = problem.errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(named, ["status", "limit", "q", "nonsense"]);
    }

    #[test]
    fn limits_outside_their_range_are_refused() {
        for text in ["limit=0", "limit=201", "limit=x", "limit=1.5", "limit=-1", "limit=", "limit=%2B5"] {
            let mut query = query(text);
            assert_eq!(query.integer("limit", 1, 200), None, "{text}");
            assert!(query.finish().is_err(), "{text}");
        }
    }
}
