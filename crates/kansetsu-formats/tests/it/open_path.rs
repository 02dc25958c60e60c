//! Files that cannot be opened by their paths.

use std::{fs, path::Path};

use kansetsu_formats::{Error, open_path, read_resource, to_glb};

#[test]
fn every_error_names_the_path_and_what_is_wrong() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("open_path");
    fs::create_dir_all(&folder).unwrap();
    let glb = to_glb(b"HIERARCHY\nROOT hip { OFFSET 0 0 0 CHANNELS 0 }", "hip.bvh", &|_| {
        Err(String::new())
    })
    .unwrap()
    .bytes;
    for (name, bytes, words) in [
        ("letter.vrm", &b"Dear reader,"[..], "no known format"),
        ("empty.fbx", b"", "FBX"),
        ("empty.vrm", b"", "the file is empty"),
        ("boy.blend", b"BLENDER-v300", "Blender is not read yet; Kansetsu reads glTF 2.0"),
        ("cut.glb", &glb[..glb.len() / 2], "byte"),
    ] {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        let error = open_path(&path).map(drop).unwrap_err();
        let told = error.to_string();
        assert!(
            matches!(error, Error::File { .. }) && told.contains(name) && told.contains(words),
            "{told}"
        );
    }
    let path = folder.join("whole.glb");
    fs::write(&path, &glb).unwrap();
    fs::write(folder.join("whole.rig.json"), "{\"kansetsu_rig\": 99}").unwrap();
    let told = open_path(&path).map(drop).unwrap_err().to_string();
    assert!(told.contains("whole.rig.json") && told.contains("version 99"), "{told}");
    fs::remove_file(folder.join("whole.rig.json")).unwrap();
    assert!(open_path(&path).is_ok());
    let told = open_path(folder.join("missing.vrm")).map(drop).unwrap_err().to_string();
    assert!(told.contains("missing.vrm"), "{told}");
}

#[test]
fn files_beside_are_found_by_the_rules_of_windows() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beside");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(folder.join("inside/Tex")).unwrap();
    fs::write(folder.join("inside/Tex/Skin.PNG"), "skin").unwrap();
    fs::write(folder.join("secret.png"), "secret").unwrap();
    let inside = folder.join("inside");
    for path in ["Tex/Skin.PNG", "tex/skin.png", "TEX\\SKIN.png", "./tex/Skin.png"] {
        assert_eq!(read_resource(&inside, path).as_deref(), Ok(&b"skin"[..]), "{path}");
    }
    for path in ["../secret.png", "tex/../../SECRET.png", "Tex", "other.png"] {
        assert!(read_resource(&inside, path).is_err(), "{path}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("secret.png"), inside.join("Link.png")).unwrap();
        assert!(read_resource(&inside, "link.png").unwrap_err().contains("link out of"));
    }
}
