//! The reasons why a workbook could not be made, with the messages that users see.

use rust_xlsxwriter::XlsxError;
use std::{fmt, io};
use zip::result::ZipError;

/// The reason why a workbook could not be made.
#[derive(Debug)]
pub(crate) enum Failure {
    /// There are more rows than a sheet can contain.
    TooManyRows { what: &'static str },
    /// An error of rust_xlsxwriter.
    Workbook(XlsxError),
    /// An error of the container's library.
    Container(ZipError),
    /// An error of the output.
    Output(io::Error),
    /// A sheet of rust_xlsxwriter does not have the form into which rows are inserted.
    SheetTemplate,
}

impl From<ZipError> for Failure {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => Self::Output(error),
            other => Self::Container(other),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<XlsxError> for Failure {
    fn from(error: XlsxError) -> Self {
        Self::Workbook(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyRows { what } => write!(
                f,
                "A worksheet holds 1,048,575 rows, and this takeoff has more {what}. Export as csv or json instead."
            ),
            Self::Workbook(error) => write!(f, "The workbook could not be written: {error}."),
            Self::Container(error) => write!(f, "The workbook could not be written: {error}."),
            // Show only the output's own error text.
            Self::Output(error) => error.fmt(f),
            Self::SheetTemplate => {
                f.write_str("The workbook could not be written: the place for the rows of a sheet was not found.")
            }
        }
    }
}
