//! Writing of elements, and of text within the limits of XML.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::io::{self, Write};

/// A document being written.
pub(crate) struct Xml<W: Write> {
    writer: Writer<W>,
}

impl<W: Write> Xml<W> {
    /// Starts a document in UTF-8.
    pub(crate) fn begin(out: W) -> io::Result<Self> {
        let mut writer = Writer::new_with_indent(out, b' ', 1);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("yes"))))?;
        Ok(Self { writer })
    }

    /// Returns the underlying writer.
    pub(crate) fn into_inner(self) -> W {
        self.writer.into_inner()
    }

    /// Writes an element with attributes around the content of `content`.
    pub(crate) fn root(
        &mut self,
        name: &str,
        namespace: &str,
        content: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.writer.write_event(Event::Start(BytesStart::new(name).with_attributes([("xmlns", namespace)])))?;
        content(self)?;
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    /// Writes an element around the content of `content`.
    pub(crate) fn element(&mut self, name: &str, content: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.writer.write_event(Event::Start(BytesStart::new(name)))?;
        content(self)?;
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    /// Writes an element with a text.
    pub(crate) fn text_element(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.writer.write_event(Event::Start(BytesStart::new(name)))?;
        self.writer.write_event(Event::Text(BytesText::new(&replace_illegal(text))))?;
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    /// Writes elements with texts, in order.
    pub(crate) fn text_elements(&mut self, text_elements: &[(&str, &str)]) -> io::Result<()> {
        text_elements.iter().try_for_each(|(name, text)| self.text_element(name, text))
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
        let mut xml = Xml::begin(Vec::new())?;
        xml.root("a", "urn:x", |xml| xml.element("b", |xml| xml.text_elements(&[("c", "1 < 2 & \"x\""), ("d", "")])))?;
        let text = String::from_utf8(xml.into_inner()).map_err(io::Error::other)?;
        assert!(text.contains("<c>1 &lt; 2 &amp; "), "{text}");
        assert!(text.ends_with(" </b>\n</a>"), "{text}");
        Ok(())
    }
}
