//! From a found run to a route: ends, confidence and key.

use crate::assign::Labels;
use crate::ends::Ends;
use crate::find::{Basis, Found};
use crate::labels::{Label, Says};
use crate::lines::ClassKey;
use crate::model::{Confidence, EndKind, Route};

/// A run as a route; `None` when it turns out to be none.
pub(crate) fn route(run: Found, ends: &Ends<'_>, own: &Labels, labels: &[Label]) -> Option<Route> {
    let Found { course, key, system, description, basis, linetype, tips, measure, duct } = run;
    let mut points = course.points;
    // From the end that comes first on the page, so that the direction of drawing does not matter.
    let (first, last) = (*points.first()?, *points.last()?);
    if (last[1], last[0]) < (first[1], first[0]) {
        points.reverse();
    }
    let circuit = own.circuit.map(|i| &labels[i]);
    let panel = circuit.and_then(|l| match &l.says {
        Says::Circuit(panel) => panel.as_deref(),
        _ => None,
    });
    let mut starts_at = ends.endpoint(*points.first()?, &tips, panel);
    let mut ends_at = ends.endpoint(*points.last()?, &tips, panel);
    // A run that is fed from a panel starts there.
    if ends_at.kind == EndKind::Panel && starts_at.kind != EndKind::Panel {
        points.reverse();
        std::mem::swap(&mut starts_at, &mut ends_at);
    }
    let known = [&starts_at, &ends_at].iter().filter(|e| e.kind != EndKind::Unknown).count();
    // An arrow without a label leads from anywhere to anything.
    if basis == Basis::Pending || basis == Basis::Ends && known < 2 {
        return None;
    }
    let (label, label_size) = match own.system.map(|i| &labels[i].says) {
        Some(Says::System { name, size, .. }) => (Some(name.clone()), size.clone()),
        _ => (None, None),
    };
    let plan_width_mm = duct.as_ref().map(|d| measure.metres(d.width) * 1000.0);
    let size_inferred = duct.as_ref().is_some_and(|d| d.inferred);
    let written = duct.and_then(|d| d.size);
    let clean = course.loops == 0;
    // A size that the width on the plan confirms.
    let confirmed = written.is_some() && !size_inferred;
    let confidence = match basis {
        Basis::Named if clean && (known > 0 || label.is_some() || confirmed) => Confidence::High,
        Basis::Labelled if clean && known > 0 => Confidence::High,
        Basis::Named | Basis::Labelled | Basis::Drawn | Basis::Ends => Confidence::Medium,
        Basis::Loose | Basis::Pending => Confidence::Low,
    };
    Some(Route {
        key: route_key(&key, &points),
        system,
        description,
        length: measure.length(course.length),
        unit: measure.unit,
        ratio: measure.ratio,
        points,
        branches: course.branches,
        segments: course.segments,
        color: key.color,
        width_mm: f64::from(key.width_points()) * 25.4 / 72.0,
        layer: key.layer,
        linetype,
        label,
        duct_size: written.as_ref().map(|w| w.size),
        size: written.map(|w| w.text).or_else(|| own.size.map(|i| labels[i].text.clone())).or(label_size),
        size_inferred,
        plan_width_mm,
        drop: None,
        circuit: circuit.map(|l| l.text.clone()),
        starts_at,
        ends_at,
        confidence,
    })
}

/// A key from what does not change between runs over a page: the class of its lines and where it lies.
pub(crate) fn route_key(class: &ClassKey, points: &[[f32; 2]]) -> String {
    // FNV-1a: stable across versions of the standard library, which its hasher is not.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut eat = |bytes: &[u8]| {
        for b in bytes {
            hash = (hash ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3);
        }
    };
    eat(class.layer.as_deref().unwrap_or_default().as_bytes());
    eat(&class.color.to_le_bytes());
    eat(&class.width.to_le_bytes());
    for p in points {
        eat(&((p[0] * 10.0).round() as i32).to_le_bytes());
        eat(&((p[1] * 10.0).round() as i32).to_le_bytes());
    }
    format!("route-{hash:016x}")
}

/// Tells routes with the same key apart.
pub(crate) fn number_twins(sorted: &mut [Route]) {
    let mut start = 0;
    while start < sorted.len() {
        let key = sorted[start].key.clone();
        let count = sorted[start..].iter().take_while(|r| r.key == key).count();
        for (i, twin) in sorted[start..start + count].iter_mut().enumerate().skip(1) {
            twin.key = format!("{key}-{}", i + 1);
        }
        start += count;
    }
}
