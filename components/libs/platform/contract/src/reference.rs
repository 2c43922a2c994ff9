//! The reference lists other than units and taxonomy: disciplines, export formats.

use serde::Serialize;

use crate::taxonomy::sentence_case;
use crate::{Discipline, ExportFormat, rates};

/// A list that is not paginated.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "{T}List"))]
pub struct WholeList<T> {
    /// All entries.
    pub data: Vec<T>,
}

/// A discipline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DisciplineInfo"))]
pub struct DisciplineEntry {
    /// Code.
    pub code: Discipline,
    /// Display name.
    pub name: &'static str,
}

/// Returns every discipline, in the contract's order.
pub fn disciplines() -> WholeList<DisciplineEntry> {
    let entry = |code: &Discipline| DisciplineEntry { code: *code, name: code.title() };
    WholeList { data: Discipline::ALL.iter().map(entry).collect() }
}

/// An export format.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ExportFormatInfo"))]
pub struct ExportFormatEntry {
    /// Code.
    pub code: String,
    /// Display name.
    pub name: String,
    /// Credits per export.
    pub credits: f64,
}

/// Returns the export formats. `bound` has the slots' names of the exporters that are bound. Without it, returns the
/// contract's formats.
///
/// The contract's formats come first, in its order. Other formats are a partner's. Their display name is the name of the
/// slot as a phrase, and they cost as much as the format of an estimating package.
pub fn export_formats(bound: Option<&[String]>) -> Vec<ExportFormatEntry> {
    let decided = ExportFormat::ALL
        .iter()
        .filter(|format| bound.is_none_or(|bound| bound.iter().any(|name| name == format.as_str())))
        .map(|format| ExportFormatEntry {
            code: format.as_str().to_owned(),
            name: format.title().to_owned(),
            credits: rates::export(*format),
        });
    let mut partners: Vec<&String> =
        bound.unwrap_or_default().iter().filter(|name| ExportFormat::parse(name).is_none()).collect();
    partners.sort_unstable();
    partners.dedup();
    let partners = partners.into_iter().map(|name| ExportFormatEntry {
        code: name.clone(),
        name: sentence_case(&name.replace('-', "_")),
        credits: rates::EXPORT_ESTIMATING_FORMAT,
    });
    decided.chain(partners).collect()
}

impl ExportFormat {
    /// Returns the display name: the package's, with the file that it imports.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Csv => "Comma-separated values (CSV)",
            Self::Xlsx => "Excel workbook (XLSX)",
            Self::Json => "JSON",
            Self::Pdf => "Marked sheets (PDF)",
            Self::Png => "A picture of each item (PNG in a ZIP)",
            Self::MsProject => "Microsoft Project (MSPDI XML)",
            Self::PrimaveraP6 => "Oracle Primavera P6 (XER)",
            Self::RibItwo => "RIB iTWO (GAEB DA XML 3.3, X83)",
            Self::Presto => "Presto (FIEBDC-3/2020, BC3)",
            Self::Quickbooks => "Intuit QuickBooks (IIF estimate)",
        }
    }
}
