//! What a machine gives to the fronts of bidlang (the command, the server, the package for Python): rules files on its disk or shipped
//! ([`find`], [`Front`], [`Disk`]), its clock for players that think
//! ([`clock`], [`Players`]), and a place for what they practised ([`Cache`]).

mod cache;
mod disk;
mod players;
mod text;

pub use cache::Cache;
pub use disk::{Disk, Found, find, from_ship, source};
pub use players::{Players, clock};
pub use text::{Front, LONGEST_TEXT, MARK, Text, decode, is_handed_in, is_special, trouble, up_to};
