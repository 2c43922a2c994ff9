//! Formats of planning packages: `ms_project`, `primavera_p6`.
