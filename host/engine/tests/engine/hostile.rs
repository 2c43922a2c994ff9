//! Built hostile guests. Whatever they try is refused, or ends in a problem of its own code, with the instance gone and
//! the calls of another tenant working all the while.

mod bombs;
mod descriptions;
mod endurance;
mod floods;
mod imports;
mod money;
mod reach;
mod stage;
mod statements;
mod traps;
