//! What a machine gives to the fronts of bidlang (the command, the server, the package for Python): rules files on its disk or shipped
//! ([`find`], [`Front`], [`Disk`]), and its clock for players that think ([`clock`], [`Players`]).

mod disk;
mod players;
mod text;

pub use disk::{Disk, Found, find, from_ship, source};
pub use players::{Players, clock};
pub use text::{Front, LONGEST_TEXT, MARK, Text, decode, is_handed_in, is_special, trouble, up_to};
