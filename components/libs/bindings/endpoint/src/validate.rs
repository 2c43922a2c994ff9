//! Request bodies. Unknown properties are refused, and all failed fields are reported together.
//!
//! The function that reads a body also describes it: [`crate::describe::body`] runs it against a recorder.

use std::cell::RefCell;

use plumbline_contract::enums::Named;
use plumbline_contract::{FieldError, IdKind, METADATA_VALUE_MAX, Metadata, Problem, ProblemCode, TypedId, timestamp};
use serde_json::{Map, Value};

use crate::rule::{INTEGER_MAX, NOT_A_TIME, Need, Rule};
use crate::shape::{DESCRIBES, Shape};
use crate::source::{Given, ObjectSource};
use crate::{OperationError, Request};

/// Reads the body as a JSON object. `read` takes the fields it knows; the remaining fields are unknown and refused.
///
/// # Errors
/// 415 for another media type, 400 if the body is not a JSON object, 422 with every field that fails.
pub fn validate<T>(request: &Request, read: impl FnOnce(&mut Fields<'_>) -> T) -> Result<T, OperationError> {
    let media_type = request.header("content-type").unwrap_or_default();
    if !is_json(media_type) {
        return Err(OperationError::problem(
            ProblemCode::UnsupportedMediaType,
            "Send the body as JSON with `Content-Type: application/json`.",
        ));
    }
    let body: Value = serde_json::from_slice(&request.body).map_err(|error| {
        OperationError::problem(ProblemCode::InvalidRequest, format!("The body is not valid JSON: {error}."))
    })?;
    let Value::Object(mut map) = body else {
        return Err(OperationError::problem(ProblemCode::InvalidRequest, "The body must be a JSON object."));
    };
    let errors = RefCell::new(Vec::new());
    let mut fields = Fields::new(&mut map, String::new(), &errors);
    let value = read(&mut fields);
    fields.reject_unknown();
    let errors = errors.into_inner();
    if errors.is_empty() { Ok(value) } else { Err(Problem::validation(errors).into()) }
}

/// Returns the JSON Schema of a body or of an object in it, from the function that reads it.
pub(crate) fn described<T>(read: impl FnOnce(&mut Fields<'_>) -> T) -> Value {
    let errors = RefCell::new(Vec::new());
    let mut shape = Shape::default();
    read(&mut Fields::new(&mut shape, String::new(), &errors));
    shape.schema()
}

/// Refuses a body that is not empty (or `{}`), for an operation that takes none.
///
/// # Errors
/// Same as [`validate`].
pub fn require_empty_body(request: &Request) -> Result<(), OperationError> {
    if request.body.iter().all(u8::is_ascii_whitespace) { Ok(()) } else { validate(request, |_| ()) }
}

fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json"
}

/// The fields of an object that are not yet read.
///
/// A method takes its field out and returns `None` if the field is absent or null. If the field fails, the method records
/// the failure and returns `None`, so that reading continues with the next field. The result is discarded if any field
/// failed.
pub struct Fields<'a> {
    source: &'a mut dyn ObjectSource,
    pointer: String,
    errors: &'a RefCell<Vec<FieldError>>,
}

impl<'a> Fields<'a> {
    /// Creates the fields of an object at a JSON Pointer.
    pub(crate) fn new(source: &'a mut dyn ObjectSource, pointer: String, errors: &'a RefCell<Vec<FieldError>>) -> Self {
        Self { source, pointer, errors }
    }
}

