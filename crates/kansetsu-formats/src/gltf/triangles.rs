//! Triangle strips and fans as lists of triangles.

/// Converts the indices of one mode to three indices per triangle.
pub(super) type Assemble = fn(Vec<u32>) -> Vec<u32>;

/// The conversion of this primitive mode to triangles; `None` for points and lines.
pub(super) fn mode(mode: usize) -> Option<Assemble> {
    match mode {
        4 => Some(list),
        5 => Some(strip),
        6 => Some(fan),
        _ => None,
    }
}

fn list(mut indices: Vec<u32>) -> Vec<u32> {
    indices.truncate(indices.len() - indices.len() % 3);
    indices
}

/// Every second triangle of a strip has the opposite winding; degenerate ones only join its parts.
fn strip(indices: Vec<u32>) -> Vec<u32> {
    let triangles = indices
        .windows(3)
        .enumerate()
        .map(|(i, w)| if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[0], w[2], w[1]] });
    triangles.filter(|[a, b, c]| a != b && b != c && a != c).flatten().collect()
}

/// glTF 2.0, section 3.7.2.1: triangle i is (i + 1, i + 2, 0).
fn fan(indices: Vec<u32>) -> Vec<u32> {
    let Some((&center, rim)) = indices.split_first() else { return Vec::new() };
    rim.windows(2).flat_map(|pair| [pair[0], pair[1], center]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_keep_their_winding() {
        assert_eq!(strip(vec![0, 1, 2, 3]), [0, 1, 2, 1, 3, 2]);
        assert_eq!(strip(vec![0, 1, 2, 2, 3, 4]), [0, 1, 2, 2, 4, 3]);
        assert_eq!(fan(vec![0, 1, 2, 3]), [1, 2, 0, 2, 3, 0]);
        assert_eq!(list(vec![0, 1, 2, 3]), [0, 1, 2]);
        assert!(fan(Vec::new()).is_empty());
    }
}
