//! Tables of descriptions, layers and blocks in several languages, with their meanings.

mod common;
mod electrical;
mod fire_protection;
mod italian;
mod mechanical;
mod multi;
mod names;
mod plumbing;
mod process;
mod structural;
