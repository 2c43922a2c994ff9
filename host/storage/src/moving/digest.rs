//! The digest of a table's rows.

use plumbline_sql::Value;
use sha2::{Digest as _, Sha256};

/// The number of rows, and SHA-256 over them in the order in which they were added.
#[derive(Debug, Clone, Default)]
pub(super) struct Digest {
    rows: u64,
    hash: Sha256,
}

impl Digest {
    /// Adds a row. Each value has a mark of its type and, if its length varies, its length, so that no two rows are alike.
    pub(super) fn add(&mut self, row: &[Value]) {
        self.rows += 1;
        for value in row {
            match value {
                Value::Null => self.hash.update([0]),
                Value::Integer(number) => self.update(1, &number.to_le_bytes()),
                Value::Real(number) => self.update(2, &number.to_bits().to_le_bytes()),
                Value::Text(text) => self.update_sized(3, text.as_bytes()),
                Value::Blob(bytes) => self.update_sized(4, bytes),
            }
        }
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the digest in hexadecimal.
    pub(super) fn hex(&self) -> String {
        hex::encode(self.hash.clone().finalize())
    }

    fn update(&mut self, mark: u8, bytes: &[u8]) {
        self.hash.update([mark]);
        self.hash.update(bytes);
    }

    fn update_sized(&mut self, mark: u8, bytes: &[u8]) {
        self.update(mark, &(bytes.len() as u64).to_le_bytes());
        self.hash.update(bytes);
    }
}

impl PartialEq for Digest {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows && self.hash.clone().finalize() == other.hash.clone().finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_differ_by_type_length_and_order() {
        let digest = |rows: &[Vec<Value>]| {
            let mut digest = Digest::default();
            rows.iter().for_each(|row| digest.add(row));
            digest.hex()
        };
        let text = |text: &str| Value::from(text);
        let rows = [
            vec![text("a"), text("b")],
            vec![text("ab"), text("")],
            vec![text("a"), Value::Blob(b"b".to_vec())],
            vec![Value::Integer(1), Value::Null],
            vec![Value::Real(1.0), Value::Null],
        ];
        for (place, one) in rows.iter().enumerate() {
            for other in &rows[place + 1..] {
                assert_ne!(digest(std::slice::from_ref(one)), digest(std::slice::from_ref(other)), "{one:?} {other:?}");
            }
        }
        let [first, second, ..] = &rows;
        assert_ne!(digest(&[first.clone(), second.clone()]), digest(&[second.clone(), first.clone()]));
    }
}
