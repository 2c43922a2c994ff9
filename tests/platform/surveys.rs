//! Takeoffs with the test extractor, whose surveys are as large and whose pages take as long as a test needs.

use anyhow::Result;
use lopdf::{Document, Object, Stream, dictionary};

use crate::operators::Operator;
use crate::publishing::guest;

/// Starts a server whose extractor of electrical drawings is the test extractor. It does what the text of a page says.
pub(crate) fn start_with_test_extractor(environment: &[(&str, &str)]) -> Result<Operator> {
    let operator = Operator::start(environment)?;
    let extractor = std::fs::read(guest("extractor")?)?;
    operator.upload("slot=extractor:electrical&bind=true", &extractor)?.expect(201);
    Ok(operator)
}

/// Returns a PDF with a page for each text.
pub(crate) fn pdf_of(texts: &[&str]) -> Result<Vec<u8>> {
    let mut document = Document::with_version("1.7");
    let tree = document.new_object_id();
    let font = dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => "WinAnsiEncoding",
    };
    let resources = document.add_object(dictionary! { "Font" => dictionary! { "F" => font } });
    let media: Vec<Object> = [0, 0, 612, 792].map(Object::Integer).to_vec();
    let mut pages = Vec::new();
    for text in texts {
        let content = format!("BT /F 12 Tf 72 720 Td ({text}) Tj ET");
        let content = document.add_object(Stream::new(dictionary! {}, content.into_bytes()));
        let page = document.add_object(dictionary! {
            "Type" => "Page", "Parent" => tree, "MediaBox" => media.clone(), "Resources" => resources,
            "Contents" => content,
        });
        pages.push(Object::Reference(page));
    }
    let count = i64::try_from(pages.len())?;
    let tree_entries = dictionary! { "Type" => "Pages", "Kids" => pages, "Count" => count };
    document.objects.insert(tree, Object::Dictionary(tree_entries));
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes)?;
    Ok(bytes)
}

#[cfg(target_os = "linux")]
#[test]
fn a_takeoff_of_many_pages_with_large_surveys_takes_bounded_memory() -> Result<()> {
    use anyhow::{Context as _, ensure};

    /// Bytes of the survey of each page but the first.
    const SURVEY_BYTES: u64 = 4 << 20;
    /// The most memory of the server, without that of extractors. The server holds 64 MiB of surveys, and each extractor
    /// at work has a copy.
    const MAX_SERVER_KB: u64 = 512 << 10;
    /// The most memory of an extractor.
    const MAX_EXTRACTOR_KB: u64 = 96 << 10;

    // The host runs one extractor more than it has processors.
    let extractors = std::thread::available_parallelism()?.get() as u64 + 1;
    let most = MAX_SERVER_KB + extractors * MAX_EXTRACTOR_KB;
    // The surveys alone take more than that, on any number of processors.
    let pages = usize::try_from(most / (SURVEY_BYTES >> 10))? + 2;
    let operator = start_with_test_extractor(&[
        ("PLUMBLINE_TIERS__SANDBOX__QUOTAS__TAKEOFF_PAGES_PER_DAY", "100000"),
        ("PLUMBLINE_TIERS__SANDBOX__QUOTAS__STORAGE_MB", "100000"),
    ])?;
    let account = operator.server.account("Ames & Sons")?;
    let mut texts = vec!["survey-medium"; pages];
    texts[0] = "legend A;";
    let pid = operator.server.pid().context("no process")?;
    // Resets the peak of the resident memory, so that the start does not count.
    std::fs::write(format!("/proc/{pid}/clear_refs"), "5")?;
    let takeoff = account.start_takeoff("E-101.pdf", &pdf_of(&texts)?)?;
    let done = account.wait_for_takeoff(&takeoff.id)?;
    assert_eq!(done["status"], "completed", "{done}");

    let files = operator.server.files_of(&format!("/{}/sheets/", takeoff.document))?;
    let surveys: Vec<_> = files.iter().filter(|file| file.to_string_lossy().contains(".survey.")).collect();
    let bytes = surveys.iter().map(|file| Ok(std::fs::metadata(file)?.len())).sum::<Result<u64>>()?;
    let surveys = surveys.len();
    ensure!(surveys == pages && bytes >= (pages as u64 - 1) * SURVEY_BYTES, "{surveys} surveys of {bytes} bytes");
    let peak = crate::compiling::status(pid, "VmHWM")?;
    ensure!(peak < most, "{peak} kB were resident, of at most {most}");
    Ok(())
}
