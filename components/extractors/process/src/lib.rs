//! Process quantities: instruments, valves, equipment, lines, schedules

plumbline_takeoff::component! {
    discipline: Process,
    id: "process",
    name: "Process: instruments, valves, equipment, lines and schedules",
}
