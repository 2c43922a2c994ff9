//! Statements in the sources: string literals that are whole statements.
//!
//! Statements that `format!` puts together are in `corpus/`, as the tests of the components ran them. A test of the
//! database of those tests (`plumbline_database::testing`) writes them down if `PLUMBLINE_SQL_LOG` names a file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use proc_macro2::{TokenStream, TokenTree};

/// Returns the statements in the sources of folders of the workspace.
pub(crate) fn statements(folders: &[&str]) -> BTreeSet<String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = BTreeSet::new();
    for folder in folders {
        for file in rust_files(&workspace.join(folder)) {
            let Ok(tokens) = TokenStream::from_str(&fs::read_to_string(&file).unwrap()) else { continue };
            collect(tokens, &mut found);
        }
    }
    found
}

/// Returns the statements of a file of the corpus, one a line.
pub(crate) fn corpus(name: &str) -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let text = fs::read_to_string(file).unwrap();
    text.lines().filter(|line| !line.is_empty() && !line.starts_with("--")).map(str::to_owned).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|suffix| suffix == "rs") {
            files.push(path);
        }
    }
    files
}

fn collect(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let mut before = String::new();
    for token in tokens {
        match &token {
            TokenTree::Group(group) => {
                // A part of a statement is none.
                let is_part = before == "concat!" || before.ends_with("not_revoked!") || before.ends_with("columns!");
                if !is_part {
                    collect(group.stream(), found);
                }
            }
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    let text = text.value();
                    if is_statement(&text) {
                        found.insert(text.split_whitespace().collect::<Vec<_>>().join(" "));
                    }
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
        before = match token {
            TokenTree::Ident(ident) => ident.to_string(),
            TokenTree::Punct(punct) if punct.as_char() == '!' => before + "!",
            _ => String::new(),
        };
    }
}

fn is_statement(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let begins = match (words.next(), words.next()) {
        (Some("SELECT" | "WITH"), Some(_)) => true,
        (Some("INSERT"), Some("INTO" | "OR")) | (Some("DELETE"), Some("FROM")) => true,
        (Some("UPDATE"), Some(_)) => text.contains(" SET "),
        _ => false,
    };
    // `{` is a hole of `format!`, but for JSON in quotes.
    begins
        && !text.replace("'{}'", "").contains('{')
        && !text.trim_end().ends_with(['(', ',', '='])
        && !text.ends_with(' ')
}
