//! Shrinks an input that breaks a promise.

/// The number of inputs that a shrink may try.
const TRIES: usize = 2000;

/// A shorter input for which `breaks` still holds: pieces are removed, from halves down to single
/// bytes, then bytes become zero.
pub(crate) fn shrunk(input: &[u8], mut breaks: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = input.to_vec();
    let mut tries = 0;
    let mut piece = best.len() / 2;
    while piece > 0 && tries < TRIES {
        let mut at = 0;
        while at < best.len() && tries < TRIES {
            let end = (at + piece).min(best.len());
            let mut shorter = best[..at].to_vec();
            shorter.extend(&best[end..]);
            tries += 1;
            if breaks(&shorter) {
                best = shorter;
            } else {
                at = end;
            }
        }
        piece /= 2;
    }
    for at in 0..best.len().min(TRIES.saturating_sub(tries)) {
        let before = std::mem::replace(&mut best[at], 0);
        if before != 0 && !breaks(&best) {
            best[at] = before;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_nothing_is_removed() {
        let input: Vec<u8> = (1..=200).collect();
        let breaks = |bytes: &[u8]| bytes.contains(&77) && bytes.contains(&150);
        assert_eq!(shrunk(&input, breaks), [77, 150]);
        assert_eq!(shrunk(&[9, 9, 9], |bytes| bytes.len() == 3), [0, 0, 0]);
    }
}
