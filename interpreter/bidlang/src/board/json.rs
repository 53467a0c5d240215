//! Boards as JSON, for pages that draw them. It says what the board says, with seats from 1.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Colour, Face};

/// A seat as it is told, from 1.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
pub(super) fn from_one<S: Serializer>(seat: &u8, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u16(u16::from(*seat) + 1)
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { name, group, others, rest, short, attributes } = self;
        let groups: Vec<usize> = group.iter().chain(others).copied().collect();
        let mut face = to.serialize_struct("Face", 5)?;
        face.serialize_field("card", name)?;
        face.serialize_field("short", short)?;
        face.serialize_field("groups", &groups)?;
        face.serialize_field("text", rest)?;
        face.serialize_field("attributes", attributes)?;
        face.end()
    }
}
