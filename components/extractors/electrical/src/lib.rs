//! Electrical quantities: devices, luminaires, panels, home runs, schedules

plumbline_takeoff::component!(Electrical);
