//! Looks through a file, before it is opened, for streams of compressed objects and cross-references that unfold to
//! more than any writer puts there: opening decodes them whole.

use hayro_syntax::Filter;
use memchr::memmem;

use crate::limits;
use crate::measure::within;
use plumbline_guest_reader::Failure;

/// How far before its data a stream's dictionary is looked for.
const DICTIONARY: usize = 2048;

/// Checks every such stream of the file.
///
/// # Errors
/// `capacity` when one is over the limit.
pub(crate) fn check(file: &[u8]) -> Result<(), Failure> {
    for at in memmem::find_iter(file, b"stream") {
        if file[..at].ends_with(b"end") {
            continue;
        }
        let Some(head) = dictionary(&file[..at]) else { continue };
        let names = |name: &[u8]| memmem::find_iter(head, name).count();
        if names(b"/ObjStm") + names(b"/XRef") == 0 {
            continue;
        }
        let filters = vec![Filter::FlateDecode; names(b"FlateDecode") + names(b"/Fl ") + names(b"LZW")];
        let data = &file[at + b"stream".len()..];
        let data = data.strip_prefix(b"\r\n").or_else(|| data.strip_prefix(b"\n")).unwrap_or(data);
        // What follows the stream's end does not count: the decoder stops by itself.
        if !filters.is_empty() && within(data, &filters, limits::OBJECT_STREAM_BYTES).is_err() {
            return Err(Failure::capacity(
                "The PDF's compressed objects unfold to more than is read. Save it again with a PDF printer and upload it.",
            ));
        }
    }
    Ok(())
}

/// The dictionary that ends where the stream's data begins.
fn dictionary(before: &[u8]) -> Option<&[u8]> {
    let near = &before[before.len().saturating_sub(DICTIONARY)..];
    let from = memmem::rfind(near, b" obj").or_else(|| memmem::rfind(near, b"\nobj"))?;
    Some(&near[from..])
}
