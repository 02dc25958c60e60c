//! WebM files: one video, as an encoder has packed it.
//!
//! Source of the layout: IETF RFC 8794 (EBML), RFC 9559 (Matroska), of which WebM is a part, and
//! the Alliance for Open Media's "Codec Mapping of AV1 in Matroska/WebM". The
//! table of seek points comes before the frames, so that a player reads no more than it shows.

/// What an encoder has made of a film.
#[derive(Clone, Debug, Default)]
pub struct Footage {
    /// How it is packed, in Matroska's words: `V_AV1` or `V_VP8`.
    pub codec: String,
    /// What a decoder must know before the first picture: for AV1 the `av1C` record, for VP8
    /// nothing.
    pub setup: Vec<u8>,
    /// The frames in display order; the first is a key frame.
    pub pictures: Vec<Packed>,
}

/// A picture that an encoder has packed.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// When it is shown, milliseconds.
    pub at: u32,
    /// Whether it can be shown without the ones before it.
    pub is_key: bool,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// From here on a group of frames ends, milliseconds: a frame's time is stored in 16 bits, with a
/// sign, from its group's beginning.
const GROUP: u32 = 30_000;

/// The bytes of a file of this size, pixels, that lasts so many milliseconds.
#[must_use]
pub fn webm(footage: &Footage, [width, height]: [u32; 2], duration: u32) -> Vec<u8> {
    let header = element(
        0x1a45_dfa3,
        &[
            number(0x4286, 1),                    // EBMLVersion
            number(0x42f7, 1),                    // EBMLReadVersion
            number(0x42f2, 4),                    // EBMLMaxIDLength
            number(0x42f3, 8),                    // EBMLMaxSizeLength
            element(0x4282, &[b"webm".to_vec()]), // DocType
            number(0x4287, 4),                    // DocTypeVersion
            number(0x4285, 2),                    // DocTypeReadVersion
        ],
    );
    let information = element(
        0x1549_a966,
        &[
            number(0x2a_d7b1, 1_000_000), // TimestampScale: times are milliseconds
            element(0x4489, &[f64::from(duration).to_be_bytes().to_vec()]), // Duration
            element(0x4d80, &[b"Kansetsu".to_vec()]), // MuxingApp
            element(0x5741, &[b"Kansetsu".to_vec()]), // WritingApp
        ],
    );
    let before = [information, track(footage, [width, height])].concat();
    let clusters: Vec<Vec<u8>> = groups(&footage.pictures).map(cluster).collect();
    let places = |first: usize| {
        let ends = clusters
            .iter()
            .scan(first, |end, cluster| Some(std::mem::replace(end, *end + cluster.len())));
        let begins = groups(&footage.pictures).zip(ends);
        begins.filter(|(group, _)| group[0].is_key).map(|(group, place)| (group[0].at, place))
    };
    // The table has the same length for any content.
    let first = before.len() + table(places(0)).len();
    let table = table(places(first));
    let parts: Vec<Vec<u8>> = [before, table].into_iter().chain(clusters).collect();
    [header, element(0x1853_8067, &parts)].concat()
}

/// The only track. The encoder writes the meaning of its colours, if at all.
fn track(footage: &Footage, [width, height]: [u32; 2]) -> Vec<u8> {
    let mut entry = vec![
        number(0xd7, 1),                                     // TrackNumber
        number(0x73c5, 1),                                   // TrackUID
        number(0x83, 1),                                     // TrackType: video
        number(0x9c, 0),                                     // FlagLacing
        element(0x86, &[footage.codec.as_bytes().to_vec()]), // CodecID
        element(0xe0, &[number(0xb0, u64::from(width)), number(0xba, u64::from(height))]), // Video
    ];
    if !footage.setup.is_empty() {
        entry.push(element(0x63a2, std::slice::from_ref(&footage.setup))); // CodecPrivate
    }
    element(0x1654_ae6b, &[element(0xae, &entry)])
}

/// Each starts with a key frame.
fn groups(pictures: &[Packed]) -> impl Iterator<Item = &[Packed]> {
    let mut start = pictures.first().map_or(0, |first| first.at);
    pictures.chunk_by(move |_, next| {
        let goes_on = !next.is_key && next.at - start < GROUP;
        if !goes_on {
            start = next.at;
        }
        goes_on
    })
}

fn cluster(group: &[Packed]) -> Vec<u8> {
    let start = group[0].at;
    let block = |picture: &Packed| {
        let [high, low] = ((picture.at - start) as u16).to_be_bytes();
        element(
            0xa3,
            &[vec![0x81, high, low, if picture.is_key { 0x80 } else { 0 }], picture.bytes.clone()],
        )
    };
    let parts: Vec<Vec<u8>> =
        std::iter::once(number(0xe7, u64::from(start))).chain(group.iter().map(block)).collect();
    element(0x1f43_b675, &parts)
}

