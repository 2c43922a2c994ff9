//! Electrical quantities: devices, luminaires, panels, home runs, schedules
