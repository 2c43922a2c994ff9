//! Hostile guests. Everything they try is refused or ends in a problem with its own code. The instance is then gone, and
//! the calls of another tenant succeed throughout.

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
