//! Layers, colors, line types and line weights, including values inherited from the layer and the insert.

use std::collections::HashMap;

use acadrust::entities::EntityCommon;
use acadrust::{CadDocument, Color, LineWeight};

/// Default line weight in millimeters: AutoCAD's LWDEFAULT.
const DEFAULT_WEIGHT: f64 = 0.25;

/// Most elements of a line type.
const MAX_DASHES: usize = 12;

/// The properties of a layer that matter for drawing.
#[derive(Debug, Clone)]
struct Layer {
    name: String,
    color: u32,
    /// Line weight in millimeters.
    weight: f64,
    line_type: String,
    frozen: bool,
    hidden: bool,
}

/// The resolved style of an entity, with all inherited values.
#[derive(Debug, Clone)]
pub(crate) struct Appearance {
    /// Name of its layer.
    pub(crate) layer: String,
    /// Color, 0xRRGGBB.
    pub(crate) color: u32,
    /// Line weight in millimeters on paper.
    pub(crate) weight: f64,
    /// Name of its line type.
    pub(crate) line_type: String,
    /// Scale factor of its line type.
    pub(crate) dash_scale: f64,
}

/// Whether an entity is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    Visible,
    /// Its layer is off or not plotted. An insert on it still shows entities with their own layers.
    Off,
    /// Its layer is frozen: nothing of it is visible.
    Frozen,
}

/// The style tables of a drawing.
#[derive(Debug)]
pub(crate) struct Styles {
    layers: HashMap<String, Layer>,
    /// Dash patterns by upper-case name: alternating dash and gap lengths in drawing units.
    dashes: HashMap<String, Vec<f64>>,
}

/// Returns a color of the index table as plotted: white lines on a dark screen are black on paper.
fn rgb(color: Color) -> Option<u32> {
    let plotted = match color {
        Color::Index(7 | 255) => (0, 0, 0),
        Color::Index(_) | Color::Rgb { .. } => color.rgb()?,
        Color::ByLayer | Color::ByBlock | Color::None => return None,
    };
    Some(u32::from_be_bytes([0, plotted.0, plotted.1, plotted.2]))
}

/// Returns alternating dash and gap lengths, starting with a dash. A dot is a dash of length 0.
fn dash_pattern(elements: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut out: Vec<f64> = Vec::new();
    for length in elements.filter(|l| l.is_finite()).take(MAX_DASHES) {
        let dash = length >= 0.0;
        // Odd indexes are gaps. Adjacent elements of the same kind are merged.
        if out.len() % 2 == usize::from(!dash) {
            out.push(length.abs());
        } else if let Some(last) = out.last_mut() {
            *last += length.abs();
        } else {
            // A pattern that starts with a gap gets a dot before it.
            out.extend([0.0, length.abs()]);
        }
    }
    if out.len() % 2 == 1 {
        out.push(0.0);
    }
    if out.iter().skip(1).step_by(2).all(|gap| *gap <= 0.0) { Vec::new() } else { out }
}

impl Styles {
    pub(crate) fn of(document: &CadDocument) -> Self {
        let layers = document.layers.iter().map(|layer| {
            let entry = Layer {
                name: layer.name.clone(),
                color: rgb(layer.color).unwrap_or(0),
                weight: layer.line_weight.millimeters().unwrap_or(DEFAULT_WEIGHT),
                line_type: layer.line_type.clone(),
                frozen: layer.flags.frozen,
                hidden: layer.flags.off || !layer.is_plottable || layer.name.eq_ignore_ascii_case("Defpoints"),
            };
            (layer.name.to_uppercase(), entry)
        });
        let scale = Some(document.header.linetype_scale).filter(|s| s.is_finite() && *s > 0.0).unwrap_or(1.0);
        let line_types = document.line_types.iter().map(|line_type| {
            (line_type.name.to_uppercase(), dash_pattern(line_type.elements.iter().map(|e| e.length * scale)))
        });
        Self { layers: layers.collect(), dashes: line_types.collect() }
    }

    fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.get(&name.to_uppercase())
    }

    /// Returns whether an entity on this layer is visible.
    pub(crate) fn visibility(&self, layer: &str) -> Visibility {
        match self.layer(layer) {
            Some(layer) if layer.frozen => Visibility::Frozen,
            Some(layer) if layer.hidden => Visibility::Off,
            _ => Visibility::Visible,
        }
    }

    /// Resolves the style of an entity. `insert` is the style of the insert that it belongs to, whose layer applies to
    /// entities on layer 0.
    pub(crate) fn appearance(&self, common: &EntityCommon, insert: Option<&Appearance>) -> Appearance {
        let name = match insert {
            Some(insert) if common.layer == "0" || common.layer.is_empty() => insert.layer.as_str(),
            _ => common.layer.as_str(),
        };
        let layer = self.layer(name);
        let color = match common.color {
            Color::ByBlock => insert.map_or(0, |insert| insert.color),
            Color::ByLayer | Color::None => layer.map_or(0, |l| l.color),
            own => rgb(own).unwrap_or(0),
        };
        let weight = match common.line_weight {
            LineWeight::ByLayer => layer.map_or(DEFAULT_WEIGHT, |l| l.weight),
            LineWeight::ByBlock => insert.map_or(DEFAULT_WEIGHT, |insert| insert.weight),
            own => own.millimeters().unwrap_or(DEFAULT_WEIGHT),
        };
        let own = common.linetype.as_str();
        let line_type = if own.is_empty() || own.eq_ignore_ascii_case("ByLayer") {
            layer.map_or("", |l| l.line_type.as_str())
        } else if own.eq_ignore_ascii_case("ByBlock") {
            insert.map_or("", |insert| insert.line_type.as_str())
        } else {
            own
        };
        let scale = common.linetype_scale;
        Appearance {
            layer: layer.map_or(name, |l| l.name.as_str()).to_owned(),
            color,
            weight: weight.clamp(0.0, 10.0),
            line_type: line_type.to_owned(),
            dash_scale: if scale.is_finite() && scale > 0.0 { scale } else { 1.0 },
        }
    }

    /// Returns the dash pattern of an appearance, in drawing units; empty for a continuous line.
    pub(crate) fn dash(&self, appearance: &Appearance) -> Vec<f64> {
        let found = self.dashes.get(&appearance.line_type.to_uppercase());
        found.map(|d| d.iter().map(|l| l * appearance.dash_scale).collect()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_alternate_between_dash_and_gap() {
        assert_eq!(dash_pattern([0.5, -0.25].into_iter()), [0.5, 0.25]);
        assert_eq!(dash_pattern([0.5, -0.25, 0.0, -0.25].into_iter()), [0.5, 0.25, 0.0, 0.25]);
        assert_eq!(dash_pattern([0.5, 0.5, -0.1, -0.1].into_iter()), [1.0, 0.2]);
        assert_eq!(dash_pattern([-0.2, 0.5].into_iter()), [0.0, 0.2, 0.5, 0.0]);
        assert_eq!(dash_pattern([1.0].into_iter()), [] as [f64; 0]);
        assert_eq!(dash_pattern(std::iter::empty()), [] as [f64; 0]);
    }

    #[test]
    fn an_entity_on_layer_0_takes_what_its_insert_gives() {
        let mut document = CadDocument::new();
        document.layers.add(acadrust::Layer::with_color("E-POWR", Color::RED)).unwrap();
        let styles = Styles::of(&document);
        let mut common = EntityCommon { layer: "0".to_owned(), ..EntityCommon::default() };
        let outside = styles.appearance(&common, None);
        let insert = Appearance { layer: "e-powr".to_owned(), color: 0x00_FF_00, ..outside.clone() };
        let appearance = styles.appearance(&common, Some(&insert));
        assert_eq!((appearance.layer.as_str(), appearance.color), ("E-POWR", 0xFF_00_00));
        common.color = Color::ByBlock;
        assert_eq!(styles.appearance(&common, Some(&insert)).color, 0x00_FF_00);
        assert_eq!(outside.layer, "0");
        assert_eq!(rgb(Color::WHITE), Some(0));
    }
}
