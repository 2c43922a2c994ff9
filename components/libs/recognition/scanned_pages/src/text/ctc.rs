//! Decodes the recognition model's output to characters: connectionist temporal classification (A. Graves et al.,
//! 2006), read greedily. Each step gives the likeliest character or the blank, class 0. Repeats without a blank between
//! are one.

use crate::text::inference::Output;

/// The characters a model knows, in the order of its classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary(Vec<String>);

/// The text of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Characters.
    pub text: String,
    /// The mean probability of its characters, 0..=1.
    pub confidence: f32,
}

impl Dictionary {
    /// Parses a dictionary from the metadata `character` of the model's file: one character per line.
    pub fn parse(lines: &str) -> Self {
        Self(lines.split('\n').map(|line| line.trim_end_matches('\r').to_owned()).filter(|c| !c.is_empty()).collect())
    }

    /// Returns the number of characters.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no characters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the character of a class: 0 is the blank, then the dictionary's, then the space that training adds.
    fn character(&self, class: usize) -> &str {
        match class.checked_sub(1) {
            Some(index) => self.0.get(index).map_or(" ", String::as_str),
            None => "",
        }
    }

    /// Decodes an output of the shape (1,) steps × classes.
    pub fn decode(&self, output: &Output) -> Reading {
        let classes = output.dimensions.last().copied().unwrap_or(0).max(1);
        let (mut text, mut sum, mut count, mut before) = (String::new(), 0.0, 0u32, 0);
        for step in output.values.chunks_exact(classes) {
            let (class, probability) = likeliest(step);
            if class != 0 && class != before {
                text.push_str(self.character(class));
                sum += probability;
                count += 1;
            }
            before = class;
        }
        let confidence = if count == 0 { 0.0 } else { sum / count as f32 };
        Reading { text: text.trim().to_owned(), confidence }
    }
}

/// Returns the class with the largest value.
fn likeliest(step: &[f32]) -> (usize, f32) {
    // The maximum of eight interleaved columns compiles to vector instructions, while a search for the position of
    // the largest value would go number by number. There are nearly 20,000 classes.
    let mut lanes = [f32::MIN; 8];
    let (chunks, rest) = step.as_chunks::<8>();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = if value > *lane { value } else { *lane };
        }
    }
    let greatest = lanes.iter().chain(rest).copied().fold(f32::MIN, f32::max);
    let class = step.iter().position(|&value| value == greatest).unwrap_or(0);
    (class, greatest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(classes: usize, steps: &[(usize, f32)]) -> Output {
        let mut values = vec![0.0; classes * steps.len()];
        for (index, &(class, probability)) in steps.iter().enumerate() {
            values[index * classes + class] = probability;
        }
        Output { dimensions: vec![1, steps.len(), classes], values }
    }

    #[test]
    fn repeats_are_one_unless_a_blank_is_between() {
        let dictionary = Dictionary::parse("A\nB\n2\n");
        assert_eq!(dictionary.len(), 3);
        // Classes: blank, A, B, 2, space.
        let steps = [(1, 0.9), (1, 0.8), (0, 1.0), (1, 0.7), (4, 0.9), (2, 0.5), (3, 1.0), (0, 1.0)];
        let reading = dictionary.decode(&answer(5, &steps));
        assert_eq!(reading.text, "AA B2");
        assert!((reading.confidence - (0.9 + 0.7 + 0.9 + 0.5 + 1.0) / 5.0).abs() < 1e-6);
    }

    #[test]
    fn an_empty_line_has_no_confidence() {
        let reading = Dictionary::parse("A").decode(&answer(3, &[(0, 1.0), (0, 1.0)]));
        assert_eq!(reading, Reading { text: String::new(), confidence: 0.0 });
    }

    #[test]
    fn the_greatest_is_found_wherever_it_stands() {
        for at in 0..35 {
            let mut step = vec![0.1; 35];
            step[at] = 0.6;
            assert_eq!(likeliest(&step), (at, 0.6));
        }
    }
}
