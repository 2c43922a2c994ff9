//! Groups of clusters that may be one shape, and the specimen of a group.

use crate::clusters::Cluster;
use crate::collect;
use crate::fast::FastMap;
use crate::ink::Ink;
use crate::template::Specimen;

/// Minimum number of strokes of a shape that is not filled.
const FEWEST_STROKES: usize = 3;

/// Returns the clusters that may be symbols, by place.
pub(crate) fn solid_clusters(mut out: Vec<Cluster>) -> Vec<Cluster> {
    out.retain(|c| c.strokes.len() >= FEWEST_STROKES || c.measure.filled > 0.5);
    out.sort_by(|a, b| a.bbox.min.y.total_cmp(&b.bbox.min.y).then(a.bbox.min.x.total_cmp(&b.bbox.min.x)));
    out
}

/// Groups clusters of equal measures, as indexes.
pub(crate) fn groups(clusters: &[Cluster]) -> Vec<Vec<usize>> {
    // Steps are as wide as the tolerances of `Measure::is_similar`, so similar clusters are in the same step or the
    // next.
    let step = |v: f32, least: f32| ((v + least).ln() / 0.022).floor() as i32;
    let mut by_step: FastMap<(u32, i32, i32), Vec<usize>> = FastMap::default();
    let mut out: Vec<Vec<usize>> = Vec::new();
    for (n, c) in clusters.iter().enumerate() {
        let m = &c.measure;
        let (x, y) = (step(m.length, 20.0), step(m.spread, 6.0));
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (m.color, x + dx, y + dy)));
        let near = around.filter_map(|key| by_step.get(&key)).flatten();
        let like = near.copied().filter(|&g: &usize| clusters[out[g][0]].measure.is_similar(m)).min();
        match like {
            Some(group) => out[group].push(n),
            None => {
                by_step.entry((m.color, x, y)).or_default().push(out.len());
                out.push(vec![n]);
            }
        }
    }
    out
}

/// Returns the cluster of the median ink length.
pub(crate) fn typical(clusters: &[Cluster], group: &[usize]) -> usize {
    let mut by_length: Vec<usize> = group.to_vec();
    by_length.sort_by(|&a, &b| clusters[a].measure.length.total_cmp(&clusters[b].measure.length).then(a.cmp(&b)));
    by_length[by_length.len() / 2]
}

pub(crate) fn specimen(ink: &Ink, cluster: &Cluster) -> Specimen {
    let strokes = cluster.strokes.iter().map(|&i| ink.strokes[i as usize]).collect();
    Specimen::new(collect::of_strokes(strokes), Vec::new())
}
