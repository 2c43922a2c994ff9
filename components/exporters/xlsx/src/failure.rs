//! The reasons why a workbook could not be made, with the messages that users see.

use rust_xlsxwriter::XlsxError;
use std::io;
use zip::result::ZipError;

/// The reason why a workbook could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// There are more rows than a sheet can contain.
    #[error("A worksheet holds 1,048,575 rows, and this takeoff has more {what}. Export as csv or json instead.")]
    TooManyRows { what: &'static str },
    /// An error of rust_xlsxwriter.
    #[error("The workbook could not be written: {0}.")]
    Workbook(#[from] XlsxError),
    /// An error of the container's library.
    #[error("The workbook could not be written: {0}.")]
    Container(ZipError),
    /// An error of the output, which is shown with its own text only.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A sheet of rust_xlsxwriter does not have the form into which rows are inserted.
    #[error("The workbook could not be written: the place for the rows of a sheet was not found.")]
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
