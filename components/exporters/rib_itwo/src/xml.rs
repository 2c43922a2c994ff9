//! Writing of XML elements. quick-xml escapes text; this module keeps the callers short.

use std::io;

use plumbline_exporter::{ChunkWriter, Output};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// A writer of elements to an output.
pub(crate) struct Xml<O: Output> {
    writer: Writer<ChunkWriter<O>>,
}

impl<O: Output> Xml<O> {
    /// Starts a document in UTF-8.
    pub(crate) fn new(output: O) -> io::Result<Self> {
        let mut writer = Writer::new_with_indent(ChunkWriter::new(output), b' ', 1);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        Ok(Self { writer })
    }

    /// Writes the remaining bytes and returns the output.
    pub(crate) fn finish(self) -> Result<O, String> {
        self.writer.into_inner().finish()
    }

    /// Starts an element. [`Xml::end`] ends it.
    pub(crate) fn start(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        self.writer.write_event(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())))
    }

    /// Ends an element.
    pub(crate) fn end(&mut self, name: &str) -> io::Result<()> {
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    /// Writes an element that contains elements.
    pub(crate) fn element(&mut self, name: &str, content: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.start(name, &[])?;
        content(self)?;
        self.end(name)
    }

    /// Writes an element that contains a text.
    pub(crate) fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.start(name, &[])?;
        self.writer.write_event(Event::Text(BytesText::new(text)))?;
        self.end(name)
    }

    /// Writes an element of formatted text (tgFText, tgMLText), with a paragraph for each line.
    pub(crate) fn formatted<T: AsRef<str>>(
        &mut self,
        name: &str,
        lines: impl IntoIterator<Item = T>,
    ) -> io::Result<()> {
        self.element(name, |xml| {
            for line in lines {
                xml.element("p", |xml| xml.text("span", line.as_ref()))?;
            }
            Ok(())
        })
    }
}
