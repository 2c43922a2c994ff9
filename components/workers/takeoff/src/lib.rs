//! The takeoff job
