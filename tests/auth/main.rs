//! Who may do what: every operation against every way not to be allowed.

mod matrix;
