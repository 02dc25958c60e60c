//! Surfaces beside a robot: STL, OBJ and COLLADA.

use kansetsu_formats::open;

use super::round_trip;
use crate::{Outcome, Target, checks};

const STL: &[u8] = b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
const OBJ: &[u8] = b"mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nusemtl red\nf 1//1 2//1 \\\n 3//1 4//1\nf -4 -3 -1\n";
const MTL: &[u8] = b"newmtl red\nKd 1 0 0\nd 0.5\n";
const DAE: &[u8] = br##"<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#pa" count="3" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><rotate>0 0 1 90</rotate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"##;

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target::new("stl", |bytes| solid(bytes, "stl"), || vec![STL.to_vec(), binary_stl()])
            .with_words(&["facet normal 0 0 0", "vertex", "endloop", "endsolid", "solid"])
            .with_files(&["stl"]),
        Target::new("obj", |bytes| solid(bytes, "obj"), || vec![OBJ.to_vec()])
            .with_words(&[
                "v 0 0 0\n",
                "f 1 2 3\n",
                "f -1 -2 -3\n",
                "usemtl x\n",
                "g a\n",
                "/",
                "\\\n",
            ])
            .with_files(&["obj"]),
        Target::new("dae", |bytes| solid(bytes, "dae"), || vec![DAE.to_vec()])
            .with_words(&[
                "<node>",
                "</node>",
                "<instance_node url=\"#n\"/>",
                "<polylist count=\"1\">",
                "<vcount>3</vcount>",
                "<p>0 1 2</p>",
                "stride=\"0\"",
                "<scale>0 0 0</scale>",
            ])
            .with_files(&["dae"]),
    ]
}

fn binary_stl() -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend(1_u32.to_le_bytes());
    let numbers = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0_f32, 0.0];
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend([0, 0]);
    bytes
}

/// A robot of one link that has this surface.
fn solid(bytes: &[u8], ending: &str) -> Result<Outcome, String> {
    let text = format!(
        "<robot name=\"r\"><link name=\"a\"><visual><geometry><mesh filename=\"m.{ending}\" scale=\"1 1 -1\"/></geometry></visual></link></robot>"
    );
    let resources = |path: &str| match path {
        "a.mtl" => Ok(MTL.to_vec()),
        path if path.starts_with("m.") => Ok(bytes.to_vec()),
        path => Err(format!("there is no {path}")),
    };
    match open(text.as_bytes(), "fuzz.urdf", &resources) {
        Ok(opened) => {
            checks::figure(&opened.figure)?;
            round_trip::all(&opened.figure)?;
            Ok(Outcome::new(&opened.warnings.join("\n")))
        }
        Err(error) => Err(format!("a robot with a damaged surface is not read: {error}")),
    }
}
