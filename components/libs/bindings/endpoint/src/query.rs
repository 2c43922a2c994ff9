//! Query parameters. Each must be known, given once, and of its type. All failures are reported together.
//!
//! The function that reads a filter also describes it: [`crate::describe::query`] runs it against a recorder.

use plumbline_contract::enums::Named;
use plumbline_contract::{Date, FieldError, Problem, ProblemCode, TypedId, lists, timestamp};

use crate::list::List;
use crate::rule::{NOT_A_TIME, Need, Rule};
use crate::source::{Given, Pairs, Source};
use crate::{Context, OperationError, Request, cursor};

/// The parameters of a request that are not yet read, the counterpart of [`crate::Fields`] for bodies.
pub struct Query {
    source: Box<dyn Source<String>>,
    /// All parameters except `limit` and `cursor`, sorted by name. A cursor is bound to them.
    filter: String,
    errors: Vec<FieldError>,
}

impl Query {
    /// Parses the parameters of a request.
    pub fn parse(request: &Request) -> Self {
        let parameters: Vec<(String, String)> = form_urlencoded::parse(request.query.as_bytes()).into_owned().collect();
        let mut filter: Vec<String> = parameters
            .iter()
            .filter(|(name, _)| name != "limit" && name != "cursor")
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        filter.sort_unstable();
        Self::new(Box::new(Pairs(parameters)), filter.join("\n"))
    }

    /// Creates a query of any source.
    pub(crate) fn new(source: Box<dyn Source<String>>, filter: String) -> Self {
        Self { source, filter, errors: Vec::new() }
    }

    /// Refuses all parameters, for an operation that takes none.
    ///
    /// # Errors
    /// 400 if there is a parameter.
    pub(crate) fn require_empty(request: &Request) -> Result<(), OperationError> {
        Self::parse(request).finish()
    }

    /// Records a failed parameter.
    pub fn fail(&mut self, name: &str, message: impl Into<String>) {
        self.errors.push(FieldError { field: name.to_owned(), message: message.into() });
    }

    fn take(&mut self, name: &str, need: Need, rule: Rule) -> Option<String> {
        match self.source.take(name, need, &rule) {
            Given::Once(value) => return Some(value),
            Given::Repeated => self.fail(name, "must not be repeated"),
            Given::Absent if need == Need::Required => self.fail(name, "is required"),
            Given::Absent => {}
        }
        None
    }

    /// Reads a text of at most `max` characters.
    pub fn text(&mut self, name: &str, max: usize) -> Option<String> {
        let value = self.take(name, Need::Optional, Rule::Text { min: 0, max })?;
        if value.chars().count() > max || value.contains('\0') {
            self.fail(name, format!("must have at most {max} characters and must not contain U+0000"));
            return None;
        }
        Some(value)
    }

    /// Reads an id.
    pub fn id<T: TypedId>(&mut self, name: &str) -> Option<T> {
        let found = T::parse(&self.take(name, Need::Optional, Rule::Id(T::KIND))?);
        if found.is_none() {
            self.fail(name, format!("must be an id: {} and 22 letters and digits", T::KIND.prefix()));
        }
        found
    }

    /// Reads one of a closed set of names.
    pub fn name<T: Named>(&mut self, name: &str) -> Option<T> {
        let value = self.take(name, Need::Optional, Rule::Name(T::NAMES))?;
        let found = T::named(&value);
        if found.is_none() {
            self.fail(name, format!("must be one of {}", T::NAMES.join(", ")));
        }
        found
    }

    /// Reads one of a closed set of names; `default` if it is absent.
    pub fn name_or<T: Named + std::fmt::Display>(&mut self, name: &str, default: T) -> T {
        let found = self.name(name);
        self.source.set_default(name, default.to_string().into());
        found.unwrap_or(default)
    }

    /// Reads a whole number within a range.
    pub fn integer(&mut self, name: &str, min: u32, max: u32) -> Option<u32> {
        let value = self.take(name, Need::Optional, Rule::Integer { min: min.into(), max: max.into() })?;
        // `+5` parses as a number in Rust. In a query, a plus is a space.
        let found = value.parse().ok().filter(|number| (min..=max).contains(number) && !value.starts_with('+'));
        if found.is_none() {
            let range = if max == u32::MAX { format!("of at least {min}") } else { format!("from {min} to {max}") };
            self.fail(name, format!("must be a whole number {range}"));
        }
        found
    }

