//! A check of a file, before it is opened, for streams of compressed objects and cross-references that expand to more
//! than any writer produces. Opening the file decodes them completely.

use hayro_syntax::Filter;
use memchr::memmem;

use crate::limits;
use crate::measure::check_length;
use plumbline_reader::Failure;

/// Maximum distance between a stream's data and the dictionary before it.
const MAX_DICTIONARY_DISTANCE: usize = 2048;

/// Checks every such stream of the file.
///
/// # Errors
/// `capacity` if one is over the limit.
pub(crate) fn check(file: &[u8]) -> Result<(), Failure> {
    for at in memmem::find_iter(file, b"stream") {
        if file[..at].ends_with(b"end") {
            continue;
        }
        let Some(dict) = dictionary(&file[..at]) else { continue };
        let names = |name: &[u8]| memmem::find_iter(dict, name).count();
        if names(b"/ObjStm") + names(b"/XRef") == 0 {
            continue;
        }
        let filters = vec![Filter::FlateDecode; names(b"FlateDecode") + names(b"/Fl ") + names(b"LZW")];
        let data = &file[at + b"stream".len()..];
        let data = data.strip_prefix(b"\r\n").or_else(|| data.strip_prefix(b"\n")).unwrap_or(data);
        // Data after the stream's end does not count, because the decoder stops there.
        if !filters.is_empty() && check_length(data, &filters, limits::OBJECT_STREAM_BYTES).is_err() {
            return Err(Failure::capacity(
                "The PDF's compressed objects are too large. Save it again with a PDF printer and upload it.",
            ));
        }
    }
    Ok(())
}

/// Returns the dictionary that ends where the stream's data starts.
fn dictionary(before: &[u8]) -> Option<&[u8]> {
    let window = &before[before.len().saturating_sub(MAX_DICTIONARY_DISTANCE)..];
    let from = memmem::rfind(window, b" obj").or_else(|| memmem::rfind(window, b"\nobj"))?;
    Some(&window[from..])
}
