//! Fast arithmetic, and small, fast indexes of points on the plotter's grid. A sheet has millions of line ends, and a
//! map that owns its keys would take more memory than the sheet itself.

use crate::ink::GridPoint;

/// Mixes the bits of a key, with the multiplier of rustc's FxHash.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FxHasher(u64);

impl std::hash::Hasher for FxHasher {
    fn finish(&self) -> u64 {
        // The high bits are well mixed, but hash tables use the low ones.
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_i32(&mut self, word: i32) {
        self.write_u64(u64::from(word.cast_unsigned()));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// Builds an [`FxHasher`]: deterministic, so that results are the same in every run.
pub(crate) type FxBuildHasher = std::hash::BuildHasherDefault<FxHasher>;

/// A map hashed by [`FxHasher`].
pub(crate) type FastMap<K, V> = std::collections::HashMap<K, V, FxBuildHasher>;

/// A set hashed by [`FxHasher`].
pub(crate) type FastSet<K> = std::collections::HashSet<K, FxBuildHasher>;

pub(crate) fn hash(key: impl std::hash::Hash) -> u64 {
    use std::hash::BuildHasher;
    FxBuildHasher::default().hash_one(key)
}

/// Returns the bucket of a spot, among a power of two. Neighboring spots are in neighboring buckets, so a search
/// around a spot touches little memory.
fn bucket((x, y): GridPoint, mask: usize) -> usize {
    (x as usize).wrapping_add(hash(y) as usize) & mask
}

/// Numbers by the spot they belong to. Spots may share a bucket, so the caller compares points.
#[derive(Debug)]
pub(crate) struct GridPointIndex {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl GridPointIndex {
    /// Indexes `count` numbers by their spots. Numbers without a spot are left out.
    pub(crate) fn new(count: usize, spot: impl Fn(usize) -> Option<GridPoint>) -> Self {
        let buckets = count.max(1).next_power_of_two();
        let mut starts = vec![0u32; buckets + 1];
        let bucket = |s: GridPoint| bucket(s, buckets - 1);
        for s in (0..count).filter_map(&spot) {
            starts[bucket(s) + 1] += 1;
        }
        for i in 0..buckets {
            starts[i + 1] += starts[i];
        }
        let mut numbers = vec![0u32; starts[buckets] as usize];
        // Filled from the back, so that the starts end up where they belong.
        for i in (0..count).rev() {
            if let Some(s) = spot(i) {
                let end = &mut starts[bucket(s) + 1];
                *end -= 1;
                numbers[*end as usize] = i as u32;
            }
        }
        starts.remove(0);
        starts.push(numbers.len() as u32);
        Self { starts, numbers }
    }

    /// Returns the numbers at a spot, and by chance some of other spots.
    pub(crate) fn at(&self, spot: GridPoint) -> &[u32] {
        let bucket = bucket(spot, self.starts.len() - 2);
        &self.numbers[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }
}

/// A Bloom filter of spots (B. H. Bloom, 1970, with one hash). `may_contain` is sometimes wrong if it returns `true`,
/// never if it returns `false`.
#[derive(Debug)]
pub(crate) struct BloomFilter {
    bits: Vec<u64>,
    mask: usize,
}

/// Bits for each spot. About one in this many other spots is a false positive.
const BITS_EACH: usize = 16;

impl BloomFilter {
    /// Creates a filter for `count` spots.
    pub(crate) fn new(count: usize) -> Self {
        let bits = (BITS_EACH * count).max(64).next_power_of_two();
        Self { bits: vec![0; bits / 64], mask: bits - 1 }
    }

    pub(crate) fn insert(&mut self, spot: GridPoint) {
        let bit = bucket(spot, self.mask);
        self.bits[bit / 64] |= 1 << (bit % 64);
    }

    pub(crate) fn may_contain(&self, spot: GridPoint) -> bool {
        let bit = bucket(spot, self.mask);
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }
}

/// Computes a hypotenuse with the processor's square root: `hypot` guards against numbers that no page has, and took a
/// twentieth of a takeoff.
pub(crate) trait Hypotenuse {
    /// Returns the length of a step of `self` along one axis and `other` along the other.
    fn hypotenuse(self, other: Self) -> Self;
}

impl Hypotenuse for f32 {
    fn hypotenuse(self, other: Self) -> Self {
        (self * self + other * other).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_found_at_its_spot_and_nowhere_else_twice() {
        let spot = |i: usize| (!i.is_multiple_of(7)).then_some(((i % 50) as i32 - 25, (i / 50) as i32));
        let index = GridPointIndex::new(1000, spot);
        for i in 0..1000usize {
            let times = spot(i).map_or(0, |s| index.at(s).iter().filter(|&&n| n as usize == i).count());
            assert_eq!(times, usize::from(!i.is_multiple_of(7)));
        }
        assert_eq!(index.numbers.len(), (0..1000usize).filter(|i| !i.is_multiple_of(7)).count());
    }

    #[test]
    fn no_spot_that_was_put_in_is_missed_and_few_others_are_taken_for_one() {
        let mut spots = BloomFilter::new(500);
        (0..500).for_each(|n| spots.insert((n * 7, n * n - 900)));
        assert!((0..500).all(|n| spots.may_contain((n * 7, n * n - 900))));
        let others = (0..5000).filter(|n| spots.may_contain((n % 71 + 4000, n / 71 + 4))).count();
        assert!(others < 1000, "{others}");
        assert!(!BloomFilter::new(0).may_contain((1, 1)));
    }
}
