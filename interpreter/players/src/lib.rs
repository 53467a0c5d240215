//! Players that think, for every rules file: beliefs about what is hidden ([`Pool`]), and a search over them ([`Thinker`]).
//!
//! A [`Player`] is told what its seat may know, line by line, and asked. It holds neither the table nor its seed nor its chance, and cannot
//! reach them: the worlds in which it searches are its own, made from what it was told.

mod aim;
mod carried;
mod foresee;
mod goal;
mod habits;
mod hearing;
mod keep;
mod lasting;
mod level;
mod luck;
mod matches;
mod mend;
mod mix;
mod mixed;
mod moods;
mod pilot;
mod player;
mod playout;
mod pool;
mod rebuild;
mod redeal;
mod review;
mod rounds;
mod said;
mod search;
mod sights;
mod story;
mod telling;
mod thinker;
mod tree;
mod weights;
mod world;

pub use aim::{Aim, Horizon};
pub use foresee::Foreseen;
pub use goal::Goal;
pub use habits::{Eyes, Habits, Practised, Sides, Traits};
pub use hearing::{Ears, Hears, tell, tell_choice};
pub use keep::{Keep, Nothing, Stop, never};
pub use level::{Effort, Level};
pub use matches::{Company, Seats, act, own_seed, play};
pub use mixed::{Heard, Mixed};
pub use player::{Answer, Player, Question};
pub use pool::{Pool, Report};
pub use redeal::{Deal, Redeals};
pub use review::{Cost, Reviewed, Weighed, review};
pub use search::{Budget, Clock, Considered};
pub use story::Likes;
pub use thinker::{Lore, Thinker};
pub use world::{Past, Rules, World};
