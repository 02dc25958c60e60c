//! Numbers in JSON that read back bit-identically.

use serde_json::{Number, Value};

/// The shortest decimal number that reads back as exactly this `f32`; it must be finite.
pub(in crate::gltf) fn number(value: f32) -> Value {
    // The short form could in theory round twice, decimal to f64 to f32, to a neighbour; then all
    // digits are written.
    let short = value
        .to_string()
        .parse::<f64>()
        .ok()
        .filter(|short| (*short as f32).to_bits() == value.to_bits());
    Number::from_f64(short.unwrap_or_else(|| f64::from(value))).map_or(Value::Null, Value::Number)
}

/// A list of such numbers.
pub(in crate::gltf) fn numbers(values: &[f32]) -> Value {
    Value::Array(values.iter().map(|&value| number(value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_float_reads_back_bit_for_bit() {
        let mut state = 12345_u32;
        let check = |value: f32| {
            let text = number(value).to_string();
            let back: Value = serde_json::from_str(&text).expect("it is JSON");
            let back = back.as_f64().expect("it is a number") as f32;
            assert_eq!(back.to_bits(), value.to_bits(), "{text}");
        };
        for value in [
            0.0,
            -0.0,
            1.0,
            0.1,
            f32::MAX,
            f32::MIN_POSITIVE,
            f32::from_bits(1),
            -1.5e-7,
            16_777_216.0,
        ] {
            check(value);
        }
        for _ in 0..20_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let value = f32::from_bits(state);
            if value.is_finite() {
                check(value);
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(numbers(&[0.1, 1.0, -0.25]).to_string(), "[0.1,1.0,-0.25]");
    }
}
