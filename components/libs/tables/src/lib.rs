//! Ruled tables and the schedules in them
