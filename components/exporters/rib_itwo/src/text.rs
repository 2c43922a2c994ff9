//! Formatted text of GAEB files.

use std::io::{self, Write};

use plumbline_exporter::Xml;

/// Writes an element of formatted text (tgFText, tgMLText), with a paragraph for each line.
pub(crate) fn formatted(
    xml: &mut Xml<impl Write>,
    name: &str,
    lines: impl IntoIterator<Item = impl AsRef<str>>,
) -> io::Result<()> {
    xml.element(name, |xml| {
        for line in lines {
            xml.element("p", |xml| xml.text("span", line.as_ref()))?;
        }
        Ok(())
    })
}
