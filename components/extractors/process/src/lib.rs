//! Process quantities: instruments, valves, equipment, lines, schedules

plumbline_takeoff::component!(Process);
