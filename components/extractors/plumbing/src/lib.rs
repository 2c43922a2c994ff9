//! Plumbing quantities: fixtures, drains, valves, piping by system and size, schedules

plumbline_takeoff::component!(Plumbing);
