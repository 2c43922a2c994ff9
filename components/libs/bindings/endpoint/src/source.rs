//! Sources of values: a request, or a recorder. [`crate::Fields`] and [`crate::Query`] read either, so that the function
//! that reads a body or a query also describes it.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::rule::{Need, Rule};
use crate::shape::{Parameters, Shape};

/// A value as a source has it.
pub(crate) enum Given<V> {
    /// Not at all, or null.
    Absent,
    /// Once.
    Once(V),
    /// Several times, which is refused.
    Repeated,
}

/// A source of named values.
pub(crate) trait Source<V> {
    /// Takes the value of a name, which must follow a rule. A recorder notes the rule and has no values.
    fn take(&mut self, name: &str, need: Need, rule: &Rule) -> Given<V>;

    /// Notes the default of a name that was taken, if this is a recorder.
    fn set_default(&mut self, name: &str, default: Value);

    /// Takes the names that are left, one for each value.
    fn take_unread(&mut self) -> Vec<String>;
}

/// A source of the fields of an object.
pub(crate) trait ObjectSource: Source<Value> {
    /// Takes a value that has no rule of its own. Null counts as absent.
    fn remove(&mut self, name: &str) -> Option<Value>;

    /// Returns whether the field is present, even if null. A recorder notes that it may be absent.
    fn has(&mut self, name: &str) -> bool;

    /// Returns which of two fields are present, of which exactly one must be. Null counts as absent.
    fn exactly_one(&mut self, names: [&str; 2]) -> [bool; 2];

    /// Returns whether another field is present if the first one has this value.
    fn requires(&mut self, condition: (&str, &str), other: &str) -> bool;

    /// Returns the recorder, if this is one.
    fn recorder(&mut self) -> Option<&mut Shape>;
}

/// The fields of a body.
impl Source<Value> for Map<String, Value> {
    fn take(&mut self, name: &str, _: Need, _: &Rule) -> Given<Value> {
        ObjectSource::remove(self, name).map_or(Given::Absent, Given::Once)
    }

    fn set_default(&mut self, _: &str, _: Value) {}

    fn take_unread(&mut self) -> Vec<String> {
        std::mem::take(self).into_iter().map(|(name, _)| name).collect()
    }
}

impl ObjectSource for Map<String, Value> {
    fn remove(&mut self, name: &str) -> Option<Value> {
        Self::remove(self, name).filter(|value| !value.is_null())
    }

    fn has(&mut self, name: &str) -> bool {
        self.contains_key(name)
    }

    fn exactly_one(&mut self, names: [&str; 2]) -> [bool; 2] {
        names.map(|name| self.get(name).is_some_and(|value| !value.is_null()))
    }

    fn requires(&mut self, (name, value): (&str, &str), other: &str) -> bool {
        self.get(name).is_none_or(|given| given != value) || self.contains_key(other)
    }

    fn recorder(&mut self) -> Option<&mut Shape> {
        None
    }
}

/// The description of a body.
impl Source<Value> for Shape {
    fn take(&mut self, name: &str, need: Need, rule: &Rule) -> Given<Value> {
        self.field(name, need, rule);
        Given::Absent
    }

    fn set_default(&mut self, name: &str, default: Value) {
        Self::set_default(self, name, default);
    }

    fn take_unread(&mut self) -> Vec<String> {
        Vec::new()
    }
}

impl ObjectSource for Shape {
    fn remove(&mut self, _: &str) -> Option<Value> {
        None
    }

    fn has(&mut self, name: &str) -> bool {
        self.may_be_absent(name);
        true
    }

    fn exactly_one(&mut self, names: [&str; 2]) -> [bool; 2] {
        Self::exactly_one(self, names);
        [true, false]
    }

    fn requires(&mut self, condition: (&str, &str), other: &str) -> bool {
        Self::requires(self, condition, other);
        true
    }

    fn recorder(&mut self) -> Option<&mut Shape> {
        Some(self)
    }
}

/// The parameters of a query, in order.
#[derive(Debug, Default)]
pub(crate) struct Pairs(pub(crate) Vec<(String, String)>);

impl Source<String> for Pairs {
    fn take(&mut self, name: &str, _: Need, _: &Rule) -> Given<String> {
        let Some(index) = self.0.iter().position(|(parameter, _)| parameter == name) else { return Given::Absent };
        let (_, value) = self.0.remove(index);
        if self.0.iter().any(|(parameter, _)| parameter == name) {
            self.0.retain(|(parameter, _)| parameter != name);
            return Given::Repeated;
        }
        Given::Once(value)
    }

    fn set_default(&mut self, _: &str, _: Value) {}

    fn take_unread(&mut self) -> Vec<String> {
        std::mem::take(&mut self.0).into_iter().map(|(name, _)| name).collect()
    }
}

/// The description of a query.
impl Source<String> for Rc<RefCell<Parameters>> {
    fn take(&mut self, name: &str, need: Need, rule: &Rule) -> Given<String> {
        self.borrow_mut().add(name, need, rule);
        Given::Absent
    }

    fn set_default(&mut self, name: &str, default: Value) {
        self.borrow_mut().set_default(name, default);
    }

    fn take_unread(&mut self) -> Vec<String> {
        Vec::new()
    }
}
