//! Strongly connected components of a graph of files, and the shortest cycle in one.
//!
//! R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing
//! 1(2), 1972.

use std::collections::{BTreeMap, VecDeque};

use super::arrows::Arrow;

/// The components of two files or more, each in ascending order.
pub(super) fn components(files: usize, arrows: &[Arrow]) -> Vec<Vec<usize>> {
    let mut search =
        Search { next: vec![Vec::new(); files], marks: vec![None; files], ..Search::default() };
    for arrow in arrows {
        search.next[arrow.from].push(arrow.to);
    }
    for file in 0..files {
        if search.marks[file].is_none() {
            search.visit(file);
        }
    }
    search.found.sort();
    search.found
}

#[derive(Default)]
struct Search {
    next: Vec<Vec<usize>>,
    /// Of the files reached so far.
    marks: Vec<Option<Mark>>,
    open: Vec<usize>,
    reached: usize,
    found: Vec<Vec<usize>>,
}

#[derive(Clone, Copy)]
struct Mark {
    /// The order in which it was reached.
    order: usize,
    /// Whether its component is not complete yet.
    is_open: bool,
}

impl Search {
    /// Visits a file and those that it leads to; returns the lowest order reached.
    fn visit(&mut self, file: usize) -> usize {
        let order = self.reached;
        self.reached += 1;
        self.marks[file] = Some(Mark { order, is_open: true });
        self.open.push(file);
        let mut lowest = order;
        for next in self.next[file].clone() {
            lowest = match self.marks[next] {
                None => lowest.min(self.visit(next)),
                Some(mark) if mark.is_open => lowest.min(mark.order),
                Some(_) => lowest,
            };
        }
        if lowest == order {
            self.close(file);
        }
        lowest
    }

    /// Takes the component that starts with `file` off the open files.
    fn close(&mut self, file: usize) {
        let start = self.open.iter().rposition(|&open| open == file).unwrap_or(0);
        let mut component = self.open.split_off(start);
        for &member in &component {
            if let Some(mark) = &mut self.marks[member] {
                mark.is_open = false;
            }
        }
        if component.len() > 1 {
            component.sort_unstable();
            self.found.push(component);
        }
    }
}

/// The fewest arrows that lead from a file of the component back to it.
pub(super) fn shortest_cycle<'a>(component: &[usize], arrows: &'a [Arrow]) -> Vec<&'a Arrow> {
    let inside: Vec<&Arrow> = arrows
        .iter()
        .filter(|arrow| component.contains(&arrow.from) && component.contains(&arrow.to))
        .collect();
    component
        .iter()
        .filter_map(|&start| way_back(start, &inside))
        .min_by_key(Vec::len)
        .unwrap_or_default()
}

fn way_back<'a>(start: usize, arrows: &[&'a Arrow]) -> Option<Vec<&'a Arrow>> {
    let mut came_by: BTreeMap<usize, &Arrow> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(file) = queue.pop_front() {
        for arrow in arrows.iter().filter(|arrow| arrow.from == file) {
            if came_by.contains_key(&arrow.to) {
                continue;
            }
            came_by.insert(arrow.to, arrow);
            queue.push_back(arrow.to);
        }
    }
    let mut way = vec![*came_by.get(&start)?];
    while way.last()?.from != start {
        way.push(came_by.get(&way.last()?.from)?);
    }
    way.reverse();
    Some(way)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrow(from: usize, to: usize) -> Arrow {
        Arrow { from, to, line: 1, path: String::new() }
    }

    #[test]
    fn components_of_one_file_are_no_cycles() {
        let arrows = [
            arrow(0, 1),
            arrow(1, 2),
            arrow(2, 1),
            arrow(2, 3),
            arrow(4, 0),
            arrow(5, 6),
            arrow(6, 5),
        ];
        assert_eq!(components(7, &arrows), [vec![1, 2], vec![5, 6]]);
    }

    #[test]
    fn the_shortest_cycle_of_a_component_is_found() {
        let arrows = [arrow(0, 1), arrow(1, 2), arrow(2, 0), arrow(2, 3), arrow(3, 2)];
        let component = components(4, &arrows).remove(0);
        assert_eq!(component, [0, 1, 2, 3]);
        let way: Vec<(usize, usize)> = shortest_cycle(&component, &arrows)
            .iter()
            .map(|arrow| (arrow.from, arrow.to))
            .collect();
        assert_eq!(way, [(2, 3), (3, 2)]);
    }
}
