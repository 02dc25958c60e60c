//! Nodes and rows as text.

use super::hierarchy::Node;
use super::motion::Motion;

/// The whole file. Numbers have as many digits as needed to read back exactly.
pub(super) fn text(nodes: &[Node], motion: &Motion) -> String {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(index);
        }
    }
    let mut text = "HIERARCHY\n".to_owned();
    for root in (0..nodes.len()).filter(|&index| nodes[index].parent.is_none()) {
        hierarchy(nodes, &children, root, &mut text);
    }
    text.push_str(&format!(
        "MOTION\nFrames: {}\nFrame Time: {}\n",
        motion.frames, motion.frame_time
    ));
    let width = motion.values.len() / motion.frames.max(1);
    for row in motion.values.chunks_exact(width.max(1)).take(motion.frames) {
        for (column, value) in row.iter().enumerate() {
            text.push_str(if column > 0 { " " } else { "" });
            text.push_str(&value.to_string());
        }
        text.push('\n');
    }
    text
}

/// Writes a node and its descendants. Not recursive: a file may nest thousands of joints.
fn hierarchy(nodes: &[Node], children: &[Vec<usize>], root: usize, text: &mut String) {
    let mut waiting = vec![(root, 0_usize, false)];
    while let Some((index, depth, is_done)) = waiting.pop() {
        // The indentation stops for deep chains, so that the size of the file is not quadratic in
        // their length.
        let indent = "\t".repeat(depth.min(64));
        if is_done {
            text.push_str(&format!("{indent}}}\n"));
            continue;
        }
        let node = &nodes[index];
        let title = match (node.is_end, node.parent) {
            (true, _) => "End Site".to_owned(),
            (false, None) => format!("ROOT {}", node.name),
            (false, Some(_)) => format!("JOINT {}", node.name),
        };
        let [x, y, z] = node.offset;
        text.push_str(&format!("{indent}{title}\n{indent}{{\n{indent}\tOFFSET {x} {y} {z}\n"));
        if !node.is_end {
            let names: String =
                node.channels.iter().map(|channel| format!(" {}", channel.name())).collect();
            text.push_str(&format!("{indent}\tCHANNELS {}{names}\n", node.channels.len()));
        }
        waiting.push((index, depth, true));
        waiting.extend(children[index].iter().rev().map(|&child| (child, depth + 1, false)));
    }
}
