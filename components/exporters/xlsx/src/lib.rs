//! Writes a takeoff as xlsx
