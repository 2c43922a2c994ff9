//! The rate card: what operations cost, in credits. The only place that knows.

/// A document taken in.
pub const DOCUMENT_INGEST: f64 = 0.0;
/// A drawing converted to a viewable CAD model.
pub const DOCUMENT_CAD_CONVERT: f64 = 100.0;
/// A page taken off from its text layer and linework, without vision.
pub const TAKEOFF_TEXT_PAGE: f64 = 0.5;
/// A page taken off with vision.
pub const TAKEOFF_PAGE: f64 = 2.5;
/// A page of a deep takeoff (premium).
pub const TAKEOFF_DEEP_PAGE: f64 = 10.0;
/// The least a takeoff costs.
pub const TAKEOFF_JOB_MIN: f64 = 10.0;
/// An estimate.
pub const ESTIMATE_GENERATE: f64 = 50.0;
/// A line item priced.
pub const ESTIMATE_ITEM_PRICED: f64 = 0.2;
/// A csv, xlsx, json, pdf or png export.
pub const EXPORT_STANDARD: f64 = 0.0;
/// An export for an estimating or planning package.
pub const EXPORT_ESTIMATING_FORMAT: f64 = 20.0;

/// A project's renders (premium).
pub const INTERIOR_REVEAL: f64 = 100.0;
/// A walkthrough video (premium).
pub const INTERIOR_WALKTHROUGH_VIDEO: f64 = 30.0;
/// A document's BIM model (premium).
pub const BIM_GENERATE: f64 = 50.0;
/// A document's clash detection (premium).
pub const CLASH_RUN: f64 = 60.0;
/// An embed address of a model, made or refreshed (premium).
pub const SHARE_EMBED_URL: f64 = 0.0;

/// The whole rate card by the names of the contract: the standard tier, then the premium one, each in its order. Operations
/// that are not available yet already have their price. `GET /capabilities` says what is available.
pub const RATE_CARD: &[(&str, f64)] = &[
    ("document.ingest", DOCUMENT_INGEST),
    ("document.cad_convert", DOCUMENT_CAD_CONVERT),
    ("takeoff.text_page", TAKEOFF_TEXT_PAGE),
    ("takeoff.page", TAKEOFF_PAGE),
    ("takeoff.job_min", TAKEOFF_JOB_MIN),
    ("estimate.generate", ESTIMATE_GENERATE),
    ("estimate.item_priced", ESTIMATE_ITEM_PRICED),
    ("export.standard", EXPORT_STANDARD),
    ("export.estimating_format", EXPORT_ESTIMATING_FORMAT),
    ("takeoff.deep_page", TAKEOFF_DEEP_PAGE),
    ("interior.reveal", INTERIOR_REVEAL),
    ("interior.walkthrough_video", INTERIOR_WALKTHROUGH_VIDEO),
    ("bim.generate", BIM_GENERATE),
    ("clash.run", CLASH_RUN),
    ("share.embed_url", SHARE_EMBED_URL),
];

/// Text of the page about credits, above the accounts: the parts before and after the name of the organization.
pub const USE_OF_CREDITS: [&str; 2] = [
    "Takeoffs and some exports use the credits of",
    "While a job runs, its estimated credits are on hold. You are charged for the pages processed, and the rest is \
     released.",
];

/// Returns the description of an operation of the rate card, or `None` if it is not available yet.
pub fn words(operation: &str) -> Option<&'static str> {
    Some(match operation {
        "document.ingest" => "Document upload",
        "takeoff.text_page" => "Takeoff, per vector page",
        "takeoff.page" => "Takeoff, per scanned page",
        "takeoff.job_min" => "Minimum charge per takeoff",
        "takeoff.deep_page" => "Deep takeoff, per page (premium)",
        "export.standard" => "Standard export, such as CSV or XLSX",
        "export.estimating_format" => "Export to an estimating or scheduling package",
        _ => return None,
    })
}

/// The rate of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageRate {
    /// The text layer and the linework suffice.
    TextPage,
    /// Vision is needed.
    Page,
    /// Deep takeoff.
    DeepPage,
    /// Nothing was done: the page is empty or could not be read.
    None,
}

impl PageRate {
    /// Returns the name in `takeoff_pages.rate`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TextPage => "text_page",
            Self::Page => "page",
            Self::DeepPage => "deep_page",
            Self::None => "none",
        }
    }

    /// Returns the rate with this name in `takeoff_pages.rate`, or `None` if there is none.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::TextPage, Self::Page, Self::DeepPage, Self::None].into_iter().find(|rate| rate.as_str() == name)
    }

    /// Returns the credits that one page costs.
    pub const fn credits(self) -> f64 {
        match self {
            Self::TextPage => TAKEOFF_TEXT_PAGE,
            Self::Page => TAKEOFF_PAGE,
            Self::DeepPage => TAKEOFF_DEEP_PAGE,
            Self::None => 0.0,
        }
    }

    /// Returns the highest rate that a page can need. A page with text and linework never needs vision.
    pub const fn dearest(deep: bool, has_text: bool, has_vectors: bool) -> Self {
        if deep {
            Self::DeepPage
        } else if has_text && has_vectors {
            Self::TextPage
        } else {
            Self::Page
        }
    }
}

/// Returns the credits that a takeoff of these pages costs: the sum of their rates, and at least the job's minimum.
///
/// The highest rates give the estimate, the actual rates give the charge. An actual rate never exceeds the highest, so a
/// charge never exceeds the estimate.
pub fn takeoff(pages: impl IntoIterator<Item = PageRate>) -> f64 {
    pages.into_iter().map(PageRate::credits).sum::<f64>().max(TAKEOFF_JOB_MIN)
}

/// Returns the credits that an export costs.
pub const fn export(format: crate::ExportFormat) -> f64 {
    if format.is_estimating() { EXPORT_ESTIMATING_FORMAT } else { EXPORT_STANDARD }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_takeoff_costs_its_pages_and_at_least_the_minimum() {
        assert_eq!(takeoff([PageRate::TextPage; 3]), 10.0);
        assert_eq!(takeoff([PageRate::TextPage; 30]), 15.0);
        assert_eq!(takeoff([PageRate::Page, PageRate::Page, PageRate::DeepPage]), 15.0);
        assert_eq!(PageRate::dearest(false, true, true), PageRate::TextPage);
        assert_eq!(PageRate::dearest(false, true, false), PageRate::Page);
        assert_eq!(PageRate::dearest(false, false, true), PageRate::Page);
        assert_eq!(PageRate::dearest(true, true, true), PageRate::DeepPage);
    }

    #[test]
    fn operations_that_are_served_have_words() {
        let named: Vec<_> = RATE_CARD.iter().filter(|(name, _)| words(name).is_some()).collect();
        assert_eq!(named.len(), 7, "an operation of the rate card has another name now: {named:?}");
    }

    #[test]
    fn the_rate_card_is_the_contracts() {
        let card: Vec<String> = RATE_CARD.iter().map(|(operation, credits)| format!("{operation} {credits}")).collect();
        let contract = "document.ingest 0|document.cad_convert 100|takeoff.text_page 0.5|takeoff.page 2.5|takeoff.job_min 10|\
            estimate.generate 50|estimate.item_priced 0.2|export.standard 0|export.estimating_format 20|takeoff.deep_page 10|\
            interior.reveal 100|interior.walkthrough_video 30|bim.generate 50|clash.run 60|share.embed_url 0";
        assert_eq!(card.join("|"), contract);
    }
}
