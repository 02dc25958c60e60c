//! Pictures beside a model: BMP and TGA become PNG, with the same colours; damaged and huge ones
//! are ignored with a warning.

use kansetsu_formats::{Opened, open};

/// A triangle with this picture.
fn with(name: &str, picture: &[u8]) -> Opened {
    let text = format!(
        "Metasequoia Document\nFormat Text Ver 1.0\n\nMaterial 1 {{\n\t\"skin\" tex(\"{name}\")\n}}\nObject \"a\" {{\n\tvertex 3 {{\n\t\t0 0 0\n\
         \t\t1 0 0\n\t\t0 1 0\n\t}}\n\tface 1 {{\n\t\t3 V(0 1 2) M(0)\n\t}}\n}}\nEof\n"
    );
    let beside = |path: &str| {
        if path == name { Ok(picture.to_vec()) } else { Err(format!("{path} is not here")) }
    };
    open(text.as_bytes(), "made.mqo", &beside).expect("read")
}

/// Red and green above blue and white, without alpha: three bytes per pixel, rows from below padded
/// to four.
fn bmp(width: i32, height: i32) -> Vec<u8> {
    let mut bytes = b"BM".to_vec();
    bytes.extend([70_u32, 0, 54, 40].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend([width, height].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend([1, 0, 24, 0]);
    bytes.extend([0_u32, 16, 0, 0, 0, 0].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend([255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]);
    bytes
}

/// The same with alpha: compressed, rows from above.
fn tga() -> Vec<u8> {
    let mut bytes = vec![0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 32, 0x28];
    bytes.extend([0x03, 0, 0, 255, 255, 0, 255, 0, 255, 255, 0, 0, 255, 255, 255, 255, 128]);
    bytes
}

/// Pixels of a PNG file.
fn pixels(png: &[u8]) -> Vec<[u8; 4]> {
    image::load_from_memory_with_format(png, image::ImageFormat::Png)
        .expect("PNG")
        .into_rgba8()
        .pixels()
        .map(|pixel| pixel.0)
        .collect()
}

#[test]
fn bmp_and_tga_become_png_of_the_same_colours() {
    let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];
    for (name, picture, alpha) in [("a.bmp", bmp(2, 2), 255), ("A.TGA", tga(), 128)] {
        let opened = with(name, &picture);
        assert!(opened.warnings.is_empty(), "{name}: {:?}", opened.warnings);
        let image =
            &opened.figure.images[opened.figure.materials[0].base_color_image.expect("a picture")];
        assert_eq!((image.name.as_str(), image.mime_type.as_str()), (name, "image/png"));
        let found = pixels(&image.bytes);
        let expected: Vec<[u8; 4]> = colors
            .iter()
            .enumerate()
            .map(|(index, &[r, g, b])| [r, g, b, if index == 3 { alpha } else { 255 }])
            .collect();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn what_is_damaged_or_huge_is_left_out_and_named() {
    for (name, picture) in [
        ("cut.bmp", bmp(2, 2)[..60].to_vec()),
        ("head.bmp", b"BM".to_vec()),
        ("huge.bmp", bmp(30_000, 30_000)),
        ("minus.bmp", bmp(-2, 2)),
        ("cut.tga", tga()[..25].to_vec()),
        ("empty.tga", Vec::new()),
        ("odd.dds", b"DDS |".to_vec()),
        ("text.bmp", b"hello".to_vec()),
    ] {
        let opened = with(name, &picture);
        assert!(opened.figure.materials[0].base_color_image.is_none(), "{name}");
        assert!(
            opened.warnings.len() == 1 && opened.warnings[0].contains(name),
            "{name}: {:?}",
            opened.warnings
        );
        println!("{}", opened.warnings[0]);
    }
    let mut random = crate::random::Random::new(3);
    for (name, sound) in [("a.bmp", bmp(2, 2)), ("a.tga", tga())] {
        for _ in 0..2000 {
            let mut picture = sound.clone();
            let at = random.below(picture.len());
            picture[at] ^= 1 << random.below(8);
            picture.truncate(picture.len() - random.below(4));
            let opened = with(name, &picture);
            assert_eq!(
                opened.warnings.len() + opened.figure.images.len(),
                1,
                "{name}: {:?}",
                opened.warnings
            );
        }
    }
}
