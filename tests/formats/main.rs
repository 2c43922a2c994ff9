//! Export files, read by third-party programs: what they read must equal the takeoff.

mod estimating;
mod planning;
mod workbook;
