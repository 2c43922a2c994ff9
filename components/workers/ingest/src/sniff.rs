//! File types, detected from bytes or declared.

/// The types of drawings that the service accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileType {
    Pdf,
    Png,
    Jpeg,
    Dwg,
    Dxf,
}

impl FileType {
    const ALL: [Self; 5] = [Self::Pdf, Self::Png, Self::Jpeg, Self::Dwg, Self::Dxf];

    /// Returns its media type, its name and its slot.
    const fn properties(self) -> [&'static str; 3] {
        match self {
            Self::Pdf => ["application/pdf", "PDF", "reader:pdf"],
            Self::Png => ["image/png", "PNG", "reader:image"],
            Self::Jpeg => ["image/jpeg", "JPEG", "reader:image"],
            Self::Dwg => ["image/vnd.dwg", "DWG", "reader:cad"],
            Self::Dxf => ["application/dxf", "DXF", "reader:cad"],
        }
    }

    /// Returns the media type as the contract spells it.
    pub(crate) fn media_type(self) -> &'static str {
        self.properties()[0]
    }

    /// Returns the name for people, which is also an extension of file names.
    pub(crate) fn name(self) -> &'static str {
        self.properties()[1]
    }

    /// Returns the slot of the component that reads it.
    pub(crate) fn slot(self) -> &'static str {
        self.properties()[2]
    }

    /// Returns the declared type of a document: its declared media type, or otherwise the extension of its name.
    /// Returns `None` if neither is known.
    pub(crate) fn declared(media_type: Option<&str>, filename: &str) -> Option<Self> {
        if let Some(media_type) = media_type {
            let essence = media_type.split(';').next().unwrap_or_default().trim();
            return Self::ALL.into_iter().find(|t| t.media_type().eq_ignore_ascii_case(essence));
        }
        let (_, ending) = filename.rsplit_once('.')?;
        let ending = if ending.eq_ignore_ascii_case("jpg") { "jpeg" } else { ending };
        Self::ALL.into_iter().find(|t| t.name().eq_ignore_ascii_case(ending))
    }

    /// Detects the type from the first bytes. Expects at least [`SNIFF_BYTES`] of them, or the whole file if it is
    /// shorter.
    pub(crate) fn detect(head: &[u8]) -> Option<Self> {
        if head.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if head.starts_with(b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else if is_dwg(head) {
            Some(Self::Dwg)
        } else if is_dxf(head) {
            Some(Self::Dxf)
        } else if head.windows(5).any(|window| window == b"%PDF-") {
            // Readers of PDF accept the header anywhere in the first kilobyte, because mail gateways add lines before
            // it.
            Some(Self::Pdf)
        } else {
            None
        }
    }
}

/// Number of bytes that [`FileType::detect`] examines.
pub(crate) const SNIFF_BYTES: u32 = 1024;

/// Returns whether the bytes are a DWG, which starts with its version: AC1.2 … AC2.22 of the eighties, then AC1001 …
/// AC1032.
fn is_dwg(head: &[u8]) -> bool {
    match head.get(..6) {
        Some([b'A', b'C', b'1', b'0', tens, ones]) => tens.is_ascii_digit() && ones.is_ascii_digit(),
        Some([b'A', b'C', b'1' | b'2', b'.', minor, _]) => minor.is_ascii_digit(),
        _ => false,
    }
}

/// Returns whether the bytes are a DXF: "AutoCAD Binary DXF", or pairs of lines of which the first that is not a
/// comment (999) is 0, SECTION.
fn is_dxf(head: &[u8]) -> bool {
    if head.starts_with(b"AutoCAD Binary DXF\r\n\x1a\0") {
        return true;
    }
    let head = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head);
    let mut lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    while let (Some(code), Some(value)) = (lines.next(), lines.next()) {
        match code {
            b"999" => {}
            b"0" => return value == b"SECTION",
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_is_known_by_its_bytes() {
        let cases: [(&[u8], Option<FileType>); 15] = [
            (b"%PDF-1.7\n", Some(FileType::Pdf)),
            (b"\r\n--boundary\r\n%PDF-1.4", Some(FileType::Pdf)),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some(FileType::Png)),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", Some(FileType::Jpeg)),
            (b"AC1032\0\0", Some(FileType::Dwg)),
            (b"AC1.50\0\0", Some(FileType::Dwg)),
            (b"AC-DC, a band", None),
            (b"AutoCAD Binary DXF\r\n\x1a\0\0\0SECTION", Some(FileType::Dxf)),
            (b"  0\r\nSECTION\r\n  2\r\nHEADER\r\n", Some(FileType::Dxf)),
            (b"999\nmade by hand\n0\nSECTION\n", Some(FileType::Dxf)),
            (b"0\nFOOTER\n", None),
            (b"PK\x03\x04", None),
            (b"<html>", None),
            (b"999\n", None),
            (b"", None),
        ];
        for (bytes, expected) in cases {
            assert_eq!(FileType::detect(bytes), expected, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn the_declared_type_counts_before_the_name() {
        assert_eq!(FileType::declared(Some("image/png"), "E-101.pdf"), Some(FileType::Png));
        assert_eq!(FileType::declared(Some("Application/PDF; version=1.7"), "x"), Some(FileType::Pdf));
        assert_eq!(FileType::declared(None, "site.plan.DWG"), Some(FileType::Dwg));
        assert_eq!(FileType::declared(None, "photo.JPG"), Some(FileType::Jpeg));
        assert_eq!(FileType::declared(None, "drawing"), None);
        assert_eq!(FileType::declared(None, "notes.txt"), None);
    }
}
