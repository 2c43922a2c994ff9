//! A short summary of a sheet, used to find repeated views across a document.

use plumbline_geometry::Rect;
use serde::{Deserialize, Serialize};

use crate::regions::discipline::Discipline;
use crate::regions::model::{Outline, Regions, ViewportKind};
use crate::regions::ranking::RankedDiscipline;

/// A sheet of a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SheetSummary {
    /// Page number in the document, from 1.
    pub page: u32,
    /// Sheet number.
    pub number: Option<String>,
    /// Sheet title.
    pub title: Option<String>,
    /// Discipline.
    pub discipline: Option<Discipline>,
    /// Views, in the order of [`Regions::viewports`].
    pub viewports: Vec<ViewportSummary>,
    /// Parts of its plans that are drawn larger elsewhere.
    pub outlines: Vec<Outline>,
}

/// A view of a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ViewportSummary {
    /// Kind.
    pub kind: ViewportKind,
    /// Number.
    pub number: Option<String>,
    /// Title.
    pub title: Option<String>,
    /// Ratio of real length to length on paper.
    pub ratio: Option<f64>,
    /// The part of the page that belongs to it, in points.
    pub area: Rect,
}

impl SheetSummary {
    /// Creates the summary of a page.
    pub fn new(page: u32, regions: &Regions, ranking: &[RankedDiscipline]) -> Self {
        let viewports = regions.viewports.iter().map(|v| ViewportSummary {
            kind: v.kind,
            number: v.number.clone(),
            title: v.title.clone(),
            ratio: v.scale.as_ref().map(|s| s.ratio),
            area: v.area,
        });
        Self {
            page,
            number: regions.number.clone(),
            title: regions.title.clone(),
            discipline: ranking.first().map(|r| r.discipline),
            viewports: viewports.collect(),
            outlines: regions.outlines.clone(),
        }
    }
}