impl Fields<'_> {
    /// Returns the recorder of the rules, if there is one.
    fn shape(&mut self) -> Option<&mut Shape> {
        if DESCRIBES { self.source.recorder() } else { None }
    }

    /// Records a failed field. `name` is the field's own name, from which the JSON Pointer is made.
    pub fn fail(&self, name: &str, message: impl Into<String>) {
        let escaped = name.replace('~', "~0").replace('/', "~1");
        let field = format!("{}/{escaped}", self.pointer);
        self.errors.borrow_mut().push(FieldError { field, message: message.into() });
    }

    /// Records a failed entry of an object, as [`Fields::fail`] does for a field.
    pub fn fail_below(&self, name: &str, key: &str, message: impl Into<String>) {
        let escape = |name: &str| name.replace('~', "~0").replace('/', "~1");
        let field = format!("{}/{}/{}", self.pointer, escape(name), escape(key));
        self.errors.borrow_mut().push(FieldError { field, message: message.into() });
    }

    /// Returns whether the body has the field, even if null.
    ///
    /// A field that is read as required after this call may be absent, but must not be null.
    pub fn has(&mut self, name: &str) -> bool {
        self.source.has(name)
    }

    /// Records a failure unless exactly one of two fields is present.
    pub fn exactly_one(&mut self, [first, second]: [&'static str; 2], why: &str) {
        match self.source.exactly_one([first, second]) {
            [false, false] => self.fail(first, format!("is required: {why}")),
            [true, true] => self.fail(second, format!("cannot be combined with {first}: {why}")),
            _ => {}
        }
    }

    /// Records a failure if a field has a value that requires another field, and that field is absent.
    pub fn requires(&mut self, (name, value): (&'static str, &'static str), other: &'static str) {
        if !self.source.requires((name, value), other) {
            self.fail(other, format!("is required when {name} is {value}"));
        }
    }

    fn take(&mut self, name: &str, need: Need, rule: Rule) -> Option<Value> {
        match self.source.take(name, need, &rule) {
            Given::Once(value) => Some(value),
            Given::Absent | Given::Repeated => {
                self.require(name, need);
                None
            }
        }
    }

    /// Records the failure of a field that is absent, if it is needed.
    fn require(&self, name: &str, need: Need) {
        if need == Need::Required {
            self.fail(name, "is required");
        }
    }

    /// Reads a text of `min` to `max` characters.
    pub fn text(&mut self, name: &str, min: usize, max: usize) -> Option<String> {
        let value = self.take(name, Need::Optional, Rule::Text { min, max })?;
        self.check_text(name, value, min, max)
    }

    /// Reads a required text of `min` to `max` characters.
    pub fn required_text(&mut self, name: &str, min: usize, max: usize) -> String {
        self.take(name, Need::Required, Rule::Text { min, max })
            .and_then(|value| self.check_text(name, value, min, max))
            .unwrap_or_default()
    }

    /// Reads a required id. An id of the wrong form is returned as the empty id, which will not be found, so the
    /// response is the same as for an unknown id.
    pub fn required_id<T: TypedId + Default>(&mut self, name: &str) -> T {
        self.take(name, Need::Required, Rule::Id(T::KIND))
            .and_then(|value| self.check_id(name, value))
            .unwrap_or_default()
    }

    /// Reads an id, like [`Fields::required_id`].
    pub fn id<T: TypedId + Default>(&mut self, name: &str) -> Option<T> {
        let value = self.take(name, Need::Optional, Rule::Id(T::KIND))?;
        self.check_id(name, value)
    }

    fn check_id<T: TypedId + Default>(&self, name: &str, value: Value) -> Option<T> {
        let Value::String(text) = value else {
            self.fail(name, "must be a string");
            return None;
        };
        Some(T::parse(&text).unwrap_or_default())
    }

    /// Reads a required address that passes `check`.
    pub fn required_url(&mut self, name: &str, max: usize, check: fn(&str) -> Result<(), &'static str>) -> String {
        let text = self
            .take(name, Need::Required, Rule::Url { max })
            .and_then(|value| self.check_text(name, value, 1, max))
            .unwrap_or_default();
        if !text.is_empty()
            && let Err(message) = check(&text)
        {
            self.fail(name, message);
        }
        text
    }

    fn check_text(&self, name: &str, value: Value, min: usize, max: usize) -> Option<String> {
        let Value::String(text) = value else {
            self.fail(name, "must be a string");
            return None;
        };
        let length = text.chars().count();
        if length < min || length > max {
            let range = if min == 0 { format!("at most {max}") } else { format!("{min} to {max}") };
            self.fail(name, format!("must have {range} characters; it has {length}"));
            return None;
        }
        if min > 0 && text.chars().all(char::is_whitespace) {
            self.fail(name, "must not be blank");
            return None;
        }
        // PostgreSQL does not store U+0000, and no name needs it.
        if text.contains('\0') {
            self.fail(name, "must not contain U+0000");
            return None;
        }
        Some(text)
    }

    /// Reads one of a closed set of names.
    pub fn name<T: Named>(&mut self, name: &str) -> Option<T> {
        let value = self.take(name, Need::Optional, Rule::Name(T::NAMES))?;
        self.check_name(name, &value)
    }

    /// Reads one of a closed set of names; `default` if it is absent.
    pub fn name_or<T: Named + std::fmt::Display>(&mut self, name: &str, default: T) -> T {
        let found = self.name(name);
        self.source.set_default(name, default.to_string().into());
        found.unwrap_or(default)
    }

    /// Reads a required name from a closed set.
    pub fn required_name<T: Named>(&mut self, name: &str) -> Option<T> {
        self.take(name, Need::Required, Rule::Name(T::NAMES)).and_then(|value| self.check_name(name, &value))
    }

    /// Reads one of the names, or one of `others`, which partners add and are known only at run time.
    pub fn required_name_or<T: Named>(&mut self, name: &str, others: &[String]) -> Option<String> {
        let value = self.take(name, Need::Required, Rule::Name(T::NAMES))?;
        let text = value.as_str().unwrap_or_default();
        if T::named(text).is_some() || others.iter().any(|other| other == text) {
            return Some(text.to_owned());
        }
        let more = others.iter().map(String::as_str).filter(|other| !T::NAMES.contains(other));
        let names: Vec<&str> = T::NAMES.iter().copied().chain(more).collect();
        self.fail(name, format!("must be one of {}", names.join(", ")));
        None
    }

    fn check_name<T: Named>(&self, name: &str, value: &Value) -> Option<T> {
        let found = value.as_str().and_then(T::named);
        if found.is_none() {
            self.fail(name, format!("must be one of {}", T::NAMES.join(", ")));
        }
        found
    }

    /// Reads a boolean.
    pub fn bool(&mut self, name: &str) -> Option<bool> {
        let value = self.take(name, Need::Optional, Rule::Bool)?;
        if !value.is_boolean() {
            self.fail(name, "must be true or false");
        }
        value.as_bool()
    }

    /// Reads a boolean; `default` if it is absent.
    pub fn bool_or(&mut self, name: &str, default: bool) -> bool {
        let found = self.bool(name);
        self.source.set_default(name, default.into());
        found.unwrap_or(default)
    }

    /// Reads a whole number from `min` to `max`.
    pub fn integer(&mut self, name: &str, min: i64, max: i64) -> Option<i64> {
        let value = self.take(name, Need::Optional, Rule::Integer { min, max })?;
        let found = as_integer(&value).filter(|number| (min..=max).contains(number));
        if found.is_none() {
            self.fail(name, format!("must be a whole number from {min} to {max}"));
        }
        found
    }

    /// Reads a number of at least `min`.
    pub fn number(&mut self, name: &str, min: f64) -> Option<f64> {
        let value = self.take(name, Need::Optional, Rule::Number { min })?;
        let found = value.as_f64().filter(|number| number.is_finite() && *number >= min);
        if found.is_none() {
            self.fail(name, format!("must be a number of at least {min}"));
        }
        found
    }

    /// Reads a list of whole numbers, at most `max_entries`, each at least `min`.
    pub fn integers(&mut self, name: &str, min: i64, max_entries: usize) -> Option<Vec<i64>> {
        let value = self.take(name, Need::Optional, Rule::Integers { min, max_entries })?;
        let Value::Array(entries) = value else {
            self.fail(name, "must be an array of whole numbers");
            return None;
        };
        if entries.len() > max_entries {
            self.fail(name, format!("must have at most {max_entries} entries; it has {}", entries.len()));
            return None;
        }
        let number = |entry: &Value| as_integer(entry).filter(|number| (min..=INTEGER_MAX).contains(number));
        self.check_entries(name, &entries, number, &format!("must be a whole number of at least {min}"))
    }

    /// Reads a list of ids of some kinds, at least one and at most `max_entries`.
    pub fn ids(&mut self, name: &str, kinds: &'static [IdKind], max_entries: usize) -> Option<Vec<String>> {
        let value = self.take(name, Need::Optional, Rule::Ids { kinds, max_entries })?;
        let Value::Array(entries) = value else {
            self.fail(name, "must be an array of ids");
            return None;
        };
        if entries.is_empty() || entries.len() > max_entries {
            self.fail(name, format!("must have 1 to {max_entries} entries; it has {}", entries.len()));
            return None;
        }
        let prefixes: Vec<&str> = kinds.iter().map(|kind| kind.prefix()).collect();
        let id =
            |entry: &Value| entry.as_str().filter(|id| kinds.iter().any(|kind| kind.is_valid(id))).map(str::to_owned);
        let message = format!("must be an id: {} and 22 letters and digits", prefixes.join(" or "));
        self.check_entries(name, &entries, id, &message)
    }

    /// Returns the values of a list's entries, or `None` if there are entries that `read` refuses, which fail with the
    /// message.
    fn check_entries<T>(
        &self,
        name: &str,
        entries: &[Value],
        read: impl Fn(&Value) -> Option<T>,
        message: &str,
    ) -> Option<Vec<T>> {
        let mut values = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            match read(entry) {
                Some(value) => values.push(value),
                None => self.fail_below(name, &index.to_string(), message),
            }
        }
        (values.len() == entries.len()).then_some(values)
    }

    /// Reads a required list of different names of a closed set, at least one.
    pub fn required_names<T: Named>(&mut self, name: &str) -> Vec<T> {
        let Some(value) = self.take(name, Need::Required, Rule::Names(T::NAMES)) else { return Vec::new() };
        let Value::Array(entries) = value else {
            self.fail(name, format!("must be an array of {}", T::NAMES.join(", ")));
            return Vec::new();
        };
        if entries.is_empty() {
            self.fail(name, format!("must have at least one of {}", T::NAMES.join(", ")));
        }
        let mut found = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            if entries[..index].contains(entry) {
                self.fail_below(name, &index.to_string(), "must not be repeated");
            } else if let Some(value) = entry.as_str().and_then(T::named) {
                found.push(value);
            } else {
                self.fail_below(name, &index.to_string(), format!("must be one of {}", T::NAMES.join(", ")));
            }
        }
        found
    }

    /// Reads a time of any offset, and returns it in UTC: `2026-11-21T08:00:00.000Z`.
    pub fn timestamp(&mut self, name: &str) -> Option<String> {
        let value = self.take(name, Need::Optional, Rule::Timestamp)?;
        self.check_timestamp(name, value)
    }

    /// Reads a required time.
    pub fn required_timestamp(&mut self, name: &str) -> String {
        let value = self.take(name, Need::Required, Rule::Timestamp);
        value.and_then(|value| self.check_timestamp(name, value)).unwrap_or_default()
    }

    fn check_timestamp(&self, name: &str, value: Value) -> Option<String> {
        let moment = value.as_str().and_then(timestamp::in_utc);
        if moment.is_none() {
            self.fail(name, NOT_A_TIME);
        }
        moment
    }

    /// Reads the caller's own metadata strings.
    pub fn metadata(&mut self) -> Option<Metadata> {
        let Value::Object(map) = self.take("metadata", Need::Optional, Rule::Metadata)? else {
            self.fail("metadata", "must be an object of strings");
            return None;
        };
        let mut nothing = Map::new();
        let inner = Fields::new(&mut nothing, format!("{}/metadata", self.pointer), self.errors);
        let mut metadata = Metadata::new();
        for (key, value) in map {
            if key.contains('\0') {
                self.fail("metadata", "must not have keys that contain U+0000");
            } else if let Some(text) = inner.check_text(&key, value, 0, METADATA_VALUE_MAX) {
                metadata.insert(key, text);
            }
        }
        Some(metadata)
    }

    /// Reads an object as the body is read; `None` if it is absent.
    pub fn object<T>(&mut self, name: &str, read: impl FnOnce(&mut Fields<'_>) -> T) -> Option<T> {
        self.take_object(name, Need::Optional, read)
    }

    fn take_object<T>(&mut self, name: &str, need: Need, read: impl FnOnce(&mut Fields<'_>) -> T) -> Option<T> {
        if let Some(shape) = self.shape() {
            shape.object(name, need, described(read));
            return None;
        }
        let mut map = match self.source.remove(name) {
            Some(Value::Object(map)) => map,
            Some(_) => {
                self.fail(name, "must be an object");
                return None;
            }
            None => {
                self.require(name, need);
                return None;
            }
        };
        let mut fields = Fields::new(&mut map, format!("{}/{name}", self.pointer), self.errors);
        let value = read(&mut fields);
        fields.reject_unknown();
        Some(value)
    }

    /// Reads an object; the result of `read` for an empty one if it is absent.
    pub fn object_or_empty<T>(&mut self, name: &str, read: impl Fn(&mut Fields<'_>) -> T) -> T {
        let found = self.object(name, &read);
        if let Some(shape) = self.shape() {
            shape.set_empty_default(name);
        }
        found.unwrap_or_else(|| read(&mut Fields::new(&mut Map::new(), String::new(), &RefCell::new(Vec::new()))))
    }

    /// Reads a required object.
    pub fn required_object<T>(&mut self, name: &str, read: impl FnOnce(&mut Fields<'_>) -> T) -> Option<T> {
        self.take_object(name, Need::Required, read)
    }

    /// Reads an object of one of several variants, distinguished by the field `tag`. Reads the variant that the tag
    /// names. If the tag is missing or unknown, the other fields are not checked.
    pub fn tagged_union<T>(&mut self, tag: &'static str, variants: &[Variant<T>]) -> Option<T> {
        if let Some(shape) = self.shape() {
            shape.tagged_union(tag, variants.iter().map(|variant| (variant.name, described(variant.read))));
            return None;
        }
        let Some(value) = self.source.remove(tag) else {
            self.fail(tag, "is required");
            self.source.take_unread();
            return None;
        };
        match variants.iter().find(|variant| value == variant.name) {
            Some(variant) => Some((variant.read)(self)),
            None => {
                let names: Vec<_> = variants.iter().map(|variant| variant.name).collect();
                self.fail(tag, format!("must be one of {}", names.join(", ")));
                self.source.take_unread();
                None
            }
        }
    }

    fn reject_unknown(&mut self) {
        for name in self.source.take_unread() {
            self.fail(&name, "is not a property of this object");
        }
    }
}

/// One variant of an object that has several, as read by [`Fields::tagged_union`].
pub struct Variant<T> {
    /// Value of the field that names the variant.
    pub name: &'static str,
    /// Reads the variant's other fields.
    pub read: fn(&mut Fields<'_>) -> T,
}

/// Returns a whole number, written as either `3` or `3.0`, which JSON does not distinguish.
fn as_integer(value: &Value) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "within the range that f64 holds exactly")]
    value.as_i64().or_else(|| {
        value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 9e15).map(|number| number as i64)
    })
}

