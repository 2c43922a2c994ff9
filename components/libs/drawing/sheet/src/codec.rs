//! The sheet as bytes: postcard, field after field. Parsed sheets are stored and passed on in this form.

use crate::model::Sheet;

/// The error for bytes that are not a sheet.
#[derive(Debug)]
pub struct DecodeError(postcard::Error);

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "these bytes are not a stored sheet: {}", self.0)
    }
}

impl std::error::Error for DecodeError {}

impl Sheet {
    /// Encodes the sheet as bytes.
    pub fn encode(&self) -> Vec<u8> {
        // Writing plain columns to memory cannot fail. `decode` would reject an empty result.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Decodes a sheet from the bytes of [`Sheet::encode`].
    ///
    /// # Errors
    /// Returns an error if the bytes are truncated or not a sheet.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        postcard::from_bytes(bytes).map_err(DecodeError)
    }
}

#[cfg(test)]
mod tests {
    use crate::drawing::Drawing;
    use crate::model::Sheet;

    #[test]
    fn a_sheet_survives_the_round_trip_and_a_cut_is_an_error() {
        let mut drawing = Drawing::new(200.0, 100.0);
        drawing.line([10.0, 10.0], [50.0, 10.0]).text("E-101", [20.0, 30.0], 8.0);
        let sheet = drawing.sheet();
        let bytes = sheet.encode();
        assert_eq!(Sheet::decode(&bytes).unwrap(), sheet);
        assert!(Sheet::decode(&bytes[..bytes.len() - 1]).is_err());
        assert!(Sheet::decode(&[]).is_err());
    }
}
