//! Tests on real drawings, if available: a folder `shared/corpus` beside the workspace, or `TEST_CORPUS`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use plumbline_tests::{Server, corpus};

/// Maximum time for a broken file, from its upload to its verdict.
const MAX_DURATION: Duration = Duration::from_secs(10);

#[test]
fn broken_files_fail_clearly_or_are_read() -> Result<()> {
    let Some(corpus) = corpus()? else { return Ok(()) };
    let mut server = Server::start()?;
    let account = server.account("Robust")?;
    let project = account.project("Broken files")?;
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(corpus.join("robust"))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    let (mut ready, mut failed) = (0, 0);
    for file in &files {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or("file");
        let begun = Instant::now();
        let document = account.upload(&project, name, &std::fs::read(file)?)?;
        assert!(begun.elapsed() < MAX_DURATION, "{name} took {:?}", begun.elapsed());
        if document["status"] == "ready" {
            ready += 1;
        } else {
            failed += 1;
            assert!(!document["failure"]["message"].as_str().unwrap_or_default().is_empty(), "{name}: {document}");
            assert_ne!(document["failure"]["code"], "internal", "{name}: {document}");
        }
    }
    println!("{ready} read, {failed} refused with a reason");
    // The same server still answers, and its memory stayed within bounds.
    account.get("/projects")?.expect(200);
    let peak = peak_memory_mib(&server)?;
    assert!(peak <= 512, "{peak} MiB");
    server.kill()
}

fn peak_memory_mib(server: &Server) -> Result<u64> {
    let pid = server.pid().unwrap_or_default();
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<u64>()? / 1024)
}
