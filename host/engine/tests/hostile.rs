//! Built hostile guests. Whatever they try is refused, or ends in a problem of its own code, with the instance gone and
//! the calls of another tenant working all the while.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod common;

#[path = "hostile/bombs.rs"]
mod bombs;
#[path = "hostile/descriptions.rs"]
mod descriptions;
#[path = "hostile/endurance.rs"]
mod endurance;
#[path = "hostile/floods.rs"]
mod floods;
#[path = "hostile/imports.rs"]
mod imports;
#[path = "hostile/money.rs"]
mod money;
#[path = "hostile/neighbours.rs"]
mod neighbours;
#[path = "hostile/reach.rs"]
mod reach;
#[path = "hostile/stage.rs"]
mod stage;
#[path = "hostile/traps.rs"]
mod traps;
