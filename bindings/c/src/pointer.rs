//! Memory of the caller.
//!
//! A parameter of one of these types is a pointer from C. Only C can create one, since the fields
//! are private. The header specifies the target of each pointer. Every function here checks for
//! null and for lengths, and relies on the header for the rest.

use std::ffi::{CStr, c_char, c_void};

use crate::failure::{Code, Failure};

/// A text: UTF-8 that ends with a zero byte, or null.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Text(*const c_char);

impl Text {
    /// The text; `what` names it in errors.
    ///
    /// # Errors
    /// [`Code::Null`] and [`Code::Utf8`].
    pub fn read(&self, what: &str) -> Result<&str, Failure> {
        self.read_optional(what)?.ok_or_else(|| Failure::null(what))
    }

    /// The text, or `None` for null.
    ///
    /// # Errors
    /// [`Code::Utf8`].
    pub fn read_optional(&self, what: &str) -> Result<Option<&str>, Failure> {
        if self.0.is_null() {
            return Ok(None);
        }
        // SAFETY: the header requires a text that ends with a zero byte and is not changed during
        // the call.
        let bytes = unsafe { CStr::from_ptr(self.0) };
        bytes
            .to_str()
            .map(Some)
            .map_err(|_| Failure::new(Code::Utf8, format!("{what} is not UTF-8")))
    }

    /// No text: null.
    pub(crate) const NONE: Self = Self(std::ptr::null());
}

/// An array that is only read. Null is an array of no elements.
#[repr(transparent)]
pub struct Array<T>(*const T);

impl<T> Clone for Array<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Array<T> {}

impl<T> Array<T> {
    /// No array: null.
    pub(crate) const NONE: Self = Self(std::ptr::null());

    /// The elements; `what` names them in errors.
    ///
    /// # Errors
    /// [`Code::Null`] for null, [`Code::Length`] for more elements than memory can hold,
    /// [`Code::Value`] for a misaligned address.
    pub fn read(&self, length: usize, what: &str) -> Result<&[T], Failure> {
        if length == 0 {
            return Ok(&[]);
        }
        self.read_optional(length, what)?.ok_or_else(|| Failure::null(what))
    }

    /// The elements, or `None` for null.
    ///
    /// # Errors
    /// Like [`Self::read`], except that null is valid.
    pub fn read_optional(&self, length: usize, what: &str) -> Result<Option<&[T]>, Failure> {
        if self.0.is_null() {
            return Ok(None);
        }
        check::<T>(self.0.cast(), length, what)?;
        // SAFETY: the header requires `length` elements that are not changed during the call; null
        // and alignment are checked.
        Ok(Some(unsafe { std::slice::from_raw_parts(self.0, length) }))
    }
}

/// An array that is read and written.
#[repr(transparent)]
pub struct ArrayMut<T>(*mut T);

impl<T> ArrayMut<T> {
    /// The elements; `what` names them in errors.
    ///
    /// # Errors
    /// As [`Array::read`].
    pub fn write(&mut self, length: usize, what: &str) -> Result<&mut [T], Failure> {
        if self.0.is_null() {
            return Err(Failure::null(what));
        }
        check::<T>(self.0.cast(), length, what)?;
        // SAFETY: the header requires `length` elements that nothing else uses during the call;
        // null and alignment are checked.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.0, length) })
    }
}

fn check<T>(address: *const c_void, length: usize, what: &str) -> Result<(), Failure> {
    if length > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Failure::new(
            Code::Length,
            format!("{what}: {length} elements do not fit into memory"),
        ));
    }
    if !(address as usize).is_multiple_of(align_of::<T>()) {
        return Err(Failure::new(Code::Value, format!("{what}: the address is not aligned")));
    }
    Ok(())
}

/// The output of a call; null is an error.
///
/// # Errors
/// [`Code::Null`].
pub fn output<'a, T>(place: Option<&'a mut T>, what: &str) -> Result<&'a mut T, Failure> {
    place.ok_or_else(|| Failure::null(what))
}

/// A struct whose first field is its size; null is an error, and so is a size unknown to this
/// version.
///
/// # Errors
/// [`Code::Null`] and [`Code::Size`].
pub fn sized<T>(size: u32, what: &str) -> Result<(), Failure> {
    let expected = size_of::<T>();
    if size as usize == expected {
        return Ok(());
    }
    let hint = "initialize the struct with its _default() function, and use the header of the library's version";
    Err(Failure::new(Code::Size, format!("the size of {what} is {size}, not {expected}; {hint}")))
}
