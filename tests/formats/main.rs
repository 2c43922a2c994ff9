//! Export files, read by programs that nobody here wrote: what they read equals what the takeoff has.

mod estimating;
mod planning;
mod workbook;
