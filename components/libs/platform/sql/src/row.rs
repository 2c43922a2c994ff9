//! Rows, whose columns are read by name.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::de::DeserializeOwned;

use crate::{DbError, DbResult, Value};

/// A row of a result. Columns are read by name.
#[derive(Debug)]
pub struct Row {
    columns: Arc<[String]>,
    values: Vec<Value>,
    /// The column after the one last read, because columns are mostly read in the order of the statement. Searches only
    /// start there, so threads may overwrite it.
    next: AtomicUsize,
}

impl Clone for Row {
    fn clone(&self) -> Self {
        Self::new(Arc::clone(&self.columns), self.values.clone())
    }
}

impl Row {
    /// Creates a row from the names of its columns, which the rows of a result share, and their values in the same order.
    pub fn new(columns: Arc<[String]>, values: Vec<Value>) -> Self {
        Self { columns, values, next: AtomicUsize::new(0) }
    }

    /// Returns the names of the columns and their values, in order.
    pub(crate) fn into_parts(self) -> (Arc<[String]>, Vec<Value>) {
        (self.columns, self.values)
    }

    /// Returns the values, in order.
    pub fn into_values(self) -> Vec<Value> {
        self.values
    }

    fn index(&self, column: &str) -> DbResult<usize> {
        let next = self.next.load(Ordering::Relaxed);
        let index = (next..self.columns.len())
            .chain(0..next)
            .find(|&index| self.columns.get(index).is_some_and(|name| name == column))
            .ok_or_else(|| DbError::column(column, "is not in the answer"))?;
        self.next.store(index + 1, Ordering::Relaxed);
        Ok(index)
    }

    /// Returns the value of a column.
    ///
    /// # Errors
    /// [`DbError::Column`] if the row does not have such a column.
    pub fn value(&self, column: &str) -> DbResult<&Value> {
        let index = self.index(column)?;
        self.values.get(index).ok_or_else(|| DbError::column(column, "is not in the answer"))
    }

    /// Reads a TEXT column that is never NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for any other value.
    pub fn text(&self, column: &str) -> DbResult<String> {
        self.opt_text(column)?.ok_or_else(|| DbError::column(column, "is NULL"))
    }

    /// Reads a TEXT column that may be NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for a value that is neither text nor NULL.
    pub fn opt_text(&self, column: &str) -> DbResult<Option<String>> {
        Ok(self.opt_str(column)?.map(str::to_owned))
    }

    /// Reads a TEXT column that holds an id and is never NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for any other value.
    pub fn id<T: DeserializeOwned>(&self, column: &str) -> DbResult<T> {
        self.name(column)
    }

    /// Reads a TEXT column that holds an id or is NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for a value that is neither text nor NULL.
    pub fn opt_id<T: DeserializeOwned>(&self, column: &str) -> DbResult<Option<T>> {
        self.opt_name(column)
    }

    /// Takes the text of a TEXT column that is never NULL out of the row, leaving NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for any other value.
    pub fn take_text(&mut self, column: &str) -> DbResult<String> {
        self.take_opt_text(column)?.ok_or_else(|| DbError::column(column, "is NULL"))
    }

    /// Takes the text of a TEXT column that may be NULL out of the row, leaving NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for a value that is neither text nor NULL.
    pub fn take_opt_text(&mut self, column: &str) -> DbResult<Option<String>> {
        let index = self.index(column)?;
        match self.values.get_mut(index) {
            Some(Value::Null) => Ok(None),
            Some(Value::Text(text)) => {
                let text = std::mem::take(text);
                self.values[index] = Value::Null;
                Ok(Some(text))
            }
            other => Err(DbError::column(column, format!("is not text: {other:?}"))),
        }
    }

    /// Replaces the value of a column.
    ///
    /// # Errors
    /// [`DbError::Column`] if the row does not have such a column.
    pub fn set(&mut self, column: &str, value: Value) -> DbResult<()> {
        let index = self.index(column)?;
        let found = self.values.get_mut(index).ok_or_else(|| DbError::column(column, "is not in the answer"))?;
        *found = value;
        Ok(())
    }

