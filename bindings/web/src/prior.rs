//! The statistical prior of `posture: "likely"`: bytes from a separate script, since few programs
//! need its 21 kB.

use std::sync::{Arc, OnceLock};

use kansetsu::{Options, session::Posture};
use kansetsu_humanoid::prior::Prior;
use wasm_bindgen::prelude::*;

use crate::error::plain;

static PRIOR: OnceLock<Prior> = OnceLock::new();

/// Sets the prior of all later sessions, once.
///
/// # Errors
/// For bytes that are no prior.
#[wasm_bindgen]
pub fn set_prior(bytes: &[u8]) -> Result<(), JsError> {
    let prior = Prior::from_bytes(bytes).map_err(plain)?;
    PRIOR.get_or_init(|| prior);
    Ok(())
}

/// Sets the prior of options whose posture needs one.
pub(crate) fn complete(options: &mut Options) -> Result<(), JsError> {
    if options.posture == Posture::Likely {
        let missing = "options: posture \"likely\" needs `await ready` of \"kansetsu/prior\"";
        let prior = PRIOR.get().ok_or_else(|| JsError::new(missing))?;
        options.prior = Some(Arc::new(prior));
    }
    Ok(())
}
