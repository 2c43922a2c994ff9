//! Fixtures, drains and valves.
//!
//! Drawn after ASME Y32.4 (fixtures), ASHRAE 134 and ISO 14617-8 (valves), and the fixtures as they look from above.

use super::Mark::{Arc, Circle, Dot, Filled, Lines};
use super::Says::{Little, Much, Some};
use super::{Glyph, Mark, glyph, lettered, line, ring};

const SQUARE: Mark = Lines(&[[-10., -10.], [10., -10.], [10., 10.], [-10., 10.], [-10., -10.]]);
/// Two triangles with their tips together.
const TIPS: Mark = Lines(&[[-12., -7.], [-12., 7.], [12., -7.], [12., 7.], [-12., -7.]]);
/// The bowl of a water closet before its cistern.
const BOWL: Mark = Lines(&[
    [-6., 0.],
    [-8., 4.],
    [-9., 9.],
    [-8.5, 14.],
    [-6.5, 19.],
    [-3.5, 22.],
    [0., 23.],
    [3.5, 22.],
    [6.5, 19.],
    [8.5, 14.],
    [9., 9.],
    [8., 4.],
    [6., 0.],
]);

pub(super) const GLYPHS: &[Glyph] = &[
    glyph(
        "water closet",
        "ASME Y32.4, with its cistern",
        Much,
        &[Lines(&[[-12., -8.], [12., -8.], [12., 0.], [-12., 0.], [-12., -8.]]), BOWL],
    ),
    glyph(
        "water closet",
        "as seen from above",
        Much,
        &[
            Lines(&[[-12., -8.], [12., -8.], [12., 0.], [-12., 0.], [-12., -8.]]),
            BOWL,
            Lines(&[
                [-4., 3.],
                [-5.5, 8.],
                [-5., 14.],
                [-3., 18.],
                [0., 19.],
                [3., 18.],
                [5., 14.],
                [5.5, 8.],
                [4., 3.],
                [-4., 3.],
            ]),
        ],
    ),
    glyph(
        "water closet",
        "as seen from above, bowl apart",
        Much,
        &[
            Lines(&[[-12., -9.], [12., -9.], [12., -2.], [-12., -2.], [-12., -9.]]),
            Lines(&[
                [-7., 0.],
                [-9., 6.],
                [-9., 12.],
                [-6.5, 19.],
                [-3.5, 22.],
                [0., 23.],
                [3.5, 22.],
                [6.5, 19.],
                [9., 12.],
                [9., 6.],
                [7., 0.],
                [-7., 0.],
            ]),
        ],
    ),
    glyph(
        "lavatory",
        "ASME Y32.4, oval in a counter",
        Some,
        &[
            Lines(&[[-12., -9.], [12., -9.], [12., 9.], [-12., 9.], [-12., -9.]]),
            Lines(&[
                [-9., 1.],
                [-7.5, 5.],
                [-4., 7.],
                [0., 7.5],
                [4., 7.],
                [7.5, 5.],
                [9., 1.],
                [7.5, -3.],
                [4., -5.],
                [0., -5.5],
                [-4., -5.],
                [-7.5, -3.],
                [-9., 1.],
            ]),
        ],
    ),
    glyph(
        "sink",
        "ASME Y32.4, double bowl",
        Much,
        &[
            Lines(&[[-20., -11.], [20., -11.], [20., 11.], [-20., 11.], [-20., -11.]]),
            Lines(&[[-18., -6.], [-1., -6.], [-1., 9.], [-18., 9.], [-18., -6.]]),
            Lines(&[[1., -6.], [18., -6.], [18., 9.], [1., 9.], [1., -6.]]),
        ],
    ),
    glyph(
        "sink",
        "ASME Y32.4, double bowl with drains",
        Much,
        &[
            Lines(&[[-20., -11.], [20., -11.], [20., 11.], [-20., 11.], [-20., -11.]]),
            Lines(&[[-18., -6.], [-1., -6.], [-1., 9.], [-18., 9.], [-18., -6.]]),
            Lines(&[[1., -6.], [18., -6.], [18., 9.], [1., 9.], [1., -6.]]),
            Circle([-9.5, 1.5], 1.5),
            Circle([9.5, 1.5], 1.5),
        ],
    ),
    glyph(
        "bathtub",
        "ASME Y32.4",
        Some,
        &[
            Lines(&[[-30., -14.], [30., -14.], [30., 14.], [-30., 14.], [-30., -14.]]),
            Lines(&[
                [-26., -10.],
                [18., -10.],
                [24., -7.],
                [26., 0.],
                [24., 7.],
                [18., 10.],
                [-26., 10.],
                [-26., -10.],
            ]),
        ],
    ),
    glyph(
        "shower",
        "ASME Y32.4, fall to a drain",
        Much,
        &[
            SQUARE,
            line(&[[-10., -10.], [-1.5, -1.5]]),
            line(&[[10., -10.], [1.5, -1.5]]),
            line(&[[10., 10.], [1.5, 1.5]]),
            line(&[[-10., 10.], [-1.5, 1.5]]),
            ring(2.),
        ],
    ),
    glyph("floor drain", "ASME Y32.4, circle in a square", Some, &[SQUARE, ring(7.)]),
    glyph(
        "floor drain",
        "usual, crossed circle in a square",
        Much,
        &[SQUARE, ring(10.), line(&[[-7.07, -7.07], [7.07, 7.07]]), line(&[[-7.07, 7.07], [7.07, -7.07]])],
    ),
    glyph(
        "floor drain",
        "usual, grate of bars",
        Some,
        &[
            ring(10.),
            line(&[[-8., -6.], [8., -6.]]),
            line(&[[-9.5, -3.], [9.5, -3.]]),
            line(&[[-10., 0.], [10., 0.]]),
            line(&[[-9.5, 3.], [9.5, 3.]]),
            line(&[[-8., 6.], [8., 6.]]),
        ],
    ),
    glyph("floor drain", "usual, circle in a circle", Little, &[ring(10.), ring(5.)]),
    lettered("floor drain", "usual", &["FD"], &[ring(10.)]),
    lettered("floor drain", "usual", &["FD"], &[SQUARE]),
    lettered("floor cleanout", "usual", &["CO", "FCO", "COTG"], &[ring(10.)]),
    lettered("roof drain", "usual", &["RD"], &[ring(10.)]),
    lettered("water heater", "usual", &["WH", "HWH", "EWH"], &[ring(10.)]),
    lettered("water meter", "usual", &["M", "WM"], &[ring(10.)]),
    glyph("gate valve", "ASHRAE 134", Some, &[TIPS]),
    glyph(
        "gate valve",
        "ASHRAE 134, with its stem",
        Much,
        &[TIPS, line(&[[0., 0.], [0., -10.]]), line(&[[-5., -10.], [5., -10.]])],
    ),
    glyph("globe valve", "ASHRAE 134", Much, &[TIPS, Dot([0., 0.], 4.)]),
    glyph(
        "ball valve",
        "ASHRAE 134",
        Much,
        &[
            Lines(&[[-12., -7.], [-12., 7.], [-3.5, 2.]]),
            Lines(&[[-12., -7.], [-3.5, -2.]]),
            Lines(&[[12., -7.], [12., 7.], [3.5, 2.]]),
            Lines(&[[12., -7.], [3.5, -2.]]),
            ring(4.),
        ],
    ),
    glyph("check valve", "ISO 14617-8", Some, &[Lines(&[[-12., -7.], [-12., 7.], [12., -7.], [12., 7.]])]),
    glyph("check valve", "ASHRAE 134, half filled", Some, &[TIPS, Filled(&[[-12., -7.], [-12., 7.], [0., 0.]])]),
    glyph(
        "pump",
        "ASHRAE 134, triangle in a circle",
        Much,
        &[ring(10.), Lines(&[[-5., -8.66], [10., 0.], [-5., 8.66], [-5., -8.66]])],
    ),
    glyph(
        "lavatory",
        "as seen from above, half round",
        Some,
        &[Arc([0., 0.], 10., [0., 180.]), line(&[[-10., 0.], [10., 0.]]), ring(1.5)],
    ),
];
