//! The check of the documents that lead through the code: their links, paths and tests exist, ARCHITECTURE.md is two pages,
//! and a journey names few files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path};

use crate::source_files::{files_below, root};

/// The most lines of ARCHITECTURE.md.
const ARCHITECTURE_LINES: usize = 150;
/// The most files of code that a journey names.
const JOURNEY_FILES: usize = 15;

/// The document that names tests.
const TRUST: &str = "docs/internals/trust.md";
/// Folders with the tests that it names.
const TESTED: [&str; 4] = ["components", "host", "tests", "xtask"];

/// Folders of the project. A text in backticks that begins with one is a path.
const FOLDERS: [&str; 11] = [
    "benches/",
    "clients/",
    "components/",
    "deploy/",
    "fuzz/",
    "host/",
    "migrations/",
    "plugins/",
    "tests/",
    "wit/",
    "xtask/",
];

/// A path that does not exist, for a good reason: document, path, reason.
type Exception = (&'static str, &'static str, &'static str);

const EXCEPTIONS: [Exception; 3] = [
    ("docs/adding-an-extractor.md", "wit/drawing@2.0.0", "the checklist says to create it"),
    ("docs/decisions/job-queue.md", "migrations/20260506101935_idempotency_key.sql", "a file of apalis"),
    ("docs/plugins.md", "wit/extractor.wit", "a file of a template"),
];

/// Returns the documents below a folder, as paths from the root.
fn documents(folder: &str) -> Vec<String> {
    let files = files_below(&root().join(folder), &["md"], &|_| false);
    files.iter().map(|file| file.strip_prefix(root()).unwrap().display().to_string()).collect()
}

/// Returns the path from the root that a link in a document leads to.
fn target(document: &str, link: &str) -> String {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(name) => parts.push(name.to_str().unwrap()),
            _ => {}
        }
    }
    parts.join("/")
}

/// Returns the relative links of a document, without their anchors.
fn links(text: &str) -> Vec<&str> {
    let ends = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = ends.map(|link| link.split('#').next().unwrap_or_default());
    files.filter(|link| !link.is_empty() && !link.contains(':')).collect()
}

/// Returns the texts that a document has in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the names of tests that a document has in backticks: words in snake case of three or more parts.
fn test_names(text: &str) -> Vec<&str> {
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    quoted(text).filter(|name| name.split('_').count() > 2 && name.split('_').all(is_part)).collect()
}

/// Returns the paths from the root that a document has in backticks, without those that contain a placeholder.
fn paths(text: &str) -> Vec<&str> {
    let is_path = |path: &&str| {
        FOLDERS.iter().any(|folder| path.starts_with(folder)) && !path.contains(['<', '*', '…', ' ', '\n', '{'])
    };
    quoted(text).filter(is_path).collect()
}

fn is_exception(document: &str, path: &str) -> bool {
    EXCEPTIONS.iter().any(|(place, excepted, _)| *place == document && *excepted == path)
}

#[test]
fn what_documents_name_exists() {
    let mut missing = Vec::new();
    let own = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"].map(str::to_owned);
    for document in own.into_iter().chain(documents("docs")) {
        let text = fs::read_to_string(root().join(&document)).unwrap();
        let linked = links(&text).into_iter().map(|link| target(&document, link));
        for path in linked.chain(paths(&text).into_iter().map(str::to_owned)) {
            if !root().join(&path).exists() && !is_exception(&document, &path) {
                missing.push(format!("{document}: {path}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_tests_that_the_document_of_trust_names_exist() {
    let text = fs::read_to_string(root().join(TRUST)).unwrap();
    let mut missing: BTreeSet<&str> = test_names(&text).into_iter().collect();
    assert!(!missing.is_empty(), "{TRUST} names no tests");
    for folder in TESTED {
        for file in files_below(&root().join(folder), &["rs"], &|name| name == "target") {
            let source = fs::read_to_string(file).unwrap();
            missing.retain(|name| !source.contains(&format!("fn {name}(")));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_map_is_short() {
    let lines = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap().lines().count();
    assert!(lines <= ARCHITECTURE_LINES, "ARCHITECTURE.md has {lines} lines: move details to docs/internals");
    for journey in documents("docs/journeys") {
        let text = fs::read_to_string(root().join(&journey)).unwrap();
        let code: BTreeSet<&str> = links(&text).into_iter().filter(|link| !link.ends_with(".md")).collect();
        assert!(code.len() <= JOURNEY_FILES, "{journey} names {} files: {code:#?}", code.len());
    }
}

#[test]
fn links_and_paths_are_found() {
    let text = "See [a](../host/src/main.rs#x), [b](https://example.com), [c](#here), `host/engine` and `host/<name>`.";
    assert_eq!(links(text), ["../host/src/main.rs"]);
    assert_eq!(target("docs/journeys/get.md", "../../host/src/main.rs"), "host/src/main.rs");
    assert_eq!(target("README.md", "docs/edge.md"), "docs/edge.md");
    assert_eq!(paths(text), ["host/engine"]);
    assert_eq!(test_names("`a_name_of_3` has `two_parts` of `host/a_b_c` and `A_B_C`."), ["a_name_of_3"]);
}
