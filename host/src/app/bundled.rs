//! The folders that come with the program: `components`, their machine code, and `models`.
//!
//! In an archive, they are next to the program: `components`, `compiled`, `models`. In a clone, `cargo xtask build` puts
//! components and machine code into one folder a level up: `target/components`, beside `target/release/plumbline`.
//!
//! Files next to the program are trusted like the program itself: anyone who can write there could replace it. One level up
//! can be a folder such as `/tmp`, where others may write. What is there counts only if it has the program's owner.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

const COMPONENTS: &str = "components";

/// Returns the folder of components next to the program or one level up, if there is one.
pub(crate) fn components() -> Option<PathBuf> {
    beside(&program()?, COMPONENTS).or_else(built)
}

/// Returns the folder of components and machine code that a build left one level up, if there is one.
pub(crate) fn built() -> Option<PathBuf> {
    above(&program()?, COMPONENTS)
}

/// Returns the folder of compiled components next to the program, if there is one.
pub(crate) fn compiled() -> Option<PathBuf> {
    beside(&program()?, "compiled")
}

/// Returns the folder of models next to the program, if there is one.
pub(crate) fn models() -> Option<PathBuf> {
    beside(&program()?, "models")
}

fn program() -> Option<PathBuf> {
    std::env::current_exe().ok()
}

fn beside(program: &Path, name: &str) -> Option<PathBuf> {
    let folder = program.parent()?.join(name);
    folder.is_dir().then_some(folder)
}

fn above(program: &Path, name: &str) -> Option<PathBuf> {
    let folder = beside(program.parent()?, name)?;
    let owner = |path: &Path| std::fs::metadata(path).map(|metadata| metadata.uid()).ok();
    (owner(&folder)? == owner(program)?).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_has_its_components_one_level_above_the_program() {
        let target = tempfile::tempdir().unwrap();
        let (program, folder) = (target.path().join("release/plumbline"), target.path().join(COMPONENTS));
        std::fs::create_dir(target.path().join("release")).unwrap();
        std::fs::write(&program, "").unwrap();
        assert_eq!(above(&program, COMPONENTS), None);
        std::fs::create_dir(&folder).unwrap();
        assert_eq!(above(&program, COMPONENTS), Some(folder));
        assert_eq!(beside(&program, COMPONENTS), None);
    }
}
