//! The luminaire types, which the luminaire schedule lists and whose watts the lighting circuits add up.

/// Marks with their rows in the luminaire schedule.
pub(crate) const LUMINAIRES: [[&str; 6]; 5] = [
    ["A", "2X4 RECESSED LED TROFFER, ACRYLIC LENS", "LED 4000K", "40", "120", "RECESSED"],
    ["A1", "2X4 RECESSED LED TROFFER, GASKETED", "LED 4000K", "32", "120", "RECESSED"],
    ["B", "6\" LED DOWNLIGHT, SPECULAR REFLECTOR", "LED 3500K", "18", "120", "RECESSED"],
    ["B1", "6\" LED DOWNLIGHT, WET LOCATION LISTED", "LED 3500K", "15", "120", "RECESSED"],
    ["X1", "EXIT SIGN, RED LETTERS, BATTERY PACK", "LED", "3", "120", "CEILING"],
];

/// Returns the watts of a luminaire type.
pub(crate) fn watts(mark: &str) -> u32 {
    LUMINAIRES.iter().find(|row| row[0] == mark).and_then(|row| row[3].parse().ok()).unwrap_or_default()
}
