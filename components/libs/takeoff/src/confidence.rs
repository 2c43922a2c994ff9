//! Conversions between the contract's confidence and a library's.

use plumbline_guest_extractor::quantities::Confidence;

/// Converts a library's confidence to the contract's.
pub(crate) fn confidence(confidence: plumbline_routes::Confidence) -> Confidence {
    match confidence {
        plumbline_routes::Confidence::High => Confidence::High,
        plumbline_routes::Confidence::Medium => Confidence::Medium,
        plumbline_routes::Confidence::Low => Confidence::Low,
    }
}

/// Converts the contract's confidence to a library's.
pub(crate) fn library_confidence(confidence: Confidence) -> plumbline_routes::Confidence {
    match confidence {
        Confidence::High => plumbline_routes::Confidence::High,
        Confidence::Medium => plumbline_routes::Confidence::Medium,
        Confidence::Low => plumbline_routes::Confidence::Low,
    }
}
