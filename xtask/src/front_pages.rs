//! The check that the front page of every library crate has an example that compiles. Programs, and components without a
//! library, have no front page that `cargo test --doc` reads.

use std::fs;
use std::path::Path;

use crate::workspace::{Target, Workspace};

/// Words after the fence of a code block that `cargo test --doc` compiles.
const COMPILED: [&str; 4] = ["", "rust", "no_run", "should_panic"];

fn is_library(target: &Target) -> bool {
    target.kind.iter().any(|kind| kind == "lib" || kind == "rlib" || kind == "proc-macro")
}

/// Returns the front page of a library: the comments of its first file, and the document that it includes.
fn front_page(file: &Path) -> String {
    let mut page = String::new();
    for line in fs::read_to_string(file).unwrap().lines() {
        if let Some(included) = line.strip_prefix("#![doc = include_str!(\"") {
            let document = file.parent().unwrap().join(included.trim_end_matches("\")]"));
            page += &fs::read_to_string(document).unwrap();
        } else if let Some(text) = line.strip_prefix("//!") {
            page += text.strip_prefix(' ').unwrap_or(text);
            page.push('\n');
        }
    }
    page
}

/// Returns whether a page has a code block that is compiled.
fn has_example(page: &str) -> bool {
    // Of the lines with a fence, every second one ends a block.
    let mut openings = page.lines().filter_map(|line| line.trim_start().strip_prefix("```")).step_by(2);
    openings.any(|words| words.split(',').all(|word| COMPILED.contains(&word.trim())))
}

#[test]
fn the_front_page_of_every_library_has_an_example() {
    let packages = Workspace::find().unwrap().packages;
    let libraries: Vec<(&str, &Target)> = packages
        .iter()
        .flat_map(|package| package.targets.iter().map(|target| (package.name.as_str(), target)))
        .filter(|(_, target)| is_library(target))
        .collect();
    assert!(libraries.len() > 40, "{} libraries", libraries.len());
    let lacking: Vec<&str> = libraries
        .iter()
        .filter(|(_, target)| !target.doctest || !has_example(&front_page(&target.src_path)))
        .map(|(name, _)| *name)
        .collect();
    assert!(lacking.is_empty(), "these crates need an example in the comment at the top of lib.rs: {lacking:#?}");
}

#[test]
fn a_block_that_is_not_compiled_is_not_an_example() {
    assert!(has_example("A crate.\n\n```\nlet one = 1;\n```\n"));
    assert!(has_example("```toml\n[dependencies]\n```\n\n```rust,no_run\nfn main() {}\n```\n"));
    for page in
        ["A crate.", "```text\na -> b\n```", "```ignore\nlet one = 1;\n```", "```rust,ignore\nlet one = 1;\n```"]
    {
        assert!(!has_example(page), "{page}");
    }
}
