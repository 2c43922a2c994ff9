//! Process plant pipes.

use crate::entry::{Row, line};
use crate::kinds::System::Pipe;

pub(crate) const ROWS: &[Row] = &[
    line(Pipe, "", "process_piping", "carbon_steel_pipe"),
    line(Pipe, "stainless", "process_piping", "stainless_steel_pipe"),
    line(Pipe, "plastic", "process_piping", "plastic_pipe"),
    line(Pipe, "fiberglass", "process_piping", "fiberglass_pipe"),
    line(Pipe, "sanitary tubing", "process_piping", "sanitary_tubing"),
    line(Pipe, "instrument tubing", "process_piping", "instrument_tubing"),
    line(Pipe, "jacketed", "process_piping", "jacketed_pipe"),
    line(Pipe, "heat traced", "insulation_and_coating", "process_heat_trace"),
    line(Pipe, "compressed air", "utilities", "compressed_air_pipe"),
    line(Pipe, "nitrogen", "utilities", "nitrogen_pipe"),
    line(Pipe, "steam", "utilities", "steam_pipe"),
    line(Pipe, "condensate", "utilities", "condensate_pipe"),
    line(Pipe, "process water", "utilities", "process_water_pipe"),
    line(Pipe, "purified water", "utilities", "purified_water_pipe"),
];
