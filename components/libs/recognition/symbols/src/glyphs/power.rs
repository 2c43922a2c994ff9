//! Receptacles, switches, boxes and the equipment connected to them.
//!
//! Drawn after NECA 100 (North America), IEC 60617-11 (most other countries) and NBR 5444 (Brazil).

use super::Mark::{Arc, Circle, Dot, Filled, Lines};
use super::Specificity::{High, Low, Medium};
use super::{Glyph, SQUARE, glyph, lettered, line, ring};

/// Two bars across a circle that extend beyond it on both sides.
const ACROSS: [super::Mark; 2] = [line(&[[-4., -16.], [-4., 16.]]), line(&[[4., -16.], [4., 16.]])];

pub(super) const GLYPHS: &[Glyph] = &[
    glyph("duplex receptacle", "NECA 100", High, &[ring(10.), ACROSS[0], ACROSS[1]]),
    glyph(
        "duplex receptacle",
        "NECA 100, long bars",
        High,
        &[ring(10.), line(&[[-4., -22.], [-4., 22.]]), line(&[[4., -22.], [4., 22.]])],
    ),
    glyph(
        "duplex receptacle",
        "NECA 100, bars within",
        High,
        &[ring(10.), line(&[[-4., -9.2], [-4., 9.2]]), line(&[[4., -9.2], [4., 9.2]])],
    ),
    glyph(
        "duplex receptacle",
        "NECA 100, to the wall",
        High,
        &[ring(10.), line(&[[-4.5, -9.], [-4.5, 18.]]), line(&[[4.5, -9.], [4.5, 18.]])],
    ),
    glyph(
        "duplex receptacle",
        "NECA 100, before the wall",
        High,
        &[ring(10.), line(&[[-5., 8.7], [-5., 20.]]), line(&[[5., 8.7], [5., 20.]])],
    ),
    glyph(
        "duplex receptacle",
        "NECA 100, bars far apart",
        High,
        &[ring(10.), line(&[[-7., -15.], [-7., 15.]]), line(&[[7., -15.], [7., 15.]])],
    ),
    glyph("receptacle", "NECA 100, single", Medium, &[ring(10.), line(&[[0., -10.], [0., 18.]])]),
    glyph("receptacle", "NECA 100, single", Medium, &[ring(10.), line(&[[0., -18.], [0., 18.]])]),
    glyph(
        "receptacle",
        "NECA 100, three wires",
        High,
        &[ring(10.), line(&[[-5., -16.], [-5., 16.]]), line(&[[0., -16.], [0., 16.]]), line(&[[5., -16.], [5., 16.]])],
    ),
    glyph(
        "receptacle",
        "NECA 100, three wires, to the wall",
        High,
        &[ring(10.), line(&[[-5., -9.], [-5., 18.]]), line(&[[0., -10.], [0., 18.]]), line(&[[5., -9.], [5., 18.]])],
    ),
    glyph(
        "quadruplex receptacle",
        "NECA 100",
        High,
        &[
            ring(10.),
            line(&[[-4., -16.], [-4., 16.]]),
            line(&[[4., -16.], [4., 16.]]),
            line(&[[-16., -4.], [16., -4.]]),
            line(&[[-16., 4.], [16., 4.]]),
        ],
    ),
    glyph(
        "quadruplex receptacle",
        "NECA 100, four bars",
        High,
        &[ring(10.), line(&[[-4., -16.], [-4., 16.]]), line(&[[4., -16.], [4., 16.]]), line(&[[-16., 0.], [16., 0.]])],
    ),
    glyph(
        "duplex receptacle split wired",
        "NECA 100",
        High,
        &[ring(10.), ACROSS[0], ACROSS[1], Filled(&[[-10., 0.], [10., 0.], [7., 7.], [0., 10.], [-7., 7.]])],
    ),
    glyph(
        "special purpose receptacle",
        "NECA 100",
        High,
        &[ring(10.), line(&[[0., -10.], [0., -18.]]), Filled(&[[-7., 5.], [7., 5.], [0., -8.]])],
    ),
    glyph(
        "duplex receptacle",
        "NECA 100, in the floor",
        High,
        &[SQUARE, ring(7.), line(&[[-3., -6.], [-3., 6.]]), line(&[[3., -6.], [3., 6.]])],
    ),
    glyph(
        "duplex receptacle",
        "NECA 100, in the floor",
        High,
        &[SQUARE, ring(7.), line(&[[-3., -10.], [-3., 10.]]), line(&[[3., -10.], [3., 10.]])],
    ),
    // A half circle open to the room, its stem to the wall.
    glyph("socket", "IEC 60617-11", Medium, &[Arc([0., 0.], 10., [0., 180.]), line(&[[0., 10.], [0., 20.]])]),
    glyph(
        "socket",
        "IEC 60617-11, with earth",
        High,
        &[Arc([0., 0.], 10., [0., 180.]), line(&[[0., 10.], [0., 20.]]), line(&[[-10., 10.], [10., 10.]])],
    ),
    glyph(
        "socket",
        "IEC 60617-11, closed",
        Medium,
        &[
            Arc([0., 0.], 10., [0., 180.]),
            line(&[[-10., 0.], [10., 0.]]),
            line(&[[0., 10.], [0., 20.]]),
            line(&[[-10., 10.], [10., 10.]]),
        ],
    ),
    glyph(
        "socket",
        "IEC 60617-11, double",
        High,
        &[Arc([0., 0.], 10., [0., 180.]), Arc([0., 5.], 10., [0., 180.]), line(&[[0., 10.], [0., 24.]])],
    ),
    glyph(
        "tomada",
        "NBR 5444, low",
        Medium,
        &[Lines(&[[-8., -14.], [8., -14.], [0., 0.], [-8., -14.]]), line(&[[0., 0.], [0., 10.]])],
    ),
    glyph(
        "tomada",
        "NBR 5444, low",
        Medium,
        &[Lines(&[[-8., 0.], [8., 0.], [0., -14.], [-8., 0.]]), line(&[[0., 0.], [0., 10.]])],
    ),
    glyph(
        "tomada",
        "NBR 5444, high",
        Medium,
        &[Filled(&[[-8., 0.], [8., 0.], [0., -14.]]), line(&[[0., 0.], [0., 10.]])],
    ),
    glyph(
        "tomada",
        "NBR 5444, at half height",
        Medium,
        &[
            Lines(&[[-8., 0.], [8., 0.], [0., -14.], [-8., 0.]]),
            Filled(&[[0., 0.], [8., 0.], [0., -14.]]),
            line(&[[0., 0.], [0., 10.]]),
        ],
    ),
    lettered("gfci receptacle", "NECA 100", &["GFI", "GFCI", "G"], &[ring(10.), ACROSS[0], ACROSS[1]]),
    lettered("junction box", "NECA 100", &["J", "JB"], &[ring(10.)]),
    lettered("junction box", "NECA 100", &["J", "JB"], &[SQUARE]),
    lettered("motor connection", "NECA 100", &["M"], &[ring(10.)]),
    lettered("floor box", "NECA 100", &["FB", "F"], &[SQUARE]),
    // The S with a stroke through it that older drawings use for a switch.
    glyph(
        "switch",
        "NECA 100, S with a stroke",
        High,
        &[Arc([0., -5.], 5., [-30., -240.]), Arc([0., 5.], 5., [-90., 240.]), line(&[[0., -15.], [0., 15.]])],
    ),
    glyph(
        "switch",
        "NECA 100, S with a short stroke",
        High,
        &[Arc([0., -5.], 5., [-30., -240.]), Arc([0., 5.], 5., [-90., 240.]), line(&[[0., -12.5], [0., 12.5]])],
    ),
    glyph(
        "switch",
        "NECA 100, S of a plotter's font",
        High,
        &[
            Lines(&[
                [4.5, -6.5],
                [2., -9.],
                [-2., -9.],
                [-4.5, -6.5],
                [-4.5, -3.5],
                [-2., -1.],
                [2., 1.],
                [4.5, 3.5],
                [4.5, 6.5],
                [2., 9.],
                [-2., 9.],
                [-4.5, 6.5],
            ]),
            line(&[[0., -11.5], [0., 11.5]]),
        ],
    ),
    glyph(
        "switch",
        "NECA 100, S with two strokes",
        High,
        &[
            Arc([0., -5.], 5., [-30., -240.]),
            Arc([0., 5.], 5., [-90., 240.]),
            line(&[[-1.5, -13.], [-1.5, 13.]]),
            line(&[[1.5, -13.], [1.5, 13.]]),
        ],
    ),
    glyph("switch", "IEC 60617-11", High, &[Circle([0., 0.], 4.), Lines(&[[2.8, -2.8], [14., -14.], [18., -10.]])]),
    glyph(
        "switch",
        "IEC 60617-11, filled",
        High,
        &[Dot([0., 0.], 4.), Lines(&[[2.8, -2.8], [14., -14.], [18., -10.]])],
    ),
    glyph(
        "switch",
        "IEC 60617-11, two poles",
        High,
        &[Circle([0., 0.], 4.), Lines(&[[2.8, -2.8], [14., -14.], [18., -10.]]), line(&[[11., -11.], [15., -7.]])],
    ),
    glyph(
        "switch",
        "IEC 60617-11, series",
        High,
        &[
            Circle([0., 0.], 4.),
            Lines(&[[2.8, -2.8], [14., -14.], [18., -10.]]),
            Lines(&[[-2.8, -2.8], [-14., -14.], [-18., -10.]]),
        ],
    ),
    glyph(
        "three way switch",
        "IEC 60617-11",
        High,
        &[
            Circle([0., 0.], 4.),
            Lines(&[[2.8, -2.8], [14., -14.], [18., -10.]]),
            Lines(&[[-2.8, 2.8], [-14., 14.], [-18., 10.]]),
        ],
    ),
    glyph("switch", "NBR 5444", Medium, &[ring(5.), line(&[[0., 5.], [0., 20.]])]),
    glyph("three way switch", "NBR 5444", Medium, &[Dot([0., 0.], 5.), line(&[[0., 5.], [0., 20.]])]),
    // A box filled on one side of its diagonal, or half.
    glyph(
        "panelboard",
        "NECA 100, IEC 60617-11",
        High,
        &[
            Lines(&[[-20., -6.], [20., -6.], [20., 6.], [-20., 6.], [-20., -6.]]),
            Filled(&[[-20., 6.], [20., 6.], [20., -6.]]),
        ],
    ),
    glyph("panelboard", "NECA 100, filled", Low, &[Filled(&[[-20., -5.], [20., -5.], [20., 5.], [-20., 5.]])]),
    glyph(
        "panelboard",
        "IEC 60617-11, crossed",
        Medium,
        &[
            Lines(&[[-16., -8.], [16., -8.], [16., 8.], [-16., 8.], [-16., -8.]]),
            line(&[[-16., -8.], [16., 8.]]),
            line(&[[-16., 8.], [16., -8.]]),
        ],
    ),
    glyph(
        "disconnect switch",
        "NECA 100",
        Medium,
        &[SQUARE, line(&[[-10., 0.], [-4., 0.]]), line(&[[-4., 0.], [4., -6.]]), line(&[[4., 0.], [10., 0.]])],
    ),
    glyph(
        "ceiling fan",
        "usual, four blades",
        Medium,
        &[
            ring(4.),
            Lines(&[[-3., -3.], [-18., -8.], [-16., -14.], [-3., -3.]]),
            Lines(&[[3., -3.], [8., -18.], [14., -16.], [3., -3.]]),
            Lines(&[[3., 3.], [18., 8.], [16., 14.], [3., 3.]]),
            Lines(&[[-3., 3.], [-8., 18.], [-14., 16.], [-3., 3.]]),
        ],
    ),
    glyph(
        "ceiling fan",
        "usual, three blades in a circle",
        High,
        &[
            ring(20.),
            ring(4.),
            line(&[[0., -4.], [0., -20.]]),
            line(&[[3.5, 2.], [17.3, 10.]]),
            line(&[[-3.5, 2.], [-17.3, 10.]]),
        ],
    ),
    glyph(
        "ceiling fan",
        "usual, three blades in a circle",
        High,
        &[ring(20.), line(&[[0., 0.], [0., -20.]]), line(&[[0., 0.], [17.3, 10.]]), line(&[[0., 0.], [-17.3, 10.]])],
    ),
];
