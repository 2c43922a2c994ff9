//! Elements of XML, for formats that are XML. quick-xml escapes texts. This module keeps the callers short, and replaces
//! characters that XML cannot hold.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::io::{self, Write};

/// A document being written.
pub struct Xml<W: Write> {
    writer: Writer<W>,
}

impl<W: Write> Xml<W> {
    /// Starts a document in UTF-8. `standalone` is the declaration's value, if it has one.
    ///
    /// # Errors
    /// The error of `out`, as for all methods.
    pub fn begin(out: W, standalone: Option<&str>) -> io::Result<Self> {
        let mut writer = Writer::new_with_indent(out, b' ', 1);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), standalone)))?;
        Ok(Self { writer })
    }

    /// Returns the underlying writer.
    pub fn into_inner(self) -> W {
        self.writer.into_inner()
    }

    /// Starts an element. [`Xml::end`] ends it.
    ///
    /// # Errors
    /// The error of the underlying writer.
    pub fn start(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        self.writer.write_event(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())))
    }

    /// Ends an element.
    ///
    /// # Errors
    /// The error of the underlying writer.
    pub fn end(&mut self, name: &str) -> io::Result<()> {
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    /// Writes an element around the content of `content`.
    ///
    /// # Errors
    /// The error of the underlying writer.
    pub fn element(&mut self, name: &str, content: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.start(name, &[])?;
        content(self)?;
        self.end(name)
    }

    /// Writes an element with a text.
    ///
    /// # Errors
    /// The error of the underlying writer.
    pub fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.start(name, &[])?;
        self.writer.write_event(Event::Text(BytesText::new(&replace_illegal(text))))?;
        self.end(name)
    }

    /// Writes elements with texts, in order.
    ///
    /// # Errors
    /// The error of the underlying writer.
    pub fn texts(&mut self, texts: &[(&str, &str)]) -> io::Result<()> {
        texts.iter().try_for_each(|(name, text)| self.text(name, text))
    }
}

/// Returns a text of the characters that XML 1.0 allows (section 2.2). Others become U+FFFD. Line ends become line
/// feeds, as a parser would normalize them anyway.
fn replace_illegal(text: &str) -> String {
    text.replace("\r\n", "\n")
        .chars()
        .map(|letter| match letter {
            '\r' => '\n',
            '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => letter,
            _ => '\u{fffd}',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(replace_illegal("a\u{1}b\u{ffff}🙂\t\r\nc\rd"), "a\u{fffd}b\u{fffd}🙂\t\nc\nd");
    }

    #[test]
    fn elements_nest_and_texts_are_escaped() -> io::Result<()> {
        let mut xml = Xml::begin(Vec::new(), Some("yes"))?;
        xml.start("a", &[("xmlns", "urn:x")])?;
        xml.element("b", |xml| xml.texts(&[("c", "1 < 2 & \"x\""), ("d", "")]))?;
        xml.end("a")?;
        let text = String::from_utf8(xml.into_inner()).map_err(io::Error::other)?;
        assert!(text.contains("<c>1 &lt; 2 &amp; "), "{text}");
        assert!(text.ends_with(" </b>\n</a>"), "{text}");
        Ok(())
    }
}