/// Where the groups are: when each begins, and how many bytes behind the segment's head.
fn table(groups: impl Iterator<Item = (u32, usize)>) -> Vec<u8> {
    let point = |(at, place): (u32, usize)| {
        let place = element(0xf1, &[(place as u64).to_be_bytes().to_vec()]); // CueClusterPosition
        element(0xbb, &[number(0xb3, u64::from(at)), element(0xb7, &[number(0xf7, 1), place])])
    };
    let points: Vec<Vec<u8>> = groups.map(point).collect();
    element(0x1c53_bb6b, &points)
}

/// An element, with its length in eight bytes.
fn element(id: u32, content: &[Vec<u8>]) -> Vec<u8> {
    let length: usize = content.iter().map(Vec::len).sum();
    let mut bytes = Vec::with_capacity(12 + length);
    bytes.extend(significant(u64::from(id)));
    bytes.extend((length as u64 | 1 << 56).to_be_bytes());
    content.iter().for_each(|part| bytes.extend(part));
    bytes
}

fn number(id: u32, value: u64) -> Vec<u8> {
    element(id, &[significant(value)])
}

/// A whole number in as many bytes as it takes.
fn significant(value: u64) -> Vec<u8> {
    let bytes = value.to_be_bytes();
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    bytes[zeros.min(7)..].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a piece of a file: identifiers, where their contents begin behind its start,
    /// and contents.
    fn elements(bytes: &[u8]) -> Vec<(u32, usize, &[u8])> {
        let (mut found, mut at) = (Vec::new(), 0);
        while at < bytes.len() {
            let long = bytes[at].leading_zeros() as usize + 1;
            let id = bytes[at..at + long].iter().fold(0, |id, byte| id << 8 | u32::from(*byte));
            let size = bytes[at + long..at + long + 8]
                .iter()
                .fold(0_u64, |size, byte| size << 8 | u64::from(*byte))
                & !(1 << 56);
            let start = at + long + 8;
            found.push((id, start, &bytes[start..start + size as usize]));
            at = start + size as usize;
        }
        found
    }

    fn child(bytes: &[u8], id: u32) -> &[u8] {
        elements(bytes).into_iter().find(|found| found.0 == id).expect("the element is there").2
    }

    #[test]
    fn the_table_leads_to_every_group_and_no_picture_is_lost() {
        let packed = |frame: u32| Packed {
            at: frame * 40,
            is_key: frame.is_multiple_of(60),
            bytes: vec![frame as u8; 5 + frame as usize],
        };
        let footage = Footage {
            codec: "V_AV1".to_owned(),
            setup: vec![1, 2, 3],
            pictures: (0..150).map(packed).collect(),
        };
        let file = webm(&footage, [64, 48], 6000);
        let segment = child(&file, 0x1853_8067);
        let clusters: Vec<_> =
            elements(segment).into_iter().filter(|found| found.0 == 0x1f43_b675).collect();
        assert_eq!(clusters.len(), 3);
        let table = child(segment, 0x1c53_bb6b);
        for (point, (_, start, cluster)) in elements(table).into_iter().zip(&clusters) {
            let place = child(child(point.2, 0xb7), 0xf1)
                .iter()
                .fold(0_usize, |place, byte| place << 8 | usize::from(*byte));
            // An identifier of four bytes and a length of eight.
            assert_eq!(place + 12, *start);
            assert_eq!(child(point.2, 0xb3), child(cluster, 0xe7), "both say when it begins");
        }
        let mut seen = Vec::new();
        for (_, _, cluster) in clusters {
            let start = child(cluster, 0xe7).iter().fold(0, |at, byte| at << 8 | u32::from(*byte));
            for (_, _, block) in elements(cluster).into_iter().filter(|found| found.0 == 0xa3) {
                seen.push((
                    start + u32::from(u16::from_be_bytes([block[1], block[2]])),
                    block[3] == 0x80,
                    block[4..].to_vec(),
                ));
            }
        }
        let wanted: Vec<_> = footage
            .pictures
            .into_iter()
            .map(|picture| (picture.at, picture.is_key, picture.bytes))
            .collect();
        assert_eq!(seen, wanted);
    }

    #[test]
    fn a_film_of_nothing_and_a_long_one_without_keys_are_files() {
        assert!(!webm(&Footage::default(), [2, 2], 0).is_empty());
        let pictures: Vec<Packed> = (0..100)
            .map(|second| Packed { at: 1000 * second, is_key: second == 0, bytes: vec![0] })
            .collect();
        let file = webm(&Footage { pictures, ..Footage::default() }, [2, 2], 100_000);
        let segment = child(&file, 0x1853_8067);
        assert_eq!(elements(segment).into_iter().filter(|found| found.0 == 0x1f43_b675).count(), 4);
        assert_eq!(elements(child(segment, 0x1c53_bb6b)).len(), 1, "only the first can be gone to");
    }
}
