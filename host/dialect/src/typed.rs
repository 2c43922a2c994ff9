//! Expressions as they are written for PostgreSQL, with what is known about their values.

use std::fmt::Write as _;

use crate::Refusal;

/// A type that a column, a parameter or a value can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// `BIGINT`.
    Integer,
    /// `DOUBLE PRECISION`.
    Real,
    /// `TEXT`.
    Text,
    /// `BYTEA`.
    Blob,
}

impl Type {
    /// Returns PostgreSQL's name.
    pub fn postgres(self) -> &'static str {
        match self {
            Self::Integer => "bigint",
            Self::Real => "double precision",
            Self::Text => "text",
            Self::Blob => "bytea",
        }
    }

    /// Returns SQLite's name.
    pub(crate) fn sqlite(self) -> &'static str {
        match self {
            Self::Integer => "INTEGER",
            Self::Real => "REAL",
            Self::Text => "TEXT",
            Self::Blob => "BLOB",
        }
    }

    /// Returns the type with a name that migrations and CAST use.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name.to_ascii_uppercase().as_str() {
            "INTEGER" | "INT" | "BIGINT" => Some(Self::Integer),
            "REAL" | "DOUBLE PRECISION" | "DOUBLE" | "FLOAT" => Some(Self::Real),
            "TEXT" | "VARCHAR" => Some(Self::Text),
            "BLOB" | "BYTEA" => Some(Self::Blob),
            _ => None,
        }
    }

    pub(crate) fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Real)
    }
}

/// What an expression yields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    /// A boolean of PostgreSQL, which SQLite has as 0 or 1.
    Truth,
    /// A value of a type.
    Value(Type),
    /// The parameter of this number, without a type so far.
    Parameter(usize),
    /// NULL, or something made of NULLs and parameters alone.
    Unknown,
}

/// A constant, for conversions that SQLite makes and PostgreSQL does not.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constant {
    Integer(i64),
    Real(f64),
    Text(String),
}

/// An expression for PostgreSQL. Its text can be an operand of any operator.
#[derive(Debug, Clone)]
pub(crate) struct Typed {
    pub(crate) sql: String,
    pub(crate) of: Of,
    pub(crate) is_nullable: bool,
    /// Whether it is a text that PostgreSQL compares byte by byte, as SQLite does.
    pub(crate) is_collated: bool,
    /// Whether PostgreSQL computes with it in 32 bits.
    pub(crate) is_narrow: bool,
    pub(crate) constant: Option<Constant>,
}

impl Typed {
    /// Creates an expression that may be NULL.
    pub(crate) fn new(sql: impl Into<String>, of: Of) -> Self {
        Self { sql: sql.into(), of, is_nullable: true, is_collated: false, is_narrow: false, constant: None }
    }

    /// Creates an expression of a type that may be NULL.
    pub(crate) fn value(sql: impl Into<String>, of: Type) -> Self {
        Self::new(sql, Of::Value(of))
    }

    pub(crate) fn nullable(self, is_nullable: bool) -> Self {
        Self { is_nullable, ..self }
    }

    pub(crate) fn collated(self, is_collated: bool) -> Self {
        Self { is_collated, ..self }
    }

    /// Returns the type of the value, if it is known. A truth is an integer.
    pub(crate) fn known(&self) -> Option<Type> {
        match self.of {
            Of::Truth => Some(Type::Integer),
            Of::Value(of) => Some(of),
            Of::Parameter(_) | Of::Unknown => None,
        }
    }

    /// Turns a truth into 0 or 1.
    pub(crate) fn into_value(self) -> Self {
        if self.of != Of::Truth {
            return self;
        }
        let sql = format!("({}::int::bigint)", self.sql);
        Self { sql, of: Of::Value(Type::Integer), is_narrow: false, constant: None, ..self }
    }

    /// Makes the text comparable byte by byte.
    pub(crate) fn in_byte_order(self) -> Self {
        if self.is_collated || self.known() != Some(Type::Text) {
            return self;
        }
        Self { sql: format!("({} COLLATE \"C\")", self.sql), is_collated: true, ..self }
    }
}

/// Writes a text as a literal that does not depend on `standard_conforming_strings`. Control characters are escaped, so
/// that none is taken for a mark of a parameter.
pub(crate) fn literal(text: &str) -> String {
    if !text.contains(|c: char| c == '\\' || c.is_ascii_control()) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut out = String::from(" E'");
    for c in text.chars() {
        match c {
            '\'' => out.push_str("''"),
            '\\' => out.push_str("\\\\"),
            c if c.is_ascii_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

/// Writes a name.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Returns the refusal for types that meet in one place.
pub(crate) fn mismatch(one: Type, other: Type) -> Refusal {
    Refusal::Invalid(format!(
        "datatype mismatch: {} and {}. PostgreSQL converts neither; use CAST",
        one.sqlite(),
        other.sqlite()
    ))
}

/// Returns the refusal of a construct that PostgreSQL lacks or that works differently there.
pub(crate) fn unavailable(what: &str) -> Refusal {
    Refusal::Invalid(format!("{what} is not available on PostgreSQL"))
}
