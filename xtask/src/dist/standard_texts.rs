//! Standard texts of licenses, for crates that their authors publish without a license file.

use anyhow::{Context as _, Result, ensure};

/// The text of the Apache License 2.0, which is our own license too.
const APACHE: &str = include_str!("../../../LICENSE");

/// A license, and the crates that are published under it without its text.
struct Standard {
    /// The identifier in the list of SPDX.
    id: &'static str,
    /// The parts of the text.
    text: &'static [&'static str],
    /// The names of the crates, separated by white space.
    crates: &'static str,
}

const STANDARDS: [Standard; 4] = [
    Standard {
        id: "Apache-2.0 WITH LLVM-exception",
        text: &[APACHE, include_str!("texts/LLVM-exception.txt")],
        crates: include_str!("texts/crates-without-text-Apache-2.0-LLVM-exception.txt"),
    },
    Standard { id: "Apache-2.0", text: &[APACHE], crates: include_str!("texts/crates-without-text-Apache-2.0.txt") },
    Standard {
        id: "MIT",
        text: &[include_str!("texts/MIT.txt")],
        crates: "governor nom-language rsqlite-vfs valuable",
    },
    // The text of `alloc-no-stdlib`, which has the same authors.
    Standard { id: "BSD-3-Clause", text: &[include_str!("texts/BSD-3-Clause.txt")], crates: "alloc-stdlib" },
];

/// Returns the standard text for a crate without a license file. `expression` is the license in its manifest.
///
/// # Errors
/// Returns an error if the crate is not listed, or if its license is not the listed one.
pub(super) fn text(name: &str, expression: &str) -> Result<String> {
    let has = |standard: &&Standard| standard.crates.split_whitespace().any(|listed| listed == name);
    let standard = STANDARDS.iter().find(has).with_context(|| {
        format!("{name} ({expression}) has no license file; list it in xtask/src/dist/standard_texts.rs")
    })?;
    ensure!(
        expression.split(" OR ").any(|license| license == standard.id),
        "{name} is under {expression}, but xtask/src/dist/standard_texts.rs lists it under {}",
        standard.id
    );
    Ok(standard.text.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_without_a_license_file_has_to_be_listed_under_its_license() {
        assert_eq!(text("rstar", "MIT OR Apache-2.0").unwrap(), APACHE);
        let exception = text("wasmtime-internal-core", "Apache-2.0 WITH LLVM-exception").unwrap();
        assert!(exception.starts_with(APACHE) && exception.contains("LLVM Exceptions"), "{exception}");
        for (name, expression) in [("rstar", "MPL-2.0"), ("rstar", "MIT"), ("serde", "MIT OR Apache-2.0")] {
            assert!(text(name, expression).is_err(), "{name} under {expression}");
        }
    }
}
