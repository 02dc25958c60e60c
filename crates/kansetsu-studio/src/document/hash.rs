//! A number for a content: the same for the same content, in every process and on every machine.
//!
//! Whatever can be serialised can be hashed: every field that is ever added to a type counts by itself, none can be forgotten. Each
//! value goes in as one 64-bit word (numbers as their bits, texts eight bytes a word with their length), mixed by multiplication and a
//! shift with the finaliser of SplitMix64. It tells contents apart that differ by accident; it is no signature.
//!
//! Source of the mixing constants: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.

use serde::{
    Serialize,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
        Serializer,
    },
};

/// The hash of anything that can be serialised. -0 counts as 0.
#[must_use]
pub fn of<T: Serialize + ?Sized>(value: &T) -> u64 {
    let mut hasher = Hasher::default();
    // Only a type that refuses to be serialised fails here; it then hashes as what went in before.
    let _ = value.serialize(&mut hasher);
    hasher.state
}

/// The hash of bytes.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> u64 {
    let mut hasher = Hasher::default();
    hasher.bytes(bytes);
    hasher.state
}

/// Takes one word after the other.
#[derive(Debug)]
struct Hasher {
    state: u64,
}

impl Default for Hasher {
    fn default() -> Self {
        Self { state: 0x9e37_79b9_7f4a_7c15 }
    }
}

impl Hasher {
    fn word(&mut self, word: u64) {
        let mut z = (self.state ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.state = z ^ (z >> 31);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }
}

/// What stands at the border of a list or a variant, so that `[1], [2]` is not `[1, 2], []`.
const END: u64 = 0x656e_6400;

/// What cannot happen: hashing has no errors of its own.
#[derive(Debug)]
struct Never(String);

impl std::fmt::Display for Never {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Never {}

impl serde::ser::Error for Never {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Done = Result<(), Never>;

impl<'a> Serializer for &'a mut Hasher {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = &'a mut Hasher;
    type SerializeTuple = &'a mut Hasher;
    type SerializeTupleStruct = &'a mut Hasher;
    type SerializeTupleVariant = &'a mut Hasher;
    type SerializeMap = &'a mut Hasher;
    type SerializeStruct = &'a mut Hasher;
    type SerializeStructVariant = &'a mut Hasher;

    fn serialize_bool(self, v: bool) -> Done {
        self.serialize_u64(u64::from(v))
    }
    fn serialize_i8(self, v: i8) -> Done {
        self.serialize_i64(v.into())
    }
    fn serialize_i16(self, v: i16) -> Done {
        self.serialize_i64(v.into())
    }
    fn serialize_i32(self, v: i32) -> Done {
        self.serialize_i64(v.into())
    }
    fn serialize_i64(self, v: i64) -> Done {
        self.serialize_u64(v.cast_unsigned())
    }
    fn serialize_u8(self, v: u8) -> Done {
        self.serialize_u64(v.into())
    }
    fn serialize_u16(self, v: u16) -> Done {
        self.serialize_u64(v.into())
    }
    fn serialize_u32(self, v: u32) -> Done {
        self.serialize_u64(v.into())
    }
    fn serialize_u64(self, v: u64) -> Done {
        self.word(v);
        Ok(())
    }
    fn serialize_f32(self, v: f32) -> Done {
        // Adding zero turns -0 into 0.
        self.serialize_u32((v + 0.0).to_bits())
    }
    fn serialize_f64(self, v: f64) -> Done {
        self.serialize_u64((v + 0.0).to_bits())
    }
    fn serialize_char(self, v: char) -> Done {
        self.serialize_u32(v.into())
    }
    fn serialize_str(self, v: &str) -> Done {
        self.serialize_bytes(v.as_bytes())
    }
    fn serialize_bytes(self, v: &[u8]) -> Done {
        self.bytes(v);
        Ok(())
    }
    fn serialize_none(self) -> Done {
        self.serialize_u64(0)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        self.word(1);
        value.serialize(self)
    }
    fn serialize_unit(self) -> Done {
        self.serialize_u64(END)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.serialize_str(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, variant: &'static str, value: &T) -> Done {
        self.bytes(variant.as_bytes());
        value.serialize(self)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Never> {
        Ok(self)
    }
    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        Ok(self)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }
    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Self, Never> {
        self.bytes(variant.as_bytes());
        Ok(self)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self, Never> {
        Ok(self)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }
    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Self, Never> {
        self.bytes(variant.as_bytes());
        Ok(self)
    }
}

/// Lists of every kind: their elements, then an end.
macro_rules! list {
    ($kind:ident, $element:ident) => {
        impl $kind for &mut Hasher {
            type Ok = ();
            type Error = Never;
            fn $element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                value.serialize(&mut **self)
            }
            fn end(self) -> Done {
                self.serialize_unit()
            }
        }
    };
}

list!(SerializeSeq, serialize_element);
list!(SerializeTuple, serialize_element);
list!(SerializeTupleStruct, serialize_field);
list!(SerializeTupleVariant, serialize_field);

/// Structs of every kind: names and values, then an end.
macro_rules! fields {
    ($kind:ident) => {
        impl $kind for &mut Hasher {
            type Ok = ();
            type Error = Never;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Done {
                self.bytes(key.as_bytes());
                value.serialize(&mut **self)
            }
            fn end(self) -> Done {
                self.serialize_unit()
            }
        }
    };
}

fields!(SerializeStruct);
fields!(SerializeStructVariant);

impl SerializeMap for &mut Hasher {
    type Ok = ();
    type Error = Never;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }
    fn end(self) -> Done {
        self.serialize_unit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_the_same_and_the_other_is_not() {
        assert_eq!(of(&(1.0_f32, "a", [Some(2_u8), None])), of(&(1.0_f32, "a", [Some(2_u8), None])));
        assert_eq!(of(&0.0_f32), of(&-0.0_f32));
        assert_ne!(of(&(vec![1], vec![2])), of(&(vec![1, 2], Vec::<i32>::new())));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&1.0_f32), of(&f32::from_bits(1.0_f32.to_bits() + 1)));
    }

    #[test]
    fn it_never_changes_between_processes() {
        assert_eq!(format!("{:016x}", of(&("kansetsu", 1.5_f32, true))), "8d254d42cdd8453f");
    }
}
