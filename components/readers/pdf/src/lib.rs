//! Reads PDF pages into sheets
