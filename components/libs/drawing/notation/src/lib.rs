//! How drawings are written: the words of each language, and numbers, lengths, scales and sizes.
//!
//! - [`language`]: the words of drawings;
//! - `spelling`: a text with one form of quotes, dashes and diameter signs; `number`: decimals, fractions, thousands;
//! - `system`: the units of results; `length`: lengths with their unit;
//! - `scale`: scales of views; `bars`: reinforcing bars by their designation; `duct`: duct sizes.
//!
//! ```
//! use plumbline_notation::{DuctSize, Length, Shape, System, bar_size, parse_length};
//!
//! let length = parse_length("5'-6\"", |_| None).expect("a length");
//! assert!((Length::meters(length) - 1.6764).abs() < 1e-9);
//!
//! let duct = DuctSize::parse("24x12", System::Imperial).expect("a duct");
//! assert_eq!(duct.shape, Shape::Rectangular { width: 24.0, height: 12.0 });
//! assert_eq!(bar_size("No. 4").expect("a bar").designation, "#4");
//! ```

mod bars;
mod duct;
pub mod language;
mod length;
mod number;
mod scale;
mod spelling;
mod system;

pub use bars::{BAR, BarSize, bar_size, bar_sizes};
pub use duct::{DuctSize, Shape};
pub use length::{FOOT, INCH, Length, LengthUnit, parse_dimension, parse_length};
pub use number::{NUMBER, amount, format_number, number};
pub use scale::{ScaleText, parse_declared_scale, parse_scale};
pub use spelling::{mixed_numbers, narrow, normalize_spelling};
pub use system::{Kind, POUND, System, Unit};
