//! Decides whether a class of lines is routes, from its layer's name or the line classes of the caller.

use std::sync::LazyLock;

use plumbline_notation::language::{Words, route_layers};
use regex::Regex;

use crate::routes::lines::ClassKey;
use crate::routes::model::{LineClass, LineType, RouteOptions, RouteSystem};
use crate::routes::patterns::patterns;

/// The meaning of a class of lines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// Routes of a system.
    Named {
        /// The system.
        system: RouteSystem,
        /// The text of the legend.
        description: Option<String>,
        /// The text of another legend row that fits equally well.
        rival: Option<String>,
    },
    /// Other lines: walls, furniture, notes and so on.
    Background,
    /// No evidence.
    Unknown,
}

/// Returns the pattern of words that anything but a letter separates.
fn separated(words: Words) -> String {
    words.pattern(r"(?:^|[^a-z])", r"(?:[^a-z]|$)")
}

// Anything but a letter separates words in layer names: `E-POWR-CIRC`, `ALUMBRADO_CONDUIT`, `00 conduct tomacorr`.
patterns! {
    NOTES = separated(route_layers::NOTES);
    TRAY = separated(route_layers::TRAY);
    FEEDER = separated(route_layers::FEEDER);
    CONDUIT = separated(route_layers::CONDUIT);
    BRANCH = separated(route_layers::BRANCH);
    DUCT = separated(route_layers::DUCT);
    PIPE = separated(route_layers::PIPE);
    BUILDING = separated(route_layers::BUILDING);
}

/// Returns whether the takeoff measures a system. Ducts and pipes are background to wiring, and vice versa.
fn is_requested(options: &RouteOptions, system: RouteSystem) -> bool {
    match options.default_system {
        Some(requested @ (RouteSystem::Duct | RouteSystem::Pipe)) => system == requested,
        _ => !matches!(system, RouteSystem::Duct | RouteSystem::Pipe),
    }
}

/// Returns the verdict of a layer's name.
fn by_layer(options: &RouteOptions, layer: &str) -> Verdict {
    let named = |system| Verdict::Named { system, description: None, rival: None };
    if NOTES.is_match(layer) {
        return Verdict::Background;
    }
    let systems: [(&Regex, RouteSystem); 6] = [
        (&TRAY, RouteSystem::CableTray),
        (&FEEDER, RouteSystem::Feeder),
        (&CONDUIT, RouteSystem::Conduit),
        (&BRANCH, RouteSystem::BranchCircuit),
        (&DUCT, RouteSystem::Duct),
        (&PIPE, RouteSystem::Pipe),
    ];
    if let Some((_, system)) = systems.iter().find(|(p, _)| p.is_match(layer)) {
        return if is_requested(options, *system) { named(*system) } else { Verdict::Background };
    }
    if BUILDING.is_match(layer) { Verdict::Background } else { Verdict::Unknown }
}

/// Returns whether a layer's name means the building. Tags on such a layer belong to doors and windows.
pub(crate) fn shows_building(layer: &str) -> bool {
    BUILDING.is_match(layer)
}

/// Returns whether a class of the caller fits by layer and color.
fn fits_loosely(class: &LineClass, layer: Option<&str>, color: u32) -> bool {
    class.color.is_none_or(|c| c == color)
        && class.layer.as_deref().is_none_or(|l| layer.is_some_and(|own| own.eq_ignore_ascii_case(l)))
}

/// Returns whether lines of a layer and color may be routes and should be collected.
pub(crate) fn is_wanted(options: &RouteOptions, layer: Option<&str>, color: u32) -> bool {
    // White is the color of the paper, used for masks under symbols.
    if color & 0xff_ffff == 0xff_ffff {
        return false;
    }
    let background = layer.is_some_and(|l| by_layer(options, l) == Verdict::Background);
    // A legend's color means nothing on a layer of walls or symbols, but a layer that the caller names does.
    !background || options.classes.iter().any(|c| c.layer.is_some() && fits_loosely(c, layer, color))
}

/// Returns whether lines of a class have a name, regardless of their line type.
pub(crate) fn may_be_named(options: &RouteOptions, key: &ClassKey) -> bool {
    let layer = key.layer.as_deref();
    options.classes.iter().any(|c| fits_loosely(c, layer, key.color))
        || layer.is_some_and(|l| matches!(by_layer(options, l), Verdict::Named { .. }))
}

/// Returns the verdict for a class of lines of a certain type.
pub(crate) fn verdict(options: &RouteOptions, key: &ClassKey, linetype: LineType) -> Verdict {
    let fits = |class: &&LineClass| {
        fits_loosely(class, key.layer.as_deref(), key.color)
            && class.linetype.is_none_or(|t| t == linetype)
            && class.width.is_none_or(|w| (w - key.width_points()).abs() <= 0.2 * w.max(0.05))
    };
    // The most specific class wins.
    let detail = |c: &LineClass| {
        usize::from(c.color.is_some())
            + usize::from(c.layer.is_some())
            + usize::from(c.linetype.is_some())
            + usize::from(c.width.is_some())
    };
    if let Some(class) = options.classes.iter().filter(fits).max_by_key(|c| detail(c)) {
        let as_well = |c: &&LineClass| {
            detail(c) == detail(class) && c.description.is_some() && c.description != class.description
        };
        let rival = options.classes.iter().filter(fits).find(as_well);
        return Verdict::Named {
            system: class.system,
            description: class.description.clone(),
            rival: rival.and_then(|c| c.description.clone()),
        };
    }
    key.layer.as_deref().map_or(Verdict::Unknown, |l| by_layer(options, l))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_tell_the_system() {
        assert!(every_pattern().iter().all(|p| !p.as_str().is_empty()));
        let wiring = RouteOptions::default();
        let pipes = RouteOptions { default_system: Some(RouteSystem::Pipe), ..RouteOptions::default() };
        let of = |options: &RouteOptions, layer: &str| match by_layer(options, layer) {
            Verdict::Named { system, .. } => Some(system),
            _ => None,
        };
        let system = |layer: &str| of(&wiring, layer);
        assert_eq!(system("ALUMBRADO_CONDUIT"), Some(RouteSystem::Conduit));
        assert_eq!(system("00 conduct tomacorr"), Some(RouteSystem::Conduit));
        assert_eq!(system("E-LITE-CIRC"), Some(RouteSystem::BranchCircuit));
        assert_eq!(system("E-CABLE TRAY"), Some(RouteSystem::CableTray));
        assert_eq!((of(&pipes, "P-DOMW-CPIP"), system("P-DOMW-CPIP")), (Some(RouteSystem::Pipe), None));
        assert_eq!((of(&pipes, "E-CONDUIT"), system("M-HVAC-DUCT")), (None, None));
        assert_eq!(system("E-LITE-CIRC-TEXT"), None);
        for background in [
            "p-pipe-iden",
            "ANNTEXT",
            "размеры",
            "P-PIPE-Bemaßung",
            "寸法",
            "A-WALL",
            "Estructura - 04 MURO",
            "E-ANNO-TEXT",
            "S-COLS",
            "GRID",
            "Luminarias",
            "Marcador - Secciones",
        ] {
            assert_eq!(by_layer(&wiring, background), Verdict::Background, "{background}");
        }
        for unknown in ["0", "standard", "E-POWR"] {
            assert_eq!(by_layer(&wiring, unknown), Verdict::Unknown, "{unknown}");
        }
    }
}