    fn opt_str(&self, column: &str) -> DbResult<Option<&str>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text)),
            other => Err(DbError::column(column, format!("is not text: {other:?}"))),
        }
    }

    /// Reads a BIGINT column that is never NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for any other value.
    pub fn int(&self, column: &str) -> DbResult<i64> {
        self.opt_int(column)?.ok_or_else(|| DbError::column(column, "is NULL"))
    }

    /// Reads a BIGINT column that may be NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for a value that is neither an integer nor NULL.
    pub fn opt_int(&self, column: &str) -> DbResult<Option<i64>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Integer(number) => Ok(Some(*number)),
            other => Err(DbError::column(column, format!("is not an integer: {other:?}"))),
        }
    }

    /// Reads a BIGINT column that holds a count or a page number.
    ///
    /// # Errors
    /// [`DbError::Column`] if it is NULL, negative or over `u32::MAX`.
    pub fn count(&self, column: &str) -> DbResult<u32> {
        u32::try_from(self.int(column)?).map_err(|_| DbError::column(column, "is out of range"))
    }

    /// Reads a BIGINT column that holds 0 or 1.
    ///
    /// # Errors
    /// [`DbError::Column`] if it is not an integer.
    pub fn flag(&self, column: &str) -> DbResult<bool> {
        Ok(self.int(column)? != 0)
    }

    /// Reads a BYTEA or BLOB column that is never NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for any other value.
    pub fn bytes(&self, column: &str) -> DbResult<&[u8]> {
        match self.value(column)? {
            Value::Blob(bytes) => Ok(bytes),
            other => Err(DbError::column(column, format!("does not hold bytes: {other:?}"))),
        }
    }

    /// Reads a DOUBLE PRECISION column that is never NULL. SQLite may return a whole number as an integer.
    ///
    /// # Errors
    /// [`DbError::Column`] for any other value.
    pub fn real(&self, column: &str) -> DbResult<f64> {
        self.opt_real(column)?.ok_or_else(|| DbError::column(column, "is NULL"))
    }

    /// Reads a DOUBLE PRECISION column that may be NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] for a value that is neither a number nor NULL.
    pub fn opt_real(&self, column: &str) -> DbResult<Option<f64>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Real(number) => Ok(Some(*number)),
            #[expect(clippy::cast_precision_loss, reason = "quantities and credits are far below 2^53")]
            Value::Integer(number) => Ok(Some(*number as f64)),
            other => Err(DbError::column(column, format!("is not a number: {other:?}"))),
        }
    }

    /// Reads a TEXT column that holds JSON.
    ///
    /// # Errors
    /// [`DbError::Column`] if it is NULL or does not deserialize as `T`.
    pub fn json<T: DeserializeOwned>(&self, column: &str) -> DbResult<T> {
        self.opt_json(column)?.ok_or_else(|| DbError::column(column, "is NULL"))
    }

    /// Reads a TEXT column that holds JSON or is NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] if its text does not deserialize as `T`.
    pub fn opt_json<T: DeserializeOwned>(&self, column: &str) -> DbResult<Option<T>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Text(text) => {
                serde_json::from_str(text).map(Some).map_err(|error| DbError::column(column, error.to_string()))
            }
            other => Err(DbError::column(column, format!("is not text: {other:?}"))),
        }
    }

    /// Reads a TEXT column that holds a name from a closed set, such as an enumeration of the contract.
    ///
    /// # Errors
    /// [`DbError::Column`] if it is NULL or the name is not in the set.
    pub fn name<T: DeserializeOwned>(&self, column: &str) -> DbResult<T> {
        self.opt_name(column)?.ok_or_else(|| DbError::column(column, "is NULL"))
    }

    /// Reads a TEXT column that holds a name from a closed set or is NULL.
    ///
    /// # Errors
    /// [`DbError::Column`] if the name is not in the set.
    pub fn opt_name<T: DeserializeOwned>(&self, column: &str) -> DbResult<Option<T>> {
        let Some(text) = self.opt_str(column)? else { return Ok(None) };
        T::deserialize(serde::de::value::StrDeserializer::<serde::de::value::Error>::new(text))
            .map(Some)
            .map_err(|error| DbError::column(column, error.to_string()))
    }
}
