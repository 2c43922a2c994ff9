//! Conversions between the contract's confidence and a library's.

use crate::bindings::quantities::Confidence;

/// Converts a library's confidence to the contract's.
pub(crate) fn confidence(confidence: plumbline_measurement::routes::Confidence) -> Confidence {
    match confidence {
        plumbline_measurement::routes::Confidence::High => Confidence::High,
        plumbline_measurement::routes::Confidence::Medium => Confidence::Medium,
        plumbline_measurement::routes::Confidence::Low => Confidence::Low,
    }
}

/// Converts the contract's confidence to a library's.
pub(crate) fn library_confidence(confidence: Confidence) -> plumbline_measurement::routes::Confidence {
    match confidence {
        Confidence::High => plumbline_measurement::routes::Confidence::High,
        Confidence::Medium => plumbline_measurement::routes::Confidence::Medium,
        Confidence::Low => plumbline_measurement::routes::Confidence::Low,
    }
}
