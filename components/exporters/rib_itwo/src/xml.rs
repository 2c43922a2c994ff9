//! Elements of a file as they are written: quick-xml escapes and keeps the nesting, this keeps it short.

use std::io;

use plumbline_guest_exporter::{ChunkWriter, Output};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// Writes elements into an output.
pub(crate) struct Xml<O: Output> {
    writer: Writer<ChunkWriter<O>>,
}

impl<O: Output> Xml<O> {
    /// A document in UTF-8.
    pub(crate) fn new(output: O) -> io::Result<Self> {
        let mut writer = Writer::new_with_indent(ChunkWriter::new(output), b' ', 1);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        Ok(Self { writer })
    }

    /// Writes what is left and returns the output.
    pub(crate) fn finish(self) -> Result<O, String> {
        self.writer.into_inner().finish()
    }

    /// Begins an element; [`Xml::end`] ends it.
    pub(crate) fn start(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        self.writer.write_event(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())))
    }

    /// Ends an element.
    pub(crate) fn end(&mut self, name: &str) -> io::Result<()> {
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    /// An element with elements in it.
    pub(crate) fn element(&mut self, name: &str, content: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.start(name, &[])?;
        content(self)?;
        self.end(name)
    }

    /// An element with a text in it.
    pub(crate) fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.start(name, &[])?;
        self.writer.write_event(Event::Text(BytesText::new(text)))?;
        self.end(name)
    }

    /// An element of formatted text (tgFText, tgMLText): each line a paragraph.
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