#[cfg(test)]
mod tests {
    use plumbline_contract::DocumentKind;

    use super::*;

    fn request(body: &str) -> Request {
        let headers = vec![("content-type".to_owned(), "application/json; charset=utf-8".to_owned())];
        Request { body: body.as_bytes().to_vec(), headers, ..Request::default() }
    }

    fn problem<T: std::fmt::Debug>(result: Result<T, OperationError>) -> Problem {
        result.unwrap_err().into_problem().0
    }

    #[test]
    fn every_failing_field_is_named_at_once() {
        let body = r#"{"name": "", "kind": "blueprint", "metadata": {"a/b": 1, "ok": "x"}, "pages": [1, 0, "x"],
                       "options": {"depth": true, "colour": 1}, "surplus": null}"#;
        let found = problem(validate(&request(body), |fields| {
            fields.required_text("name", 1, 200);
            fields.required_text("filename", 1, 255);
            fields.name::<DocumentKind>("kind");
            fields.metadata();
            fields.integers("pages", 1, 500);
            fields.object("options", |options| options.text("depth", 0, 10));
        }));
        assert_eq!(found.code, ProblemCode::ValidationFailed);
        let mut named: Vec<_> = found.errors.iter().map(|error| error.field.as_str()).collect();
        named.sort_unstable();
        let expected = [
            "/filename",
            "/kind",
            "/metadata/a~1b",
            "/name",
            "/options/colour",
            "/options/depth",
            "/pages/1",
            "/pages/2",
            "/surplus",
        ];
        assert_eq!(named, expected);
    }

    #[test]
    fn a_list_of_names_has_each_once_and_at_least_one() {
        let read = |body: &str| validate(&request(body), |fields| fields.required_names::<DocumentKind>("kinds"));
        let good = read(r#"{"kinds": ["schedule", "drawing"]}"#).unwrap();
        assert_eq!(good, [DocumentKind::Schedule, DocumentKind::Drawing]);
        for (body, fields) in [
            ("{}", vec!["/kinds"]),
            (r#"{"kinds": null}"#, vec!["/kinds"]),
            (r#"{"kinds": []}"#, vec!["/kinds"]),
            (r#"{"kinds": "drawing"}"#, vec!["/kinds"]),
            (r#"{"kinds": ["drawing", "drawing", 1, "plan"]}"#, vec!["/kinds/1", "/kinds/2", "/kinds/3"]),
        ] {
            let errors = problem(read(body)).errors;
            assert_eq!(errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), fields, "{body}");
        }
    }

    #[test]
    fn what_is_no_json_object_is_refused_before_its_fields() {
        assert_eq!(problem(validate(&request("{"), |_| ())).code, ProblemCode::InvalidRequest);
        assert_eq!(problem(validate(&request("[]"), |_| ())).code, ProblemCode::InvalidRequest);
        let plain = Request { body: b"{}".to_vec(), ..Request::default() };
        assert_eq!(problem(validate(&plain, |_| ())).code, ProblemCode::UnsupportedMediaType);
        assert!(require_empty_body(&Request::default()).is_ok());
        assert!(require_empty_body(&request("{}")).is_ok());
        assert_eq!(problem(require_empty_body(&request(r#"{"a": 1}"#))).errors[0].field, "/a");
    }

    #[test]
    fn lengths_count_characters() {
        let long = format!(r#"{{"name": "{}"}}"#, "é".repeat(200));
        assert_eq!(validate(&request(&long), |fields| fields.required_text("name", 1, 200)).unwrap().len(), 400);
        let longer = format!(r#"{{"name": "{}"}}"#, "é".repeat(201));
        assert!(validate(&request(&longer), |fields| fields.required_text("name", 1, 200)).is_err());
    }
}
