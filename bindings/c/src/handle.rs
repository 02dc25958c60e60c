//! Handles: numbers for objects of the library.
//!
//! A handle is the index of a slot, the generation of the slot and the kind of the object. Freeing
//! an object raises the generation, so a freed handle is detected until its slot was used 16
//! million more times. Zero is the null handle.
//!
//! An object stays alive until the calls that use it return, even if another thread frees its
//! handle.

use std::sync::{Arc, PoisonError, RwLock};

use crate::failure::{Code, Failure};

/// The objects of one kind.
pub(crate) struct Table<T> {
    kind: u8,
    noun: &'static str,
    slots: RwLock<Slots<T>>,
}

struct Slots<T> {
    all: Vec<Slot<T>>,
    free: Vec<u32>,
}

struct Slot<T> {
    generation: u32,
    object: Option<Arc<T>>,
}

/// Generations have 24 bits: the kind takes the last 8 of a handle.
const GENERATIONS: u32 = 1 << 24;

impl<T> Table<T> {
    pub(crate) const fn new(kind: u8, noun: &'static str) -> Self {
        Self { kind, noun, slots: RwLock::new(Slots { all: Vec::new(), free: Vec::new() }) }
    }

    /// The handle of a new object.
    pub(crate) fn insert(&self, object: T) -> Result<u64, Failure> {
        // No code under the lock can panic half-way.
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let index = match slots.free.pop() {
            Some(index) => index,
            None => {
                let full =
                    |_| Failure::new(Code::Handle, format!("there are too many {}s", self.noun));
                let index = u32::try_from(slots.all.len()).map_err(full)?;
                slots.all.push(Slot { generation: 1, object: None });
                index
            }
        };
        let slot = &mut slots.all[index as usize];
        slot.object = Some(Arc::new(object));
        Ok(u64::from(self.kind) << 56 | u64::from(slot.generation) << 32 | u64::from(index))
    }

    /// The object of a handle.
    pub(crate) fn get(&self, id: u64) -> Result<Arc<T>, Failure> {
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let slot = slots.all.get(index(id)).filter(|slot| self.is_of(slot, id));
        slot.and_then(|slot| slot.object.clone()).ok_or_else(|| self.unknown(id))
    }

    /// Frees the object of a handle.
    pub(crate) fn remove(&self, id: u64) -> Result<(), Failure> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let index = index(id);
        let slot = slots.all.get_mut(index).filter(|slot| self.is_of(slot, id));
        let removed = slot.and_then(|slot| {
            let object = slot.object.take()?;
            slot.generation = (slot.generation + 1) % GENERATIONS;
            slot.generation = slot.generation.max(1);
            Some(object)
        });
        if removed.is_some() {
            slots.free.extend(u32::try_from(index));
        }
        drop(slots);
        // The object is dropped here, outside the lock.
        removed.map(drop).ok_or_else(|| self.unknown(id))
    }

    fn is_of(&self, slot: &Slot<T>, id: u64) -> bool {
        id >> 56 == u64::from(self.kind)
            && id >> 32 & u64::from(GENERATIONS - 1) == u64::from(slot.generation)
    }

    fn unknown(&self, id: u64) -> Failure {
        let noun = self.noun;
        Failure::new(
            Code::Handle,
            if id == 0 {
                format!("the {noun} is null")
            } else {
                format!("the {noun} was freed, or the handle is not one of a {noun}")
            },
        )
    }
}

const fn index(id: u64) -> usize {
    (id & 0xffff_ffff) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_handle_is_detected_when_its_slot_is_used_again() {
        let table = Table::new(7, "number");
        let first = table.insert(1).unwrap();
        assert_eq!(*table.get(first).unwrap(), 1);
        table.remove(first).unwrap();
        let second = table.insert(2).unwrap();
        assert_eq!(index(first), index(second));
        assert_eq!(table.get(first).unwrap_err().code, Code::Handle);
        assert_eq!(table.remove(first).unwrap_err().code, Code::Handle);
        assert_eq!(*table.get(second).unwrap(), 2);
        assert_eq!(Table::<i32>::new(8, "number").get(second).unwrap_err().code, Code::Handle);
    }
}
