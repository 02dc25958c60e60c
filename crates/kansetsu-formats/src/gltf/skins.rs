//! Skins.

use kansetsu::glam::Affine3;

use super::accessor::Store;
use super::at::At;
use super::nodes::{Nodes, affine};
use crate::{Error, Skin};

/// Reads all skins. Fewer inverse bind matrices than joints are an error; without any they are
/// identities.
pub(super) fn read(
    root: &At<'_>,
    store: &Store<'_>,
    nodes: &Nodes<'_>,
) -> Result<Vec<Skin>, Error> {
    root.objects("skins")?.iter().map(|skin| read_one(skin, store, nodes)).collect()
}

fn read_one(at: &At<'_>, store: &Store<'_>, nodes: &Nodes<'_>) -> Result<Skin, Error> {
    let joints = at
        .list("joints")?
        .iter()
        .map(|place| Ok(nodes.joints[place.as_index(nodes.joints.len(), "nodes")?]))
        .collect::<Result<Vec<_>, Error>>()?;
    let Some(accessor) = at.index("inverseBindMatrices", store.count(), "accessors")? else {
        let inverse_bind = vec![Affine3::IDENTITY; joints.len()];
        return Ok(Skin { joints, inverse_bind });
    };
    let matrices = store.finite::<16>(accessor)?;
    if matrices.len() < joints.len() {
        let problem = format!(
            "expected a matrix for each of the {} joints, found {}",
            joints.len(),
            matrices.len()
        );
        return Err(at.wrong_at("inverseBindMatrices", problem));
    }
    let inverse_bind = matrices.iter().take(joints.len()).map(affine).collect();
    Ok(Skin { joints, inverse_bind })
}
