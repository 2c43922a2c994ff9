//! Numbers, lengths and sizes as drawings write them.
//!
//! - `spelling`: a text with one form of quotes, dashes and diameter signs; `number`: decimals, fractions, thousands;
//! - `system`: the units of results; `length`: lengths with their unit;
//! - `bars`: reinforcing bars by their designation; `duct`: duct sizes.

mod bars;
mod duct;
mod length;
mod number;
mod spelling;
mod system;

pub use bars::{BAR, BarSize, bar_size, bar_sizes};
pub use duct::{DuctSize, Shape};
pub use length::{FOOT, INCH, Length, LengthUnit, parse_dimension, parse_length};
pub use number::{NUMBER, amount, format_number, number};
pub use spelling::{mixed_numbers, narrow, normalize_spelling};
pub use system::{Kind, POUND, System, Unit};
