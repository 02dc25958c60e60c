//! A binary FBX file of a chain of joints, each keyed in every frame about three axes, like
//! downloads of recorded motion.

/// A property of a record.
enum Property<'a> {
    Long(i64),
    Double(f64),
    Text(&'a str),
    Longs(Vec<i64>),
    Floats(Vec<f32>),
    Ints(Vec<i32>),
}

use Property::{Double, Floats, Ints, Long, Longs, Text};

/// The number of time units per second in the format.
const SECOND: i64 = 46_186_158_000;

/// A file with this number of joints and these angles of each, degrees about x, y and z, 30 per
/// second.
pub fn walk(joints: usize, angles: &[Vec<[f32; 3]>]) -> Vec<u8> {
    let mut file = Writer { bytes: b"Kaydara FBX Binary  \0\x1a\0".to_vec() };
    file.bytes.extend(7400_u32.to_le_bytes());
    let mut links = vec![(20_001, 20_000, None)];
    file.record("Objects", &[], |file| {
        file.record(
            "AnimationStack",
            &[Long(20_000), Text("walk\0\u{1}AnimStack"), Text("")],
            |_| {},
        );
        file.record(
            "AnimationLayer",
            &[Long(20_001), Text("layer\0\u{1}AnimLayer"), Text("")],
            |_| {},
        );
        for joint in 0..joints {
            let id = 1000 + joint as i64;
            // Five limbs of equal length.
            let parent = if joint % 13 == 0 { if joint == 0 { 0 } else { 1000 } } else { id - 1 };
            links.push((id, parent, None));
            model(
                file,
                id,
                &format!("mixamorig:Joint{joint}\0\u{1}Model"),
                [0.0, 8.0, (joint % 13) as f64 * 0.1],
            );
            let node = 5000 + joint as i64;
            file.record(
                "AnimationCurveNode",
                &[Long(node), Text("R\0\u{1}AnimCurveNode"), Text("")],
                |_| {},
            );
            links.extend([(node, 20_001, None), (node, id, Some("Lcl Rotation"))]);
            for (axis, name) in ["d|X", "d|Y", "d|Z"].into_iter().enumerate() {
                let curve_id = 30_000 + 3 * joint as i64 + axis as i64;
                let values =
                    angles[joint % angles.len()].iter().map(|angles| angles[axis]).collect();
                curve(file, curve_id, values);
                links.push((curve_id, node, Some(name)));
            }
        }
    });
    file.record("Connections", &[], |file| {
        for (from, to, property) in &links {
            match property {
                Some(name) => {
                    file.record("C", &[Text("OP"), Long(*from), Long(*to), Text(name)], |_| {})
                }
                None => file.record("C", &[Text("OO"), Long(*from), Long(*to)], |_| {}),
            }
        }
    });
    file.bytes.extend([0; 13]);
    file.bytes
}

fn model(file: &mut Writer, id: i64, name: &str, [x, y, z]: [f64; 3]) {
    file.record("Model", &[Long(id), Text(name), Text("LimbNode")], |file| {
        file.record("Properties70", &[], |file| {
            let place = [
                Text("Lcl Translation"),
                Text("Lcl Translation"),
                Text(""),
                Text("A"),
                Double(x),
                Double(y),
                Double(z),
            ];
            file.record("P", &place, |_| {});
        });
    });
}

/// An angle, degrees, with a key in each frame.
fn curve(file: &mut Writer, id: i64, values: Vec<f32>) {
    let frames = values.len();
    let times = (0..frames as i64).map(|frame| frame * SECOND / 30).collect();
    file.record("AnimationCurve", &[Long(id), Text("\0\u{1}AnimCurve"), Text("")], |file| {
        file.record("KeyTime", &[Longs(times)], |_| {});
        file.record("KeyValueFloat", &[Floats(values)], |_| {});
        // Linear interpolation for all keys.
        file.record("KeyAttrFlags", &[Ints(vec![4])], |_| {});
        file.record("KeyAttrDataFloat", &[Floats(vec![0.0; 4])], |_| {});
        file.record("KeyAttrRefCount", &[Ints(vec![frames as i32])], |_| {});
    });
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn record(&mut self, name: &str, properties: &[Property<'_>], inside: impl FnOnce(&mut Self)) {
        let start = self.bytes.len();
        self.bytes.extend([0; 12]);
        self.bytes.push(name.len() as u8);
        self.bytes.extend(name.as_bytes());
        let first = self.bytes.len();
        properties.iter().for_each(|property| self.property(property));
        let length = self.bytes.len() - first;
        let before = self.bytes.len();
        inside(self);
        if self.bytes.len() > before {
            self.bytes.extend([0; 13]);
        }
        let head = [self.bytes.len(), properties.len(), length]
            .map(|number| (number as u32).to_le_bytes());
        self.bytes[start..start + 12].copy_from_slice(head.as_flattened());
    }

    fn property(&mut self, property: &Property<'_>) {
        match property {
            Long(number) => self.put(b'L', &number.to_le_bytes()),
            Double(number) => self.put(b'D', &number.to_le_bytes()),
            Text(text) => {
                self.put(b'S', &(text.len() as u32).to_le_bytes());
                self.bytes.extend(text.as_bytes());
            }
            Longs(list) => self.list(
                b'l',
                list.iter().flat_map(|number| number.to_le_bytes()).collect(),
                list.len(),
            ),
            Floats(list) => self.list(
                b'f',
                list.iter().flat_map(|number| number.to_le_bytes()).collect(),
                list.len(),
            ),
            Ints(list) => self.list(
                b'i',
                list.iter().flat_map(|number| number.to_le_bytes()).collect(),
                list.len(),
            ),
        }
    }

    fn put(&mut self, kind: u8, bytes: &[u8]) {
        self.bytes.push(kind);
        self.bytes.extend(bytes);
    }

    /// Uncompressed.
    fn list(&mut self, kind: u8, bytes: Vec<u8>, count: usize) {
        let head = [count as u32, 0, bytes.len() as u32].map(u32::to_le_bytes);
        self.put(kind, head.as_flattened());
        self.bytes.extend(bytes);
    }
}
