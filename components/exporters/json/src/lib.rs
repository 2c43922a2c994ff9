//! Writes a takeoff as json