    /// Reads two opposite corners of a part of a page, `[x1, y1, x2, y2]`, each from 0 to 1 of the page.
    pub(crate) fn corners(&mut self, name: &str) -> Option<[f64; 4]> {
        let value = self.take(name, Need::Optional, Rule::Corners)?;
        let found = corners(&value);
        if found.is_none() {
            self.fail(name, "must be two corners x1,y1,x2,y2 with numbers from 0 to 1, such as 0.25,0.5,0.75,1");
        }
        found
    }

    /// Reads a required calendar date.
    pub fn required_date(&mut self, name: &str) -> Option<Date> {
        let found = Date::parse(&self.take(name, Need::Required, Rule::Date)?);
        if found.is_none() {
            self.fail(name, "must be a date in the form YYYY-MM-DD");
        }
        found
    }

    /// Reads a time of any offset, and returns it in UTC: `2026-11-21T08:00:00.000Z`.
    pub fn timestamp(&mut self, name: &str) -> Option<String> {
        let value = self.take(name, Need::Optional, Rule::Timestamp)?;
        let moment = timestamp::in_utc(&value);
        if moment.is_none() {
            self.fail(name, NOT_A_TIME);
        }
        moment
    }

    /// Reads a boolean. An empty value or `null` counts as absent.
    pub fn bool(&mut self, name: &str) -> Option<bool> {
        match self.take(name, Need::Optional, Rule::Bool)?.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            "" | "null" => None,
            _ => {
                self.fail(name, "must be true or false");
                None
            }
        }
    }

    /// Reads a boolean; `default` if it is absent.
    pub fn bool_or(&mut self, name: &str, default: bool) -> bool {
        let found = self.bool(name);
        self.source.set_default(name, default.into());
        found.unwrap_or(default)
    }

    /// Reads the parameters that every list has in addition to its filter: the page size and the cursor.
    pub(crate) fn paging(&mut self) -> (u32, Option<String>) {
        let limit = self.integer("limit", lists::LIMIT_MIN, lists::LIMIT_MAX).unwrap_or(lists::LIMIT_DEFAULT);
        self.source.set_default("limit", lists::LIMIT_DEFAULT.into());
        // `cursor::open` checks the length, as part of whether the cursor was issued by this service.
        (limit, self.take("cursor", Need::Optional, Rule::Text { min: 0, max: lists::CURSOR_MAX }))
    }

    /// Finishes reading.
    ///
    /// # Errors
    /// 400 with every parameter that failed or is unknown.
    pub fn finish(mut self) -> Result<(), OperationError> {
        for name in self.source.take_unread() {
            self.fail(&name, "is not a parameter of this operation");
        }
        if self.errors.is_empty() {
            return Ok(());
        }
        let messages: Vec<_> = self.errors.iter().map(|error| format!("{} {}", error.field, error.message)).collect();
        let detail = format!("The query is not valid: {}.", messages.join("; "));
        Err(Problem { errors: self.errors, ..Problem::new(ProblemCode::InvalidRequest, detail) }.into())
    }

    /// Finishes reading for a list: reads `limit` and `cursor` too.
    ///
    /// # Errors
    /// Same as [`Query::finish`], and `invalid_cursor` for a cursor that was not made for this list with this filter.
    pub fn list(mut self, context: &Context<'_>, request: &Request) -> Result<List, OperationError> {
        let (limit, cursor) = self.paging();
        let binding = [&request.path, &self.filter].map(Clone::clone);
        self.finish()?;
        let after = cursor.map(|cursor| cursor::open(context.host, &cursor, &binding)).transpose()?;
        Ok(List::new(limit, after, binding))
    }
}

/// Parses four numbers from 0 to 1 in plain decimals, at most nine of them.
fn corners(text: &str) -> Option<[f64; 4]> {
    let number = |text: &str| {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_plain = matches!(whole, "0" | "1")
            && (1..=9).contains(&decimals.len())
            && decimals.bytes().all(|digit| digit.is_ascii_digit());
        text.parse().ok().filter(|number| is_plain && (0.0..=1.0).contains(number))
    };
    let numbers: Vec<f64> = text.split(',').map(number).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use plumbline_contract::JobStatus;

    use super::*;

    fn query(text: &str) -> Query {
        Query::parse(&Request { query: text.to_owned(), ..Request::default() })
    }

    #[test]
    fn parameters_are_decoded_and_typed() {
        let mut query = query("q=a%26b+c&status=queued&page_number=3&consolidated=true&units=");
        assert_eq!(query.text("q", 200).as_deref(), Some("a&b c"));
        assert_eq!(query.name::<JobStatus>("status"), Some(JobStatus::Queued));
        assert_eq!(query.integer("page_number", 1, u32::MAX), Some(3));
        assert_eq!(query.bool("consolidated"), Some(true));
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
