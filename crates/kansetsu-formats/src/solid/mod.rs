//! Rigid surfaces in files of their own, to which robots refer: STL, OBJ and COLLADA.
//!
//! Only what a still surface needs is read: triangles, normals and plain colours. Numbers stay in
//! the file's axes; COLLADA's unit becomes metres.
//!
//! Sources: 3D Systems, "StereoLithography Interface Specification", 1989; Wavefront, "Advanced
//! Visualizer", appendix B1; Khronos, "COLLADA 1.4.1", 2008.

mod collada;
mod matrix;
mod obj;
mod part;
mod stl;

pub(crate) use part::SolidPart;

use crate::Error;
use crate::gltf::Resources;

/// Reads a surface by its first bytes, else by the extension of its name. `resources` returns the
/// files beside it.
///
/// # Errors
/// [`Error::Malformed`] names the place and the expected content; [`Error::Unsupported`] names a
/// format that is not read.
pub(crate) fn read(
    bytes: &[u8],
    name: &str,
    resources: &Resources<'_>,
) -> Result<Vec<SolidPart>, Error> {
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let parts = match ending.as_str() {
        _ if text.starts_with(b"<") => collada::read(bytes)?,
        "stl" | "stlb" => stl::read(bytes)?,
        "obj" => obj::read(bytes, resources)?,
        _ if stl::is_stl(bytes) => stl::read(bytes)?,
        _ => {
            return Err(Error::Unsupported {
                format: "mesh",
                place: "the start of the file".to_owned(),
                what: format!("a \".{ending}\" file (STL, OBJ and DAE are read)"),
            });
        }
    };
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use kansetsu::glam::Vec3;

    use super::*;

    const OBJ: &[u8] = b"mtllib a.mtl\r\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nusemtl red\nf 1//1 2//1 \\\n 3//1 4//1\nusemtl other\nf -4 -3 -1\n";
    const MTL: &[u8] = b"newmtl red\nKd 1 0 0\nd 0.5\n";
    const ASCII: &[u8] = b"solid a\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1e0 0\n  endloop\n endfacet\nendsolid a\n";
    const DAE: &str = r##"<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="common"><lambert><diffuse><color>0 1 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1000 0 0 1000 1000 0 0 1000 0</float_array><technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
<source id="n"><float_array id="na" count="3">0 0 1</float_array><technique_common><accessor source="#na" count="1" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist material="s" count="1"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/><vcount>4</vcount><p>0 0 1 0 2 0 3 0</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>0 0 2000</translate><rotate>0 0 1 90</rotate><node><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry></node></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"##;

    fn binary() -> Vec<u8> {
        let mut bytes = b"solid but binary".to_vec();
        bytes.resize(80, 0);
        bytes.extend(1u32.to_le_bytes());
        for number in [0.0f32, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([0, 0]);
        bytes
    }

    fn beside(path: &str) -> Result<Vec<u8>, String> {
        if path == "a.mtl" { Ok(MTL.to_vec()) } else { Err("no such file".to_owned()) }
    }

    #[test]
    fn surfaces_have_their_triangles_normals_and_colours() {
        for bytes in [ASCII.to_vec(), binary()] {
            let parts = read(&bytes, "a.STL", &beside).expect("an STL file");
            let part = &parts[0].primitive;
            assert_eq!(part.positions, [Vec3::ZERO, Vec3::X, Vec3::Y]);
            assert_eq!(part.normals, [Vec3::Z; 3]);
        }
        let parts = read(OBJ, "a.obj", &beside).expect("an OBJ file");
        let found: Vec<_> = parts
            .iter()
            .map(|part| (part.color.map(|color| (color[0], color[3])), &part.primitive))
            .map(|(color, primitive)| (color, primitive.triangle_count()))
            .collect();
        assert_eq!(found, [(None, 1), (Some((1.0, 0.5)), 2)], "by the names of materials");
        let parts = read(DAE.as_bytes(), "a.dae", &beside).expect("a DAE file");
        let part = &parts[0].primitive;
        assert_eq!((parts.len(), part.triangle_count()), (1, 2));
        assert!(part.positions.iter().any(|at| at.distance(Vec3::new(0.0, 1.0, 2.0)) < 1e-5));
        assert!(part.positions.iter().any(|at| at.distance(Vec3::new(-1.0, 0.0, 2.0)) < 1e-5));
        assert!(part.normals.iter().all(|normal| normal.distance(Vec3::Z) < 1e-5));
        assert_eq!(parts[0].color, Some([0.0, 1.0, 0.0, 1.0]));
        assert!(read(b"?", "a.iges", &beside).is_err());
    }

    #[test]
    fn damaged_surfaces_do_no_harm() {
        let mut state = 7_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for (bytes, name) in [
            (ASCII.to_vec(), "a.stl"),
            (binary(), "b.stl"),
            (OBJ.to_vec(), "a.obj"),
            (DAE.as_bytes().to_vec(), "a.dae"),
        ] {
            for cut in 0..200 {
                drop(read(&bytes[..bytes.len() * cut / 200], name, &beside));
            }
            for _ in 0..1000 {
                let mut changed = bytes.clone();
                for _ in 0..=random(3) {
                    let at = random(changed.len());
                    changed[at] ^= 1 << random(8);
                }
                if let Ok(parts) = read(&changed, name, &beside) {
                    for part in parts {
                        let count = part.primitive.positions.len();
                        assert!(part.primitive.positions.iter().all(|at| at.is_finite()));
                        assert!(part.primitive.indices.iter().all(|&at| (at as usize) < count));
                    }
                }
            }
        }
    }
}
