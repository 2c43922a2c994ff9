//! Writes a takeoff as csv
