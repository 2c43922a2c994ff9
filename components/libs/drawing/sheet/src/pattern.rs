//! Regular expressions of the program.

use std::ops::Deref;
use std::sync::OnceLock;

use regex::Regex;

/// A regular expression of the program, compiled when it is first used.
///
/// ```
/// use plumbline_sheet::Pattern;
///
/// static FLOOR: Pattern = Pattern::any_case(|| r"\bfloor\s+\d".into());
/// assert!(FLOOR.is_match("Second Floor 2"));
/// ```
#[derive(Debug)]
pub struct Pattern {
    source: fn() -> String,
    /// What is before and after the source.
    frame: [&'static str; 2],
    compiled: OnceLock<Regex>,
}

impl Pattern {
    /// Declares an expression by its source.
    pub const fn new(source: fn() -> String) -> Self {
        Self::framed(["", ""], source)
    }

    /// Declares an expression that matches letters of any case.
    pub const fn any_case(source: fn() -> String) -> Self {
        Self::framed(["(?i)", ""], source)
    }

    /// Declares an expression that matches the beginning of a text, in letters of any case.
    pub const fn beginning(source: fn() -> String) -> Self {
        Self::framed(["^(?i:", ")"], source)
    }

    const fn framed(frame: [&'static str; 2], source: fn() -> String) -> Self {
        Self { source, frame, compiled: OnceLock::new() }
    }
}

impl Deref for Pattern {
    type Target = Regex;

    /// Returns the compiled expression.
    ///
    /// # Panics
    /// Panics if the source is not a regular expression. Sources are constant, and tests use every pattern.
    fn deref(&self) -> &Regex {
        let [before, after] = self.frame;
        let compile = || Regex::new(&format!("{before}{}{after}", (self.source)())).expect("a constant pattern");
        self.compiled.get_or_init(compile)
    }
}
