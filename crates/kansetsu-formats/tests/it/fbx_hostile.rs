//! Malicious FBX files: arrays of billions, arrays that decompress to gigabytes, paths outside the
//! folder.

use std::cell::RefCell;

use kansetsu_formats::fbx;
use miniz_oxide::deflate::compress_to_vec_zlib;

/// A binary file of one geometry with an array of vertices: the stated count, the encoding, and the
/// data.
fn with_array(count: u32, packing: u32, stored: &[u8]) -> Vec<u8> {
    let head = [count, packing, stored.len() as u32].map(u32::to_le_bytes);
    let array = [&b"d"[..], head.as_flattened(), stored].concat();
    let id = [&b"L"[..], &7_i64.to_le_bytes()].concat();
    let about = [&id[..], b"S\x0d\0\0\0box\0\x01Geometry", b"S\x04\0\0\0Mesh"].concat();
    let mut file = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
    file.extend(7400_u32.to_le_bytes());
    record(&mut file, "Objects", (&[], 0), |file| {
        record(file, "Geometry", (&about, 3), |file| record(file, "Vertices", (&array, 1), |_| {}));
    });
    file.extend([0; 13]);
    file
}

fn record(
    file: &mut Vec<u8>,
    name: &str,
    (properties, count): (&[u8], u32),
    inside: impl FnOnce(&mut Vec<u8>),
) {
    let start = file.len();
    file.extend([0; 12]);
    file.push(name.len() as u8);
    file.extend(name.as_bytes());
    file.extend(properties);
    let before = file.len();
    inside(file);
    if file.len() > before {
        file.extend([0; 13]);
    }
    let numbers = [file.len() as u32, count, properties.len() as u32].map(u32::to_le_bytes);
    file[start..start + 12].copy_from_slice(numbers.as_flattened());
}

#[test]
fn arrays_of_billions_and_arrays_that_unpack_to_gigabytes_are_refused() {
    let sound = with_array(3, 0, &[0; 24]);
    fbx::read(&sound, &|_| Err(String::new())).expect("three numbers are no harm");
    let bomb = compress_to_vec_zlib(&vec![0; 96 << 20], 9);
    assert!(bomb.len() < 1 << 20);
    for (what, file, words) in [
        ("2^32 - 1 numbers", with_array(u32::MAX, 0, &[0; 24]), "array"),
        ("2^32 - 1 packed numbers", with_array(u32::MAX, 1, &[0; 24]), "array"),
        ("a bomb", with_array((96 << 20) / 8, 1, &bomb), "far more than a file of this size needs"),
        ("a bomb that says it is small", with_array(3, 1, &bomb), "array"),
        ("another packing", with_array(3, 7, &[0; 24]), "array"),
    ] {
        let error =
            fbx::read(&file, &|_| Err(String::new())).map(drop).expect_err(what).to_string();
        println!("{what}: {error}");
        assert!(error.starts_with("FBX, byte") && error.contains(words), "{what}: {error}");
    }
}

#[test]
fn pictures_are_looked_for_in_the_files_own_folder_alone() {
    for path in [
        "..\\\\..\\\\secret.png",
        "../../secret.png",
        "/etc/passwd",
        "C:\\\\secret.png",
        "file:///etc/passwd",
        "a/../../secret.png",
        "\\\\\\\\host\\\\secret.png",
    ] {
        let text = format!(
            "; FBX 7.5.0 project file\nFBXHeaderExtension: {{\n\tFBXVersion: 7500\n}}\nObjects: {{\n\tModel: 1, \"Model::box\", \"Mesh\" {{\n\t}}\n\
             \tGeometry: 2, \"Geometry::box\", \"Mesh\" {{\n\t\tVertices: *9 {{\n\t\t\ta: 0,0,0,1,0,0,0,1,0\n\t\t}}\n\
             \t\tPolygonVertexIndex: *3 {{\n\t\t\ta: 0,1,-3\n\t\t}}\n\t}}\n\tMaterial: 3, \"Material::skin\", \"\" {{\n\t}}\n\
             \tTexture: 4, \"Texture::skin\", \"\" {{\n\t\tFileName: \"{path}\"\n\t\tRelativeFilename: \"{path}\"\n\t}}\n}}\n\
             Connections: {{\n\tC: \"OO\",1,0\n\tC: \"OO\",2,1\n\tC: \"OO\",3,1\n\tC: \"OP\",4,3, \"DiffuseColor\"\n}}\n"
        );
        let asked = RefCell::new(Vec::new());
        let resources = |path: &str| {
            asked.borrow_mut().push(path.to_owned());
            Err("not here".to_owned())
        };
        let loaded = fbx::read(text.as_bytes(), &resources).expect("read");
        assert_eq!(loaded.figure.meshes.len(), 1, "{path}");
        for asked in asked.borrow().iter() {
            let leads_out = asked.split(['/', '\\']).any(|part| part == "..")
                || asked.starts_with(['/', '\\'])
                || asked.contains(':');
            assert!(!leads_out, "{path}: asked for {asked}");
        }
    }
}
